"""What `advise suggest` costs in a large repository: its CPU there less that on the manifests alone, beside `git ls-files`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.figures import Figure
from tests.benchmarks.measuring import ADVISE, Call, cpu_medians

FILES = 50_000
PACKAGES = 100
MOST = 8
_SUGGEST = (ADVISE[0], "suggest", "--harness", "claude")
_ROUNDS = 9


def suggest_figure() -> Figure:
    """CPU of `advise suggest` on 50,000 files, less that on their manifests alone, as a multiple of `git ls-files` there."""
    with TemporaryDirectory() as small, TemporaryDirectory() as large:
        plant(Path(small), 0)
        plant(Path(large), FILES)
        calls = {
            "small": Call(_SUGGEST, home=small),
            "large": Call(_SUGGEST, home=large),
            "git": Call(("git", "ls-files"), home=large),
        }
        medians = cpu_medians(calls, _ROUNDS)
    beyond = medians["large"] - medians["small"]
    extra = f"; {1000 * beyond:.0f} ms of CPU beside {1000 * medians['git']:.1f} ms; the manifests alone {1000 * medians['small']:.0f} ms"
    return Figure("suggest, 50,000 files beside git ls-files", beyond / medians["git"], "x", MOST, extra)


def plant(folder: Path, files: int) -> None:
    """A workspace of packages under git, with so many source files beside its manifests."""
    (folder / "package.json").write_text(json.dumps({"name": "root", "workspaces": ["packages/*"]}, indent=1))
    lock = {"packages": {"a": {"resolved": "https://registry.root.example/a.tgz"}}}
    (folder / "package-lock.json").write_text(json.dumps(lock, indent=1))
    for number in range(PACKAGES):
        package = folder / f"packages/p{number}"
        (package / "src/parts").mkdir(parents=True)
        manifest = {"name": f"p{number}", "scripts": {"build": "tsc", "dev": f"vite --port {5200 + number}"}, "dependencies": {"a": "1"}}
        (package / "package.json").write_text(json.dumps(manifest, indent=1))
        for part in range(files // PACKAGES):
            (package / ("src" if part % 2 else "src/parts") / f"part_{part}.ts").touch()
    for words in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-qm", "all")):
        subprocess.run(("git", "-c", "user.name=dev", "-c", "user.email=dev@advise.test", *words), cwd=folder, check=True)
