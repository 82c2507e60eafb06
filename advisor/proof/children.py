"""Runs a program that cannot outlive us, with a time limit, and ends whatever it left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from advisor.proof import leash
from advisor.proof.trial import Ended

# Every process of a trial carries this variable: its value is the room's root, which no other trial shares.
MARK = "ADVISE_ROOM"
_MOST_OUTPUT = 4_000_000
# Resolved now: a virtual environment may stand in a folder that a chamber covers later.
_PYTHON = os.path.realpath(sys.executable)


def leashed(arguments: tuple[str, ...]) -> list[str]:
    """The command line that runs `arguments` so that it ends when this process does."""
    return [_PYTHON, "-I", "-S", str(Path(leash.__file__)), str(os.getpid()), *arguments]


def run(arguments: tuple[str, ...], directory: str, environment: Mapping[str, str], seconds: float) -> Ended:
    """Run a program to its end, or for `seconds`; its output goes through files, which no left-over process can hold open."""
    started = time.monotonic()
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(
            leashed(arguments),
            cwd=directory,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            start_new_session=True,
        )
        try:
            exit_code: int | None = child.wait(seconds)
        except subprocess.TimeoutExpired:
            exit_code = None
        finally:
            _end_group(child)
        texts = []
        for stream in (output, errors):
            stream.seek(0)
            texts.append(stream.read(_MOST_OUTPUT).decode(errors="replace"))
    return Ended(texts[0], texts[1], exit_code, time.monotonic() - started)


def end_marked(room: str) -> None:
    """End every process of the trial in `room` that this user may end, wherever it went (Linux)."""
    mark = f"{MARK}={room}".encode()
    for pid in map(int, filter(str.isdigit, os.listdir("/proc") if os.path.isdir("/proc/self") else ())):
        try:
            carries = pid != os.getpid() and mark in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
            if carries:
                os.kill(pid, signal.SIGKILL)
        except OSError:
            continue  # Gone, or not ours.


def end_all_others() -> None:
    """End every other process of this process's own pid namespace, of which it must be the first."""
    if os.getpid() != 1:
        raise RuntimeError("only the first process of a namespace may end all others")
    with suppress(ProcessLookupError):
        os.kill(-1, signal.SIGKILL)
    while _reap():
        pass


def _reap() -> bool:
    try:
        os.waitpid(-1, 0)
    except ChildProcessError:
        return False
    return True


def _end_group(child: subprocess.Popen[bytes]) -> None:
    for politely in (True, False):
        with suppress(ProcessLookupError, PermissionError, subprocess.TimeoutExpired):
            os.killpg(child.pid, signal.SIGTERM if politely else signal.SIGKILL)
            child.wait(2)
    child.wait()
