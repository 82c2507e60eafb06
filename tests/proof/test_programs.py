"""Which harnesses this machine can run, and what is missing."""

import stat
import subprocess
import sys

import pytest

from advisor.proof import programs
from advisor.proof.programs import Missing, Program


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine with an empty PATH folder and no checkout; installs programs that print a line."""
    monkeypatch.setattr(programs, "_in_checkout", lambda command: None)
    folder = tmp_path / "bin"
    folder.mkdir()

    def install(name, says="", code=0):
        program = folder / name
        program.write_text(f"#!/bin/sh\necho '{says}'\nexit {code}\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        return str(program)

    install.environment = {"PATH": str(folder)}
    return install


def test_a_harness_on_the_path(machine):
    path = machine("codex", "codex-cli 0.171.0")
    assert programs.find("codex", machine.environment) == Program("codex", path, "0.171.0")


def test_a_variable_names_the_program(machine):
    machine("codex", "codex-cli 0.171.0")
    own = machine("own", "codex-cli 0.172.0-alpha.1")
    assert programs.find("codex", {**machine.environment, "ADVISE_CODEX": own}) == Program("codex", own, "0.172.0-alpha.1")


def test_a_harness_that_is_not_there(machine):
    missing = programs.find("codex", machine.environment)
    assert isinstance(missing, Missing)
    assert "codex" in missing.what
    assert "ADVISE_CODEX" in missing.remedy


@pytest.mark.skipif(sys.platform != "linux", reason="the sandbox of other systems needs no programs")
def test_what_the_sandbox_of_claude_code_needs(machine):
    machine("claude", "2.1.332 (Claude Code)")
    machine("socat")
    missing = programs.find("claude", machine.environment)
    assert (missing.what, missing.remedy) == ("its sandbox needs bwrap, rg", "`apt-get install bubblewrap ripgrep`")
    machine("bwrap")
    machine("rg")
    assert programs.find("claude", machine.environment).version == "2.1.332"


@pytest.mark.parametrize(("says", "code"), [("no version here", 0), ("1.2.3", 1)])
def test_a_program_that_names_no_version(machine, says, code):
    machine("codex", says, code)
    assert "names no version" in programs.find("codex", machine.environment).what


@pytest.mark.parametrize("problem", [OSError(), subprocess.TimeoutExpired("codex", 20)])
def test_a_program_that_does_not_start(machine, monkeypatch, problem):
    machine("codex")

    def fail(*_, **__):
        raise problem

    monkeypatch.setattr(subprocess, "run", fail)
    assert isinstance(programs.find("codex", machine.environment), Missing)


def test_the_programs_of_a_checkout(tmp_path, monkeypatch):
    monkeypatch.setattr(programs, "__file__", str(tmp_path / "advisor" / "proof" / "programs.py"))
    installed = tmp_path / ".harnesses" / "node_modules" / ".bin"
    installed.mkdir(parents=True)
    (installed / "codex").write_text("")
    assert programs._in_checkout("codex") is None
    (tmp_path / "pyproject.toml").write_text("")
    assert programs._in_checkout("codex") == str(installed / "codex")
    assert programs._in_checkout("claude") is None


def test_other_systems_need_no_programs_of_the_sandbox(machine, monkeypatch):
    machine("claude", "2.1.332")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert isinstance(programs.find("claude", machine.environment), Program)


def test_a_session_is_given_no_secret():
    given = programs.session_environment({"PATH": "/bin", "LANG": "C", "GITHUB_TOKEN": "t", "HOME": "/home/dev"})
    assert dict(given) == {"PATH": "/bin", "LANG": "C"}
