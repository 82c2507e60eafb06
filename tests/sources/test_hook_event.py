"""What an event says, whichever fields it has, and of which types."""

import pytest

from advisor.sources import hook_event as told
from tests.hooks.events import EROFS, before, codex, ended_well, event, failed, start

SIGNED = "deny network-outbound api.example:80 (user denied)\n"
BLOCK = f"<sandbox_violations>\n{SIGNED}</sandbox_violations>"


def test_an_event_is_a_json_object():
    assert told.parse(b'{"a": 1}') == {"a": 1}
    for data in (b"", b"[]", b"5", b"{", b"\xff", b"[" * 200_000):
        assert told.parse(data) == {}


def test_only_the_shell_s_events_have_a_name():
    assert told.name_of(failed("")) == "PostToolUseFailure"
    assert told.name_of(start()) == "SessionStart"
    assert told.name_of({**failed(""), "tool_name": "Write"}) == ""
    assert told.name_of({"hook_event_name": 5, "tool_name": "Bash"}) == ""


def test_the_command():
    assert told.command_of(before("npm ci")) == "npm ci"
    for value in ("", None, 5, ["npm"], "x" * 40_000):
        assert told.command_of(before(value)) is None
    assert told.command_of({"tool_input": "npm ci"}) is None
    assert told.asks_to_leave(before("x", dangerouslyDisableSandbox=True))
    assert not told.asks_to_leave(before("x", dangerouslyDisableSandbox="yes"))


def test_the_places():
    given = {"cwd": "/home/dev", "transcript_path": "/home/dev/x.jsonl"}
    assert (told.directory_of(given), told.session_of(given)) == ("/home/dev", "/home/dev/x.jsonl")
    assert (told.directory_of({"cwd": 5}), told.session_of({})) == (None, None)


@pytest.mark.parametrize(
    ("given", "printed", "code"),
    [
        (failed(EROFS), EROFS, 1),
        (failed("", code=128), "", 128),
        (failed("a\nb\n", code=2), "a\nb\n", 2),
        (event("PostToolUseFailure", error="killed\nx"), "killed\nx", None),
        (event("PostToolUseFailure", error="Exit code x\ny"), "Exit code x\ny", None),
        (event("PostToolUseFailure", error="Exit code 999999\ny"), "Exit code 999999\ny", None),
        (ended_well("out"), "out", 0),
        (event("PostToolUse", tool_response={"stdout": "out", "stderr": "cwd was reset"}), "out\ncwd was reset", 0),
        (event("PostToolUse", tool_response={"content": [{"text": "a"}, {"text": "b"}]}), "a\nb", 0),
        (event("PostToolUse", tool_response={"stdout": 5, "stderr": None}), "", 0),
        (codex("bare"), "bare", None),
        (codex([{"type": "text", "text": "a"}]), "a", None),
        (codex(5), "", None),
        ({}, "", None),
    ],
)
def test_what_was_printed_and_how_it_ended(given, printed, code):
    assert (told.printed_of(given), told.exit_code_of(given)) == (printed, code)


@pytest.mark.parametrize(
    ("stderr", "signed", "printed"),
    [
        (BLOCK, SIGNED, ""),
        (f"{BLOCK}\n \n", SIGNED, ""),
        (f"Shell cwd was reset\n{BLOCK}", SIGNED, "Shell cwd was reset\n"),
        (f"{BLOCK}\n{BLOCK}", SIGNED, f"{BLOCK}\n"),
        (f"{BLOCK}\nmore", "", f"{BLOCK}\nmore"),
        (f"x{BLOCK}", "", f"x{BLOCK}"),
        (BLOCK[:-5], "", BLOCK[:-5]),
        ("", "", ""),
        (None, "", ""),
    ],
)
def test_the_block_that_the_harness_signs_ends_what_it_says_itself(stderr, signed, printed):
    given = event("PostToolUse", tool_response={"stdout": "", "stderr": stderr})
    assert (told.signed_of(given), told.printed_of(given)) == (signed, printed)


def test_the_file_with_the_whole_output(tmp_path, monkeypatch):
    file = tmp_path / "all.txt"
    file.write_bytes(b"abc" * 1000)
    assert b"".join(told.persisted_of(ended_well("", persistedOutputPath=str(file)))) == b"abc" * 1000
    monkeypatch.setattr(told, "_MOST", 100)
    monkeypatch.setattr(told, "_PIECE", 7)
    assert b"".join(told.persisted_of(ended_well("", persistedOutputPath=str(file)))) == (b"abc" * 1000)[-100:]
    for path in (str(tmp_path), str(tmp_path / "gone"), "a\0b", 5):
        assert told.persisted_of(ended_well("", persistedOutputPath=path)) is None
    assert told.persisted_of(codex("x")) is None


def test_a_text_beyond_all_measure_is_read_at_its_ends(monkeypatch):
    monkeypatch.setattr(told, "_END", 3)
    assert told.ends_of("abcdef") == "abcdef"
    assert told.ends_of("abcdefg") == "abc\nefg"


def test_the_time_was_up():
    assert told.timed_out(failed("Command timed out after 2m", code=143))
    assert not told.timed_out(failed("Command timed out after 2m", code=1))
    assert not told.timed_out(failed("x" * 300 + "Command timed out after 2m", code=143))
    assert not told.timed_out(codex("Command timed out after 2m"))
