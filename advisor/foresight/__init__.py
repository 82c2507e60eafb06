"""What a command line will need before it runs: its programs' files, hosts, ports and sockets, scripts resolved by one level.

Nothing is run and nothing is read here: `files_asked` names the files that tell more, `foresee` takes their texts.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping

from advisor.foresight import scripts
from advisor.foresight.calls import calls_of
from advisor.foresight.effects import IN_PROJECT, effects
from advisor.foresight.git import git_needs, reads_only
from advisor.foresight.hosts import indexes_of, names_every_index
from advisor.foresight.registries import REGISTRIES, RUNNERS, Registry, files_of, hosts_of, manages_packages, registry_of
from advisor.foresight.seen import Called, Client, Foreseen, Foresight
from advisor.foresight.servers import listening
from advisor.harmless import HARMLESS
from advisor.model import (
    ConnectSocket,
    FileAnswer,
    FileQuestion,
    GainPrivilege,
    ProgramPath,
    ReachHost,
    ReadPath,
    Situation,
    System,
    WritePath,
)
from advisor.programs import named
from advisor.shell import parse

__all__ = ["Client", "Foreseen", "Foresight", "files_asked", "foresee", "manifests_asked"]

# They fail without their cache even when nothing has to be downloaded.
_ALWAYS_WRITE = frozenset({"uv", "uvx", "gradle", "gradlew", "mvn", "mvnw", "mvnd"})
# Beside the first of a program's folders: what its ordinary commands fail without.
_ALSO_WRITTEN = {
    "go": frozenset({"downloaded modules"}),
    "gradle": frozenset({"the daemon's registry and logs", "native libraries", "workers", "notices"}),
    "pnpm": frozenset({"package metadata"}),
    "poetry": frozenset({"built packages"}),
}
_SELDOM_WRITTEN = frozenset({"headers for native modules"})
# Command words that only look at what a program itself is: they need nothing.
_ABOUT_ITSELF = frozenset({"--version", "-V", "--help", "-h", "help", "version"})


def files_asked(command: str, situation: Situation) -> tuple[FileQuestion, ...]:
    """The files whose texts `foresee` can use for this command: scripts, lock files, tools' own settings, git's config."""
    asked: dict[str, FileQuestion] = {}
    for called in calls_of(command):
        names = [(file, 1 << 20) for file in (*scripts.FILES, scripts.makefile_of(called)) if file]
        if found := registry_of(called):
            names += files_of(found[0])
        for name, most in names:
            path = _file(name, called, situation)
            if path is not None:
                asked[path] = FileQuestion(path, most)
    if (config := _git_config(situation)) is not None:
        asked[config] = FileQuestion(config)
    # A script may call a package manager; what that one reads is not known before the script is.
    for registry_file in ("package-lock.json", ".npmrc", "~/.npmrc"):
        path = _file(registry_file, Called("", ()), situation)
        if path is not None:
            asked.setdefault(path, FileQuestion(path, 24 << 20))
    return tuple(asked.values())


def manifests_asked() -> tuple[str, ...]:
    """The last names of all files of a project whose texts `foresee` can use for some command."""
    files = (*scripts.FILES, *(file for registry in REGISTRIES for file, _ in files_of(registry)))
    return tuple(dict.fromkeys(posixpath.basename(file) for file in files if not file.startswith(("~", "/"))))


def foresee(command: str, situation: Situation, files: Iterable[FileAnswer] = (), hosts: Mapping[str, str] | None = None) -> Foresight:
    """All that is foreseen of a command line.

    files: the texts that were found. hosts: what programs themselves answered, by the question that they were asked.
    """
    texts = {answer.path: answer.text for answer in files if answer.text is not None}
    line = parse(command)
    needs: list[Foreseen] = []
    resolved: list[tuple[str, str]] = []
    unknown: list[str] = []
    asking: list[tuple[str, str]] = []
    for simple in line.commands:
        needs += [Foreseen(WritePath(target), "the output is written there") for target in simple.writes if not target.startswith("/dev/")]
        if "sudo" in simple.words[:1]:
            needs.append(Foreseen(GainPrivilege(), "sudo becomes another user"))
    sure = line.sure
    for called in calls_of(command):
        behind = scripts.script_of(called, _texts_in(called, texts, situation))
        calls = [called]
        if behind is not None:
            resolved.append((called.line(), behind))
            inner = parse(behind)
            sure = sure and inner.sure
            needs += [Foreseen(WritePath(target), f"{called.line()} writes there") for one in inner.commands for target in one.writes]
            calls += [found._replace(folder=found.folder or called.folder) for found in calls_of(behind)]
        for one in calls:
            found, known, open_host = _needs_of(one, texts, situation, hosts or {})
            needs += [_in_folder(foreseen, one.folder) for foreseen in found]
            unknown += [] if known else [one.program]
            asking += [open_host] if open_host else []
    return Foresight(tuple(dict.fromkeys(needs)), sure, tuple(resolved), tuple(dict.fromkeys(unknown)), tuple(dict.fromkeys(asking)))


def _needs_of(
    called: Called, texts: Mapping[str, str], situation: Situation, hosts: Mapping[str, str]
) -> tuple[list[Foreseen], bool, tuple[str, str] | None]:
    """(what one call needs, whether its program is known, (program, how it tells its hosts) where they are not known)."""
    if called.arguments and set(called.arguments) <= _ABOUT_ITSELF:
        return [], True, None
    if called.program == "git":
        config = _git_config(situation)
        found = list(git_needs(called, _git_folder(situation), texts.get(config or "")))
        return found, bool(found) or reads_only(called), None
    found = [*effects(called, situation.system.value), *listening(called)]
    open_host = None
    if downloading := registry_of(called):
        registry, sure = downloading
        own = _texts_in(called, texts, situation)
        downloads, open_host = _downloads(called, registry, own, hosts)
        found += [need._replace(sure=sure) for need in downloads]
        found += [need._replace(sure=sure or need.sure) for need in _caches(called, situation, own)]
    elif not found and not manages_packages(called.program):
        found += _caches(called, situation, {})
    known = bool(found) or called.program in HARMLESS or called.program in IN_PROJECT or named(called.program) is not None
    if called.program in IN_PROJECT:
        found.append(Foreseen(WritePath(".", folder=True), f"{called.program} writes in the project"))
    return found, known, open_host


def _downloads(
    called: Called, registry: Registry, texts: Mapping[str, str], hosts: Mapping[str, str]
) -> tuple[list[Foreseen], tuple[str, str] | None]:
    """The hosts that a package manager downloads from, and what it writes in the project."""
    client = _client(called)
    told = [
        Foreseen(ReachHost(host, port), f"{called.program} downloads from it (the command names it)", client)
        for host, port in indexes_of(called)
    ]
    every = bool(told) and names_every_index(called)
    named = () if every else hosts_of(registry, texts)
    told += [
        Foreseen(
            ReachHost(one.host, one.port or 443),
            f"{called.program} downloads from it ({one.file} names it)",
            client,
            True,
            one.file,
            one.line,
        )
        for one in named
    ]
    whole = every or any(not one.beside for one in named)
    own = [] if whole else list(_own_hosts(called, registry, hosts))
    found = [*told, *own] or [Foreseen(ReachHost(), f"{called.program} downloads from hosts that `{registry.ask}` names", client)]
    if registry.writes and called.program not in RUNNERS:
        found.append(Foreseen(WritePath(registry.writes, folder=True), f"{called.program} writes there"))
    return found, None if whole or own else (called.program, registry.ask)


def _own_hosts(called: Called, registry: Registry, hosts: Mapping[str, str]) -> Iterator[Foreseen]:
    """The hosts that the program itself names, or has built in."""
    told = hosts.get(registry.ask, "").split()
    how = f"`{registry.ask}`" if told else "built into it"
    for host in told or registry.default:
        yield Foreseen(ReachHost(host, 443), f"{called.program} downloads from it ({how})", _client(called))


def _in_folder(foreseen: Foreseen, folder: str | None) -> Foreseen:
    """A need of a call that runs in another folder: its relative paths start there."""
    need = foreseen.need
    if folder is None or not isinstance(need, WritePath | ReadPath | ConnectSocket) or need.path is None:
        return foreseen
    if need.path.startswith(("/", "~")) or need.path == ".git" or need.path.startswith(".git/"):
        return foreseen
    return foreseen._replace(need=need._replace(path=posixpath.normpath(posixpath.join(folder, need.path))))


def _client(called: Called) -> Client:
    """Whether the program's downloads go through the proxy variables."""
    program = named(called.program)
    return "direct" if program is not None and program.proxy is None else "proxy"


def _caches(called: Called, situation: Situation, texts: Mapping[str, str]) -> Iterator[Foreseen]:
    """The folders of its own that a program must write for what it does: what it downloads first of all."""
    program = named(called.program)
    if program is None:
        return
    system: System = situation.system.value or "linux"
    placed = [(path, place) for path in program.paths if (place := dict(path.places).get(system)) and _needed(path)]
    also = _ALSO_WRITTEN.get(program.names[0], frozenset())
    must = [(path, place) for path, place in placed if path.downloads] or placed[:1]
    if "__metadata:" in texts.get("yarn.lock", ""):  # as Yarn 2 and later write it
        must = [(path, place) for path, place in placed if path.purpose == "global cache of Yarn 2 and later"] or must
    must += [(path, place) for path, place in placed if path.purpose in also]
    for path, place in must:
        always = not path.warm or called.program in _ALWAYS_WRITE
        yield Foreseen(WritePath(place, folder=True), f"{called.program} keeps {path.purpose} there", sure=always)


def _needed(path: ProgramPath) -> bool:
    """Whether a program cannot do without writing there; what holds programs is written by few of its commands."""
    return path.executed_later is None and "goes on without it" not in path.purpose and path.purpose not in _SELDOM_WRITTEN


def _texts_in(called: Called, texts: Mapping[str, str], situation: Situation) -> dict[str, str]:
    """The texts by the names under which a call's own folder has them."""
    found = registry_of(called)
    names = {*scripts.FILES, scripts.makefile_of(called) or "", *(name for name, _ in (files_of(found[0]) if found else ()))}
    placed = ((name, _file(name, called, situation)) for name in names)
    return {name: texts[path] for name, path in placed if path is not None and path in texts}


def _file(name: str, called: Called, situation: Situation) -> str | None:
    """The absolute path of a file that a call reads in its folder, or at home; None where that is not known."""
    if name.startswith("~/"):
        return situation.home + name[1:] if situation.home else None
    if name.startswith("/"):
        return name
    folder = called.folder or ""
    if folder.startswith("~") and situation.home:
        folder = situation.home + folder[1:]
    return posixpath.normpath(posixpath.join(situation.directory, folder, name)) if situation.directory else None


def _git_folder(situation: Situation) -> str:
    checkout = situation.checkout
    if checkout is None or checkout.kind == "clone":
        root = situation.repository
        return ".git" if root is None or root == situation.directory else f"{root}/.git"
    return checkout.git_folder


def _git_config(situation: Situation) -> str | None:
    if situation.checkout:
        return f"{situation.checkout.shared}/config"
    return f"{situation.repository}/.git/config" if situation.repository else None
