"""What was read: recordings of a command's output, the windows cut from them, and where they stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from advisor.model.tuples import NamedTuple
from advisor.model.words import Channel


class Recording(NamedTuple):
    """The raw bytes of one command's output, as chunks in order, and what is known about that command.

    chunks: bytes of any sizes; read once. lines_before: lines already passed over before the first chunk.
    empty: whether the command is known to have printed nothing at all.
    """

    chunks: Iterator[bytes]
    source: str = "-"
    lines_before: int = 0
    command: str | None = None
    directory: str | None = None
    exit_code: int | None = None
    timed_out: bool = False
    channel: Channel = Channel.OUTPUT
    empty: bool = False


class Origin(NamedTuple):
    """A place in a source: its name ("-" is standard input) and its 1-based first and last line."""

    source: str
    line: int
    end_line: int


class Evidence(NamedTuple):
    """One window of a command's output (decoded, colours removed, `\\n` line ends), with its context.

    text: at most 16 kB. origin: the lines of the source that the window covers.
    judged: the characters [start, end) whose matches count; what lies outside is context here, and judged in the window
    beside this one. None: all of it.
    """

    text: str
    origin: Origin
    command: str | None = None
    directory: str | None = None
    exit_code: int | None = None
    timed_out: bool = False
    channel: Channel = Channel.OUTPUT
    judged: tuple[int, int] | None = None


class Call(NamedTuple):
    """One command of a recorded session and what came back of it.

    output: as the model saw it. sandboxed: whether the harness's own record says so; None when it says nothing.
    violations: the refusals that the record itself lists, as `deny network-outbound HOST:PORT`. refused_by: the kind
    of permission refusal, when the command never ran. policy: Codex's `turn_context` in force, as parsed.
    outside: whether the call itself asked to run outside the sandbox.
    """

    output: str
    command: str | None = None
    directory: str | None = None
    exit_code: int | None = None
    channel: Channel = Channel.TRANSCRIPT
    sandboxed: bool | None = None
    violations: tuple[str, ...] = ()
    refused_by: str | None = None
    version: str | None = None
    policy: Mapping[str, Any] | None = None
    outside: bool = False


class Excerpt(NamedTuple):
    """The lines of a source that a rule matched, not yet safe to show (only `quoting` shows evidence)."""

    origin: Origin
    text: str
    channel: Channel
