"""Which config files a harness would read here, in the order in which they count, and what stands in them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch

from advisor.harnesses import ConfigFile, load
from advisor.model import ConfigText, Situation
from advisor.model.tuples import NamedTuple
from advisor.situation.reading import read_text

LARGEST_CONFIG = 1 << 20  # bytes; a settings file beyond this is none
_MOST_NAMES = 256  # files taken from one folder of drop-ins or rules


class _Look(NamedTuple):
    """What places hang on. profile: Codex's config profile. begins_here: whether the session starts in the working directory."""

    situation: Situation
    environ: Mapping[str, str]
    profile: str | None
    begins_here: bool


def configs(situation: Situation, environ: Mapping[str, str], profile: str | None, begins_here: bool) -> Iterator[ConfigText]:
    """The config texts of every scope of the situation's harnesses, weakest first.

    profile: the config profile that Codex is started with. begins_here: whether the session starts in the working directory.
    """
    look = _Look(situation, environ, profile, begins_here)
    for name in situation.harnesses:
        seen: set[str] = set()
        for file in load(name).files:
            if file.systems and situation.system.value not in file.systems:
                continue
            for shown, place in _places(file, look):
                if place not in seen:
                    seen.add(place)
                    text, problem = read_text(place, LARGEST_CONFIG)
                    yield ConfigText(name, shown, file.scope, text, problem, place)


def _places(file: ConfigFile, look: _Look) -> Iterator[tuple[str, str]]:
    """(as shown to the user, absolute) of each file that a declaration stands for."""
    if "{profile}" in file.path and look.profile is None:
        return
    path = file.path.replace("{profile}", look.profile or "")
    home = look.situation.home
    if file.moved_by and (moved := look.environ.get(file.moved_by)):
        place = os.path.join(os.path.abspath(moved), path.split("/", 2)[2])
        yield from _expanded(_from_home(place, home), place)
    elif os.path.isabs(path) or path[1:2] == ":":  # a drive, also where the question is only of Windows
        yield from _expanded(path, path)
    elif not path.startswith("~/"):
        for folder in _starts(file, look):
            place = os.path.join(folder, path)
            yield from _expanded(_shown(place, look.situation), place)
    elif home:
        yield from _expanded(path, home + path[1:])


def _starts(file: ConfigFile, look: _Look) -> tuple[str, ...]:
    """The folders from which a relative declaration counts."""
    here = look.situation.directory
    if here is None:
        return ()
    root = look.situation.repository or here
    match file.at:
        case "root":
            return (root,)
        case "start":
            return (here if look.begins_here or os.path.isdir(os.path.dirname(os.path.join(here, file.path))) else root,)
        case "main":
            checkout = look.situation.checkout
            return (checkout.main if checkout and checkout.main else root,)
        case _:
            return _chain(root, here)


def _chain(root: str, directory: str) -> tuple[str, ...]:
    """Every folder from `root` down to `directory`."""
    folders = [directory]
    while folders[-1] != root and os.path.dirname(folders[-1]) != folders[-1]:
        folders.append(os.path.dirname(folders[-1]))
    return tuple(reversed(folders)) if folders[-1] == root else (directory,)


def _shown(place: str, situation: Situation) -> str:
    """The path from the project's root; from the home or absolute where it lies outside."""
    above = (situation.repository or situation.directory or "").rstrip("/") + "/"
    return place[len(above) :] if place.startswith(above) else _from_home(place, situation.home)


def _from_home(place: str, home: str | None) -> str:
    above = (home or "").rstrip("/") + "/"
    return f"~/{place[len(above) :]}" if home and place.startswith(above) else place


def _expanded(shown: str, place: str) -> Iterator[tuple[str, str]]:
    """The one path, or with a `*` in its last part the files of that folder that fit, by name."""
    folder, pattern = os.path.split(place)
    if "*" not in pattern:
        yield shown, place
        return
    try:
        names = sorted(name for name in os.listdir(folder) if fnmatch(name, pattern))
    except (OSError, ValueError):  # no such folder, not ours to list, or a NUL in an event's path
        return
    for name in names[:_MOST_NAMES]:
        yield f"{os.path.dirname(shown)}/{name}", os.path.join(folder, name)
