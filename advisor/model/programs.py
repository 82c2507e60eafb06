"""What is known of a well-known program: its folders, hosts, sockets, flags and install commands."""

from __future__ import annotations

from advisor.model.tuples import NamedTuple
from advisor.model.words import System


class ProgramPath(NamedTuple):
    """A folder that a program writes: `~`-anchored or absolute places by system.

    executed_later: what runs this folder's content outside the sandbox later, or None.
    relocate: the environment variable that moves it, or None. warm: the content must be kept for it to be useful.
    relative: `relocate` takes a folder relative to the project. downloads: no download works unless this can be written.
    """

    purpose: str
    places: tuple[tuple[System, str], ...]
    executed_later: str | None = None
    relocate: str | None = None
    warm: bool = False
    relative: bool = False
    downloads: bool = False

    @property
    def kept(self) -> bool:
        """Whether it must hold what was put there before: packages, or programs that are run from it."""
        return self.warm or self.executed_later is not None


class Flag(NamedTuple):
    """A flag or variable of a program that gives it another way.

    helps: the operation (as in a report) whose refusal it avoids. flag: as typed. does: what it makes the program do.
    """

    helps: str
    flag: str
    does: str


class Installs(NamedTuple):
    """A command that puts programs into a folder from which they are run later.

    words: how its arguments start (`install -g`). instead: the way that keeps them in the project.
    """

    words: str
    instead: str


class Program(NamedTuple):
    """What a well-known program needs.

    names: its command names. hosts_from: how its own configuration names its hosts (a command or file).
    listens: ports it opens by default. sockets: unix sockets it talks to. proxy: how and since when it honours
    the proxy variables, None when it does not. docs: where this is documented.
    """

    names: tuple[str, ...]
    docs: str
    paths: tuple[ProgramPath, ...] = ()
    hosts_from: tuple[str, ...] = ()
    listens: tuple[int, ...] = ()
    sockets: tuple[str, ...] = ()
    proxy: str | None = None
    flags: tuple[Flag, ...] = ()
    installs: tuple[Installs, ...] = ()
