"""What each file of a plan gets: a snippet to show, or its whole text before and after.

A snippet is the whole new file where there is none, else only what has to be added to it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from advisor.edits.new_text import Setting, json_text, lines_text, put, toml_text
from advisor.errors import ConfigError
from advisor.model import Change, ConfigText, Option, Patch, Plan, PlanFile, Risk, Situation
from advisor.model.tuples import NamedTuple


def snippets(plan: Plan, situation: Situation) -> tuple[PlanFile, ...]:
    """One snippet for each file of the plan's chosen options, in the order in which they name them.

    A file that the situation shows as missing, or does not show at all, gets its complete text; one that exists gets
    only what it lacks, and nothing when it lacks nothing. ESCAPE changes are never among them.
    """
    changes = chosen_changes(plan)
    files = dict.fromkeys((change.file, change.scope, change.format) for change in changes)
    made = (_snippet([change for change in changes if (change.file, change.scope, change.format) == key], situation) for key in files)
    return tuple(file for file in made if file is not None)


def chosen_changes(plan: Plan, escapes: Collection[str] = ()) -> tuple[Change, ...]:
    """Every change of the chosen options, each once; those that would be an escape only of the options in `escapes`."""
    chosen: list[Option] = [option for option in plan.options if option.id in plan.chosen]
    changes: list[Change] = []
    for one, change in [(option, change) for option in chosen for change in option.changes]:
        if max(one.risk, change.risk) >= Risk.ESCAPE and one.id not in escapes:
            continue
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
        return lines_text(_lines_wanted(current, changes))
    held = parsed(format, current.text or "")
    if held is None:
        return _written(format, changes)
    from copy import deepcopy  # only for a file that exists: it brings `weakref`, and a millisecond

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


# --- Whole files ------------------------------------------------------------------------------------------------


class Refusal(NamedTuple):
    """A file that is not changed, and why: `reason` begins with `line:column` where something stands in the way.

    repaired: the file without what strict JSON forbids, where nothing but comments and trailing commas keeps it from counting.
    """

    file: str
    reason: str
    repaired: Patch | None = None


class Composed(NamedTuple):
    """What becomes of the files of some plans; a plan that has a refusal changes none of its files."""

    patches: tuple[Patch, ...] = ()
    refusals: tuple[Refusal, ...] = ()


def compose(plan: Plan, situation: Situation, escapes: Collection[str] = ()) -> Composed:
    """The files that the chosen options of `plan` change, each with its whole text before and after.

    A file that holds everything already is not among them. escapes: ids of the options that may be an escape.
    """
    by_file: dict[ConfigText, list[Change]] = {}
    for change in chosen_changes(plan, escapes):
        by_file.setdefault(text_of(change, plan, situation), []).append(change)
    patches: list[Patch] = []
    refusals: list[Refusal] = []
    for current, changes in by_file.items():
        try:
            after = _edited(current, changes)
        except ConfigError as error:
            refusals.append(Refusal(current.file, error.problem, _repaired(current, changes[0])))
            continue
        if after != current.text:
            patches.append(Patch(current.file, changes[0].scope, current.text, after, current.place))
    return Composed((), tuple(refusals)) if refusals else Composed(tuple(patches))


def text_of(change: Change, plan: Plan, situation: Situation) -> ConfigText:
    """The file that a change goes to as it stands: of its name; else the one that has moved, or starts in a sub-folder."""
    named = next((text for text in situation.configs if text.file == change.file), None)
    moved = situation.config(plan.harness, change.scope) if change.format != "lines" else None
    return named or moved or ConfigText(plan.harness, change.file, change.scope, None, place=place_of(change.file, situation))


def place_of(file: str, situation: Situation) -> str | None:
    """Where a file as shown to the user stands, absolute; None when nobody knows the folder that it starts from."""
    if file.startswith("~/"):
        return f"{situation.home}{file[1:]}" if situation.home else None
    root = situation.repository or situation.directory
    return file if file.startswith("/") else f"{root}/{file}" if root else None


def _lines_wanted(current: ConfigText, changes: Iterable[Change]) -> list[str]:
    """The lines that the file does not hold yet; a folder that git ignores is written with slashes round it or without."""
    slashes = "/" if current.file.endswith(".gitignore") else ""
    held = {line.rstrip().strip(slashes) for line in (current.text or "").splitlines()}
    return [str(change.value) for change in changes if str(change.value).strip(slashes) not in held]


def _edited(current: ConfigText, changes: Sequence[Change]) -> str:
    """The file's text with the changes in it. Raises ConfigError where that would lose or break something."""
    if current.problem is not None:
        raise ConfigError(current.problem)
    first = changes[0]
    if first.format == "lines":
        from advisor.edits import line_edit

        return line_edit.edited(current.text or "", _lines_wanted(current, changes)).text
    if not (current.text or "").strip():
        return (current.text or "") + _written(first.format, changes)
    settings = [Setting(change.path, change.value, change.op) for change in changes]
    text = current.text or ""
    if first.format == "json":
        from advisor.edits import json_edit

        return json_edit.edited(text, settings).text
    from advisor.edits import toml_edit

    for setting in settings:
        text = _with_room(text, setting)
        text = toml_edit.edited(text, [setting]).text
    return text


def _with_room(text: str, setting: Setting) -> str:
    """The TOML text with a plain value as a table of one, where a change was made to put a table in its place.

    `network_proxy = true` and `":workspace_roots" = "write"` are such values: a second key beside them is a duplicate.
    """
    held = value_at(parsed("toml", text) or {}, setting.path)
    if not isinstance(setting.value, dict) or isinstance(held, dict | list | None):
        return text
    from advisor.edits.new_text import toml_value
    from advisor.edits.spans import places_of

    start, end = places_of(text, "toml")[setting.path].value
    return text[:start] + toml_value(setting.value) + text[end:]


def _repaired(current: ConfigText, change: Change) -> Patch | None:
    """The file as strict JSON, where comments and trailing commas alone keep it from being that."""
    if change.format != "json" or current.text is None:
        return None
    from advisor.edits import json_edit

    try:
        after = json_edit.repaired(current.text)
    except ConfigError:
        return None
    valid = parsed("json", after.removeprefix("\ufeff")) is not None
    return Patch(current.file, change.scope, current.text, after, current.place) if valid and after != current.text else None
