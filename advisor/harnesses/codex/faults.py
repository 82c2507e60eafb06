"""Why Codex does not start with these configs, or why every command in its sandbox fails.

Measured on Codex 0.171.0 by starting it with each of them. An untrusted project's file is not read, faults and all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from advisor.harnesses.codex.layers import Config, Layer, table_at, value_at
from advisor.harnesses.codex.policy import BUILT_IN, MODES, Policy, profile_chain
from advisor.model import Situation
from advisor.paths import canonical, within
from advisor.quoting import inline

_TABLE = "sandbox_workspace_write"
_ACCESSES = ("read", "write", "deny", "none")
_NO_START = "Codex does not start"
_NO_COMMAND = "every sandboxed command fails"


class _Shape(NamedTuple):
    """What a key must hold: its path, the test, and the words for it."""

    path: tuple[str, ...]
    words: str


_SHAPES = (
    _Shape(("sandbox_mode",), "read-only, workspace-write or danger-full-access"),
    _Shape((_TABLE, "network_access"), "true or false"),
    _Shape((_TABLE, "exclude_slash_tmp"), "true or false"),
    _Shape((_TABLE, "exclude_tmpdir_env_var"), "true or false"),
    _Shape((_TABLE, "writable_roots"), "an array of strings"),
    _Shape((_TABLE,), "a table"),
    _Shape(("default_permissions",), "a string"),
    _Shape(("permissions",), "a table"),
)


def fault_of(config: Config, policy: Policy, situation: Situation) -> str | None:
    """The first fault as one sentence without its full stop, or None."""
    return next(_faults(config, policy, situation), None)


def _faults(config: Config, policy: Policy, situation: Situation) -> Iterator[str]:
    for text, problem in config.unread:
        if text.text is not None:
            yield f"{_NO_START}: in {text.file} {problem}"
    for layer in config.layers:
        yield from (f"{_NO_START}: {told}" for told in _shapes(layer))
    if config.dialect == "profile":
        if told := _selection(config):
            yield f"{_NO_START}: {told}"
    elif config.dialect is None and config.value("permissions") and policy.provenance.scope != "requirements":
        yield f"{_NO_START}: [permissions] is there, and no file sets default_permissions"
    modes = (config.requirements or {}).get("allowed_sandbox_modes")
    if isinstance(modes, list) and "read-only" not in modes:
        yield f"{_NO_START}: allowed_sandbox_modes in /etc/codex/requirements.toml does not hold read-only"
    if policy.profile is not None:
        yield from (f"{_NO_START}: {told}" for told in _profile(config, policy.profile))
        yield from (f"{_NO_COMMAND}: {told}" for told in _base(config, policy, policy.profile))
    if situation.system.value in ("linux", None):
        yield from (f"{_NO_COMMAND}: {told}" for told in _roots(policy, situation))


def _shapes(layer: Layer) -> Iterator[str]:
    for shape in _SHAPES:
        value = value_at(layer.tables, shape.path)
        if value is not None and not _fits(value, shape.words):
            yield f"{'.'.join(shape.path)} in {layer.file} is not {shape.words}"
    if layer.tables.get("approval_policy") == "untrusted":
        yield f'approval_policy = "untrusted" in {layer.file} is no longer supported'


def _fits(value: object, words: str) -> bool:
    match words:
        case "true or false":
            return isinstance(value, bool)
        case "an array of strings":
            return isinstance(value, list) and all(isinstance(item, str) for item in value)
        case "a string":
            return isinstance(value, str)
        case "a table":
            return isinstance(value, Mapping)
        case _:
            return isinstance(value, str) and value in MODES


def _selection(config: Config) -> str | None:
    """What is wrong with the profile that the files select, up to the built-in that it stands on."""
    name = config.value("default_permissions")
    seen: list[str] = []
    at = "default_permissions"
    while isinstance(name, str) and name not in BUILT_IN:
        if name in seen:
            return f"the profile {inline(name)} extends itself ({inline(' -> '.join((*seen, name)))})"
        if not isinstance(config.value("permissions", name), Mapping):
            return f"{inline(at)} names a profile {inline(name)} that no file defines"
        seen.append(name)
        at = f"permissions.{name}.extends"
        name = config.value("permissions", name, "extends")
    return f"no profile can extend {name}" if seen and name == ":danger-full-access" else None


def _profile(config: Config, profile: str) -> Iterator[str]:
    """What is wrong inside the profiles in force."""
    for name in profile_chain(config, profile)[0]:
        for path, value in table_at(config.merged, "permissions", name, "filesystem").items():
            if path == "glob_scan_max_depth":
                continue
            at = f"permissions.{name}.filesystem"
            if isinstance(value, Mapping):
                yield from (f"the path {inline(inner)} in {at} climbs" for inner in value if ".." in inner.split("/"))
            elif value not in _ACCESSES:
                yield f"{inline(path)} in {at} is not read, write or deny"
            elif not path.startswith(("/", "~", ":")) and path[1:2] != ":":
                yield f"the path {inline(path)} in {at} is not absolute"
            elif value in ("read", "write") and any(character in path.removesuffix("/**") for character in "*?["):
                yield f"the pattern {inline(path)} in {at} can only deny"
    if config.value("features", "network_proxy"):
        for name in profile_chain(config, profile)[0]:
            for host, access in table_at(config.merged, "permissions", name, "network", "domains").items():
                if "://" in host or (host == "*" and access == "deny"):
                    yield f"{inline(host)} in permissions.{name}.network.domains is no host pattern that can be {inline(str(access))}"


def _base(config: Config, policy: Policy, profile: str) -> Iterator[str]:
    if profile_chain(config, profile)[1] == "unknown" and not policy.reads_open and config.value("permissions", profile):
        yield f"the profile {inline(profile)} extends no built-in one, so that Codex's own helper cannot be read"


def _roots(policy: Policy, situation: Situation) -> Iterator[str]:
    """Writable entries that stop bubblewrap: a file, or, in the older form, a missing folder of the workspace."""
    workspace = canonical(".", situation.home, situation.directory)
    for rule in policy.files:
        kind = situation.kind_of(rule.path) if rule.access == "write" else "unknown"
        where = f"{inline(rule.path)} ({rule.provenance.key} in {rule.provenance.file})"
        if kind in ("file", "other"):
            yield f"{where} is not a folder"
        elif (
            kind == "missing"
            and policy.dialect != "profile"
            and within(canonical(rule.path, situation.home, situation.directory), workspace)
        ):
            yield f"the folder {where} does not exist"
