"""What lets Codex commands reach hosts, listen, and talk to this machine: planned together, because the grants interact.

On Linux the proxy that opens one host closes every unix socket and ptrace; `allow_local_binding`, for servers that
commands start themselves, cuts off the machine's own services; without a filter, everything is open. So the needs are
sorted by what can carry them: the filtering proxy, or only a network without a filter, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from advisor.harnesses.codex.clients import ignores_proxy
from advisor.harnesses.codex.layers import version_of
from advisor.harnesses.codex.network_options import (
    addressed,
    carries_raw,
    listen,
    listen_and_reach_services,
    open_everything,
    reach_hosts,
    reach_services,
    use_sockets,
)
from advisor.harnesses.codex.other_places import downloads_into
from advisor.harnesses.codex.planning import Alternatives, Answers, Planning, another_way, by_rule, run_outside
from advisor.harnesses.codex.policy import LOOPBACK, proxy_feature
from advisor.harnesses.codex.rules_file import ruled_words
from advisor.harnesses.codex.writing import Opening
from advisor.hazards.commands import CommandHazard, judge_command
from advisor.hazards.hosts import address_of, canonical_host, is_loopback, judge_host
from advisor.hazards.sockets import judge_socket
from advisor.model import (
    ConnectSocket,
    ListenOnPort,
    Need,
    ReachHost,
    ReachLocalService,
    ResolveName,
    Risk,
    Step,
    TraceProcess,
    Unmet,
)
from advisor.model.tuples import NamedTuple
from advisor.shell import parse

NetworkNeed: TypeAlias = ReachHost | ResolveName | ReachLocalService | ListenOnPort | ConnectSocket | TraceProcess

_FILTER_SINCE = (0, 138)  # before, `network_access` is all or nothing
_LOWEST_FREE_PORT = 1024
_NO_HOST = "The text names no host, so that no entry can be given for it."
_ONCE = "Run it yourself in another terminal, or approve it once when the agent asks to run it unsandboxed."


class Wanted(NamedTuple):
    """The needs by what can carry them.

    hosts: (need, name). listens: listening, and reaching what was started inside. elsewhere: listening on an address that
    only the machine has. services: this machine's own, over HTTP. sockets. unfiltered: what no filter lets through (ptrace,
    database protocols, hosts that nobody named).
    """

    hosts: tuple[tuple[Need, str], ...] = ()
    listens: tuple[Need, ...] = ()
    elsewhere: tuple[ListenOnPort, ...] = ()
    services: tuple[ReachLocalService, ...] = ()
    sockets: tuple[ConnectSocket, ...] = ()
    unfiltered: tuple[Need, ...] = ()


def plan_network(plan: Planning, needs: Iterable[NetworkNeed]) -> Answers:
    """The answers for all network needs of a plan."""
    wanted, unmet = _sorted(plan, tuple(needs))
    if version_of(plan.situation, (0, 171)) < _FILTER_SINCE:
        return Answers((), unmet).and_(_without_filter(plan, wanted))
    filtered = bool(wanted.hosts or wanted.listens or wanted.services) or proxy_feature(plan.config)[0]
    answers = Answers((), unmet).and_(_hosts(plan, wanted)).and_(_local(plan, wanted)).and_(_elsewhere(plan, wanted))
    if filtered:
        return answers.and_(_beside_filter(plan, wanted))
    return answers.and_(_unfiltered(plan, wanted))


# --- Sorting ----------------------------------------------------------------------------------------------------


def _sorted(plan: Planning, needs: tuple[NetworkNeed, ...]) -> tuple[Wanted, tuple[Unmet, ...]]:
    wanted = Wanted()
    unmet: list[Unmet] = []
    listened = [need.port for need in needs if isinstance(need, ListenOnPort)]
    for need in needs:
        match need:
            case ReachHost(host=str(host)) | ResolveName(host=str(host)) if _is_here(plan, host):
                port = need.port if isinstance(need, ReachHost) else None
                wanted = _with_service(plan, wanted, ReachLocalService(port, host), need, listened)
            case ReachHost(host=str(host)) | ResolveName(host=str(host)):
                name = canonical_host(host)[0]
                judged = judge_host(name)
                if judged.grantable:
                    wanted = wanted._replace(hosts=(*wanted.hosts, (need, name)))
                else:
                    unmet.append(Unmet(need, judged.why, judged.instead))
            case ListenOnPort(port=int(port)) if 0 < port < _LOWEST_FREE_PORT and plan.linux:
                unmet.append(Unmet(need, *_LOW_PORT))
            case ListenOnPort(host=str(host)) if plan.linux and address_of(host) is not None and not is_loopback(host):
                wanted = wanted._replace(elsewhere=(*wanted.elsewhere, need))
            case ListenOnPort():
                wanted = wanted._replace(listens=(*wanted.listens, need))
            case ReachLocalService():
                wanted = _with_service(plan, wanted, need, need, listened)
            case ConnectSocket():
                wanted = wanted._replace(sockets=(*wanted.sockets, need))
            case _:  # ptrace, and hosts that the text does not name
                wanted = wanted._replace(unfiltered=(*wanted.unfiltered, need))
    return wanted, tuple(unmet)


def _is_here(plan: Planning, host: str) -> bool:
    """Whether a host is this machine, also by its hosts file."""
    return is_loopback(host) or any(map(is_loopback, plan.situation.addresses_of(host)))


_LOW_PORT = ("No setting opens a port below 1024: that needs root, which the sandbox never gives.", "Listen on a port from 1024 on.")


def _with_service(plan: Planning, wanted: Wanted, service: ReachLocalService, need: Need, listened: list[int | None]) -> Wanted:
    """A loopback service: a server of the commands' own where they also listen there, else the machine's."""
    own = bool(listened) and (service.port is None or service.port in listened or None in listened)
    if own:
        return wanted._replace(listens=(*wanted.listens, need))
    if ignores_proxy(service, plan.situation):
        return wanted._replace(unfiltered=(*wanted.unfiltered, need))
    return wanted._replace(services=(*wanted.services, service))


# --- Through the filter -----------------------------------------------------------------------------------------


def _hosts(plan: Planning, wanted: Wanted) -> Answers:
    """The named hosts in one group; private addresses only where they do not cut off a service that is wanted too."""
    kept = [(need, host) for need, host in wanted.hosts if not (_is_private(plan, host) and wanted.services and plan.linux)]
    unmet = [
        Unmet(need, f"allow_local_binding, which {host} needs, cuts off this machine's own services, which are needed too.", _ONCE)
        for need, host in wanted.hosts
        if (need, host) not in kept
    ]
    raw = [(need, host) for need, host in kept if ignores_proxy(need, plan.situation)]
    if raw and not carries_raw(plan, plan.dialect):
        unmet += [_raw_refused(plan, need, host) for need, host in raw]
        kept = [pair for pair in kept if pair not in raw]
        raw = []
    if not kept:
        return Answers((), tuple(unmet))
    hosts = tuple(dict.fromkeys(key for pair in kept for key in (addressed(plan, pair[1]) if pair in raw else (pair[1],))))
    opening = Opening(hosts=hosts, binding=any(_is_private(plan, host) for _, host in kept), transparent=bool(raw))
    return Answers((reach_hosts(plan, tuple(need for need, _ in kept), opening, downloads_into(plan)),), tuple(unmet))


def _is_private(plan: Planning, host: str) -> bool:
    """Whether a host is an address, or by the machine's hosts file has one, that is not the public network's."""
    addresses = (address_of(spelt) for spelt in (host, *plan.situation.addresses_of(host)))
    return any(address is not None and not address.is_global for address in addresses)


def _raw_refused(plan: Planning, need: Need, host: str) -> Unmet:
    why = "which needs Codex 0.171 or later on Linux" if plan.linux else "which only Linux has"
    return Unmet(
        need,
        f"This client ignores the proxy variables, so that allowing {host} does not get it there without transparent_tcp, {why}.",
        f"Use a client or address that goes by HTTPS (an https remote instead of ssh). {_ONCE}",
    )


def _local(plan: Planning, wanted: Wanted) -> Answers:
    """Listening and this machine's services: on Linux they exclude each other but for one joint way."""
    services = wanted.services
    if not services:
        return Answers((listen(plan, wanted.listens),)) if wanted.listens else Answers()
    if plan.linux and plan.policy.network.local_binding:
        reason = "allow_local_binding, which is set here, cuts off this machine's own services."
        instead = "Whoever set it can take it out; until then run the service and its client in one command."
        left = Answers((), tuple(Unmet(service, reason, instead) for service in services))
        return left.and_(Answers((listen(plan, wanted.listens),))) if wanted.listens else left
    if wanted.listens and not plan.linux:
        return Answers((listen(plan, (*wanted.listens, *services)),))
    hosts = tuple(dict.fromkeys(key for service in services for key in _loopback_keys(service)))
    if wanted.listens:
        return Answers((listen_and_reach_services(plan, (*wanted.listens, *services), hosts),))
    own = listen(plan, services, "Let commands reach servers that they started themselves")
    return Answers(((*reach_services(plan, services, hosts), *own),))


def _loopback_keys(service: ReachLocalService) -> tuple[str, ...]:
    """The domain keys for a service of this machine: what the client asks the proxy for, and the address behind a name."""
    if service.host in LOOPBACK:
        return (service.host,)
    name = canonical_host(service.host or "")[0]
    if not name or address_of(name) is not None or not judge_host(name).grantable:
        return ("127.0.0.1", "localhost")
    return (name, "127.0.0.1")


def _elsewhere(plan: Planning, wanted: Wanted) -> Answers:
    """Listening on an address of the machine's: the sandbox's own network has none of them."""
    if not wanted.elsewhere:
        return Answers()
    own = another_way(
        wanted.elsewhere,
        "Listen on the sandbox's own addresses",
        "Nothing is opened. What listens there is reached from the same command only.",
        Step("agent", "the command", say="Listen on 127.0.0.1 or 0.0.0.0: the sandbox's own network has none of the machine's addresses."),
    )
    rules = by_rule(plan, wanted.elsewhere, ruled_words(plan.situation.command))
    return Answers(((own, run_outside(wanted.elsewhere, "Run the command"), *rules),))


# --- Beside the filter, and without one -------------------------------------------------------------------------


def _beside_filter(plan: Planning, wanted: Wanted) -> Answers:
    """Unix sockets by their own switch; what no filter lets through is unmet, and the conflict named."""
    groups = (_sockets(plan, wanted.sockets, alone=False),) if wanted.sockets else ()
    return Answers(groups, tuple(Unmet(need, _conflict(plan, need), _instead(need)) for need in wanted.unfiltered))


def _conflict(plan: Planning, need: Need) -> str:
    only = "only a network without a filter, open to every host, would allow both."
    match need:
        case TraceProcess():
            return f"The proxy that filters the network refuses ptrace: {only}"
        case ReachLocalService() | ReachHost(host=str()) | ResolveName(host=str()):
            return f"The proxy that filters the network carries HTTP, not this client's own protocol: {only}"
        case _:
            return f"The text names no host, and the proxy that filters the network lets through only named ones: {only}"


def _instead(need: Need) -> str:
    if isinstance(need, ReachHost | ResolveName):
        return f"Find the host first: run the command again so that it names it. {_ONCE}"
    if isinstance(need, ReachLocalService):
        return f"Start the service and its client in one command. {_ONCE}"
    return _ONCE


def _unfiltered(plan: Planning, wanted: Wanted) -> Answers:
    """What only an unfiltered network carries, in one group with the sockets that it opens anyway."""
    if not wanted.unfiltered:
        return Answers((_sockets(plan, wanted.sockets, alone=True),)) if wanted.sockets else Answers()
    if not plan.linux and any(isinstance(need, TraceProcess) for need in wanted.unfiltered):
        traced = tuple(need for need in wanted.unfiltered if isinstance(need, TraceProcess))
        rest = wanted._replace(unfiltered=tuple(need for need in wanted.unfiltered if need not in traced))
        return Answers(((run_outside(traced, "Trace the process"),),)).and_(_unfiltered(plan, rest))
    needs = (*wanted.unfiltered, *wanted.sockets)
    ways = (run_outside(needs, "Run the command"), *by_rule(plan, needs, ruled_words(plan.situation.command)))
    everything = open_everything(plan, needs)
    nameless = [need for need in wanted.unfiltered if isinstance(need, ReachHost | ResolveName) and need.host is None]
    if not nameless:
        return Answers(((*everything, *ways),))
    # The host is what is to be found: everything, in its place, leads nowhere near the narrowest way.
    return Answers(((*ways, *everything),), tuple(Unmet(need, _NO_HOST, _instead(need)) for need in nameless))


def _sockets(plan: Planning, needs: tuple[ConnectSocket, ...], *, alone: bool) -> Alternatives:
    """The switch for sockets; behind leaving the sandbox once, where the socket is as good as the machine."""
    opened = use_sockets(plan, needs)
    if alone and plan.linux:
        opened = (*opened, *open_everything(plan, needs))
    outside = (run_outside(needs, "Run the command"), *by_rule(plan, needs, ruled_words(plan.situation.command)))
    commands = parse(plan.situation.command or "").commands
    ruling = any(judge_command(command.words).hazard is CommandHazard.RULES_THE_MACHINE for command in commands)
    trusted = not ruling and all(judge_socket(need.path).risk < Risk.ESCAPE for need in needs)
    return (*opened, *outside) if trusted else (*outside, *opened)


def _without_filter(plan: Planning, wanted: Wanted) -> Answers:
    """An old Codex: one switch for the whole network, or none."""
    needs = (*(need for need, _ in wanted.hosts), *wanted.listens, *wanted.services, *wanted.sockets, *wanted.unfiltered)
    if not needs:
        return Answers()
    newer = "Codex 0.138 and later can open single hosts instead: upgrade first."
    return Answers(((run_outside(needs, "Run the command", caveat=newer), *open_everything(plan, needs)),))
