"""Codex CLI: its config files, what gives its sessions away, its boundary and its plans.

Measured on 0.171.0; source: https://github.com/openai/codex and https://developers.openai.com/codex.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from advisor.harnesses import ConfigFile, Harness, Marker, Selected
from advisor.harnesses.codex.layers import ASSUMED_VERSION
from advisor.model import Boundary, Entry, Need, Plan, Situation


def _read_boundary(situation: Situation) -> Boundary:
    from advisor.harnesses.codex.boundary import read_boundary  # the markers are asked for on every path, a boundary is not

    return read_boundary(situation)


def _plan(needs: frozenset[Need], boundary: Boundary, situation: Situation) -> Plan:
    from advisor.harnesses.codex.plan import plan

    return plan(needs, boundary, situation)


def _version_from(environ: Mapping[str, str]) -> str | None:
    return environ.get("CODEX_VERSION") or None


def _selected_from(environ: Mapping[str, str]) -> Selected:
    """The permission profile that a command's environment names; a session of the older form names none (0.171: run)."""
    if profile := environ.get("CODEX_PERMISSION_PROFILE"):
        return Selected(profile, "profile")
    version = environ.get("CODEX_VERSION", "").split(".")
    names_profiles = len(version) > 1 and all(part.isdigit() for part in version[:2]) and (int(version[0]), int(version[1])) >= (0, 171)
    return Selected(None, "legacy") if names_profiles and environ.get("CODEX_THREAD_ID") else Selected()


def _runs_outside(command: str, situation: Situation) -> Entry | None:
    from advisor.harnesses.codex.execution_rules import runs_outside

    return runs_outside(command, situation)


def _differences(told: Mapping[str, Any], situation: Situation) -> tuple[str, ...]:
    from advisor.harnesses.codex.told import differences

    return differences(told, situation)


HARNESS = Harness(
    name="codex",
    title="Codex",
    assumed_version=ASSUMED_VERSION,
    files=(
        ConfigFile("requirements", "/etc/codex/requirements.toml", systems=("linux", "macos")),
        ConfigFile("system", "/etc/codex/config.toml", systems=("linux", "macos")),
        ConfigFile("user", "~/.codex/config.toml", moved_by="CODEX_HOME"),
        ConfigFile("profile", "~/.codex/{profile}.config.toml", moved_by="CODEX_HOME"),
        ConfigFile("project", ".codex/config.toml", at="chain"),
        ConfigFile("managed", "/etc/codex/managed_config.toml", systems=("linux", "macos")),
        ConfigFile("system-rules", "/etc/codex/rules/*.rules", systems=("linux", "macos")),
        ConfigFile("user-rules", "~/.codex/rules/*.rules", moved_by="CODEX_HOME"),
        ConfigFile("rules", ".codex/rules/*.rules", at="chain"),
    ),
    markers=(
        Marker("CODEX_THREAD_ID", "session"),
        Marker("CODEX_SANDBOX_NETWORK_DISABLED", "sandboxed", "1"),
        Marker("CODEX_NETWORK_PROXY_ACTIVE", "sandboxed", "1"),
        Marker("CODEX_SANDBOX", "sandboxed", "seatbelt", systems=("macos",)),
        Marker("CODEX_PERMISSION_PROFILE", "unsandboxed", ":danger-full-access"),
    ),
    read_boundary=_read_boundary,
    plan=_plan,
    version_from=_version_from,
    selected_from=_selected_from,
    runs_outside=_runs_outside,
    differences=_differences,
)
