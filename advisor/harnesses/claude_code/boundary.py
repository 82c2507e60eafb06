"""What a sandboxed command of Claude Code may do now, as its settings and its own fixed rules say.

Entries that can match nothing (a URL as a host, a folder that does not exist) are left out, and told as not in force.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor import paths
from advisor.boundary import host_matches
from advisor.harnesses.claude_code.files import read_entries, start_of, write_entries
from advisor.harnesses.claude_code.idle import NEVER_A_HOST, not_in_force
from advisor.harnesses.claude_code.settings import Settings, read_settings
from advisor.harnesses.claude_code.versions import NO_NESTING, Target, target_of_situation
from advisor.model import Access, Boundary, Entry, Provenance, Situation

_OFF = (
    "write", "read", "connect", "resolve", "local-connect", "bind", "unix-socket", "service", "device", "trace", "process", "nest",
    "privilege",
)  # fmt: skip
_LOOPBACK = r"(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)(?::\d{1,5})?"
_DIRECT = "only a client that is told to use the proxy for it: NO_PROXY sends all others directly, into the sandbox's own loopback"


def read_boundary(situation: Situation) -> Boundary:
    """The boundary that the situation's settings texts make; incomplete where one of them was not looked at."""
    settings = read_settings(situation)
    target = target_of_situation(situation)
    enabled, provenance = settings.scalar("sandbox", "enabled")
    if enabled is None and _is_off_by_default(settings, situation):
        enabled, provenance = False, _built_in("no settings file sets sandbox.enabled")
    contradicted = situation.ahead and situation.sandboxed.value is True  # by a `--settings` file or a policy that is not seen here
    broken = _fault(settings)
    off = enabled is False and settings.complete and provenance is not None and not contradicted
    return Boundary(
        harness="claude",
        entries=() if broken else tuple(_all_open(provenance) if off and provenance else _entries(settings, target, situation)),
        posture="off" if off else "workspace" if enabled is True else "unknown",
        complete=settings.complete and enabled is not None and broken is None,
        home=situation.home,
        directory=situation.directory,
        not_in_force=tuple(not_in_force(settings, target, situation)),
        posture_by=provenance,
        broken=broken,
    )


def _fault(settings: Settings) -> str | None:
    """Why Claude Code does not start: it says so of an administrator's file that is no JSON object (2.1.332: run)."""
    faulty = (layer for layer in settings.layers if layer.scope == "managed" and layer.problem and settings.complete)
    return next((f"Claude Code does not start: in {layer.file} {layer.problem}" for layer in faulty), None)


def _is_off_by_default(settings: Settings, situation: Situation) -> bool:
    """Whether silence of the files means off: a launcher, and whoever started this very session, may have said otherwise."""
    return situation.ahead and settings.complete and situation.launcher is None and situation.sandboxed.value is not True


def _entries(settings: Settings, target: Target, situation: Situation) -> Iterator[Entry]:
    yield from write_entries(settings, situation)
    yield from read_entries(settings, situation)
    yield from _hosts(settings, target)
    yield from _sockets(settings, target, situation)
    yield from _machine(settings, target)
    yield from _commands(settings)


def _hosts(settings: Settings, target: Target) -> Iterator[Entry]:
    yield Entry("connect", "*", Access.REFUSED, _built_in("a host that is not on the allow list"))
    yield Entry("resolve", "*", Access.REFUSED, _built_in("the sandbox has no name service: its proxy looks names up"))
    binding = settings.on("sandbox", "network", "allowLocalBinding") if target.system == "macos" else None
    own = binding or _built_in("the sandbox has a loopback of its own")
    yield Entry("local-connect", "*", Access.ALLOWED_BUT if binding else Access.REFUSED, own)
    denied = [*settings.items("sandbox", "network", "deniedDomains"), *_web_rules(settings, "deny")]
    for host, provenance in denied:
        yield Entry("connect", host, Access.REFUSED, provenance)
    strict = settings.on("sandbox", "network", "strictAllowlist")
    managed_only = settings.on("sandbox", "network", "allowManagedDomainsOnly")
    for host, provenance in (*settings.items("sandbox", "network", "allowedDomains"), *_web_rules(settings, "allow")):
        ignored = (strict and provenance.scope in ("project", "local")) or (managed_only and provenance.scope != "managed")
        if re.search(NEVER_A_HOST, host) or ignored:
            continue
        if re.fullmatch(_LOOPBACK, host.lower()):
            yield Entry("local-connect", host, Access.ALLOWED_BUT, provenance, _DIRECT)
        name, _, port = host.removeprefix("*.").partition(":")
        beaten = any(host_matches(pattern, name, int(port) if port.isdigit() else None) for pattern, _ in denied)
        note = "a denied domain beats it" if beaten else None
        yield Entry("connect", host, Access.REFUSED if beaten else Access.ALLOWED, provenance, note)


def _sockets(settings: Settings, target: Target, situation: Situation) -> Iterator[Entry]:
    opened = settings.on("sandbox", "network", "allowAllUnixSockets")
    where = opened or _built_in("unix sockets are closed")
    yield Entry("unix-socket", "*", Access.ALLOWED if opened else Access.REFUSED, where)
    if target.system == "macos":
        for value, provenance in settings.items("sandbox", "network", "allowUnixSockets"):
            yield Entry("unix-socket", paths.canonical(value, situation.home, start_of(situation)), Access.ALLOWED, provenance)


def _machine(settings: Settings, target: Target) -> Iterator[Entry]:
    if target.system == "linux":
        note = "the port lives in the command's own network: nothing outside that command reaches it"
        yield Entry("bind", "*", Access.REFUSED, _built_in("the sandbox's own network has none of the machine's addresses"))
        yield Entry("bind", "localhost", Access.ALLOWED_BUT, _built_in("binding works in a private network"), note)
        nested = settings.on("sandbox", "allowNestedUserNamespaces")
        refused = target.knows(NO_NESTING) and not nested
        yield Entry("nest", "*", Access.REFUSED if refused else Access.ALLOWED, nested or _built_in("user namespaces"))
        yield Entry("process", "*", Access.REFUSED, _built_in("a private process namespace"))
    if target.system == "macos":
        binding = settings.on("sandbox", "network", "allowLocalBinding")
        yield Entry("bind", "*", Access.ALLOWED if binding else Access.REFUSED, binding or _built_in("binding ports is closed"))
        yield Entry("nest", "*", Access.REFUSED, _built_in("a sandbox inside the sandbox"))
        yield Entry("service", "*", Access.REFUSED, _built_in("only a few system services are open"))
        for value, provenance in settings.items("sandbox", "network", "allowMachLookup"):
            yield Entry("service", value, Access.ALLOWED, provenance)
        if provenance_ := settings.on("sandbox", "enableWeakerNetworkIsolation"):
            yield Entry("service", "com.apple.trustd.agent", Access.ALLOWED, provenance_)
        if provenance_ := settings.on("sandbox", "allowAppleEvents"):
            yield Entry("service", "com.apple.coreservices.appleevents", Access.ALLOWED, provenance_)
    yield Entry("device", "*", Access.REFUSED, _built_in("the sandbox has devices of its own"))
    yield Entry("privilege", "*", Access.REFUSED, _built_in("no command in the sandbox becomes root"))


def _commands(settings: Settings) -> Iterator[Entry]:
    for kind, access in (("allow", Access.ALLOWED), ("deny", Access.REFUSED)):
        for rule, provenance in settings.items("permissions", kind):
            if found := re.fullmatch(r"Bash\((.{1,4000})\)", rule):
                command = re.sub(r"(?::| )\*$", "", found[1])
                yield Entry("permission", command, access, provenance)
                if command != found[1]:
                    yield Entry("permission", f"{command} *", access, provenance)


def _web_rules(settings: Settings, kind: str) -> Iterator[tuple[str, Provenance]]:
    for rule, provenance in settings.items("permissions", kind):
        if kind == "allow" and settings.mandate and provenance.scope in ("project", "local"):
            continue
        if found := re.fullmatch(r"WebFetch\(domain:(.{1,300})\)", rule):
            yield found[1], provenance


def _all_open(provenance: Provenance) -> Iterator[Entry]:
    for operation in _OFF:
        yield Entry(operation, "/" if operation in ("read", "write") else "*", Access.ALLOWED, provenance)


def _built_in(key: str) -> Provenance:
    return Provenance(None, key, "built-in")
