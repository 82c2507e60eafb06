"""Which files of a repository speak of what it makes necessary, and their texts; git is not asked here, and no link is followed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from advisor.situation.reading import read_text

# What tools make and fetch: thousands of files of other people's.
SKIPPED = frozenset({
    "node_modules", "bower_components", ".git", ".hg", ".svn", "target", ".venv", "venv", ".tox", ".nox", "__pycache__", ".mypy_cache",
    ".pytest_cache", ".ruff_cache", ".gradle", ".next", ".nuxt", ".turbo", ".nx", ".cache", ".parcel-cache", ".pnpm-store", ".yarn",
    ".terraform", ".dart_tool", ".bundle-cache", "Pods", "DerivedData", "vendor", "site-packages", "dist", "_build", "deps", ".direnv",
})  # fmt: skip
MOST_FILES = 1 << 20  # looked at; a larger tree is no repository that somebody works in
LARGEST = 24 << 20  # bytes of a lock file; any other manifest is far smaller


class Found(NamedTuple):
    """The files that are wanted, by their paths from the root, sorted; and what could not be followed, each with why."""

    paths: tuple[str, ...]
    passed_over: tuple[tuple[str, str], ...] = ()


def find(root: str, wanted: Callable[[str], bool], ignored: Callable[[list[str]], Iterable[str]] | None = None) -> Found:
    """The wanted files below `root`.

    ignored: which of some folders or files git ignores; the root's folders are asked before they are walked. Folders that
    tools make and checkouts of other repositories are not walked.
    """
    state = _Walk([], [], 0)
    here = _folders(root, "", wanted, state)
    left = set(ignored(here)) if ignored and here else set()
    waiting = [folder for folder in here if folder not in left]
    while waiting:
        folder = waiting.pop()
        waiting += _folders(root, folder, wanted, state)
        if len(state.paths) + state.seen > MOST_FILES:
            state.passed_over.append(("", f"more than {MOST_FILES} files: the rest was not looked at"))
            break
    paths = sorted(state.paths)
    gone = set(ignored(paths)) if ignored and paths else set()
    return Found(tuple(path for path in paths if path not in gone), tuple(sorted(state.passed_over)))


def read(root: str, paths: Iterable[str]) -> Iterator[tuple[str, str | None, str | None]]:
    """(path, text, None), or (path, None, why it cannot be read), file by file; one that is gone by now is left out."""
    for path in paths:
        text, problem = read_text(os.path.join(root, path), LARGEST)
        if text is not None or problem is not None:
            yield path, text, problem


class _Walk:
    """What was found so far, and how many entries were seen."""

    __slots__ = ("passed_over", "paths", "seen")

    def __init__(self, paths: list[str], passed_over: list[tuple[str, str]], seen: int) -> None:
        self.paths, self.passed_over, self.seen = paths, passed_over, seen


def _folders(root: str, folder: str, wanted: Callable[[str], bool], walk: _Walk) -> list[str]:
    """The folders in `folder` that are walked next; its wanted files are kept."""
    found: list[str] = []
    files: list[str] = []
    prefix = f"{folder}/" if folder else ""
    try:
        with os.scandir(f"{root}/{folder}") as entries:
            for entry in entries:
                name = entry.name
                if entry.is_dir(follow_symlinks=False):
                    if name not in SKIPPED:
                        found.append(prefix + name)
                    elif name == ".git" and folder:
                        return []
                    continue
                if name == ".git" and folder:  # a submodule, or another worktree: a repository of its own
                    return []
                walk.seen += 1
                if wanted(prefix + name):
                    files.append(prefix + name)
                elif entry.is_symlink() and (loop := _loop(root, prefix + name)):
                    walk.passed_over.append((prefix + name, loop))
    except OSError as error:
        walk.passed_over.append((folder, f"it cannot be listed ({error.strerror})"))
        return []
    walk.paths += files
    return found


def _loop(root: str, path: str) -> str | None:
    """Why a link leads nowhere but round; None for any other one."""
    place = os.path.join(root, path)
    try:
        real = os.path.realpath(place, strict=True)
    except FileNotFoundError:
        return None
    except OSError:
        return "it is a symlink that leads back to itself"
    above = os.path.realpath(os.path.dirname(place))
    inside = above == real or above.startswith(real.rstrip("/") + "/")
    return "it is a symlink to a folder that holds it, which would never end" if inside else None
