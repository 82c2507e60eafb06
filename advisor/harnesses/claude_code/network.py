"""Plans refused connections and lookups for Claude Code: exact hosts through its proxy, and what no host entry can help.

Host entries reach clients that use the proxy variables and nobody else: on Linux a sandboxed command has no route, no
name service and a loopback of its own. `host:port` entries count since 2.1.232 (measured); without a port an entry
opens every port.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from advisor.harnesses.claude_code import writes
from advisor.harnesses.claude_code.credentials import OPEN_READS
from advisor.harnesses.claude_code.outside import outside
from advisor.harnesses.claude_code.setup import Answer, Setup, advice, agent, only, option, sentence, told
from advisor.harnesses.claude_code.versions import HOST_WITH_PORT, RAN
from advisor.hazards.hosts import HostHazard, canonical_host, judge_host
from advisor.model import Access, Change, Need, ReachHost, ResolveName, Risk, Step, WritePath
from advisor.programs import folder_of
from advisor.quoting import inline

ALLOWED_DOMAINS = ("sandbox", "network", "allowedDomains")
_WEB_PORTS = (80, 443)


class _Cache(NamedTuple):
    """The folder that a download must write: as a grant, as a move into the project, with its step and its need."""

    grants: tuple[Change | None, ...] = ()
    moves: tuple[Change | None, ...] = ()
    steps: tuple[Step, ...] = ()
    needs: tuple[WritePath, ...] = ()


def connect(need: ReachHost | ResolveName, setup: Setup) -> Answer:
    """What to do about a refused connection or lookup."""
    return reach(need, setup) if isinstance(need, ReachHost) else resolve(need, setup)


def reach(need: ReachHost, setup: Setup) -> Answer:
    """What to do about a refused connection to another machine."""
    if need.host is None:
        unmet = advice(need, "The text does not say which host was refused.", _ask_the_program(setup)).unmet
        return Answer(only(outside(setup, (need,), "")), unmet)
    judged = judge_host(need.host)
    if not judged.grantable:
        return advice(need, f"{inline(need.host)} is never allowed. {judged.why}", judged.instead)
    host, behind = canonical_host(need.host)
    port = need.port if need.port is not None else behind
    access, entry = setup.answer(ReachHost(host, port))
    direct = ignores_proxy(setup) or ("it connected by itself, past the proxy" if need.direct else None)
    if access is Access.REFUSED and entry is not None and entry.provenance.file:
        reason = f"{told(entry.provenance)} denies {inline(entry.value)}, and a denied domain beats every allow."
        return advice(need, reason, "If it was not meant for this host, narrow that rule yourself.")
    if already := setup.allowed_already(ReachHost(host, port)):
        already = already._replace(need=need)
        if direct is None:
            return Answer(unmet=(already,))
        return Answer(only(outside(setup, (need,), "")), (already._replace(instead=f"The host is not what is missing: {direct}."),))
    if judged.hazard is HostHazard.PRIVATE:
        reason = (
            f"{inline(need.host)} is an address of a private network: clients go there directly (NO_PROXY), where the sandbox has no route."
        )
        instead = "Give the machine's name in place of its address, so that the client asks the proxy, or run the step yourself."
        return Answer(only(outside(setup, (need,), "")), advice(need, reason, instead).unmet)
    if direct is not None:
        return _other_client(need, host, port, direct, setup)
    return _allowed(need, host, port, setup)


def resolve(need: ResolveName, setup: Setup) -> Answer:
    """What to do about a name lookup: the sandbox has none, so that whoever looks a name up went round the proxy."""
    if need.host is None:
        reason = "There is no name service in the sandbox: only clients that use its proxy reach hosts by name."
        return Answer(only(outside(setup, (need,), "")), advice(need, reason, _ask_the_program(setup)).unmet)
    judged = judge_host(need.host)
    if not judged.grantable:
        return advice(need, f"{inline(need.host)} is never allowed. {judged.why}", judged.instead)
    host = canonical_host(need.host)[0]
    direct = ignores_proxy(setup) or ("ssh uses no proxy" if need.direct else None)
    honours = any((program.proxy or "").startswith("always") for program in setup.programs)
    if direct is None and honours and setup.answer(ReachHost(host))[0] is not Access.ALLOWED:
        return _allowed(need, host, None, setup)
    return _other_client(need, host, None, direct or "it looked the name up itself", setup)


def entry_for(host: str, port: int | None, setup: Setup) -> str:
    """The entry that allows `host`: with its port where that is no web port and the version knows ports."""
    if port is None or port in _WEB_PORTS or not setup.target.knows(HOST_WITH_PORT):
        return host
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def ignores_proxy(setup: Setup) -> str | None:
    """Why the command's client does not use the proxy variables, a clause; None when it does, or nobody knows."""
    for simple in setup.command.commands:
        words = simple.words
        skipped = [after for word, after in pairwise(words) if word == "--noproxy"]
        if any(skipped) or "--no-proxy" in words or any(word.startswith("--noproxy=") and word != "--noproxy=" for word in words):
            return "the command itself tells it to go round the proxy"
    for program in setup.programs:
        if program.proxy is None:
            return f"{program.names[0]} does not read the proxy variables"
    return None


def _allowed(need: Need, host: str, port: int | None, setup: Setup) -> Answer:
    """The host, together with the cache without which its program downloads nothing."""
    value = entry_for(host, port, setup)
    shown = inline(value)
    means = f"Sandboxed commands can connect to {shown}, and to no other host. {OPEN_READS.format(inline(host))}"
    change = setup.change(ALLOWED_DOMAINS, value, means=means)
    cache = _cache(setup)
    allowed = option(
        (need, *cache.needs),
        "setting",
        f"Allow the host {shown}" + (", and the cache that its program must write" if cache.needs else ""),
        means,
        changes=(change, *cache.grants),
        steps=cache.steps,
        caveat=sentence(_client_caveat(setup), _port_caveat(host, port, setup)),
        verified=setup.target.verified,
    )
    moved = option(
        (need, *cache.needs),
        "relocate",
        f"Allow the host {shown}, and keep the cache inside the project",
        f"{means} Nothing outside the project is opened for writing.",
        changes=(change, *cache.moves),
        caveat="The cache starts empty and is this project's own.",
        verified=RAN,
    )
    way = moved if cache.moves else None
    alternatives = only(allowed, way)
    return Answer(alternatives) if alternatives else setup.scope_refuses(need)


def _cache(setup: Setup) -> _Cache:
    """The folder that the step's program must write for its downloads, where it is not open already."""
    system = setup.target.system or "linux"
    for program in setup.owners:
        for path in program.paths:
            place = dict(path.places).get(system)
            belongs = path.downloads or (path.warm and place in setup.folders)
            found = folder_of(place) if place and belongs else None
            if place is None or found is None:
                continue
            need = WritePath(place, folder=True)
            if setup.answer(need)[0] is not Access.ALLOWED:
                return _Cache((writes.grant(place, setup),), writes.relocation(found, setup), writes.making(place, setup), (need,))
    return _Cache()


def _other_client(need: Need, host: str, port: int | None, direct: str, setup: Setup) -> Answer:
    """A client that goes round the proxy: what makes it use the proxy, else out."""
    flags = [f"`{flag.flag}` {flag.does}" for program in setup.programs for flag in program.flags if flag.helps == "connect"]
    ways = f" ({'; '.join(flags)})" if flags else ""
    say = (
        f"Use a client that honours HTTPS_PROXY{ways}; then add {inline(entry_for(host, port, setup))} to `sandbox.network.allowedDomains`."
    )
    other = option(
        (need,),
        "command",
        f"Reach {inline(host)} with a client that uses the proxy",
        f"A host entry alone changes nothing here: {direct}, and the sandbox has no other way out.",
        steps=(agent(say=say),),
        caveat=OPEN_READS.format(inline(host)),
        risk=Risk.NONE,
        verified=setup.target.verified,
    )
    return Answer(only(other, outside(setup, (need,), "")))


def _ask_the_program(setup: Setup) -> str:
    asked = [how for program in setup.programs for how in program.hosts_from]
    if asked:
        return f"Find it out from the program's own settings ({'; '.join(asked[:3])}), then ask again with the host."
    return "Run the step once more with more output (`-v`), and ask again with the host."


def _client_caveat(setup: Setup) -> str | None:
    if setup.owners:
        return None
    return "It helps clients that use the proxy variables; one that does not (ssh, Java, database drivers, older Node) still fails."


def _port_caveat(host: str, port: int | None, setup: Setup) -> str | None:
    if port is None or port in _WEB_PORTS or setup.target.knows(HOST_WITH_PORT):
        return None
    return f"This version knows no ports in host entries: {inline(host)} is allowed on every port."
