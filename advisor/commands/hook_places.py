"""Where each harness reads its hooks: the project's file and the user's own."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from advisor.errors import InputError
from advisor.hook_files import FILES
from advisor.model import HarnessName
from advisor.situation.checkout import repository_of
from advisor.writing import real_place

TRUST = "Codex skips a new or changed hook without a word until you trusted it: type /hooks in a session once."


class Place(NamedTuple):
    """A hook file: whose, as shown, absolute, and the folder that it must not leave."""

    harness: HarnessName
    scope: str
    shown: str
    path: str
    root: str

    def read(self) -> str | None:
        """Its text without translated line ends; None where there is none. Raises InputError for what is no regular file."""
        real = real_place(self.path, self.root)
        if not os.path.exists(real):
            return None
        try:
            with open(real, encoding="utf-8", newline="") as file:
                return file.read()
        except UnicodeDecodeError:
            raise InputError(f"{self.shown} is not UTF-8 text", "Put that right first: nothing was written") from None


def place_of(harness: HarnessName, scope: str, environ: Mapping[str, str]) -> Place:
    """Where a harness's hooks of a scope stand, from here."""
    shown, moved_by = FILES[harness, scope]
    home = environ.get("HOME") or os.path.expanduser("~")
    if scope == "project":
        try:
            here = os.getcwd()
        except FileNotFoundError:
            raise InputError("the folder that you are in was removed", "Go to the project, and ask again") from None
        root = repository_of(here) or here
        return Place(harness, scope, shown, os.path.join(root, shown), root)
    moved = environ.get(moved_by or "")
    if moved:
        path = os.path.join(os.path.abspath(moved), os.path.basename(shown))
        return Place(harness, scope, path, path, os.path.dirname(path))
    return Place(harness, scope, shown, home + shown[1:], home)
