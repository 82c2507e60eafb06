"""The plugin's front hands on every event that `advise` may have a word for, and starts no Python for the others."""

import json
import shutil
import subprocess

import pytest

from advisor.commands import hook
from advisor.rules import catalogue
from tests import generate
from tests.conftest import ROOT
from tests.hooks.events import EROFS, before, ended_well, event, failed, start
from tests.hooks.events import codex as codex_event

FRONT = ROOT / "templates" / "plugins" / "advise" / "hooks" / "front.sh"
EXAMPLES = [example for rule in catalogue() for example in rule.examples[:1]]

pytestmark = pytest.mark.skipif(shutil.which("sh") is None, reason="there is no POSIX shell")


@pytest.fixture(params=[True, False], ids=["installed", "absent"])
def place(request, tmp_path):
    """A PATH with or without a made-up `advise` that says with what it was called."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sh", "cat", "sed", "tr", "grep", "printf"):
        (folder / name).symlink_to(shutil.which(name))
    if request.param:
        (folder / "advise").write_text('#!/bin/sh\necho "called: $*"\ncat\nexit 3\n')
        (folder / "advise").chmod(0o755)
    return folder, request.param


def answered(place, given, harness="claude"):
    done = subprocess.run(
        ["sh", str(FRONT), harness], input=given, capture_output=True, text=True, env={"PATH": str(place[0])}, timeout=30, check=True
    )
    assert done.stderr == ""
    return done.stdout


def compact(value):
    """As both programs write it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


CLEAN = [failed("compiling\nall is well: it's a \\ and a \" (100 %)\n"), ended_well("fine\tand\nfine"), codex_event("fine\n" * 5000)]
ODD = [
    *(before(command) for command in ("ls", "echo '%s' \\n")),
    {"hook_event_name": "UserPromptSubmit", "prompt": "go on"},
    failed("", "git stash"),
    failed("Command timed out after 2m", code=143),
    failed("\x1b[31mRead-only\x1b[0m file system"),
    failed("cannot touch x: Read-only\nfile system"),
    failed("│ cannot touch x: Read-only │\n│ file   system │"),
    ended_well("…", persistedOutputPath="/tmp/x"),
    ended_well("…", signed="deny something-else x"),
    event("PostToolUse", tool_response={"stdout": EROFS}),
]


@pytest.mark.parametrize("given", CLEAN)
def test_a_clean_event_starts_nothing(place, given):
    assert answered(place, compact(given)) == ""


@pytest.mark.parametrize("given", [*ODD, start(), codex_event(EROFS)])
def test_what_may_be_worth_a_word_is_handed_on_whole(place, given):
    out = answered(place, compact(given), "codex")
    if place[1]:
        assert out == f"called: hook codex\n{compact(given)}"
    elif given == start():
        told = json.loads(out)["hookSpecificOutput"]
        assert told["hookEventName"] == "SessionStart"
        assert "not on the PATH" in told["additionalContext"]
    else:
        assert out == ""


@pytest.mark.parametrize("place", [True], indirect=True)
def test_every_rule_s_example_is_handed_on(place):
    events = [(example, failed(example)) for example in EXAMPLES if not hook._is_clean(failed(example))]
    assert len(events) > 100
    assert [example for example, given in events if not answered(place, compact(given))] == []


def test_the_list_is_that_of_the_catalogue():
    assert generate.GREPPED.read_text(encoding="utf-8") == generate.generated_list(), "run `python -m tests.generate`"
