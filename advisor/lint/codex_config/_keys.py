"""Which keys Codex knows and where, by `schemas/codex-config.json`; what a key that it does not know may have meant."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, NamedTuple

from advisor.edits.positions import Path
from advisor.resources import text

# Other words for a key, told where nothing is spelt alike: from reports, examples and older versions.
MEANT: Mapping[str, tuple[str, ...]] = {
    "network_access": ("sandbox_workspace_write", "network_access"),
    "writable_roots": ("sandbox_workspace_write", "writable_roots"),
    "exclude_slash_tmp": ("sandbox_workspace_write", "exclude_slash_tmp"),
    "exclude_tmpdir_env_var": ("sandbox_workspace_write", "exclude_tmpdir_env_var"),
    "network_proxy": ("features", "network_proxy"),
    "include_only": ("shell_environment_policy", "include_only"),
    "permission_profile": ("default_permissions",),
    "reasoning_effort": ("model_reasoning_effort",),
    "effort": ("model_reasoning_effort",),
    "reasoning_summary": ("model_reasoning_summary",),
    "verbosity": ("model_verbosity",),
    "approval": ("approval_policy",),
    "approval_mode": ("approval_policy",),
    "ask_for_approval": ("approval_policy",),
    "sandbox_permissions": ("permissions",),
    "mcpServers": ("mcp_servers",),
    "env": ("shell_environment_policy", "set"),
    "experimental_instructions_file": ("model_instructions_file",),
}


class Unknown(NamedTuple):
    """A key that Codex does not know: its path, and the names that are known beside it."""

    path: Path
    siblings: tuple[str, ...]


@cache
def schema(name: str = "codex-config") -> Mapping[str, Any]:
    """What a config.toml, or another of Codex's files, may hold, as a JSON Schema."""
    loaded: Mapping[str, Any] = json.loads(text("schemas", f"{name}.json"))
    return loaded


def top_level() -> tuple[str, ...]:
    """The names of all keys and tables that stand above the first header, or head one."""
    return tuple(schema()["properties"])


def unknown(data: object, path: Path = (), shape: Any = None) -> Iterator[Unknown]:  # noqa: ANN401  # a JSON schema
    """The keys in some data that Codex does not know, in the order of the text; nothing below one of them.

    A table is closed where the schema names keys and says nothing of others. shape: of the data; a config.toml's by itself.
    """
    shape = _resolved(schema() if shape is None else shape, data)
    if isinstance(data, list) and isinstance(shape, Mapping) and "items" in shape:
        for number, item in enumerate(data):
            yield from unknown(item, (*path, number), shape["items"])
    if not isinstance(data, Mapping) or not isinstance(shape, Mapping):
        return
    named, others = shape.get("properties", {}), shape.get("additionalProperties")
    for key, value in data.items():
        if key in named:
            yield from unknown(value, (*path, key), named[key])
        elif others not in (None, False):
            yield from unknown(value, (*path, key), others)
        elif named and others is None:
            yield Unknown((*path, key), tuple(named))


def nearest(key: str, names: tuple[str, ...]) -> str | None:
    """The name that is spelt most like a key, when one is."""
    flat = {name.replace("-", "_").lower(): name for name in names}
    found = get_close_matches(_snake(key), flat, 1, 0.75)
    return flat[found[0]] if found else None


def _snake(key: str) -> str:
    """A key in small letters, its words set apart by underscores."""
    parts = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in key)
    return parts.strip("_").replace("-", "_")


def _resolved(shape: Any, data: object) -> Any:  # noqa: ANN401
    """The shape that the data is to have: references followed, of several the one of a table for a table."""
    while isinstance(shape, Mapping) and ("$ref" in shape or "anyOf" in shape) and "properties" not in shape:
        if "$ref" in shape:
            shape = schema()["$defs"][shape["$ref"].rpartition("/")[2]]
        else:
            wanted = "object" if isinstance(data, Mapping) else "array"
            fitting = [one for one in shape["anyOf"] if one.get("type") == wanted]
            shape = fitting[0] if len(fitting) == 1 else True
    return shape


def unknown_among(table: Mapping[str, Any], path: Path) -> Iterator[tuple[Path, str]]:
    """The keys of a table of `features.network_proxy`'s kind that it does not have, each with the nearest name in words."""
    names = tuple(schema()["$defs"]["features"]["properties"]["network_proxy"]["properties"])
    for key in table:
        if key not in names:
            near = nearest(key, names)
            yield (*path, key), f" (nearest: {near})" if near else ""
