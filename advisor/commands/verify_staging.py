"""What a proof needs of the user's own machine, as copies: the project, and the config without what is secret or runs."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from advisor.edits.json_edit import edited
from advisor.edits.new_text import Setting, json_text, toml_text
from advisor.errors import InputError
from advisor.model import ConfigText, HarnessName, Situation
from advisor.patches import parsed

_LARGEST = 2 << 30  # bytes of a project that is copied
# The keys that decide what a sandboxed command may do. All others stay behind: logins, servers, hooks, models.
_KEPT = {
    "json": ("sandbox", "permissions", "env"),
    "toml": (
        *("default_permissions", "permissions", "sandbox_mode", "sandbox_workspace_write", "features", "shell_environment_policy"),
        *("projects", "project_root_markers", "approval_policy", "allow_login_shell"),
    ),
}
_SECRET = re.compile(r"(?i:token|secret|passw|credential|api_?key|access_?key|private_?key|auth)")
_WORKTREE = re.compile(
    rb"^([ \t]*worktree[ \t]*=[ \t]*)[^\n]*", re.MULTILINE
)  # of `core` in git's own config, which knows no other such key
_USER = {"claude": "~/.claude/settings.json", "codex": "~/.codex/config.toml"}


def root_of(situation: Situation) -> str:
    """The folder that is copied: the repository, or the working directory where there is none.

    A `.git` without a HEAD, as a killed Codex leaves one in /tmp, makes no repository of all that stands beside it.
    """
    checkout = situation.checkout
    is_one = checkout is not None and os.path.isfile(os.path.join(checkout.git_folder, "HEAD"))
    return (situation.repository if is_one else None) or situation.directory or "."


def copied_project(situation: Situation, room: Path, project: str) -> str:
    """Copies the repository (or the working directory) to `project`; returns the folder there that stands for the working directory.

    room: a folder for the git folder of a checkout that has it elsewhere. Raises InputError for a project that is too large.
    """
    directory = situation.directory or "."
    root = root_of(situation)
    if _size(root) > _LARGEST:
        raise InputError(f"{root!r} is larger than {_LARGEST >> 30} GiB", "Run this in a smaller project")
    os.rmdir(project)
    shutil.copytree(root, project, symlinks=True, ignore=_sockets)
    checkout = situation.checkout if root == situation.repository else None
    if checkout is not None and checkout.kind == "worktree":
        _own_git_folder(Path(checkout.shared), Path(checkout.git_folder), room / "main" / ".git", Path(project))
    elif checkout is not None and checkout.kind != "clone":
        _own_separate_folder(Path(checkout.git_folder), room / "main" / ".git" / "modules", Path(project))
    return os.path.normpath(os.path.join(project, os.path.relpath(directory, root)))


def staged_texts(texts: Iterable[ConfigText], places: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """The config texts of the user's and the project's scopes for a trial: only the keys that decide, no secrets.

    places: paths that stand elsewhere in the trial. Raises InputError for a text that the harness itself could not read.
    """
    staged: dict[str, str] = {}
    for text in texts:
        file = _USER.get(text.harness, text.file) if text.scope == "user" else text.file
        if text.scope not in ("user", "project", "local", "rules", "user-rules") or os.path.isabs(file) or text.text is None:
            continue
        staged[file] = moved(_reduced(text), places)
    return tuple(staged.items())


def with_own_file(files: tuple[tuple[str, str], ...], harness: HarnessName, switch_on: bool) -> tuple[tuple[str, str], ...]:
    """The files with a user's own config in every case, in which Claude Code runs what its sandbox can hold unasked.

    Nobody is there to be asked. A file that says otherwise still does. switch_on: put the sandbox on, which no file does.
    """
    held = dict(files)
    user = _USER[harness]
    held.setdefault(user, "" if harness == "codex" else "{}")
    if harness == "claude":
        keys = ("enabled", "autoAllowBashIfSandboxed") if switch_on else ("autoAllowBashIfSandboxed",)
        unsaid = [Setting(("sandbox", key), True) for key in keys if f'"{key}"' not in held[user]]
        held[user] = edited(held[user], unsaid).text
    return tuple(held.items())


@contextmanager
def tidied(home: str) -> Iterator[None]:
    """Takes away the empty folders and files that the harnesses leave in their own folders of the real home."""
    before = set(_own(home))
    try:
        yield
    finally:
        for path in sorted(set(_own(home)) - before, key=len, reverse=True):
            with suppress(OSError):  # it is not empty, or somebody else's by now
                if os.path.isdir(path) and not os.path.islink(path):
                    os.rmdir(path)
                elif not os.path.getsize(path):
                    os.unlink(path)


def _own(home: str) -> Iterator[str]:
    for name in (".claude", ".codex"):
        for folder, folders, files in os.walk(os.path.join(home, name)):
            yield from (os.path.join(folder, each) for each in (*folders, *files))


def made_by(steps: Iterable[str], home: str) -> tuple[str, ...]:
    """The folders that `mkdir -p` steps would make and that are not there, innermost first."""
    made: dict[str, None] = {}
    for step in steps:
        words = shlex.split(step)
        if words[:2] != ["mkdir", "-p"]:
            continue
        for word in words[2:]:
            folder = home + word[1:] if word.startswith("~/") else word
            while os.path.isabs(folder) and not os.path.lexists(folder):
                made[folder] = None
                folder = os.path.dirname(folder)
    return tuple(sorted(made, key=len, reverse=True))


def _reduced(text: ConfigText) -> str:
    format = text.file.rpartition(".")[2]
    if format not in _KEPT:
        return text.text or ""
    tables = parsed(format, (text.text or "").removeprefix("\ufeff"))
    if tables is None:
        raise InputError(f"{text.file} is not valid, so that the harness would not read it", "Correct it first")
    kept = [Setting((key,), _without_secrets(tables[key])) for key in _KEPT[format] if key in tables]
    return json_text(kept) if format == "json" else toml_text(kept)


def _without_secrets(value: Any) -> Any:  # noqa: ANN401 - whatever a config holds
    if isinstance(value, dict):
        return {key: _without_secrets(inner) for key, inner in value.items() if not (isinstance(inner, str) and _SECRET.search(key))}
    return value


def moved(text: str, places: dict[str, str]) -> str:
    """The text with the paths that stand elsewhere in a trial."""
    for old, new in places.items():
        text = new.join(re.split(rf"{re.escape(old)}(?=[/\"'\s]|$)", text))
    return text


def _own_git_folder(shared: Path, git_folder: Path, copy: Path, project: Path) -> None:
    """A worktree's copy is a worktree too, of a copy of the shared git folder: nothing in it leads back to the user's."""
    shutil.copytree(shared, copy, symlinks=True, ignore=_sockets)
    own = copy / git_folder.relative_to(shared)
    (project / ".git").write_text(f"gitdir: {own}\n")
    (own / "gitdir").write_text(f"{project}/.git\n")


def _own_separate_folder(git_folder: Path, beside: Path, project: Path) -> None:
    """A submodule's copy has a git folder of its own elsewhere too, which knows the copy and not the user's files."""
    own = beside / git_folder.name
    shutil.copytree(git_folder, own, symlinks=True, ignore=_sockets)
    (project / ".git").write_text(f"gitdir: {own}\n")
    config = own / "config"
    config.write_bytes(_WORKTREE.sub(lambda found: found[1] + os.fsencode(project), config.read_bytes()))


def _sockets(folder: str, names: list[str]) -> list[str]:
    """What cannot be copied: sockets, pipes and devices."""
    return [name for name in names if not _is_plain(os.path.join(folder, name))]


def _is_plain(path: str) -> bool:
    return os.path.islink(path) or os.path.isfile(path) or os.path.isdir(path)


def _size(root: str) -> int:
    return sum(_sizes(root))


def _sizes(root: str) -> Iterator[int]:
    for folder, _, names in os.walk(root):
        for name in names:
            try:
                yield os.lstat(os.path.join(folder, name)).st_size
            except OSError:  # gone meanwhile: then it is not copied either
                continue
