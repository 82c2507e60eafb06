"""Where a character of a text stands for its reader: lines and columns instead of offsets, and back."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
BOM = "\ufeff"


class Span(NamedTuple):
    """A stretch of text; lines and columns (in characters) count from 1, the end is the place after the last character."""

    line: int
    column: int
    end_line: int
    end_column: int


class Place(NamedTuple):
    """The offsets [start, end) of the key and of the value at a key path; an item of an array has no key."""

    key: tuple[int, int] | None
    value: tuple[int, int]


def position(text: str, offset: int) -> tuple[int, int]:
    """The line and column of an offset; only a line feed ends a line, and a byte order mark takes no column."""
    start = text.rfind("\n", 0, offset) + 1
    hidden = 1 if start == 0 and text.startswith(BOM) else 0
    return text.count("\n", 0, offset) + 1, max(offset - start - hidden, 0) + 1


def offset_of(text: str, line: int, column: int) -> int:
    """The offset of a line and column, both from 1; beyond a line's end it is that end, beyond the last line the text's."""
    start = 0
    for _ in range(line - 1):
        following = text.find("\n", start) + 1
        if not following:
            return len(text)
        start = following
    if start == 0 and text.startswith(BOM):
        start = 1
    end = text.find("\n", start)
    return min(start + column - 1, len(text) if end < 0 else end)


def span(text: str, start: int, end: int) -> Span:
    """The span of the offsets [start, end)."""
    return Span(*position(text, start), *position(text, end))


def written(text: str, offset: int) -> str:
    """The place as `line:column`, the way compilers write it after a file's name."""
    line, column = position(text, offset)
    return f"{line}:{column}"
