"""Whatever stands in a file, lint answers: no text and no data makes it fail, and every span lies in the text."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.errors import InputError
from advisor.lint import findings
from advisor.lint.claude_settings import _keys
from advisor.lint.recognition import SYNTAX

PLAIN = st.none() | st.booleans() | st.integers(-5, 5000) | st.floats(allow_nan=False, allow_infinity=False)
WORDS = st.sampled_from((
    "", "*", "/", "~", "//", "/**", "$HOME/x", "Bash(", "Bash()", "Edit(/etc/**)", "WebFetch(domain:*)", "https://x.example/", ".x",
    "a b", "::1", "[::1]:443", "**.x", "git", "git *", "Bash(git *)", "a && b", "true", "deny", "mask", "2.1.300", "{{ x }}", "\ud800",
)) | st.text(max_size=12)  # fmt: skip
VALUES = st.recursive(PLAIN | WORDS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=8)
PATHS = st.sampled_from(sorted(_keys.known()))
STANDINGS = ("managed", "user", "project", "local", "nowhere", "unknown")


def settings_of(entries):
    data = {}
    for path, value in entries:
        at = data
        for key in path[:-1]:
            following = at.setdefault(key, {})
            at = following if isinstance(following, dict) else at.update({key: {}}) or at[key]
        at[path[-1]] = value
    return data


def check(found, text):
    lines = text.split("\n")
    for finding in found:
        assert 1 <= finding.line <= finding.end_line <= len(lines)
        assert 1 <= finding.column <= len(lines[finding.line - 1]) + 1
        assert (finding.line, finding.column) <= (finding.end_line, finding.end_column)
        assert "\n" not in finding.message


@given(st.lists(st.tuples(PATHS, VALUES), max_size=4), st.sampled_from(STANDINGS))
def test_any_value_at_any_key_is_answered(entries, standing):
    text = json.dumps(settings_of(entries), indent=1)
    check(findings("x.json", text, "claude-settings", standing), text)


@given(st.lists(st.tuples(st.sampled_from([("agentOptions",), ("repoOptions",), ("agentOptions", "opencode"), ("selectedUrl",)]), VALUES)))
def test_any_config_of_polygraph_is_answered(entries):
    text = json.dumps(settings_of(entries))
    check(findings("x.json", text, "polygraph"), text)


@pytest.mark.parametrize("language", SYNTAX)
@given(st.text(alphabet='{}[]",:/*#=\n\r\t ab1\ufeff\x00é', max_size=60))
def test_any_text_is_answered(language, text):
    check(findings("x", text, language), text)


def test_a_deep_text_is_neither_a_fault_nor_called_clean():
    """Claude Code reads deeper than we do: what we do not read we do not judge, and say so."""
    text = '{"a": ' + "[" * 150 + "]" * 150 + "}"
    with pytest.raises(InputError, match="nests more than 100 deep"):
        findings(".claude/settings.json", text)


def test_the_same_text_is_judged_the_same_twice():
    text = '{"sandbox": {"enabled": true, "excludedCommands": ["gh"]}}'
    assert findings("a.json", text) == findings("a.json", text)


def test_a_pattern_too_deep_for_us_is_not_judged():
    entry = {"path": "~/.npmrc", "mode": "mask", "extract": "(" * 3000 + ")" * 3000}
    found = findings("~/.claude/settings.json", json.dumps({"sandbox": {"credentials": {"files": [entry]}}}))
    assert {finding.rule for finding in found} == {"claude-settings/never-on"}
