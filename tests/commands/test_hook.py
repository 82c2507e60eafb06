"""`advise hook claude|codex` answers or is silent, and exits 0 whatever it is given."""

import io
import json
import os
import subprocess
import sys

import pytest

from advisor.cli import main
from advisor.commands import hook
from tests.hooks.events import EROFS, before, ended_well, event, failed, start
from tests.hooks.events import codex as codex_event

DEEP = "[" * 200_000


def as_bytes(value):
    return value if isinstance(value, bytes) else json.dumps(value).encode()


BROKEN = {
    "nothing": b"",
    "blank": b"  \n",
    "no JSON": b'{"hook_event_name": "PostToolUse", ',
    "not UTF-8": b'\xff\xfe{"hook_event_name": "PostToolUse"}',
    "binary": bytes(range(256)) * 40,
    "a list": [failed(EROFS)],
    "a string": "PostToolUse",
    "deep": DEEP.encode(),
    "deep inside": b'{"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_response": ' + DEEP.encode() + b"}",
    "no name": {"tool_name": "Bash", "tool_response": EROFS},
    "unknown event": event("PostToolUseAgain", tool_response=EROFS),
    "misspelt event": event("posttooluse", tool_response=EROFS),
    "other tool": {**failed(EROFS), "tool_name": "Write"},
    "no tool": {"hook_event_name": "PostToolUse", "tool_response": EROFS},
    "a permission request": event("PermissionRequest"),
    "a stop": {"hook_event_name": "Stop", "last_assistant_message": EROFS},
    "numbers": dict.fromkeys(failed(""), 5),
    "nulls": dict.fromkeys(failed(""), None),
    "lists": {key: ["Bash"] for key in failed("")},
    "only a name": {"hook_event_name": "PostToolUse", "tool_name": "Bash"},
    "no command": {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {}},
    "a command that is none": {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": ["npm", "ci"]}},
}
# They hold a refusal beside what is wrong: an answer is right, a failure is not.
ODD = {
    "wrong types beside": {**failed(EROFS), "tool_input": "make", "cwd": 7, "transcript_path": {"a": 1}, "session_id": []},
    "a cwd that is none": {**failed(EROFS), "cwd": "/no/such/folder\0x"},
    "a record that is a folder": {**failed(EROFS), "transcript_path": "/"},
    "a record with a NUL": {**failed(EROFS), "transcript_path": "a\0b"},
    "a file with a NUL": ended_well(EROFS, persistedOutputPath="a\0b"),
    "no exit code": event("PostToolUseFailure", error=EROFS),
    "a mad exit code": event("PostToolUseFailure", error=f"Exit code {'9' * 5000}\n{EROFS}"),
    "a code that is no number": event("PostToolUseFailure", error=f"Exit code ²\n{EROFS}"),
    "content blocks": event("PostToolUse", tool_response={"content": [{"type": "text", "text": EROFS}, 5]}),
    "lone surrogates": event("PostToolUse", tool_response=f"\ud800 {EROFS} \udfff"),
    "a newer version": {**failed(EROFS), "schema": 9, "tool_response": {"kind": "next"}},
    "a long command": failed(EROFS, "echo " + "x" * 500_000),
    "a deep command": failed(EROFS, "$(" * 5_000 + "'\"`" * 999),
    "a cut block": ended_well(EROFS, stderr="<sandbox_violations>\ndeny network-outbound a.example:1 (x)"),
    "ten megabytes": failed("compiling, all is well\n" * 450_000 + EROFS),
    "ten megabytes in a line": codex_event("x" * 10_000_000 + EROFS),
    "ten megabytes of refusals": codex_event((EROFS + "\n") * 140_000),
    "ten megabytes of command": before("npm ci; " * 1_300_000),
    "a start": start(),
}


@pytest.mark.parametrize("harness", ["claude", "codex"])
@pytest.mark.parametrize("given", [pytest.param(as_bytes(value), id=name) for name, value in BROKEN.items()])
def test_what_is_no_event_of_ours_is_met_with_silence(session_of, harness, given):
    assert session_of(harness).raw(given) == (0, "", "")


@pytest.mark.parametrize("harness", ["claude", "codex"])
@pytest.mark.parametrize("given", [pytest.param(as_bytes(value), id=name) for name, value in ODD.items()])
def test_an_odd_event_is_answered_or_met_with_silence(session_of, harness, given):
    code, out, err = session_of(harness).raw(given)
    assert (code, err) == (0, "")
    assert out == "" or len(json.loads(out)["hookSpecificOutput"]["additionalContext"].encode()) <= 2048


def test_our_own_bug_costs_the_session_one_sentence(claude, monkeypatch):
    def broken(*arguments, **named):
        raise RuntimeError("a bug")

    monkeypatch.setattr("advisor.hooks.answers.told", broken)
    code, out, err = claude.raw(as_bytes(failed(EROFS)))
    assert (code, out) == (0, "")
    assert err == "advise: the hook could not read this event. The command itself is not affected.\n"


def test_an_event_too_large_to_be_one_is_not_read_to_its_end(claude, monkeypatch):
    monkeypatch.setattr(hook, "LARGEST", 100)
    assert claude.raw(as_bytes(failed(EROFS))) == (0, "", "")


def test_a_closed_input_and_a_closed_output(claude, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["hook", "claude"]) == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(as_bytes(failed(EROFS)))))
    monkeypatch.setattr(os, "write", lambda descriptor, data: (_ for _ in ()).throw(BrokenPipeError()))
    assert main(["hook", "claude"]) == 0


@pytest.mark.parametrize("options", [("--deny",), ("--what",), ("--deny", "x")])
def test_a_misspelt_option_is_no_reason_to_fail(claude, options):
    assert claude.raw(b"{}", *options) == (0, "", "")


def test_an_option_before_the_harness_is_no_reason_to_fail(claude, monkeypatch):
    for arguments in (("--deny", "claude"), ("--deny", "codex", "--deny")):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{}")))
        assert main(["hook", *arguments]) == 0


@pytest.mark.parametrize("arguments", [(), ("clod",), ("Claude",)])
def test_what_names_no_harness_is_bad_usage(arguments, capsys):
    assert main(["hook", *arguments]) == 2
    assert capsys.readouterr().err.startswith("advise: ")


def test_help(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["hook", "--help"])
    assert ended.value.code == 0
    assert "install|uninstall|status" in capsys.readouterr().out


def test_the_process_exits_0_too(tmp_path):
    done = subprocess.run([sys.executable, "-m", "advisor", "hook", "claude"], input=b"{", capture_output=True, env={"HOME": str(tmp_path)})
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_clean_file_is_not_read_twice(claude):
    whole = claude.put("all.txt", "all is well\n" * 1000)
    assert claude.told(ended_well("all is well", persistedOutputPath=str(whole))) == ""
