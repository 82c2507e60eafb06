"""The folders in which trials run: claimed by a living process, removed with it, and swept by the next run if it was killed."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from advisor.errors import InputError
from advisor.proof import children
from advisor.proof.trial import Room

_CLAIM = re.compile(r"room-(\d{1,10})-(\d{1,20})-(\d{1,9})")


def lab_root(environment: Mapping[str, str]) -> Path:
    """The one folder that holds every room: ADVISE_LAB, or `advise/lab` in the user's cache folder.

    Raises InputError when it is below /tmp, where Codex's own sandbox is open and its home may not be.
    """
    cache = environment.get("XDG_CACHE_HOME") or os.path.join(environment.get("HOME") or os.path.expanduser("~"), ".cache")
    root = Path(environment.get("ADVISE_LAB") or os.path.join(cache, "advise", "lab")).absolute()
    if Path("/tmp") in (root.resolve(), *root.resolve().parents):
        raise InputError(f"{root} is below /tmp, where no sandbox can be tried", "Set ADVISE_LAB to a folder elsewhere")
    return root


@contextmanager
def claim(root: Path) -> Iterator[Room]:
    """A fresh room in `root`, gone when the context ends, with the processes that were left in it."""
    room = _make(root)
    try:
        yield room
    finally:
        children.end_marked(room.root)
        remove(Path(room.root))


def sweep(root: Path, started: Callable[[int], int | None] | None = None) -> int:
    """Remove the rooms whose process has ended, and end what still runs in them; returns how many there were.

    started: tells when a process began (see `start_of`); another one with the same number is not the owner.
    """
    started = started or start_of
    swept = 0
    for folder in sorted(root.iterdir()) if root.is_dir() else ():
        named = _CLAIM.fullmatch(folder.name)
        if named and started(int(named.group(1))) != int(named.group(2)):
            children.end_marked(str(folder))
            remove(folder)
            swept += 1
    return swept


def start_of(pid: int) -> int | None:
    """When process `pid` began, in a unit of the system's own; None when there is none."""
    try:
        # The second field, in parentheses, is the program's name and may hold anything.
        return int(Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[19])
    except OSError:
        if os.path.isdir("/proc/self"):
            return None
    done = subprocess.run(["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True)
    digits = "".join(filter(str.isdigit, done.stdout))
    return int(digits) if digits else None


def remove(folder: Path) -> None:
    """Remove a folder with everything in it, read-only folders included; what another user left stays."""

    def retry(function: Callable[[str], object], path: str, _: object) -> None:
        try:
            os.chmod(os.path.dirname(path), stat.S_IRWXU)
            function(path)
        except OSError:
            pass  # Nothing more can be done; the next sweep tries again.

    shutil.rmtree(folder, onerror=retry)


def renew(room: Room) -> None:
    """Empty a room: every folder is there again, and nothing in it."""
    children.end_marked(room.root)
    for entry in Path(room.root).iterdir():
        if entry.is_dir() and not entry.is_symlink():
            remove(entry)
        else:
            entry.unlink()
    _furnish(room)


def _furnish(room: Room) -> None:
    for folder in (room.project, room.home, room.outside, room.served, f"{room.home}/.codex"):
        Path(folder).mkdir()


def _make(root: Path) -> Room:
    root.mkdir(parents=True, exist_ok=True, mode=0o700)
    pid, number = os.getpid(), 0
    while True:
        folder = root / f"room-{pid}-{start_of(pid) or 0}-{number}"
        try:
            folder.mkdir(mode=0o755)
        except FileExistsError:
            number += 1
        else:
            break
    room = Room(str(folder), *(str(folder / name) for name in ("project", "home", "outside", "served")))
    _furnish(room)
    return room
