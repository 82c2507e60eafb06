"""Reads the end of a session file of any size: whole lines of its last megabytes, and nothing before them.

A hook reads it on its clean path too, so that nothing heavy is imported here.
"""

from __future__ import annotations

import json
import os
import stat

from advisor.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, BinaryIO

LENGTH = 2 << 20  # bytes; a session's last refused command stands near its end
_BLOCK = 1 << 16  # bytes read at a time, going backwards


def last_lines(path: str, length: int = LENGTH) -> tuple[bytes, ...]:
    """The whole lines in the last `length` bytes of the file, oldest first. Raises InputError when it cannot be read."""
    return tuple(reversed(tuple(newest_lines(path, length))))


def newest_lines(path: str, most: int) -> Iterator[bytes]:
    """The whole lines in the last `most` bytes of the file, newest first, read as they are asked for.

    Raises InputError when it cannot be read.
    """
    try:
        with open(path, "rb", opener=_at_once) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise InputError(f"cannot read the session {path!r}: it is not a regular file")
            yield from _backwards(file, status.st_size, max(0, status.st_size - most))
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise InputError(f"cannot read the session {path!r}: {getattr(error, 'strerror', None) or 'bad file name'}") from None


def _at_once(path: str, flags: int) -> int:
    """Open without waiting for anybody at the other end of what turns out to be a FIFO."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _backwards(file: BinaryIO, end: int, begin: int) -> Iterator[bytes]:
    """The lines of `file` that lie whole in [begin, end), newest first; blank ones aside."""
    pieces: list[bytes] = []  # of the line that is being put together, newest first
    while end > begin:
        start = max(begin, end - _BLOCK)
        file.seek(start)
        *whole, last = file.read(end - start).split(b"\n")[::-1]
        end = start
        for line in whole:
            yield from _whole(line, pieces)
        pieces.append(last)
    if not begin:
        yield from _whole(b"", pieces)


def _whole(first: bytes, behind: list[bytes]) -> Iterator[bytes]:
    """The line that starts with `first` and goes on with `behind` (newest first), which is emptied; none that is blank."""
    line = b"".join((first, *reversed(behind)))
    behind.clear()
    if line.strip():
        yield line


def records(lines: Iterable[bytes], marks: tuple[bytes, ...]) -> Iterator[dict[str, Any]]:
    """The JSON objects among the lines that hold one of `marks`; a line that is none is passed over.

    Sessions are written while we read and their formats move: one bad line must not cost the others.
    """
    for line in lines:
        if any(mark in line for mark in marks):
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(record, dict):
                yield record


def text_of(content: object) -> str:
    """The text of a message's content: a string, or the `text` of its blocks, joined."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    texts = (block.get("text") for block in content if isinstance(block, dict))
    return "\n".join(text for text in texts if isinstance(text, str))


def mapping(value: object) -> dict[str, Any]:
    """`value` when it is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else {}


def string(value: object) -> str | None:
    """`value` when it is a string, else None."""
    return value if isinstance(value, str) else None
