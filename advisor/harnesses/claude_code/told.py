"""Where Claude Code's own account of its sandbox (`claude sandbox status`, since 2.1.251) is not what we read in its files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from advisor.harnesses.claude_code.settings import read_settings
from advisor.model import Situation
from advisor.quoting import inline


def differences(told: Mapping[str, Any], situation: Situation) -> tuple[str, ...]:
    """One clause for each thing that differs, and why the sandbox cannot run where the program says that it cannot."""
    return tuple(_differences(told, situation))


def _differences(told: Mapping[str, Any], situation: Situation) -> Iterator[str]:
    settings = read_settings(situation)
    enabled = settings.scalar("sandbox", "enabled")[0] is True
    if isinstance(told.get("enabled"), bool) and told["enabled"] is not enabled:
        source = inline(str(told.get("enabledSource")), 40)
        yield f"the sandbox is {_on(told['enabled'])} for Claude Code (by {source}) and {_on(enabled)} in the files as read here"
    open_files = settings.on("sandbox", "filesystem", "disabled") is not None
    if told.get("filesystemPolicy") in ("strict", "relaxed") and (told["filesystemPolicy"] == "relaxed") is not open_files:
        yield f"files are {told['filesystemPolicy']} for Claude Code, and file isolation is {_on(not open_files)} in the files as read here"
    strict = settings.scalar("sandbox", "allowUnsandboxedCommands")[0] is False
    if isinstance(told.get("strictMode"), bool) and told["strictMode"] is not strict:
        way = "refused" if told["strictMode"] else "possible"
        yield f"running outside the sandbox is {way} for Claude Code, unlike in the files as read here"
    if told.get("unavailableReason"):
        yield f"Claude Code cannot start its sandbox here ({inline(str(told['unavailableReason']))}): its commands run without one"


def _on(value: bool) -> str:
    return "on" if value else "off"
