"""What a repository's settings files of Claude Code grant: switches, rules, commands outside the sandbox, and what runs by itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from advisor.guard.coverage import command_spelled, rule_parts
from advisor.guard.environment import of_variable
from advisor.guard.grants import Fault, Grant, Leaf, State, digest, leaves, spelled
from advisor.guard.meanings import Meaning, of_outside, of_read, of_unasked
from advisor.harnesses.claude_code.boundary import read_boundary
from advisor.harnesses.claude_code.settings import TOO_DEEP, Settings, parsed, read_settings, value_at
from advisor.model import ConfigText, Known, Risk, Scope, Situation, System
from advisor.quoting import inline

SYSTEMS: tuple[System, ...] = ("linux", "macos")
_DROPS = "Claude Code drops the whole file without a word: what it allowed, what it closed, and the sandbox where it switched that on"
_OUT = "without a sandbox, held back by nothing but permission prompts"


class _Switch(NamedTuple):
    """A scalar key: its levels by value (others are 0), what it hands over while open or once it no longer closes."""

    path: tuple[str, ...]
    levels: Mapping[object, int]
    risk: Risk
    means: str


_SANDBOX = "sandbox"
_SWITCHES = (
    _Switch(
        (_SANDBOX, "enabled"),
        {True: -1, False: 1},
        Risk.ESCAPE,
        f"Commands run {_OUT}, wherever the user's own settings do not switch the sandbox on.",
    ),
    _Switch((_SANDBOX, "failIfUnavailable"), {True: -1}, Risk.BROAD, f"Where the sandbox cannot start, commands run {_OUT}."),
    _Switch((_SANDBOX, "autoAllowBashIfSandboxed"), {True: 1}, Risk.BROAD, "Every sandboxed command runs without asking."),
    _Switch(
        (_SANDBOX, "allowUnsandboxedCommands"),
        {False: -1},
        Risk.ESCAPE,
        "The agent can ask for a command to run outside the sandbox, and a rule for just that command says yes unasked.",
    ),
    _Switch((_SANDBOX, "enableWeakerNestedSandbox"), {True: 1}, Risk.BROAD, "The sandbox has no /proc of its own: commands see others."),
    _Switch(
        (_SANDBOX, "enableWeakerNetworkIsolation"),
        {True: 1},
        Risk.BROAD,
        "On macOS, sandboxed commands can ask the system's trust service, which itself opens connections.",
    ),
    _Switch(("permissions", "blockWritesOutsideWorkingDirectories"), {True: -1}, Risk.BROAD, "The file tools can write elsewhere."),
    _Switch(
        ("permissions", "defaultMode"),
        {"dontAsk": -2, "plan": -1, "acceptEdits": 1, "auto": 2, "bypassPermissions": 3},
        Risk.BROAD,
        "The agent asks less: edits, or whole commands, count as approved.",
    ),
    _Switch(("permissions", "disableBypassPermissionsMode"), {"disable": -1}, Risk.BROAD, "Sessions can be started that never ask."),
    _Switch(("permissions", "disableAutoMode"), {"disable": -1}, Risk.NARROW, "Sessions can be started in which a model approves."),
    _Switch(("skipDangerousModePermissionPrompt",), {True: 1}, Risk.BROAD, "Nobody is warned before a session that never asks."),
    _Switch(
        ("enableAllProjectMcpServers",),
        {True: 1},
        Risk.ESCAPE,
        "Every server that .mcp.json names is started unasked, outside the sandbox.",
    ),
    _Switch(("disableAllHooks",), {True: -1}, Risk.ESCAPE, "The hooks of all files run, outside the sandbox."),
)
_BYPASS = "Nothing is asked: commands may leave the sandbox on request, and every host is reached."
# Keys whose command Claude Code starts itself, outside the sandbox.
_STARTED = ("apiKeyHelper", "awsAuthRefresh", "awsCredentialExport", "gcpAuthRefresh", "otelHeadersHelper")
_STARTED_TABLES = ("statusLine", "subagentStatusLine", "fileSuggestion")
# The top-level keys whose every change is told; of the others (hooks, the model, colours) only what grants something.
_TOLD = (_SANDBOX, "permissions", "env", "enabledPlugins", "extraKnownMarketplaces", "enabledMcpjsonServers", *_STARTED)


def read(texts: Mapping[str, str]) -> State:
    """The state of one folder's settings. texts: by path, which ends in `settings.json` or `settings.local.json`."""
    documents: dict[str, dict[str, Any]] = {}
    faults = []
    for file, text in sorted(texts.items()):
        document, problem = parsed(text)
        documents[file] = document
        if problem:
            ours = problem == TOO_DEEP  # for us, not for Claude Code
            faults.append(Fault(file, problem if ours else f"{problem}: {_DROPS}", False, digest(text) if ours else ""))
    settings = read_settings(_situation(documents, "linux"))
    boundaries = {system: read_boundary(_situation(documents, system, as_if_on=True)) for system in SYSTEMS}
    files = {leaf: file for file, document in documents.items() for leaf in leaves(document)}
    for file, document in documents.items():
        files.update({Leaf(grant.key, grant.value): file for grant in _started(document)})
    told = frozenset(leaf for document in documents.values() for leaf in leaves({key: document[key] for key in _TOLD if key in document}))
    idle = {one.provenance.key: one.why for one in boundaries["linux"].not_in_force}
    return State(tuple(_grants(settings)), boundaries, told, files, tuple(faults), idle)


def _situation(documents: Mapping[str, Mapping[str, Any]], system: System, as_if_on: bool = False) -> Situation:
    """A trusted project of these documents and nothing else of the user's. as_if_on: with the sandbox switched on by the user."""
    own = '{"sandbox":{"enabled":true}}' if as_if_on else None
    configs = [ConfigText("claude", "~/.claude/settings.json", "user", own)]
    for file, document in documents.items():
        scope: Scope = "local" if file.endswith(".local.json") else "project"
        kept = dict(document)
        if as_if_on and _SANDBOX in kept:
            kept[_SANDBOX] = {key: value for key, value in kept[_SANDBOX].items() if key != "enabled"}
        configs.append(ConfigText("claude", file, scope, json.dumps(kept)))
    present = {config.scope for config in configs}
    configs += [ConfigText("claude", "", scope, None) for scope in ("project", "local") if scope not in present]
    return Situation(system=Known(system), harness=Known("claude"), harnesses=("claude",), trusted=True, configs=tuple(configs), ahead=True)


def _grants(settings: Settings) -> Iterator[Grant]:
    for switch in _SWITCHES:
        value, _ = settings.scalar(*switch.path)
        if level := switch.levels.get(value, 0) if isinstance(value, str | bool) else 0:
            worst = value == "bypassPermissions"
            means = Meaning(Risk.ESCAPE, _BYPASS) if worst else Meaning(switch.risk, switch.means)
            yield _grant(("switch", ".".join(switch.path)), level, ".".join(switch.path), value, means)
    for port in ("httpProxyPort", "socksProxyPort"):
        value, _ = settings.scalar(_SANDBOX, "network", port)
        if value is not None:
            means = Meaning(
                Risk.BROAD, "Connections go to a proxy on that port in place of Claude Code's own, which holds them to its list."
            )
            yield _grant(("proxy", port, str(value)), 1, f"sandbox.network.{port}", value, means)
    yield from _rules(settings)
    yield from _commands_and_services(settings)
    for layer in settings.layers:
        yield from _started(layer.document)


def _grant(subject: tuple[str, ...], level: int, key: str, value: object, meaning: Meaning) -> Grant:
    return Grant(subject, level, key, spelled(value), meaning.risk, meaning.means)


def _rules(settings: Settings) -> Iterator[Grant]:
    on = settings.scalar(_SANDBOX, "enabled")[0] is True
    inside = settings.scalar(_SANDBOX, "allowUnsandboxedCommands")[0] is False
    for kind, level in (("allow", 1), ("ask", -1), ("deny", -2)):
        for rule, _ in settings.items("permissions", kind):
            tool, inner = rule_parts(rule)
            meaning = _of_rule(tool, inner, on and (inside or not inner))
            if level < 0:
                meaning = Meaning(
                    Risk.NARROW if tool == "Bash" else meaning.risk,
                    f"The agent can use {inline(rule, 80)} as far as nothing else holds it back.",
                )
            yield _grant(("rule", tool, inner), level, f"permissions.{kind}", rule, meaning)


def _of_rule(tool: str, inner: str, kept_inside: bool) -> Meaning:
    shown = inline(f"{tool}({inner})" if inner else tool, 80)
    if tool == "Bash":
        return of_unasked(inner, kept_inside)
    if tool == "Read" and inner:
        return of_read(inner[1:] if inner.startswith("//") else inner.removeprefix("/"))
    risk = Risk.BROAD if tool.startswith("mcp__") or not inner else Risk.NARROW
    return Meaning(risk, f"The agent can use {shown} without asking.")


def _commands_and_services(settings: Settings) -> Iterator[Grant]:
    for command, _ in settings.items(_SANDBOX, "excludedCommands"):
        pattern = command_spelled(command)
        if not pattern.startswith("Bash("):  # that spelling matches nothing (2.1.332: run)
            rules = (rule_parts(rule) for rule, _ in settings.items("permissions", "allow"))
            asked = not any(tool == "Bash" and inner in ("", pattern) for tool, inner in rules)
            yield _grant(("outside", pattern), 1, "sandbox.excludedCommands", command, of_outside(pattern, asked))
    for service, _ in settings.items(_SANDBOX, "network", "allowMachLookup"):
        means = f"On macOS, sandboxed commands can talk to the system service {inline(service)}."
        yield _grant(("service", service), 1, "sandbox.network.allowMachLookup", service, Meaning(Risk.BROAD, means))
    for layer in settings.layers:
        for entry in _listed(value_at(layer.document, (_SANDBOX, "credentials", "envVars"))):
            if isinstance(entry, dict) and entry.get("mode") == "deny":
                means = f"Sandboxed commands get the variable {inline(str(entry.get('name')))}."
                subject = ("variable", str(entry.get("name")))
                yield _grant(subject, -1, "sandbox.credentials.envVars", entry, Meaning(Risk.BROAD, means))


def _started(document: Mapping[str, Any]) -> Iterator[Grant]:
    """What is run, or decides what is run, by the mere presence of the file."""
    for name, value in _table(document.get("env")).items():
        if meaning := of_variable(name, spelled(value)):
            yield _grant(("env", name, spelled(value)), 1, f"env.{name}", value, meaning)
    for key in _STARTED:
        if command := document.get(key):
            yield _grant(("runs", key, spelled(command)), 1, key, command, _runs(command))
    for key in _STARTED_TABLES:
        if command := _table(document.get(key)).get("command"):
            yield _grant(("runs", key, spelled(command)), 1, f"{key}.command", command, _runs(command))
    for server in _listed(document.get("enabledMcpjsonServers")):
        means = Meaning(Risk.ESCAPE, f"The server {inline(str(server))} of .mcp.json is started unasked, outside the sandbox.")
        yield _grant(("server", str(server)), 1, "enabledMcpjsonServers", server, means)
    for plugin, on in _table(document.get("enabledPlugins")).items():
        if on:
            means = Meaning(Risk.ESCAPE, f"The plugin {inline(plugin)} brings hooks, servers and commands that run outside the sandbox.")
            yield _grant(("plugin", plugin), 1, f"enabledPlugins.{plugin}", on, means)
    for market, source in _table(document.get("extraKnownMarketplaces")).items():
        means = Meaning(Risk.BROAD, f"Plugins can be installed from {inline(market)}.")
        yield _grant(("market", market, spelled(source)), 1, f"extraKnownMarketplaces.{market}", source, means)
    yield from hooks(document.get("hooks"))


def hooks(table: object) -> Iterator[Grant]:
    """The hooks of a table, which both programs spell alike: each handler a grant, its waiting time and messages aside."""
    for event, groups in _table(table).items():
        for group in _listed(groups):
            matcher = str(_table(group).get("matcher") or "*")
            for handler in _listed(_table(group).get("hooks")):
                runs = {key: value for key, value in _table(handler).items() if key not in ("timeout", "statusMessage", "async", "once")}
                told = next((runs[key] for key in ("command", "url", "prompt") if runs.keys() - {"type"} == {key}), runs)
                key = f"hooks.{event}" if matcher in ("", "*") else f"hooks.{event}.{matcher}"
                meaning = _runs(told) if "command" in runs else Meaning(Risk.BROAD, f"At {event}, {inline(spelled(told), 120)} is asked.")
                yield _grant(("hook", event, _same(matcher), spelled(runs)), 1, key, told, meaning)


def _same(matcher: str) -> str:
    """A matcher in its one spelling: names that stand beside each other in any order."""
    names = matcher.split("|")
    return "|".join(sorted(set(names))) if all(re.fullmatch(r"\w{1,100}", name) for name in names) else matcher


def _runs(command: object) -> Meaning:
    return Meaning(Risk.ESCAPE, f"`{inline(spelled(command), 120)}` is run by the program itself, outside the sandbox, unasked.")


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
