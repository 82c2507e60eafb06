"""Whatever stands in a file of Codex's, lint answers: no text and no data makes it fail, and every span lies in the text."""

import json

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from advisor.lint import findings
from advisor.lint.codex_config import _keys
from tests.lint.test_hostile import check

WORDS = st.sampled_from((
    "", "*", "/", "~", "//", "/**", "$HOME/x", "${A", "%X%", "../x", ":root", ":x", "https://x.example/", "a b", "[::1]:443", "**",
    "a.b.c", "read", "write", "deny", "allow", "never", "untrusted", "danger-full-access", ":danger-full-access", "workspace",
    "dev", "x.md", "/dev/kvm", "\n", "\x1b[31m", "é", "‮x",
)) | st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=10)  # fmt: skip
PLAIN = st.booleans() | st.integers(-5, 5000) | st.floats(allow_nan=False, allow_infinity=False) | WORDS | st.dates()
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=8)
KEYS = WORDS | st.sampled_from((
    "filesystem", "network", "domains", "unix_sockets", "enabled", "extends", "workspace_roots", ":workspace_roots",
    "writable_roots", "command", "url", "tools", "hooks", "PostToolUse", "state", "network_proxy", "codex_hooks", "inherit",
    "include_only", "filters", "prefix_rules", "pattern", "decision", "deny_read", "identity", "glob_scan_max_depth",
    "allow_local_binding",
))  # fmt: skip
REQUIREMENTS = tuple(_keys.schema("codex-requirements")["properties"])
STANDINGS = ("managed", "user", "project", "profile", "nowhere", "unknown")


def entries(tops):
    return st.lists(st.tuples(st.sampled_from(tops), st.lists(KEYS, max_size=4), VALUES), max_size=4)


def toml_of(chosen):
    data = {}
    for top, below, value in chosen:
        at, path = data, [top, *below]
        for key in path[:-1]:
            at[key] = at[key] if isinstance(at.get(key), dict) else {}
            at = at[key]
        at[path[-1]] = value
    return tomlkit.dumps(data)


@given(entries(_keys.top_level()), st.sampled_from(STANDINGS))
def test_any_value_at_any_key_of_a_config_is_answered(chosen, standing):
    text = toml_of(chosen)
    check(findings("x.toml", text, "codex-config", standing), text)


@given(entries(REQUIREMENTS), st.sampled_from(STANDINGS))
def test_any_value_at_any_key_of_requirements_is_answered(chosen, standing):
    text = toml_of(chosen)
    check(findings("x.toml", text, "codex-requirements", standing), text)


@given(VALUES.map(lambda value: json.dumps(value, default=str)))
def test_any_hooks_are_answered(text):
    for whole in (text, f'{{"hooks": {text}}}', f'{{"hooks": {{"Stop": [{{"hooks": {text}}}]}}}}'):
        check(findings("hooks.json", whole, "codex-hooks", "project"), whole)


PIECES = st.sampled_from((
    "prefix_rule", "host_executable", "network_rule", "(", ")", "[", "]", ",", "pattern", "match", "=", '"git"', "'rm -rf'", "\n",
    "    ", "3", "None", "x", "for x in y:", "decision", '"allow"', "#", '"é"', "\\", "lambda: ", "if ", "*", "**", ":", "\t",
    "\ufeff", "\x00",
))  # fmt: skip


@given(st.lists(PIECES, max_size=30).map("".join))
def test_any_rules_are_answered(text):
    check(findings("a.rules", text, "codex-rules", "project"), text)


@given(st.text(max_size=60))
def test_any_text_is_answered_in_every_language(text):
    for language in ("codex-config", "codex-requirements", "codex-rules", "codex-hooks"):
        check(findings("x", text, language, "unknown"), text)


@pytest.mark.parametrize("text", ["a = " + "[" * 3000, "a" + ".a" * 3000 + " = 1", "a = {b = " * 300, "[" * 500])
def test_deep_toml_is_answered(text):
    check(findings("x.toml", text, "codex-config", "project"), text)


@pytest.mark.parametrize(
    "text", ["prefix_rule(" + "[" * 3000, "x = " + "-" * 20000 + "1", "x = " + "1+" * 5000 + "1", "(" * 190 + ")" * 190]
)
def test_deep_rules_are_answered(text):
    check(findings("a.rules", text, "codex-rules", "project"), text)
