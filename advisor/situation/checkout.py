"""Where the repository of a folder starts, and what kind of checkout it is: read from `.git` itself, no git is run.

Sources: gitrepository-layout(5), git-worktree(1), gitsubmodules(7).
"""

from __future__ import annotations

import os

from advisor.model import Checkout
from advisor.situation.reading import read_text

_LARGEST = 1 << 13  # bytes of a `.git` file: one path


def repository_of(directory: str) -> str | None:
    """The nearest folder at or above `directory` that holds `.git` (a folder, or a worktree's or submodule's file)."""
    at = directory
    while True:
        if os.path.lexists(os.path.join(at, ".git")):
            return at
        above = os.path.dirname(at)
        if above == at:
            return None
        at = above


def checkout_of(repository: str) -> Checkout | None:
    """What kind of checkout stands in `repository`; None when its `.git` says nothing that can be followed."""
    dot_git = os.path.join(repository, ".git")
    if os.path.isdir(dot_git):
        return Checkout("clone", dot_git, dot_git)
    named = _named_in(dot_git, "gitdir:")
    if named is None:
        return None
    git_folder = os.path.normpath(os.path.join(repository, named))
    shared = _named_in(os.path.join(git_folder, "commondir"), "")
    if shared is None:
        below_modules = "/modules/" in git_folder.replace(os.sep, "/")
        return Checkout("submodule" if below_modules else "separate", git_folder, git_folder)
    common = os.path.normpath(os.path.join(git_folder, shared))
    return Checkout("worktree", git_folder, common, os.path.dirname(common))


def _named_in(file: str, key: str) -> str | None:
    """The path that a file of git's names behind `key`, as written."""
    text, _ = read_text(file, _LARGEST)
    first = (text or "").split("\n", 1)[0].strip()
    return first.removeprefix(key).strip() or None if first.startswith(key) else None
