"""Claude Code: its settings files, its environment markers, the boundary that its sandbox draws, and the plans for it.

Measured on 2.1.332; source: its own settings schema and https://code.claude.com/docs/en/settings.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from advisor.harnesses import ConfigFile, Harness, Marker
from advisor.harnesses.claude_code.versions import ASSUMED, version_from
from advisor.model import Boundary, Entry, Need, Plan, Situation


def _read_boundary(situation: Situation) -> Boundary:
    from advisor.harnesses.claude_code.boundary import read_boundary  # the markers are asked for on every path, a boundary is not

    return read_boundary(situation)


def _plan(needs: frozenset[Need], boundary: Boundary, situation: Situation) -> Plan:
    from advisor.harnesses.claude_code.planning import plan

    return plan(needs, boundary, situation)


def _runs_outside(command: str, situation: Situation) -> Entry | None:
    from advisor.harnesses.claude_code.excluded import runs_outside

    return runs_outside(command, situation)


def _differences(told: Mapping[str, Any], situation: Situation) -> tuple[str, ...]:
    from advisor.harnesses.claude_code.told import differences

    return differences(told, situation)


HARNESS = Harness(
    name="claude",
    title="Claude Code",
    assumed_version=ASSUMED,
    files=(
        ConfigFile("user", "~/.claude/settings.json", moved_by="CLAUDE_CONFIG_DIR"),
        ConfigFile("project", ".claude/settings.json", at="start"),
        ConfigFile("local", ".claude/settings.local.json", at="start"),
        # Started in a sub-folder or a linked worktree, it reads the main checkout's too, and that one is the stronger
        # (2.1.332: run). The project's settings.json is read from the folder of the start alone.
        ConfigFile("local", ".claude/settings.local.json", at="main"),
        ConfigFile("elsewhere", ".claude/settings.json", at="root"),
        ConfigFile("elsewhere", ".claude/settings.local.json", at="root"),
        ConfigFile("managed", "/etc/claude-code/managed-settings.json", systems=("linux",)),
        ConfigFile("managed", "/etc/claude-code/managed-settings.d/*.json", systems=("linux",)),
        ConfigFile("managed", "/Library/Application Support/ClaudeCode/managed-settings.json", systems=("macos",)),
        ConfigFile("managed", "C:/Program Files/ClaudeCode/managed-settings.json", systems=("windows",)),
    ),
    markers=(
        Marker("CLAUDECODE", "session", "1"),
        Marker("CLAUDE_CODE_SESSION_ID", "session"),
        Marker("SANDBOX_RUNTIME", "sandboxed", "1", names_harness=False),  # the `srt` command sets it too
    ),
    read_boundary=_read_boundary,
    plan=_plan,
    version_from=version_from,
    always_marked="SANDBOX_RUNTIME",
    runs_outside=_runs_outside,
    differences=_differences,
)
