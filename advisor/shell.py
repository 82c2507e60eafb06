"""Takes a command line apart: simple commands, the program of each, where its output is redirected.

It uses `shlex` with punctuation characters and says when it is unsure; it never runs or expands anything.
"""

from __future__ import annotations

import re
import shlex
from typing import NamedTuple

# Words that run the rest of their words as a command.
WRAPPERS = frozenset({"command", "env", "exec", "nice", "nohup", "setsid", "stdbuf", "sudo", "time", "timeout", "xargs"})
_SEPARATORS = frozenset({"&&", "||", ";", "|", "|&", "&", "(", ")", "{", "}", "!", ";;"})
_REDIRECTS = frozenset({">", ">>", "&>", "&>>", ">|", "<>"})
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w{0,200}\+?=")
# What makes the words below a guess: expansions, substitutions, here documents, compound commands.
_UNSURE = re.compile(r"[$`]|<<|\b(?:for|while|until|if|case|function|eval|source)\b|\n")

# A word of several quoted parts, as `ls` and its kin print a name with a quote or a control character in it: 'it'\''s', 'a'$'\n''b'.
_PART = r"'[^'\n]{0,400}'"
_JOINED = rf"{_PART}(?:(?:\\'|\"'\"|\$'(?:[^'\\\n]|\\.){{1,99}}')(?:{_PART})?){{1,20}}"
_ANCHORED = re.compile(r"[/~\\]|\$\{?[A-Za-z_]|[A-Za-z]:[\\/]")
# What no relative name starts with, and what in one says that more than a name was read.
_NO_NAME = re.compile(r"[;,:|&<>=!?*^%#\"'`)\]}]|[^\n]{0,400}(?:[;|&<>`\"']|\$\()")


class SimpleCommand(NamedTuple):
    """One command of a command line.

    program: its name without the folder, behind wrappers such as `env` and `timeout`; "" when there is none.
    words: program and arguments as written, unquoted. writes: the files its output is redirected to.
    """

    program: str
    words: tuple[str, ...]
    writes: tuple[str, ...]


class CommandLine(NamedTuple):
    """A command line taken apart; sure is False when a shell could make something else of it."""

    commands: tuple[SimpleCommand, ...]
    sure: bool

    @property
    def bare(self) -> bool:
        """Whether it is exactly one command with no redirection, assignment, substitution or chaining."""
        return self.sure and len(self.commands) == 1 and not self.commands[0].writes


def parse(line: str) -> CommandLine:
    """`line` as simple commands; an unbalanced quote gives what could be read and `sure` False."""
    sure = not _UNSURE.search(line)
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = "#"
    words: list[str] = []
    try:
        for word in lexer:
            words.append(word)
    except ValueError:
        sure = False
    commands: list[SimpleCommand] = []
    current: list[str] = []
    for word in [*words, ";"]:
        if word in _SEPARATORS or (word and set(word) <= set(";&|()")):
            if current:
                commands.append(_simple(current))
            current = []
        else:
            current.append(word)
    assigned = any(_ASSIGNMENT.match(command.words[0]) for command in commands if command.words)
    return CommandLine(tuple(commands), sure and not assigned)


def _simple(words: list[str]) -> SimpleCommand:
    kept: list[str] = []
    writes: list[str] = []
    rest = iter(words)
    for word in rest:
        if word in (*_REDIRECTS, ">&", "<&", "<") and kept and kept[-1] in ("0", "1", "2"):
            kept.pop()  # `2>file`: shlex parts the descriptor from its arrow; a lone number before an arrow is rare
        if word in _REDIRECTS:
            writes.extend(target for target in (next(rest, ""),) if target and target != "&")
        elif word in (">&", "<&", "<"):
            next(rest, None)
        else:
            kept.append(word)
    return SimpleCommand(_program(kept), tuple(kept), tuple(target for target in writes if not target.isdigit()))


def _program(words: list[str]) -> str:
    """The program behind assignments and wrappers with their options and numbers."""
    wrapped = False
    for word in words:
        name = word.rsplit("/", 1)[-1]
        if _ASSIGNMENT.match(word):
            continue
        if wrapped and (word.startswith("-") or re.fullmatch(r"[\d.]{1,12}[smhd]?", word)):
            continue
        if name in WRAPPERS:
            wrapped = True
            continue
        return name
    return ""


def printed_name(text: str, start: int, end: int) -> str | None:
    """The name at [start, end) of a program's output; None where what stands there is no name.

    A name that was quoted part by part is read whole; one whose parts only a shell can read (`$'…'`) is none.
    """
    name = text[start:end].strip()
    line = text.rfind("\n", 0, start) + 1
    if text[max(line, start - 2) : start] in ("''", "\"'") or text[end : end + 2] in ("'\\", "'\"", "'$"):
        for word in re.compile(_JOINED).finditer(text, line, min(len(text), end + 4000)):
            if word.start() <= start < word.end():
                return None if "$'" in word[0] else "".join(shlex.split(word[0]))
    return name if _ANCHORED.match(name) or not _NO_NAME.match(name) else None
