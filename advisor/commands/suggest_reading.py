"""What `advise suggest` reads: the repository's manifests, as they stand or as they are staged, and what their commands come to."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from advisor.errors import InputError, UsageError
from advisor.foresight import Foresight, files_asked, foresee
from advisor.model import FileAnswer, FileQuestion, Situation
from advisor.situation import manifests, read_files
from advisor.situation.asking import hosts_told
from advisor.situation.checkout import repository_of
from advisor.suggest import Told, Unread, is_read, new_since, said_by, told, wanted
from advisor.suggest.manifests import Manifest

_EVERY = 50  # files, between two words on progress


class Seen(NamedTuple):
    """What the manifests come to, and how many were read."""

    told: Told
    files: int


class _Version(NamedTuple):
    """One version of the repository: the paths that are known, and how their texts are read.

    read: (path, text or None, why it cannot be read) of some paths. names: git's names of their contents. passed_over: what
    could not be looked into, and why.
    """

    paths: tuple[str, ...]
    read: Callable[[Iterable[str]], Iterator[tuple[str, str | None, str | None]]]
    names: Mapping[str, str] = MappingProxyType({})
    passed_over: tuple[tuple[str, str], ...] = ()


def seen(situation: Situation, staged: bool, environ: Mapping[str, str]) -> Seen:
    """What the repository makes necessary; staged: only what the index newly does. Raises UsageError for --staged outside of one."""
    here = situation.directory or os.getcwd()
    root = situation.repository or repository_of(here) or here
    placed = situation._replace(repository=root, directory=situation.directory or here)
    if not staged:
        version = _as_it_stands(root)
        return Seen(_told(version, placed, environ, {}), len(version.paths))
    committed, index = _as_staged(root)
    if committed.names == index.names:
        return Seen(Told(), len(index.paths))
    hosts: dict[str, str | None] = {}
    return Seen(new_since(_told(index, placed, environ, hosts), _told(committed, placed, environ, hosts)), len(index.paths))


def _as_it_stands(root: str) -> _Version:
    ignored: Callable[[list[str]], Iterable[str]] | None = None
    if os.path.lexists(os.path.join(root, ".git")):
        ignored = _ignored(root)
    found = manifests.find(root, wanted, ignored)
    return _Version(found.paths, lambda paths: manifests.read(root, paths), passed_over=found.passed_over)


def _ignored(root: str) -> Callable[[list[str]], Iterable[str]] | None:
    try:
        from advisor import repository
    except InputError:  # there is no git; what it ignores cannot be told then
        return None

    def ask(paths: list[str]) -> Iterable[str]:
        try:
            return repository.ignored(root, paths)
        except InputError:  # a `.git` that is none, or one of another user
            return ()

    return ask


def _as_staged(root: str) -> tuple[_Version, _Version]:
    """The last commit and the index."""
    try:
        from advisor import repository
    except InputError as error:
        raise UsageError("--staged needs git, and there is none here", "Leave it out, or install git") from error
    if not os.path.lexists(os.path.join(root, ".git")):
        raise UsageError("--staged needs a git repository, and there is none here", "Leave it out, or go into one")
    held = repository.versions(root)
    return _version(root, held.committed), _version(root, held.staged)


def _version(root: str, held: dict[str, str]) -> _Version:
    from advisor import repository

    known = {path: name for path, name in held.items() if wanted(path) and not manifests.SKIPPED & set(path.split("/")[:-1])}

    def read(paths: Iterable[str]) -> Iterator[tuple[str, str | None, str | None]]:
        asked = [path for path in paths if path in known]
        texts = repository.contents(root, [known[path] for path in asked])
        for path in asked:
            try:
                yield path, texts[known[path]].decode("utf-8"), None
            except UnicodeDecodeError:
                yield path, None, "it is not UTF-8 text"

    return _Version(tuple(sorted(known)), read, known)


def _told(version: _Version, situation: Situation, environ: Mapping[str, str], hosts: dict[str, str | None]) -> Told:
    """What one version of the repository makes necessary; hosts: what programs answered so far, by the question."""
    tree = frozenset(version.paths)
    unread = [Unread(path or ".", None, problem) for path, problem in version.passed_over]

    def read() -> Iterator[Manifest]:
        asked = [path for path in version.paths if is_read(path)]
        for at, (path, text, problem) in enumerate(version.read(asked), 1):
            _progress(at, len(asked))
            if text is None:
                unread.append(Unread(path, None, problem or "it cannot be read"))
            else:
                yield Manifest(path, text)
        _progress(0, 0)

    foreseeing = _Foreseeing(version, tree, situation, environ, hosts)
    found = told(said_by(read(), tree), foreseeing.foresee, situation)
    return found._replace(unread=(*unread, *found.unread))


class _Foreseeing:
    """Foresight of commands in a version's folders; every text and every program's answer is asked for once."""

    def __init__(
        self, version: _Version, tree: frozenset[str], situation: Situation, environ: Mapping[str, str], hosts: dict[str, str | None]
    ) -> None:
        self.version, self.tree, self.situation, self.environ, self.hosts = version, tree, situation, environ, hosts
        self.texts: dict[str, FileAnswer] = {}
        self.known: dict[tuple[str, str], Foresight] = {}

    def foresee(self, command: str, folder: str) -> Foresight:
        """What a command needs in a folder, with the files there and what its programs say of their hosts."""
        if (command, folder) not in self.known:
            self.known[command, folder] = self._foresee(command, folder)
        return self.known[command, folder]

    def _foresee(self, command: str, folder: str) -> Foresight:
        root = self.situation.repository or ""
        situation = self.situation._replace(directory=os.path.join(root, folder) if folder else root)
        files = [answer for question in files_asked(command, situation) if (answer := self._text(question.path, root))]
        foresight = foresee(command, situation, files)
        if self.situation.looked and foresight.open_hosts:
            for _, how in foresight.open_hosts:
                if how not in self.hosts:
                    self.hosts[how] = hosts_told(how, situation.directory, self.environ)
            answers = {how: hosts for _, how in foresight.open_hosts if (hosts := self.hosts[how])}
            foresight = foresee(command, situation, files, answers) if answers else foresight
        return foresight

    def _text(self, place: str, root: str) -> FileAnswer | None:
        """The text of a file that foresight asks for: of the repository only what is known of it, elsewhere what stands there."""
        if place not in self.texts:
            below = os.path.relpath(place, root) if place.startswith(root.rstrip("/") + "/") else None
            if below is None:
                answer = read_files((FileQuestion(place),))[0] if self.situation.looked else FileAnswer(place)
            elif below in self.tree:
                answer = FileAnswer(place, *next(((text, problem) for _, text, problem in self.version.read([below])), (None, None)))
            elif below == os.path.join(".git", "config"):
                answer = read_files((FileQuestion(place),))[0]
            else:
                answer = FileAnswer(place)
            self.texts[place] = answer
        return self.texts[place]


def _progress(done: int, total: int) -> None:
    """Say on a terminal how far the reading has come; nothing for a small repository. total 0: it is done."""
    if not sys.stderr.isatty() or (total and done % _EVERY):
        return
    sys.stderr.write(f"\r\x1b[Kadvise: reading {done} of {total} files" if total else "\r\x1b[K")
    sys.stderr.flush()
