"""What a fix does to the file: the finding is gone, and a safe one takes nothing away that was in force."""

import json

import pytest

from advisor.lint import catalogue, findings
from tests.lint.test_lint import USUAL

LANGUAGES = ("claude-settings", "polygraph")


def fixed(text, fix):
    """The text with a fix's edits in it, as JSON."""
    for edit in sorted((edit for edit in fix.edits if edit.op == "replace"), key=lambda edit: -edit.start):
        text = text[: edit.start] + edit.value + text[edit.end :]
    keyed = [edit for edit in fix.edits if edit.op != "replace"]
    if not keyed:
        return text
    data = json.loads(text.removeprefix("\ufeff"))
    for edit in keyed:
        _do(data, edit)
    return json.dumps(data)


def _do(data, edit):
    *above, last = edit.path
    for key in above:
        data = data.setdefault(key, {}) if isinstance(data, dict) else data[key]
    match edit.op:
        case "set":
            data[last] = edit.value
        case "append":
            data.setdefault(last, []).append(edit.value)
        case "remove":
            del data[last]
        case "rename":
            data[edit.value] = data.pop(last)


def fixes():
    """(rule, language, file, text, finding) of every example whose finding has edits."""
    for language in LANGUAGES:
        for rule in catalogue(language):
            for sample in rule.examples:
                file = sample.file or USUAL[language]
                for finding in findings(file, sample.text, language):
                    if finding.rule == rule.id and finding.fix and finding.fix.edits:
                        yield pytest.param(language, file, sample.text, finding, id=f"{rule.id}-{finding.key}")


FIXES = list(fixes())


def test_most_rules_have_a_fix():
    assert len({param.values[3].rule for param in FIXES}) > 40


@pytest.mark.parametrize(("language", "file", "text", "finding"), FIXES)
def test_a_fix_removes_its_finding_and_brings_no_error(language, file, text, finding):
    after = findings(file, fixed(text, finding.fix), language)
    assert (finding.rule, finding.message) not in {(other.rule, other.message) for other in after}
    before = {(other.rule, other.key) for other in findings(file, text, language) if other.severity == "error"}
    assert {(other.rule, other.key) for other in after if other.severity == "error"} <= before


@pytest.mark.parametrize(("language", "file", "text", "finding"), [param for param in FIXES if param.values[3].fix.safe])
def test_a_safe_fix_leaves_every_other_value_alone(language, file, text, finding):
    """Nothing but what the finding is about goes: the rest of the data is the same before and after."""
    edits = finding.fix.edits
    if any(edit.op == "replace" for edit in edits):
        return
    before, after = json.loads(text), json.loads(fixed(text, finding.fix))
    for edit in edits:
        _forget(before, edit.path)
        _forget(after, (*edit.path[:-1], edit.value) if edit.op == "rename" else edit.path)
    assert before == after


def _forget(data, path):
    for key in path[:-1]:
        data = data[key]
    if isinstance(data, list):
        data.clear()  # an entry that goes moves the others up
    else:
        data.pop(path[-1], None)
