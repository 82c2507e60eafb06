"""What the traps of Claude Code's settings share: where knowledge is from, permission rules taken apart, and usual fixes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from advisor.edits.positions import Path
from advisor.lint.config import Config
from advisor.lint.rule import Sample
from advisor.model.lint import Edit, Fix
from advisor.quoting import inline

SEEN = "Claude Code 2.1.332"
RUN = "run: Claude Code 2.1.332 on Linux, 2026-11-29"
SCHEMA = "the settings schema that Claude Code 2.1.332 validates with"
USER = "~/.claude/settings.json"
LOCAL = ".claude/settings.local.json"
MANAGED = "/etc/claude-code/managed-settings.json"

_RULE = re.compile(r"(?P<tool>[A-Za-z_][A-Za-z0-9_*-]{0,200})(?:\((?P<inner>.{0,4000})\))?", re.DOTALL)


class PermissionRule(NamedTuple):
    """One rule of `permissions`: `tool(inner)`; inner is None where there are no brackets."""

    path: Path
    kind: str
    text: str
    tool: str
    inner: str | None


def permission_rules(config: Config, *kinds: str) -> Iterator[PermissionRule]:
    """The well-formed rules of these lists (`allow`, `ask`, `deny`)."""
    for kind in kinds:
        for path, text in config.strings("permissions", kind):
            if found := _RULE.fullmatch(text.strip()):
                yield PermissionRule(path, kind, text, found["tool"], found["inner"])


def is_on(config: Config) -> bool:
    """Whether this file turns the sandbox on."""
    return config.at("sandbox", "enabled") is True


def said(value: object) -> str:
    """A value from the file, in double quotes, ready to stand in a message."""
    return f'"{inline(str(value), 80)}"'


def removed(path: Path, say: str, *, safe: bool = False) -> Fix:
    """Taking the key or item out."""
    return Fix(say, (Edit("remove", path),), safe)


def put(path: Path, value: Any, say: str, *, safe: bool = False) -> Fix:  # noqa: ANN401  # what JSON holds
    """Writing the value at the path."""
    return Fix(say, (Edit("set", path, value),), safe)


def moved(path: Path, to: Path, value: Any, say: str) -> Fix:  # noqa: ANN401
    """Taking the key out and writing its value elsewhere in the same file."""
    return Fix(say, (Edit("set", to, value), Edit("remove", path)))


def project(text: str) -> Sample:
    """A sample of a project's own file."""
    return Sample(text)


def user(text: str) -> Sample:
    """A sample of a user's file."""
    return Sample(text, USER)


def managed(text: str) -> Sample:
    """A sample of an administrator's file."""
    return Sample(text, MANAGED)


def sandbox(inner: str) -> str:
    """The text of a file whose sandbox block is on and holds this besides."""
    return f'{{"sandbox": {{"enabled": true, {inner}}}}}'
