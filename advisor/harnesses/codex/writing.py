"""How a grant is written for Codex: the keys of the dialect in force, in the file of a scope, onto what stands there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from advisor.harnesses.codex.layers import Config, Dialect, Tables, table_at
from advisor.harnesses.codex.policy import Policy, proxy_feature, rooted
from advisor.model import Change, Risk, Scope, Situation

FILES: dict[Scope, str] = {"project": ".codex/config.toml", "local": "~/.codex/config.toml", "user": "~/.codex/config.toml"}
RULES_FILES: dict[Scope, str] = {"project": ".codex/rules/advise.rules", "user": "~/.codex/rules/advise.rules"}
PROFILE = "advise"
WORKSPACE = ":workspace_roots"
_TABLE = "sandbox_workspace_write"


class Target(NamedTuple):
    """The place that changes go to.

    tables: what the file holds now. profile: the permission profile that gets the entries. closed: the posture in
    force is a known read-only, which no change may widen by more than its own grant.
    """

    scope: Scope
    dialect: Dialect
    profile: str
    tables: Tables
    config: Config
    policy: Policy
    situation: Situation

    @property
    def closed(self) -> bool:
        """Whether the posture in force is a known read-only."""
        return self.policy.posture == "read-only"


class Opening(NamedTuple):
    """What a network change opens: through the filtering proxy, or, with `direct`, everything.

    With nothing named it is the proxy alone, which lets commands listen in a network of their own (Linux) and reach nobody.

    sockets: every unix socket. socket_paths: these ones, which only macOS honours, and which need no proxy there.
    """

    hosts: tuple[str, ...] = ()
    binding: bool = False
    sockets: bool = False
    transparent: bool = False
    direct: bool = False
    socket_paths: tuple[str, ...] = ()

    @property
    def only_paths(self) -> bool:
        """Whether single unix sockets are all that is opened."""
        return bool(self.socket_paths) and self == Opening(socket_paths=self.socket_paths)


def target(scope: Scope, dialect: Dialect, config: Config, policy: Policy, situation: Situation) -> Target:
    """The target of a scope; the local scope is the user's file, Codex has none of its own."""
    scope = "user" if scope == "local" else scope
    own = dialect == "profile" and policy.dialect == "profile" and policy.profile is not None
    profile = policy.profile if own and policy.profile else _free_name(config)
    return Target(scope, dialect, profile, config.texts.get(scope, {}), config, policy, situation)


def writes_folder(at: Target, folder: str, risk: Risk = Risk.NARROW) -> tuple[Change, ...]:
    """Lets commands write in an existing folder (absolute or `~`-anchored)."""
    if at.dialect == "profile":
        return (*_selected(at), _change(at, ("permissions", at.profile, "filesystem", folder), "write", risk))
    return (*_selected(at), *_restated(at), _change(at, (_TABLE, "writable_roots"), folder, risk, op="append"))


def writes_workspace(at: Target, *, alone: bool) -> tuple[Change, ...]:
    """Lets commands write in the workspace, and only there, where the posture in force is a known read-only.

    alone: nothing else is granted, so that no profile has to be made where none is known to be in force.
    """
    if at.dialect == "legacy":
        mode = _change(at, ("sandbox_mode",), "workspace-write", Risk.NARROW)
        return (mode, *(change for change in _selected(at) if change.path != mode.path))
    if not at.closed:
        built_in = _change(at, ("default_permissions",), ":workspace", Risk.NARROW)
        return (built_in,) if alone and at.policy.profile is None else _selected(at)
    return (*_selected(at), *_workspace_entry(at, ".", Risk.NARROW))


def writes_git(at: Target, folders: Iterable[str]) -> tuple[Change, ...]:
    """Opens git's own folders, as an escape; `.git` is the workspace's, any other is an absolute path."""
    changes: list[Change] = list(_selected(at))
    if at.dialect == "legacy":
        changes += _restated(at)
        changes += [_change(at, (_TABLE, "writable_roots"), _legacy_git(at, folder), Risk.ESCAPE, op="append") for folder in folders]
        return tuple(changes)
    for folder in folders:
        if folder == ".git":
            changes += _workspace_entry(at, ".git", Risk.ESCAPE)
        else:
            changes.append(_change(at, ("permissions", at.profile, "filesystem", folder), "write", Risk.ESCAPE))
    return tuple(changes)


def restores_tmp(at: Target, special: str) -> tuple[Change, ...]:
    """Takes back an explicit exclusion of a temporary folder (`:slash_tmp` or `:tmpdir`)."""
    if at.dialect == "profile":
        return (*_selected(at), _change(at, ("permissions", at.profile, "filesystem", special), "write", Risk.BROAD))
    key = "exclude_slash_tmp" if special == ":slash_tmp" else "exclude_tmpdir_env_var"
    return (*_selected(at), _change(at, (_TABLE, key), False, Risk.BROAD))


def reads_path(at: Target, path: str, risk: Risk) -> tuple[Change, ...]:
    """Opens a path to reading, in a profile that does not open the whole disk."""
    return (*_selected(at), _change(at, ("permissions", at.profile, "filesystem", path), "read", risk))


def denies_reading(at: Target, paths: Iterable[str]) -> tuple[Change, ...]:
    """Closes paths to reading; only permission profiles can."""
    entries = [_change(at, ("permissions", at.profile, "filesystem", path), "deny", Risk.NONE) for path in paths]
    return (*_selected(at), *entries)


def moves(at: Target, variable: str, place: str) -> tuple[Change, ...]:
    """Sets an environment variable for every sandboxed command, so that a program keeps its files elsewhere."""
    path = ("shell_environment_policy", "set", variable)
    return (_change(at, path, place, Risk.NONE)._replace(role="relocate"),)


def opens_network(at: Target, opening: Opening, risk: Risk) -> tuple[Change, ...]:
    """Opens the network as asked. The switches that only work together are always given together."""
    if at.dialect == "profile":
        profile = (*_selected(at), *_profile_network(at, opening, risk))
        return tuple(sorted(profile, key=lambda change: change.path[0] == "permissions"))
    changes = [*_selected(at), _change(at, (_TABLE, "network_access"), True, risk)]
    if opening.direct:
        return tuple(changes)
    table = ("features", "network_proxy")
    settings = [((*table, "enabled"), True), *(((*table, *key), value) for key, value in _proxy_keys(opening))]
    if isinstance(table_at(at.tables, "features").get("network_proxy"), bool):
        # The file holds the switch as a plain value; a table beside it would be a duplicate key, which stops Codex.
        inner: dict[str, object] = {"enabled": True}
        for (outer, *below), value in _proxy_keys(opening):
            at_key = inner.setdefault(outer, {}) if below else inner
            assert isinstance(at_key, dict)
            at_key[below[0] if below else outer] = value
        settings = [(table, inner)]
    return (*changes, *(_change(at, path, value, risk) for path, value in settings))


def _profile_network(at: Target, opening: Opening, risk: Risk) -> list[Change]:
    network = ("permissions", at.profile, "network")
    changes: list[Change] = []
    on, feature = proxy_feature(at.config)
    if opening.only_paths:
        return [_change(at, (*network, *key), value, risk) for key, value in _proxy_keys(opening)]
    if not opening.direct and not on:
        path = ("features", "network_proxy", "enabled") if feature else ("features", "network_proxy")
        changes.append(_change(at, path, True, risk))
    changes.append(_change(at, (*network, "enabled"), True, risk))
    keys = () if opening.direct else _proxy_keys(opening)
    return [*changes, *(_change(at, (*network, *key), value, risk) for key, value in keys)]


def _proxy_keys(opening: Opening) -> list[tuple[tuple[str, ...], object]]:
    """The proxy's keys, which both dialects spell alike, below the table that holds them."""
    keys: list[tuple[tuple[str, ...], object]] = []
    if opening.binding:
        keys.append((("allow_local_binding",), True))
    if opening.sockets:
        keys.append((("dangerously_allow_all_unix_sockets",), True))
    if opening.transparent:
        keys.append((("transparent_tcp",), True))
    keys += [(("domains", host), "allow") for host in opening.hosts]
    return [*keys, *((("unix_sockets", path), "allow") for path in opening.socket_paths)]


# --- What makes the entries count -------------------------------------------------------------------------------


def _selected(at: Target) -> tuple[Change, ...]:
    """The changes that put the entries in force: a profile on the posture in force, or the older mode."""
    if at.dialect == "profile":
        if at.policy.dialect == "profile" and at.profile == at.policy.profile:
            return ()
        base = ":read-only" if at.closed else ":workspace"
        return (
            _change(at, ("default_permissions",), at.profile, Risk.NARROW, role="housekeeping"),
            _change(at, ("permissions", at.profile, "extends"), base, Risk.NARROW, role="housekeeping"),
        )
    if at.closed:
        closed_tmp = ((_TABLE, "exclude_slash_tmp"), True), ((_TABLE, "exclude_tmpdir_env_var"), True)
        settings = ((("sandbox_mode",), "workspace-write"), *closed_tmp)
        return tuple(_change(at, path, value, Risk.NARROW, role="housekeeping") for path, value in settings)
    implied = at.scope == "user" or at.situation.launcher or (at.policy.posture == "workspace" and at.policy.dialect != "profile")
    if implied:
        # The table alone counts under any workspace posture; a mode of our own could widen a posture set elsewhere.
        return ()
    return (_change(at, ("sandbox_mode",), "workspace-write", Risk.NARROW, role="housekeeping"),)


def _restated(at: Target) -> tuple[Change, ...]:
    """The writable roots of weaker files, which an array in this file would erase."""
    if table_at(at.tables, _TABLE).get("writable_roots") is not None:
        return ()
    holder = at.config.holder(_TABLE, "writable_roots")
    roots = at.config.value(_TABLE, "writable_roots")
    if holder is None or not isinstance(roots, list) or holder.scope == at.scope:
        return ()
    spelt = [rooted(root, holder.file, at.situation) for root in roots if isinstance(root, str)]
    return tuple(_change(at, (_TABLE, "writable_roots"), root, Risk.NONE, op="append", role="housekeeping") for root in spelt)


def _workspace_entry(at: Target, name: str, risk: Risk) -> tuple[Change, ...]:
    path = ("permissions", at.profile, "filesystem", WORKSPACE)
    held = table_at(at.tables, *path[:3]).get(WORKSPACE)
    if isinstance(held, str):
        return (_change(at, path, {".": held, name: "write"}, risk),)
    return (_change(at, (*path, name), "write", risk),)


def _legacy_git(at: Target, folder: str) -> str:
    """A root as the older table needs it: relative ones count from `.codex/`, not from the project."""
    if folder != ".git":
        return folder
    return "../.git" if at.scope == "project" else f"{at.situation.repository or at.situation.directory or '..'}/.git"


def _free_name(config: Config) -> str:
    """A name for a new profile that no text defines."""
    profiles = table_at(config.merged, "permissions")
    if PROFILE not in profiles:
        return PROFILE
    return next(name for name in (f"{PROFILE}-{number}" for number in range(2, len(profiles) + 3)) if name not in profiles)


def _change(
    at: Target,
    path: tuple[str, ...],
    value: object,
    risk: Risk,
    *,
    op: Literal["set", "append"] = "set",
    role: Literal["grant", "housekeeping"] = "grant",
) -> Change:
    return Change(
        file=at.situation.file_of("codex", at.scope, FILES[at.scope]),
        format="toml",
        scope=at.scope,
        path=path,
        value=value,
        op=op,
        role=role,
        risk=risk,
    )
