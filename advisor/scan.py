"""Cuts a recording of any size into the few windows that hold a telltale; this is what bounds memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from advisor.model import Evidence, Origin, Recording
from advisor.quoting import plain
from advisor.telltales import TELLTALES

LINES = 30  # of context on each side of a telltale's line
AROUND = 1 << 13  # bytes of context on each side, whatever the lines
LARGEST = 1 << 14  # bytes of one window
# A log that is all refusals: the first windows name them, the last ones say how it ended.
FIRST, LAST = 96, 32
_CHUNK = 1 << 18
_LONGEST_ESCAPE = 1 << 12


def windows(recording: Recording, telltales: tuple[bytes, ...] = TELLTALES) -> tuple[Evidence, ...]:
    """The windows of `recording` that hold one of `telltales`: at most FIRST + LAST, each at most LARGEST bytes."""
    first: list[Evidence] = []
    last: deque[Evidence] = deque(maxlen=LAST)
    for start, data in _cut(recording.chunks, recording.lines_before, telltales):
        window = Evidence(
            text=plain(data.decode("utf-8", "replace")),
            origin=Origin(recording.source, start, start + data.rstrip(b"\n").count(b"\n")),
            command=recording.command,
            directory=recording.directory,
            exit_code=recording.exit_code,
            timed_out=recording.timed_out,
            channel=recording.channel,
        )
        (first if len(first) < FIRST else last).append(window)
    return (*first, *last)


def _cut(pieces: Iterable[bytes], lines_before: int, telltales: tuple[bytes, ...]) -> Iterator[tuple[int, bytes]]:
    """(1-based line, bytes) of each merged window, in order."""
    longest = max((len(telltale) for telltale in telltales), default=0)
    held, line, searched = b"", lines_before + 1, 0  # bytes not yet let go, the line they start in, how far they are searched
    open_window: tuple[int, int] | None = None  # bounds in `held` of a window that later hits may still extend
    for piece, ended in _without_escapes(pieces):
        held += piece
        settled = len(held) if ended else max(searched, len(held) - AROUND)  # a hit before this has its whole context
        for hit in _hits(held, searched, settled, longest, telltales):
            low, high = _context(held, hit)
            if open_window and low <= open_window[1] and high - open_window[0] <= LARGEST:
                open_window = (open_window[0], max(high, open_window[1]))
            elif open_window and high <= open_window[1]:
                continue
            else:
                if open_window:
                    low = max(low, open_window[1])
                    yield line + held.count(b"\n", 0, open_window[0]), held[slice(*open_window)]
                open_window = (low, max(low, min(high, low + LARGEST)))
        searched = settled
        keep = min(max(0, searched - AROUND), open_window[0] if open_window and open_window[1] >= searched - AROUND else len(held))
        if open_window and (ended or open_window[1] < keep or open_window[1] < searched - AROUND):
            yield line + held.count(b"\n", 0, open_window[0]), held[slice(*open_window)]
            open_window = None
        line += held.count(b"\n", 0, keep)
        held, searched = held[keep:], searched - keep
        if open_window:
            open_window = (open_window[0] - keep, open_window[1] - keep)


def _hits(held: bytes, low: int, high: int, longest: int, telltales: tuple[bytes, ...]) -> list[int]:
    """Where telltales start in held[low:high], at most one per line and telltale, in order."""
    found: set[int] = set()
    for telltale in telltales:
        at = held.find(telltale, low, high + longest)
        while low <= at < high:
            found.add(at)
            line_end = held.find(b"\n", at, at + AROUND)
            at = held.find(telltale, line_end if line_end > 0 else at + AROUND, high + longest)
    return sorted(found)


def _context(held: bytes, hit: int) -> tuple[int, int]:
    """The window round `hit`: LINES whole lines or AROUND bytes on each side, whichever is less."""
    low = hit
    for _ in range(LINES + 1):
        at = held.rfind(b"\n", max(0, hit - AROUND), low)
        if at < 0:
            low = max(0, hit - AROUND)
            break
        low = at
    else:
        low += 1
    high = hit
    for _ in range(LINES + 1):
        at = held.find(b"\n", high, hit + AROUND)
        if at < 0:
            return low, min(len(held), hit + AROUND)
        high = at + 1
    return low, high


def _without_escapes(pieces: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """(bytes without colour codes, whether they are the last), cutting huge pieces and holding back a split escape."""
    from advisor.gate import without_escapes

    carry = b""
    for piece in pieces:
        for at in range(0, len(piece), _CHUNK):
            joined = carry + piece[at : at + _CHUNK]
            split = joined.rfind(b"\x1b", max(0, len(joined) - _LONGEST_ESCAPE))
            carry = joined[split:] if split >= 0 else b""
            joined = joined[:split] if split >= 0 else joined
            yield (without_escapes(joined) if b"\x1b" in joined else joined), False
    yield without_escapes(carry), True
