"""Where new lines and tables go in a TOML text, and how they are laid out to look like what stands around them.

What is made here ends its lines with a line feed, whatever the text does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from advisor.edits.positions import BOM, Path
from advisor.edits.splices import Splice
from advisor.edits.toml_tree import Block, Document, Entry

Row: TypeAlias = tuple[str, str]  # a key and a value, as TOML spells them


def row(text: str, document: Document, block: Block, new: Row) -> Splice:
    """A new last line of a table; above the first header, where the table is the whole text's."""
    if block.entries:
        return row_after(text, block.entries[-1], new)
    entries = (entry for other in document.blocks for entry in other.entries)
    separator = next((_separator(text, entry) for entry in entries), " = ")
    if block.path:
        at = _next_line(text, block.end)
        return _lines(text, at, [_row(new, _indent(text, block.start), separator)])
    at = _gap(text, document, 0)
    return _paragraphs(text, document, at, [[_row(new, "", separator)]])


def row_after(text: str, entry: Entry, new: Row) -> Splice:
    """A line below that of an entry, written as that is."""
    at = _next_line(text, entry.value.end)
    return _lines(text, at, [_row(new, _indent(text, entry.key_offsets[0][0]), _separator(text, entry))])


def tables(text: str, document: Document, after: int, path: Path, header: str, bodies: Iterable[Sequence[Row]]) -> Splice:
    """One table for each body, all with the same header, at `path`, below the block of number `after`."""
    at = _gap(text, document, after)
    sibling = next((block for block in reversed(document.blocks) if block.path and block.path[:-1] == path[:-1]), None)
    outer = _indent(text, sibling.start) if sibling else ""
    inner = _indent(text, sibling.entries[-1].key_offsets[0][0]) if sibling and sibling.entries else outer
    entries = (entry for block in (sibling, *document.blocks) if block for entry in block.entries)
    separator = next((_separator(text, entry) for entry in entries), " = ")
    paragraphs = [[outer + header, *(_row(new, inner, separator) for new in body)] for body in bodies]
    return _paragraphs(text, document, at, paragraphs)


def line_end(text: str, at: int) -> str:
    """How the line before the offset ends; the first one's end when there is none before."""
    end = text.rfind("\n", 0, at)
    end = text.find("\n") if end < 0 else end
    return "\r\n" if end > 0 and text[end - 1] == "\r" else "\n"


def _row(new: Row, indent: str, separator: str) -> str:
    key, value = new
    return indent + key + separator + value.replace("\n", "\n" + indent)


def _separator(text: str, entry: Entry) -> str:
    """What stands between key and value; a column of equals signs is no style for another key."""
    found = text[entry.key_offsets[-1][1] : entry.value.start]
    return found if len(found) <= len(" = ") else " = "


def _indent(text: str, at: int) -> str:
    return text[text.rfind("\n", 0, at) + 1 : at].removeprefix(BOM)


# --- Places -----------------------------------------------------------------------------------------------------


def _next_line(text: str, at: int) -> int:
    """The beginning of the line after the one that the offset is on, or the text's end."""
    return text.find("\n", at) + 1 or len(text)


def _line_at(text: str, start: int) -> str:
    return text[start : _next_line(text, start)].strip()


def _gap(text: str, document: Document, number: int) -> int:
    """Where a table can go below a block: after the comments that belong to the block, before those of the next header."""
    if number + 1 == len(document.blocks):
        return len(text)
    block, following = document.blocks[number], document.blocks[number + 1]
    lead = _lead(text, following.start, block.tail)
    if not block.path and not block.entries:
        # A comment that opens the file is about the file.
        return lead if lead > block.start else text.rfind("\n", 0, following.start) + 1 or block.start
    at = _next_line(text, block.tail)
    while at < lead and _line_at(text, at):
        at = _next_line(text, at)
    return at


def _lead(text: str, at: int, floor: int) -> int:
    """The beginning of the comment lines that stand directly above the line of the offset, not above `floor`."""
    start = text.rfind("\n", 0, at) + 1
    while start > floor:
        above = text.rfind("\n", 0, start - 1) + 1
        if above < floor or not _line_at(text, above).startswith("#"):
            break
        start = above
    return max(start, floor)


def _is_spaced(text: str, document: Document) -> bool:
    """Whether the text's tables are set apart by blank lines; without any to judge by they are."""
    pairs = zip(document.blocks, document.blocks[1:], strict=False)
    leads = [_lead(text, following.start, block.tail) for block, following in pairs if block.entries]
    return 2 * sum(not _line_above(text, lead) for lead in leads) >= len(leads)


def _line_above(text: str, at: int) -> str:
    return _line_at(text, text.rfind("\n", 0, at - 1) + 1) if at else ""


def _paragraphs(text: str, document: Document, at: int, paragraphs: Sequence[Sequence[str]]) -> Splice:
    """The paragraphs at the beginning of a line, with blank lines between and around them if that is the text's style."""
    blank = [""] if _is_spaced(text, document) else []
    start = document.blocks[0].start
    lines = list(blank if at > start and _line_above(text, at) else [])
    for paragraph in paragraphs:
        lines += [*paragraph, *blank]
    if blank and (at == len(text) or not _line_at(text, at)):
        lines.pop()
    return _lines(text, at, lines)


def _lines(text: str, at: int, lines: Iterable[str]) -> Splice:
    """Whole lines at the beginning of a line; at the end of a text whose last line is open, that one is ended first."""
    if at and at == len(text) and not text.endswith(("\n", BOM)):
        return Splice(at, at, "".join(f"\n{line}" for line in lines))
    return Splice(at, at, "".join(f"{line}\n" for line in lines))
