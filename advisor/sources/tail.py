"""Reads the end of a session file of any size: whole lines of its last megabytes, and nothing before them."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from typing import Any

from advisor.errors import InputError

LENGTH = 2 << 20  # bytes; a session's last refused command stands near its end


def last_lines(path: str, length: int = LENGTH) -> tuple[bytes, ...]:
    """The whole lines in the last `length` bytes of the file, oldest first. Raises InputError when it cannot be read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise InputError(f"cannot read the session {path!r}: it is not a regular file")
            begin = max(0, status.st_size - length)
            file.seek(begin)
            data = file.read(length)
    except OSError as error:
        raise InputError(f"cannot read the session {path!r}: {error.strerror}") from None
    lines = data.split(b"\n")
    return tuple(line for line in (lines[1:] if begin else lines) if line.strip())


def records(lines: tuple[bytes, ...], marks: tuple[bytes, ...]) -> Iterator[dict[str, Any]]:
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
