"""Which harnesses this machine can run a trial with, and what is missing for the others."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from advisor.model import HarnessName

_VERSION = re.compile(r"\d{1,6}\.\d{1,6}\.\d{1,6}[\w.-]{0,40}")
_PASSED_ON = ("PATH", "LANG", "LC_ALL", "TERM")


class _Harness(NamedTuple):
    variable: str
    command: str
    package: str
    needs: tuple[str, ...]


_HARNESSES: dict[HarnessName, _Harness] = {
    "claude": _Harness("ADVISE_CLAUDE", "claude", "@anthropic-ai/claude-code", ("bwrap", "socat", "rg")),
    "codex": _Harness("ADVISE_CODEX", "codex", "@openai/codex", ()),
}
# Debian's names of the packages that hold the programs Claude Code's sandbox needs on Linux.
_PACKAGES = {"bwrap": "bubblewrap", "socat": "socat", "rg": "ripgrep"}


class Program(NamedTuple):
    """A harness that can be run here: its executable and the version it says it is."""

    harness: HarnessName
    path: str
    version: str


class Missing(NamedTuple):
    """A harness that cannot be run here: what is missing, and how to get it."""

    harness: HarnessName
    what: str
    remedy: str


def find(harness: HarnessName, environment: Mapping[str, str]) -> Program | Missing:
    """The harness's program: what its variable names (ADVISE_CLAUDE, ADVISE_CODEX), `.harnesses` of a checkout, or on PATH."""
    known = _HARNESSES[harness]
    path = environment.get(known.variable) or _in_checkout(known.command) or shutil.which(known.command, path=environment.get("PATH"))
    if path is None or not os.access(path, os.X_OK):
        remedy = f"`npm install -g {known.package}`, or name its executable in {known.variable}"
        return Missing(harness, f"no program `{path or known.command}`", remedy)
    absent = [name for name in _needed(known) if shutil.which(name, path=environment.get("PATH")) is None]
    if absent:
        packages = " ".join(_PACKAGES[name] for name in absent)
        return Missing(harness, f"its sandbox needs {', '.join(absent)}", f"`apt-get install {packages}`")
    version = _version(path, environment)
    if version is None:
        return Missing(harness, f"`{path} --version` names no version", f"install {known.package} anew")
    return Program(harness, path, version)


def session_environment(environment: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """What a session on this machine is given of its environment: where programs are, and how it speaks; no secrets."""
    return tuple((name, environment[name]) for name in _PASSED_ON if name in environment)


def _needed(known: _Harness) -> tuple[str, ...]:
    return known.needs if sys.platform == "linux" else ()


def _in_checkout(command: str) -> str | None:
    """The program that `.ci/install-harnesses` put beside this package's source, if this is a checkout."""
    top = Path(__file__).resolve().parents[2]
    program = top / ".harnesses" / "node_modules" / ".bin" / command
    return str(program) if (top / "pyproject.toml").is_file() and program.exists() else None


def _version(path: str, environment: Mapping[str, str]) -> str | None:
    try:
        done = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=20, env=dict(environment), stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = _VERSION.search(done.stdout)
    return found[0] if found and done.returncode == 0 else None
