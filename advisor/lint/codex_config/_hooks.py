"""The traps of hooks, which stand in a config.toml and in a hooks.json alike: the checks, for either file's rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from advisor.edits.positions import Path
from advisor.lint.codex_config._keys import nearest, schema
from advisor.lint.codex_config._reading import renamed, said
from advisor.lint.config import Config
from advisor.lint.rule import Fault

_BESIDES = ("state", "managed_dir", "windows_managed_dir", "description")


def events() -> tuple[str, ...]:
    """The names of the events that Codex has hooks for."""
    return tuple(name for name in schema()["properties"]["hooks"]["properties"] if name not in _BESIDES)


def unknown_events(config: Config) -> Iterator[Fault]:
    """Hooks of an event that Codex does not have."""
    hooks = config.at("hooks")
    for name in hooks if isinstance(hooks, Mapping) else ():
        if name in events() or name in _BESIDES:
            continue
        near = nearest(name, events())
        fix = renamed(("hooks", name), near, f"{near} is meant") if near and not config.has("hooks", near) else None
        hint = f" (nearest: {near})" if near else ""
        yield Fault(("hooks", name), f"{said(name)} is no event of Codex{hint}: nothing below it ever runs, and Codex says nothing", fix)


def unsupported(config: Config) -> Iterator[Fault]:
    """Handlers that are passed over with a warning."""
    for path, handler in handlers(config):
        kind = handler.get("type")
        if kind in ("prompt", "agent"):
            yield Fault((*path, "type"), f"hooks of the kind {said(kind)} are not supported yet, and skipped", part="value")
        elif kind == "command" and handler.get("command") == "":
            yield Fault((*path, "command"), "an empty command is skipped", part="value")


def outside_of_a_list(config: Config) -> Iterator[Fault]:
    """Handlers that stand where the list of them belongs: read as nothing, without a word."""
    for event in events():
        groups = config.at("hooks", event)
        for number, group in enumerate(groups if isinstance(groups, list) else ()):
            misplaced = [key for key in ("command", "type") if key in group] if isinstance(group, Mapping) else []
            if misplaced:
                path = ("hooks", event, number, misplaced[0])
                yield Fault(
                    path, "a hook belongs into the list `hooks` below its event's entry: this one never runs, and Codex says nothing"
                )


def unreviewed(config: Config) -> Iterator[Fault]:
    """That hooks wait for a review, once for a file."""
    if next(handlers(config), None):
        say = "each hook is skipped without a word until its reader has reviewed it (`/hooks` in a session), and again after every change"
        yield Fault(("hooks",), say)


def handlers(config: Config) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Every handler of a known event, with its path."""
    for event in events():
        groups = config.at("hooks", event)
        for number, group in enumerate(groups if isinstance(groups, list) else ()):
            inner = group.get("hooks") if isinstance(group, Mapping) else None
            for place, handler in enumerate(inner if isinstance(inner, list) else ()):
                if isinstance(handler, Mapping):
                    yield ("hooks", event, number, "hooks", place), handler


EVENTS_TOLD = (
    "Events are PreToolUse, PermissionRequest, PostToolUse, PreCompact, PostCompact, "
    "SessionStart, SessionEnd, SubagentStart, SubagentStop, "
    "UserPromptSubmit, Stop, Interrupt, PreModelRequest and PostModelRequest; names count with their capitals. Another name is passed over."
)
LISTS_TOLD = (
    "An event holds entries of a matcher and a list `hooks`, and that list holds the commands. A command that stands in the entry itself "
    "is passed over: the file loads, no hook is there, and nothing tells."
)
KINDS_TOLD = (
    "Codex runs handlers of the kinds command and mcp_tool. Those of the kinds prompt and agent are read and skipped with a warning."
)
REVIEW_TOLD = (
    "A new or changed hook of a project or user runs only after a person reviewed it; until then it is skipped in silence. The review is "
    "kept in the user's own file, for the hook's text and place."
)
