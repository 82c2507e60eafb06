"""What a file of execution rules grants, and what of it cannot be loaded or read."""

import pytest

from advisor.guard.execution_rules import rule_grants
from advisor.model import Risk


def told(text):
    grants, fault = rule_grants("a.rules", text)
    return [(grant.subject, grant.level, grant.risk) for grant in grants], fault


def test_a_rule_stands_for_every_choice_of_its_words():
    grants, fault = told('prefix_rule(pattern=["gh", ["pr", "issue"]])')
    assert grants == [(("words", "gh", "pr"), 1, Risk.BROAD), (("words", "gh", "issue"), 1, Risk.BROAD)]
    assert fault is None


def test_what_a_plan_lets_out_itself_is_no_escape():
    assert told('prefix_rule(pattern=["git", "commit"], decision="allow")')[0] == [(("words", "git", "commit"), 1, Risk.BROAD)]
    assert told('prefix_rule(pattern=["git"], decision="allow")')[0] == [(("words", "git"), 1, Risk.ESCAPE)]


@pytest.mark.parametrize("program", ["tee", "cp", "curl", "ssh", "/usr/bin/ln", "sqlite3"])
def test_what_writes_or_runs_what_its_arguments_name_is_an_escape(program):
    assert told(f'prefix_rule(pattern=["{program}"])')[0][0][2] == Risk.ESCAPE


def test_words_that_hold_spaces_are_no_other_words():
    (one,), _ = rule_grants("a.rules", 'prefix_rule(pattern=["npm", "run x"])')
    (other,), _ = rule_grants("a.rules", 'prefix_rule(pattern=["npm", "run", "x"])')
    assert (one.value, other.value) == ('["npm", "run x"]', "npm run x")


def test_hosts_and_programs_have_rules_too():
    grants, _ = told(
        'network_rule(host="API.example", protocol="https")\nhost_executable(name="git", paths=["/opt/git"])\nhost_executable()'
    )
    assert [(subject, level) for subject, level, _ in grants] == [
        (("network", "api.example", "https"), 1),
        (("executable", "git", "/opt/git"), 1),
    ]


def test_comments_and_texts_are_no_rules():
    assert told('"""ours"""\n# prefix_rule(pattern=["rm"])\n') == ([], None)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("prefix_rule(pattern=[", "line 1: it is not Starlark"),
        ("x\0", "it is not Starlark"),
        ('\n\nprefix_rule(pattern=["gh"], decision="zzz")', "line 3: zzz is no decision"),
        ("prefix_rule()", "line 1: a prefix_rule needs a pattern of words"),
        ('allow_rule(pattern=["gh"])', "line 1: allow_rule is no rule"),
    ],
)
def test_what_codex_does_not_load_stops_it(text, why):
    grants, fault = told(text)
    assert grants == []
    assert fault.stops
    assert fault.why.startswith(why)


@pytest.mark.parametrize("text", ["words = ['gh']", "prefix_rule(pattern=WORDS)", "prefix_rule(['gh'])", "a.b()"])
def test_what_is_computed_is_named_and_the_rest_is_read(text):
    grants, fault = told(f'{text}\nprefix_rule(pattern=["ls"], decision="forbidden")')
    assert [(subject, level) for subject, level, _ in grants] == [(("words", "ls"), -2)]
    assert not fault.stops
    assert "computed" in fault.why
