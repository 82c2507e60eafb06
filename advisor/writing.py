"""Puts texts into files so that whoever reads them, and whatever ends us, finds the old file or the new one.

The only part of `advise` that changes a file of the user's. A text is written beside its file, flushed to the disk and
renamed over it (rename(2) is atomic), under a lock of the folder (flock(2)) that other runs of `advise` wait for. Links
are followed once, before anything is written; from then on the folder is held open, so that it cannot be exchanged.
"""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import NamedTuple

from advisor.errors import AdviseError, InputError

_READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)
_NEW = 0o644  # the mode of a new file, before the umask
_MARK = ".advise-"  # in the names of files that are being written


class ReadOnly(AdviseError):
    """A file or its folder cannot be written by this process, as in a sandbox, which keeps the config folders read-only."""


class Text(NamedTuple):
    """What a file is to hold. place: absolute. before: what it must still hold (None: it must not be there)."""

    place: str
    before: str | None
    after: str


def real_place(place: str, root: str) -> str:
    """Where `place` really is, links followed, parts that do not exist yet included.

    Raises InputError when that is outside `root`, or when something else stands there, or in the place of a folder above.
    """
    real, inside = os.path.realpath(place), os.path.realpath(root)
    if os.path.commonpath((real, inside)) != inside:
        raise InputError(
            f"{place!r} is, or lies behind, a symbolic link that leaves {root!r}",
            "It is not written: change it yourself, as `advise explain` shows",
        )
    if os.path.lexists(real) and not os.path.isfile(real):
        raise InputError(f"{place!r} is not a regular file", "It is not written")
    above = os.path.dirname(place)
    while not os.path.lexists(above):
        above = os.path.dirname(above)
    if os.path.exists(above) and not os.path.isdir(above):
        raise InputError(f"{above!r} is no folder", "It is not written")
    return real


@contextmanager
def locked(folders: Iterable[str]) -> Iterator[dict[str, int]]:
    """The folders (absolute, links followed), made where they are missing, locked and held open: folder → descriptor.

    Waits for other runs of `advise`. Raises ReadOnly when a folder cannot be made.
    """
    made: list[str] = []
    with ExitStack() as stack:
        # In one order everywhere, so that two runs never wait for each other.
        held = {folder: stack.enter_context(_locked(folder, made)) for folder in sorted(set(folders))}
        try:
            yield held
        finally:
            for folder in reversed(made):  # those that nothing was written into
                with suppress(OSError):
                    os.rmdir(folder)


def replace(text: Text, folder: int) -> None:
    """Write one text into its folder, which `locked` holds open as `folder`; mode and owner stay.

    Raises ReadOnly where this process may not write, InputError when the file no longer holds what it held.
    """
    name = os.path.basename(text.place)
    _sweep(name, folder)
    try:
        old = _standing(name, text, folder)
        temporary = f".{name}{_MARK}{os.getpid()}-{secrets.token_hex(4)}"
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, _NEW, dir_fd=folder)
        try:
            _fill(descriptor, text.after, old)
            os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(temporary, dir_fd=folder)
            raise
        os.fsync(folder)
    except OSError as error:
        raise _cannot(text.place, error) from error


def withdraw(text: Text, folder: int) -> None:
    """Take a written text back, whatever a hook made of it since: the file holds what it held before, or is gone as it was.

    Raises ReadOnly or InputError when it cannot be.
    """
    name = os.path.basename(text.place)
    now = _text_at(text.place)
    if text.before is not None:
        replace(Text(text.place, now, text.before), folder)
    elif now is not None:
        try:
            os.unlink(name, dir_fd=folder)
        except OSError as error:
            raise _cannot(text.place, error) from error


def save(text: str, file: str) -> None:
    """Write a file of our own making, whole or not at all; an older one of that name gives way.

    Raises ReadOnly or InputError when it cannot be.
    """
    place = os.path.realpath(file)
    if not file or (os.path.exists(file) and not os.path.isfile(file)):
        raise InputError(f"{file!r} is not a regular file", "Give another name")
    if not os.path.isdir(os.path.dirname(place)):
        raise InputError(f"there is no folder {os.path.dirname(file)!r}", "Make it first, or give another name")
    with locked([os.path.dirname(place)]) as held:
        before = _text_at(place)
        replace(Text(place, before, text), held[os.path.dirname(place)])


def _text_at(place: str) -> str | None:
    try:
        with open(place, encoding="utf-8", newline="", errors="surrogateescape") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _cannot(place, error) from error


def _standing(name: str, text: Text, folder: int) -> os.stat_result | None:
    """The state of the file, which still holds what it must; None when there is none, and there must be none."""
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    except FileNotFoundError:
        held, state = None, None
    else:
        with open(descriptor, "rb") as file:
            state = os.fstat(file.fileno())
            if not stat.S_ISREG(state.st_mode):
                raise InputError(f"{text.place!r} is not a regular file", "It is not written")
            held = file.read()
    if held != (None if text.before is None else text.before.encode(errors="surrogateescape")):
        raise InputError(f"{text.place!r} changed while it was being looked at", "Nothing was written: run this again")
    if state is not None and not os.access(name, os.W_OK, dir_fd=folder):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))  # a rename would not ask
    return state


def _fill(descriptor: int, text: str, old: os.stat_result | None) -> None:
    with open(descriptor, "wb") as file:
        if old is not None:
            mine = os.fstat(descriptor)
            if (mine.st_uid, mine.st_gid) != (old.st_uid, old.st_gid):
                os.fchown(descriptor, old.st_uid, old.st_gid)
            os.fchmod(descriptor, stat.S_IMODE(old.st_mode))
        file.write(text.encode())
        file.flush()
        os.fsync(descriptor)


def _sweep(name: str, folder: int) -> None:
    """Remove what runs that were killed left beside the file: under the lock nobody else is writing here."""
    for left in os.listdir(folder):
        if left.startswith(f".{name}{_MARK}"):
            with suppress(OSError):
                os.unlink(left, dir_fd=folder)


@contextmanager
def _locked(folder: str, made: list[str]) -> Iterator[int]:
    descriptor = _open_locked(folder, made)
    try:
        yield descriptor
    finally:
        os.close(descriptor)  # and with it the lock


def _open_locked(folder: str, made: list[str]) -> int:
    while True:
        try:
            _make(folder, made)
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        except FileNotFoundError:  # removed by another run between the two
            continue
        except OSError as error:
            raise _cannot(folder, error) from error
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        if _is_still(folder, descriptor):
            return descriptor
        os.close(descriptor)


def _make(folder: str, made: list[str]) -> None:
    missing: list[str] = []
    while not os.path.isdir(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    for each in reversed(missing):
        with suppress(FileExistsError):
            os.mkdir(each)
            made.append(each)


def _is_still(folder: str, descriptor: int) -> bool:
    """Whether the folder at the path is the one that was opened: another run may have removed it, empty, meanwhile."""
    try:
        return os.path.samestat(os.stat(folder), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _cannot(place: str, error: OSError) -> AdviseError:
    kind = ReadOnly if error.errno in _READ_ONLY else InputError
    return kind(f"{place!r} cannot be written here ({error.strerror})", "")
