"""The single ways to open Codex's network, each in both dialects and with what it really hands over."""

from __future__ import annotations

from collections.abc import Sequence

from advisor.harnesses.codex.layers import Dialect, version_of
from advisor.harnesses.codex.plan_files import make_folder
from advisor.harnesses.codex.planning import Alternatives, Planning, in_dialects, setting
from advisor.harnesses.codex.writing import Opening, opens_network, writes_folder
from advisor.hazards.hosts import address_of, is_loopback, judge_host
from advisor.hazards.sockets import judge_socket
from advisor.model import ConnectSocket, ListenOnPort, Need, Option, Risk, WritePath
from advisor.quoting import inline

READS_OPEN = "Reads are open: the agent can read any file of yours and send it"
_TRANSPARENT_SINCE = (0, 171)  # older versions do not start with the key in the features table


def carries_raw(plan: Planning, dialect: Dialect) -> bool:
    """Whether `transparent_tcp` can be given: Linux, a version that has it; an unknown one may stop on the older table's."""
    unknown = _TRANSPARENT_SINCE if dialect == "profile" else (0, 0)
    return plan.linux and version_of(plan.situation, unknown) >= _TRANSPARENT_SINCE


def reach_hosts(plan: Planning, needs: tuple[Need, ...], opening: Opening, folder: str | None = None) -> Alternatives:
    """Named hosts through the filtering proxy, then the same for clients that ignore the proxy variables.

    folder: the one without which the client downloads nothing; it is opened together with the host.
    """
    hosts = listed(opening.hosts)
    means = f"Commands can connect to {hosts} through Codex's filtering proxy, on any port. {READS_OPEN} there."
    if folder:
        needs = (*needs, WritePath(folder, folder=True))
        means += f" They can also change everything in {folder}, without which nothing is downloaded."
    cuts_off = "allow_local_binding, which private addresses need, cuts off this machine's own services. "
    private = cuts_off if opening.binding and plan.linux else ""
    plain = "Clients that ignore the proxy variables (ssh, Java, database drivers) do not get there by it. "
    caveat = f"{private}{plain}A name that resolves to a private address needs allow_local_binding = true as well."
    if opening.binding:
        caveat = private + plain
    title = f"Let commands reach {hosts}"
    raw = f"{title}, also with clients that ignore the proxy variables"
    by_address = opening._replace(transparent=True, hosts=tuple(key for host in opening.hosts for key in addressed(plan, host)))
    raw_caveat = f"{private}{_from_hosts_file(plan, by_address.hosts)}".strip() or None
    if opening.transparent:
        return _opened(plan, needs, raw, means, by_address, raw_caveat, folder=folder)
    own = f"{title}, and the cache that is written first" if folder else title
    options = _opened(plan, needs, own, means, opening, caveat.strip() or None, folder=folder)
    if not carries_raw(plan, plan.dialect):
        return options
    return (*options, *_opened(plan, needs, raw, means, by_address, raw_caveat, only=True, folder=folder))


def addressed(plan: Planning, host: str) -> tuple[str, ...]:
    """The domain keys of a host for clients that ignore the proxy: its addresses in the hosts file, where it stands there.

    `transparent_tcp` knows a name only by having looked it up itself; a client that finds it in the hosts file asks nobody.
    """
    return tuple(address for address in plan.situation.addresses_of(host) if judge_host(address).grantable) or (host,)


def _from_hosts_file(plan: Planning, hosts: Sequence[str]) -> str:
    """What is to be seen to where nobody looked into the hosts file."""
    names = [host for host in hosts if address_of(host) is None]
    if not names or plan.situation.hosts is not None:
        return ""
    return f"If {listed(names)} stands in /etc/hosts, allow its address instead (`getent hosts {names[0]}`): the name does not match then."


def listen(plan: Planning, needs: tuple[Need, ...], title: str = "Let commands listen on ports") -> Alternatives:
    """Listening, and where that is asked for or needed for it, reaching what commands started; no host is opened.

    On Linux the proxy alone lets commands listen (0.171.0: run), and clients that ignore the proxy variables reach them.
    """
    if not plan.linux:
        means = "Commands can listen on every port of this machine and reach what listens on it. No host is opened."
        return _opened(plan, needs, title, means, Opening(binding=True), None)
    alone = "Nothing outside the sandbox reaches such a server, your browser neither: start it and use it in one command"
    means = "Commands can listen on ports and reach servers that they started, in a network of the sandbox's own. No host is opened."
    both = Opening(binding=True), f"{alone}. This machine's own services stay out of reach."
    if plan.policy.network.local_binding or any(not isinstance(need, ListenOnPort) for need in needs):
        return _opened(plan, needs, title, means, *both)
    means_bare = "Commands can listen on ports, in a network of the sandbox's own. No host is opened."
    bare = _opened(plan, needs, title, means_bare, Opening(), f"{alone}. For a client that asks the proxy (curl) take the next way.")
    return (*bare, *_opened(plan, needs, f"{title}, and reach what listens there", means, *both, only=True))


def reach_services(plan: Planning, needs: tuple[Need, ...], hosts: Sequence[str]) -> Alternatives:
    """This machine's own services, by HTTP through the proxy."""
    means = f"Through the proxy, commands can reach whatever listens on this machine's loopback, on every port.{_also_elsewhere(hosts)}"
    caveat = "Only for clients that use the proxy variables, and only without allow_local_binding."
    return _opened(plan, needs, "Let commands reach this machine's own services", means, Opening(hosts=tuple(hosts)), caveat)


def listen_and_reach_services(plan: Planning, needs: tuple[Need, ...], hosts: Sequence[str]) -> Alternatives:
    """Both at once on Linux, where `allow_local_binding` would cut off the machine's services."""
    means = (
        "Commands can listen on ports in a network of the sandbox's own and, through the proxy, reach whatever listens on "
        f"this machine's loopback, on every port.{_also_elsewhere(hosts)}"
    )
    caveat = (
        "allow_local_binding would cut off the machine's services, so a request to a server of the command's own goes to the "
        "machine instead: give that client NO_PROXY=127.0.0.1."
    )
    return _opened(plan, needs, "Let commands listen, and reach this machine's own services", means, Opening(hosts=tuple(hosts)), caveat)


def _also_elsewhere(hosts: Sequence[str]) -> str:
    """What a name that only by somebody's hosts file or name server is this machine hands over besides."""
    names = [host for host in hosts if not is_loopback(host)]
    return f" {listed(names)} may be another machine's name one day. {READS_OPEN} there." if names else ""


def use_sockets(plan: Planning, needs: tuple[Need, ...]) -> Alternatives:
    """Unix sockets: on macOS these, on Linux all of them or none."""
    paths = tuple(need.path for need in needs if isinstance(need, ConnectSocket) and need.path)
    judged = max((judge_socket(path) for path in paths), key=lambda judgement: judgement.risk, default=judge_socket(None))
    if plan.macos and paths:
        shown = inline(listed(paths))
        means = f"Commands can talk to whoever listens on {shown}. {judged.why}".strip()
        caveat = "The path must be the real one: a symlink to the socket does not count."
        return _opened(plan, needs, f"Let commands use {shown}", means, Opening(socket_paths=paths), caveat, risk=judged.risk)
    means = f"Commands can talk to every unix socket of this machine that you can. No host is opened. {judged.why}".strip()
    caveat = "Codex cannot open a single socket on Linux: an entry under `unix_sockets` does nothing there."
    risk = max(Risk.BROAD, judged.risk)
    return _opened(plan, needs, "Let commands use every unix socket", means, Opening(sockets=True), caveat, risk=risk)


def open_everything(plan: Planning, needs: tuple[Need, ...]) -> Alternatives:
    """The network without a filter, which also brings unix sockets and, on Linux, ptrace."""
    tracing = ", use unix sockets and trace processes" if plan.linux else " and use unix sockets"
    means = f"Commands can reach every host and this machine's services, listen on its ports{tracing}. {READS_OPEN} anywhere."
    return _opened(plan, needs, "Open the whole network, without a filter", means, Opening(direct=True), None, risk=Risk.BROAD)


def listed(names: Sequence[str]) -> str:
    """Names in prose: `a`, `a and b`, `a, b and c`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


def _opened(
    plan: Planning,
    needs: tuple[Need, ...],
    title: str,
    means: str,
    opening: Opening,
    caveat: str | None,
    *,
    risk: Risk = Risk.NARROW,
    only: bool = False,
    folder: str | None = None,
) -> Alternatives:
    """The option in the plan's dialects; it is broader where the config holds more that the switch would put in force."""
    waiting = [] if opening.direct or opening.only_paths else _waiting(plan, opening)
    notes = [caveat, f"It also puts in force what the config already lists: {listed(waiting)}." if waiting else None]

    def build(dialect: Dialect) -> Option:
        at = plan.target(dialect)
        widens = dialect == "legacy" and at.closed
        told = [*notes, "The read-only session's workspace becomes writable too." if widens else None, plan.everywhere(at) or None]
        graded = max(risk, Risk.BROAD) if waiting or widens else risk
        changes = opens_network(at, opening, graded)
        if folder:
            changes += tuple(change for change in writes_folder(at, folder) if change not in changes)
        steps = make_folder(plan, folder) if folder else ()
        return setting(needs, title, means, changes, steps=steps, caveat=" ".join(filter(None, told)) or None, verified=plan.verified)

    return (build(plan.dialect),) if only else in_dialects(plan, build)


def _waiting(plan: Planning, opening: Opening) -> list[str]:
    """What stands in the config, out of force while the proxy or the network is off, and is not asked for now."""
    network = plan.policy.network
    if network.mode == "proxy":
        return []
    waiting = [host for host, access, _ in network.domains if access == "allow" and host not in opening.hosts]
    if network.local_binding and not opening.binding:
        waiting.append("allow_local_binding")
    if network.all_sockets and not opening.sockets:
        waiting.append("every unix socket")
    return waiting
