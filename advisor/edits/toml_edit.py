"""How a TOML text reads with settings in it, everything else left as it is to the last character.

tomlkit grows the arrays: it keeps their lines, commas and comments. Where a new line or table goes is decided here, by
the positions of `toml_tree`: tomlkit (0.15) puts a new key below the comment that belongs to the next table, and
refuses a table inside an inline one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import tomlkit

from advisor.edits import toml_layout, toml_tree
from advisor.edits.merging import Language, Step, merged
from advisor.edits.new_text import Setting, toml_key, toml_value
from advisor.edits.positions import Path
from advisor.edits.splices import Edited, Splice, insertions
from advisor.edits.toml_tree import Document, Entry, Value


def edited(text: str, settings: Iterable[Setting]) -> Edited:
    """The TOML `text` with the settings in it; a table that is set is merged into the one that stands there.

    A key that is a number stands for an item where the path meets an array. Raises ConfigError, its problem beginning
    with `line:column`, when the text is not TOML or something of another type is in the way.
    """
    return merged(text, settings, _LANGUAGE)


def _placements(text: str, step: Step) -> Iterator[tuple[Splice, ...]]:
    for splices in _ways(text, toml_tree.read(text), step):
        # The writers of values, tomlkit among them, end lines with a line feed alone.
        ends = [toml_layout.line_end(text, splice.end) for splice in splices]
        yield tuple(splice._replace(text=re.sub(r"\r?\n", end, splice.text)) for splice, end in zip(splices, ends, strict=True))


def _ways(text: str, document: Document, step: Step) -> Iterator[tuple[Splice, ...]]:
    """The ways to do a step, best first; the first after which the text reads as it should is taken."""
    value = _value_at(document, step.path)
    if step.act == "add":
        yield from ((splice,) for splice in _additions(text, document, step))
    elif value is None:
        yield from ((splice,) for splice in _items(text, document, step))
    elif step.act == "extend":
        yield from filter(None, [_grown(text, value, step.value)])
    else:
        yield (Splice(value.start, value.end, _restated(text, value, step.value)),)


# --- Finding ----------------------------------------------------------------------------------------------------


def _value_at(document: Document, path: Path) -> Value | None:
    """The value written at the path; None when a table, an array of tables or nothing is there."""
    blocks = (block for block in document.blocks if path[: len(block.path)] == block.path)
    found = (_value_in(block.entries, path[len(block.path) :]) for block in blocks)
    return next((value for value in found if value is not None), None)


def _value_in(entries: Sequence[Entry], path: Path) -> Value | None:
    for entry in entries:
        if path[: len(entry.keys)] == entry.keys:
            return _value_under(entry.value, path[len(entry.keys) :])
    return None


def _value_under(value: Value, path: Path) -> Value | None:
    if not path:
        return value
    if isinstance(path[0], int):
        return _value_under(value.items[path[0]], path[1:])
    return _value_in(value.entries, path)


def _last_below(document: Document, path: Path) -> int:
    """The number of the last block at or below the path; the last of all when there is none."""
    numbers = (number for number, block in enumerate(document.blocks) if block.path[: len(path)] == path)
    return max(numbers, default=len(document.blocks) - 1)


# --- Adding -----------------------------------------------------------------------------------------------------


def _additions(text: str, document: Document, step: Step) -> Iterator[Splice]:
    """The ways to write `path = value`."""
    depths = range(step.known, 0, -1)
    inline = next(((value, depth) for depth in depths if (value := _value_at(document, step.path[:depth]))), None)
    if inline is not None:
        yield _in_inline(text, *inline, step)
    else:
        yield from _lines_and_tables(text, document, step)


def _lines_and_tables(text: str, document: Document, step: Step) -> Iterator[Splice]:
    standing = step.path[: step.known]
    if isinstance(step.value, list) and step.value and all(isinstance(item, dict) for item in step.value):
        yield from _items(text, document, step)
    if len(step.path) == step.known + 1 and step.value != {}:
        own = (block for block in document.blocks if block.path == standing)
        yield from (toml_layout.row(text, document, block, _row(step.path[-1:], step.value)) for block in own)
    yield from _with_dots(text, document, standing, step)
    yield _table(text, document, step)


def _row(path: Path, value: object) -> tuple[str, str]:
    return ".".join(toml_key(str(key)) for key in path), toml_value(value)


def _in_inline(text: str, inline: Value, depth: int, step: Step) -> Splice:
    """The entry inside the braces; keys that the braces already write with dots are written so again."""
    value = step.value
    for outer in reversed(step.path[step.known + 1 :]):
        value = {outer: value}
    entry = " = ".join(_row(step.path[depth : step.known + 1], value))
    if inline.entries:
        end = inline.entries[-1].value.end
        return Splice(end, end, f", {entry}")
    blanks = text[inline.start + 1 : inline.end - 1]
    return Splice(inline.end - 1, inline.end - 1, entry + blanks if blanks else f" {entry} ")


def _with_dots(text: str, document: Document, standing: Path, step: Step) -> Iterator[Splice]:
    """A line below one whose dotted key made the table that the value goes into, below the last one first."""
    for block in reversed(document.blocks):
        for entry in reversed(block.entries):
            parts = len(standing) - len(block.path)
            if 0 < parts < len(entry.keys) and (*block.path, *entry.keys[:parts]) == standing:
                prefix = text[entry.key_offsets[0][0] : entry.key_offsets[parts - 1][1]]
                key, value = _row(step.path[step.known :], step.value)
                yield toml_layout.row_after(text, entry, (f"{prefix}.{key}", value))


def _table(text: str, document: Document, step: Step) -> Splice:
    """A header of its own: beside its siblings, or above the tables below it that made it exist so far."""
    path, body = (step.path, []) if step.value == {} else (step.path[:-1], [_row(step.path[-1:], step.value)])
    if len(path) > step.known:
        after = _last_below(document, step.path[: step.known])
    else:
        after = next(number for number, block in enumerate(document.blocks) if block.path[: len(path)] == path) - 1
    return toml_layout.tables(text, document, after, path, f"[{_header(path)}]", [body])


def _items(text: str, document: Document, step: Step) -> Iterator[Splice]:
    """New last items of an array of tables, each under a header."""
    items = [step.value] if step.act == "extend" else step.value
    if all(isinstance(item, dict) for item in items):
        after = _last_below(document, step.path[: step.known])
        bodies = [[_row((key,), value) for key, value in item.items()] for item in items]
        yield toml_layout.tables(text, document, after, (*step.path, 0), f"[[{_header(step.path)}]]", bodies)


def _header(path: Path) -> str:
    return ".".join(toml_key(key) for key in path if isinstance(key, str))


# --- Values -----------------------------------------------------------------------------------------------------


def _grown(text: str, array: Value, item: object) -> tuple[Splice, ...] | None:
    """The array with one item more."""
    raw = text[array.start : array.end]
    last = array.items[-1].end if array.items else array.end
    rest = text[last : array.end]
    if "#" in rest and text[toml_tree.passed(text, last)] != ",":
        # Where comment lines follow the last item, tomlkit (0.15) forgets the comma that another item needs.
        raw = f"{text[array.start : last]},{rest}"
    document = tomlkit.parse(f"array = {raw}")
    document["array"].append(tomlkit.value(toml_value(item)))
    grown = tomlkit.dumps(document).removeprefix("array = ")
    return insertions(text[array.start : array.end], grown, array.start)


def _restated(text: str, old: Value, value: object) -> str:
    """A value that takes the place of an old one; an array on several lines stays on several."""
    raw = text[old.start : old.end]
    if not isinstance(value, list) or not value or "\n" not in raw or not old.items:
        return toml_value(value)
    opening, closing = text[old.start : old.items[0].start], text[old.items[-1].end : old.end]
    _, line_end, indent = opening.rpartition("\n")
    parting = f",\n{indent}" if line_end else ", "
    return opening + parting.join(toml_value(item) for item in value) + closing


_LANGUAGE = Language(read=toml_tree.data_of, places=toml_tree.places, placements=_placements, words=("a table", "an array"))
