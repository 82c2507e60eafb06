"""Which rule also decides of what."""

import pytest

from advisor.guard.coverage import command_spelled, covers, rule_parts


@pytest.mark.parametrize(
    ("rule", "parts"),
    [
        ("Bash", ("Bash", "")),
        ("Bash(*)", ("Bash", "")),
        ("Bash(npm run:*)", ("Bash", "npm run *")),
        ("Edit(**)", ("Edit", "")),
        ("Edit(./src/**)", ("Edit", "src")),
        ("WebFetch(*)", ("WebFetch", "")),
        ("WebFetch(domain:a.example)", ("WebFetch", "domain:a.example")),
        ("not a rule (", ("not a rule (", "")),
    ],
)
def test_spellings_of_one_rule_are_one(rule, parts):
    assert rule_parts(rule) == parts


@pytest.mark.parametrize(("pattern", "spelled"), [("gh:*", "gh *"), ("*", ""), (":*", ""), ("gh  pr", "gh pr")])
def test_spellings_of_one_command_are_one(pattern, spelled):
    assert command_spelled(pattern) == spelled


def rules(wide, narrow):
    return covers(("rule", *rule_parts(wide)), ("rule", *rule_parts(narrow)))


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [
        ("Bash(npm *)", "Bash(npm)"),
        ("Bash(npm *)", "Bash(npm run *)"),
        ("Bash(npm run *:fix)", "Bash(npm run lint:fix)"),
        ("Bash", "Bash(ls)"),
        ("Edit(//srv/**)", "Edit(//srv/a/**)"),
        ("WebFetch(domain:*.a.example)", "WebFetch(domain:x.a.example)"),
        ("WebFetch(domain:a.example)", "WebFetch(domain:a.example:443)"),
        ("mcp__github", "mcp__github__get"),
        ("mcp__github__*", "mcp__github__get"),
    ],
)
def test_a_wide_rule_decides_of_a_narrow_one_and_not_the_other_way_round(wide, narrow):
    assert rules(wide, narrow)
    assert not rules(narrow, wide)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bash(npm *)", "Bash(npmx)"),
        ("Read(//srv/**)", "Edit(//srv/**)"),
        ("Edit(//srv/*)", "Edit(//srv/a)"),
        ("Skill(a)", "Skill(b)"),
        ("mcp__git", "mcp__github__get"),
    ],
)
def test_other_rules_are_other_rules(one, other):
    assert not rules(one, other)
    assert not rules(other, one)


def test_words_services_and_commands_have_their_own_measure():
    assert covers(("words", "git"), ("words", "git", "push"))
    assert not covers(("words", "git", "push"), ("words", "git"))
    assert covers(("service", "com.apple.*"), ("service", "com.apple.x"))
    assert covers(("outside", ""), ("outside", "gh *"))
    assert not covers(("outside", "gh"), ("words", "gh"))
    assert not covers(("plugin", "a"), ("plugin", "b"))
