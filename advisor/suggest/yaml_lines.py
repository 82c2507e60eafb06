"""Reads of a YAML file just the lines that are needed: keys with their values, items, blocks of commands.

No YAML library is among the dependencies, and the few files that are read here (workflows, compose files, hook lists) need
no anchors, flow mappings over several lines or tags: what is written in such a way is passed over, never misread as a command.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_LINE = re.compile(
    r"(?P<indent> {0,200})(?P<dashes>(?:- {1,20}){0,3})(?:(?P<key>[\"']?[\w./@-]{1,100}[\"']?):(?: {1,20}|$))?(?P<value>[^\n]{0,8000})"
)


class Line(NamedTuple):
    """A line that says something: its number, its indentation (behind the dashes of items), key and value, each or empty.

    item: it starts an item of a list. path: the keys above it, outermost first.
    """

    number: int
    indent: int
    key: str
    value: str
    item: bool
    path: tuple[str, ...]


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a YAML text; those of a block (`key: |`) each come as a value below the path of its key."""
    above: list[tuple[int, str]] = []
    block: int | None = None  # the indentation of the key whose block of text this is
    for number, raw in enumerate(text.split("\n"), 1):
        if not raw.strip() or (block is None and raw.lstrip().startswith("#")):
            continue
        if block is not None and _indent(raw) > block:
            yield Line(number, _indent(raw), "", raw.strip(), False, tuple(key for _, key in above))
            continue
        block = None
        found = _LINE.match(raw.rstrip())
        if found is None or raw.startswith(("---", "...")):
            continue
        indent = len(found["indent"]) + len(found["dashes"])
        while above and above[-1][0] >= (indent if found["key"] else len(found["indent"]) + 1):
            above.pop()
        key = (found["key"] or "").strip("\"'")
        value = scalar(found["value"])
        path = tuple(name for _, name in above)
        if key:
            above.append((indent, key))
        if re.fullmatch(r"[|>][+-]?\d?[+-]?", value):
            block = indent if key else len(found["indent"])
            value = ""
        yield Line(number, indent, key, value, bool(found["dashes"]), path)


def scalar(text: str) -> str:
    """The value of a plain or quoted scalar, without a comment behind it."""
    text = text.strip()
    if found := re.match(r"\"((?:[^\"\\]|\\.){0,8000})\"|'((?:[^']|''){0,8000})'", text):
        return found[1] if found[1] is not None else (found[2] or "").replace("''", "'")
    return "" if text.startswith("#") else re.split(r"\s#", text, maxsplit=1)[0].rstrip()


def tab_in(text: str) -> int | None:
    """The number of the first line that is indented with a tab, which YAML forbids; None where there is none."""
    return next((number for number, line in enumerate(text.split("\n"), 1) if line.startswith("\t") and line.strip()), None)


def _indent(raw: str) -> int:
    return len(raw) - len(raw.lstrip(" "))
