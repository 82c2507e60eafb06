"""Hosts of the filtering proxy: patterns that it does not take, and patterns that mean more or less than they seem to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from advisor.edits.positions import Path
from advisor.hazards.hosts import HostHazard, judge_host
from advisor.lint.codex_config._reading import SEEN, in_force, opens_network, profile, project, proxy, removed, renamed, said
from advisor.lint.codex_config.network import networks
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule
from advisor.model.lint import Severity

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,20}://")
_PORT = re.compile(r"(?P<host>[^:\[\]/]{1,255}):\d{1,5}")
_BROAD = re.compile(r"\*{1,2}\.[^.]{1,63}\.?")
_ON = "\n[features]\nnetwork_proxy = true\n[permissions.dev.network]\nenabled = true\n"


class _Host(NamedTuple):
    """One entry: where it stands, the pattern, what it says, and whether its table is in force with the proxy on."""

    path: Path
    pattern: str
    access: object
    counts: bool
    selected: bool


def _hosts(config: Config) -> Iterator[_Host]:
    filters = bool(proxy(config)) and opens_network(config)
    for path, network in networks(config):
        chosen = path[0] != "permissions" or path[1] in in_force(config)
        domains = network.get("domains")
        for pattern, access in domains.items() if isinstance(domains, Mapping) else ():
            yield _Host((*path, "domains", pattern), pattern, access, filters and chosen, chosen)


def _problem(pattern: str) -> str | None:
    """Why the proxy does not take the pattern; None when it does."""
    if not pattern.strip() or pattern in ("*.", "**."):
        return "names no host"
    if _SCHEME.match(pattern):
        return "is a URL, and only a host is taken"
    if "/" in pattern:
        return "has a path or a prefix length, and only a host is taken"
    if re.search(r"\s", pattern):
        return "has a blank in it"
    if pattern == "**":
        return "is no pattern that the proxy knows"
    if re.search(r"[\[\]{}]", pattern) and not re.fullmatch(r"\[[0-9a-fA-F:.]{2,45}\](?::\d{1,5})?", pattern):
        return "has brackets in it"
    return None


def _unfit(config: Config) -> Iterator[Fault]:
    for host in _hosts(config):
        problem = _problem(host.pattern)
        if not problem:
            continue
        severity: Severity = "error" if host.counts else "warn"
        cost = "no session can begin" if host.counts else "no session could begin once the proxy filters with it"
        bare = _SCHEME.sub("", host.pattern).split("/")[0]
        bare = bare if bare and not _problem(bare) and _SCHEME.match(host.pattern) else ""
        fix = renamed(host.path, bare, f"write {bare}", safe=True) if bare else None
        yield Fault(host.path, f"{said(host.pattern)} {problem}: {cost}", fix, severity=severity)


def _denied_all(config: Config) -> Iterator[Fault]:
    for host in _hosts(config):
        if host.pattern == "*" and host.access == "deny":
            stops = host.counts or (host.selected and host.path[0] == "permissions")
            cost = "Codex does not start" if stops else "a session that uses it cannot begin"
            say = f'"*" can only be allowed: {cost}; a host that is not listed is refused anyway'
            yield Fault(host.path, say, removed(host.path, "take it out", safe=True), severity="error" if stops else "warn")


def _wide(config: Config) -> Iterator[Fault]:
    for host in _hosts(config):
        if host.access != "allow" or _problem(host.pattern):
            continue
        if host.pattern == "*":
            yield Fault(host.path, '"*" allows every host: what commands read they can send anywhere')
        elif _BROAD.fullmatch(host.pattern):
            yield Fault(host.path, f"{said(host.pattern)} allows every host of a whole top-level domain, and anybody can register one")
        elif judge_host(host.pattern).hazard is HostHazard.METADATA:
            yield Fault(
                host.path,
                f"{said(host.pattern)} is a cloud metadata service, or an address of its kind: it hands out the machine's own credentials",
            )
        elif "*" in host.pattern or "?" in host.pattern:
            say = f"{said(host.pattern)} allows hosts that are not named: whoever can get a name below it is reached"
            yield Fault(host.path, say, severity="info")


def _ports(config: Config) -> Iterator[Fault]:
    for host in _hosts(config):
        found = _PORT.fullmatch(host.pattern)
        if found and not _problem(host.pattern):
            fix = renamed(host.path, found["host"], "leave the port out", safe=True)
            taken = (*host.path[:-1], found["host"]) in config.places
            yield Fault(
                host.path, f"{said(host.pattern)}: the port is stripped, and every port of the host is meant", None if taken else fix
            )


RULES = (
    LintRule(
        id="codex-config/host-pattern",
        title="A host that the proxy does not take",
        explanation=(
            "Entries are a host, `*.host` (its subdomains) or `**.host` (both). A URL, a path, a network with a prefix length or a blank "
            "makes the proxy refuse its config (`unsupported domain pattern syntax`), and no session begins; the check at the start does "
            "not see it."
        ),
        severity="error",
        check=_unfit,
        source="facts/codex.md 1.4 (network.domains) and 1.5; facts/codex-live.md 3 (URL as a domain key)",
        seen_on=SEEN,
        examples=(
            project(profile(f'{_ON}domains = {{ "https://pkg.example" = "allow" }}')),
            project(
                profile(
                    f'{_ON}domains = {{ "10.0.0.0/8" = "allow", "**" = "allow", "a b" = "deny", "" = "deny", "[ab].example" = "deny" }}'
                )
            ),
            project(profile('[permissions.dev.network.domains]\n"pkg.example/simple" = "allow"')),
        ),
        near_misses=(
            project(
                profile(f'{_ON}domains = {{ "pkg.example" = "allow", "*.a.example" = "allow", "[::1]" = "allow", "10.0.0.1" = "deny" }}')
            ),
        ),
    ),
    LintRule(
        id="codex-config/denied-everything",
        title='"*" is denied',
        explanation=(
            "`*` can be allowed, not denied: `invalid value for network.denied_domains`, and Codex does not start with the profile."
        ),
        severity="error",
        check=_denied_all,
        source="facts/codex.md 1.4 (network.domains) and 1.5",
        seen_on=SEEN,
        examples=(
            project(profile('[permissions.dev.network.domains]\n"*" = "deny"')),
            project('[features.network_proxy]\nenabled = false\ndomains = { "*" = "deny" }\n'),
        ),
        near_misses=(project(profile('[permissions.dev.network.domains]\n"*.pkg.example" = "deny"')),),
    ),
    LintRule(
        id="codex-config/wide-host",
        title="More hosts than named ones",
        explanation="A wildcard reaches whoever gets a name below it. Reads are open, so what commands can read they can send there.",
        severity="warn",
        check=_wide,
        source="DESIGN 6 (never hosts by `*`, top-level or registrable-domain wildcards, metadata addresses); facts/codex-live.md 6",
        seen_on=SEEN,
        examples=(
            project(profile(f'{_ON}domains = {{ "*" = "allow" }}')),
            project(profile(f'{_ON}domains = {{ "**.example" = "allow", "*.pkg.example" = "allow", "169.254.169.254" = "allow" }}')),
        ),
        near_misses=(project(profile(f'{_ON}domains = {{ "pkg.example" = "allow", "*.x.example" = "deny" }}')),),
    ),
    LintRule(
        id="codex-config/host-with-port",
        title="A host with a port",
        explanation="The port is accepted and stripped: connections to every other port of the host pass as well.",
        severity="warn",
        check=_ports,
        source="facts/codex.md 1.4 (Port suffix is stripped); facts/codex-live.md 6 (the port is not enforced)",
        seen_on=SEEN,
        examples=(project(profile(f'{_ON}domains = {{ "pkg.example:8443" = "allow" }}')),),
        near_misses=(project(profile(f'{_ON}domains = {{ "pkg.example" = "allow", "::1" = "allow", "[::1]" = "allow" }}')),),
    ),
)
