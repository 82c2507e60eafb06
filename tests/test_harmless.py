"""What needs nothing is told by its words; whatever a shell may make more of is not."""

import pytest

from advisor.foresight import foresee
from advisor.harmless import GIT_READS_ONLY, HARMLESS, READERS, is_harmless
from advisor.model import Situation

QUIET = [
    "ls -la src",
    "pwd; date",
    "echo hi && ls | wc -l",
    "git status",
    "git log --oneline -5\ngit diff",
    'grep -n "some words" file',
    "true || false",
]
MORE = [
    *("", ";", "npm ci", "echo x > /etc/y", "ls $(touch /y)", "ls `x`", "env npm ci", "cat ~/.ssh/id", "cat x", "ls & x", "X=1 ls"),
    *("git", "git push", "git commit", "find . -exec rm {} +", "echo a\\\n; rm", "ls && touch /y", "echo 'a; touch /y'"),
]


@pytest.mark.parametrize("command", QUIET)
def test_what_needs_nothing(command):
    assert is_harmless(command)
    foresight = foresee(command, Situation())
    assert (foresight.needs, foresight.unknown) == ((), ())


@pytest.mark.parametrize("command", MORE)
def test_what_takes_a_closer_look(command):
    assert not is_harmless(command)


@pytest.mark.parametrize("program", sorted(HARMLESS - READERS - {"env", "["}))
def test_foresight_sees_no_need_of_it_either(program):
    assert is_harmless(f"{program} a b")
    assert foresee(f"{program} a b", Situation()).needs == ()


@pytest.mark.parametrize("word", sorted(GIT_READS_ONLY))
def test_nor_of_what_only_looks_at_the_repository(word):
    assert is_harmless(f"git {word}")
    assert foresee(f"git {word}", Situation()).needs == ()
