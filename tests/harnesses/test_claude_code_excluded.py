"""Which commands run outside Claude Code's sandbox; the forms are those that were tried with 2.1.332."""

import pytest

from advisor.model import Access
from tests.harnesses.claude_code_cases import CLAUDE, ON, situation


def outside(command, *entries):
    return CLAUDE.runs_outside(command, situation(settings={"project": {"sandbox": {**ON["sandbox"], "excludedCommands": list(entries)}}}))


@pytest.mark.parametrize(
    ("entry", "command"),
    [
        ("gh *", "gh"),
        ("gh *", "gh pr list"),
        ("gh:*", "gh pr list"),
        ("docker ps", "docker ps"),
        ("print*", "printenv X"),
        ("*", "docker ps && gh pr list"),
        ("printenv *", "timeout 5 printenv X"),
        ("printenv *", "nohup printenv X"),
        ("git push", "git push"),
    ],
)
def test_what_runs_outside(entry, command):
    found = outside(command, entry)
    assert found.access is Access.ALLOWED_BUT
    assert (found.provenance.file, found.provenance.key) == (".claude/settings.json", "sandbox.excludedCommands")


@pytest.mark.parametrize(
    ("entry", "command"),
    [
        ("docker", "docker ps"),
        ("Bash(docker *)", "docker ps"),
        ("docker *", "docker ps && true"),
        ("docker *", "docker ps > out"),
        ("docker *", "A=1 docker ps"),
        ("docker *", "docker ps $(x)"),
        ("docker *", "cd x && docker ps"),
        ("git *", "git -C x status"),
        ("git *", "git -c a=b status"),
        ("python3 *", "python3 -c 'x'"),
        ("npx *", "npx x"),
        ("PRINTENV *", "printenv x"),
        ("docker *", ""),
    ],
)
def test_what_stays_inside(entry, command):
    assert outside(command, entry) is None


def test_every_part_may_have_an_entry_of_its_own():
    assert outside("docker ps | wc -l", "docker *", "wc *") is not None


def test_without_entries_everything_stays_inside():
    assert CLAUDE.runs_outside("docker ps", situation()) is None
