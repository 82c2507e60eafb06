"""What a change does to the allowlist: for each grant added, removed or altered, whether it widens, what it hands over, its risk.

The config files of two states of a repository are read as the programs read them, folder by folder, and compared by what they
mean; a moved line or file, another order, another profile's name or the other config form is no difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from advisor import paths
from advisor.guard.comparison import differences
from advisor.guard.grants import Difference, Effect, Fault, State, digest
from advisor.model import Risk

# The files of the allowlist, wherever they lie in a repository: (the folder, the program's own folder, the name).
_FILE = re.compile(
    r"(?P<folder>(?:.{1,4000}/)?)(?:\.claude/settings(?:\.local)?\.json|\.codex/(?:[^/]{1,200}\.)?config\.toml"
    r"|\.codex/hooks\.json|\.codex/rules/[^/]{1,200}\.rules|\.polygraph/config\.json"
    r"|\.claude|\.codex(?:/rules)?|\.polygraph)",  # git holds these as links only
    re.DOTALL,
)
_FILE_ON_A_MAC = re.compile(_FILE.pattern, re.DOTALL | re.IGNORECASE)
_LINKS = (".claude", ".codex", ".codex/rules", ".polygraph")
_READ_AS = {".claude": "claude", ".codex": "codex", ".polygraph": "polygraph"}
_MOVED = "It moved here from {}, with all that it grants: it now counts for sessions that are started in {}."
_LARGEST = 1 << 20  # bytes; a config beyond this is none
_MOST_QUOTES = 6000  # each grant is compared with each other: beyond some thousands that takes minutes
_NO_LONGER = (
    " Sessions that are started in {} itself do not read it any more: what it closed, the sandbox too, they have to close elsewhere."
)
_OTHER_NAME = "it is not the file's name on Linux, and on macOS and Windows {} reads it as that"
_NO_TEXT = "it is a symbolic link, too large, or no text, which is not looked at here, while {} may read it"
_PROGRAMS = {"claude": "Claude Code", "codex": "Codex", "polygraph": "Polygraph"}

Texts = Mapping[str, "bytes | str"]


class _Room(NamedTuple):
    """The files that count together. name: a profile's file that lies over the config, else empty."""

    folder: str
    program: str
    name: str = ""


def is_guarded(path: str) -> bool:
    """Whether a path (from the repository's root) is a file of the allowlist."""
    return _FILE_ON_A_MAC.fullmatch(path) is not None


def changes(before: Texts, after: Texts, renamed: Mapping[str, str]) -> tuple[Difference, ...]:
    """What became of every grant between two states of the guarded files, the gravest first.

    before, after: path → content; of what is no plain file a text that tells where it leads. renamed: new path → old one.
    """
    told: list[Difference] = []
    standing = dict(before)
    for new, old in sorted(renamed.items()):
        if _follows(new, old) and new not in standing and old in standing:
            standing[new] = standing.pop(old)
            told += _moved(new, old)
    seen: set[tuple[str, str, str, str]] = set()
    for room in sorted({*_rooms(standing), *_rooms(after)}):
        # A profile's file lies over the config, whose own changes are told already.
        fresh = [one for one in _in_room(room, standing, after) if (one.program, one.file, one.key, one.value) not in seen]
        seen |= {(one.program, one.file, one.key, one.value) for one in fresh}
        told += fresh
    return tuple(sorted(told, key=lambda one: (one.effect is not Effect.UNKNOWN, one.effect is Effect.NEUTRAL, -one.risk)))


def _follows(new: str, old: str) -> bool:
    """Whether a move leaves a file what it was: of the same kind, and not to a folder above, where more sessions read it."""
    old_room, new_room = _room(old), _room(new)
    above = new_room.folder != old_room.folder and old_room.folder.startswith(new_room.folder)
    return old_room.program == new_room.program and not above and _kind(old) == _kind(new)


def _kind(path: str) -> str:
    return paths.leaf(path).rpartition(".")[2]


def _moved(new: str, old: str) -> Iterator[Difference]:
    folder = _room(new).folder
    if folder != _room(old).folder:
        means = _MOVED.format(old, folder or "the repository's root")
        if folder.startswith(_room(old).folder):
            means += _NO_LONGER.format(_room(old).folder or "the repository's root")
        yield Difference(_room(new).program, new, "", "", Effect.NEUTRAL, "altered", Risk.NONE, means)


def _room(path: str) -> _Room:
    found = _FILE_ON_A_MAC.fullmatch(path)
    assert found is not None  # only guarded files get here
    own, _, name = path[found.end("folder") :].partition("/")
    layered = own == ".codex" and name.endswith(".config.toml")
    return _Room(found["folder"], _READ_AS[own.lower()], name if layered else "")


def _rooms(texts: Texts) -> set[_Room]:
    return {_room(path) for path in texts}


def _in_room(room: _Room, before: Texts, after: Texts) -> tuple[Difference, ...]:
    old, new = _files(room, before), _files(room, after)
    return differences(room.program, _state(room, old), _state(room, new), new) if old != new else ()


def _files(room: _Room, texts: Texts) -> dict[str, bytes | str]:
    plain = room._replace(name="")
    both = (room, plain) if room.name else (room,)
    return {path: text for path, text in texts.items() if _room(path) in both and not (room.name and _kind(path) != "toml")}


def _state(room: _Room, files: Texts) -> State:
    """What the files say, read as if the room's folder were the project's root."""
    texts, unread = {}, []
    for path, content in files.items():
        named = _FILE.fullmatch(path) is not None
        text = _decoded(content) if named and path[len(room.folder) :] not in _LINKS else None
        if text is None:
            why = (_NO_TEXT if named else _OTHER_NAME).format(_PROGRAMS[room.program])
            unread.append(Fault(path, why, stops=False, unread=digest(content)))
        else:
            texts[path[len(room.folder) :]] = text
    state = _reader(room.program)(texts)
    faults = (*(fault._replace(file=room.folder + fault.file) for fault in state.faults), *unread)
    return state._replace(files={leaf: room.folder + file for leaf, file in state.files.items()}, faults=faults)


def _decoded(content: bytes | str) -> str | None:
    if isinstance(content, str) or len(content) > _LARGEST:
        return None
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return None
    return text if text.count('"') + text.count("'") <= _MOST_QUOTES else None


def _reader(program: str) -> Callable[[Mapping[str, str]], State]:
    match program:
        case "claude":
            from advisor.guard.claude_settings import read
        case "codex":
            from advisor.guard.codex_config import read
        case _:
            from advisor.guard.polygraph import read
    return read
