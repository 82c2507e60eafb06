"""Which of Codex's config texts count here, and what they say together: precedence, merging, trust, dialect.

Weakest first: system, user, the user's profile file, the trusted project. Tables merge key by key (an empty one
clears), arrays and plain values are replaced. Measured on Codex 0.171.0; see `config/src/loader` of its source.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from advisor.model import ConfigText, Situation

Dialect: TypeAlias = Literal["profile", "legacy"]
Tables: TypeAlias = Mapping[str, Any]

ASSUMED_VERSION = "0.171.0"
_STRONGER = ("system", "user", "profile", "project")  # scopes, weakest first
_PROFILES_SINCE = (0, 138)


class Layer(NamedTuple):
    """One config file that counts, parsed."""

    scope: str
    file: str
    tables: Tables


class Config(NamedTuple):
    """The config in force, as far as it is known.

    texts: every file that could be read, by scope, even one that does not count. dialect: what the strongest layer
    that selects one selects; None when no layer does. trusted: whether the project's own file counts; None when nobody
    can say, and then it is taken to count. known: the user's file was looked at and every text could be read, so that
    silence means absence. mandated: an administrator's requirements file exists.
    """

    layers: tuple[Layer, ...]
    merged: Tables
    texts: Mapping[str, Tables]
    dialect: Dialect | None
    trusted: bool | None
    known: bool
    mandated: bool

    def value(self, *path: str) -> Any:  # noqa: ANN401 - whatever TOML holds
        """What the merged config holds at the key path, or None."""
        return value_at(self.merged, path)

    def holder(self, *path: str) -> Layer | None:
        """The strongest layer that holds the key path."""
        return next((layer for layer in reversed(self.layers) if value_at(layer.tables, path) is not None), None)

    def layer(self, scope: str) -> Layer | None:
        """The layer of a scope, or None where it has no file, or none that counts."""
        return next((layer for layer in self.layers if layer.scope == scope), None)


def read_config(situation: Situation) -> Config:
    """The config texts of the situation as one config."""
    texts = {text.scope: text for text in situation.configs if text.harness == "codex"}
    tables = {scope: _parsed(texts[scope]) for scope in _STRONGER if scope in texts}
    trusted = _trusted(situation, tables.get("user"))
    layers = tuple(
        Layer(scope, texts[scope].file, parsed)
        for scope, parsed in tables.items()
        if parsed is not None and not (scope == "project" and trusted is False)
    )
    known = "user" in texts and all(parsed is not None for parsed in tables.values())
    mandate = texts.get("requirements")
    return Config(
        layers=layers,
        merged=merge([layer.tables for layer in layers]),
        texts={scope: parsed for scope, parsed in tables.items() if parsed is not None},
        dialect=situation.dialect or _selected(layers),
        trusted=trusted,
        known=known,
        mandated=mandate is not None and (mandate.text is not None or mandate.problem is not None),
    )


def merge(tables: Sequence[Tables]) -> dict[str, Any]:
    """Tables laid over each other, the strongest last."""
    merged: dict[str, Any] = {}
    for table in tables:
        for key, value in table.items():
            under = merged.get(key)
            merged[key] = merge([under, value]) if isinstance(value, Mapping) and value and isinstance(under, Mapping) else value
    return merged


def value_at(tables: Tables, path: Sequence[str]) -> Any:  # noqa: ANN401 - whatever TOML holds
    """What stands at a key path, or None."""
    value: Any = tables
    for key in path:
        if not isinstance(value, Mapping) or key not in value:
            return None
        value = value[key]
    return value


def table_at(tables: Tables, *path: str) -> Tables:
    """The table at a key path; empty where there is none."""
    value = value_at(tables, path)
    return value if isinstance(value, Mapping) else {}


def dialect_to_write(config: Config, situation: Situation) -> Dialect:
    """The dialect that a change must be written in to count: forced, in force, or fit for the version.

    A launcher may have started the session with a sandbox flag, in which profiles are dropped without a word: the
    older table, which then still counts, leads there. A read-only mode of the older dialect has nothing to lose, and only
    a profile on `:read-only` opens one thing without opening the workspace.
    """
    new = version_of(situation, (0, 171)) >= _PROFILES_SINCE
    if new and not situation.dialect and config.dialect == "legacy" and config.value("sandbox_mode") == "read-only":
        return "profile"
    if config.dialect:
        return config.dialect
    if not new:
        return "legacy"
    if config.value("sandbox_workspace_write") is not None or situation.launcher:
        return "legacy"
    return "profile"


def version_of(situation: Situation, unknown: tuple[int, int]) -> tuple[int, int]:
    """Codex's version, major and minor; `unknown` when it is not known."""
    parts = str(situation.version.value or "").split(".")
    if len(parts) < 2 or not (parts[0].isdigit() and parts[1].isdigit()):
        return unknown
    return int(parts[0]), int(parts[1])


def _parsed(text: ConfigText) -> Tables | None:
    """The text's tables; empty for a missing file, None for one that cannot be read."""
    if text.text is None:
        return {} if text.problem is None else None
    import tomllib  # costs as much as the whole clean path, and most situations hold no text

    try:
        return tomllib.loads(text.text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None


def _selected(layers: Sequence[Layer]) -> Dialect | None:
    """The dialect of the strongest layer that selects one; in one file `default_permissions` wins."""
    for layer in reversed(layers):
        if "default_permissions" in layer.tables:
            return "profile"
        if "sandbox_mode" in layer.tables:
            return "legacy"
    return None


def _trusted(situation: Situation, user: Tables | None) -> bool | None:
    """Whether the project is trusted; an entry for its root or the working directory in the user's file decides.

    No entry decides nothing: a linked worktree is covered by the entry of its main repository.
    """
    if situation.trusted is not None or user is None:
        return situation.trusted
    for folder in (situation.directory, situation.repository):
        level = value_at(user, ("projects", folder, "trust_level")) if folder else None
        if level is not None:
            return bool(level == "trusted")
    return None
