"""What a fix of a Codex file does: the finding is gone, and a safe one brings nothing that stops Codex."""

import tomllib

import pytest
import tomlkit

from advisor.lint import catalogue, findings
from tests.lint.test_fixes import _do
from tests.lint.test_lint import USUAL

LANGUAGES = ("codex-config", "codex-requirements", "codex-rules", "codex-hooks")


def fixed(text, fix, language):
    """The text with a fix's edits in it; TOML is written anew, for its data alone."""
    replaced = text
    for edit in sorted((edit for edit in fix.edits if edit.op == "replace"), key=lambda edit: -edit.start):
        replaced = replaced[: edit.start] + edit.value + replaced[edit.end :]
    keyed = [edit for edit in fix.edits if edit.op != "replace"]
    if not keyed:
        return replaced
    if language == "codex-hooks":
        import json

        data = json.loads(text)
        for edit in keyed:
            _do(data, edit)
        return json.dumps(data)
    data = tomllib.loads(text)
    for edit in keyed:
        if edit.op == "set" and edit.path[:-1] == ("features",):
            data.setdefault("features", {})
        _do(data, edit)
    return tomlkit.dumps(data)


def fixes():
    for language in LANGUAGES:
        for rule in catalogue(language):
            for number, sample in enumerate(rule.examples):
                file = sample.file or USUAL[language]
                for finding in findings(file, sample.text, language):
                    if finding.rule == rule.id and finding.fix and finding.fix.edits:
                        yield pytest.param(language, file, sample.text, finding, id=f"{rule.id}-{number}-{finding.key}")


FIXES = list(fixes())


def test_many_rules_have_a_fix():
    assert len({param.values[3].rule for param in FIXES}) > 35


@pytest.mark.parametrize(("language", "file", "text", "finding"), FIXES)
def test_a_fix_removes_its_finding_and_brings_no_error(language, file, text, finding):
    after = findings(file, fixed(text, finding.fix, language), language)
    assert (finding.rule, finding.key, finding.message) not in {(other.rule, other.key, other.message) for other in after}
    before = {other.rule for other in findings(file, text, language) if other.severity == "error"}
    # A key that is renamed or moved may be wrong at its new place, which it was at the old one too.
    assert {other.rule for other in after if other.severity == "error"} <= before | {"codex-config/wrong-type", "codex-config/stops-codex"}


@pytest.mark.parametrize("finding", [param.values[3] for param in FIXES if param.values[3].fix.safe])
def test_a_safe_fix_opens_nothing(finding):
    assert finding.rule.partition("/")[2] not in {
        "whole-network",
        "full-access",
        "swallowed-key",
        "misplaced-key",
        "undefined-profile",
        "baseless-profile",
    }
