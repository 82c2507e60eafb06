"""The wheel is whole: installed in a fresh environment it answers from anywhere, and so does an editable installation."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.test_layers import HEAVY, IMPORTS

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
DENIED = "touch: cannot touch '/home/dev/.cache/uv/x': Read-only file system"
# The libraries that the package imports, by the names of their distributions.
DISTRIBUTIONS = {"git": "GitPython"}


def run(*command, **more):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COVERAGE_", "VIRTUAL_ENV"))}
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (built,) = folder.iterdir()
    return built


def fresh(folder, *what):
    """The scripts' folder of a new environment with `what` installed by pip; the libraries come from the running one."""
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check")
    run(*pip, "install", "-q", "--no-index", "--no-deps", "--no-build-isolation", "--ignore-installed", *what)
    return folder / "bin"


@pytest.fixture(scope="module", params=["wheel", "editable"])
def scripts(request, wheel, tmp_path_factory):
    what = [wheel] if request.param == "wheel" else ["-e", ROOT]
    return fresh(tmp_path_factory.mktemp("environment") / "venv", *what)


def test_the_wheel_holds_the_package_its_resources_and_its_licence(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    package = {name for name in names if ".dist-info/" not in name}
    modules = {str(path.relative_to(ROOT)) for path in (ROOT / "advisor").rglob("*.py")}
    # The plugin's sources are templates for the harnesses, which fetch them from the repository.
    resources = {
        f"advisor/{path.relative_to(ROOT)}" for kind in ("schemas", "templates") for path in (ROOT / kind).iterdir() if path.is_file()
    }
    assert package == modules | resources | {"advisor/py.typed"}
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_the_wheel_says_what_it_is(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        told = message_from_string(archive.read(metadata).decode())
    assert (told["Name"], told["License-Expression"], told["Requires-Python"]) == ("sandbox-advisor", "Apache-2.0", ">=3.11")
    assert told.get_payload().startswith("# advise")


def test_what_is_imported_is_what_is_required():
    required = {re.split(r"[^A-Za-z0-9_-]", requirement)[0] for requirement in PROJECT["dependencies"]}
    imported = {found.imported.partition(".")[0] for found in IMPORTS} & set(HEAVY)
    assert required == {DISTRIBUTIONS.get(name, name) for name in imported}


def test_it_answers_from_anywhere(scripts):
    assert run(scripts / "advise", "--version", cwd="/") == run(scripts / "python", "-m", "advisor", "--version", cwd="/")
    for form in ("text", "markdown", "agent"):
        assert "/home/dev/.cache/uv/x" in run(scripts / "advise", "explain", "--format", form, DENIED, cwd="/")
    assert "filesystem/" in run(scripts / "advise", "rules", cwd="/")


def test_its_json_is_what_its_own_schema_says(scripts):
    report = run(scripts / "advise", "explain", "--format", "json", DENIED, cwd="/")
    assert json.loads(report)["schema"] == "advise.report/1"
    program = "import json, sys; from advisor.validate import problems; print(problems(json.load(sys.stdin), 'report'))"
    assert run(scripts / "python", "-I", "-c", program, input=report, cwd="/") == "()\n"


def test_the_code_that_runs_is_the_installed_one(scripts):
    where = Path(run(scripts / "python", "-I", "-c", "import advisor; print(advisor.__file__)", cwd="/").strip())
    assert where.is_relative_to(scripts.parent) or where.is_relative_to(ROOT)
    assert where.is_relative_to(scripts.parent) == any(scripts.parent.glob("lib/python*/site-packages/advisor"))
