"""What was told before in a session is told in one line; several texts share the room of one."""

import json

import pytest

from advisor.hooks.recalled import once, together
from tests.hooks.events import developer_said, hook_said

TEXT = "advise: LIKELY THE SANDBOX. x.\nmore\n"


def session(*records):
    return tuple(json.dumps(record).encode() for record in records)


@pytest.mark.parametrize(("harness", "said"), [("claude", hook_said), ("codex", developer_said)])
def test_a_repeat_is_known_by_its_first_line(harness, said):
    again = once(TEXT, harness, session(said(TEXT)))
    assert again.startswith("advise: LIKELY THE SANDBOX. x. This was told before")
    assert again.count("\n") == 1
    assert once(again, harness, session(said(TEXT))) == again  # which stands behind the same words
    assert once(TEXT, harness, session(said(TEXT.replace("x", "y")))) == TEXT
    assert once(TEXT, harness, session(said(f"advise: other.\n\n{TEXT}"))) == again


@pytest.mark.parametrize("harness", ["claude", "codex"])
def test_nobody_else_s_words_count(harness):
    others = (
        hook_said(f"a linter says: {TEXT}"),
        {"type": "attachment", "attachment": {"type": "note", "content": TEXT, "of": "hook_additional_context"}},
        {"type": "response_item", "payload": {"type": "message", "role": "user", "content": TEXT, "to": "developer"}},
        {"type": "attachment", "attachment": {"type": "hook_additional_context", "content": 5}},
        {"type": "attachment", "attachment": ["hook_additional_context"]},
    )
    assert once(TEXT, harness, session(*others)) == TEXT


def test_a_context_that_is_one_text_counts_too():
    record = {"type": "attachment", "attachment": {"type": "hook_additional_context", "content": TEXT}}
    assert once(TEXT, "claude", session(record)).count("\n") == 1


def test_what_does_not_fit_is_told_by_its_first_line_or_not_at_all():
    long = f"advise: long.\n{'x' * 1900}\n"
    assert together([]) == together(["", ""]) == ""
    assert together([TEXT, TEXT]) == TEXT
    assert together([TEXT, "advise: b.\n"]) == f"{TEXT}\nadvise: b.\n"
    assert together([long, f"advise: c.\n{'y' * 300}\n"]) == f"{long}\nadvise: c.\n"
    assert together([long, f"advise: {'z' * 300}\n"]) == long
    assert together([f"advise: {'w' * 3000}\n"]) == f"advise: {'w' * 3000}\n"
