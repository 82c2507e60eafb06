"""Every lint rule by itself: found in its own examples, silent on its near misses; and how a finding is placed."""

import re
from importlib import import_module

import pytest

from advisor.errors import InputError
from advisor.lint import catalogue, findings
from advisor.lint.recognition import SYNTAX

RULES = catalogue()
# A path that stands for a language where a sample names none.
USUAL = {
    "claude-settings": ".claude/settings.json",
    "codex-config": ".codex/config.toml",
    "codex-requirements": "/etc/codex/requirements.toml",
    "codex-rules": ".codex/rules/default.rules",
    "codex-hooks": ".codex/hooks.json",
    "polygraph": "~/.polygraph/config.json",
}


def samples(kind):
    return [
        pytest.param(rule, language, sample, id=f"{rule.id}-{number}")
        for language in SYNTAX
        for rule in catalogue(language)
        for number, sample in enumerate(getattr(rule, kind))
    ]


def told(rule, language, sample):
    found = findings(sample.file or USUAL[language], sample.text, language)
    return [finding for finding in found if finding.rule == rule.id]


def test_every_language_has_its_package():
    for language in SYNTAX:
        assert import_module(f"advisor.lint.{language.replace('-', '_')}").__doc__


def test_ids_are_unique():
    ids = [rule.id for rule in RULES]
    assert sorted(ids) == sorted(set(ids))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_is_spelt_like_the_others(rule):
    assert re.fullmatch(r"[a-z]+(?:-[a-z]+)*/[a-z0-9]+(?:-[a-z0-9]+)*", rule.id)
    assert rule.title
    assert not rule.title.endswith(".")
    assert len(rule.explanation) > 40
    assert rule.explanation.endswith(".")
    assert rule.examples
    assert rule.near_misses
    assert rule.source
    assert rule.seen_on


@pytest.mark.parametrize(("rule", "language", "sample"), samples("examples"))
def test_an_example_is_found(rule, language, sample):
    assert told(rule, language, sample)


@pytest.mark.parametrize(("rule", "language", "sample"), samples("near_misses"))
def test_a_near_miss_is_left_alone(rule, language, sample):
    assert told(rule, language, sample) == []


def test_a_file_of_no_known_language_is_refused():
    with pytest.raises(InputError, match="--as"):
        findings("notes.json", "{}")


def test_a_clean_file_is_clean():
    assert findings(".claude/settings.json", "{}\n") == ()
