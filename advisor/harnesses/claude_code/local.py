"""Plans refused loopback connections, listening ports and unix sockets for Claude Code, which the systems treat apart.

On Linux a command binds in a network of its own: it always may, and nothing outside that command reaches it; the
host's services are out of reach but through the proxy. `allowLocalBinding` and `allowUnixSockets` do nothing there
(run, 2.1.332); `allowAllUnixSockets` is the one switch for unix sockets. On macOS they are Seatbelt rules.
"""

from __future__ import annotations

from itertools import pairwise

from advisor import paths
from advisor.harnesses.claude_code.credentials import OPEN_READS
from advisor.harnesses.claude_code.network import ALLOWED_DOMAINS
from advisor.harnesses.claude_code.outside import outside
from advisor.harnesses.claude_code.setup import Answer, Setup, advice, agent, only, option, sentence, told
from advisor.harnesses.claude_code.versions import HOST_WITH_PORT, RAN, READ
from advisor.hazards import judge_write
from advisor.hazards.hosts import HostHazard, canonical_host, is_loopback, judge_host
from advisor.hazards.sockets import judge_socket
from advisor.model import Access, ConnectSocket, ListenOnPort, Need, Option, ReachLocalService, Risk
from advisor.quoting import inline

_LOCAL_BINDING = ("sandbox", "network", "allowLocalBinding")
_UNIX_SOCKETS = ("sandbox", "network", "allowUnixSockets")
_ALL_UNIX_SOCKETS = ("sandbox", "network", "allowAllUnixSockets")
_NOTHING_NARROWER = (
    "On Linux there is nothing narrower: `allowUnixSockets` is for macOS. "
    "For a socket of the project's own, a TCP port on 127.0.0.1 needs no setting."
)
_LISTED = (
    "The client must be told to ask the proxy for it (`curl --noproxy ''`): NO_PROXY sends the others to the sandbox's own loopback. "
    "Or the service itself does not answer."
)
_ONE_COMMAND = "Start the server, use it and stop it in one command: what it listens on lives as long as that command."


def local(need: ReachLocalService | ListenOnPort | ConnectSocket, setup: Setup) -> Answer:
    """What to do about a refused loopback connection, port or unix socket."""
    match need:
        case ReachLocalService():
            return local_service(need, setup)
        case ListenOnPort():
            return listen(need, setup)
        case _:
            return socket(need, setup)


def local_service(need: ReachLocalService, setup: Setup) -> Answer:
    """What to do about a service on this machine's own loopback."""
    host = need.host or "127.0.0.1"
    if not is_loopback(host):
        judged = judge_host(host)
        if judged.hazard in (HostHazard.METADATA, HostHazard.WILDCARD, HostHazard.MALFORMED):
            return advice(need, f"{inline(host)} is never allowed. {judged.why}", judged.instead)
    if already := setup.allowed_already(need):
        return Answer(unmet=(already,))
    access, entry = setup.answer(need)
    if access is Access.ALLOWED_BUT and entry is not None and entry.provenance.file:
        reason = f"Your settings already list it: {told(entry.provenance)} has {inline(entry.value)}."
        return Answer(only(outside(setup, (need,), "")), advice(need, reason, _LISTED).unmet)
    if not is_loopback(host) or _asks_the_proxy(setup):
        proxied = _through_proxy(need, host, need.port, setup)
        return Answer(only(proxied)) if proxied else setup.scope_refuses(need)
    if setup.target.system == "macos":
        return Answer(only(_local_binding((need,), setup), outside(setup, (need,), "")))
    together = _together(need)
    reason = "The sandbox has a loopback of its own: no setting lets a command reach a service that runs outside it."
    instead = "If the service is the project's own, start it and use it in one command; if it runs on the host, run the step yourself."
    return Answer(
        only(together, outside(setup, (need,), "It reaches every service on this machine then.")), advice(need, reason, instead).unmet
    )


def listen(need: ListenOnPort, setup: Setup) -> Answer:
    """What to do about a port that could not be listened on."""
    if need.port is not None and 0 < need.port < 1024:
        reason = f"Ports below 1024 are for root, and no command in the sandbox is: {need.port} is one."
        return advice(need, reason, f"Listen on a port above 1024 ({need.port + 8000}, say).")
    if setup.target.system == "linux":
        return _listen_on_linux(need, setup)
    if already := setup.allowed_already(need):
        return Answer(unmet=(already,))
    if setup.target.system == "windows":
        bound = _local_binding((need,), setup)
        return Answer(only(bound)) if bound else setup.scope_refuses(need)
    bound = _local_binding((need,), setup)
    return Answer(only(bound, outside(setup, (need,), ""))) if bound else setup.scope_refuses(need)


def socket(need: ConnectSocket, setup: Setup) -> Answer:
    """What to do about a unix socket: by path on macOS, all or none on Linux."""
    if already := setup.allowed_already(need):
        return Answer(unmet=(already,))
    judged = judge_socket(need.path)
    if judged.risk is Risk.ESCAPE:
        reason = f"{inline(need.path or '')} is the socket of {judged.what}. {judged.why}"
        by_path = _by_path(need, setup, judged.risk, judged.why) if setup.target.system == "macos" else None
        ways = only(outside(setup, (need,), ""), by_path or all_sockets((need,), setup, Risk.ESCAPE, judged.why))
        return Answer(ways, advice(need, reason, "Run the step yourself, in a terminal of your own.").unmet)
    by_path = _by_path(need, setup, judged.risk, judged.why) if setup.target.system == "macos" else None
    ways = only(_without_socket(need, setup), by_path or all_sockets((need,), setup, Risk.BROAD, judged.why), outside(setup, (need,), ""))
    return Answer(ways) if ways else setup.scope_refuses(need)


def all_sockets(needs: tuple[Need, ...], setup: Setup, risk: Risk, why: str = "") -> Option | None:
    """The switch that opens every unix socket of the machine."""
    means = "Sandboxed commands can use every unix socket that you can: your key agents, the session bus, Docker where it runs."
    return option(
        needs,
        "setting",
        "Open all unix sockets",
        sentence(means, why) or "",
        changes=(setup.change(_ALL_UNIX_SOCKETS, True, risk=risk, means=means),),
        risk=risk,
        caveat=_NOTHING_NARROWER if setup.target.linux else None,
        verified=RAN if setup.target.linux else READ,
    )


def _asks_the_proxy(setup: Setup) -> bool:
    """Whether the command tells its client to use the proxy for the loopback too."""
    for simple in setup.command.commands:
        words = simple.words
        if any(word == "--noproxy" and after == "" for word, after in pairwise(words)) or "--noproxy=" in words:
            return True
    return False


def _through_proxy(need: ReachLocalService, host: str, port: int | None, setup: Setup) -> Option | None:
    """The entries for a service that the client asks the proxy for; a made-up name needs its address beside it."""
    with_port = port is not None and setup.target.knows(HOST_WITH_PORT)
    name = canonical_host(host)[0]
    names = (name,) if is_loopback(name) else (name, "127.0.0.1")
    values = tuple(f"[{name}]:{port}" if with_port and ":" in name else f"{name}:{port}" if with_port else name for name in names)
    shown = inline(values[0])
    return option(
        (need,),
        "setting",
        f"Allow {shown} of this machine through the proxy",
        f"Sandboxed commands reach it through the proxy{'' if with_port else ', on every port'}, with all that it lets a local user do. "
        + OPEN_READS.format(inline(host)),
        changes=tuple(
            setup.change(ALLOWED_DOMAINS, value, "local", means=f"The proxy connects sandboxed commands to {inline(value)}.")
            for value in values
        ),
        caveat="It helps only a client that asks the proxy for it (`curl --noproxy ''`): others go to the sandbox's own loopback.",
        verified=setup.target.verified,
    )


def _together(need: Need) -> Option | None:
    return option(
        (need,),
        "command",
        "Start it and use it in one command",
        "Nothing is opened: both ends are in the same sandbox.",
        steps=(agent(say=_ONE_COMMAND),),
        risk=Risk.NONE,
        verified=RAN,
    )


def _local_binding(needs: tuple[Need, ...], setup: Setup) -> Option | None:
    means = "Sandboxed commands can accept connections on any port of this machine, and connect to every service on its loopback."
    return option(
        needs,
        "setting",
        "Allow local ports",
        f"{means} Databases, development servers and debug ports are among those.",
        changes=(
            setup.change(_LOCAL_BINDING, True, "user" if setup.target.system == "windows" else "project", risk=Risk.BROAD, means=means),
        ),
        risk=Risk.BROAD,
        caveat=None if setup.target.system else "For macOS: on Linux this key does nothing, and binding needs no setting.",
        verified=READ,
    )


def _listen_on_linux(need: ListenOnPort, setup: Setup) -> Answer:
    if need.host and not is_loopback(need.host):
        say = f"Listen on 127.0.0.1 or 0.0.0.0: {inline(need.host)} does not exist in the sandbox's own network."
        other = option(
            (need,), "command", "Listen on the sandbox's own address", "Nothing is opened.", steps=(agent(say=say),), risk=Risk.NONE
        )
        return Answer(only(other, outside(setup, (need,), "")))
    reason = "On Linux a sandboxed command may listen on any port above 1024 without a setting: something else refused it."
    return Answer(only(_together(need)), advice(need, reason, _ONE_COMMAND).unmet)


def _by_path(need: ConnectSocket, setup: Setup, risk: Risk, why: str) -> Option | None:
    """The macOS entry for one socket, or for the folder of sockets whose names change."""
    if need.path is None:
        return None
    path = paths.canonical(need.path, setup.situation.home, setup.situation.directory)
    above = paths.parent(path)
    if any(character.isdigit() for character in paths.leaf(path)) and judge_write(above, setup.situation.home).grantable:
        path = above  # names with numbers change with every run; entries match folders too
    if not paths.is_anchored(path) or any(character in path for character in "*?[$"):
        return None
    return option(
        (need,),
        "setting",
        f"Allow the unix sockets at {inline(path)}",
        sentence(f"Sandboxed commands can use the unix sockets at or below {inline(path)}.", why) or "",
        changes=(setup.change(_UNIX_SOCKETS, path, "project" if path.startswith("~/") else "local", risk=risk),),
        risk=risk,
        verified=READ,
    )


def _without_socket(need: ConnectSocket, setup: Setup) -> Option | None:
    """The way of the program itself that needs no unix socket."""
    flags = [f"`{flag.flag}` {flag.does}" for program in setup.programs for flag in program.flags if flag.helps == "unix-socket"]
    if not flags:
        return None
    return option(
        (need,),
        "command",
        "Do it without the unix socket",
        "Nothing is opened.",
        steps=(agent(say=f"The program itself has a way: {'; '.join(flags)}."),),
        risk=Risk.NONE,
    )
