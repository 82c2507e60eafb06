"""Hooks that do not see what they wait for, or that are switched off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from advisor.lint.claude_settings._reading import RUN, SCHEMA, SEEN, project, removed, said, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule


def _matchers(config: Config, event: str) -> list[Any]:
    matchers = config.at("hooks", event)
    return matchers if isinstance(matchers, list) else []


def _hears_bash(config: Config, event: str) -> bool:
    matchers = (matcher.get("matcher") for matcher in _matchers(config, event) if isinstance(matcher, dict))
    return any(isinstance(matcher, str) and "Bash" in re.split(r"[|(]", matcher) for matcher in matchers)


def _half_deaf(config: Config) -> Iterator[Fault]:
    if _hears_bash(config, "PostToolUse") and not _matchers(config, "PostToolUseFailure"):
        message = "hears of Bash commands that end well only: one that fails reaches PostToolUseFailure alone"
        yield Fault(("hooks", "PostToolUse"), message)


def _timeouts(config: Config) -> Iterator[Fault]:
    for path in sorted((path for path in config.places if path[:1] == ("hooks",) and path[-1] == "timeout"), key=str):
        seconds = config.at(*path)
        if isinstance(seconds, int | float) and not isinstance(seconds, bool) and seconds >= 1000 and seconds % 500 == 0:
            yield Fault(path, f"{said(seconds)} seconds: the unit is the second, and milliseconds look meant", part="value")


def _silenced(config: Config) -> Iterator[Fault]:
    if config.at("disableAllHooks") is True and config.at("hooks"):
        yield Fault(("disableAllHooks",), "true: none of the hooks of this file runs", removed(("disableAllHooks",), "leave it out"))


RULES = (
    LintRule(
        id="claude-settings/half-deaf-hook",
        title="A hook that misses every failing command",
        explanation=(
            "PostToolUse fires for a command that exits with 0, PostToolUseFailure for every other. A hook that looks for failures, "
            "or for refusals of the sandbox, belongs under both."
        ),
        severity="info",
        check=_half_deaf,
        source=RUN,
        seen_on=SEEN,
        examples=(project('{"hooks": {"PostToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "log"}]}]}}'),),
        near_misses=(project('{"hooks": {"PostToolUse": [{"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "fmt"}]}]}}'),),
    ),
    LintRule(
        id="claude-settings/hook-seconds",
        title="A hook's time limit in milliseconds",
        explanation="Time limits of hooks are seconds, 600 where none is given. A thousand times as much holds a hanging hook for hours.",
        severity="info",
        check=_timeouts,
        source=SCHEMA,
        seen_on=SEEN,
        examples=(project('{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", "timeout": 30000}]}]}}'),),
        near_misses=(project('{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", "timeout": 600}]}]}}'),),
    ),
    LintRule(
        id="claude-settings/hooks-off",
        title="Hooks that are switched off in the same file",
        explanation="disableAllHooks silences every hook, those of this file as well.",
        severity="warn",
        check=_silenced,
        source=SCHEMA,
        seen_on=SEEN,
        examples=(user('{"disableAllHooks": true, "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}}'),),
        near_misses=(user('{"disableAllHooks": true}'),),
    ),
)
