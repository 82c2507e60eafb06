"""What a repository makes necessary: from its manifests' texts to the folders, hosts, ports and sockets that working in it needs.

Nothing is run and nothing is read here. Manifests say which commands people run (`readers`), and foresight says what those
need; what a manifest names itself is taken from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from itertools import chain
from typing import NamedTuple, get_args

from advisor.discovery import modules_of
from advisor.foresight import Client, Foresight, manifests_asked
from advisor.model import Need, ReachHost, Situation, System, WritePath
from advisor.needs import merged
from advisor.programs import named
from advisor.suggest import readers
from advisor.suggest.manifests import Asks, Broken, Keeps, Kind, Manifest, Reader, Runs, Said, Tree, conflict_in
from advisor.suggest.worth import in_the_project, worth_telling

MOST_SAID = 2000  # of one file; what says more was made by a program
# What foresight says of a command in a folder (from the root).
Foresee = Callable[[str, str], Foresight]


class Unread(NamedTuple):
    """A file, or a part of it, that could not be read, and why; a clause. line None: the whole file."""

    file: str
    line: int | None
    problem: str


class Place(NamedTuple):
    """A line of the repository that makes something necessary, and the clause that says why; command: what people run."""

    file: str
    line: int
    because: str
    command: str | None = None


class Necessity(NamedTuple):
    """A need, and every place that makes it. client: how a connection is made. kind: where the first of the places stands."""

    need: Need
    places: tuple[Place, ...]
    client: Client = "proxy"
    kind: Kind = "setup"


class Told(NamedTuple):
    """What the manifests say. open_hosts: (program, how it is asked) where a program's hosts are not known."""

    necessities: tuple[Necessity, ...] = ()
    unread: tuple[Unread, ...] = ()
    open_hosts: tuple[tuple[str, str], ...] = ()


def wanted(path: str) -> bool:
    """Whether a file of the repository, by its path from the root, is one that is read."""
    exact, ends, starts = _patterns()
    name = path[path.rfind("/") + 1 :]
    return name in exact or ((name.endswith(ends) or name.startswith(starts)) and is_read(path))


def is_read(path: str) -> bool:
    """Whether a wanted file is read itself; the others are only seen beside it, or read for a command's sake."""
    return _reader_of(path) is not None


def said_by(manifests: Iterable[Manifest], tree: Tree) -> Iterator[tuple[str, Said]]:
    """(path, what the file says), file by file."""
    for manifest in manifests:
        reader = _reader_of(manifest.path)
        if reader is None:
            continue  # it is only looked at beside others, such as a tool's own settings
        broken = conflict_in(manifest)
        for count, said in enumerate((broken,) if broken else reader.read(manifest, tree)):
            if count == MOST_SAID:
                yield manifest.path, Broken(said.line, f"it says more than {MOST_SAID} things: the rest was not read")
                break
            yield manifest.path, said


def told(said: Iterable[tuple[str, Said]], foresee: Foresee, situation: Situation) -> Told:
    """All that the manifests make necessary, each need once, with every place that makes it."""
    found: list[_Occurrence] = []
    unread: list[Unread] = []
    open_hosts: dict[tuple[str, str], None] = {}
    for path, one in said:
        match one:
            case Broken(line=line, problem=problem):
                unread.append(Unread(path, line, problem))
            case Asks(need=need, line=line, because=because, client=client, kind=kind):
                found.append(_Occurrence(kind, need, client, Place(path, line, because)))
            case Keeps(line=line, because=because):
                kept = _kept(one, situation.system.value or "linux")
                found += [_Occurrence("setup", need, "proxy", Place(path, line, because)) for need in kept]
            case _:
                foresight = foresee(one.command, one.folder)
                needs = list(_foreseen(path, one, foresight, situation))
                found += needs
                open_hosts |= dict.fromkeys(foresight.open_hosts) if any(one.need == ReachHost() for one in needs) else {}
    # What everybody runs is told first, what only a pipeline runs last.
    order = get_args(Kind)
    found.sort(key=lambda occurrence: order.index(occurrence.kind))
    return Told(_gathered(found, situation), tuple(dict.fromkeys(unread)), tuple(open_hosts))


def new_since(now: Told, before: Told) -> Told:
    """What is necessary now and was not before; what cannot be read now and could be, or was not there."""
    known = {(necessity.need, necessity.client) for necessity in before.necessities}
    fresh = tuple(necessity for necessity in now.necessities if (necessity.need, necessity.client) not in known)
    unread = tuple(one for one in now.unread if (one.file, one.problem) not in {(old.file, old.problem) for old in before.unread})
    asked = now.open_hosts if any(necessity.need == ReachHost() for necessity in fresh) else ()
    return Told(fresh, unread, asked)


class _Occurrence(NamedTuple):
    """A need as one line makes it."""

    kind: Kind
    need: Need
    client: Client
    place: Place


def _foreseen(path: str, runs: Runs, foresight: Foresight, situation: Situation) -> Iterator[_Occurrence]:
    """What foresight says of a command that is worth telling, at the line that runs it, or that names the host."""
    for one in worth_telling(runs, foresight):
        need = in_the_project(one.need, runs.folder, situation)
        place = Place(path, runs.line, one.why if runs.kind == "setup" else f"{runs.because}: {one.why}", runs.command)
        if one.file is not None and one.line is not None:
            below = f"{runs.folder}/{one.file}" if runs.folder and not one.file.startswith(("~", "/")) else one.file
            place = place._replace(file=below, line=one.line)
        direct = one.client == "direct" and isinstance(need, ReachHost) and need.host is not None
        need = need._replace(direct=True) if direct and isinstance(need, ReachHost) else need
        yield _Occurrence(runs.kind, need, one.client, place)


def _kept(keeps: Keeps, system: System) -> Iterator[WritePath]:
    program = named(keeps.program)
    for entry in program.paths if program else ():
        place = dict(entry.places).get(system)
        if entry.purpose == keeps.purpose and place:
            yield WritePath(place, folder=True)


def _gathered(found: list[_Occurrence], situation: Situation) -> tuple[Necessity, ...]:
    """Each need in its canonical form once, with its places in the order in which they were found."""
    necessities: list[Necessity] = []
    for client in ("proxy", "git-ssh", "direct"):
        own = [one for one in found if one.client == client]
        # Without the commands: where they change to is in the needs already.
        for need, indices in merged(((one.need, None, at) for at, one in enumerate(own)), situation):
            places: dict[tuple[str, int], Place] = {}
            for at in indices:
                places.setdefault((own[at].place.file, own[at].place.line), own[at].place)
            necessities.append(Necessity(need, tuple(places.values()), client, own[indices[0]].kind))
    return tuple(necessities)


@cache
def catalogue() -> tuple[Reader, ...]:
    """Every reader, in the order of its module's name and its place there."""
    return tuple(chain.from_iterable(import_module(f"{readers.__name__}.{module}").READERS for module in modules_of(readers.__path__)))


@cache
def _patterns() -> tuple[frozenset[str], tuple[str, ...], tuple[str, ...]]:
    """(whole names, ends of names, starts of names) that a file may have that is read; what has one is matched in full."""
    names = [name for reader in catalogue() for name in reader.names]
    exact = {name for name in names if "/" not in name and "*" not in name} | set(manifests_asked())
    open_ended = [name.rpartition("/")[2] for name in names if "*" in name or "/" in name]
    ends = {name.rpartition("*")[2] for name in open_ended if not name.endswith("*")}
    starts = {name.partition("*")[0] for name in open_ended if name.endswith("*")} - {""}
    return frozenset(exact), tuple(ends), tuple(starts)


@cache
def _by_name() -> Mapping[str, Reader]:
    return {name: reader for reader in catalogue() for name in reader.names if "*" not in name and "/" not in name}


@cache
def _by_pattern() -> tuple[tuple[str, bool, Reader], ...]:
    return tuple((name, "/" in name, reader) for reader in catalogue() for name in reader.names if "*" in name or "/" in name)


def _reader_of(path: str) -> Reader | None:
    name = path[path.rfind("/") + 1 :]
    if found := _by_name().get(name):
        return found
    for pattern, whole, reader in _by_pattern():
        if (fnmatchcase(path, pattern) or fnmatchcase(path, f"*/{pattern}")) if whole else fnmatchcase(name, pattern):
            return reader
    return None
