"""What stands where in a TOML text: its tables, the lines in them, and the values down to the items of arrays."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

from advisor.edits.positions import BOM, Path, Place, written
from advisor.errors import ConfigError

Offsets: TypeAlias = tuple[int, int]

_BLANKS = re.compile(r"[ \t]*")
_BLANK_LINES = re.compile(r"[ \t\r\n]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN = re.compile(r"[^,\]}#\r\n]+")
_ERROR_PLACE = re.compile(r"line (\d{1,9}), column (\d{1,9})\)")


class Value(NamedTuple):
    """A value at the offsets [start, end); the items of an array, the entries of an inline table."""

    kind: Literal["plain", "array", "inline"]
    start: int
    end: int
    items: tuple[Value, ...] = ()
    entries: tuple[Entry, ...] = ()


class Entry(NamedTuple):
    """`key = value`: the parts of a dotted key, the offsets of each (quotes included), and the value."""

    keys: tuple[str, ...]
    key_offsets: tuple[Offsets, ...]
    value: Value


class Block(NamedTuple):
    """A table as far as one header goes: the header's offsets [start, end), and the entries under it.

    path: from the root, with the numbers of the items of arrays of tables. The first block is what stands above all
    headers; its offsets are where the text begins.
    """

    path: Path
    start: int
    end: int
    key_offsets: tuple[Offsets, ...] = ()
    entries: tuple[Entry, ...] = ()

    @property
    def tail(self) -> int:
        """The end of the last thing in it: a value, or the header."""
        return self.entries[-1].value.end if self.entries else self.end


class Document(NamedTuple):
    """A TOML text's data, and its blocks in their order."""

    data: dict[str, Any]
    blocks: tuple[Block, ...]


def data_of(text: str) -> dict[str, Any]:
    """The text's data. Raises ConfigError, its problem beginning with `line:column`, when the text is not TOML."""
    try:
        return tomllib.loads(text.removeprefix(BOM))
    except ValueError as error:  # TOMLDecodeError, or one of its own for a number of thousands of digits
        problem, _, place = str(error).rpartition(" (at ")
        found = _ERROR_PLACE.fullmatch(place)
        raise ConfigError(f"{':'.join(found.groups()) if found else written(text, len(text))}: {problem}") from error
    except RecursionError as error:
        raise ConfigError("1:1: the text nests too deep") from error


def read(text: str) -> Document:
    """The text's data and structure. Raises ConfigError as `data_of` does."""
    data = data_of(text)
    try:
        return Document(data, tuple(_blocks(text)))
    except RecursionError as error:
        raise ConfigError("1:1: the text nests too deep") from error


def places(text: str) -> dict[Path, Place]:
    """Where each key path stands: a table at its header, or where a key first names it."""
    found: dict[Path, Place] = {(): Place(None, (0, len(text)))}
    for block in read(text).blocks:
        named = [part for part in range(len(block.path)) if isinstance(block.path[part], str)]
        for part, offsets in zip(named, block.key_offsets, strict=True):
            found.setdefault(block.path[: part + 1], Place(offsets, (block.start, block.tail)))
        if block.path:
            offsets = block.key_offsets[-1]
            found[block.path] = Place(None if isinstance(block.path[-1], int) else offsets, (block.start, block.tail))
        _collect(block.path, block.entries, found)
    return found


def _collect(path: Path, entries: tuple[Entry, ...], found: dict[Path, Place]) -> None:
    for entry in entries:
        for count, offsets in enumerate(entry.key_offsets, start=1):
            found.setdefault((*path, *entry.keys[:count]), Place(offsets, (entry.value.start, entry.value.end)))
        _collect_value((*path, *entry.keys), entry.value, found)


def _collect_value(path: Path, value: Value, found: dict[Path, Place]) -> None:
    _collect(path, value.entries, found)
    for number, item in enumerate(value.items):
        found[*path, number] = Place(None, (item.start, item.end))
        _collect_value((*path, number), item, found)


# --- Reading; the text is known to be TOML -------------------------------------------------------------------------


def _blocks(text: str) -> Iterator[Block]:
    at = len(BOM) if text.startswith(BOM) else 0
    block, entries = Block((), at, at), list[Entry]()
    counts: dict[Path, int] = {}
    at = passed(text, at)
    while at < len(text):
        if text[at] != "[":
            entry = _entry(text, at)
            entries.append(entry)
            at = passed(text, entry.value.end)
            continue
        yield block._replace(entries=tuple(entries))
        many = text.startswith("[[", at)
        keys, offsets, end = _keys(text, at + 1 + many)
        path = _resolved(keys, counts)
        if many:
            counts[path] = counts.get(path, 0) + 1
            path = (*path, counts[path] - 1)
        block, entries = Block(path, at, end + 1 + many, offsets), []
        at = passed(text, block.end)
    yield block._replace(entries=tuple(entries))


def _resolved(keys: tuple[str, ...], counts: dict[Path, int]) -> Path:
    """A header's path; where it passes through an array of tables, through its last item so far."""
    path: Path = ()
    for number, key in enumerate(keys, start=1):
        path = (*path, key)
        if path in counts and number < len(keys):
            path = (*path, counts[path] - 1)
    return path


def _match_end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def passed(text: str, at: int) -> int:
    """The next offset that is neither blank nor in a comment."""
    at = _match_end(_BLANK_LINES, text, at)
    while text.startswith("#", at):
        end = text.find("\n", at)
        at = len(text) if end < 0 else _match_end(_BLANK_LINES, text, end)
    return at


def _entry(text: str, at: int) -> Entry:
    keys, offsets, at = _keys(text, at)
    return Entry(keys, offsets, _value(text, _match_end(_BLANKS, text, at + 1)))


def _keys(text: str, at: int) -> tuple[tuple[str, ...], tuple[Offsets, ...], int]:
    """A dotted key, the offsets of its parts, and the offset of the `=` or `]` after it."""
    keys: list[str] = []
    offsets: list[Offsets] = []
    while True:
        start = _match_end(_BLANKS, text, at)
        end = _string_end(text, start) if text[start] in "\"'" else _match_end(_BARE, text, start)
        raw = text[start:end]
        keys.append(tomllib.loads(f"key = {raw}")["key"] if raw[0] in "\"'" else raw)
        offsets.append((start, end))
        at = _match_end(_BLANKS, text, end)
        if text[at] != ".":
            return tuple(keys), tuple(offsets), at
        at += 1


def _value(text: str, at: int) -> Value:
    match text[at]:
        case "[":
            return _array(text, at)
        case "{":
            return _inline(text, at)
        case '"' | "'":
            return Value("plain", at, _string_end(text, at))
        case _:
            end = _match_end(_PLAIN, text, at)
            return Value("plain", at, at + len(text[at:end].rstrip()))


def _array(text: str, start: int) -> Value:
    items: list[Value] = []
    at = passed(text, start + 1)
    while text[at] != "]":
        items.append(_value(text, at))
        at = passed(text, items[-1].end)
        if text[at] == ",":
            at = passed(text, at + 1)
    return Value("array", start, at + 1, items=tuple(items))


def _inline(text: str, start: int) -> Value:
    entries: list[Entry] = []
    at = passed(text, start + 1)
    while text[at] != "}":
        entries.append(_entry(text, at))
        at = passed(text, entries[-1].value.end)
        if text[at] == ",":
            at = passed(text, at + 1)
    return Value("inline", start, at + 1, entries=tuple(entries))


def _string_end(text: str, start: int) -> int:
    quote = text[start]
    fence = quote * 3 if text.startswith(quote * 3, start) else quote
    at = text.index(fence, start + len(fence))
    while quote == '"' and _is_escaped(text, at):
        at = text.index(fence, at + 1)
    end = at + len(fence)
    # A closing fence of three may follow directly on one or two quotes that belong to the text.
    while len(fence) == 3 and end < at + 5 and text.startswith(quote, end):
        end += 1
    return end


def _is_escaped(text: str, at: int) -> bool:
    before = at
    while text[before - 1] == "\\":
        before -= 1
    return (at - before) % 2 == 1
