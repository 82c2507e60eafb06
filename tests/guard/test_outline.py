"""What whoever commits reads, and the document that it is made of."""

import json

from advisor.guard import changes
from advisor.guard.acknowledged import Acknowledgement
from advisor.guard.document import guard_document
from advisor.guard.outline import MOST_NARROWER, MOST_NEUTRAL, MOST_TOLD, guard_text
from advisor.validate import problems

SETTINGS = ".claude/settings.json"
DOCKER = Acknowledgement(SETTINGS, "sandbox.excludedCommands", "docker *", "images are built here")


def document(before, after, *entries):
    texts = ({SETTINGS: text if isinstance(text, bytes) else json.dumps(text).encode()} for text in (before, after))
    told = guard_document(changes(*texts, {}), entries, None, None)
    assert problems(told, "guard") == ()
    return told


def test_nothing_is_one_line():
    assert guard_text(document({}, {"model": "a"})) == "The allowlist stays as it is: no grant changed.\n"


def test_an_escape_says_what_to_write_down():
    told = document({}, {"sandbox": {"excludedCommands": ["docker *", "gh *"]}})
    assert (told["verdict"], told["risk"], told["refused"], told["from"], told["to"]) == ("widens", "escape", True, "HEAD", None)
    text = guard_text(told)
    assert text.startswith("THE ALLOWLIST WIDENS: 2 wider.\n")
    assert 'value = "docker *"' in text
    assert 'value = "gh *"' not in text
    assert "This grant lets" in text


def test_an_acknowledged_escape_is_told_with_its_reason():
    told = document({}, {"sandbox": {"excludedCommands": ["docker *"]}}, DOCKER)
    assert told["refused"] is False
    assert told["changes"][0]["acknowledged"] == "images are built here"
    text = guard_text(told)
    assert "images are built here" in text
    assert "[[acknowledged]]" not in text


def test_two_escapes_are_two_entries():
    text = guard_text(document({}, {"sandbox": {"excludedCommands": ["docker *", "npm *"]}}))
    assert "These 2 grants let" in text
    assert text.count("[[acknowledged]]") == 2


def test_a_narrowing_needs_no_acknowledgement():
    told = document({"sandbox": {"excludedCommands": ["docker *"]}}, {})
    assert (told["verdict"], told["risk"], told["refused"]) == ("narrows", "none", False)
    assert guard_text(told).startswith("THE ALLOWLIST NARROWS: 1 narrower.")


def test_a_broken_file_leads():
    told = document({}, b"{")
    assert told["verdict"] == "unknown"
    assert "THE ALLOWLIST CANNOT BE READ WHOLE" in guard_text(told)


def test_a_catch_is_told():
    assert "on macOS only" in guard_text(document({}, {"sandbox": {"network": {"allowUnixSockets": ["/tmp/a.sock"]}}}))


def test_many_changes_are_cut_short():
    dist = {"sandbox": {"filesystem": {"allowWrite": [f"./dist{n}" for n in range(MOST_NEUTRAL + 2)]}}}
    text = guard_text(document({}, dist))
    assert "and 2 more (--format json lists them)" in text
    assert text.startswith("THE ALLOWLIST STAYS AS IT IS: 5 the same.")
    many = {"sandbox": {"network": {"allowedDomains": [f"h{n}.example" for n in range(MOST_TOLD + 3)]}}}
    assert "and 3 more" in guard_text(document({}, many))
    assert f"and {MOST_TOLD + 3 - MOST_NARROWER} more" in guard_text(document(many, {}))


def test_what_is_printed_steers_no_terminal():
    text = guard_text(document({}, {"sandbox": {"excludedCommands": ["docker \x1b[2J\u202e *"]}}))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "sha256" in text
