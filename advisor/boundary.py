"""Answers a need from a boundary: allowed, allowed with a catch, refused, protected or unknown, and which entry says so.

The most specific entry wins; of two equally specific ones the stricter. A refusal that is only the built-in default
of a boundary whose config could not be read whole is no answer: silence then means unknown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import assert_never

from advisor import paths
from advisor.model import (
    Access,
    Boundary,
    ConnectSocket,
    ControlProcess,
    Entry,
    GainPrivilege,
    ListenOnPort,
    Need,
    Nest,
    NotInForce,
    PathQuestion,
    ReachHost,
    ReachLocalService,
    ReadPath,
    ResolveName,
    RunCommand,
    StartSandbox,
    TraceProcess,
    UseDevice,
    UseService,
    WritePath,
    operation_of,
)

# Which of two equally specific entries wins: the later in this order.
_STRICTNESS = (Access.UNKNOWN, Access.ALLOWED, Access.ALLOWED_BUT, Access.REFUSED, Access.PROTECTED)

# What a server listens on that any network has, a sandbox's own too: entries call all of it `localhost`.
_EVERY_NETWORK_HAS = re.compile(r"(?:localhost|127\.[\d.]{1,11}|::1?|0\.0\.0\.0|\*)?")

# How specific an entry is that covers a target; None: it does not cover it.
_Covers = Callable[[str], "int | None"]


def answer(need: Need, boundary: Boundary) -> tuple[Access, Entry | None]:
    """What `boundary` says of `need`, and the entry that says it (None: nothing does)."""
    return _decide(operation_of(need), _covering(need, boundary), boundary)


def idle_for(need: Need, boundary: Boundary) -> Iterator[NotInForce]:
    """What the configs hold for `need` that is not in force, most specific first."""
    covers = _covering(need, boundary)
    found = [
        (weight, idle)
        for idle in boundary.not_in_force
        if idle.entry and idle.entry.operation == operation_of(need) and (weight := covers(idle.entry.value)) is not None
    ]
    yield from (idle for _, idle in sorted(found, key=lambda pair: pair[0], reverse=True))


def names_it(entry: Entry, need: Need, boundary: Boundary) -> bool:
    """Whether an entry names the need's very target: for a path to read, itself or a pattern, not a folder above it."""
    if not isinstance(need, ReadPath) or need.path is None or any(character in entry.value for character in "*?["):
        return True
    place, named = (paths.canonical(path, boundary.home, boundary.directory) for path in (need.path, entry.value))
    return paths.absolute(place, boundary.home, boundary.directory) == paths.absolute(named, boundary.home, boundary.directory)


def _covering(need: Need, boundary: Boundary) -> _Covers:
    """How specific an entry's value is for `need`; None where it does not cover it."""
    match need:
        case WritePath(path=path) | ReadPath(path=path) | UseDevice(path=path) | ConnectSocket(path=path):
            return _by_path(path, boundary)
        case ReachHost(host=host, port=port) | ReachLocalService(host=host, port=port):
            return _by_host(host, port)
        case ListenOnPort(host=host, port=port):
            return _by_host("localhost" if _EVERY_NETWORK_HAS.fullmatch(host or "") else host, port)
        case ResolveName(host=host):
            return _by_host(host, None)
        case UseService(name=name) | ControlProcess(action=name) | RunCommand(command=name) | StartSandbox(problem=name):
            return _by_name(name)
        case TraceProcess() | Nest() | GainPrivilege():
            return _by_name(None)
        case _:
            assert_never(need)


def questions(boundary: Boundary) -> Iterator[PathQuestion]:
    """What a look at the machine should answer, for a boundary to be drawn anew: what stands at the places that files open."""
    entries = (*boundary.entries, *(idle.entry for idle in boundary.not_in_force if idle.entry))
    named = (entry.value for entry in entries if entry.operation in ("write", "read") and entry.provenance.file)
    for value in dict.fromkeys(named):
        if value not in ("*", "/", ".") and not value.startswith("$") and not any(character in value for character in "*?["):
            yield PathQuestion(value)


def host_matches(pattern: str, host: str, port: int | None = None) -> bool:
    """Whether a host pattern covers `host`: an exact name or address, `*.name` (below it), `**.name` (it too), `*`.

    A pattern with a port (`name:8080`, `[::1]:8080`) covers that port only, and not a port that is unknown.
    """
    return _host_weight(pattern, host, port) is not None


def _decide(operation: str, covers: _Covers, boundary: Boundary) -> tuple[Access, Entry | None]:
    best: tuple[int, bool, int] | None = None
    winner: Entry | None = None
    for entry in boundary.entries:
        weight = covers(entry.value) if entry.operation == operation else None
        if weight is None:
            continue
        # A default gives way to what a file says of the very same place; what is protected does not.
        written = entry.provenance.file is not None or entry.access is Access.PROTECTED
        rank = (weight, written, _STRICTNESS.index(entry.access))
        if best is None or rank > best:
            best, winner = rank, entry
    if winner is None:
        return Access.UNKNOWN, None
    built_in = winner.provenance.file is None
    if built_in and winner.access is Access.REFUSED and not boundary.complete:
        return Access.UNKNOWN, winner
    return winner.access, winner


def _by_path(path: str | None, boundary: Boundary) -> _Covers:
    if path is None:
        return lambda value: 0 if value in ("*", "/") else None
    place = paths.canonical(path, boundary.home, boundary.directory)

    def covers(value: str) -> int | None:
        if value == "*":
            return 0
        folder = paths.canonical(value, boundary.home, boundary.directory)
        if folder == "/":  # it holds relative paths too, whatever they start from
            return 0
        if any(character in folder for character in "*?["):
            # A pattern that starts in the project says nothing of a place elsewhere; where that is unknown, neither of an anchored one.
            near = folder.startswith("**") or paths.is_anchored(folder) == paths.is_anchored(place)
            return len(folder) if near and _matches(folder, place) else None
        return len(paths.absolute(folder, boundary.home)) if paths.within(place, folder) else None

    return covers


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    """A path pattern as a regular expression: `**` is any number of folders, `*` and `?` stay within one name."""
    parts = re.split(r"(\*\*/?|\*|\?|\[[^\]/]{1,64}\])", pattern)
    meanings = {"**": r".{0,4096}", "**/": r"(?:.{0,4096}/)?", "*": r"[^/]{0,255}", "?": "[^/]"}
    told = (meanings.get(part, part if part.startswith("[") and part.endswith("]") else re.escape(part)) for part in parts)
    return re.compile(f"{''.join(told)}(?:/.{{0,4096}})?")


def _matches(pattern: str, place: str) -> bool:
    """Whether a path pattern covers the canonical `place` or a folder above it."""
    return _pattern(pattern).fullmatch(place) is not None


def _by_host(host: str | None, port: int | None) -> _Covers:
    if host is None:
        return lambda value: 0 if value == "*" else None
    return lambda value: _host_weight(value, host, port)


def _host_weight(pattern: str, host: str, port: int | None) -> int | None:
    name, wanted = _parted(pattern.lower())
    host = host.lower().removesuffix(".").removeprefix("[").removesuffix("]")
    if wanted is not None and wanted != port:
        return None
    exact = 1 << 12 if wanted is not None else 0
    if name == "*":
        return exact
    if name.startswith("**."):
        return exact + len(name) if host == name[3:] or host.endswith(name[2:]) else None
    if name.startswith("*."):
        return exact + len(name) if host.endswith(name[1:]) and host != name[2:] else None
    return exact + (1 << 10) + len(name) if host == name else None


def _parted(pattern: str) -> tuple[str, int | None]:
    """(host, port) of a pattern; an address with colons has a port only behind brackets."""
    head, colon, tail = pattern.rpartition(":")
    if colon and tail.isdigit() and (":" not in head or head.endswith("]")):
        return head.removeprefix("[").removesuffix("]"), int(tail)
    return pattern.removeprefix("[").removesuffix("]"), None


def _by_name(name: str | None) -> _Covers:
    def covers(value: str) -> int | None:
        if value == "*":
            return 0
        if name is None:
            return None
        if value == name:
            return 1 << 12
        return len(value) if value.endswith("*") and name.startswith(value[:-1]) else None

    return covers
