"""The repository as a stranger finds it: small modules, plain names, the licence, and nothing of the machines it was made on."""

import ast
import hashlib
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import advisor
from tests.conftest import ROOT

LARGEST_MODULE, LARGEST_CATALOGUE, LARGEST_FUNCTION = 300, 400, 40  # lines
CATALOGUES = ("advisor/rules/", "advisor/programs/", "advisor/lint/")
GENERATED = ("advisor/telltales.py",)
NO_ROOM = {"utils", "util", "helpers", "helper", "common", "core", "manager", "base", "misc"}
APACHE_2 = "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"  # sha256 of the licence's plain text


@cache
def tracked():
    """Every file of the repository, committed or about to be."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    return tuple(sorted(ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()))


def named(file):
    return file.relative_to(ROOT).as_posix()


SOURCES = [file for file in tracked() if file.suffix == ".py"]
MODULES = [file for file in SOURCES if named(file).startswith("advisor/") and named(file) not in GENERATED]


@pytest.mark.parametrize("module", MODULES, ids=named)
def test_a_module_is_one_room(module):
    most = LARGEST_CATALOGUE if named(module).startswith(CATALOGUES) else LARGEST_MODULE
    assert len(module.read_text().splitlines()) <= most


@pytest.mark.parametrize("source", SOURCES, ids=named)
def test_a_function_fits_on_a_screen(source):
    functions = [node for node in ast.walk(ast.parse(source.read_text())) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    long = {node.name: node.end_lineno - node.lineno + 1 for node in functions}
    assert {name: lines for name, lines in long.items() if lines > LARGEST_FUNCTION} == {}


@pytest.mark.parametrize("source", SOURCES, ids=named)
def test_a_module_says_what_it_answers(source):
    tree = ast.parse(source.read_text())
    assert not tree.body or ast.get_docstring(tree)


def test_rooms_are_named_for_what_they_answer():
    assert [named(file) for file in SOURCES if {*file.relative_to(ROOT).with_suffix("").parts} & NO_ROOM] == []


def test_the_top_level_is_small():
    top = {named(file).partition("/")[0] for file in tracked()}
    assert top <= {
        ".agents",  # where Codex looks for a repository's marketplace of plugins; Claude Code: .claude-plugin
        ".ci",
        ".claude-plugin",
        ".gitignore",
        ".pre-commit-hooks.yaml",
        "CHANGELOG.md",
        "LICENSE",
        "README.md",
        "advisor",
        "pyproject.toml",
        "schemas",
        "templates",
        "tests",
    }


def test_the_licence_is_the_plain_text():
    assert hashlib.sha256((ROOT / "LICENSE").read_bytes()).hexdigest() == APACHE_2


def test_the_changelog_tells_this_version():
    text = (ROOT / "CHANGELOG.md").read_text()
    assert text.startswith("# Changelog\n")
    versions = re.findall(r"^## \[(.+?)\]", text, re.MULTILINE)
    assert versions[0] == "Unreleased" or versions[0] == advisor.__version__
    kinds = set(re.findall(r"^### (.+)$", text, re.MULTILINE))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def registries():
    """The hosts that this machine's own package clients name; asked, so that they are written down nowhere."""
    answers = [_output("npm", "config", "get", "registry"), _output(sys.executable, "-m", "pip", "config", "list")]
    program = "from pip._internal.models.index import PyPI as p; print('https://' + p.netloc, 'https://' + p.file_storage_netloc)"
    answers.append(_output(sys.executable, "-c", program))
    sources = [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]
    answers += [file.read_text() for file in sources if file.is_file()]
    hosts = re.findall(r"https?://([a-z0-9.-]+\.[a-z]+)(?=[/:\s'\"]|$)", "\n".join(answers))
    return set(hosts)


def _output(*command):
    if not shutil.which(command[0]):
        return ""
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd="/").stdout


def test_no_package_registry_is_named():
    hosts = [host.encode() for host in registries()]
    assert len(hosts) >= 2, "pip at least names its own"
    assert [named(file) for file in tracked() for host in hosts if host in file.read_bytes()] == []


def test_no_path_of_a_machine_that_made_this_is_named():
    place = re.compile(rb"(?:^|[^A-Za-z0-9._-])/(?:work|farm)/", re.MULTILINE)
    assert [named(file) for file in tracked() if place.search(file.read_bytes())] == []
