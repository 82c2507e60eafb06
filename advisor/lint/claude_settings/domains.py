"""Host entries: those that match nothing, those that match far more than one service, and those that cannot help."""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.edits.positions import Path
from advisor.hazards.hosts import HostHazard, address_of, canonical_host, is_loopback, judge_host
from advisor.lint.claude_settings._reading import RUN, SEEN, permission_rules, project, put, removed, said, sandbox, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule
from advisor.model.lint import Fix, Severity

_ALLOWED, _DENIED = ("sandbox", "network", "allowedDomains"), ("sandbox", "network", "deniedDomains")


def _entries(config: Config, kind: str) -> Iterator[tuple[Path, str]]:
    """Every host entry of a kind, `allow` or `deny`, those of WebFetch rules too."""
    yield from config.strings(*(_ALLOWED if kind == "allow" else _DENIED))
    for rule in permission_rules(config, kind):
        if rule.tool == "WebFetch" and (rule.inner or "").startswith("domain:"):
            yield rule.path, (rule.inner or "").removeprefix("domain:")


def _both(config: Config) -> Iterator[tuple[Path, str]]:
    yield from _entries(config, "allow")
    yield from _entries(config, "deny")


def _dead(config: Config) -> Iterator[Fault]:
    for path, entry in _both(config):
        if why := _why_never(entry):
            host = canonical_host(entry)[0].removeprefix(".").removeprefix("**.")
            fix = put(path, host, f"write {said(host)}") if path[0] == "sandbox" and _is_name(host) and host != entry else None
            yield Fault(path, f"{said(entry)} never matches: {why}", fix)


def _why_never(entry: str) -> str | None:
    """Why no connection ever matches the entry; None when some can."""
    if "://" in entry:
        return "it is a URL, and a host name is meant"
    if entry != entry.strip() or " " in entry.strip() or not entry:
        return "it has blanks in it" if entry.strip() else "it is empty"
    if "/" in entry:
        return "a path or a range of addresses is no host"
    host, _, port = entry.rpartition(":") if re.search(r":[^:\]]{0,20}$", entry) and not entry.startswith("[") else (entry, "", "")
    if port and not port.isdigit():
        return "the port must be a number; without a port every port is meant"
    if entry.count(":") > 1 and not entry.startswith("["):
        return "an IPv6 address stands in square brackets"
    if host.startswith("."):
        return f"a leading dot stands for nothing; {said('*' + host)} is the form for everything below"
    if host.endswith("."):
        return "a trailing dot stands for nothing"
    if "*" in host and host != "*" and not re.fullmatch(r"\*(?:\.[^*]{1,250})", host):
        return 'a star counts only as the whole first label, as in "*.host.example"'
    return None


def _is_name(host: str) -> bool:
    return judge_host(host).hazard is not HostHazard.MALFORMED


def _wide(config: Config) -> Iterator[Fault]:
    for path, entry in _entries(config, "allow"):
        host = canonical_host(entry)[0]
        if _why_never(entry):
            continue
        if host == "*":
            shown = said(config.at(*path))
            yield Fault(
                path, f"{shown} opens every host for sandboxed Bash: whatever a command can read, it can send anywhere", _named(path)
            )
        elif re.fullmatch(r"\*\.[^.]{1,63}", host):
            yield Fault(path, f"{said(entry)} opens every name below a whole top-level domain", _named(path))
        elif (judged := judge_host(host)).hazard is HostHazard.METADATA:
            yield Fault(path, f"{said(entry)}: {judged.why[:1].lower()}{judged.why[1:].rstrip('.')}", removed(path, "leave it out"))


def _named(path: Path) -> Fix:
    return removed(path, "name the hosts that are needed, one by one")


def _apex(config: Config) -> Iterator[Fault]:
    entries = {canonical_host(entry)[0] for _, entry in _entries(config, "allow")}
    for path, entry in _entries(config, "allow"):
        host = canonical_host(entry)[0]
        if host.startswith("*.") and host.count(".") > 1 and not _why_never(entry) and host[2:] not in entries | {"*"}:
            yield Fault(path, f"{said(entry)} stands for the names below {host[2:]}, and not for {host[2:]} itself")


def _loopback(config: Config) -> Iterator[Fault]:
    for path, entry in _entries(config, "allow"):
        if not _why_never(entry) and is_loopback(entry):
            message = (
                f"{said(entry)}: this machine's own services are not reached this way, as NO_PROXY sends every usual client straight to"
            )
            # With its port it may be meant for the one client that was told to ask the proxy (`curl --noproxy ''`).
            severity: Severity | None = "info" if canonical_host(entry)[1] else None
            fix = removed(path, "leave it out", safe=severity is None)
            yield Fault(path, f"{message} the sandbox's own loopback (Linux)", fix, severity=severity)


def _shadowed(config: Config) -> Iterator[Fault]:
    denied = {canonical_host(entry)[0] for _, entry in _entries(config, "deny") if not _why_never(entry)}
    for path, entry in _entries(config, "allow") if denied else ():
        host = canonical_host(entry)[0]
        if beating := next((other for other in _patterns_of(host) if other in denied), None):
            yield Fault(
                path, f"{said(entry)} is denied by {said(beating)}, which beats every allow", removed(path, "leave out one of the two")
            )


def _patterns_of(host: str) -> Iterator[str]:
    """Every entry that holds all of what this one stands for: itself, a star for each folder of names above it, the lone star."""
    yield host
    labels = host.removeprefix("*.").split(".")
    yield from ("*." + ".".join(labels[start:]) for start in range(1, len(labels)))
    yield "*"


def _addresses(config: Config) -> Iterator[Fault]:
    for path, entry in _entries(config, "allow"):
        host = canonical_host(entry)[0]
        if not _why_never(entry) and address_of(host) and not is_loopback(entry) and judge_host(host).hazard is not HostHazard.METADATA:
            yield Fault(path, f"{said(entry)} matches requests to the address itself, not to a name that leads there")


RULES = (
    LintRule(
        id="claude-settings/dead-host",
        title="A host entry that never matches",
        explanation=(
            "An entry is a host name, *.NAME for everything below it, an address, each with or without :PORT. Anything else is passed "
            "over without a word, and the other entries of the list keep working."
        ),
        severity="warn",
        check=_dead,
        source=RUN,
        seen_on=SEEN,
        examples=(
            project(sandbox('"network": {"allowedDomains": ["https://api.example"]}')),
            project(sandbox('"network": {"allowedDomains": ["api.example/", ".api.example", "**.example.com", "api.*", "10.0.0.0/8"]}')),
            user('{"permissions": {"allow": ["WebFetch(domain:api.example.)"]}}'),
            project(sandbox('"network": {"deniedDomains": ["api.example:*"]}')),
            project(sandbox('"network": {"allowedDomains": ["::1", "api.example ", "", " "]}')),
        ),
        near_misses=(
            project(
                sandbox('"network": {"allowedDomains": ["API.example", "api.example:443", "*.api.example:8443", "[::1]:443", "*:443"]}')
            ),
        ),
    ),
    LintRule(
        id="claude-settings/wide-host",
        title="A host entry that opens far more than a service",
        explanation=(
            "Reads are open in the sandbox: whatever the agent can read it can send to a host that it can reach, and anybody can own "
            "a name below a top-level domain. Claude Code accepts such entries; the srt program refuses them."
        ),
        severity="warn",
        check=_wide,
        source=RUN,
        seen_on=SEEN,
        examples=(
            project(sandbox('"network": {"allowedDomains": ["*"]}')),
            project(sandbox('"network": {"allowedDomains": ["*.com"]}')),
            user('{"permissions": {"allow": ["WebFetch(domain:*)"]}}'),
            project(sandbox('"network": {"allowedDomains": ["169.254.169.254"]}')),
        ),
        near_misses=(
            project(sandbox('"network": {"allowedDomains": ["*.api.example"], "deniedDomains": ["*"]}')),
            user('{"permissions": {"allow": ["WebFetch"]}}'),
        ),
    ),
    LintRule(
        id="claude-settings/host-without-apex",
        title="A wildcard that leaves its own name out",
        explanation="*.host.example stands for every name below host.example at any depth, and not for host.example itself: list both.",
        severity="info",
        check=_apex,
        source=RUN,
        seen_on=SEEN,
        examples=(project(sandbox('"network": {"allowedDomains": ["*.host.example"]}')),),
        near_misses=(project(sandbox('"network": {"allowedDomains": ["*.host.example", "host.example"]}')),),
    ),
    LintRule(
        id="claude-settings/loopback-host",
        title="This machine itself as an allowed host",
        explanation=(
            "On Linux a sandboxed command has a loopback of its own, and NO_PROXY keeps usual clients from asking the proxy for "
            "localhost: they are refused, whatever is listed. Start the service and its client in one command, or exclude the "
            "command."
        ),
        severity="warn",
        check=_loopback,
        source=RUN,
        seen_on=SEEN,
        examples=(project(sandbox('"network": {"allowedDomains": ["localhost", "127.0.0.1:5432"]}')),),
        near_misses=(project(sandbox('"network": {"allowedDomains": ["localhost.example"]}')),),
    ),
    LintRule(
        id="claude-settings/denied-host",
        title="A host that is allowed and denied",
        explanation="deniedDomains, and WebFetch(domain:HOST) among the denials, beat every allow of every file.",
        severity="warn",
        check=_shadowed,
        source=RUN,
        seen_on=SEEN,
        examples=(project(sandbox('"network": {"allowedDomains": ["up.api.example"], "deniedDomains": ["*.api.example"]}')),),
        near_misses=(project(sandbox('"network": {"allowedDomains": ["api.example"], "deniedDomains": ["*.api.example"]}')),),
    ),
    LintRule(
        id="claude-settings/address-as-host",
        title="An address as an allowed host",
        explanation=(
            "Entries are compared with what the client asks for. An address in the list does not allow a name that resolves to it."
        ),
        severity="info",
        check=_addresses,
        source=RUN,
        seen_on=SEEN,
        examples=(project(sandbox('"network": {"allowedDomains": ["203.0.113.10"]}')),),
        near_misses=(project(sandbox('"network": {"allowedDomains": ["api.example"]}')),),
    ),
)
