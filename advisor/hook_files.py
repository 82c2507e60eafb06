"""What stands in a harness's hook file for `advise`: which events, which command, and what it was before we came."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from advisor.edits.json_edit import edited
from advisor.edits.json_undo import undone, without
from advisor.edits.new_text import Setting, json_text
from advisor.model import HarnessName

FILES: dict[tuple[HarnessName, str], tuple[str, str | None]] = {
    # The file as shown, and the variable that moves the folder below the home.
    ("claude", "project"): (".claude/settings.json", None),
    ("claude", "user"): ("~/.claude/settings.json", "CLAUDE_CONFIG_DIR"),
    ("codex", "project"): (".codex/hooks.json", None),
    ("codex", "user"): ("~/.codex/hooks.json", "CODEX_HOME"),
}
_TOOL_EVENTS: dict[HarnessName, tuple[str, ...]] = {
    "claude": ("PreToolUse", "PostToolUse", "PostToolUseFailure"),
    "codex": ("PreToolUse", "PostToolUse"),
}
# Codex sends no event of what its proxy or its policy refuses: what is asked next catches it.
_OTHER_EVENTS: dict[HarnessName, tuple[str, ...]] = {"claude": (), "codex": ("UserPromptSubmit",)}
_SECONDS = 10
# Where SessionStart stands among our entries: the file is ours; its table of hooks was there, and empty; or neither.
_NEW, _HELD, _MERGED = 0, 1, 9
_CALLS_US = re.compile(r"(?:^|[\s/'\"\\])(?:advise(?:\.exe)?['\"]?|-m advisor) hook (?:claude|codex)\b")
# What `install` writes, now or once: one command and nothing round it. A line of the user's own that calls us is theirs.
_OURS = re.compile(
    r"(?:(?:[^|;&<>()$`\n]{0,4096}[/\\])?advise(?:\.exe)?['\"]?|[^|;&<>()$`\n]{1,4096} -m advisor) hook (?:claude|codex)(?: --deny)?"
)


def installed(before: str | None, harness: HarnessName, command: str) -> str:
    """The text of a hook file with `command` in it for every event; None: there is no such file yet.

    Raises ConfigError when the text is not strict JSON, or something of another type is in the way.
    """
    if before is None:
        return json_text(_settings(harness, command, _NEW))
    return edited(before, _settings(harness, command, _HELD if _holds_no_event(before) else _MERGED)).text


def uninstalled(text: str) -> str | None:
    """The text as it was before `advise` was put in; None: there was no such file.

    Where it was changed since, only our own entries go. Raises ConfigError when the text is not strict JSON.
    """
    settings = tuple(_held(text))
    at = next((at for at, setting in enumerate(settings) if setting.path[-1] == "SessionStart"), _MERGED)
    if at == _NEW and json_text(settings) == text:
        return None
    before = undone(text, settings, held=int(at == _HELD))
    return without(text, settings) if before is None else before


def commands_in(text: str | None) -> tuple[str, ...]:
    """The commands in a hook file that call `advise`, each once; none of a text that is no JSON object."""
    commands = (_command(hook) for _, group in _groups(text) for hook in _hooks(group))
    return tuple(dict.fromkeys(command for command in commands if _CALLS_US.search(command)))


def is_installed(text: str | None, harness: HarnessName, command: str) -> bool:
    """Whether every event that we answer calls `command`, and nothing calls another of our commands."""
    called = [(name, _command(hook)) for name, group in _groups(text) for hook in _hooks(group) if _is_ours(hook)]
    wanted = {setting.path[-1] for setting in _settings(harness, command, _MERGED)}
    return {name for name, _ in called} >= wanted and all(held == command for _, held in called)


def holds_ours(text: str | None) -> bool:
    """Whether a hook file holds anything that `advise` put there."""
    return any(_is_ours(hook) for _, group in _groups(text) for hook in _hooks(group))


def are_switched_off(text: str | None) -> bool:
    """Whether a settings file of Claude Code keeps every hook from being called."""
    document = _document(text)
    return isinstance(document, dict) and document.get("disableAllHooks") is True


def _settings(harness: HarnessName, command: str, at: int) -> tuple[Setting, ...]:
    """One setting an event. at: where SessionStart comes, which tells later what was there before us."""
    hook = {"type": "command", "command": command, "timeout": _SECONDS}
    tools = [Setting(("hooks", name), {"matcher": "Bash", "hooks": [hook]}, "append") for name in _TOOL_EVENTS[harness]]
    others = [Setting(("hooks", name), {"hooks": [hook]}, "append") for name in _OTHER_EVENTS[harness]]
    every = [*tools, *others]
    every.insert(at, Setting(("hooks", "SessionStart"), {"hooks": [hook]}, "append"))
    return tuple(every)


def _holds_no_event(text: str) -> bool:
    """Whether the file has a table of hooks with nothing in it."""
    document = _document(text)
    return isinstance(document, dict) and document.get("hooks") == {}


def _held(text: str) -> Iterator[Setting]:
    """The settings that made our entries, in the order in which they stand."""
    for name, group in _groups(text):
        hooks = list(_hooks(group))
        if hooks and all(map(_is_ours, hooks)):
            yield Setting(("hooks", name), group, "append")


def _groups(text: str | None) -> Iterator[tuple[str, dict[str, Any]]]:
    document = _document(text)
    events = document.get("hooks") if isinstance(document, dict) else None
    for name, groups in events.items() if isinstance(events, dict) else ():
        yield from ((name, group) for group in (groups if isinstance(groups, list) else ()) if isinstance(group, dict))


def _document(text: str | None) -> object:
    try:
        return json.loads((text or "").removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None


def _hooks(group: dict[str, Any]) -> Iterator[dict[str, Any]]:
    hooks = group.get("hooks")
    yield from (hook for hook in (hooks if isinstance(hooks, list) else ()) if isinstance(hook, dict))


def _is_ours(hook: dict[str, Any]) -> bool:
    return _OURS.fullmatch(_command(hook)) is not None


def _command(hook: dict[str, Any]) -> str:
    command = hook.get("command")
    return command if isinstance(command, str) else ""
