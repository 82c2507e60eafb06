"""The edge that looks: at flags, environment, files and folders, once before and once after the needs are known.

Harnesses and launchers declare which files and markers speak for them; nothing is decided here.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from advisor.harnesses import NAMES, ConfigFile, Marker, load
from advisor.launchers import launcher_of
from advisor.model import ConfigText, HarnessName, Known, PathAnswer, PathQuestion, Scope, Situation, System

LARGEST_CONFIG = 1 << 20  # bytes; a settings file beyond this is none


class Flags(NamedTuple):
    """What the command line says of the situation; None or empty: nothing."""

    harnesses: tuple[HarnessName, ...] = ()
    harness_version: str | None = None
    launcher: str | None = None
    codex_dialect: Literal["profile", "legacy"] | None = None
    system: System | None = None
    home: str | None = None
    sandboxed: Literal["yes", "no", "unknown"] | None = None
    scope: Scope | None = None
    directory: str | None = None
    probe: bool = True


Whose = Literal["ours", "piped", "unknown"]


def machine(flags: Flags, whose: Whose, environ: Mapping[str, str]) -> Situation:
    """The first look: what flags and, unless `flags.probe` is off, this machine say.

    whose: `ours` when the command that printed the text is a child of this process, `piped` when it writes to our
    standard input, so that this process may raise a grade but never lower one, else `unknown`.
    """
    environ = environ if flags.probe else {}
    system = _system(flags)
    harness = _harness(flags, environ, system.value)
    named: tuple[HarnessName, ...] = flags.harnesses or ((harness.value,) if harness.value else ())
    directory = (flags.directory and os.path.abspath(flags.directory)) or (_current_directory() if flags.probe else None)
    home = flags.home or ((environ.get("HOME") or os.path.expanduser("~")) if flags.probe else None)
    repository = _repository(directory) if directory and flags.probe else None
    situation = Situation(
        system=system,
        harness=harness,
        harnesses=named or NAMES,
        version=_version(flags, named, environ),
        sandboxed=_sandboxed(flags, named, whose, environ, system.value),
        dialect=flags.codex_dialect,
        home=home,
        directory=directory,
        repository=repository,
        scope=flags.scope,
        looked=flags.probe,
        ours=whose == "ours",
    )
    situation = situation._replace(launcher=_launcher(flags, situation, environ))
    if not flags.probe:
        return situation
    return situation._replace(configs=tuple(_configs(situation, environ)))


def look_at(questions: Iterable[PathQuestion], situation: Situation) -> tuple[PathAnswer, ...]:
    """The second look: what stands at the paths that the needs name; nothing is opened."""
    return tuple(PathAnswer(question.path, _kind(_expand(question.path, situation.home))) for question in questions)


def _harness(flags: Flags, environ: Mapping[str, str], system: System | None) -> Known:
    if len(flags.harnesses) == 1:
        return Known(flags.harnesses[0], "flag")
    if flags.harnesses:
        return Known()
    found = {name: marker for name in NAMES for marker in _set_markers(name, "session", environ, system)}
    if len(found) != 1:  # none, or one harness inside the other: the text may be of either
        return Known()
    name, marker = next(iter(found.items()))
    return Known(name, f"{marker.variable} is set")


def _set_markers(name: HarnessName, means: str, environ: Mapping[str, str], system: System | None) -> list[Marker]:
    """The markers of a harness with this meaning that are set in the environment."""
    return [
        marker
        for marker in load(name).markers
        if marker.means == means
        and environ.get(marker.variable)
        and marker.value in (None, environ[marker.variable])
        and (not marker.systems or system in marker.systems)
    ]


def _system(flags: Flags) -> Known:
    if flags.system:
        return Known(flags.system, "flag")
    if not flags.probe:
        return Known()
    name = {"darwin": "macos", "win32": "windows", "cygwin": "windows"}.get(sys.platform, "linux")
    return Known(name, "this machine")


def _version(flags: Flags, named: tuple[HarnessName, ...], environ: Mapping[str, str]) -> Known:
    if flags.harness_version:
        return Known(flags.harness_version, "flag")
    if len(named) == 1 and (version := load(named[0]).version_from(environ)):
        return Known(version, "environment")
    return Known()


def _sandboxed(
    flags: Flags, named: tuple[HarnessName, ...], whose: Whose, environ: Mapping[str, str], system: System | None
) -> Known:
    if flags.sandboxed in ("yes", "no"):
        return Known(flags.sandboxed == "yes", "flag")
    if flags.sandboxed == "unknown" or whose == "unknown":
        return Known()
    for name in named or NAMES:
        if marked := _set_markers(name, "sandboxed", environ, system):
            return Known(True, f"{marked[0].variable} is set")
        if whose == "ours" and (marked := _set_markers(name, "unsandboxed", environ, system)):
            return Known(False, f"{marked[0].variable} is set")
    return Known()


def _launcher(flags: Flags, situation: Situation, environ: Mapping[str, str]) -> str | None:
    if flags.launcher or not flags.probe:
        return None if flags.launcher == "none" else flags.launcher
    return launcher_of(environ, situation)


def _current_directory() -> str | None:
    try:
        return os.getcwd()
    except OSError:  # the folder was removed under us; everything that needs it is then unknown
        return None


def _repository(directory: str) -> str | None:
    """The nearest folder at or above `directory` that holds `.git` (a folder, or a worktree's or submodule's file)."""
    at = directory
    while True:
        if os.path.lexists(os.path.join(at, ".git")):
            return at
        above = os.path.dirname(at)
        if above == at:
            return None
        at = above


def _configs(situation: Situation, environ: Mapping[str, str]) -> Iterable[ConfigText]:
    for name in situation.harnesses:
        for file in load(name).files:
            if file.systems and situation.system.value not in file.systems:
                continue
            path = _place(file, situation, environ)
            if path is not None:
                text, problem = _read(path)
                yield ConfigText(name, file.path, file.scope, text, problem)


def _place(file: ConfigFile, situation: Situation, environ: Mapping[str, str]) -> str | None:
    """Where a declared config file is on this machine, or None when it hangs on something unknown."""
    if file.moved_by and (moved := environ.get(file.moved_by)):
        return os.path.join(moved, file.path.rsplit("/", 1)[-1])
    path = _expand(file.path, situation.home)
    if os.path.isabs(path):
        return path
    root = situation.repository or situation.directory
    return os.path.join(root, path) if root and not path.startswith("~") else None


def _expand(path: str, home: str | None) -> str:
    if home and (path == "~" or path.startswith("~/")):
        return home + path[1:]
    return path


def _read(path: str) -> tuple[str | None, str | None]:
    """(text, None), (None, None) when there is no file, or (None, why it cannot be read)."""
    try:
        # Not a FIFO, a device or a folder: opening those could hang or mean nothing.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return None, None
    except NotADirectoryError:
        return None, None
    except OSError as error:
        return None, f"it cannot be opened ({error.strerror})"
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return None, "it is not a regular file"
        if status.st_size > LARGEST_CONFIG:
            return None, f"it is larger than {LARGEST_CONFIG >> 20} MiB"
        with open(descriptor, "rb", closefd=False) as file:
            return file.read(LARGEST_CONFIG + 1).decode("utf-8"), None
    except UnicodeDecodeError:
        return None, "it is not UTF-8 text"
    finally:
        os.close(descriptor)


def _kind(path: str) -> Literal["folder", "file", "symlink", "other", "missing", "unknown"]:
    try:
        mode = os.lstat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return "missing"
    except (OSError, ValueError):  # not ours to see, or a NUL in the evidence's path
        return "unknown"
    if stat.S_ISLNK(mode):
        return "symlink"
    if stat.S_ISDIR(mode):
        return "folder"
    return "file" if stat.S_ISREG(mode) else "other"
