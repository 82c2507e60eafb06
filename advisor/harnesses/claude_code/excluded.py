"""Which commands run outside Claude Code's sandbox because its settings exclude them.

An entry is the inside of a Bash rule. Since 2.1.277 every part of the line must match one, and a redirection, an
assignment, a substitution or a program that runs programs keeps it inside (2.1.332: run).
"""

from __future__ import annotations

from fnmatch import fnmatchcase

from advisor.harnesses.claude_code.settings import read_settings
from advisor.model import Access, Entry, Provenance, Situation
from advisor.shell import SimpleCommand, parse

_NOTE = "it runs outside the sandbox, and asks unless a permission rule allows it"
# They run what their words name: an entry for them does not count.
_RUN_OTHERS = frozenset({"npx", "env", "xargs", "sudo", "eval", "command", "exec", "find", "watch"})
_RUN_CODE = {"python": "-c", "python3": "-c", "node": "-e", "bash": "-c", "sh": "-c", "zsh": "-c", "perl": "-e", "ruby": "-e"}


def runs_outside(command: str, situation: Situation) -> Entry | None:
    """The entry by which a command line runs outside the sandbox, or None."""
    line = parse(command)
    entries = list(read_settings(situation).items("sandbox", "excludedCommands"))
    if not entries or not line.sure or not line.commands or any(map(_stays_inside, line.commands)):
        return None
    found: tuple[str, Provenance] | None = None
    for simple in line.commands:
        found = next((entry for entry in entries if _matches(entry[0], simple)), None)
        if found is None:
            return None
    assert found is not None  # there is at least one simple command
    return Entry("permission", found[0], Access.ALLOWED_BUT, found[1], _NOTE)


def _stays_inside(simple: SimpleCommand) -> bool:
    given = {word.partition("=")[0] for word in simple.words}
    changes_git = simple.program == "git" and bool(given & {"-C", "-c", "--git-dir"})
    runs_code = _RUN_CODE.get(simple.program, "") in given
    return bool(simple.writes) or simple.program in (*_RUN_OTHERS, "cd") or runs_code or changes_git


def _matches(pattern: str, simple: SimpleCommand) -> bool:
    words = simple.words
    behind = words.index(simple.program) if simple.program in words else 0  # behind `timeout 5` and `nohup`
    line = " ".join(words[behind:])
    if pattern.endswith((" *", ":*")):
        bare = pattern[:-2]
        return line == bare or line.startswith(f"{bare} ")
    return fnmatchcase(line, pattern)
