"""What one file of a repository is read for, and what it says: the commands that people run, and what it names itself."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from advisor.foresight import Client
from advisor.model import Need

# Where a command stands. setup: what everybody runs who works here; script: a script or recipe of the project's; ci: a step
# of its pipeline, which runs on another machine and tells only which tools and services the project works with.
Kind: TypeAlias = Literal["setup", "script", "ci"]


class Manifest(NamedTuple):
    """One file: its path from the repository's root, with forward slashes, and its text."""

    path: str
    text: str

    @property
    def folder(self) -> str:
        """The folder that holds it, from the root; empty for the root itself."""
        return self.path.rpartition("/")[0]

    @property
    def name(self) -> str:
        """Its last name."""
        return self.path.rpartition("/")[2]

    def beside(self, name: str) -> str:
        """The path of another file in the same folder."""
        return f"{self.folder}/{name}" if self.folder else name

    def line_of(self, *words: str) -> int:
        """The 1-based line of the first of these words that the text holds; 1 where it holds none."""
        at = next((at for word in words if (at := self.text.find(word)) >= 0), 0)
        return self.text.count("\n", 0, at) + 1


class Runs(NamedTuple):
    """A command that the file makes people run in `folder` (from the root); because: a clause that says why."""

    command: str
    line: int
    because: str
    folder: str
    kind: Kind = "setup"


class Asks(NamedTuple):
    """A need that the file names itself; because: a clause that says what for. client: how a connection is made."""

    need: Need
    line: int
    because: str
    client: Client = "proxy"
    kind: Kind = "setup"


class Keeps(NamedTuple):
    """A folder of a known program that the file makes necessary, by its purpose in the catalogue of programs."""

    program: str
    purpose: str
    line: int
    because: str


class Broken(NamedTuple):
    """Why the file, or a part of it, cannot be read; a clause."""

    line: int
    problem: str


Said: TypeAlias = Runs | Asks | Keeps | Broken
# Every path that was found and that some reader knows, so that a reader sees what lies beside its file and above it.
Tree: TypeAlias = frozenset[str]


class Reader(NamedTuple):
    """Which files are read, by last name (`*.sh`) or by path (`.github/workflows/*.yml`), and what they say."""

    names: tuple[str, ...]
    read: Callable[[Manifest, Tree], Iterator[Said]]


def nearest(folder: str, names: tuple[str, ...], tree: Tree) -> str | None:
    """The path of the first of `names` that stands in `folder`, else in the nearest folder above it; None where none does."""
    while True:
        for name in names:
            path = f"{folder}/{name}" if folder else name
            if path in tree:
                return path
        if not folder:
            return None
        folder = folder.rpartition("/")[0]


def above(folder: str) -> str | None:
    """The folder above, from the root; None for the root itself."""
    return folder.rpartition("/")[0] if folder else None


def conflict_in(manifest: Manifest) -> Broken | None:
    """Whether a merge was left half done in the file."""
    found = re.search(r"^<{7} ", manifest.text, re.MULTILINE)
    return Broken(manifest.text.count("\n", 0, found.start()) + 1, "it holds the marks of an unfinished merge") if found else None


def json_table(text: str) -> Mapping[str, Any] | Broken:
    """The JSON object in `text`, or why there is none."""
    try:
        value = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        return Broken(error.lineno, f"it is not JSON: {error.msg}")
    except ValueError:
        return Broken(1, "a number in it has too many digits")
    except RecursionError:
        return Broken(1, "it is nested too deeply")
    return value if isinstance(value, dict) else Broken(1, "it is not a JSON object")


def toml_table(text: str) -> Mapping[str, Any] | Broken:
    """The TOML document in `text`, or why there is none."""
    import tomllib  # only for a repository that has such a file

    try:
        return tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError, or one of its own for a number of thousands of digits
        line = re.search(r"at line (\d{1,9})", str(error))
        return Broken(int(line[1]) if line else text.count("\n") + 1, f"it is not TOML: {error}")
    except RecursionError:
        return Broken(1, "it is nested too deeply")


def table(value: object, *path: str) -> Mapping[str, Any]:
    """The table at the key path below `value`; an empty one where there is none."""
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value if isinstance(value, Mapping) else {}
