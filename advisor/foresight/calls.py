"""Which programs a command line calls, behind wrappers and runners, and in which folder."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from advisor.foresight.registries import RUNNERS
from advisor.foresight.seen import Called
from advisor.shell import WRAPPERS, SimpleCommand, parse

_LOOPS = frozenset({"for", "case", "done", "fi", "esac", "function", "select"})
_KEYWORDS = frozenset({"do", "then", "else", "elif", "if", "while", "until", "time"})
_PACKAGE_MANAGERS = frozenset({"npm", "pnpm", "yarn", "bun"})
_TAKE_A_FOLDER = frozenset({"make", "gmake", "git", *_PACKAGE_MANAGERS})


def calls_of(command: str) -> Iterator[Called]:
    """The programs that a line calls, behind wrappers and runners, each with the folder that `cd` went to before."""
    folder: str | None = None
    for simple in parse(command).commands:
        called = _called(simple)
        if called is None:
            continue
        if called.program == "cd":
            folder = posixpath.join(folder or "", called.verb) if called.verb else "~"
            continue
        inside = called.value_of("-C", "--cwd", "--prefix", "--directory") if called.program in _TAKE_A_FOLDER else None
        called = called._replace(folder=posixpath.join(folder or "", inside) if inside else folder)
        yield called
        if called.program in RUNNERS and called.plain:
            place = called.arguments.index(called.plain[0])
            yield Called(re.split(r"(?<!^)@", called.plain[0])[0].rsplit("/", 1)[-1], called.arguments[place + 1 :], called.folder)
        elif called.program in _PACKAGE_MANAGERS and called.verb in ("exec", "dlx", "x") and len(called.plain) > 1:
            place = called.arguments.index(called.plain[1])
            yield Called(called.plain[1], called.arguments[place + 1 :], called.folder)


def _called(simple: SimpleCommand) -> Called | None:
    """The program of a simple command with what stands behind it; None for one that calls none."""
    words = simple.words
    if words and words[0] in _LOOPS:
        return None
    if words and words[0] in _KEYWORDS:  # `do curl …` of a loop: what stands behind is the command
        return _called(SimpleCommand(next(iter(words[1:2]), ""), words[1:], ()))
    for place, word in enumerate(words):
        name = word.rsplit("/", 1)[-1]
        if name == simple.program.rsplit("/", 1)[-1] and name not in WRAPPERS:
            return Called(name, words[place + 1 :])
    return None
