"""`advise status`: exit codes, both forms, and what the programs themselves are asked."""

import os

import pytest

from advisor.model import Process
from advisor.proof.asking import Told
from advisor.validate import problems


def test_it_says_where_one_stands(machine):
    machine.trust()
    code, printed = machine.advise("status", "--harness", "codex")
    assert code == 0
    assert printed.startswith("NOT SANDBOXED: ")
    assert "Codex assumed 0.171.0" in printed


def test_the_document_fits_its_schema_and_names_every_key(machine):
    machine.trust()
    machine.put("shop/.claude/settings.json", '{"sandbox": {"enabled": true, "filesystem": {"allowWrite": ["~/none"]}}}')
    code, told = machine.told("status")
    assert code == 0
    assert problems(told, "boundary") == ()
    claude, codex = told["boundaries"]
    assert (claude["posture"], codex["posture"], codex["trusted"]) == ("workspace", "workspace", True)
    assert claude["not_in_force"][0]["file"] == ".claude/settings.json"
    assert "mkdir -p ~/none" in claude["not_in_force"][0]["why"]


@pytest.mark.parametrize(
    ("kernel", "environ", "expected"),
    [
        (Process(False, False), {}, 1),
        (Process(True, True), {}, 0),
        (Process(), {}, 3),
        (Process(), {"CLAUDECODE": "1", "SANDBOX_RUNTIME": "1"}, 0),
        (Process(), {"CLAUDECODE": "1"}, 1),
    ],
)
def test_quiet_answers_by_its_exit_code_alone(machine, monkeypatch, kernel, environ, expected):
    monkeypatch.setattr("advisor.situation.process", lambda environ: kernel)
    for name, value in environ.items():
        monkeypatch.setitem(os.environ, name, value)
    assert machine.advise("status", "--quiet") == (expected, "")


def test_without_a_look_nothing_can_be_told(machine):
    code, told = machine.told("status", "--no-probe")
    assert code == 3
    assert told["process"] is None
    assert {boundary["posture"] for boundary in told["boundaries"]} == {"unknown"}


def test_unreadable_and_odd_files_are_sentences_and_the_rest_is_answered(machine):
    os.makedirs(machine.home / ".claude" / "settings.json")
    machine.put("shop/.claude/x", "")
    os.mkfifo(machine.home / "shop" / ".claude" / "settings.local.json")
    machine.put(".codex/config.toml", "x" * (2 << 20))
    machine.put("shop/.codex/config.toml", "sandbox_mode = ")
    code, told = machine.told("status")
    assert code == 0
    said = {idle["file"]: idle["why"] for boundary in told["boundaries"] for idle in boundary["not_in_force"]}
    assert "not a regular file" in said["~/.claude/settings.json"]
    assert "not a regular file" in said[".claude/settings.local.json"]
    assert said["~/.codex/config.toml"] == "it is larger than 1 MiB"
    assert "does not trust" in said[".codex/config.toml"]


def test_deep_shows_what_the_programs_say(machine, monkeypatch):
    answers = {
        "codex": Told("codex", "codex app-server", "0.171.0", {"config": {"sandbox_mode": "read-only"}}),
        "claude": Told("claude", "claude sandbox status", None, None, "no program `claude`"),
    }
    monkeypatch.setattr("advisor.proof.asking.ask", lambda harness, directory, environ: answers[harness])
    code, printed = machine.advise("status", "--deep")
    assert code == 0
    assert "sandbox_mode is read-only for Codex and not set in the files as read here" in " ".join(printed.split())
    assert "claude sandbox status: no program `claude`" in printed
    assert machine.told("status", "--deep", "--no-probe")[1]["boundaries"][0]["asked"] is None
