"""What replacing stretches of a text makes of it, and which stretches of the result were not there before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Splice(NamedTuple):
    """The characters [start, end) of a text give way to `text`; start == end inserts."""

    start: int
    end: int
    text: str


class Edited(NamedTuple):
    """An edited text.

    inserted: the offsets [start, end) in `text` of what is new, ascending and apart; removing them gives back the old
    text, unless `replaced` names key paths whose old value had to give way.
    """

    text: str
    inserted: tuple[tuple[int, int], ...] = ()
    replaced: tuple[tuple[str | int, ...], ...] = ()

    @property
    def without_insertions(self) -> str:
        """The text with everything inserted taken out again."""
        return spliced(self.text, (Splice(start, end, "") for start, end in self.inserted))


def spliced(text: str, splices: Iterable[Splice]) -> str:
    """The text after splices whose offsets all refer to the text before, ascending and apart."""
    parts: list[str] = []
    at = 0
    for splice in splices:
        parts += (text[at : splice.start], splice.text)
        at = splice.end
    return "".join((*parts, text[at:]))


def advanced(edited: Edited, splices: Sequence[Splice]) -> Edited:
    """`edited` after further splices of its text (ascending, apart), its insertions followed to where they stand now."""
    new = [(splice.start + shift, splice.start + shift + len(splice.text)) for splice, shift in _shifts(splices)]
    kept = [
        (_moved(start, splices, after=True), _moved(end, splices, after=False))
        for start, end in edited.inserted
        if not any(splice.start <= start and end <= splice.end for splice in splices)
    ]
    return edited._replace(text=spliced(edited.text, splices), inserted=_joined([*kept, *new]))


def replaces_old(edited: Edited, splices: Iterable[Splice]) -> bool:
    """Whether the splices take away a character that was in the text before the first edit."""
    return any(
        splice.start < splice.end and not any(start <= splice.start and splice.end <= end for start, end in edited.inserted)
        for splice in splices
    )


def insertions(old: str, new: str, start: int) -> tuple[Splice, ...] | None:
    """The insertions that make `new` of `old`, which begins at offset `start`; None when something old is missing."""
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    found: list[Splice] = []
    at, stop = head, len(new) - tail
    for offset in range(head, len(old) - tail):
        here = new.find(old[offset], at, stop)
        if here < 0:
            return None
        if here > at:
            found.append(Splice(start + offset, start + offset, new[at:here]))
        at = here + 1
    if at < stop:
        end = start + len(old) - tail
        found.append(Splice(end, end, new[at:stop]))
    return tuple(found)


def _common(one: str, other: str) -> int:
    """How many characters the two begin with alike."""
    return next((at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right), min(len(one), len(other)))


def _shifts(splices: Iterable[Splice]) -> Iterable[tuple[Splice, int]]:
    shift = 0
    for splice in splices:
        yield splice, shift
        shift += len(splice.text) - (splice.end - splice.start)


def _moved(offset: int, splices: Sequence[Splice], *, after: bool) -> int:
    """Where an old offset stands now; `after` decides on which side of an insertion made exactly there."""
    gone = [splice for splice in splices if splice.end < offset or (splice.end == offset and (after or splice.start < offset))]
    return offset + sum(len(splice.text) - (splice.end - splice.start) for splice in gone)


def _joined(spans: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The spans in order, touching and overlapping ones as one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        elif start < end:
            joined.append((start, end))
    return tuple(joined)
