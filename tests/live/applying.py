"""Applies a plan's changes to config files by merging parsed values: no editor of the product is trusted here."""

from __future__ import annotations

import json
from collections.abc import Iterable
from copy import deepcopy
from typing import Any

import tomlkit

from advisor.model import Change


def applied(files: dict[str, Any], changes: Iterable[Change]) -> dict[str, Any]:
    """`files` (name → parsed tables, or a list of lines) after the changes."""
    after = deepcopy(files)
    for change in changes:
        if change.format == "lines":
            after.setdefault(change.file, []).append(change.value)
            continue
        table = after.setdefault(change.file, {})
        for key in change.path[:-1]:
            table = table.setdefault(key, {})
        last = change.path[-1]
        if change.op == "append":
            array = table.setdefault(last, [])
            array += [_plain(change.value)] if change.value not in array else []
        else:
            table[last] = _plain(change.value)
    return after


def written(files: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """The texts of parsed files."""
    return tuple((file, _text(file, content)) for file, content in files.items())


def _text(file: str, content: Any) -> str:
    if isinstance(content, list):
        return "".join(f"{line}\n" for line in content)
    return tomlkit.dumps(content) if file.endswith(".toml") else json.dumps(content, indent=1)


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value
