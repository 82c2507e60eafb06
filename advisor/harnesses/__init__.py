"""The coding-agent harnesses that `advise` plans for: each is a folder here that holds one `HARNESS`.

A harness declares, as data, the config files and the environment markers that `situation` looks for, and answers
two questions as pure functions: what may a sandboxed command do now, and what would allow these needs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Literal

from advisor.model import Boundary, Entry, HarnessName, Need, Plan, Situation
from advisor.model.tuples import NamedTuple

NAMES: tuple[HarnessName, ...] = ("claude", "codex")

_FOLDERS: dict[HarnessName, str] = {"claude": "claude_code", "codex": "codex"}


class Marker(NamedTuple):
    """An environment variable that tells something when it is set.

    value: what it must equal; None: any value that is not empty. means: `session`, the process was started by the
    harness (sandboxed or not); `sandboxed`, it runs inside the harness's sandbox; `unsandboxed`, it surely does not.
    systems: where the harness sets it; empty means everywhere. names_harness: False for one that others set too.
    """

    variable: str
    means: Literal["session", "sandboxed", "unsandboxed"]
    value: str | None = None
    systems: tuple[Literal["linux", "macos", "windows"], ...] = ()
    names_harness: bool = True


class ConfigFile(NamedTuple):
    """A config file that a harness reads: its scope, and its path as shown to the user.

    path: relative to the project root, `~`-anchored or absolute; a `*` in its last part stands for any name, and
    `{profile}` for the config profile that the session was started with. moved_by: the variable that moves the folder
    right below the home. systems: where it counts; empty means everywhere.
    at: where a relative path starts: the repository's root; the folder in which the session was started; every folder
    from the root down to there, in that order; or the root of the main checkout, where that is another folder.
    """

    scope: str
    path: str
    moved_by: str | None = None
    systems: tuple[Literal["linux", "macos", "windows"], ...] = ()
    at: Literal["root", "start", "chain", "main"] = "root"


class Selected(NamedTuple):
    """What a session's own environment says of the config that it was started with; None: nothing.

    profile, dialect: Codex's permission profile, and which of its two config forms.
    """

    profile: str | None = None
    dialect: Literal["profile", "legacy"] | None = None


def _nothing_selected(environ: Mapping[str, str]) -> Selected:
    return Selected()


class Harness(NamedTuple):
    """A harness: its declarations and its pure functions.

    title: its name in prose. assumed_version: the newest version whose behaviour was measured; advice for an unknown
    version is for this one and says so. files: weakest scope first. plan: answers a whole set of needs at once, with
    `files` empty (`patches` composes the snippets). version_from: the version that an environment names, or None.
    always_marked: the variable that every sandboxed command of a session has, where there is one: without it, it is not.
    selected_from: what an environment says of the session's config. runs_outside: what the harness's own rules say of a
    command line, beside the sandbox. differences: what the program itself told of its config, where that is not what we read.
    """

    name: HarnessName
    title: str
    assumed_version: str
    files: tuple[ConfigFile, ...]
    markers: tuple[Marker, ...]
    read_boundary: Callable[[Situation], Boundary]
    plan: Callable[[frozenset[Need], Boundary, Situation], Plan]
    version_from: Callable[[Mapping[str, str]], str | None]
    runs_outside: Callable[[str, Situation], Entry | None]
    differences: Callable[[Mapping[str, Any], Situation], tuple[str, ...]]
    always_marked: str | None = None
    selected_from: Callable[[Mapping[str, str]], Selected] = _nothing_selected


def load(name: HarnessName) -> Harness:
    """The harness of that name; only its own folder is imported."""
    harness: Harness = import_module(f"{__name__}.{_FOLDERS[name]}").HARNESS
    return harness
