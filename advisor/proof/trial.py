"""What one run of a real harness is given, and what came of it, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from advisor.model import HarnessName

# What the scripted model asks for: a shell command, or the shell tool's whole input as an object.
Step: TypeAlias = "str | Mapping[str, Any]"


class Room(NamedTuple):
    """The folders of one trial, all absolute and inside `root`: nothing else of the machine is written.

    project: where the session runs. home: HOME. outside: a folder that no default grant covers. served: what the
    made-up hosts serve.
    """

    root: str
    project: str
    home: str
    outside: str
    served: str


class Trial(NamedTuple):
    """One session of a real harness.

    program: the harness's executable. steps: what its model asks for, in order. files: config texts by their path as
    shown to the user: relative to the project, `~/…`, or below /etc, where only a private chamber can show them. before:
    shell commands run in the project first, without any sandbox but with the room's HOME: what a human does outside.
    environment: the whole environment of the session but what the harness itself needs. hosts: made-up names with their
    addresses. ports: ports of those hosts, as (port, kind). mode: `session`, or `config`: only ask whether the config loads
    (Codex). seconds: when to give up. directory: where the session is started; None: in the project. arguments: further
    ones of the harness's command line. config_home: the folder in which `~/.claude` and `~/.codex` of `files` stand; None:
    the room's home.
    """

    harness: HarnessName
    program: str
    room: Room
    steps: tuple[Step, ...] = ()
    files: tuple[tuple[str, str], ...] = ()
    before: tuple[str, ...] = ()
    trusted: bool = True
    environment: tuple[tuple[str, str], ...] = ()
    hosts: tuple[tuple[str, str], ...] = ()
    ports: tuple[tuple[int, Literal["http", "https", "banner"]], ...] = ()
    sockets: tuple[str, ...] = ()
    mode: Literal["session", "config"] = "session"
    seconds: float = 60.0
    directory: str | None = None
    arguments: tuple[str, ...] = ()
    config_home: str | None = None

    @property
    def start(self) -> str:
        """The folder in which the session is started."""
        return self.directory or self.room.project


class Seen(NamedTuple):
    """What the model saw of one step.

    shown: the tool's result exactly as it stood in the next request. output: the command's own text in it.
    exit_code: None when the harness gave none. ran: False when the harness refused to run it. sandboxed: what the
    harness's own record says, None when it says nothing. violations: refusals the harness itself recorded. context: what
    the harness itself told the model in the request that first shows the result, a hook's words among it.
    """

    step: Step
    shown: str
    output: str
    exit_code: int | None = None
    ran: bool = True
    sandboxed: bool | None = None
    violations: tuple[str, ...] = ()
    context: str = ""

    @property
    def passed(self) -> bool:
        """Whether the command ran to its end without a refusal that the harness recorded."""
        return self.ran and self.exit_code == 0 and not self.violations


class Outcome(NamedTuple):
    """What came of a trial.

    seen: one entry a step that was answered. problem: why there is less than was asked for (the harness did not start,
    the time ran out, a config that does not load), or None. exit_code, errors: the harness's own. policy: the policy in
    force as the harness itself recorded it (Codex), or None.
    """

    seen: tuple[Seen, ...]
    exit_code: int | None
    errors: str
    seconds: float
    problem: str | None = None
    policy: Mapping[str, Any] | None = None

    @property
    def passed(self) -> bool:
        """Whether every step was answered and passed."""
        return self.problem is None and all(step.passed for step in self.seen)


class Prepared(NamedTuple):
    """How to start a harness for a trial: its command line, environment, and the files to write first."""

    arguments: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]
    files: tuple[tuple[str, str], ...]


class Ended(NamedTuple):
    """How a process ended: what it printed, and its exit code (None when the time ran out)."""

    stdout: str
    stderr: str
    exit_code: int | None
    seconds: float


class Chamber(NamedTuple):
    """What a chamber is: whether its network and processes are its own, and if not, why."""

    private: bool
    because: str | None = None
