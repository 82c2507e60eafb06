"""Which recorded session of a folder is the newest: Claude Code's transcripts and Codex's rollouts."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from advisor.model import HarnessName

_SEARCHED = 200  # rollouts looked into, newest first: a folder that was not worked in for longer has no last command
_FIRST_LINE = 1 << 17  # bytes; Codex's session_meta line holds its base instructions (about 20 kB)


class Session(NamedTuple):
    """A session file: whose, where, and when it was last written (seconds since the epoch)."""

    harness: HarnessName
    path: str
    written: float


def sessions(directory: str, home: str, environ: Mapping[str, str], harnesses: tuple[HarnessName, ...]) -> tuple[Session, ...]:
    """The sessions of `directory` or, where it has none, of the nearest folder above it; newest first."""
    at = directory
    while True:
        found = [session for name in harnesses for session in _FINDERS[name](at, home, environ)]
        if found:
            return tuple(sorted(found, key=lambda session: session.written, reverse=True))
        above = os.path.dirname(at)
        if above in (at, home) or at == home:
            return ()
        at = above


def _claude(directory: str, home: str, environ: Mapping[str, str]) -> Iterator[Session]:
    """The transcripts in the folder named after `directory`: every character but letters and digits became `-`."""
    config = environ.get("CLAUDE_CONFIG_DIR") or os.path.join(home, ".claude")
    folder = os.path.join(config, "projects", re.sub(r"[^A-Za-z0-9]", "-", directory))
    for above, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".jsonl"):
                path = os.path.join(above, name)
                yield Session("claude", path, _written(path))


def _codex(directory: str, home: str, environ: Mapping[str, str]) -> Iterator[Session]:
    """The rollouts whose first line names `directory`, among the newest of all."""
    root = os.path.join(environ.get("CODEX_HOME") or os.path.join(home, ".codex"), "sessions")
    rollouts = (
        os.path.join(above, name)
        for above, _, names in os.walk(root)
        for name in names
        if name.startswith("rollout-") and name.endswith(".jsonl")
    )
    for path in sorted(rollouts, key=_written, reverse=True)[:_SEARCHED]:
        if _directory_of(path) == directory:
            yield Session("codex", path, _written(path))


_FINDERS = {"claude": _claude, "codex": _codex}


def _written(path: str) -> float:
    try:
        return os.stat(path).st_mtime
    except OSError:  # removed while we look
        return 0.0


def _directory_of(path: str) -> str | None:
    """The working directory that a rollout's first line names, or None."""
    try:
        with open(path, "rb") as file:
            line = file.readline(_FIRST_LINE)
        directory = json.loads(line)["payload"]["cwd"]
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return None
    return directory if isinstance(directory, str) else None
