"""Answers one question as cheaply as possible: does any telltale stand in these bytes?

This is the clean path of every verb that reads output. It imports nothing of ours but `telltales`, and hands on
what it has read, so that a stream need not be read twice nor kept whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from advisor.telltales import TELLTALES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

CHUNK = 1 << 18
# What must be kept of the bytes already passed over: the window before a telltale (scan.BEFORE) and a telltale that
# lies across two chunks.
KEPT = 1 << 14

NOTHING_FOUND = "Nothing here looks like a sandbox denial: no refusal that this version of advise knows stands in the text.\n"


def has_telltale(data: bytes) -> bool:
    """Whether any telltale stands in `data`, escape sequences inside it aside."""
    if b"\x1b" in data:
        data = without_escapes(data)
    return any(telltale in data for telltale in TELLTALES)


def without_escapes(data: bytes) -> bytes:
    """`data` without its CSI and OSC sequences, which colour a telltale's words apart."""
    import re

    return re.sub(rb"\x1b(?:\[[0-?]{0,64}[ -/]{0,16}[@-~]|\][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)?)", b"", data)


def chunks(stream: BinaryIO) -> Iterator[bytes]:
    """The bytes of `stream` in pieces of at most CHUNK, as they come."""
    read = getattr(stream, "read1", stream.read)
    while piece := read(CHUNK):
        yield piece


def sift(pieces: Iterable[bytes]) -> tuple[int, Iterator[bytes]] | None:
    """None when no telltale stands in `pieces`; else how many lines were passed over, and all the bytes from there on."""
    kept, passed = b"", 0
    rest = iter(pieces)
    for piece in rest:
        joined = kept + piece
        if has_telltale(joined):
            return passed, _chain(joined, rest)
        kept = joined[-KEPT:]
        passed += joined.count(b"\n", 0, len(joined) - len(kept))
    return None


def _chain(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest
