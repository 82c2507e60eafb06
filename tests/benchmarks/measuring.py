"""Measures what child processes cost: CPU seconds, medians over alternating runs, and resident memory at its peak."""

from __future__ import annotations

import compileall
import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import advisor

ROUNDS = 21
REFERENCE = (sys.executable, "-I", "-c", "pass")
ADVISE = (str(Path(sys.executable).with_name("advise")), "explain")

CLEAN_LOG = b"".join(b"[%3d/100] Compiling src/part_%d.c: ok, 0 warnings, 12 ms\n" % (line, line) for line in range(100))
DENIED_LOG = CLEAN_LOG + b"touch: cannot touch '/home/dev/.cache/uv/x': Read-only file system\n"

INPUT_BYTES = 200_000_000


class Call(NamedTuple):
    """A program to start, what it reads, and the exit code without which its cost means nothing.

    home: the user's home and the folder to start in; an empty one when None. answers: whether it prints anything; None: it may.
    """

    command: tuple[str, ...]
    text: bytes = b""
    exit_code: int = 0
    home: str | None = None
    answers: bool | None = None


class Memory(NamedTuple):
    """A call's exit code and its resident memory at the peak, in MB."""

    exit_code: int
    peak: float


def environment(home: str) -> dict[str, str]:
    """The environment of a user whose home is empty: nothing of a test run's own tools; byte code as an installation has it."""
    compileall.compile_dir(Path(advisor.__file__).parent, quiet=1)
    return {"HOME": home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}


def cpu_medians(calls: dict[str, Call], rounds: int = ROUNDS) -> dict[str, float]:
    """The median CPU seconds (user and system) of each call; the calls take turns, so that they meet the same machine."""
    seconds: dict[str, list[float]] = {name: [] for name in calls}
    with TemporaryDirectory() as empty:
        around = environment(empty)
        for _ in range(rounds):
            for name, call in calls.items():
                home = call.home or empty
                seconds[name].append(_cpu(call, home, {**around, "HOME": home}))
    return {name: statistics.median(each) for name, each in seconds.items()}


def _cpu(call: Call, directory: str, around: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(call.command, input=call.text, capture_output=True, env=around, cwd=directory, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == call.exit_code, done.stderr.decode()[-2000:]
    assert call.answers in (None, bool(done.stdout)), done.stdout
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def peak_memory(command: Iterable[str], blocks: Iterable[bytes], home: str | None = None) -> Memory:
    """What `command` needs while it reads `blocks`, in `home` or an empty one; its own peak is asked of the process that waits for it."""
    program = (
        "import resource, subprocess, sys\n"
        "code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)\n"
        "print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
    )
    with TemporaryDirectory() as empty:
        waiting = subprocess.Popen(
            [sys.executable, "-I", "-c", program, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(home or empty),
            cwd=home or empty,
        )
        assert waiting.stdin is not None
        assert waiting.stdout is not None
        with waiting, waiting.stdin as pipe:
            for block in blocks:
                pipe.write(block)
            pipe.close()
            code, peak = waiting.stdout.read().split()
    return Memory(int(code), int(peak) / (1 << 20 if sys.platform == "darwin" else 1 << 10))


def repeated(unit: bytes, total: int = INPUT_BYTES) -> Iterator[bytes]:
    """`unit` over and over, about `total` bytes, in blocks."""
    block = unit * max(1, (1 << 18) // len(unit))
    for _ in range(total // len(block) + 1):
        yield block
