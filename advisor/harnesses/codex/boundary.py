"""What a sandboxed Codex command may do now, told as entries that name the file and key they come from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from advisor.boundary import host_matches
from advisor.harnesses.codex.faults import fault_of
from advisor.harnesses.codex.idle import is_hidden, is_missing, not_in_force
from advisor.harnesses.codex.layers import Config, read_config
from advisor.harnesses.codex.policy import LOOPBACK, PROTECTED, TEMPORARY, FileRule, Network, Policy, read_policy, temporary_place
from advisor.model import Access, Boundary, Entry, Provenance, Situation
from advisor.paths import canonical

_THROUGH_PROXY = "through the filtering proxy: a client that ignores the proxy variables is still refused"
_PORT = re.compile(r"(?<=[^:]):\d{1,5}\Z")  # of an entry's host: Codex does not look at it (0.171: run)
_EVERYTHING = (
    "write", "read", "connect", "resolve", "local-connect", "bind", "unix-socket", "service", "device", "trace", "process", "nest",
    "privilege",
)  # fmt: skip
_SEALED = (
    # what no key opens, whatever the network: the sandbox's own namespaces, devices and system-call filter
    ("device", "the sandbox has a /dev of its own"),
    ("nest", "no namespace, mount or sandbox can be made inside"),
    ("privilege", "no setuid, no capability, no port below 1024"),
)


def read_boundary(situation: Situation) -> Boundary:
    """The boundary that the situation's config texts draw; incomplete where one was not looked at or cannot be read."""
    config = read_config(situation)
    policy = read_policy(config, situation)
    broken = fault_of(config, policy, situation)
    return Boundary(
        harness="codex",
        entries=() if broken else tuple(_entries(config, policy, situation)),
        posture=policy.posture,
        profile=policy.profile,
        dialect=policy.dialect,
        complete=config.known and policy.posture != "unknown" and broken is None,
        home=situation.home,
        directory=situation.directory,
        not_in_force=tuple(not_in_force(config, policy, situation)),
        broken=broken,
        trusted=config.trusted,
        posture_by=policy.provenance,
    )


def _entries(config: Config, policy: Policy, situation: Situation) -> Iterator[Entry]:
    if policy.posture == "off":
        for operation in _EVERYTHING:
            yield Entry(operation, "*", Access.ALLOWED, policy.provenance)
        return
    opened = frozenset(_spelled(_place(rule, situation), situation) for rule in policy.files if rule.access == "write")
    yield from _explicit(policy, opened, situation)
    if policy.reads_open:
        yield Entry("read", "/", Access.ALLOWED, _built_in("every file can be read"))
    if not config.known:
        return  # a text that nobody saw may allow anything: silence says nothing
    yield from _writes(policy, opened, situation)
    pinned = "experimental_network" in (config.requirements or {})  # an administrator's own list of hosts, not read here
    for entry in _network(policy.network, situation):
        if not (pinned and entry.operation in ("connect", "resolve")):
            yield entry
    if situation.system.value == "linux":
        for operation, why in _SEALED:
            yield Entry(operation, "*", Access.REFUSED, _built_in(why))


def _explicit(policy: Policy, opened: frozenset[str], situation: Situation) -> Iterator[Entry]:
    """The rules that texts hold, and what Codex protects at the top of every root that they open."""
    for rule in policy.files:
        if is_missing(rule, situation) or is_hidden(rule, policy, situation):
            continue
        real = situation.real_of(rule.path)
        rule = rule._replace(path=real) if real else rule
        yield from _rule_entries(rule, situation)
        if rule.access == "write" and rule.path not in (*TEMPORARY, ":root", "/"):
            yield from _protected(rule.path, opened, situation)
    checkout = situation.checkout
    if checkout and checkout.kind != "clone" and not policy.unprotected and _spelled(checkout.git_folder, situation) not in opened:
        yield Entry("write", checkout.git_folder, Access.PROTECTED, _built_in("the git folder of this checkout is read-only"))


def _rule_entries(rule: FileRule, situation: Situation) -> Iterator[Entry]:
    path = _place(rule, situation)
    if path.startswith(":"):
        return  # a special name that this catalogue does not know
    yield Entry("write", path, Access.ALLOWED if rule.access == "write" else Access.REFUSED, rule.provenance)
    denied = rule.access == "deny"
    yield Entry("read", path, Access.PROTECTED if denied else Access.ALLOWED, rule.provenance, "an explicit denial" if denied else None)


def _place(rule: FileRule, situation: Situation) -> str:
    """Where the rule's path is, special names told by their places as far as this catalogue knows them."""
    if rule.path == ":root":
        return "/"
    return temporary_place(rule.path, situation) if rule.path in TEMPORARY else rule.path


def _writes(policy: Policy, opened: frozenset[str], situation: Situation) -> Iterator[Entry]:
    """The posture's own writable places and the refusal of everything else."""
    if policy.unprotected:
        return
    ruled = {rule.path for rule in policy.files}
    if policy.posture == "workspace" and _spelled(".", situation) not in opened:
        yield Entry("write", ".", Access.ALLOWED, policy.provenance)
        yield from _protected(".", opened, situation)
    for special in TEMPORARY if policy.temporary else ():
        if special not in ruled:
            place = temporary_place(special, situation)
            yield Entry("write", place, Access.ALLOWED, policy.provenance)
            yield from _protected(place, opened, situation)
    if policy.posture != "unknown" and "/" not in opened:
        yield Entry("write", "/", Access.REFUSED, policy.provenance)


def _protected(root: str, opened: frozenset[str], situation: Situation) -> Iterator[Entry]:
    """The protected names at the top of a root, but those that an entry of their own opens."""
    if any(part in PROTECTED for part in root.split("/")):
        return
    for name in PROTECTED:
        path = f"{root}/{name}"
        if _spelled(path, situation) not in opened:
            yield Entry("write", path, Access.PROTECTED, _built_in(f"{name} is read-only in every writable root"))


def _spelled(path: str, situation: Situation) -> str:
    return canonical(path, situation.home, situation.directory)


def _network(network: Network, situation: Situation) -> Iterator[Entry]:
    """What the network's mode allows, and for every other operation its refusal. Mode `direct` opens all of them."""
    linux = situation.system.value in (None, "linux")  # as plans are made: an unknown system is taken for Linux
    operations = ("connect", "resolve", "local-connect", "bind", "unix-socket", *(("trace",) if linux else ()))
    found: list[Entry] = []
    if network.mode == "direct":
        found = [Entry(operation, "*", Access.ALLOWED, network.provenance) for operation in operations]
    elif network.mode == "proxy":
        found = list(_proxied(network, linux))
    yield from found
    opened = {entry.operation for entry in found if entry.value == "*" and entry.access is not Access.PROTECTED}
    for operation in operations:
        if operation not in opened:
            yield Entry(operation, "*", Access.REFUSED, network.provenance)
    if situation.system.value == "macos" and network.mode != "direct":
        for path in network.sockets:
            yield Entry("unix-socket", path, Access.ALLOWED, network.provenance)


def _proxied(network: Network, linux: bool) -> Iterator[Entry]:
    """What passes the filtering proxy, and what opens beside it."""
    reached = Access.ALLOWED if network.transparent else Access.ALLOWED_BUT
    note = None if network.transparent else _THROUGH_PROXY
    denied = [_PORT.sub("", written) for written, access, _ in network.domains if access != "allow"]
    for written, access, provenance in network.domains:
        host = _PORT.sub("", written)
        if access == "allow":
            host = _left(host, denied)
        if access != "allow":
            yield Entry("connect", host, Access.PROTECTED, provenance, "an explicit denial")
        elif host not in LOOPBACK:
            yield Entry("connect", host, reached, provenance, note)
            yield Entry("resolve", host, reached, provenance, note)
        elif not (linux and network.local_binding):
            yield Entry("local-connect", host, Access.ALLOWED_BUT, provenance, _THROUGH_PROXY)
    if linux:
        yield Entry("bind", "*", Access.REFUSED, _built_in("the sandbox's own network has none of the machine's addresses"))
        yield Entry("bind", "localhost", Access.ALLOWED, network.provenance)
    elif network.local_binding:
        yield Entry("bind", "*", Access.ALLOWED, network.provenance)
    if network.local_binding:
        own = "servers that sandboxed commands started themselves; the machine's own are cut off" if linux else None
        yield Entry("local-connect", "*", Access.ALLOWED_BUT if linux else Access.ALLOWED, network.provenance, own)
    if network.all_sockets:
        yield Entry("unix-socket", "*", Access.ALLOWED, network.provenance)


def _left(host: str, denied: Sequence[str]) -> str:
    """What denied patterns leave of an allowed one, however much narrower it is; the empty text, which matches no host: nothing."""
    name = host.removeprefix("*").removeprefix("*.") if host.startswith("**.") else host.removeprefix("*.")
    if host != name and any(host_matches(pattern, f"below.{name}") for pattern in denied):
        host = name if host.startswith("**.") else ""
    return "" if host == name and any(host_matches(pattern, name) for pattern in denied) else host


def _built_in(why: str) -> Provenance:
    return Provenance(None, why, "built-in")
