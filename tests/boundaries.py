"""The matrix of configurations in tests/cases/boundaries: what each asks, what it expects, and the tree that it stands in.

A case is a folder: `case.toml`, and config texts named after the place where a harness reads them. In `case.toml`:
`says` (what the configuration shows), `harness`, `answers` (question → our access), and where needed `start` (the folder in
which the session starts), `checkout` (`clone`, `worktree`, `none`), `before` (what a human runs in the project, outside),
`profile` (Codex's `-p`), `trusted` (Claude Code's own record of it), `broken` (words of why nothing runs), `differs`
(question → `because` and `reproduction`, where the real program does the opposite).
Questions are spelled as for `advise check`: `write P`, `read P`, `host H[:PORT]`, `local PORT`, `listen PORT`, `socket P`.
"""

from __future__ import annotations

import os
import subprocess
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from advisor.model import ConnectSocket, ListenOnPort, Need, ReachHost, ReachLocalService, ReadPath, WritePath
from advisor.proof.trial import Room

CASES = Path(__file__).parent / "cases" / "boundaries"
# Where a config text of a case stands; a folder below `{project}` in a worktree's case is the worktree's.
PLACES = {
    "claude": {
        "user.json": "{home}/.claude/settings.json",
        "project.json": "{project}/.claude/settings.json",
        "local.json": "{project}/.claude/settings.local.json",
        "sub.json": "{project}/sub/.claude/settings.json",
        "sub-local.json": "{project}/sub/.claude/settings.local.json",
        "main.json": "{main}/.claude/settings.json",
        "main-local.json": "{main}/.claude/settings.local.json",
        "managed.json": "/etc/claude-code/managed-settings.json",
        "managed-10.json": "/etc/claude-code/managed-settings.d/10-first.json",
        "managed-20.json": "/etc/claude-code/managed-settings.d/20-second.json",
    },
    "codex": {
        "user.toml": "{home}/.codex/config.toml",
        "profile.toml": "{home}/.codex/ci.config.toml",
        "project.toml": "{project}/.codex/config.toml",
        "sub.toml": "{project}/sub/.codex/config.toml",
        "main.toml": "{main}/.codex/config.toml",
        "system.toml": "/etc/codex/config.toml",
        "requirements.toml": "/etc/codex/requirements.toml",
        "managed.toml": "/etc/codex/managed_config.toml",
    },
}
PASSES = {"allowed": True, "allowed-but": True, "refused": False, "protected": False}
# What `checkout` does before the config texts are written.
_GIT = "git -c init.defaultBranch=main -c user.name=dev -c user.email=dev@advise.test"
_CHECKOUTS = {
    "none": "true",
    "clone": f"{_GIT} init -q {{project}}",
    "worktree": f"{_GIT} init -q {{main}} && cd {{main}} && {_GIT} commit -q --allow-empty -m first"
    f" && rmdir {{project}} && {_GIT} worktree add -q {{project}} -b side",
}


class Case(NamedTuple):
    """One configuration: `texts` by the place of each (with the words for the tree's folders), and its questions."""

    slug: str
    harness: str
    says: str
    texts: dict[str, str]
    answers: dict[str, str]
    start: str
    checkout: str
    before: tuple[str, ...]
    profile: str | None
    trusted: bool
    broken: str | None
    differs: dict[str, Any]


def load() -> list[Case]:
    """Every case, by name."""
    return [_load(file.parent) for file in sorted(CASES.glob("*/case.toml"))]


def in_tree(text: str, room: Room) -> str:
    """`text` with the tree's folders in the place of their words."""
    words = {**room._asdict(), "main": f"{room.root}/main", "user": str(os.getuid())}
    for word, folder in words.items():
        text = text.replace(f"{{{word}}}", folder)
    return text


def plant(case: Case, room: Room) -> dict[str, str]:
    """Make the case's tree in the (empty) folders of `room`; gives the machine's own files, which are not written: place → text."""
    _run(in_tree(_CHECKOUTS[case.checkout], room), room.root, room)
    start(case, room).mkdir(parents=True, exist_ok=True)
    of_the_machine = {}
    for place, text in case.texts.items():
        place, text = in_tree(place, room), in_tree(text, room)
        if place.startswith("/etc/"):
            of_the_machine[place] = text
            continue
        Path(place).parent.mkdir(parents=True, exist_ok=True)
        Path(place).write_text(text)
    for command in case.before:
        _run(in_tree(command, room), room.project, room)
    return of_the_machine


def start(case: Case, room: Room) -> Path:
    """The folder in which the session starts."""
    return Path(room.project, case.start)


def need_of(question: str) -> Need:
    """The need that a question is about."""
    kind, _, value = question.partition(" ")
    match kind:
        case "write":
            return WritePath(value)
        case "read":
            return ReadPath(value)
        case "host":
            host, port = _parted(value)
            return ReachHost(host, port)
        case "local":
            return ReachLocalService(int(value), "127.0.0.1")
        case "listen":
            return ListenOnPort(int(value), "127.0.0.1")
        case "socket":
            return ConnectSocket(value)
    raise ValueError(question)


def _parted(value: str) -> tuple[str, int | None]:
    host, colon, port = value.rpartition(":")
    return (host, int(port)) if colon and port.isdigit() else (value, None)


def _load(folder: Path) -> Case:
    table = tomllib.loads((folder / "case.toml").read_text())
    harness = table.pop("harness")
    files = {file.name: file.read_text() for file in folder.iterdir() if file.name != "case.toml"}
    assert files.keys() <= PLACES[harness].keys(), folder
    texts = {place: files[name] for name, place in PLACES[harness].items() if name in files}
    given = {"start": ".", "checkout": "clone", "profile": None, "trusted": True, "broken": None, "differs": {}, "answers": {}, **table}
    return Case(folder.name, harness, texts=texts, before=tuple(given.pop("before", ())), **given)


def _run(command: str, directory: str, room: Room) -> None:
    environment = {"PATH": os.environ["PATH"], "HOME": room.home, "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["sh", "-ec", command], cwd=directory, env=environment, check=True, timeout=60)
