"""The figures that this project promises, each beside its bar."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.benchmarks.measuring import (
    ADVISE,
    CLEAN_LOG,
    DENIED_LOG,
    INPUT_BYTES,
    REFERENCE,
    Call,
    cpu_medians,
    peak_memory,
    repeated,
)

# In a line of its own size, and in as many lines as there are.
INPUTS = {
    "clean, one line": b"nothing to see here, ",
    "clean, many lines": b"nothing to see here, all is well\n",
    "refusals, one line": b"touch: cannot touch '/srv/a': Read-only file system; ",
    "refusals, many lines": b"touch: cannot touch '/srv/a': Read-only file system\n",
}


class Figure(NamedTuple):
    """A measured value, what it is, its unit, and the most that is allowed. extra: what else the run showed."""

    name: str
    value: float
    unit: str
    most: float
    extra: str = ""

    @property
    def reached(self) -> bool:
        return self.value <= self.most

    def __str__(self) -> str:
        verdict = "" if self.reached else "  MISSED"
        return f"{self.name}: {self.value:.1f} {self.unit} (at most {self.most:g}){self.extra}{verdict}"


def cpu_figures() -> Iterator[Figure]:
    """CPU of `advise explain` as a multiple of the bare interpreter's start (`python -I -c pass`)."""
    calls = {"reference": Call(REFERENCE), "clean": Call(ADVISE, CLEAN_LOG, exit_code=1), "denial": Call(ADVISE, DENIED_LOG)}
    medians = cpu_medians(calls)
    reference = medians["reference"]
    for name, what, most in (("clean", "a clean log of 100 lines", 3), ("denial", "the same log with a denial", 9)):
        extra = f"; {1000 * medians[name]:.1f} ms of CPU, the interpreter alone {1000 * reference:.1f} ms"
        yield Figure(f"explain, {what}", medians[name] / reference, "x", most, extra)


def memory_figures() -> Iterator[Figure]:
    """Resident memory of `advise explain` at its peak while it reads 200 MB."""
    for what, unit in INPUTS.items():
        memory = peak_memory(ADVISE, repeated(unit))
        yield Figure(f"explain, 200 MB, {what}", memory.peak, "MB", 60, f"; exit code {memory.exit_code}")


def session_figures() -> Iterator[Figure]:
    """`advise explain --last` on a session's record of 200 MB: CPU beside that on one of 2 MB, and resident memory at its peak."""
    last = (*ADVISE, "--last")
    with TemporaryDirectory() as small, TemporaryDirectory() as large:
        record_session(Path(small), INPUT_BYTES // 100)
        record_session(Path(large), INPUT_BYTES)
        medians = cpu_medians({"small": Call(last, home=small), "large": Call(last, home=large)}, rounds=7)
        extra = f"; {1000 * medians['large']:.1f} ms of CPU"
        yield Figure("explain --last, 200 MB beside 2 MB", medians["large"] / medians["small"], "x", 1.5, extra)
        memory = peak_memory(last, (), large)
        yield Figure("explain --last, 200 MB", memory.peak, "MB", 60, f"; exit code {memory.exit_code}")


def record_session(home: Path, total: int) -> None:
    """Record a Claude Code session of `home`, of about `total` bytes, whose last command was refused."""
    folder = home / ".claude" / "projects" / re.sub(r"[^A-Za-z0-9]", "-", str(home))
    folder.mkdir(parents=True)
    call = b"".join(_call(str(home), CLEAN_LOG.decode()))
    with (folder / "session.jsonl").open("wb") as file:
        for _ in range(total // len(call)):
            file.write(call)
        file.writelines(_call(str(home), DENIED_LOG.decode()))


def _call(directory: str, output: str) -> Iterator[bytes]:
    """A command and its result, as two lines of a transcript."""
    use = {"type": "tool_use", "name": "Bash", "id": "t", "input": {"command": "make"}}
    result = {"type": "tool_result", "tool_use_id": "t", "content": output, "is_error": True}
    yield json.dumps({"type": "assistant", "message": {"content": [use]}}).encode() + b"\n"
    yield json.dumps({"type": "user", "message": {"content": [result]}, "cwd": directory, "version": "2.1.332"}).encode() + b"\n"
