"""Execution rules: spans in bytes and characters, and what only running the file would tell."""

import warnings

import pytest

from advisor.lint import findings
from advisor.lint.codex_rules import _calls


def told(text):
    return [
        (finding.rule.partition("/")[2], text.split("\n")[finding.line - 1][finding.column - 1 : finding.end_column - 1])
        for finding in findings("a.rules", text, "codex-rules")
    ]


def test_a_finding_stands_at_the_argument_whatever_stands_before_it():
    text = '\ufeff"é"; prefix_rule(pattern=["é"], decision="deny")\n'
    (finding,) = findings("a.rules", text, "codex-rules")
    assert (finding.line, finding.column, finding.end_column) == (1, 42, 48)
    assert finding.fix.edits[0].value == '"forbidden"'
    assert text[finding.fix.edits[0].start : finding.fix.edits[0].end] == '"deny"'


@pytest.mark.parametrize(
    ("text", "rule", "shown"),
    [
        ("x = 1 < 2 < 3\n", "not-starlark", "1 < 2 < 3"),
        ("x = [] is None\n", "not-starlark", "[] is None"),
        ("@list\ndef f(): pass\n", "not-starlark", "def f(): pass"),
        ("print(3)\n", "unknown-name", "print"),
        ('prefix_rule(pattern=["a"], decision="prompt", pattern=["b"])\n', "bad-argument", '["b"]'),
        ('host_executable(name="", paths=["/a"])\n', "bad-argument", '""'),
        ('prefix_rule(["git"], "prompt", match="git x")\n', "bad-argument", '"git x"'),
    ],
)
def test_what_codex_does_not_take_is_shown(text, rule, shown):
    assert (rule, shown) in told(text)


@pytest.mark.parametrize(
    "text",
    [
        'prefix_rule(**{"pattern": ["git"]})\n',
        'prefix_rule(*[["git"]])\n',
        'x = "git"\nprefix_rule(pattern=[x, "log"], decision="prompt", match=[x])\n',
        'prefix_rule(pattern=["git"], decision="prompt", match=[["git", "x"]], not_match=["hg"])\n',
        'prefix_rule(pattern=["a" + "b"], decision="prompt")\n',
        'x = "\\d"\n',
    ],
)
def test_what_only_running_the_file_would_tell_is_left_alone(text):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _calls.read.cache_clear()
        assert told(text) == []


def test_a_zero_byte_is_told():
    assert told("prefix_rule(\x00)")[0][0] == "not-starlark"


def test_a_rule_is_judged_by_the_worst_command_that_it_means():
    (finding,) = findings("a.rules", 'prefix_rule(pattern=[["ls", "rm"], ["-l", "-rf"]])\n', "codex-rules")
    assert finding.severity == "warn"
    assert '"rm -l" runs outside the sandbox' in finding.message


def test_a_plain_command_let_out_is_worth_knowing():
    (finding,) = findings("a.rules", 'prefix_rule(pattern=["lsof"], decision="allow")\n', "codex-rules")
    assert finding.severity == "info"


def test_a_pattern_of_very_many_spellings_is_answered():
    words = ", ".join(f'"a{number}"' for number in range(200))
    assert findings("a.rules", f"prefix_rule(pattern=[{', '.join([f'[{words}]'] * 6)}])\n", "codex-rules")
