"""How we know what each kind of change does: it ran in the real harness, with which version, and when.

`advise verify --self-test` and the live tests run what stands here as `ran`; a new release is measured by running them
again and changing the dates here. A change that is not here has not been run: its planner says `source` or `report`.
"""

from __future__ import annotations

from collections.abc import Sequence

from advisor.model import HarnessName, Verified

# The version that was run last, and when.
RAN: dict[HarnessName, Verified] = {
    "claude": Verified("ran", "2.1.332", "2026-11-29"),
    "codex": Verified("ran", "0.171.0", "2026-11-29"),
}

# Key paths as a change names them; `*` stands for a name or value that the user chooses. A path covers what is below it.
_PATHS: dict[HarnessName, tuple[tuple[str, ...], ...]] = {
    "claude": (
        ("sandbox", "enabled"),
        ("sandbox", "autoAllowBashIfSandboxed"),
        ("sandbox", "excludedCommands"),
        ("sandbox", "allowNestedUserNamespaces"),
        ("sandbox", "filesystem", "allowWrite"),
        ("sandbox", "filesystem", "denyWrite"),
        ("sandbox", "filesystem", "allowRead"),
        ("sandbox", "filesystem", "denyRead"),
        ("sandbox", "network", "allowedDomains"),
        ("sandbox", "network", "deniedDomains"),
        ("sandbox", "network", "allowAllUnixSockets"),
        ("permissions", "allow"),
        ("permissions", "deny"),
        ("permissions", "additionalDirectories"),
        ("env",),
    ),
    "codex": (
        ("sandbox_mode",),
        ("sandbox_workspace_write", "writable_roots"),
        ("sandbox_workspace_write", "network_access"),
        ("sandbox_workspace_write", "exclude_slash_tmp"),
        ("default_permissions",),
        ("permissions", "*", "extends"),
        ("permissions", "*", "filesystem"),
        ("permissions", "*", "workspace_roots"),
        ("permissions", "*", "network", "enabled"),
        ("permissions", "*", "network", "domains"),
        ("permissions", "*", "network", "allow_local_binding"),
        ("permissions", "*", "network", "transparent_tcp"),
        ("permissions", "*", "network", "mode"),
        ("permissions", "*", "network", "dangerously_allow_all_unix_sockets"),
        ("features", "network_proxy"),
        ("rules",),
    ),
}


def verified(harness: HarnessName, path: Sequence[str]) -> Verified | None:
    """How a change at this key path is known to work, or None when it was never run here."""
    for ran in _PATHS[harness]:
        if len(path) >= len(ran) and all(known in ("*", key) for known, key in zip(ran, path, strict=False)):
            return RAN[harness]
    return None
