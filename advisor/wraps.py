"""What a message says whose lines were broken to fit a width: by the program itself, or by the terminal it was copied from.

cmake, terraform and rich break between words at about 80 columns and indent the rest; a terminal cuts at its margin. Both
are told by the length of the line before the break, so that a line that ended by itself is joined to nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

_MARGINS = frozenset({80, 100, 120, 132})
_SHORTEST = 20  # characters of a line that a program may have broken
_WIDTHS = range(76, 81)  # the columns at which programs break lines, their own frame counted


class Joined(NamedTuple):
    """`text` with its lines joined again. places: (an offset in `text`, the offset in the original) where each part starts."""

    text: str
    places: tuple[tuple[int, int], ...]

    def original(self, offset: int) -> int:
        """The original's offset of a character of `text`."""
        start, place = self.places[bisect_right(self.places, offset, key=lambda known: known[0]) - 1]
        return place + offset - start


def without_wraps(text: str, bare: str, taken: tuple[int, ...]) -> Joined | None:
    """The lines of `bare` joined where the width broke them; None when it broke none.

    bare: `text` without the prefixes of its lines; taken: how many characters that took away up to each line, as
    `prefixes.without_prefixes` tells. The offsets are those of `text`.
    """
    rows, lines = text.split("\n"), bare.split("\n")
    breaks = [_between(row, line) for row, line in zip(rows, lines[1:], strict=False)]
    if all(between is None for between in breaks):
        return None
    parts, places = [lines[0]], [(0, taken[0])]
    length, start = len(lines[0]), len(lines[0]) + 1
    for line, between, before, now in zip(lines[1:], breaks, taken, taken[1:], strict=False):
        margin = len(line) - len(line.lstrip()) if between is not None else 0
        if between != "":
            places.append((length, start - 1 + before))
        parts.append(("\n" if between is None else between) + line[margin:])
        places.append((length + len(parts[-1]) - len(line) + margin, start + margin + now))
        length += len(parts[-1])
        start += len(line) + 1
    return Joined("".join(parts), tuple(places))


def _between(row: str, following: str) -> str | None:
    """What the break between a row and the line after it stands for: a space, nothing, or (None) the end of a message."""
    rest = following.lstrip()
    if not rest or not row.strip():
        return None
    if len(row) in _MARGINS:
        return " " if rest != following else ""  # a terminal indents nothing
    fits = _SHORTEST <= len(row) <= _WIDTHS[-1] or " " not in row.strip()  # one word that is too long for any line stands alone
    return " " if fits and len(row) + 1 + len(rest.split(None, 1)[0]) > _WIDTHS[0] else None
