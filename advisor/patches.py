"""What each file of a plan gets: the whole new file where there is none, else only what has to be added to it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any

from advisor.edits.new_text import Setting, json_text, lines_text, put, toml_text
from advisor.errors import ConfigError
from advisor.model import Change, ConfigText, Option, Plan, PlanFile, Risk, Situation


def snippets(plan: Plan, situation: Situation) -> tuple[PlanFile, ...]:
    """One snippet for each file of the plan's chosen options, in the order in which they name them.

    A file that the situation shows as missing, or does not show at all, gets its complete text; one that exists gets
    only what it lacks, and nothing when it lacks nothing. ESCAPE changes are never among them.
    """
    changes = chosen_changes(plan)
    files = dict.fromkeys((change.file, change.scope, change.format) for change in changes)
    made = (_snippet([change for change in changes if (change.file, change.scope, change.format) == key], situation) for key in files)
    return tuple(file for file in made if file is not None)


def chosen_changes(plan: Plan) -> tuple[Change, ...]:
    """Every change of the chosen options, each once, without those that would be an escape."""
    chosen: list[Option] = [option for option in plan.options if option.id in plan.chosen and option.risk < Risk.ESCAPE]
    changes: list[Change] = []
    for change in (change for option in chosen for change in option.changes if change.risk < Risk.ESCAPE):
        if not any(_same_edit(change, other) for other in changes):
            changes.append(change)
    return tuple(changes)


def _same_edit(change: Change, other: Change) -> bool:
    return (change.file, change.scope, change.path, change.value, change.op) == (other.file, other.scope, other.path, other.value, other.op)


def _snippet(changes: Sequence[Change], situation: Situation) -> PlanFile | None:
    first = changes[0]
    current = next((text for text in situation.configs if text.file == first.file), None)
    absent = current is None or (current.text is None and current.problem is None)
    if absent:
        return PlanFile(first.file, first.scope, _written(first.format, changes), complete=True)
    assert current is not None
    missing = _missing(first.format, changes, current)
    return PlanFile(first.file, first.scope, missing, complete=False) if missing else None


def _written(format: str, changes: Iterable[Change]) -> str:
    if format == "lines":
        return lines_text(str(change.value) for change in changes)
    settings = [Setting(change.path, change.value, change.op) for change in changes]
    return json_text(settings) if format == "json" else toml_text(settings)


def _missing(format: str, changes: Sequence[Change], current: ConfigText) -> str:
    """The text of the changes that the current file does not hold yet; "" when it holds all of them.

    An array that exists is shown whole with its addition: pasted over the old line, it loses nothing.
    """
    if format == "lines":
        lines = (current.text or "").splitlines()
        return lines_text(str(change.value) for change in changes if str(change.value) not in lines)
    held = parsed(format, current.text or "")
    if held is None:
        return _written(format, changes)
    after = deepcopy(held)
    for change in changes:
        setting = Setting(change.path, change.value, change.op)
        try:
            put(after, setting)
        except ConfigError:  # a plain value stands where the change wants a table, or the other way round
            _make_way(after, change.path)
            put(after, setting)
    paths = dict.fromkeys(change.path for change in changes)
    lacking = [Setting(path, value_at(after, path)) for path in paths if value_at(after, path) != value_at(held, path)]
    if not lacking:
        return ""
    return json_text(lacking) if format == "json" else toml_text(lacking)


def _make_way(tables: dict[str, Any], path: tuple[str, ...]) -> None:
    """Takes out what stands in the way of a change at the path: the outermost plain value, or what is at its end."""
    for key in path[:-1]:
        if not isinstance(tables[key], dict):
            del tables[key]
            return
        tables = tables[key]
    del tables[path[-1]]


def parsed(format: str, text: str) -> dict[str, Any] | None:
    """The text as nested tables; {} when it is empty, None when it is not valid or not a table."""
    if not text.strip():
        return {}
    try:
        value = json.loads(text) if format == "json" else _toml(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _toml(text: str) -> dict[str, Any]:
    import tomllib  # only for a file that exists: the reader costs as much as the whole clean path

    return tomllib.loads(text)


def value_at(tables: dict[str, Any], path: Iterable[str]) -> object:
    """What stands at the key path, or None."""
    value: object = tables
    for key in path:
        if not isinstance(value, dict) or key not in value:
            return None
        value = value[key]
    return value
