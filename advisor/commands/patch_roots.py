"""Where a patch is applied: each file by its path from the repository's root, from the home folder, or from its own folder."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Literal, NamedTuple

from advisor.edits.unified_diff import diff
from advisor.model import Patch, Situation
from advisor.paths import for_shell
from advisor.writing import Text, real_place


class Root(NamedTuple):
    """A folder that patches are applied in; folder None: nobody looked, and it is the reader's repository."""

    kind: Literal["repository", "home", "elsewhere"]
    folder: str | None

    @property
    def shown(self) -> str:
        """The folder as a word of a shell command."""
        return "~" if self.kind == "home" else for_shell(self.folder or ".")


class Rooted(NamedTuple):
    """One file of a root: its path from there, where it really is (None: nobody looked), and what becomes of it."""

    root: Root
    name: str
    place: str | None
    patch: Patch

    @property
    def text(self) -> Text:
        """What is to be written; only where somebody looked."""
        assert self.place is not None
        return Text(self.place, self.patch.before, self.patch.after)


def rooted(patches: Iterable[Patch], situation: Situation) -> tuple[Rooted, ...]:
    """The patches with their roots. Raises InputError for a file whose links lead out of its root."""
    return tuple(_rooted(patch, situation) for patch in patches)


def diff_of(files: Iterable[Rooted]) -> str:
    """One unified diff of the files, in the order of their names, as `git apply` takes it in their root."""
    ordered = sorted(files, key=lambda file: file.name)
    return "".join(diff(file.name, file.patch.before, file.patch.after) for file in ordered)


def apply_command(root: Root, file: str, directory: str | None) -> str:
    """The command that applies the diff in `file`; `git apply` run below the root would pass over what lies outside."""
    apply = f"git apply {for_shell(file)}"
    here = root.folder is None or (directory is not None and os.path.realpath(directory) == os.path.realpath(root.folder))
    return apply if here and root.kind != "home" else f"cd {root.shown} && {apply}"


def _rooted(patch: Patch, situation: Situation) -> Rooted:
    root = _root_of(patch, situation)
    if patch.place is None or root.folder is None:
        return Rooted(root, patch.file.removeprefix("~/"), None, patch)
    place = real_place(patch.place, root.folder)
    return Rooted(root, os.path.relpath(place, os.path.realpath(root.folder)).replace(os.sep, "/"), place, patch)


def _root_of(patch: Patch, situation: Situation) -> Root:
    if patch.file.startswith("~/"):
        # A text from elsewhere may name another home than the one whose files were looked at.
        looked = patch.place is not None and patch.place.endswith(patch.file[1:])
        return Root("home", (patch.place or "")[: -len(patch.file[1:])] if looked else situation.home)
    if os.path.isabs(patch.file):
        return Root("elsewhere", os.path.dirname(patch.file))
    return Root("repository", situation.repository or situation.directory)
