"""Which few needs stand behind many denials: leaves become the folder to grant, duplicates and parts are merged.

A write of one file becomes `WritePath(folder, folder=True)`: the program's own folder where `programs` knows it, else
the file's parent. Where no folder may be granted (`hazards`) the file itself stays, with `folder=False`: it means that
very file, and planners refuse it or explain it. A refused folder stays itself. Paths are canonical (`paths`), hosts
in small letters without port, brackets or scheme.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from advisor import paths
from advisor.commanded import changes_to, installs_below, makes_a_new_folder, programs_of, socket_call, written_by
from advisor.hazards import Hazard, judge_write
from advisor.model import (
    ConnectSocket,
    Denial,
    ListenOnPort,
    Need,
    Nest,
    PathQuestion,
    ReachHost,
    ReachLocalService,
    ReadPath,
    ResolveName,
    Situation,
    UseDevice,
    WritePath,
    target_of,
)
from advisor.programs import first_below, folder_of

# From so many refused places in one folder, that folder is the need.
MANY = 3
_BASES = (
    r"~/(?:\.cache|\.config|\.local/share|\.local/state|library/caches|library/application support|appdata/(?:local|roaming))/[^/]{1,255}"
)
_TOOL_FOLDER = r"~/\.[^/]{1,255}"

# Python names every place in which it looked for a temporary folder.
_TRIED_PLACES = r"No usable temporary [\w ]{4,24} found in \[[^\n\]]{0,1000}'([^\n'\]]{1,300})'\]"
# What speaks here has no use for a proxy.
_BY_SSH = r"\b(?:ssh|scp|sftp|mosh): (?:connect to (?:host|address) |[Cc]ould not resolve hostname )"
# curl tells a refused socket as a refused host.
_UNIX_SOCKET = r"(?:^|\s)--unix-socket[ =]([^\s'\"$`]{1,200})"

Served = tuple[Need, tuple[int, ...]]


def minimal(denials: tuple[Denial, ...], situation: Situation) -> tuple[Served, ...]:
    """The needs behind `denials`, the fewest and narrowest, each with the indices of the denials that it serves."""
    asked: list[tuple[Need, str | None, int]] = []
    for index, denial in enumerate(denials):
        command = denial.command or situation.command
        asked += [(need, command, index) for need in _filled_in(denial, situation, command)]
    return merged(asked, situation)


def merged(asked: Iterable[tuple[Need, str | None, int]], situation: Situation) -> tuple[Served, ...]:
    """The fewest and narrowest needs behind those that are `asked`: each with its command and the index that it answers."""
    found: dict[Need, set[int]] = {}
    for asking, command, index in asked:
        found.setdefault(generalised(asking, situation, command), set()).add(index)
    _gather_siblings(found, situation)
    _merge_parts(found)
    _drop_nameless(found)
    return tuple((need, tuple(sorted(indices))) for need, indices in found.items())


def questions(needs: Iterable[Served], situation: Situation) -> tuple[PathQuestion, ...]:
    """What the second look should answer: what stands at each path that a need names, and at its parent."""
    asked: dict[str, None] = {}
    for need, _ in needs:
        match need:
            case WritePath(path=str(path)) | ReadPath(path=str(path)) | UseDevice(path=str(path)) | ConnectSocket(path=str(path)):
                asked[path] = None
                asked[paths.parent(path)] = None
            case _:
                pass
    if situation.directory:
        asked[situation.directory] = None
    return tuple(PathQuestion(path) for path in asked)


def _filled_in(denial: Denial, situation: Situation, command: str | None) -> tuple[Need, ...]:
    """A denial's needs, with what its own lines leave out where the rest of the evidence says it."""
    need = denial.need
    match need:
        case ReachHost(host=None) | ResolveName(host=None) if command and not re.search(_UNIX_SOCKET, command):
            from advisor.foresight.hosts import hosts_of_command  # for a text that names no host, which few are

            direct = isinstance(need, ReachHost) and need.direct
            return tuple(host._replace(direct=host.direct or direct) for host in hosts_of_command(command, situation)) or (need,)
        case ReachHost() | ResolveName() if re.search(_BY_SSH, denial.evidence.text):
            return (need._replace(direct=True),)
        case ConnectSocket(path=None) if called := socket_call(command):
            return (called,)
        case WritePath() if tried := re.search(_TRIED_PLACES, denial.evidence.text):
            # Of the places that were tried one would do; the last is the working directory, which is the narrowest.
            return (WritePath(tried[1], folder=True),)
        case _:
            return (need,)


def generalised(need: Need, situation: Situation, command: str | None = None) -> Need:
    """One need in canonical form, a write as the narrowest right folder; `command` fills in what the text leaves out."""
    match need:
        case WritePath(path=None) if written := written_by(command):
            return _write(written, False, situation, command)
        case WritePath(path=str(path), across=True):
            return WritePath(_place(path, situation, command), across=True)
        case WritePath(path=str(path), folder=folder, once=once):
            return _write(path, folder, situation, command, once)
        case ReadPath(path=str(path)):
            return ReadPath(_place(path, situation, command))
        case UseDevice(path=str(path)):
            return UseDevice(_place(path, situation, command))
        case ConnectSocket(path=str(path)):
            return ConnectSocket(_place(path, situation, command))
        case ReachHost() | ReachLocalService() if found := re.search(_UNIX_SOCKET, command or ""):
            return ConnectSocket(_place(found[1], situation, command))
        case ReachHost(host=str()) | ResolveName(host=str()) | ReachLocalService(host=str()) | ListenOnPort(host=str()):
            return _hosted(need, situation)
        case Nest():
            return Nest()  # which call was refused changes nothing in the answer
        case _:
            return need


def _hosted(need: ReachHost | ResolveName | ReachLocalService | ListenOnPort, situation: Situation) -> Need:
    """A need with its host in canonical form; a host that is this machine, also by its hosts file, makes it a local one."""
    from advisor.hazards.hosts import canonical_host, is_loopback  # it needs `ipaddress`, which writes do not

    name, behind = canonical_host(need.host or "")
    if isinstance(need, ResolveName):
        return ResolveName(name, need.direct)
    port = need.port if need.port is not None else behind
    if isinstance(need, ReachHost):
        here = is_loopback(name) or (not need.direct and any(map(is_loopback, situation.addresses_of(name))))
        return ReachLocalService(port, name) if here else ReachHost(name, port, need.direct)
    return type(need)(port, name)


def _place(path: str, situation: Situation, command: str | None) -> str:
    """`path` in canonical form: relative where it lies in the situation's directory, `~/…` below home, else absolute."""
    start = situation.directory
    if moved := changes_to(command):
        start = paths.absolute(moved, situation.home, start)
    place = paths.canonical(path, situation.home, start)
    if situation.directory:
        here = paths.canonical(situation.directory, situation.home)
        if here not in ("/", "~") and paths.within(place, here):
            return place[len(here) + 1 :] or "."
    return place


def _write(path: str, folder: bool, situation: Situation, command: str | None, once: bool = False) -> WritePath:
    place = _place(path, situation, command)
    home = situation.home
    if paths.is_anchored(place) and (owned := folder_of(place, home)):
        return WritePath(owned.place, folder=True)
    if (repository := _git_folder(place)) is not None:
        return WritePath(repository, folder=True)
    judged = judge_write(place, home)
    above_own = judged.hazard in (Hazard.ANCESTOR, Hazard.BASE_FOLDER) and not installs_below(place, home, command)
    if above_own and (meant := _own_below(place, situation, command)):
        return WritePath(meant, folder=True)
    if folder and (once or makes_a_new_folder(command)) and judge_write(paths.parent(place), home).grantable:
        return WritePath(paths.parent(place), folder=True)
    if folder or _may_be_tool_folder(place):
        return WritePath(place, folder=True)
    if not judge_write(place, home, folder=False).grantable:
        return WritePath(place)
    above = paths.parent(place)
    if paths.below_home(place, home) == paths.leaf(place):
        return WritePath(place)  # right below a home, wherever that lies
    if above == "." or judge_write(above, home).grantable:
        return WritePath(above, folder=True)
    return WritePath(place)


def _may_be_tool_folder(place: str) -> bool:
    """Whether `place` is a name without an ending right below a base folder of tools (`~/.cache/tool`): those are folders."""
    return bool(re.fullmatch(_BASES, place.lower())) and "." not in paths.leaf(place)


def _own_below(place: str, situation: Situation, command: str | None) -> str | None:
    """The folder that is meant when a folder above it is refused: the command's own, else that of the folder's program."""
    below = paths.below_home(place, situation.home)
    if not below:
        return None
    root = f"~/{below}".lower()
    owned = first_below(place, situation.home)
    for program in programs_of(command):
        for entry in program.paths:
            for _, own in entry.places:
                if paths.within(own.lower(), root):
                    return place + own[len(root) :]
    return place + owned.place[len(root) :] if owned else None


def _git_folder(place: str) -> str | None:
    """The `.git` folder that `place` is an ordinary file of (a lock, a reference, an object); None for any other path."""
    names = place.split("/")
    if ".git" not in names[:-1] or not judge_write(place, folder=False).grantable:
        return None
    return "/".join(names[: names.index(".git") + 1])


def _gather_siblings(found: dict[Need, set[int]], situation: Situation) -> None:
    """Several refused folders of one tool become the tool's folder; many of one parent become the parent."""
    folders = [need for need in found if isinstance(need, WritePath) and need.folder and need.path]
    groups: dict[str, list[WritePath]] = {}
    for need in folders:
        assert need.path is not None
        tool = _tool_folder(need.path)
        groups.setdefault(tool or paths.parent(need.path), []).append(need)
    for above, group in groups.items():
        enough = 2 if _tool_folder(above) == above else MANY
        if len(group) < enough or above in (".", "~", "/") or not judge_write(above, situation.home).grantable:
            continue
        shared = paths.common(tuple(need.path for need in group if need.path))
        for need in group:
            found.setdefault(WritePath(shared, folder=True), set()).update(found.pop(need))


def _tool_folder(path: str) -> str | None:
    """The folder right below a base folder that `path` is or lies in: `~/.cache/tool`, `~/.tool`."""
    low = path.lower()
    matched = re.match(_BASES, low) or re.match(_TOOL_FOLDER, low)
    return path[: matched.end()] if matched else None


def _merge_parts(found: dict[Need, set[int]]) -> None:
    """Folds each need that another one covers into that other."""
    wholes: dict[str, list[Need]] = {}
    for need in found:
        wholes.setdefault(_near(need)[0], []).append(need)
    for part in list(found):
        near = (other for key in _near(part) for other in wholes.get(key, ()) if other in found)
        whole = next((other for other in near if other != part and _covers(other, part)), None)
        if whole is not None:
            found[whole] |= found.pop(part)


def _near(need: Need) -> tuple[str, ...]:
    """Where a need and all that may cover it are found: first its own place, then for a path the folders above it."""
    match need:
        case WritePath(path=str(path)):
            above = [path]
            while (folder := paths.parent(above[-1])) != above[-1]:
                above.append(folder)
            return tuple(f"write {place}" for place in above)
        case ReachHost() | ResolveName():
            return (f"host {need.host}",)
        case _:
            return (need.operation,)


def _covers(whole: Need, part: Need) -> bool:
    match whole, part:
        case WritePath(path=str(folder), folder=True), WritePath(path=str(path), folder=kind, across=False):
            return paths.within(path, folder) and (path != folder or not kind) and judge_write(path, folder=kind).grantable
        case ReachHost(host=str(host), port=int(), direct=direct), ReachHost(host=other, port=None, direct=also):
            return host == other and direct == also
        case ReachHost(host=str(host), direct=direct), ResolveName(host=other, direct=also):
            return host == other and (direct or not also)
        case ReachLocalService(port=int(port)), ReachLocalService(port=other_port, host=None):
            return other_port in (None, port)
        case _:
            return False


def _drop_nameless(found: dict[Need, set[int]]) -> None:
    """Folds a need without a target into the first of its kind that has one: most runtimes tell a refusal twice."""
    for nameless in [need for need in found if target_of(need) is None]:
        named = next(_of_kind(found, nameless), None)
        if named is not None:
            found[named] |= found.pop(nameless)


def _of_kind(found: Iterable[Need], need: Need) -> Iterator[Need]:
    kinds = (ReachHost, ResolveName) if isinstance(need, ReachHost | ResolveName) else (type(need),)
    return (other for other in found if isinstance(other, kinds) and target_of(other) is not None)
