"""What is foreseen of a command, as values: its needs, the files that tell more, what stays unknown."""

from __future__ import annotations

from typing import Literal

from advisor.model import Need
from advisor.model.tuples import NamedTuple

# How a client goes out: through the proxy variables; round them; as git's own ssh, which some harnesses lead to the proxy.
Client = Literal["proxy", "direct", "git-ssh"]

# Options whose value is the next word, in the programs that are known here; short ones mean too many things.
_TAKE_A_VALUE = frozenset({
    "-C", "--cache", "--config", "--cwd", "--data", "--directory", "--file", "--filter", "--git-dir", "--host", "--hostname", "--index-url",
    "--log-level", "--noproxy", "--output", "--port", "--prefix", "--registry", "--unix-socket", "--work-tree", "--workspace",
})  # fmt: skip


class Foreseen(NamedTuple):
    """One need of a command, and the clause that says what it is needed for.

    client: how a connection is made. sure: False for what it needs only sometimes, such as a download that was made before.
    file, line: the file that names it, as the call's own folder has it, and its line.
    """

    need: Need
    why: str
    client: Client = "proxy"
    sure: bool = True
    file: str | None = None
    line: int | None = None


class Called(NamedTuple):
    """One program that a command line calls: its name, its arguments, and its folder when the line changed to one."""

    program: str
    arguments: tuple[str, ...]
    folder: str | None = None

    @property
    def verb(self) -> str:
        """The first argument that is no option; empty where there is none."""
        return next(iter(self.plain), "")

    @property
    def plain(self) -> tuple[str, ...]:
        """The arguments that are neither options nor the values of those that well-known programs share."""
        kept: list[str] = []
        before = ""
        for word in self.arguments:
            if not word.startswith("-") and before not in _TAKE_A_VALUE:
                kept.append(word)
            before = word
        return tuple(kept)

    def value_of(self, *options: str) -> str | None:
        """The value of the first of these options that is given, as the next word or behind `=`."""
        for place, word in enumerate(self.arguments):
            name, equals, value = word.partition("=")
            if name in options and equals:
                return value
            if word in options and place + 1 < len(self.arguments):
                return self.arguments[place + 1]
        return None

    def line(self) -> str:
        """The call in one line, for a sentence."""
        return " ".join((self.program, *self.arguments))


class Foresight(NamedTuple):
    """All that is foreseen of a command line.

    sure: False when a shell could make something else of the line. scripts: (how it was called, the line it stands for).
    unknown: programs whose needs are not known. open_hosts: (program, how it is asked) where hosts are not known.
    """

    needs: tuple[Foreseen, ...] = ()
    sure: bool = True
    scripts: tuple[tuple[str, str], ...] = ()
    unknown: tuple[str, ...] = ()
    open_hosts: tuple[tuple[str, str], ...] = ()
