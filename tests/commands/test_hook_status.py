"""`advise hook status`: what calls us, and whether that answers; nothing that a repository brings along is started."""

import os
import sys

import pytest

from advisor.hook_files import installed

SCRIPT = "#!{}\nimport sys\nsys.stdin.read()\n{}\n"
ANSWER = """print('{"hookSpecificOutput": {"additionalContext": "advise: LIKELY THE SANDBOX."}}')"""


@pytest.fixture
def advise_on_path(machine, monkeypatch):
    """Puts a made-up `advise` on the PATH."""

    def put(program):
        file = machine.put("bin/advise", SCRIPT.format(sys.executable, program))
        file.chmod(0o755)
        monkeypatch.setitem(os.environ, "PATH", str(file.parent))
        return file

    return put


def status(machine, *arguments):
    code, shown = machine.advise("hook", "status", *arguments)
    assert code == 0
    return shown.splitlines()


def test_nothing_is_installed(machine):
    assert status(machine) == [
        ".claude/settings.json: no hook of advise",
        "~/.claude/settings.json: no hook of advise",
        ".codex/hooks.json: no hook of advise",
        "~/.codex/hooks.json: no hook of advise",
    ]


@pytest.mark.parametrize(
    ("program", "told"),
    [
        (ANSWER, "answers a sample refusal: advise: LIKELY THE SANDBOX."),
        ("", "is silent on a sample refusal: switch the sandbox on, or install it anew"),
        ("print('nonsense')", "is silent on a sample refusal: switch the sandbox on, or install it anew"),
        ("sys.exit('no such module')", "fails: exit code 1, no such module"),
        ("sys.exit(3)", "fails: exit code 3, nothing on standard error"),
    ],
)
def test_the_command_is_tried(machine, advise_on_path, program, told):
    advise_on_path(program)
    machine.advise("hook", "install", "claude")
    assert status(machine, "claude")[0] == f".claude/settings.json: `advise hook claude` {told}"


def test_a_command_that_hangs(machine, advise_on_path, monkeypatch):
    monkeypatch.setattr("advisor.commands.hook_status._SECONDS", 0.2)
    advise_on_path("import time; time.sleep(30)")
    machine.advise("hook", "install", "claude")
    assert "does not answer: it took longer than 0.2 s" in status(machine, "claude")[0]


def test_codex_s_trust_is_told(machine, advise_on_path):
    advise_on_path(ANSWER)
    machine.advise("hook", "install", "codex", "--scope", "user")
    _, user, trust = status(machine, "codex")
    assert "answers a sample refusal" in user
    assert "type /hooks in a session once" in trust


def test_a_program_that_cannot_be_started(machine, advise_on_path):
    advise_on_path("").write_text("#!/no/such/interpreter\n")
    machine.advise("hook", "install", "claude")
    assert "cannot be started" in status(machine, "claude")[0]


@pytest.mark.parametrize(
    "command",
    [
        "./advise hook claude",
        "/opt/advise hook claude",
        "touch pwned; advise hook claude",
        "advise hook claude 'x",
        "sh -c 'x' advise hook claude",
    ],
)
def test_what_a_repository_brings_along_is_not_started(machine, command):
    machine.put("shop/.claude/settings.json", installed(None, "claude", command))
    lines = status(machine, "claude")
    assert lines[0].endswith("is not what `advise hook install` writes, and is not tried")
    assert not (machine.project / "pwned").exists()


def test_that_all_hooks_are_switched_off_is_told(machine, advise_on_path):
    advise_on_path(ANSWER)
    machine.put("shop/.claude/settings.json", '{"disableAllHooks": true}')
    machine.advise("hook", "install", "claude")
    assert "Claude Code calls no hook at all" in status(machine, "claude")[0]
    assert "answers a sample refusal" in status(machine, "claude")[1]


def test_a_program_that_is_not_there(machine):
    machine.advise("hook", "install", "claude")
    assert "finds no such program: nobody is told anything. Install advise, or put it on the PATH" in status(machine, "claude")[0]


def test_a_file_that_is_none(machine):
    (machine.project / ".claude" / "settings.json").mkdir(parents=True)
    assert "cannot be read" in status(machine, "claude")[0]
