"""What in some data does not have the shape that one of Codex's schemas asks for, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from difflib import get_close_matches
from typing import Any, NamedTuple

from advisor.edits.positions import Path
from advisor.lint.codex_config._keys import unknown_among
from advisor.lint.codex_config._reading import put, said
from advisor.model.lint import Fix

_KINDS = {
    "boolean": "true or false",
    "string": "a string",
    "array": "an array",
    "object": "a table",
    "number": "a number",
    "integer": "a whole number",
}
# The words for what a union of several shapes takes, by the key that holds it.
_UNIONS: Mapping[str, str] = {
    "filesystem": "read, write or deny, or a table of them",
    "approval_policy": "on-request, never, or a table granular = { … }",
    "allowed_approval_policies": "untrusted, on-request, on-failure or never, or a table granular = { … }",
    "identity": "a command or a url",
    "web_search": "true or false, or a table",
    "exporter": "none, statsig, or a table of one exporter",
    "metrics_exporter": "none, statsig, or a table of one exporter",
    "trace_exporter": "none, statsig, or a table of one exporter",
}


# Below these keys an empty array passes for an empty table; an array never passes for what is a list of names.
_EMPTY_PASSES = ("apps", "history", "marketplaces", "plugins", "sandbox_workspace_write", "skills", "tool_suggest", "tools")


class Misfit(NamedTuple):
    """A value that does not fit: where it is, what is wrong with it, and how to put that right where that is plain."""

    path: Path
    words: str
    fix: Fix | None


def misfits(data: object, schema: str) -> Iterator[Misfit]:
    """Every value of the data that does not fit `schemas/<schema>.json`, but those that Codex takes all the same."""
    from advisor.validate import mismatches

    for keys, keyword, wanted, given in mismatches(data, schema):
        if keyword == "additionalProperties":
            yield from (Misfit(path, f"no key of this table{near}", None) for path, near in unknown_among(given, keys))
        elif keyword == "anyOf" and all(list(one) == ["required"] for one in wanted):
            continue  # a server of no kind: a trap of its own
        elif not _passes(keys, keyword, wanted, given):
            yield Misfit(keys, _words(keys, keyword, wanted, given), _fix(keys, keyword, wanted, given))


def _passes(keys: Path, keyword: str, wanted: Any, given: object) -> bool:  # noqa: ANN401  # what a schema holds
    """Whether Codex takes the value: an empty array for an empty table, a date for a string."""
    if keyword != "type":
        return False
    return (given == [] and "object" in wanted and keys[0] in _EMPTY_PASSES) or (
        isinstance(given, date | datetime | time) and "string" in wanted
    )


def _words(keys: Path, keyword: str, wanted: Any, given: object) -> str:  # noqa: ANN401  # what a schema holds
    match keyword:
        case "type":
            kinds = wanted if isinstance(wanted, list) else [wanted]
            return f"is to be {' or '.join(_KINDS[kind] for kind in kinds)}, not {_kind(given)}"
        case "enum":
            return f"{_kind(given)} is none of {', '.join(map(str, wanted))}"
        case "required":
            missing = [key for key in wanted if isinstance(given, Mapping) and key not in given]
            return f"it lacks {', '.join(missing)}"
        case "minimum":
            return f"{given} is less than {wanted}"
        case _:
            union = next((_UNIONS[str(key)] for key in reversed(keys) if key in _UNIONS), "one of the forms that it can have")
            return f"is to be {union}, not {_kind(given)}"


def _kind(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return said(value)
        case list():
            return "an array"
        case dict():
            return "this table"
        case _:
            return str(value)


def _fix(path: Path, keyword: str, wanted: Any, given: object) -> Fix | None:  # noqa: ANN401
    if keyword == "type" and wanted == "boolean" and given in ("true", "false"):
        return put(path, given == "true", f"write {given} without quotes", safe=True)
    if keyword == "type" and wanted == "array" and isinstance(given, str):
        return put(path, [given], "put it into an array", safe=True)
    if keyword == "enum" and isinstance(given, str):
        alike = get_close_matches(given.lower().replace("_", "-"), map(str, wanted), 1)
        return put(path, alike[0], f"{said(alike[0])} is the nearest that is known") if alike else None
    return None
