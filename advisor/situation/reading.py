"""Reads the text of a file that may be missing, huge, no text, or no file at all: the text, or one clause that says why not."""

from __future__ import annotations

import os
import stat


def read_text(path: str, most: int) -> tuple[str | None, str | None]:
    """(text, None); (None, None) when there is no file; or (None, why it cannot be read). most: bytes of the largest file."""
    try:
        # Asked before it is opened: to open a FIFO, a device or a socket may hang, or mean something to who holds it.
        status = os.stat(path)
        if _is_null(status):
            return None, None
        if not stat.S_ISREG(status.st_mode):
            return None, "it is not a regular file"
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (FileNotFoundError, NotADirectoryError):
        return None, "it is a symlink that leads nowhere" if os.path.islink(path) else None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        return None, f"it cannot be opened ({getattr(error, 'strerror', None) or 'bad file name'})"
    try:
        with open(descriptor, "rb", closefd=False) as file:
            data = file.read(most + 1)
    except OSError as error:
        return None, f"it cannot be read ({error.strerror})"
    finally:
        os.close(descriptor)
    if len(data) > most:
        return None, f"it is larger than {most >> 20} MiB"
    try:
        return data.decode("utf-8"), None
    except UnicodeDecodeError:
        return None, "it is not UTF-8 text"


def _is_null(status: os.stat_result) -> bool:
    """Whether it is /dev/null, which Claude Code's sandbox on Linux shows in the place of a protected file that does not exist."""
    return stat.S_ISCHR(status.st_mode) and status.st_rdev == os.makedev(1, 3)
