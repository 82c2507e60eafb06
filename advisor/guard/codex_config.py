"""What a folder's config and rules of Codex grant: the posture, approvals, rules, servers, hooks and the commands' environment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from advisor.guard.claude_settings import SYSTEMS, hooks
from advisor.guard.environment import of_variable
from advisor.guard.execution_rules import rule_grants
from advisor.guard.grants import Fault, Grant, Leaf, State, leaves, spelled, spelled_words
from advisor.guard.meanings import Meaning
from advisor.harnesses.codex.boundary import read_boundary
from advisor.harnesses.codex.layers import parse, table_at
from advisor.model import Boundary, ConfigText, Known, Risk, Situation, System
from advisor.quoting import inline

_TOLD = (
    "sandbox_mode", "sandbox_workspace_write", "default_permissions", "permissions", "approval_policy", "approvals_reviewer",
    "shell_environment_policy", "plugins",
)  # fmt: skip
_ESCAPES = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|.)", re.DOTALL)  # each whole, so that an escaped backslash begins none
_POSTURES = {"read-only": -1, "off": 1}
_SELECTORS = ("default_permissions", "sandbox_mode")
_INHERITED = {"none": -2, "core": -1}
_APPROVALS = {"prompt": -1, "approve": 1}
# The keys of a server that say how it is waited for, shown and asked about; every other one decides what is run or sent.
_BESIDE_WHAT_RUNS = frozenset({
    "default_tools_approval_mode", "disabled_tools", "enabled", "enabled_tools", "name", "omit_tools_from", "required",
    "startup_timeout_ms", "startup_timeout_sec", "supports_parallel_tool_calls", "tool_timeout_sec", "tools",
})  # fmt: skip
_OFF = "There is no sandbox: every command writes wherever you can, reads your credentials and reaches every host."
_OPENED = "Sandboxed commands can write in the project and the temporary folders, not only look."


class _Part(NamedTuple):
    """What one file holds. told: the values of which every change is told; placed: all of them. tables: of a config only."""

    grants: tuple[Grant, ...] = ()
    told: frozenset[Leaf] = frozenset()
    placed: frozenset[Leaf] = frozenset()
    tables: Mapping[str, Any] | None = None
    fault: Fault | None = None


def read(texts: Mapping[str, str]) -> State:
    """The state of one folder. texts: by path; at most one config, then the file of a profile that lies over it, rules and hooks."""
    texts = {file: _older(text) if file.endswith(".toml") else text for file, text in sorted(texts.items())}
    parts = {file: _part(file, text) for file, text in texts.items()}
    files = {leaf: file for file, part in parts.items() for leaf in part.placed}
    files.update({Leaf(grant.key, grant.value): file for file, part in parts.items() for grant in part.grants})
    faults = [part.fault for part in parts.values() if part.fault]
    tables = {file: part.tables for file, part in parts.items() if part.tables is not None}
    boundaries = _boundaries(texts, tables)
    broken = next((boundary.broken for boundary in boundaries.values() if boundary.broken), None)
    if broken and not faults:
        faults.append(Fault(next(iter(tables)), broken, stops=True))
    grants = [grant for part in parts.values() for grant in part.grants]
    told = frozenset(leaf for part in parts.values() for leaf in part.told)
    idle = {one.provenance.key: one.why for one in boundaries["linux"].not_in_force}
    return State((*grants, *_posture(boundaries["linux"], tables)), boundaries, told, files, tuple(faults), idle)


def _older(text: str) -> str:
    """The text in the TOML that Python reads: Codex reads 1.1, whose escapes may spell a key or a value."""
    if parse(ConfigText("codex", "", "project", text))[0] is not None:
        return text
    from advisor.edits.toml_older import older

    return older(_ESCAPES.sub(lambda found: f"\\u00{found[1] or '1B'}" if found[0] == "\\e" or found[1] else found[0], text))


def _part(file: str, text: str) -> _Part:
    if file.endswith(".rules"):
        found, fault = rule_grants(file, text)
        rules = frozenset(Leaf(grant.key, grant.value, True) for grant in found)
        return _Part(tuple(found), rules, rules, fault=fault)
    if file.endswith("hooks.json"):
        found, fault = _hooks_file(file, text)
        return _Part(tuple(found), fault=fault)
    table, problem = parse(ConfigText("codex", file, "project", text))
    if table is None:
        return _Part(fault=Fault(file, f"{problem}: Codex does not start", stops=True))
    features = (leaf for leaf in leaves({"features": table_at(table, "features")}) if leaf.key.startswith("features.network_proxy"))
    told = frozenset((*leaves({key: table[key] for key in _TOLD if key in table}), *features))
    return _Part((*_settings(table), *hooks(table.get("hooks"))), told, frozenset(leaves(table)), table)


def _hooks_file(file: str, text: str) -> tuple[list[Grant], Fault | None]:
    import json

    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return [], Fault(file, "it is not valid JSON: Codex passes over its hooks", stops=False)
    return list(hooks(document.get("hooks") if isinstance(document, dict) else None)), None


def _boundaries(texts: Mapping[str, str], tables: Mapping[str, Mapping[str, Any]]) -> dict[System, Boundary]:
    """The boundary in a trusted project; profiles that nothing here selects are taken as selected by the user, one at a time."""
    configs = [file for file in sorted(texts, key=lambda file: not file.endswith("/config.toml")) if file in tables]
    selected = any(key in table for table in tables.values() for key in _SELECTORS)
    names = {} if selected else {name: None for table in tables.values() for name in table_at(table, "permissions")}
    return {system: _joined([_boundary(configs, texts, system, name) for name in names] or [_boundary(configs, texts, system, None)])
            for system in SYSTEMS}  # fmt: skip


def _boundary(configs: list[str], texts: Mapping[str, str], system: System, selected: str | None) -> Boundary:
    user = None
    if selected is not None:
        from advisor.edits.new_text import toml_key, toml_value

        user = f'default_permissions = {toml_value(selected)}\n[permissions.{toml_key(selected)}]\nextends = ":workspace"\n'
    scopes = ("project",) if len(configs) < 2 else ("profile", "project")
    told = [ConfigText("codex", "~/.codex/config.toml", "user", user)]
    told += [ConfigText("codex", file, scope, texts[file]) for file, scope in zip(configs, scopes, strict=False)]
    return read_boundary(
        Situation(system=Known(system), harness=Known("codex"), harnesses=("codex",), trusted=True, configs=tuple(told), ahead=True)
    )


def _joined(drawn: list[Boundary]) -> Boundary:
    """Boundaries of several profiles as one: what any of them opens."""
    first, *others = drawn
    entries = (*first.entries, *(entry for boundary in others for entry in boundary.entries if entry.provenance.file))
    return first._replace(entries=tuple(dict.fromkeys(entries)))


def _posture(boundary: Boundary, tables: Mapping[str, Mapping[str, Any]]) -> Iterator[Grant]:
    by = boundary.posture_by
    if by is None or by.file is None or by.key not in tables.get(by.file, {}):
        return
    key, value, level = by.key, spelled(tables[by.file][by.key]), _POSTURES.get(boundary.posture, 0)
    meaning = Meaning(Risk.ESCAPE, _OFF) if level > 0 else Meaning(Risk.NARROW, _OPENED)
    yield Grant(("posture",), level, key, value, meaning.risk, meaning.means)


def _settings(table: Mapping[str, Any]) -> Iterator[Grant]:
    if table.get("approval_policy") == "never":
        means = "Nothing is asked any more: what a rule lets out of the sandbox runs unseen, and what needs approval fails."
        yield Grant(("switch", "approval_policy"), 1, "approval_policy", "never", Risk.BROAD, means)
    if (reviewer := table.get("approvals_reviewer")) in ("auto_review", "guardian_subagent"):
        means = "A model answers in your place when the agent asks to leave the sandbox."
        yield Grant(("switch", "approvals_reviewer"), 1, "approvals_reviewer", str(reviewer), Risk.BROAD, means)
    yield from _environment(table_at(table, "shell_environment_policy"))
    yield from _programs(table)
    yield from _proxy(table)


def _environment(policy: Mapping[str, Any]) -> Iterator[Grant]:
    at = "shell_environment_policy"
    kept = "Sandboxed commands get variables of your environment, those that hold secrets among them."
    for name, value in table_at(policy, "set").items():
        if meaning := of_variable(name, spelled(value)):
            yield Grant(("env", name, spelled(value)), 1, f"{at}.set.{name}", spelled(value), meaning.risk, meaning.means)
    if level := _INHERITED.get(str(policy.get("inherit")), 0):
        yield Grant(("switch", f"{at}.inherit"), level, f"{at}.inherit", spelled(policy.get("inherit")), Risk.BROAD, kept)
    if policy.get("ignore_default_excludes") is False:
        yield Grant(("switch", f"{at}.default"), -1, f"{at}.ignore_default_excludes", "false", Risk.BROAD, kept)
    filters = table_at(policy, "filters")
    for pattern in _strings(policy.get("exclude")):
        yield Grant(("variable", pattern.upper()), -1, f"{at}.exclude", pattern, Risk.BROAD, kept)
    for pattern in (name for name, does in filters.items() if does == "exclude"):
        yield Grant(("variable", pattern.upper()), -1, f"{at}.filters.{pattern}", "exclude", Risk.BROAD, kept)
    only = [*_strings(policy.get("include_only")), *(name for name, does in filters.items() if does == "include")]
    if only:
        yield Grant(("switch", f"{at}.include_only"), -1, f"{at}.include_only", spelled(sorted(only)), Risk.BROAD, kept)
        for pattern in only:
            yield Grant(("included", pattern.upper()), 1, f"{at}.include_only", pattern, Risk.NARROW, f"Commands get {inline(pattern)}.")


def _programs(table: Mapping[str, Any]) -> Iterator[Grant]:
    """What Codex starts itself, outside the sandbox."""
    for name, server in table_at(table, "mcp_servers").items():
        if not isinstance(server, Mapping) or server.get("enabled") is False:
            continue
        runs = {key: value for key, value in server.items() if key not in _BESIDE_WHAT_RUNS}
        words = [str(server.get("command") or server.get("url")), *_strings(server.get("args"))]
        command = spelled(runs) if runs.keys() - {"command", "args", "url"} else spelled_words(words)
        risk = Risk.ESCAPE if "command" in server else Risk.BROAD
        means = (
            f"The server {inline(name, 40)} is {'started outside the sandbox' if risk is Risk.ESCAPE else 'used'}: {inline(command, 120)}."
        )
        yield Grant(("server", name, spelled(runs)), 1, f"mcp_servers.{name}", command, risk, means)
        yield from _approvals(name, server)
    for name, plugin in table_at(table, "plugins").items():
        if isinstance(plugin, Mapping) and plugin.get("enabled") is True:
            means = f"The plugin {inline(name, 60)} brings hooks and servers that run outside the sandbox."
            yield Grant(("plugin", name), 1, f"plugins.{name}.enabled", "true", Risk.ESCAPE, means)
    for name, market in table_at(table, "marketplaces").items():
        place = {key: value for key, value in market.items() if not key.startswith("last_")} if isinstance(market, Mapping) else market
        means = f"Plugins can be installed from {inline(name, 60)}: {inline(spelled(place), 120)}."
        yield Grant(("market", name, spelled(place)), 1, f"marketplaces.{name}", spelled(place), Risk.BROAD, means)


def _approvals(name: str, server: Mapping[str, Any]) -> Iterator[Grant]:
    """Which tools of a server are asked about."""
    modes = {"default_tools_approval_mode": server.get("default_tools_approval_mode")}
    modes |= {f"tools.{tool}.approval_mode": table_at(server, "tools", tool).get("approval_mode") for tool in table_at(server, "tools")}
    for at, mode in modes.items():
        if level := _APPROVALS.get(str(mode), 0):
            key, means = f"mcp_servers.{name}.{at}", f"The agent can use what the server {inline(name, 40)} offers without asking."
            yield Grant(("switch", key), level, key, str(mode), Risk.BROAD, means)


def _proxy(table: Mapping[str, Any]) -> Iterator[Grant]:
    """Keys of the filtering proxy beside its hosts, in either place where they may stand."""
    networks = [(f"permissions.{name}.network", table_at(table, "permissions", name, "network")) for name in table_at(table, "permissions")]
    for at, network in (("features.network_proxy", table_at(table, "features", "network_proxy")), *networks):
        if network.get("mode") == "limited":
            means = "Sandboxed commands can send to the allowed hosts (POST and its kin), where they could only fetch."
            yield Grant(("switch", "network.mode"), -1, f"{at}.mode", "limited", Risk.NARROW, means)
        if network.get("dangerously_allow_non_loopback_proxy") is True:
            means = "The filtering proxy may listen where other machines reach it."
            key = f"{at}.dangerously_allow_non_loopback_proxy"
            yield Grant(("switch", "network.non_loopback"), 1, key, "true", Risk.BROAD, means)
        for key in ("proxy_url", "socks_url"):
            if isinstance(network.get(key), str):
                means = f"Connections go through {inline(network[key])}."
                yield Grant(("proxy", key, network[key]), 1, f"{at}.{key}", network[key], Risk.BROAD, means)


def _strings(value: object) -> list[str]:
    return [item for item in (value if isinstance(value, list) else ()) if isinstance(item, str)]
