"""The vocabulary every room shares: evidence, denials, needs, boundaries, changes, plans and reports.

Everything here is a frozen value; nothing here reads, writes or decides. The values are NamedTuples: defining one costs
a sixth of a frozen dataclass (0.06 ms against 0.38 ms a class on CPython 3.11), and importing `dataclasses` alone as much
again as the bare interpreter, on a path that runs after every failing command. Needs end in their `operation`, which
tells kinds apart that would else be equal tuples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum, IntEnum
from typing import Any, Literal, NamedTuple, TypeAlias, assert_never

System: TypeAlias = Literal["linux", "macos", "windows"]
HarnessName: TypeAlias = Literal["claude", "codex"]
Scope: TypeAlias = Literal["project", "local", "user"]
Verdict: TypeAlias = Literal["sandbox", "possible", "permission", "not-sandbox", "nothing"]


class Confidence(IntEnum):
    """How far a denial is established; ordered, so that `max` is the best grade."""

    POSSIBLE = 1
    LIKELY = 2
    CERTAIN = 3


class Risk(IntEnum):
    """What a change hands over, ordered; ESCAPE lets what the agent writes run outside the sandbox later."""

    NONE = 0
    NARROW = 1
    BROAD = 2
    ESCAPE = 3


class Channel(Enum):
    """Where a text came from; only signed channels can make a denial CERTAIN."""

    OUTPUT = "output"
    HOOK = "hook"
    TRANSCRIPT = "transcript"
    TOOL_ERROR = "tool-error"
    KERNEL_LOG = "kernel-log"
    NARRATION = "narration"


class Says(Enum):
    """What a rule's match means."""

    DENIED = "denied"
    ORDINARY = "ordinary"
    QUOTED = "quoted"


# --- Evidence ---------------------------------------------------------------------------------------------------


class Recording(NamedTuple):
    """The raw bytes of one command's output, as chunks in order, and what is known about that command.

    chunks: bytes of any sizes; read once. lines_before: lines already passed over before the first chunk.
    """

    chunks: Iterator[bytes]
    source: str = "-"
    lines_before: int = 0
    command: str | None = None
    directory: str | None = None
    exit_code: int | None = None
    timed_out: bool = False
    channel: Channel = Channel.OUTPUT


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


class Excerpt(NamedTuple):
    """The lines of a source that a rule matched, not yet safe to show (only `quoting` shows evidence)."""

    origin: Origin
    text: str
    channel: Channel


# --- Needs ------------------------------------------------------------------------------------------------------


class WritePath(NamedTuple):
    """To create, change or remove `path`; `folder` when the refused thing is itself a folder."""

    path: str | None = None
    folder: bool = False
    operation: Literal["write"] = "write"


class ReadPath(NamedTuple):
    """To read `path`."""

    path: str | None = None
    operation: Literal["read"] = "read"


class ReachHost(NamedTuple):
    """To open a connection to `host` (a name or an address that is not loopback), on `port` when known."""

    host: str | None = None
    port: int | None = None
    operation: Literal["connect"] = "connect"


class ResolveName(NamedTuple):
    """To look up the address of `host`."""

    host: str | None = None
    operation: Literal["resolve"] = "resolve"


class ReachLocalService(NamedTuple):
    """To open a connection to a service on this machine's loopback; `host` as the client spelt it."""

    port: int | None = None
    host: str | None = None
    operation: Literal["local-connect"] = "local-connect"


class ListenOnPort(NamedTuple):
    """To accept connections on `port` (0: any free one) of the address `host`."""

    port: int | None = None
    host: str | None = None
    operation: Literal["bind"] = "bind"


class ConnectSocket(NamedTuple):
    """To create, listen on or connect to the unix socket (or named pipe) at `path`."""

    path: str | None = None
    operation: Literal["unix-socket"] = "unix-socket"


class UseService(NamedTuple):
    """To talk to the system service `name` (Mach, D-Bus, keychain, Apple events)."""

    name: str | None = None
    operation: Literal["service"] = "service"


class UseDevice(NamedTuple):
    """To open the device file `path`."""

    path: str | None = None
    operation: Literal["device"] = "device"


class TraceProcess(NamedTuple):
    """To trace or read another process (ptrace and its kin)."""

    operation: Literal["trace"] = "trace"


class ControlProcess(NamedTuple):
    """To do `action` to processes or the kernel: signal, priority, semaphore, sysctl, spawn."""

    action: str | None = None
    operation: Literal["process"] = "process"


class Nest(NamedTuple):
    """To build a sandbox, a namespace or a mount inside the sandbox; `what`: the call, file or place that was refused."""

    what: str | None = None
    operation: Literal["nest"] = "nest"


class GainPrivilege(NamedTuple):
    """To become another user, or to use what only root may (raw sockets, low ports)."""

    operation: Literal["privilege"] = "privilege"


class RunCommand(NamedTuple):
    """To run `command` at all: the harness's own permission layer refused it; no sandbox key helps."""

    command: str | None = None
    operation: Literal["permission"] = "permission"


class StartSandbox(NamedTuple):
    """To get a sandbox that starts; `problem` names what stopped it."""

    problem: str | None = None
    operation: Literal["startup"] = "startup"


Need: TypeAlias = (
    WritePath
    | ReadPath
    | ReachHost
    | ResolveName
    | ReachLocalService
    | ListenOnPort
    | ConnectSocket
    | UseService
    | UseDevice
    | TraceProcess
    | ControlProcess
    | Nest
    | GainPrivilege
    | RunCommand
    | StartSandbox
)


def operation_of(need: Need) -> str:
    """The report's word for what was refused: write, read, connect, resolve, local-connect, bind, unix-socket, …"""
    return need.operation


def target_of(need: Need) -> str | None:
    """The leaf that was refused: a path, `host:port`, a name, or None when the text named nothing."""
    match need:
        case WritePath(path=target) | ReadPath(path=target) | ConnectSocket(path=target) | UseDevice(path=target):
            return target
        case ReachHost(host=host, port=port) | ListenOnPort(host=host, port=port):
            return _address(host, port)
        case ReachLocalService(host=host, port=port):
            return _address(host or "127.0.0.1", port)
        case ResolveName(host=target) | UseService(name=target) | ControlProcess(action=target) | Nest(what=target):
            return target
        case RunCommand(command=target) | StartSandbox(problem=target):
            return target
        case TraceProcess() | GainPrivilege():
            return None
        case _:
            assert_never(need)


def _address(host: str | None, port: int | None) -> str | None:
    if host is None:
        return None if port is None else f":{port}"
    if port is None:
        return host
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


# --- Rules and what they find -----------------------------------------------------------------------------------


class Rule(NamedTuple):
    """One way a refusal, an ordinary failure or a quotation looks, with its explanation and its own proof.

    pattern: a bounded regular expression (flags: MULTILINE); its named groups are fields of `need`, and a group
    `path__2` is a second place where `path` can stand; a group `scheme` (http, https) gives the port that no other
    group names, and a `ReachHost` whose host is this machine's loopback becomes a `ReachLocalService`.
    given: fields of `need` that the text does not name.
    telltales: literals, at least one of which stands in every match. signed_by: the channels that make it CERTAIN.
    says: ORDINARY and QUOTED rules have no need; where they overlap a denial, they win.
    source: where the mechanism is documented. systems: where it can occur; empty means everywhere.
    harness: whose words these are, when only one harness prints them.
    """

    id: str
    title: str
    explanation: str
    telltales: tuple[str, ...]
    pattern: str
    need: type[Need] | None = None
    confidence: Confidence = Confidence.LIKELY
    says: Says = Says.DENIED
    given: tuple[tuple[str, Any], ...] = ()
    signed_by: tuple[Channel, ...] = ()
    examples: tuple[str, ...] = ()
    near_misses: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    systems: tuple[System, ...] = ()
    harness: HarnessName | None = None
    source: str = ""


class Denial(NamedTuple):
    """A refusal found in the evidence, graded, with the reasons for its grade in the reader's words."""

    rule: Rule
    need: Need
    confidence: Confidence
    because: tuple[str, ...]
    evidence: Excerpt
    command: str | None = None


class Ordinary(NamedTuple):
    """A failure that looks like a refusal and is not one."""

    rule: Rule
    evidence: Excerpt


# --- Programs ---------------------------------------------------------------------------------------------------


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


# --- Situation and boundary -------------------------------------------------------------------------------------


class Known(NamedTuple):
    """A fact about the situation and how it is known; value None means unknown."""

    value: Any = None
    because: str | None = None


class ConfigText(NamedTuple):
    """A config file of a harness or launcher as it stands: `text` None when it does not exist.

    file: as shown to the user (`.codex/config.toml`, `~/.claude/settings.json`). problem: why it cannot be read.
    place: where it stands on the machine, absolute, when somebody looked.
    """

    harness: str
    file: str
    scope: str
    text: str | None
    problem: str | None = None
    place: str | None = None


class PathQuestion(NamedTuple):
    """Asks the machine what stands at `path` (absolute or `~`-anchored)."""

    path: str


class PathAnswer(NamedTuple):
    """What stands at a path: kind is folder, file, symlink, other or missing; unknown when nobody looked.

    real: where the path leads when symlinks are followed; None when that is the path itself, or unknown. read_only:
    whether it lies on a mount that this process cannot write; None unless this process is the one in question.
    """

    path: str
    kind: Literal["folder", "file", "symlink", "other", "missing", "unknown"] = "unknown"
    real: str | None = None
    read_only: bool | None = None


class FileQuestion(NamedTuple):
    """Asks for the text of a tool's own file at `path` (absolute), of which `most` bytes at most are read."""

    path: str
    most: int = 1 << 20


class FileAnswer(NamedTuple):
    """A tool's own file: `text` None when there is none, or none that can be read; problem says why it cannot."""

    path: str
    text: str | None = None
    problem: str | None = None


class Process(NamedTuple):
    """What the system tells of one process's confinement, which a process cannot shed; None: it does not tell.

    private_network: there is no network interface but the loopback and the sandbox's own tunnel. proxy: `host:port` of a
    proxy on the loopback that its environment names. Linux, proc(5).
    """

    no_new_privileges: bool | None = None
    seccomp: bool | None = None
    private_network: bool | None = None
    proxy: str | None = None

    @property
    def confined(self) -> bool:
        """Whether some sandbox confines it; whose that is, it does not tell (a hardened container does the same)."""
        return self.no_new_privileges is True and self.seccomp is True


class Checkout(NamedTuple):
    """What kind of git checkout a repository's root is, as its `.git` says.

    git_folder: where its own git files are. shared: the git folder of the main checkout, of which a worktree is a part.
    main: the root of that main checkout; None unless this is a linked worktree.
    """

    kind: Literal["clone", "worktree", "submodule", "separate"]
    git_folder: str
    shared: str
    main: str | None = None


class Situation(NamedTuple):
    """What is known about the command that printed the text, and about the machine.

    harnesses: the harness of that command, or both when neither text nor machine says which.
    dialect: Codex's config dialect in force, profile or legacy; None when unknown.
    looked: whether the machine was asked at all (`--no-probe` says no). ours: whether this is the situation of the
    very command that printed the text (`run`, a hook), so that the machine's answers hold for it without doubt.
    command: the command line that printed the text, when one is known. process: what the system tells of the very
    process, or None. checkout: what kind of git checkout the repository is. profile: the permission profile that the
    session itself names (Codex). ahead: nothing was printed yet, the question is what a command would meet, so that what
    no config file sets is at its default. temporary, user_id: the environment's TMPDIR, and the user's number.
    """

    system: Known = Known()
    harness: Known = Known()
    harnesses: tuple[HarnessName, ...] = ("claude", "codex")
    version: Known = Known()
    sandboxed: Known = Known()
    dialect: Literal["profile", "legacy"] | None = None
    trusted: bool | None = None
    launcher: str | None = None
    home: str | None = None
    directory: str | None = None
    repository: str | None = None
    scope: Scope | None = None
    configs: tuple[ConfigText, ...] = ()
    paths: tuple[PathAnswer, ...] = ()
    looked: bool = False
    ours: bool = False
    command: str | None = None
    process: Process | None = None
    checkout: Checkout | None = None
    profile: str | None = None
    ahead: bool = False
    temporary: str | None = None
    user_id: int | None = None

    def kind_of(self, path: str) -> str:
        """The kind of `path` as looked up: folder, file, symlink, other, missing or unknown."""
        return next((answer.kind for answer in self.paths if answer.path == path), "unknown")

    def real_of(self, path: str) -> str | None:
        """Where `path` leads when symlinks are followed; None when that is the path itself, or nobody looked."""
        return next((answer.real for answer in self.paths if answer.path == path), None)

    def config(self, harness: str, scope: str) -> ConfigText | None:
        """The weakest config text of `harness` at `scope`, or None when nobody looked for it."""
        return next((text for text in self.configs if (text.harness, text.scope) == (harness, scope)), None)


class Access(Enum):
    """How a boundary answers a need."""

    ALLOWED = "allowed"
    ALLOWED_BUT = "allowed-but"
    REFUSED = "refused"
    PROTECTED = "protected"
    UNKNOWN = "unknown"


class Provenance(NamedTuple):
    """The file, key and scope that a boundary entry comes from; file None means built into the harness."""

    file: str | None
    key: str
    scope: str


class Entry(NamedTuple):
    """One line of a boundary: `value` (a path, a host pattern, `*`) under `operation` gets `access`."""

    operation: str
    value: str
    access: Access
    provenance: Provenance
    note: str | None = None


class NotInForce(NamedTuple):
    """A part of a config that does nothing now; a provenance without a key is the whole file.

    why: a clause in the reader's words. entry: what it would allow or close, when that is one thing.
    """

    provenance: Provenance
    why: str
    entry: Entry | None = None


class Boundary(NamedTuple):
    """What a sandboxed command of a harness may do now.

    posture: the base the entries stand on (`read-only`, `workspace`, `off`, `unknown`). profile: the Codex profile
    in force. complete: False when some config text could not be read, so that silence means unknown.
    home, directory: what `~` and relative paths in the entries stand for, when known. not_in_force: what the configs hold
    beside the entries. broken: why the harness, or every command in it, cannot start with these configs.
    trusted: whether a project's own config counts, where the harness asks for that.
    """

    harness: HarnessName
    entries: tuple[Entry, ...] = ()
    posture: Literal["read-only", "workspace", "off", "unknown"] = "unknown"
    profile: str | None = None
    dialect: Literal["profile", "legacy"] | None = None
    complete: bool = False
    home: str | None = None
    directory: str | None = None
    not_in_force: tuple[NotInForce, ...] = ()
    broken: str | None = None
    trusted: bool | None = None


# --- Plans ------------------------------------------------------------------------------------------------------


class Verified(NamedTuple):
    """How we know that a change works: it ran, it was read in the source, or somebody reported it."""

    how: Literal["ran", "source", "report"]
    version: str
    date: str


class Change(NamedTuple):
    """One edit of one file.

    path: the key path, outermost first. op: `set` puts `value` at the path; `append` adds it to the array there (or,
    for the format `lines`, as a line). role: grant, relocate, permission or housekeeping.
    """

    file: str
    format: Literal["json", "toml", "lines"]
    scope: Scope
    path: tuple[str, ...]
    value: Any
    op: Literal["set", "append"] = "set"
    role: Literal["grant", "relocate", "permission", "housekeeping"] = "grant"
    risk: Risk = Risk.NARROW
    means: str = ""
    caveat: str | None = None
    verified: Verified | None = None


class Step(NamedTuple):
    """Something to do that is not an edit: who does it, where, the command, or what to say or know."""

    who: Literal["human", "agent"]
    where: str
    run: str | None = None
    say: str | None = None


class Option(NamedTuple):
    """One way to meet some needs; options with the same denials are alternatives, best first."""

    id: str
    needs: tuple[Need, ...]
    kind: Literal["setting", "relocate", "rule", "command", "outside", "none"]
    title: str
    risk: Risk
    means: str
    changes: tuple[Change, ...] = ()
    steps: tuple[Step, ...] = ()
    caveat: str | None = None
    verified: Verified | None = None
    denials: tuple[int, ...] = ()


class PlanFile(NamedTuple):
    """The one merged snippet for a file; complete False means: only the lines to add."""

    file: str
    scope: Scope
    snippet: str
    complete: bool


class Unmet(NamedTuple):
    """A need that no setting meets: why, and what to do instead."""

    need: Need
    reason: str
    instead: str
    denials: tuple[int, ...] = ()


class TakesEffect(NamedTuple):
    """When a change counts, and the sentence that says so."""

    when: Literal["next-command", "new-session", "relaunch", "after-trust"]
    say: str


class OffSwitch(NamedTuple):
    """How to turn the sandbox off, with what that gives up."""

    steps: tuple[Step, ...]
    warning: str


class Plan(NamedTuple):
    """A harness's whole answer: the alternatives, which of them are chosen, and the files they make."""

    harness: HarnessName
    options: tuple[Option, ...]
    chosen: tuple[str, ...]
    files: tuple[PlanFile, ...]
    takes_effect: TakesEffect
    unmet: tuple[Unmet, ...]
    off_switch: OffSwitch


class Report(NamedTuple):
    """The answer of `explain`: the verdict, what was found, and a plan per harness."""

    verdict: Verdict
    situation: Situation
    denials: tuple[Denial, ...] = ()
    ordinary: tuple[Ordinary, ...] = ()
    plans: tuple[Plan, ...] = ()
