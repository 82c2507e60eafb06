"""Claude Code's own account of its sandbox beside ours."""

import pytest

from tests.harnesses.claude_code_cases import CLAUDE, ON, situation

SAME = {"enabled": True, "enabledSource": "settings", "filesystemPolicy": "strict", "strictMode": False, "unavailableReason": None}


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({}, []),
        ({"enabled": False, "enabledSource": "policy"}, ["the sandbox is off for Claude Code (by policy) and on in the files"]),
        ({"filesystemPolicy": "relaxed"}, ["files are relaxed for Claude Code, and file isolation is on"]),
        ({"strictMode": True}, ["running outside the sandbox is refused for Claude Code"]),
        ({"unavailableReason": "bwrap is missing"}, ["cannot start its sandbox here (bwrap is missing)"]),
        ({"enabled": None, "filesystemPolicy": None, "strictMode": "x"}, []),
    ],
)
def test_what_differs_is_told(told, words):
    found = CLAUDE.differences({**SAME, **told}, situation())
    assert len(found) == len(words)
    assert all(word in one for word, one in zip(words, found, strict=True))


def test_settings_of_the_user_are_read_as_it_reads_them():
    user = {"sandbox": {"enabled": True, "allowUnsandboxedCommands": False, "filesystem": {"disabled": True}}}
    assert CLAUDE.differences({**SAME, "filesystemPolicy": "relaxed", "strictMode": True}, situation(settings={"user": user})) == ()
    assert (
        "possible"
        in CLAUDE.differences(SAME, situation(settings={"project": {"sandbox": {**ON["sandbox"], "allowUnsandboxedCommands": False}}}))[0]
    )
