"""Execution rules: only for what runs nothing of the project's own, and never for rm, an interpreter or a runner."""

import pytest

from advisor.harnesses.codex.rules_file import rule_change, ruled_words
from advisor.hazards.commands import judge_command
from advisor.model import Risk


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("git commit -m x", ("git", "commit")),
        ("docker ps -a", ("docker", "ps")),
        ("ping -c1 a.example", ("ping",)),
        ("git", None),
        ("git push", None),
        ("git rm x", None),
        ("git -C x commit", None),
        ("docker run alpine", None),
        ("rm -rf build", None),
        ("bash -c ls", None),
        ("python3 x.py", None),
        ("npm test", None),
        ("sudo ping x", None),
        ("/usr/bin/git commit", None),
        ("X=1 git commit", None),
        ("git commit && git push", None),
        ("git commit > log", None),
        ("git commit -m $X", None),
        ("", None),
        (None, None),
    ],
)
def test_the_words_of_a_rule(command, words):
    assert ruled_words(command) == words
    assert words is None or judge_command(words).grantable


@pytest.mark.parametrize(
    ("scope", "user_config", "file"),
    [
        ("project", "~/.codex/config.toml", ".codex/rules/advise.rules"),
        ("user", "~/.codex/config.toml", "~/.codex/rules/advise.rules"),
        ("local", "~/.codex/config.toml", "~/.codex/rules/advise.rules"),
        ("user", "/srv/codex home/config.toml", "/srv/codex home/rules/advise.rules"),
    ],
)
def test_a_rule_is_a_line_of_its_scopes_file(scope, user_config, file):
    change = rule_change(("git", "commit"), scope, user_config)
    assert change.file == file
    assert change.value == 'prefix_rule(pattern=["git", "commit"], decision="allow")'
    assert (change.format, change.op, change.role, change.risk) == ("lines", "append", "permission", Risk.BROAD)
