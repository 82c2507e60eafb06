"""Where Codex's own account of its config (`config/read` of its app server) is not what we read in the same files."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from typing import Any

from advisor.harnesses.codex.layers import Config, read_config
from advisor.harnesses.codex.policy import rooted
from advisor.model import Situation
from advisor.paths import absolute
from advisor.quoting import inline

_COMPARED = ("sandbox_mode", "default_permissions", "sandbox_workspace_write", "permissions")
_TABLE = "sandbox_workspace_write"


def differences(told: Mapping[str, Any], situation: Situation) -> tuple[str, ...]:
    """One clause for each value that differs, and for each project file whose trust does. told: `config`, `layers`."""
    config = read_config(situation)
    theirs = dict(_flat(_only(told.get("config"))))
    ours = dict(_ours(config, situation))
    found = [
        f"{inline('.'.join(path))} is {_shown(theirs.get(path))} for Codex and {_shown(ours.get(path))} in the files as read here"
        for path in dict.fromkeys((*ours, *theirs))
        if theirs.get(path) != ours.get(path)
    ]
    return (*found, *_trust(told.get("layers"), config))


def _only(config: object) -> dict[str, Any]:
    """The part of a config that is compared."""
    values = config if isinstance(config, Mapping) else {}
    part = {key: values.get(key) for key in _COMPARED}
    features = values.get("features")
    return {**part, "features": {"network_proxy": features.get("network_proxy") if isinstance(features, Mapping) else None}}


def _flat(value: object, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    """(key path, plain value) of what is set: what is null, or false in the older table, says nothing."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(inner, (*path, key))
    elif value is not None and not (path[0] == _TABLE and value in (False, [])):
        yield path, "deny" if value == "none" else value


def _ours(config: Config, situation: Situation) -> Iterator[tuple[tuple[str, ...], object]]:
    holder = config.holder(_TABLE, "writable_roots")
    for path, value in _flat(_only(config.merged)):
        if path == (_TABLE, "writable_roots") and isinstance(value, list) and holder:
            places = (absolute(rooted(str(root), holder.file, situation), situation.home) for root in value)
            yield path, [posixpath.normpath(place) for place in places]
        else:
            yield path, value


def _trust(layers: object, config: Config) -> Iterator[str]:
    """Project folders that Codex switched off while we count them, or the other way round."""
    listed = [layer for layer in (layers if isinstance(layers, list) else ()) if isinstance(layer, Mapping)]
    projects = [layer for layer in listed if isinstance(layer.get("name"), Mapping) and layer["name"].get("type") == "project"]
    off = sum(1 for layer in projects if layer.get("disabledReason"))
    ours = len(config.ignored)
    if off != ours:
        yield f"Codex leaves {off} project files out, and {ours} are left out here: trust is read in another way"


def _shown(value: object) -> str:
    return "not set" if value is None else inline(str(value), 80)
