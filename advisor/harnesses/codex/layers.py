"""Which of Codex's config texts count here, and what they say together: precedence, merging, trust, dialect.

Weakest first: system, user, the user's profile file, the trusted project's folders from its root down to the working
directory, the administrator's. Tables merge key by key (an empty one changes nothing), arrays and plain values are
replaced. Measured on Codex 0.171.0; see `config/src/loader` of its source.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from advisor.model import ConfigText, Situation
from advisor.model.tuples import NamedTuple

Dialect: TypeAlias = Literal["profile", "legacy"]
Tables: TypeAlias = Mapping[str, Any]

ASSUMED_VERSION = "0.171.0"
_STRONGER = ("system", "user", "profile", "project", "managed")  # scopes, weakest first
_TRUSTING = ("system", "user", "profile")  # scopes whose word on trust counts
_PROFILES_SINCE = (0, 138)


class Layer(NamedTuple):
    """One config file, parsed. trusted: whether a project's file counts; None when nobody can say."""

    scope: str
    file: str
    tables: Tables
    trusted: bool | None = None


class Config(NamedTuple):
    """The config in force, as far as it is known.

    layers: what counts, weakest first. ignored: projects' files that do not, because nobody trusted them. unread: those
    that cannot be read or parsed, each with why. texts: by scope the first file that could be read, even one that does
    not count. dialect: what the strongest layer that selects one selects; None when no layer does. trusted: whether the
    project's own file counts; None when nobody can say, and then it is taken to count. known: the user's file was looked
    at and every text could be read, so that silence means absence. requirements: what an administrator's file pins;
    None when there is none, or none that can be read. mandated: there is one.
    """

    layers: tuple[Layer, ...]
    merged: Tables
    texts: Mapping[str, Tables]
    dialect: Dialect | None
    trusted: bool | None
    known: bool
    mandated: bool
    ignored: tuple[Layer, ...] = ()
    unread: tuple[tuple[ConfigText, str], ...] = ()
    requirements: Tables | None = None

    def value(self, *path: str) -> Any:  # noqa: ANN401 - whatever TOML holds
        """What the merged config holds at the key path, or None."""
        return value_at(self.merged, path)

    def holder(self, *path: str) -> Layer | None:
        """The strongest layer that holds the key path."""
        return next((layer for layer in reversed(self.layers) if value_at(layer.tables, path) is not None), None)

    def layer(self, scope: str) -> Layer | None:
        """The weakest layer of a scope, or None where it has no file, or none that counts."""
        return next((layer for layer in self.layers if layer.scope == scope), None)


def read_config(situation: Situation) -> Config:
    """The config texts of the situation as one config."""
    texts = [text for scope in _STRONGER for text in situation.configs if (text.harness, text.scope) == ("codex", scope)]
    parsed = [(text, *parse(text)) for text in texts]
    named = merge([tables for text, tables, _ in parsed if text.scope in _TRUSTING and tables is not None])
    seen = any(text.scope == "user" for text in texts)
    told = [
        (Layer(text.scope, text.file, tables or {}, _layer_trusted(text, named, seen, situation)), text, problem)
        for text, tables, problem in parsed
    ]
    found = [layer for layer, _, problem in told if problem is None]
    unread = tuple((text, problem) for layer, text, problem in told if problem and layer.trusted is not False)
    mandate = next((text for text in situation.configs if (text.harness, text.scope) == ("codex", "requirements")), None)
    requirements, fault = parse(mandate) if mandate else (None, None)
    layers = (*(layer for layer in found if layer.trusted is not False), *_mandated_profiles(mandate, requirements))
    return Config(
        layers=layers,
        merged=merge([layer.tables for layer in layers]),
        texts={layer.scope: layer.tables for layer in reversed(found)},
        dialect=situation.dialect or _selected(layers),
        trusted=_trusted(situation.repository or situation.directory, named, seen, situation),
        known=seen and not unread and not fault and named.get("project_root_markers", [".git"]) == [".git"],
        mandated=mandate is not None and (mandate.text is not None or mandate.problem is not None),
        ignored=tuple(layer for layer, text, _ in told if layer.trusted is False and (text.text is not None or text.problem)),
        unread=(*unread, *(((mandate, fault),) if mandate and fault else ())),
        requirements=requirements,
    )


def _mandated_profiles(mandate: ConfigText | None, requirements: Tables | None) -> Iterator[Layer]:
    """The permission profiles that an administrator's file defines itself."""
    defined = {name: table for name, table in table_at(requirements or {}, "permissions").items() if name != "filesystem"}
    if mandate and defined:
        yield Layer(mandate.scope, mandate.file, {"permissions": defined})


def is_listed(config: Config, situation: Situation) -> bool:
    """Whether a text says anything of the project's trust, yes or no: then its default posture is the workspace."""
    main = situation.checkout.main if situation.checkout else None
    named = merge([layer.tables for layer in config.layers if layer.scope in _TRUSTING])
    return any(_level(named, folder) is not None for folder in (situation.directory, main or situation.repository) if folder)


def merge(tables: Iterable[Tables]) -> dict[str, Any]:
    """Tables laid over each other, the strongest last."""
    merged: dict[str, Any] = {}
    for table in tables:
        for key, value in table.items():
            under = merged.get(key)
            merged[key] = merge([under, value]) if isinstance(value, Mapping) and isinstance(under, Mapping) else value
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


def parse(text: ConfigText) -> tuple[Tables | None, str | None]:
    """(the text's tables, None), empty for a missing file; or (None, why it cannot be read)."""
    if text.text is None:
        return ({}, None) if text.problem is None else (None, text.problem)
    import tomllib  # costs as much as the whole clean path, and most situations hold no text

    try:
        return tomllib.loads(text.text), None
    except ValueError as error:  # TOMLDecodeError, or one of its own for a number of thousands of digits
        return None, f"it is not valid TOML ({error})"
    except RecursionError:
        return None, "it is nested too deeply"


def _selected(layers: Sequence[Layer]) -> Dialect | None:
    """The dialect of the strongest layer that selects one; in one file `default_permissions` wins."""
    for layer in reversed(layers):
        if "default_permissions" in layer.tables:
            return "profile"
        if "sandbox_mode" in layer.tables:
            return "legacy"
    return None


def _layer_trusted(text: ConfigText, named: Tables, seen: bool, situation: Situation) -> bool | None:
    return _trusted(_folder_of(text, situation), named, seen, situation) if text.scope == "project" else None


def _folder_of(text: ConfigText, situation: Situation) -> str | None:
    """The folder whose `.codex` holds the text."""
    if text.place:
        return posixpath.dirname(posixpath.dirname(text.place))
    root = situation.repository or situation.directory
    below = posixpath.dirname(posixpath.dirname(text.file))
    return f"{root}/{below}" if root and below else root


def _trusted(folder: str | None, named: Tables, seen: bool, situation: Situation) -> bool | None:
    """Whether the config in `folder` counts: the first entry decides of its own, the root's and the main checkout's.

    seen: the user's file was looked at. No entry: nobody trusted it, where the question is of a session to come; else a
    session may have been told by a flag.
    """
    if situation.trusted is not None or not seen:
        return situation.trusted
    main = situation.checkout.main if situation.checkout else None
    for place in _distinct(folder, situation.repository, main, None if situation.repository else situation.directory):
        level = _level(named, place)
        if level is not None:
            return bool(level == "trusted")
    return False if situation.ahead else None


def _distinct(*folders: str | None) -> Iterator[str]:
    yield from dict.fromkeys(folder for folder in folders if folder)


def _level(named: Tables, folder: str) -> object:
    return value_at(named, ("projects", folder, "trust_level"))
