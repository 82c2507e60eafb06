"""Keys that this file's scope is not listened to for, and what one scope does to the others."""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.edits.positions import Path
from advisor.harnesses.claude_code.settings import TRUSTED_ONLY
from advisor.lint.claude_settings._reading import LOCAL, MANAGED, RUN, SCHEMA, SEEN, USER, managed, project, removed, said, sandbox, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule, Sample
from advisor.model.lint import Fix, Severity

_TRUSTED = sorted({
    *TRUSTED_ONLY,
    ("sandbox", "windows", "backend"),
    ("sandbox", "credentials", "allowPlaintextInject"),
    ("sandbox", "credentials", "awsPairs"),
    ("sandbox", "credentials", "sigv4"),
    ("footerLinksRegexes",),
    ("processWrapper",),
    ("modelProposedGoals",),
    ("prependPlugins",),
    ("appendPlugins",),
    ("axScreenReader",),
    ("remoteTools",),
})  # fmt: skip
_MANAGED = sorted({
    ("sandbox", "bwrapPath"),
    ("sandbox", "socatPath"),
    ("sandbox", "enabledPlatforms"),
    ("sandbox", "network", "allowManagedDomainsOnly"),
    ("sandbox", "filesystem", "allowManagedReadPathsOnly"),
    ("allowManagedHooksOnly",),
    ("allowManagedPermissionRulesOnly",),
    ("allowManagedMcpServersOnly",),
    ("managedMcpServers",),
    ("policyHelper",),
    ("policyHelpers",),
    ("modelPricing",),
    ("modelCatalogUrl",),
    ("modelCatalogPublicKey",),
    ("strictKnownMarketplaces",),
    ("allowedMarketplaces",),
    ("blockedMarketplaces",),
    ("strictPluginOnlyCustomization",),
    ("disableCommandPluginSources",),
    ("disableSideloadFlags",),
    ("pluginSuggestionMarketplaces",),
    ("allowedProviders",),
    ("forceRemoteSettingsRefresh",),
    ("allowAllClaudeAiMcps",),
    ("allowClaudeInChromeWithManagedMcp",),
    ("requiredMinimumVersion",),
    ("requiredMaximumVersion",),
    ("claudeMd",),
    ("pluginTrustMessage",),
    ("wslInheritsWindowsSettings",),
    ("disableWindowsBashCommandSplit",),
})  # fmt: skip
_BY_LAUNCHER = (("additionalDirectoryConfigRoots",),)
_SHARED = "no effect in a project's or local file"


def _trusted(config: Config) -> Iterator[Fault]:
    if not config.is_shared():
        return
    severity, unsure = _how_sure(config, "this is a user's or managed file")
    only = f"honoured from user, --settings and managed files only: {_SHARED}"
    for path in _TRUSTED:
        if config.has(*path):
            yield Fault(path, only + unsure, _take_out(path, "user"), severity=severity)
    for place, mode in _masks(config):
        yield Fault(place, f"{said(mode)} is {only}, where only deny counts{unsure}", part="value", severity=severity)


def _how_sure(config: Config, otherwise: str) -> tuple[Severity | None, str]:
    """What a rule about scopes says less loudly of a file whose scope nobody knows."""
    return ("info", f", unless {otherwise}") if config.standing == "unknown" else (None, "")


def _masks(config: Config) -> Iterator[tuple[Path, object]]:
    for kind in ("files", "envVars"):
        entries = config.at("sandbox", "credentials", kind)
        for number, entry in enumerate(entries if isinstance(entries, list) else ()):
            if isinstance(entry, dict) and entry.get("mode") == "mask":
                yield ("sandbox", "credentials", kind, number, "mode"), "mask"


def _managed_only(config: Config) -> Iterator[Fault]:
    if config.standing in ("managed", "nowhere"):
        return
    severity, unsure = _how_sure(config, "this is one of them")
    for path in _MANAGED:
        if config.has(*path):
            yield Fault(path, f"managed settings only: no effect here{unsure}", _take_out(path, "managed"), severity=severity)


def _take_out(path: Path, where: str) -> Fix:
    file = {"user": USER, "managed": "managed-settings.json"}[where]
    return removed(path, f"take it out here, where it does nothing, and put it into {file} if it is wanted", safe=True)


def _launcher_only(config: Config) -> Iterator[Fault]:
    for path in _BY_LAUNCHER:
        if config.has(*path):
            yield Fault(path, "read from --settings alone: no effect in a settings file", removed(path, "take it out", safe=True))


def _mandate(config: Config) -> Iterator[Fault]:
    if config.standing != "managed":
        return
    drops = "a project's and local allowWrite, allowedDomains, excludedCommands, sockets, Edit and WebFetch allow rules are dropped"
    if config.at("sandbox", "allowUnsandboxedCommands") is False:
        yield Fault(("sandbox", "allowUnsandboxedCommands"), f"false in managed settings is a mandate: {drops} (since 2.1.284)")
    if config.at("sandbox", "network", "allowManagedDomainsOnly") is True:
        yield Fault(("sandbox", "network", "allowManagedDomainsOnly"), f"a mandate: {drops}, and only managed hosts count")
    for path in (("sandbox", "filesystem", "denyRead"), ("sandbox", "credentials", "files")):
        if config.at(*path):
            yield Fault(path, "in managed settings it also cancels a project's allowWrite and allowRead at or under these places")


def _strict(config: Config) -> Iterator[Fault]:
    path = ("sandbox", "network", "strictAllowlist")
    if not config.is_shared() and config.at(*path) is True:
        yield Fault(path, "true: nothing asks for another host, and the hosts that a project lists are ignored")


def _tools_only(config: Config) -> Iterator[Fault]:
    path = ("permissions", "blockWritesOutsideWorkingDirectories")
    if config.at(*path) is True:
        yield Fault(path, "holds for the file tools only; what a shell command writes is the sandbox's business")


def _local_memory(config: Config) -> Iterator[Fault]:
    if config.standing == "project" and config.has("autoMemoryDirectory"):
        yield Fault(
            ("autoMemoryDirectory",), "ignored in a project's settings.json", removed(("autoMemoryDirectory",), "put it into a local file")
        )


def _version(config: Config) -> Iterator[Fault]:
    if config.standing not in ("managed", "unknown"):
        return
    if (highest := _numbers(config.at("requiredMaximumVersion"))) and highest < _NEWEST:
        message = "newer versions, 2.1.332 among them, refuse to start at all; what is told of them here does not apply"
        yield Fault(("requiredMaximumVersion",), f"{_spelt(highest)}: {message}", part="value")
    if (lowest := _numbers(config.at("requiredMinimumVersion"))) and lowest > _NEWEST:
        message = "older versions, 2.1.332 among them, refuse to start at all; what is told of them here may not apply"
        yield Fault(("requiredMinimumVersion",), f"{_spelt(lowest)}: {message}", part="value", severity="warn")


_NEWEST = (2, 1, 332)


def _numbers(version: object) -> tuple[int, ...] | None:
    """The first three numbers of a version; None for what is not written as one."""
    found = re.match(r"(\d{1,6})\.(\d{1,6})\.(\d{1,9})(?:[-+.]|$)", version) if isinstance(version, str) else None
    return tuple(map(int, found.groups())) if found else None


def _spelt(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers))


def _own_proxy(config: Config) -> Iterator[Fault]:
    for key in ("httpProxyPort", "socksProxyPort"):
        if config.at("sandbox", "network", key):
            message = "your own proxy takes the place of Claude Code's"
            dropped = "; a mandate or an administrator's denied hosts drop this key from a project's files" if config.is_shared() else ""
            yield Fault(("sandbox", "network", key), message + dropped)


RULES = (
    LintRule(
        id="claude-settings/trusted-scope-only",
        title="A key that a repository's files cannot set",
        explanation=(
            "Some keys loosen the sandbox or the trust in it so far that Claude Code takes them only from files which the user or an "
            "administrator wrote. In .claude/settings.json and .claude/settings.local.json they are ignored without a word."
        ),
        severity="warn",
        check=_trusted,
        source=f"{RUN}; {SCHEMA}",
        seen_on=SEEN,
        examples=(
            project(sandbox('"allowAppleEvents": true')),
            Sample(sandbox('"filesystem": {"disabled": true}'), LOCAL),
            project(sandbox('"credentials": {"envVars": [{"name": "GH_TOKEN", "mode": "mask"}]}')),
            Sample(sandbox('"network": {"strictAllowlist": true}'), "some.json"),
        ),
        near_misses=(
            user(sandbox('"allowAppleEvents": true')),
            managed(sandbox('"filesystem": {"disabled": true}')),
            project(sandbox('"credentials": {"envVars": [{"name": "GH_TOKEN", "mode": "deny"}]}')),
        ),
    ),
    LintRule(
        id="claude-settings/managed-scope-only",
        title="A key that only managed settings can set",
        explanation="These keys are an administrator's: anywhere but in managed settings they are ignored without a word.",
        severity="warn",
        check=_managed_only,
        source=f"{SCHEMA}; {RUN}",
        seen_on=SEEN,
        examples=(user(sandbox('"bwrapPath": "/usr/bin/bwrap"')), project('{"allowManagedHooksOnly": true}')),
        near_misses=(Sample(sandbox('"bwrapPath": "/usr/bin/bwrap"'), MANAGED),),
    ),
    LintRule(
        id="claude-settings/launcher-only",
        title="A key that only the program which starts Claude Code can set",
        explanation="It is read from --settings and from what the starting program sends; in a settings file it is ignored.",
        severity="warn",
        check=_launcher_only,
        source=SCHEMA,
        seen_on=SEEN,
        examples=(user('{"additionalDirectoryConfigRoots": {"/srv/a": "/srv/b"}}'),),
        near_misses=(user('{"permissions": {"additionalDirectories": ["/srv/a"]}}'),),
    ),
    LintRule(
        id="claude-settings/mandate",
        title="A mandate that drops what projects allow",
        explanation=(
            "With allowUnsandboxedCommands false, or allowManagedDomainsOnly true, in managed settings (or --settings), everything by "
            "which a repository's files widen the sandbox is ignored; it shows in the debug log only. Denials still count, and so "
            "does what ~/.claude/settings.json widens."
        ),
        severity="info",
        check=_mandate,
        source=RUN,
        seen_on=SEEN,
        examples=(
            managed(sandbox('"allowUnsandboxedCommands": false')),
            managed(sandbox('"network": {"allowManagedDomainsOnly": true}')),
            managed(sandbox('"filesystem": {"denyRead": ["~/.ssh"]}')),
        ),
        near_misses=(user(sandbox('"allowUnsandboxedCommands": false')), managed(sandbox('"allowUnsandboxedCommands": true'))),
    ),
    LintRule(
        id="claude-settings/strict-hosts",
        title="A host list that projects cannot add to",
        explanation=(
            "With strictAllowlist nobody is asked about a host that is not listed, and allowedDomains and WebFetch rules of a "
            "project's files do not count. List here what every project needs."
        ),
        severity="info",
        check=_strict,
        source=RUN,
        seen_on=SEEN,
        examples=(user(sandbox('"network": {"strictAllowlist": true}')),),
        near_misses=(user(sandbox('"network": {"strictAllowlist": false}')),),
    ),
    LintRule(
        id="claude-settings/tools-only",
        title="A block that shell commands do not feel",
        explanation=(
            "blockWritesOutsideWorkingDirectories stops the tools that write files. A shell command is stopped by the sandbox, or not "
            "at all; blockReadsOutsideWorkingDirectories reaches sandboxed commands as well."
        ),
        severity="info",
        check=_tools_only,
        source=SCHEMA,
        seen_on=SEEN,
        examples=(user('{"permissions": {"blockWritesOutsideWorkingDirectories": true}}'),),
        near_misses=(user('{"permissions": {"blockReadsOutsideWorkingDirectories": true}}'),),
    ),
    LintRule(
        id="claude-settings/ignored-in-project",
        title="A key that a project's shared file cannot set",
        explanation="For safety it is ignored in the committed .claude/settings.json; the local and the user's file can set it.",
        severity="warn",
        check=_local_memory,
        source=SCHEMA,
        seen_on=SEEN,
        examples=(project('{"autoMemoryDirectory": "~/memory"}'),),
        near_misses=(Sample('{"autoMemoryDirectory": "~/memory"}', LOCAL),),
    ),
    LintRule(
        id="claude-settings/version-bound",
        title="A bound on versions that current releases do not meet",
        explanation=(
            "requiredMaximumVersion makes every newer Claude Code exit at start, requiredMinimumVersion every older one. Who has "
            "another version can then not work at all."
        ),
        severity="error",
        check=_version,
        source=RUN,
        seen_on=SEEN,
        examples=(
            managed('{"requiredMaximumVersion": "2.1.300"}'),
            managed('{"requiredMaximumVersion": "2.1.300-rc1", "requiredMinimumVersion": "3.0.0"}'),
        ),
        near_misses=(managed('{"requiredMaximumVersion": "2.2.0"}'), user('{"requiredMaximumVersion": "2.1.300"}')),
    ),
    LintRule(
        id="claude-settings/own-proxy",
        title="A proxy of your own decides about hosts",
        explanation=(
            "With a port of your own, sandboxed commands are sent through the proxy that listens there instead of the one that Claude "
            "Code starts."
        ),
        severity="info",
        check=_own_proxy,
        source=SCHEMA,
        seen_on=SEEN,
        examples=(project(sandbox('"network": {"httpProxyPort": 3128}')), user(sandbox('"network": {"socksProxyPort": 1080}'))),
        near_misses=(managed(sandbox('"network": {"httpProxyPort": null}')),),
    ),
)
