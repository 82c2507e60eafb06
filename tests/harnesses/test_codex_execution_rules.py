"""What Codex's execution rules say of a command."""

import pytest

from advisor.model import Access, ConfigText
from tests.harnesses.codex_cases import CODEX, TRUSTED, looked

RULES = """
# prefix_rule(pattern=["ls"], decision="forbidden")
prefix_rule(pattern=["git", ["commit", "push"]], justification="why")
prefix_rule(pattern = ['docker', 'ps',], decision = 'allow')
prefix_rule(pattern=["make"], decision="prompt")
prefix_rule(pattern=["rm"], decision="forbidden")
prefix_rule(pattern=["git", "push", "--force"], decision="forbidden")
prefix_rule(pattern=[PROGRAM], decision="allow")
prefix_rule(pattern=["x", 5], decision="allow")
prefix_rule(decision="allow")
"""


def said(command, text=RULES, scope="rules", **fields):
    situation = looked(TRUSTED, "", **fields)
    rules = ConfigText("codex", ".codex/rules/a.rules", scope, text)
    return CODEX.runs_outside(command, situation._replace(configs=(*situation.configs, rules)))


@pytest.mark.parametrize(
    ("command", "access"),
    [
        ("git commit -m x", Access.ALLOWED_BUT),
        ("/usr/bin/git push", Access.ALLOWED_BUT),
        ("git push --force", Access.REFUSED),
        ("docker ps -a && git commit", Access.ALLOWED_BUT),
        ("git commit && rm x", Access.REFUSED),
        ("make all", Access.ALLOWED_BUT),
    ],
)
def test_what_the_rules_decide(command, access):
    entry = said(command)
    assert entry.access is access
    assert entry.provenance.file == ".codex/rules/a.rules"


@pytest.mark.parametrize(
    "command",
    [
        "ls",
        "git status",
        "git",
        "git commit > log",
        "git commit $X",
        "git commit | cat",
        "A=1 git commit",
        "cd x && git commit",
        "",
        "PROGRAM",
    ],
)
def test_what_they_leave_to_the_sandbox(command):
    assert said(command) is None


def test_the_words_say_how_it_runs():
    assert "outside the sandbox" in said("docker ps").note
    assert "asks first" in said("make").note
    assert "forbids" in said("rm x").note


def test_an_untrusted_project_s_rules_say_nothing():
    assert said("docker ps", trusted=False) is None
    assert said("docker ps", scope="user-rules", trusted=False) is not None


def test_without_rules_nothing_is_said():
    assert CODEX.runs_outside("docker ps", looked()) is None
