"""The edge that looks: at flags, environment, files and folders, once before and once after the needs are known.

Harnesses and launchers declare which files and markers speak for them; nothing is decided here.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Mapping
from typing import Literal

from advisor.harnesses import NAMES, Marker, Selected, load
from advisor.launchers import launcher_of
from advisor.model import FileAnswer, FileQuestion, HarnessName, Known, PathAnswer, PathQuestion, Process, Scope, Situation, System
from advisor.model.tuples import NamedTuple
from advisor.situation.checkout import checkout_of, repository_of
from advisor.situation.configs import LARGEST_CONFIG, configs
from advisor.situation.process import Mount, is_read_only, mounts, process
from advisor.situation.reading import read_text

__all__ = ["LARGEST_CONFIG", "Flags", "Whose", "look_at", "machine", "read_files"]


_HOSTS_ON_WINDOWS = r"C:\Windows\System32\drivers\etc\hosts"
_LARGEST_HOSTS = 1 << 18  # bytes; what blocks advertisements is larger, and names nobody's own machines


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
    codex_profile: str | None = None


Whose = Literal["ours", "piped", "unknown", "itself"]


def machine(flags: Flags, whose: Whose, environ: Mapping[str, str]) -> Situation:
    """The first look: what flags and, unless `flags.probe` is off, this machine say.

    whose: `ours` when the command that printed the text is a child of this process, `piped` when it writes to our
    standard input, so that this process may raise a grade but never lower one, `unknown` when nobody knows; `itself` when
    nothing was printed, and the question is of this process and of what an agent would run here.
    """
    environ = environ if flags.probe else {}
    system = _system(flags)
    harness = _harness(flags, environ, system.value)
    named: tuple[HarnessName, ...] = flags.harnesses or ((harness.value,) if harness.value else ())
    directory = (flags.directory and os.path.abspath(flags.directory)) or (_current_directory() if flags.probe else None)
    repository = repository_of(directory) if directory and flags.probe else None
    own = process(environ) if flags.probe and whose != "unknown" else None
    selected = load(named[0]).selected_from(environ) if len(named) == 1 else Selected()
    situation = Situation(
        system=system,
        harness=harness,
        harnesses=named or NAMES,
        version=_version(flags, named, environ),
        sandboxed=_sandboxed(flags, named or NAMES, whose, environ, own),
        dialect=flags.codex_dialect or selected.dialect,
        home=flags.home or ((environ.get("HOME") or os.path.expanduser("~")) if flags.probe else None),
        directory=directory,
        repository=repository,
        scope=flags.scope,
        looked=flags.probe,
        ours=whose in ("ours", "itself"),
        process=own,
        checkout=checkout_of(repository) if repository else None,
        profile=None if flags.codex_dialect else selected.profile,
        ahead=whose == "itself",
        temporary=environ.get("TMPDIR") or None,
        user_id=os.getuid() if flags.probe and hasattr(os, "getuid") else None,
    )
    situation = situation._replace(launcher=_launcher(flags, situation, environ))
    return _with_files(situation, flags, environ) if flags.probe else situation


def _with_files(situation: Situation, flags: Flags, environ: Mapping[str, str]) -> Situation:
    """The situation with what this machine's files say: its hosts, and every config of the harnesses in question."""
    system = situation.system
    begins_here = situation.ahead and not any(_set_markers(name, "session", environ, system.value) for name in NAMES)
    hosts = read_text(_HOSTS_ON_WINDOWS if sys.platform == "win32" else "/etc/hosts", _LARGEST_HOSTS)[0]
    return situation._replace(hosts=hosts, configs=tuple(configs(situation, environ, flags.codex_profile, begins_here=begins_here)))


def look_at(questions: Iterable[PathQuestion], situation: Situation) -> tuple[PathAnswer, ...]:
    """The second look: what stands at the paths that the needs name; nothing is opened.

    Mounts are this process's own: they are told where it is the one in question (`situation.process`).
    """
    table = mounts() if situation.process else ()
    return tuple(_answer(question.path, situation, table) for question in questions)


def read_files(questions: Iterable[FileQuestion]) -> tuple[FileAnswer, ...]:
    """The texts of tools' own files, such as a manifest or a lock file."""
    return tuple(FileAnswer(question.path, *read_text(question.path, question.most)) for question in questions)


def _harness(flags: Flags, environ: Mapping[str, str], system: System | None) -> Known:
    if len(flags.harnesses) == 1:
        return Known(flags.harnesses[0], "flag")
    if flags.harnesses:
        return Known()
    for means in ("session", "sandboxed"):
        found = {name: marker for name in NAMES for marker in _set_markers(name, means, environ, system) if marker.names_harness}
        if len(found) == 1:
            name, marker = next(iter(found.items()))
            return Known(name, f"{marker.variable} is set")
        if found:  # one harness inside the other: the text may be of either
            break
    return Known()


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


def _sandboxed(flags: Flags, names: tuple[HarnessName, ...], whose: Whose, environ: Mapping[str, str], own: Process | None) -> Known:
    """Whether the process in question runs in a sandbox. Only what is told of this very process may be a no."""
    if flags.sandboxed in ("yes", "no"):
        return Known(flags.sandboxed == "yes", "flag")
    if flags.sandboxed == "unknown" or whose == "unknown":
        return Known()
    system = _system(flags).value
    for name in names:
        if marked := _set_markers(name, "sandboxed", environ, system):
            return Known(True, f"{marked[0].variable} is set")
    known_no = _known_no(names, environ, system) if whose != "piped" else None
    if known_no:
        return Known(False, known_no)
    # Whose sandbox confines it, the kernel does not tell: without a harness's own word that backs no denial.
    if own and own.confined and (whose == "itself" or len(names) == 1):
        return Known(True, "NoNewPrivs and Seccomp are set")
    # A command that we ran may have started a sandbox of its own; this process itself did not.
    if whose == "itself" and own and own.no_new_privileges is False:
        return Known(False, "NoNewPrivs is not set, and both harnesses' sandboxes set it")
    return Known()


def _known_no(names: tuple[HarnessName, ...], environ: Mapping[str, str], system: System | None) -> str | None:
    """Why a command of the session that this environment tells of surely runs outside its sandbox; None when it may not."""
    for name in names:
        harness, session = load(name), _set_markers(name, "session", environ, system)
        if marked := _set_markers(name, "unsandboxed", environ, system):
            return f"{marked[0].variable} is {marked[0].value}"
        if session and harness.always_marked and not environ.get(harness.always_marked):
            return f"{session[0].variable} is set and {harness.always_marked} is not"
    return None


def _launcher(flags: Flags, situation: Situation, environ: Mapping[str, str]) -> str | None:
    if flags.launcher or not flags.probe:
        return None if flags.launcher == "none" else flags.launcher
    return launcher_of(environ, situation)


def _current_directory() -> str | None:
    try:
        return os.getcwd()
    except OSError:  # the folder was removed under us; everything that needs it is then unknown
        return None


def _answer(path: str, situation: Situation, table: tuple[Mount, ...]) -> PathAnswer:
    place = path
    if situation.home and (path == "~" or path.startswith("~/")):
        place = situation.home + path[1:]
    elif situation.directory and not os.path.isabs(path) and not path.startswith("~"):
        place = os.path.join(situation.directory, path)
    kind = _kind(place)
    if kind == "unknown" or not os.path.isabs(place):
        return PathAnswer(path, kind)
    try:
        real = os.path.realpath(place)
    except OSError:  # a link on the way that is not ours to follow, such as another process's root
        return PathAnswer(path, "unknown")
    return PathAnswer(path, kind, real if real != os.path.normpath(place) else None, is_read_only(real, table))


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
