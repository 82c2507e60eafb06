"""Whether what is said of one subject also holds for another: a rule for `npm *` for `npm test`, a folder for what lies below it."""

from __future__ import annotations

import re
from functools import cache
from typing import TypeAlias

from advisor import paths
from advisor.boundary import host_matches

# What a grant is about: its family, then what tells its subjects apart.
Subject: TypeAlias = tuple[str, ...]


def covers(wide: Subject, narrow: Subject) -> bool:
    """Whether a grant about `wide` decides of `narrow` too; every subject covers itself."""
    if wide == narrow:
        return True
    if wide[0] != narrow[0]:
        return False
    match wide[0]:
        case "rule":
            return _rule_covers(wide[1], wide[2], narrow[1], narrow[2])
        case "outside":
            return command_matches(wide[1], narrow[1])
        case "words":
            return narrow[: len(wide)] == wide
        case "service":
            return wide[1].endswith("*") and narrow[1].startswith(wide[1][:-1])
        case _:
            return False


def command_matches(pattern: str, command: str) -> bool:
    """Whether a command pattern (`gh *`, also for the bare `gh`) covers a command, or a narrower pattern."""
    return pattern in ("", "*") or _pattern(pattern).fullmatch(command) is not None


def rule_parts(rule: str) -> tuple[str, str]:
    """(tool, what is in its brackets) of a permission rule, spellings of the same made one; all of a tool is the empty text."""
    found = re.fullmatch(r"([^()\s]{1,200})\((.{0,4000})\)", rule.strip(), re.DOTALL)
    if found is None:
        return rule.strip(), ""
    tool, inner = found[1], found[2].strip()
    if tool == "Bash":
        return tool, command_spelled(inner)
    if tool in ("Edit", "Read", "Write"):
        inner = inner.removesuffix("/**").removeprefix("./")
        return tool, "" if inner in ("*", "**") else inner
    return tool, "" if inner == "*" else inner


def command_spelled(pattern: str) -> str:
    """A command pattern in its one spelling: `x:*` is `x *`, and nothing but a star is everything."""
    pattern = " ".join(pattern.split())
    pattern = f"{pattern[:-2].rstrip()} *" if pattern.endswith(":*") else pattern
    return "" if pattern.strip() in ("*", "") else pattern


def _rule_covers(wide_tool: str, wide: str, narrow_tool: str, narrow: str) -> bool:
    if wide_tool != narrow_tool:
        return narrow_tool.startswith("mcp__") and not wide and narrow_tool.startswith(f"{wide_tool.removesuffix('__*').rstrip('*')}__")
    if not wide:
        return True
    if not narrow:
        return False
    if wide_tool == "Bash":
        return command_matches(wide, narrow)
    if wide_tool in ("Edit", "Read", "Write"):
        return not re.search(r"[*?\[]", wide) and paths.within(paths.canonical(narrow), paths.canonical(wide))
    if wide.startswith("domain:") and narrow.startswith("domain:"):
        name, _, port = narrow[len("domain:") :].partition(":")
        return host_matches(wide[len("domain:") :], name, int(port) if port.isdigit() else None)
    return False


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    open_end = pattern.endswith(" *")
    parts = (pattern[:-2] if open_end else pattern).split("*")
    return re.compile(".{0,4000}".join(map(re.escape, parts)) + (r"(?: .{0,4000})?" if open_end else ""), re.DOTALL)
