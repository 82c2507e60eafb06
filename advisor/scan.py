"""Cuts a recording of any size into the few windows that hold a telltale; this is what bounds memory.

A telltale's context is LINES lines or AROUND bytes on each side, whichever is less. Contexts that touch make one
region; a region is told in tiles of at most LARGEST bytes that overlap, so that what stands near the end of one stands
well inside the next. Nothing depends on how the recording is cut into chunks.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise

from advisor.gate import cleaned, present
from advisor.model import Evidence, Origin, Recording
from advisor.model.tuples import NamedTuple
from advisor.quoting import plain

LINES = 30  # of context on each side of a telltale's line
AROUND = 1 << 13  # bytes of context on each side, whatever the lines
LARGEST = 1 << 14  # bytes of one window
_REACH = AROUND + 3  # the same when it has to take in a whole UTF-8 character
OVERLAP = 1 << 12  # bytes that two tiles of one region share
_WIDEST_BREAK = 200  # bytes that a break between two words of a telltale takes at most
# A log that is all refusals: the first windows name them, the last ones say how it ended.
FIRST, LAST = 96, 32

Finder = Callable[[bytes], Iterable[bytes]]  # the telltales that stand in some bytes


class _Tile(NamedTuple):
    """A window's bytes, the 1-based line they start in, and the part [judged, judged_end) that is its own to judge."""

    data: bytes
    line: int
    judged: int
    judged_end: int


def windows(recording: Recording, telltales_in: Finder = present) -> tuple[Evidence, ...]:
    """The windows of `recording` that hold a telltale: at most FIRST + LAST, each at most LARGEST bytes."""
    first: list[_Tile] = []
    last: deque[_Tile] = deque(maxlen=LAST)
    for tile in _tiles(cleaned(recording.chunks), recording.lines_before + 1, telltales_in):
        (first if len(first) < FIRST else last).append(tile)
    return tuple(_evidence(tile, recording) for tile in (*first, *last))


def _evidence(tile: _Tile, recording: Recording) -> Evidence:
    before, own, after = (
        plain(part.decode("utf-8", "replace"), "\ufffd")
        for part in (tile.data[: tile.judged], tile.data[tile.judged : tile.judged_end], tile.data[tile.judged_end :])
    )
    return Evidence(
        text=before + own + after,
        origin=Origin(recording.source, tile.line, tile.line + tile.data.count(b"\n", 0, len(tile.data) - 1)),
        judged=(len(before), len(before) + len(own)),
        command=recording.command,
        directory=recording.directory,
        exit_code=recording.exit_code,
        timed_out=recording.timed_out,
        channel=recording.channel,
    )


class _Held:
    """The bytes of a stream that are not yet let go; positions count from the stream's start."""

    def __init__(self, line: int) -> None:
        self.data = b""
        self.start = 0
        self.line = line

    @property
    def end(self) -> int:
        return self.start + len(self.data)

    def let_go(self, position: int) -> None:
        """Forget what stands before `position`."""
        gone = max(0, position - self.start)
        self.line += self.data.count(b"\n", 0, gone)
        self.data = self.data[gone:]
        self.start += gone

    def tile(self, start: int, end: int, judged: int, judged_end: int) -> _Tile:
        """The tile [start, end), of which it judges [judged, judged_end)."""
        low = start - self.start
        line = self.line + self.data.count(b"\n", 0, low)
        return _Tile(self.data[low : end - self.start], line, judged - start, judged_end - start)


def _tiles(pieces: Iterable[bytes], line: int, telltales_in: Finder) -> Iterator[_Tile]:
    """The tiles of every region, in order. A region is given out while it grows, and let go of with what precedes it."""
    held, resume, searched = _Held(line), dict[bytes, int](), 0
    region: _Region | None = None
    for piece, ended in _with_end(pieces):
        held.data += piece
        settled = held.end if ended else max(searched, held.end - _REACH)  # a telltale before this has its whole context
        hits = _hits(held, searched, settled, telltales_in, resume)
        for hit, following in pairwise([*hits, held.end]):
            if region and following < region.end:
                continue  # the next telltale stands inside the region too, and its context reaches further
            low, high = _context(held.data, hit - held.start)
            low, high = low + held.start, high + held.start
            if region and low > region.end:
                yield held.tile(region.start, region.end, region.judged, region.end)
                region = None
            region = _Region(region.start, region.judged, max(high, region.end)) if region else _Region(low, low, high)
            while region.end - region.start > LARGEST:
                tile, region = _full(held, region)
                yield tile
        searched = settled
        if region and (ended or region.end < searched - _REACH):
            yield held.tile(region.start, region.end, region.judged, region.end)
            region = None
        held.let_go(min(searched - _REACH, region.start if region else searched))


class _Region(NamedTuple):
    """Positions of what is left of a region: where its next tile starts, where that one's judgement starts, its end so far."""

    start: int
    judged: int
    end: int


def _full(held: _Held, region: _Region) -> tuple[_Tile, _Region]:
    """The region's next whole tile, and the region after it. Tiles meet at line ends where there are any."""
    low = region.start - held.start
    shared = low + LARGEST - OVERLAP
    middle, quarter = shared + OVERLAP // 2, OVERLAP // 4
    start = held.data.find(b"\n", shared, shared + quarter) + 1 or _character(held.data, shared)
    seam = held.data.rfind(b"\n", middle - quarter, middle) + 1 or _character(held.data, middle)
    end = held.data.rfind(b"\n", low + LARGEST - quarter, low + LARGEST) + 1 or _character(held.data, low + LARGEST)
    tile = held.tile(region.start, end + held.start, region.judged, seam + held.start)
    return tile, _Region(start + held.start, seam + held.start, region.end)


def _character(data: bytes, at: int) -> int:
    """`at`, or up to three bytes before it, where a UTF-8 character starts."""
    return next((place for place in range(at, max(at - 4, -1), -1) if data[place] & 0xC0 != 0x80), at)


def _hits(held: _Held, low: int, high: int, telltales_in: Finder, resume: dict[bytes, int]) -> list[int]:
    """Where telltales start in [low, high), in order. `resume` remembers from where each one counts again.

    A telltale counts once a line, and once in half of AROUND on longer lines: what is skipped lies well inside the
    context of what is counted, and a log that is nothing but telltales stays cheap.
    """
    data, base = held.data, held.start
    found: set[int] = set()
    for telltale in telltales_in(data[low - base : high - base + AROUND]):
        start = max(low, resume.get(telltale, 0))
        stop = high - base + len(telltale) - 1 + _WIDEST_BREAK * telltale.count(b" ")
        while (hit := _spelt(telltale).search(data, start - base, stop)) and hit.start() < high - base:
            at = hit.start()
            found.add(at + base)
            line_end = data.find(b"\n", at, at + AROUND // 2)
            start = base + (line_end if line_end >= 0 else at + AROUND // 2)
            resume[telltale] = start
    return sorted(found)


@cache
def _spelt(telltale: bytes) -> re.Pattern[bytes]:
    """A telltale that may be broken over two lines, indented or in a frame, wherever it has a space between two words."""
    parts = re.split(rb"(?<=[^ ]) (?=[^ ])", telltale)
    return re.compile(rb"(?: |[ \t\r]{0,40}\n(?:\xe2\x94\x82|[ \t]){0,40})".join(map(re.escape, parts)))


def _context(data: bytes, hit: int) -> tuple[int, int]:
    """The bounds in `data` of a telltale's context, at line ends unless the telltale's own line is too long for that."""
    return _context_start(data, hit), _context_end(data, hit)


def _context_start(data: bytes, hit: int) -> int:
    floor, low = max(0, hit - AROUND), hit
    for _ in range(LINES + 1):
        at = data.rfind(b"\n", floor, low)
        if at < 0 and floor == 0:
            return 0
        if at < 0:
            break
        low = at
    return low + 1 if low < hit else _character(data, floor)


def _context_end(data: bytes, hit: int) -> int:
    ceiling, high = min(len(data), hit + AROUND), hit
    for _ in range(LINES + 1):
        at = data.find(b"\n", high, ceiling)
        if at < 0 and ceiling == len(data):
            return ceiling
        if at < 0:
            break
        high = at + 1
    return high if high > hit else _character(data, ceiling)


def _with_end(pieces: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """(piece, False) of each piece, then (nothing, True)."""
    for piece in pieces:
        yield piece, False
    yield b"", True
