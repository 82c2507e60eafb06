"""What a command needed and was refused: one type for each kind, and the word and the target of each."""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

from advisor.model.tuples import NamedTuple


class WritePath(NamedTuple):
    """To create, change or remove `path`; `folder` when the refused thing is itself a folder.

    across: it was to be made by renaming or hard-linking what lies on another mount, which no permission allows. once: the
    call that was to make the folder fails where it exists.
    """

    path: str | None = None
    folder: bool = False
    across: bool = False
    once: bool = False
    operation: Literal["write"] = "write"


class ReadPath(NamedTuple):
    """To read `path`."""

    path: str | None = None
    operation: Literal["read"] = "read"


class ReachHost(NamedTuple):
    """To open a connection to `host` (a name or an address that is not loopback), on `port` when known.

    direct: the client is known to have connected by itself, past the proxy that its environment names.
    """

    host: str | None = None
    port: int | None = None
    direct: bool = False
    operation: Literal["connect"] = "connect"


class ResolveName(NamedTuple):
    """To look up the address of `host`.

    direct: the client is known to use no proxy (ssh).
    """

    host: str | None = None
    direct: bool = False
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
    """To run `command` at all: the harness's own permission layer refused it; no sandbox key helps.

    path: the place for which it was refused, where the refusal names one.
    """

    command: str | None = None
    path: str | None = None
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
        case RunCommand(command=command, path=path):
            return path or command
        case StartSandbox(problem=target):
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
