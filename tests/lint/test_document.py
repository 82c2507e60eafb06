"""Findings as a document and as lines: nothing of a file reaches a reader uncleaned."""

from advisor.lint.document import findings_document, findings_text
from advisor.model.lint import Edit, Finding, Fix
from advisor.validate import problems

FIX = Fix(
    "put it\x1b[2J there", (Edit("set", ("a\x1b[2J", 0), {"k\u202e": ["v\x1b[2J", 1, None]}), Edit("replace", value="", start=1, end=2))
)
FINDING = Finding(
    "claude-settings/x", "warn", "a\x1b[2J.json", 1, 2, 3, 4, "a\x1b[2J.0", "wrong\x1b[2J: y", "Why.", FIX, "Claude Code 2.1.332"
)


def test_a_document_is_clean_and_fits_its_schema():
    document = findings_document([FINDING, FINDING._replace(fix=None)])
    assert problems(document, "findings") == ()
    first, second = document["findings"]
    assert first["file"] == "a.json"
    assert first["key"] == "a.0"
    assert first["fix"]["edits"] == [
        {"op": "set", "path": ["a", 0], "value": {"k": ["v", 1, None]}},
        {"op": "replace", "path": [], "value": "", "start": 1, "end": 2},
    ]
    assert second["fix"] is None


def test_lines_are_clean_and_counted():
    text = findings_text([FINDING, FINDING._replace(severity="info", fix=None)], 2)
    assert text == (
        "a.json:1:2: warn claude-settings/x: wrong: y\n    Why.\n    fix: put it there\n"
        "a.json:1:2: info claude-settings/x: wrong: y\n1 warning, 1 remark in 2 files.\n"
    )


def test_nothing_found_is_said():
    assert findings_text([], 2) == "Nothing wrong in 2 files.\n"
    assert findings_text([], 0) == "There is no config file of a harness or launcher here.\n"


def test_of_files_that_could_not_be_read_nothing_is_said_here():
    assert findings_text([], 0, unread=1) == ""
    assert findings_text([], 1, unread=1) == "Nothing wrong in 1 file.\n"


def test_several_of_a_kind_are_told_as_several():
    assert findings_text([FINDING] * 2, 1).endswith("\n2 warnings in 1 file.\n")
