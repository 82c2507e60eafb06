"""Opens a lab on this machine: chambers that run trials, rooms to run them in, and nothing left when it closes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from types import FrameType
from typing import Any

from advisor.proof import rooms
from advisor.proof.trial import Chamber, Outcome, Room, Trial


class Bench:
    """A chamber that is open: what it is, and how to run a trial in it."""

    def __init__(self, process: subprocess.Popen[bytes], connection: Connection[Any, Any], chamber: Chamber) -> None:
        self.chamber = chamber
        self._process = process
        self._connection = connection

    def run(self, trial: Trial) -> Outcome:
        """Run a trial and wait for its outcome; a chamber that dies is an outcome too.

        Whatever breaks off the wait, ^C or SIGTERM, closes the bench: a harness that is asked to end, before its room
        and its processes go, takes away itself what it keeps in /tmp.
        """
        try:
            self._connection.send(trial)
            outcome: Outcome = self._connection.recv()
        except (EOFError, OSError):
            return Outcome((), None, "", 0.0, "the process that runs the harness ended")
        except BaseException:
            self.close()
            raise
        return outcome

    def close(self) -> None:
        """End the chamber and every process in it."""
        self._connection.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


@contextmanager
def open_lab(environment: Mapping[str, str], private: bool = True) -> Iterator[tuple[Bench, Path]]:
    """A bench and the root for its rooms; sweeps what killed runs left. SIGTERM ends it as ^C does.

    private: on a network and with processes of its own, where the machine allows that.
    Raises InputError when the lab cannot be where the environment says.
    """
    root = rooms.lab_root(environment)
    rooms.sweep(root)
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        bench = open_bench(private)
        try:
            yield bench, root
        finally:
            bench.close()
    finally:
        signal.signal(signal.SIGTERM, before)


def open_bench(private: bool = True) -> Bench:
    """A chamber of its own, private where that is wanted and possible. Open it from the main thread: it ends with its opener."""
    bench = _start("private" if private else "shared")
    if bench.chamber.private or not private:
        return bench
    bench.close()
    shared = _start("shared")
    shared.chamber = bench.chamber
    return shared


@contextmanager
def trial_room(root: Path) -> Iterator[Room]:
    """A fresh room in the lab's root."""
    with rooms.claim(root) as room:
        yield room


def _start(kind: str) -> Bench:
    ours, theirs = Pipe()
    # -P: the working directory is somebody's repository, and nothing is imported from there.
    command = [sys.executable, "-P", "-m", "advisor.proof.chamber"]
    command += [str(theirs.fileno()), kind, str(os.getpid())]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=(theirs.fileno(),), start_new_session=True)
    theirs.close()
    try:
        chamber: Chamber = ours.recv()
    except EOFError:
        chamber = Chamber(False, "the process that runs the harness did not start")
    return Bench(process, ours, chamber)


def _terminate(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
