"""Answers one question as cheaply as possible: does any telltale stand in these bytes?

This is the clean path of every verb that reads output. It imports nothing of ours but `telltales`, and hands on
what it has read, so that a stream need not be read twice nor kept whole.
"""

from __future__ import annotations

from advisor.telltales import BY_END, BY_RUN, BY_START, BY_WORD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO, TypeAlias

    Index: TypeAlias = dict[bytes, tuple[bytes, ...]]

CHUNK = 1 << 18
# What is kept of the bytes already passed over: more than the context before a telltale (scan.AROUND) and the part of
# a telltale that lies across two chunks, so that what is found does not depend on how the stream was cut.
KEPT = 1 << 14
_WORDS_APART = bytes(byte if byte >= 0x80 or chr(byte).isalnum() else 0x20 for byte in range(256))
_FRAME = "│".encode()
EDGE = 5  # bytes of a word's start or end by which telltales are found
_SHORTEST, _START = 1 << 4, 1 << 9  # bytes that tell how a text is encoded
# A word longer than _HUGE is data, not text: of most telltales it can hold an end only, and those are shorter than _ENDS.
_HUGE, _ENDS = 1 << 10, 1 << 7
_LONGEST_ESCAPE = (1 << 12) + 8  # bytes of the longest sequence that `without_escapes` takes out

NOTHING_FOUND = "Nothing here looks like a sandbox denial: no refusal that this version of advise knows stands in the text.\n"


def has_telltale(data: bytes) -> bool:
    """Whether any telltale stands in `data`, escape sequences inside it aside."""
    return bool(present(without_escapes(data)))


def present(
    data: bytes, by_word: Index = BY_WORD, by_start: Index = BY_START, by_end: Index = BY_END, by_run: Index = BY_RUN
) -> list[bytes]:
    """The telltales that stand in `data`, found without looking for each of them.

    by_word: telltales by a word that stands alone wherever they stand, so that one look into the set of the words of
    `data` answers for all of them. by_start, by_end: others by the EDGE bytes with which a word starts or ends wherever
    they stand. by_run: the rest, by a run of word characters that is part of some word.
    """
    words = set(runs(data))
    likely = [telltale for word in words & by_word.keys() for telltale in by_word[word]]
    likely += [telltale for edge in {word[:EDGE] for word in words} & by_start.keys() for telltale in by_start[edge]]
    likely += [telltale for edge in {word[-EDGE:] for word in words} & by_end.keys() for telltale in by_end[edge]]
    huge = [word for word in words if len(word) > _HUGE]
    every = b" ".join(words.difference(huge).union(*((word[:_ENDS], word[-_ENDS:]) for word in huge)) if huge else words)
    likely += [telltale for run, telltales in by_run.items() if run in every for telltale in telltales]
    if huge:
        alone = [run for run, telltales in by_run.items() if run in telltales and run not in every]
        letters = [(word, set(word)) for word in huge]  # most data is written with few
        likely += [run for run in alone if any(held.issuperset(run) and run in word for word, held in letters)]
    found = [telltale for telltale in likely if telltale in data]
    if len(found) < len(likely) and b"\n" in data:
        # Broken over two lines by a program or a terminal that has only so many columns.
        words_in_line = b" ".join(data.replace(_FRAME, b" ").split())
        found += [telltale for telltale in likely if b" " in telltale and telltale not in data and telltale in words_in_line]
    return found


def runs(data: bytes) -> list[bytes]:
    """The runs of word characters in `data`: ASCII letters and digits, and every byte beyond ASCII."""
    return data.translate(_WORDS_APART).split()


def without_escapes(data: bytes) -> bytes:
    """`data` without escape sequences, which colour a telltale's words apart; newlines all stay, ESC bytes never do.

    The forms are those of `quoting.plain`: CSI, the string kinds (OSC, DCS, SOS, PM, APC), any two-byte sequence.
    """
    if b"\x1b" not in data:
        return data
    import re

    escapes = rb"\x1b\[[0-?]{0,64}[ -/]{0,16}[@-~]|\x1b[\]PX^_][^\x07\x1b\n]{0,4096}(?:\x07|\x1b\\)?|\x1b[ -/]{0,4}[0-~]?"
    return re.sub(escapes, b"", data)


def chunks(stream: BinaryIO) -> Iterator[bytes]:
    """The bytes of `stream` in pieces of CHUNK bytes, the last one shorter."""
    while piece := stream.read(CHUNK):
        yield piece


def cleaned(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The bytes of `pieces` as UTF-8 without escape sequences, in blocks of a size worth searching.

    However `pieces` are cut, the bytes are the same: a sequence that lies across two of them is held back whole.
    """
    carried = b""
    for block in _as_utf8(_blocks(pieces)):
        joined = carried + block
        split = joined.rfind(b"\x1b", max(0, len(joined) - _LONGEST_ESCAPE))
        split = split if split >= 0 else len(joined)
        carried = joined[split:]
        yield without_escapes(joined[:split])
    yield without_escapes(carried)


def sift(pieces: Iterable[bytes]) -> tuple[int, Iterator[bytes]] | None:
    """None when no telltale stands in `pieces`; else how many lines were passed over, and the cleaned bytes from there on."""
    kept, passed = b"", 0
    rest = cleaned(pieces)
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


def _blocks(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in blocks of CHUNK to 2 * CHUNK bytes: a terminal's single lines cost as little as a file."""
    waiting: list[bytes] = []
    size = 0
    for piece in pieces:
        for at in range(0, len(piece), CHUNK):
            waiting.append(piece[at : at + CHUNK])
            size += len(waiting[-1])
            if size >= CHUNK:
                yield b"".join(waiting)
                waiting, size = [], 0
    yield b"".join(waiting)


def _as_utf8(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """UTF-16 as Windows programs write it, with a byte order mark or without one, as UTF-8; anything else as it is."""
    first = next(blocks, b"")
    encoding = _utf_16(first)
    if encoding is None:
        yield first
        yield from blocks
        return
    from codecs import getincrementaldecoder

    decode = getincrementaldecoder(encoding)("replace").decode
    yield decode(first).encode("utf-8", "replace")
    for block in blocks:
        yield decode(block).encode("utf-8", "replace")


def _utf_16(data: bytes) -> str | None:
    """The UTF-16 that a text starting with `data` is in: by its mark, else where every other byte of its start is mostly NUL."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    low, high = data[:_START:2].count(0), data[1:_START:2].count(0)
    if max(low, high) * 4 <= min(len(data), _START) or len(data) < _SHORTEST or (low and high):
        return None
    return "utf-16-be" if low else "utf-16-le"
