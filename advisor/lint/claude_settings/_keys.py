"""Which keys Claude Code knows, where each stands, and whose a key is that it does not know."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from advisor.edits.positions import Path
from advisor.resources import text

# Accepted, but in no schema: the first is honoured in code; a `$schema` and the rest are read by editors and by the desktop app.
_BESIDES: tuple[tuple[str, ...], ...] = (
    ("$schema",),
    ("sandbox", "enabledPlatforms"),
    ("browserExternalPageTools",),
    ("disableBrowserExternalNavigation",),
    ("disableMobileSimulatorTools",),
    ("requireCoworkFullVmSandbox",),
    ("sshHostAllowlist",),
    ("xaaIdp",),
)
# Keys of `srt`, the sandbox as a program of its own, which Claude Code takes no notice of.
SRT_ONLY = frozenset({
    ("sandbox", "seccomp"), ("sandbox", "mandatoryDenySearchDepth"), ("sandbox", "allowPty"), ("sandbox", "git"),
    ("sandbox", "javaAgentJarPath"), ("sandbox", "network", "deniedResolvedAddresses"), ("sandbox", "network", "deniedDomainReasons"),
    ("sandbox", "network", "parentProxy"), ("sandbox", "network", "mitmProxy"), ("sandbox", "network", "tlsTerminate", "excludeDomains"),
})  # fmt: skip
# Codex's words for its own sandbox: (key anywhere in the file's first two levels, what it is there).
CODEX = {
    "sandbox_mode": "sandbox_mode",
    "sandbox_workspace_write": "[sandbox_workspace_write]",
    "approval_policy": "approval_policy",
    "default_permissions": "default_permissions",
    "writable_roots": "sandbox_workspace_write.writable_roots",
    "network_access": "sandbox_workspace_write.network_access",
    "mode": "sandbox_mode",
    "workspace-write": "sandbox_mode",
    "mcp_servers": "[mcp_servers]",
    "shell_environment_policy": "[shell_environment_policy]",
}
# Names that people give to a key that has another one: found in public reports and examples.
MEANT: Mapping[str, tuple[str, ...]] = {
    "filesystem.allow": ("sandbox", "filesystem", "allowWrite"),
    "filesystem.deny": ("sandbox", "filesystem", "denyWrite"),
    "allow": ("sandbox", "network", "allowedDomains"),
    "allowed": ("sandbox", "network", "allowedDomains"),
    "allowedHosts": ("sandbox", "network", "allowedDomains"),
    "allowHosts": ("sandbox", "network", "allowedDomains"),
    "allowDomains": ("sandbox", "network", "allowedDomains"),
    "allowlist": ("sandbox", "network", "allowedDomains"),
    "domains": ("sandbox", "network", "allowedDomains"),
    "hosts": ("sandbox", "network", "allowedDomains"),
    "deny": ("sandbox", "network", "deniedDomains"),
    "deniedHosts": ("sandbox", "network", "deniedDomains"),
    "blockedDomains": ("sandbox", "network", "deniedDomains"),
    "blockedHosts": ("sandbox", "network", "deniedDomains"),
    "unixSockets": ("sandbox", "network", "allowUnixSockets"),
    "allowLocalhost": ("sandbox", "network", "allowLocalBinding"),
    "writablePaths": ("sandbox", "filesystem", "allowWrite"),
    "writableRoots": ("sandbox", "filesystem", "allowWrite"),
    "writable_roots": ("sandbox", "filesystem", "allowWrite"),
    "additionalWritePaths": ("sandbox", "filesystem", "allowWrite"),
    "allowedWritePaths": ("sandbox", "filesystem", "allowWrite"),
    "additionalAllow": ("sandbox", "filesystem", "allowWrite"),
    "write": ("sandbox", "filesystem", "allowWrite"),
    "allowPaths": ("sandbox", "filesystem", "allowWrite"),
    "read": ("sandbox", "filesystem", "allowRead"),
    "deniedPaths": ("sandbox", "filesystem", "denyWrite"),
    "excludeCommands": ("sandbox", "excludedCommands"),
    "excluded": ("sandbox", "excludedCommands"),
    "allowedCommands": ("permissions", "allow"),
    "allowedTools": ("permissions", "allow"),
    "deniedCommands": ("permissions", "deny"),
    "disallowedTools": ("permissions", "deny"),
    "autoAllow": ("sandbox", "autoAllowBashIfSandboxed"),
    "dangerouslyDisableSandbox": ("sandbox", "enabled"),
}


@cache
def known() -> frozenset[tuple[str, ...]]:
    """Every key path that Claude Code knows, through objects; where an object's keys are free, nothing below it."""
    found = {path for schema in _schemas() for path in _paths(schema, schema, ())}
    return frozenset(found | set(_BESIDES))


@cache
def open_objects() -> frozenset[tuple[str, ...]]:
    """The objects whose keys are free: `env`, `enabledPlugins` and their like, and those whose keys are not told."""
    return frozenset(path for path in known() if not any(other[:-1] == path for other in known()))


def unknown(data: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The key paths in some data that Claude Code does not know; nothing below an unknown one."""
    if not isinstance(data, dict):
        return
    for key, value in data.items():
        own = (*path, key)
        if own not in known():
            yield own
        elif own not in open_objects():
            yield from unknown(value, own)


def homes(key: str) -> list[tuple[str, ...]]:
    """Where a key of this very name belongs, shortest path first."""
    return sorted((path for path in known() if path[-1] == key), key=len)


def siblings(path: Path) -> list[str]:
    """The names that are known beside the last key of a path."""
    return sorted({other[-1] for other in known() if other[:-1] == tuple(path[:-1])})


@cache
def _schemas() -> tuple[Any, ...]:
    return tuple(json.loads(text("schemas", f"{name}.json")) for name in ("claude-settings", "claude-settings-parts"))


def _paths(schema: Any, root: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:  # noqa: ANN401  # a JSON schema
    for key, below in schema.get("properties", {}).items():
        yield (*path, key)
        yield from _paths(below, root, (*path, key))
