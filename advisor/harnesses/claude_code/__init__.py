"""Claude Code: its settings files, its environment markers, the boundary that its sandbox draws, and the plans for it."""

from __future__ import annotations

from advisor.harnesses import ConfigFile, Harness, Marker
from advisor.harnesses.claude_code.boundary import read_boundary
from advisor.harnesses.claude_code.planning import plan
from advisor.harnesses.claude_code.versions import ASSUMED, version_from

HARNESS = Harness(
    name="claude",
    title="Claude Code",
    assumed_version=ASSUMED,
    files=(
        ConfigFile("user", "~/.claude/settings.json", moved_by="CLAUDE_CONFIG_DIR"),
        ConfigFile("project", ".claude/settings.json"),
        ConfigFile("local", ".claude/settings.local.json"),
        ConfigFile("managed", "/etc/claude-code/managed-settings.json", systems=("linux",)),
        ConfigFile("managed", "/Library/Application Support/ClaudeCode/managed-settings.json", systems=("macos",)),
        ConfigFile("managed", "C:/Program Files/ClaudeCode/managed-settings.json", systems=("windows",)),
    ),
    markers=(
        Marker("CLAUDECODE", "session", "1"),
        Marker("CLAUDE_CODE_SESSION_ID", "session"),
        Marker("SANDBOX_RUNTIME", "sandboxed", "1"),
    ),
    read_boundary=read_boundary,
    plan=plan,
    version_from=version_from,
)
