"""What well-known programs need: every module of this package holds one ecosystem's `PROGRAMS`.

It turns a refused lock file into the narrowest folder that is the program's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from itertools import dropwhile

from advisor import paths
from advisor.discovery import modules_of
from advisor.model import Installs, Program, ProgramPath, System
from advisor.model.tuples import NamedTuple


class Found(NamedTuple):
    """A folder of a program: `place` is its canonical spelling on the system where it was found."""

    program: Program
    entry: ProgramPath
    place: str
    system: System


def placed(
    unix: str | None = None, *, linux: str | None = None, macos: str | None = None, windows: str | None = None
) -> tuple[tuple[System, str], ...]:
    """Where a folder is on each system; `unix` stands for Linux and macOS where they agree."""
    by_system: tuple[tuple[System, str | None], ...] = (("linux", linux or unix), ("macos", macos or unix), ("windows", windows))
    return tuple((system, place) for system, place in by_system if place)


@cache
def catalogue() -> tuple[Program, ...]:
    """Every program, in the order of its module's name and its place there."""
    programs: list[Program] = []
    for module in modules_of(__path__):
        programs.extend(import_module(f"{__name__}.{module}").PROGRAMS)
    return tuple(programs)


@cache
def named(name: str) -> Program | None:
    """The program with this command name (`pip3.11` is `pip`), or None."""
    plain = name.removesuffix(".exe").removesuffix(".cmd")
    known = _names()
    return known.get(plain) or known.get(plain.rstrip("0123456789."))


def installs_of(words: Sequence[str]) -> Installs | None:
    """How a simple command, wherever its program's name stands among its words, installs programs for later use; else None."""
    for at, word in enumerate(words):
        program = named(paths.leaf(word))
        behind = words[at + 1 :]
        # Also behind options of the program's own: `make -s install`.
        bare = list(dropwhile(lambda argument: argument.startswith("-"), behind))
        for installs in program.installs if program else ():
            if any(f"{' '.join(arguments)} ".startswith(f"{installs.words} ".lstrip()) for arguments in (behind, bare)):
                return installs
    return None


@cache
def folders() -> tuple[str, ...]:
    """The canonical places of every program's folders, of all systems."""
    return tuple(_places())


def first_below(path: str, home: str | None = None) -> Found | None:
    """The folder that a program mainly uses below `path`, when `path` is that one program's own root (`~/.npm`); else None."""
    below = paths.below_home(path, home)
    if not below:
        return None
    inside = [found for place, found in _places().items() if place.startswith(f"~/{below}/".lower())]
    return inside[0] if len({found.program.names for found in inside}) == 1 else None


def folder_of(path: str, home: str | None = None) -> Found | None:
    """The program's folder that `path` is or lies in, whoever's home that is in; the deepest of several."""
    place = paths.canonical(path, home)
    below = paths.below_home(place, home)
    spelled = place if below is None else f"~/{below}"
    # Folders are compared without case: macOS and Windows do, and Linux programs use the very names listed.
    low = spelled.lower()
    while "/" in low:
        found = _places().get(low)
        if found is not None:
            return found._replace(place=_as_spelled(place, spelled, low))
        above = paths.parent(low)
        if above == low:  # a root, also that of a drive
            break
        low = above
    return None


def _as_spelled(place: str, spelled: str, low: str) -> str:
    """The folder `low` as the reader's own path spells it: `/home/dev/.cache/uv` of another home stays absolute."""
    beyond = spelled[len(low) :]
    return place[: len(place) - len(beyond)] if beyond else place


@cache
def _names() -> dict[str, Program]:
    return {name: program for program in reversed(catalogue()) for name in program.names}


@cache
def _places() -> dict[str, Found]:
    found: dict[str, Found] = {}
    for program in catalogue():
        for entry in program.paths:
            for system, place in entry.places:
                found.setdefault(place.lower(), Found(program, entry, place, system))
    return found
