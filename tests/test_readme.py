"""The README is true: every command block is run in a fresh clone as a newcomer would, and prints what the README shows.

The `sh` blocks are set-up; in `console` blocks, `$ ` starts a command and what follows is its whole output, which
`pytest --accept` records anew. The one command that is not run here is the one that runs these tests: CI starts it.
"""

import os
import re
import shutil
import subprocess

import pytest

from advisor.cli import VERBS
from tests.conftest import ROOT
from tests.test_repository import tracked

README = ROOT / "README.md"
_BLOCK = re.compile(r"^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(kind):
    return [found["text"] for found in _BLOCK.finditer(README.read_text()) if found["kind"] == kind]


def screens():
    """(command, what the README shows of it) of every console block, in order."""
    screen = re.compile(r"^\$ (.*\n)((?:(?!\$ ).*\n)*)", re.MULTILINE)
    return [found for text in blocks("console") for found in screen.findall(text)]


INSTALL, TEST = (text.strip() for text in blocks("sh"))


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A copy of what git would give a newcomer."""
    place = tmp_path_factory.mktemp("newcomer") / "advise"
    for file in tracked():
        copy = place / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    return place


@pytest.fixture(scope="module")
def newcomer(clone):
    """Runs a command line in the clone, in an empty home and with no variable that this test run brought."""
    home = clone.parent / "home"
    home.mkdir()
    names = [name for name in os.environ if name.startswith(("PIP_", "XDG_", "SSL_", "HTTP", "NO_PROXY", "LANG", "LC_"))]
    environment = {name: os.environ[name] for name in (*names, "PATH")} | {"HOME": str(home), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}

    def run(line):
        path = f"{clone / '.venv' / 'bin'}{os.pathsep}{environment['PATH']}"
        return subprocess.run(
            ["bash", "-c", line], cwd=clone, env=environment | {"PATH": path}, capture_output=True, text=True, stdin=subprocess.DEVNULL
        )

    return run


@pytest.fixture(scope="module")
def installed(newcomer):
    """What the first of the two set-up commands prints; without a package index it cannot be tried, which CI must have."""
    done = newcomer(INSTALL)
    if "No matching distribution" in done.stderr and "CI" not in os.environ:
        pytest.skip("pip reaches no package index here")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_set_up_is_two_commands_of_one_line():
    for command in (INSTALL, TEST):
        assert command.startswith("python3 -m venv .venv && .venv/bin/pip install -q ")
        assert "\n" not in command


def test_ci_runs_the_test_command_of_the_readme():
    script = (ROOT / ".ci" / "run").read_text()
    (pattern,) = re.findall(r"grep -m 1 -E '(.+)' README\.md", script)
    assert re.findall(pattern, README.read_text(), re.MULTILINE) == [TEST]


def test_the_first_command_explains_the_sample_as_shown(installed):
    (command, shown) = screens()[0]
    assert command.strip() == INSTALL.rpartition("&& ")[2]
    assert installed == shown


@pytest.mark.usefixtures("installed")
def test_every_screen_is_what_is_printed(newcomer, request):
    text = README.read_text()
    for command, shown in screens():
        done = newcomer(command)
        printed = re.sub(r"[ \t]+$", "", done.stdout + done.stderr, flags=re.MULTILINE)
        if request.config.getoption("--accept"):
            text = text.replace(f"$ {command}{shown}", f"$ {command}{printed}")
        else:
            assert printed == shown, command
    if request.config.getoption("--accept"):
        README.write_text(text)


def test_every_verb_is_told_and_no_other():
    code = [*blocks("sh"), *(command for command, _ in screens()), *re.findall(r"`([^`\n]+)`", README.read_text())]
    assert set(re.findall(r"\badvise ([a-z]+)\b", "\n".join(code))) == set(VERBS)


def test_every_file_and_folder_that_is_named_exists():
    named = re.findall(r"`((?:advisor|tests|schemas|templates|\.ci)/[\w./-]*)`", README.read_text())
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []
