"""A project of each ecosystem with one made-up dependency, a registry that serves it, and the tool that installs it offline."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import tarfile
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple


class Ecosystem(NamedTuple):
    """How an ecosystem is tried.

    program: what must be on PATH. serve: fills the folder of a registry that answers at a URL. files: the project, with
    `{url}` for that registry. fill: shell commands that fill the cache outside. command: the same offline, in the sandbox.
    online, host: what is run where nothing can be reached, and the host that it then says it wanted; elsewhere: the files
    that name that host, if any does. variables: what makes that run give up soon.
    """

    program: str
    serve: Callable[[Path, str], None]
    files: dict[str, str]
    fill: tuple[str, ...]
    command: str
    online: str
    host: str
    elsewhere: dict[str, str]
    variables: tuple[tuple[str, str], ...] = ()


@contextmanager
def registry(folder: Path) -> Iterator[str]:
    """Serve a folder on the loopback; its URL."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format, *arguments):
        pass


def _tar(files: dict[str, str]) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return made.getvalue()


def _npm(folder: Path, url: str) -> None:
    package = {"name": "tinylab", "version": "1.0.0"}
    archive = _tar({"package/package.json": json.dumps(package)})
    integrity = f"sha512-{base64.b64encode(hashlib.sha512(archive).digest()).decode()}"
    dist = {"tarball": f"{url}/tinylab-1.0.0.tgz", "integrity": integrity, "shasum": hashlib.sha1(archive).hexdigest()}
    told = {"name": "tinylab", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": {**package, "dist": dist}}}
    (folder / "tinylab").write_text(json.dumps(told))
    (folder / "tinylab-1.0.0.tgz").write_bytes(archive)


def _python(folder: Path, url: str) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as wheel:
        wheel.writestr("tinylab.py", "")
        wheel.writestr("tinylab-1.0.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tinylab\nVersion: 1.0.0\n")
        wheel.writestr("tinylab-1.0.0.dist-info/WHEEL", "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr("tinylab-1.0.0.dist-info/RECORD", "")
    name = "tinylab-1.0.0-py3-none-any.whl"
    (folder / "simple/tinylab").mkdir(parents=True)
    digest = hashlib.sha256(made.getvalue()).hexdigest()
    (folder / f"simple/tinylab/{name}").write_bytes(made.getvalue())
    (folder / "simple/tinylab/index.html").write_text(f'<a href="{name}#sha256={digest}">{name}</a>')


def _cargo(folder: Path, url: str) -> None:
    toml = '[package]\nname = "tinylab"\nversion = "1.0.0"\nedition = "2021"\n'
    crate = _tar({"tinylab-1.0.0/Cargo.toml": toml, "tinylab-1.0.0/src/lib.rs": "pub fn one() -> u8 { 1 }\n"})
    (folder / "index/ti/ny").mkdir(parents=True)
    (folder / "index/config.json").write_text(json.dumps({"dl": f"{url}/crates/{{crate}}-{{version}}.crate"}))
    line = {"name": "tinylab", "vers": "1.0.0", "deps": [], "cksum": hashlib.sha256(crate).hexdigest(), "features": {}, "yanked": False}
    (folder / "index/ti/ny/tinylab").write_text(json.dumps(line) + "\n")
    (folder / "crates").mkdir()
    (folder / "crates/tinylab-1.0.0.crate").write_bytes(crate)


def _nothing(folder: Path, url: str) -> None:
    pass


# npm and pnpm write to their caches also what comes from a file: that needs no network, and a full cache alone is only read.
_PACKAGE = json.dumps({"name": "shop", "version": "1.0.0", "private": True, "dependencies": {"tinylab": "1.0.0"}}, indent=1)
_FROM_FILE = _PACKAGE.replace('"1.0.0"\n }', '"file:tinylab-1.0.0.tgz"\n }')
_POM = (
    "<project>\n<modelVersion>4.0.0</modelVersion>\n<groupId>example</groupId><artifactId>shop</artifactId><version>1</version>\n"
    "<packaging>pom</packaging>\n</project>\n"
)
_UV = (
    '[project]\nname = "shop"\nversion = "1.0.0"\nrequires-python = ">=3.9"\ndependencies = ["tinylab"]\n\n[tool.uv]\npackage = false\n\n'
    '[[tool.uv.index]]\nname = "lab"\nurl = "{url}/simple"\ndefault = true\n'
)
_POETRY = '[tool.poetry]\nname = "shop"\nversion = "1.0.0"\npackage-mode = false\n\n[tool.poetry.dependencies]\npython = ">=3.9"\n'
_GEM = 'Gem::Specification.new { |s| s.name = "tinylab"; s.version = "1.0.0"; s.summary = "x"; s.authors = ["a"]; s.files = [] }\n'
_CRATE = '[package]\nname = "shop"\nversion = "1.0.0"\nedition = "2021"\n\n[dependencies]\ntinylab = "1"\n'
_SOURCE = '[source.crates-io]\nreplace-with = "lab"\n[source.lab]\nregistry = "sparse+{url}/index/"\n'

ECOSYSTEMS = {
    "npm": Ecosystem(
        "npm",
        _npm,
        {"package.json": _FROM_FILE, ".npmrc": "registry={url}/\nfetch-retries=0\n"},
        ("cp {served}/tinylab-1.0.0.tgz .", "npm install --no-audit --no-fund --ignore-scripts", "rm -r node_modules ~/.npm/_cacache"),
        "npm ci --offline --no-audit --no-fund",
        "npm install other --no-audit --no-fund",
        "registry.shop.example",
        {"package.json": _PACKAGE, ".npmrc": "registry=https://registry.shop.example/\nfetch-retries=0\n"},
    ),
    "pnpm": Ecosystem(
        "pnpm",
        _npm,
        {"package.json": _FROM_FILE, ".npmrc": "registry={url}/\nfetch-retries=0\n"},
        ("cp {served}/tinylab-1.0.0.tgz .", "pnpm install --ignore-scripts", "rm -rf node_modules ~/.local/share/pnpm ~/.cache/pnpm"),
        "pnpm install --offline --frozen-lockfile",
        "pnpm add other --fetch-retries=0",
        "registry.shop.example",
        {"package.json": _PACKAGE, ".npmrc": "registry=https://registry.shop.example/\nfetch-retries=0\n"},
    ),
    "pip": Ecosystem(
        "pip",
        _python,
        {},
        (),
        "",  # its cache is one that it goes on without
        "pip download --no-cache-dir --retries 0 -d out -r requirements.txt",
        "index.shop.example",
        {"requirements.txt": "--index-url https://index.shop.example/simple\ntinylab\n"},
    ),
    "uv": Ecosystem(
        "uv",
        _python,
        {"pyproject.toml": _UV},
        ("uv sync", "rm -r .venv"),
        "uv sync --offline --frozen",
        "uv lock",
        "index.shop.example",
        {"pyproject.toml": _UV.replace("{url}", "https://index.shop.example")},
    ),
    "poetry": Ecosystem(
        "poetry",
        _nothing,
        {"pyproject.toml": _POETRY},
        ("poetry lock -n", "rm -r ~/.cache/pypoetry"),
        "poetry install -n",
        "",
        "",
        {},
    ),
    "cargo": Ecosystem(
        "cargo",
        _cargo,
        {"Cargo.toml": _CRATE, "src/main.rs": "fn main() { tinylab::one(); }\n", ".cargo/config.toml": _SOURCE},
        ("cargo fetch", "rm -r ~/.cargo/registry/src"),
        "cargo build --offline",
        "cargo fetch",
        "crates.shop.example",
        {".cargo/config.toml": _SOURCE.replace("{url}", "https://crates.shop.example")},
        (("CARGO_NET_RETRY", "0"),),
    ),
    "go": Ecosystem(
        "go",
        _nothing,
        {"go.mod": "module shop.example/shop\n\ngo 1.19\n", "main.go": "package main\n\nfunc main() {}\n"},
        (),
        "go build ./...",
        "",
        "",
        {},
    ),
    "bundler": Ecosystem(
        "bundle",
        _nothing,
        {"tinylab.gemspec": _GEM, "Gemfile": 'source "https://gems.shop.example"\ngem "tinylab"\n'},
        ("gem build -q tinylab.gemspec", "mkdir -p vendor/cache", "mv tinylab-1.0.0.gem vendor/cache/", "rm -rf tinylab.gemspec ~/.bundle"),
        "bundle install --local",
        "",
        "",
        {},
    ),
    "gradle": Ecosystem("gradle", _nothing, {"settings.gradle": "rootProject.name = 'shop'\n"}, (), "gradle --offline -q help", "", "", {}),
    "maven": Ecosystem(
        "mvn", _nothing, {"pom.xml": _POM}, (), "mvn -o -q validate", "mvn -q -B dependency:resolve", "repo.maven.apache.org", {}
    ),
}
