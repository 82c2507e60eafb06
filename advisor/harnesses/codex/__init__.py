"""Codex CLI: its config files, what gives its sessions away, its boundary and its plans.

Measured on 0.171.0; source: https://github.com/openai/codex and https://developers.openai.com/codex.
"""

from __future__ import annotations

from collections.abc import Mapping

from advisor.harnesses import ConfigFile, Harness, Marker
from advisor.harnesses.codex.layers import ASSUMED_VERSION
from advisor.model import Boundary, Need, Plan, Situation


def _read_boundary(situation: Situation) -> Boundary:
    from advisor.harnesses.codex.boundary import read_boundary  # the markers are asked for on every path, a boundary is not

    return read_boundary(situation)


def _plan(needs: frozenset[Need], boundary: Boundary, situation: Situation) -> Plan:
    from advisor.harnesses.codex.plan import plan

    return plan(needs, boundary, situation)


def _version_from(environ: Mapping[str, str]) -> str | None:
    return environ.get("CODEX_VERSION") or None


HARNESS = Harness(
    name="codex",
    title="Codex",
    assumed_version=ASSUMED_VERSION,
    files=(
        ConfigFile("requirements", "/etc/codex/requirements.toml", systems=("linux", "macos")),
        ConfigFile("system", "/etc/codex/config.toml", systems=("linux", "macos")),
        ConfigFile("user", "~/.codex/config.toml", moved_by="CODEX_HOME"),
        ConfigFile("project", ".codex/config.toml"),
        ConfigFile("rules", ".codex/rules/advise.rules"),
    ),
    markers=(
        Marker("CODEX_THREAD_ID", "session"),
        Marker("CODEX_SANDBOX_NETWORK_DISABLED", "sandboxed", "1"),
        Marker("CODEX_NETWORK_PROXY_ACTIVE", "sandboxed", "1"),
        Marker("CODEX_SANDBOX", "sandboxed", "seatbelt", systems=("macos",)),
    ),
    read_boundary=_read_boundary,
    plan=_plan,
    version_from=_version_from,
)
