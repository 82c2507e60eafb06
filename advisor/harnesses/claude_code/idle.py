"""What Claude Code's settings hold that does nothing now, and why: a dropped file, a scope that may not, another system or version.

Claude Code itself says nothing of most of this outside `claude doctor` (2.1.332: run).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from advisor.boundary import host_matches
from advisor.harnesses.claude_code.files import beaten_by, grants, reopened
from advisor.harnesses.claude_code.settings import TRUSTED_ONLY, WIDENING, Layer, Settings, value_at
from advisor.harnesses.claude_code.versions import HOST_WITH_PORT, KEYS_SINCE, Target
from advisor.model import Access, Entry, NotInForce, Provenance, Situation
from advisor.quoting import inline

NEVER_A_HOST = r"[/\s]|^\.|^\*\*\.|\.$|^[^*].{0,253}\*|\*.{0,253}\*|:\*$"
_SHARED = ("project", "local")  # the scopes that a repository can bring along
_MACOS_ONLY = (
    ("sandbox", "network", "allowUnixSockets"),
    ("sandbox", "network", "allowLocalBinding"),
    ("sandbox", "network", "allowMachLookup"),
    ("sandbox", "enableWeakerNetworkIsolation"),
    ("sandbox", "allowAppleEvents"),
)
_SWITCHES = (
    ("sandbox", "enabled"),
    ("sandbox", "filesystem", "disabled"),
    ("sandbox", "network", "allowAllUnixSockets"),
    ("sandbox", "network", "allowLocalBinding"),
    ("sandbox", "network", "strictAllowlist"),
    ("sandbox", "allowNestedUserNamespaces"),
)
# Settings schema of 2.1.332.
_KNOWN: dict[tuple[str, ...], frozenset[str]] = {
    ("sandbox",): frozenset({
        "enabled", "failIfUnavailable", "autoAllowBashIfSandboxed", "allowUnsandboxedCommands", "network", "filesystem", "credentials",
        "ignoreViolations", "enableWeakerNestedSandbox", "allowNestedUserNamespaces", "enableWeakerNetworkIsolation", "allowAppleEvents",
        "excludedCommands", "ripgrep", "bwrapPath", "socatPath", "enabledPlatforms", "windows",
    }),
    ("sandbox", "network"): frozenset({
        "allowedDomains", "deniedDomains", "strictAllowlist", "allowManagedDomainsOnly", "allowUnixSockets", "allowAllUnixSockets",
        "allowLocalBinding", "allowMachLookup", "httpProxyPort", "socksProxyPort", "tlsTerminate",
    }),
    ("sandbox", "filesystem"): frozenset({"allowWrite", "denyWrite", "denyRead", "allowRead", "allowManagedReadPathsOnly", "disabled"}),
    ("sandbox", "credentials"): frozenset({"files", "envVars", "allowPlaintextInject", "awsPairs", "sigv4"}),
}  # fmt: skip


def not_in_force(settings: Settings, target: Target, situation: Situation) -> Iterator[NotInForce]:
    """Everything in the settings texts that does nothing, whole files first."""
    yield from _files(settings)
    for layer in settings.layers:
        yield from _keys(layer, settings, target)
        yield from _unknown(layer)
    yield from _switches(settings)
    yield from _places(settings, situation)
    yield from _hosts(settings, target)
    yield from _commands(settings)


def _files(settings: Settings) -> Iterator[NotInForce]:
    for layer in settings.layers:
        if layer.problem:
            yield _at(layer, (), f"{layer.problem}: Claude Code drops the whole file without a word")
    for text in settings.elsewhere:
        why = "Claude Code reads the settings of the folder in which it is started (and the main checkout's settings.local.json) only"
        yield NotInForce(Provenance(text.file, "", text.scope), why)


def _keys(layer: Layer, settings: Settings, target: Target) -> Iterator[NotInForce]:
    """Keys that this scope, system or version does not honour."""
    shared = layer.scope in _SHARED
    for path in sorted(TRUSTED_ONLY):
        if shared and _holds(layer, path):
            yield _at(layer, path, "it counts only in ~/.claude/settings.json, not in a file that a repository can bring along")
    for path in sorted(WIDENING):
        if shared and settings.mandate and value_at(layer.document, path) not in (None, False):
            yield _at(
                layer, path, "your administrator's settings drop what a project's file opens; your own ~/.claude/settings.json counts"
            )
    strict = settings.on("sandbox", "network", "strictAllowlist")
    if shared and strict and _holds(layer, ("sandbox", "network", "allowedDomains")):
        yield _at(layer, ("sandbox", "network", "allowedDomains"), f"strictAllowlist in {strict.file} drops it")
    if target.system in ("linux", "windows"):
        for path in _MACOS_ONLY:
            if _holds(layer, path):
                yield _at(layer, path, "only macOS honours it")
    for path, since in KEYS_SINCE.items():
        if not target.assumed and not target.knows(since) and _holds(layer, path):
            yield _at(layer, path, f"this version has no such key: {'.'.join(map(str, since))} has")


def _switches(settings: Settings) -> Iterator[NotInForce]:
    """Switches that a stronger file sets the other way."""
    for path in _SWITCHES:
        value, provenance = settings.scalar(*path)
        for layer in settings.layers:
            set_here = value_at(layer.document, path)
            if provenance and isinstance(set_here, bool) and set_here is not value and settings.counts(layer, path, set_here):
                yield _at(layer, path, f"{provenance.file} sets it the other way, and counts more")


def _unknown(layer: Layer) -> Iterator[NotInForce]:
    for table, known in _KNOWN.items():
        held = value_at(layer.document, table)
        for key in held if isinstance(held, dict) else ():
            if key not in known:
                near = _nearest(key, known)
                yield _at(layer, (*table, key), f"Claude Code knows no such key{f': {near} is meant?' if near else ''}")


def _places(settings: Settings, situation: Situation) -> Iterator[NotInForce]:
    for grant in grants(settings, situation):
        beaten = None if grant.why else beaten_by(grant.place, settings, situation)
        why = grant.why or (beaten and f"{inline(beaten)} is protected or denied, which beats every allow")
        if why:
            yield NotInForce(
                grant.provenance, f"{inline(grant.value)}: {why}", Entry("write", grant.place, Access.ALLOWED, grant.provenance)
            )
    for grant in reopened(settings, situation):
        if grant.why:
            entry = Entry("read", grant.place, Access.ALLOWED, grant.provenance)
            yield NotInForce(grant.provenance, f"{inline(grant.value)}: {grant.why}", entry)


def _hosts(settings: Settings, target: Target) -> Iterator[NotInForce]:
    denied = [host for host, _ in settings.items("sandbox", "network", "deniedDomains")]
    for host, provenance in settings.items("sandbox", "network", "allowedDomains"):
        name, _, port = host.removeprefix("*.").partition(":")
        if re.search(NEVER_A_HOST, host):
            why = "it matches no host: write a plain name, or *.name for what is below it"
        elif port.isdigit() and not target.knows(HOST_WITH_PORT):
            why = "this version knows no ports in host entries"
        elif any(host_matches(pattern, name, int(port) if port.isdigit() else None) for pattern in denied):
            why = "a denied domain beats it"
        else:
            continue
        yield NotInForce(provenance, f"{inline(host)}: {why}", Entry("connect", host, Access.ALLOWED, provenance))


def _commands(settings: Settings) -> Iterator[NotInForce]:
    for pattern, provenance in settings.items("sandbox", "excludedCommands"):
        if re.match(r"[A-Za-z]{1,20}\(", pattern):
            yield NotInForce(provenance, f"{inline(pattern)}: an entry is the inside of a rule, as in `docker *`")


def _holds(layer: Layer, path: tuple[str, ...]) -> bool:
    return value_at(layer.document, path) is not None


def _at(layer: Layer, path: tuple[str, ...], why: str) -> NotInForce:
    return NotInForce(Provenance(layer.file, ".".join(path), layer.scope), why)


def _nearest(key: str, known: Iterable[str]) -> str | None:
    from difflib import get_close_matches

    return next(iter(get_close_matches(key, sorted(known), 1, 0.7)), None)
