"""The traps of Polygraph's config.json, as far as the format is public; what is not known of it is not judged."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from advisor.edits.positions import Path
from advisor.lint.config import Config
from advisor.lint.json_faults import duplicates, not_json
from advisor.lint.rule import Fault, LintRule, Sample
from advisor.model.lint import Edit, Fix
from advisor.quoting import inline

_SEEN = "Polygraph's public documentation, 2026-11-29"
_SOURCE = "Polygraph's public skills repository and documentation, read 2026-11-29"
_TOP = ("agentOptions", "repoOptions", "selectedUrl", "$schema")
_AGENT, _REPOSITORY = ("sandbox", "trust", "extraArgs"), ("sandbox", "trust", "createUsing")
_AGENTS = ("claude", "codex", "opencode")  # of other names it is not known whether there is an agent
_UNSANDBOXED = ("opencode",)
# Options of the agents that switch their sandbox or every question off.
_HARMFUL = (
    "--dangerously-skip-permissions",
    "--dangerously-bypass-approvals-and-sandbox",
    "--allow-dangerously-skip-permissions",
    "--yolo",
    "danger-full-access",
    "bypassPermissions",
)


def _options(config: Config, group: str) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The key path and the options of each agent or repository."""
    entries = config.at(group)
    for name, options in entries.items() if isinstance(entries, dict) else ():
        if isinstance(options, dict):
            yield (group, name), options


def _both(config: Config) -> Iterator[tuple[Path, dict[str, Any]]]:
    yield from _options(config, "agentOptions")
    yield from _options(config, "repoOptions")


def _not_json(config: Config) -> Iterator[Fault]:
    yield from not_json(config, "Polygraph does not start")


def _off(config: Config) -> Iterator[Fault]:
    for path, options in _both(config):
        if options.get("sandbox") is False:
            whose = "this agent's sessions" if path[0] == "agentOptions" else "sessions of this repository"
            fix = Fix("leave the key out", (Edit("remove", (*path, "sandbox")),))
            yield Fault((*path, "sandbox"), f"false: {whose} run without filesystem isolation", fix, part="value")


def _no_sandbox(config: Config) -> Iterator[Fault]:
    for path, options in _options(config, "agentOptions"):
        if path[-1] in _UNSANDBOXED and options.get("sandbox") is True:
            yield Fault((*path, "sandbox"), "true has no effect: OpenCode gets no sandbox", part="value")


def _arguments(config: Config) -> Iterator[Fault]:
    for path, options in _options(config, "agentOptions"):
        given = options.get("extraArgs")
        words = given if isinstance(given, list) else [given]
        for number, word in enumerate(words):
            if isinstance(word, str) and (harmful := next((each for each in _HARMFUL if each in word), None)):
                own = (*path, "extraArgs", number) if isinstance(given, list) else (*path, "extraArgs")
                yield Fault(
                    own, f"{harmful} in every session: nothing is held back, or nothing asks", Fix("take it out", (Edit("remove", own),))
                )


def _types(config: Config) -> Iterator[Fault]:
    if not isinstance(config.data, dict):
        yield Fault((), "the file holds no JSON object")
    for group in ("agentOptions", "repoOptions"):
        if config.has(group) and not isinstance(config.at(group), dict):
            yield Fault((group,), "needs an object", part="value")
    for path, options in _both(config):
        given = options.get("sandbox")
        if "sandbox" in options and not isinstance(given, bool):
            named = given in ("true", "false")
            fix = Fix(f"write {given} without quotes", (Edit("set", (*path, "sandbox"), given == "true"),), True) if named else None
            yield Fault((*path, "sandbox"), "needs true or false", fix, part="value")


def _repositories(config: Config) -> Iterator[Fault]:
    for path, _ in _options(config, "repoOptions"):
        if str(path[-1]).strip("/").count("/") != 1:
            yield Fault(path, f'"{inline(str(path[-1]), 60)}": a repository is named "org/repo"')


def _unknown(config: Config) -> Iterator[Fault]:
    if not isinstance(config.data, dict):
        return
    keys: list[tuple[Path, tuple[str, ...]]] = [((key,), _TOP) for key in config.data]
    keys += [((*path, key), _AGENT if path[0] == "agentOptions" else _REPOSITORY) for path, options in _both(config) for key in options]
    keys += [(path, _AGENTS) for path, _ in _options(config, "agentOptions") if get_close_matches(str(path[-1]).lower(), _AGENTS, 1, 0.7)]
    for path, names in keys:
        if path[-1] not in names:
            near = get_close_matches(str(path[-1]).lower(), {name.lower(): name for name in names}, 1)
            near = [name for name in names if name.lower() in near]
            meant = f'; the nearest is "{near[0]}"' if near else ""
            fix = Fix(f"call it {near[0]}", (Edit("rename", path, near[0]),)) if near else None
            yield Fault(path, f"not among the keys that are documented{meant}", fix, severity="warn" if near else None)


def _sample(text: str) -> Sample:
    return Sample(text, "~/.polygraph/config.json")


RULES = (
    LintRule(
        id="polygraph/not-json",
        title="The file is not JSON",
        explanation=(
            "Polygraph reads its config as JSON and takes a file that is none as fatal. `polygraph config validate` names the place."
        ),
        severity="error",
        check=_not_json,
        source=_SOURCE,
        seen_on=_SEEN,
        reads="text",
        examples=(_sample('{"agentOptions": {}'), _sample('{"agentOptions": {},}')),
        near_misses=(_sample("{}"),),
    ),
    LintRule(
        id="polygraph/duplicate-key",
        title="A key stands twice in one object",
        explanation="JSON readers keep the last of two equal keys: what the first one says is lost.",
        severity="warn",
        check=duplicates,
        source=_SOURCE,
        seen_on=_SEEN,
        reads="text",
        examples=(_sample('{"agentOptions": {}, "agentOptions": {"claude": {"sandbox": true}}}'),),
        near_misses=(_sample('{"agentOptions": {"claude": {"sandbox": true}, "codex": {"sandbox": true}}}'),),
    ),
    LintRule(
        id="polygraph/sandbox-off",
        title="The sandbox of an agent or a repository is switched off",
        explanation=(
            "Agents that Polygraph launches then write wherever you can and read your credentials. It counts from the next launch of "
            "the session on."
        ),
        severity="warn",
        check=_off,
        source=_SOURCE,
        seen_on=_SEEN,
        examples=(
            _sample('{"agentOptions": {"claude": {"sandbox": false}}}'),
            _sample('{"repoOptions": {"acme/shop": {"sandbox": false}}}'),
        ),
        near_misses=(_sample('{"agentOptions": {"claude": {"sandbox": true}}}'),),
    ),
    LintRule(
        id="polygraph/no-sandbox",
        title="A sandbox for an agent that gets none",
        explanation="Polygraph sandboxes Claude Code and Codex. OpenCode runs without a sandbox, whatever its options say.",
        severity="warn",
        check=_no_sandbox,
        source=_SOURCE,
        seen_on=_SEEN,
        examples=(_sample('{"agentOptions": {"opencode": {"sandbox": true}}}'),),
        near_misses=(_sample('{"agentOptions": {"codex": {"sandbox": true}}}'),),
    ),
    LintRule(
        id="polygraph/harmful-argument",
        title="An argument that switches the agent's own guard off",
        explanation="extraArgs go to every session of that agent. These take away its sandbox, or every question before a command runs.",
        severity="warn",
        check=_arguments,
        source=_SOURCE,
        seen_on=_SEEN,
        examples=(
            _sample('{"agentOptions": {"claude": {"extraArgs": ["--dangerously-skip-permissions"]}}}'),
            _sample('{"agentOptions": {"codex": {"extraArgs": "--sandbox danger-full-access"}}}'),
        ),
        near_misses=(_sample('{"agentOptions": {"claude": {"extraArgs": ["--model", "opus"]}}}'),),
    ),
    LintRule(
        id="polygraph/wrong-type",
        title="A value of a wrong kind",
        explanation="Polygraph warns of values that its schema does not allow; ~/.polygraph/schema.json holds it whole.",
        severity="warn",
        check=_types,
        source=_SOURCE,
        seen_on=_SEEN,
        examples=(_sample('{"agentOptions": {"claude": {"sandbox": "false"}}}'), _sample('{"repoOptions": []}'), _sample("[]")),
        near_misses=(_sample('{"agentOptions": {"claude": {"trust": "yes"}}}'),),
    ),
    LintRule(
        id="polygraph/repository-name",
        title="Options of a repository under a name that is none",
        explanation="Options of a repository stand under its organisation and name; under anything else they belong to no repository.",
        severity="warn",
        check=_repositories,
        source=_SOURCE,
        seen_on=_SEEN,
        examples=(_sample('{"repoOptions": {"shop": {"sandbox": true}}}'),),
        near_misses=(_sample('{"repoOptions": {"acme/shop": {"sandbox": true}}}'),),
    ),
    LintRule(
        id="polygraph/unknown-key",
        title="A key that is not documented",
        explanation="Only a few keys of the file are public. `polygraph config validate` compares the file with the complete schema.",
        severity="info",
        check=_unknown,
        source=_SOURCE,
        seen_on=_SEEN,
        examples=(
            _sample('{"agentOption": {}}'),
            _sample('{"agentOptions": {"Claud": {"sandbox": true}}}'),
            _sample('{"agentOptions": {"claude": {"colour": "red"}}}'),
        ),
        near_misses=(_sample('{"$schema": "./schema.json", "selectedUrl": "https://polygraph.example", "agentOptions": {"gemini": {}}}'),),
    ),
)
