"""A requirements.toml that Codex does not start with, that it does not read, or that requires less than it seems to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from advisor.edits.positions import Path, offset_of
from advisor.lint.codex_config._keys import nearest, schema, unknown
from advisor.lint.codex_config._reading import SEEN, put, removed, renamed, said, table
from advisor.lint.codex_config._shapes import misfits
from advisor.lint.config import Config
from advisor.lint.recognition import named
from advisor.lint.rule import Fault, LintRule, Sample
from advisor.quoting import inline

_NO_START = "Codex does not start for anyone on this machine"
_PROJECT = ".codex/requirements.toml"
_NETWORKS = ("experimental_network", "network_proxy")
_LISTS = (("domains", "allowed_domains"), ("domains", "denied_domains"), ("unix_sockets", "allow_unix_sockets"))
_BUILT_IN = (":read-only", ":workspace")


def _not_toml(config: Config) -> Iterator[Fault]:
    if config.invalid is not None:
        line, column, problem = config.invalid.split(":", 2)
        start = offset_of(config.text, int(line), int(column))
        yield Fault((), f"{inline(problem.strip(), 160)}: not TOML, and {_NO_START}", offsets=(start, min(start + 1, len(config.text))))


def _place(config: Config) -> Iterator[Fault]:
    by_name = named(config.file)
    standing = by_name.standing if by_name else config.standing
    if standing in ("nowhere", "project", "local", "user"):
        say = "Codex reads no requirements from here, but from /etc/codex/requirements.toml, a device's management or the cloud"
        yield Fault((), say)


def _wrong(config: Config) -> Iterator[Fault]:
    for path, words, fix in misfits(config.data, "codex-requirements"):
        yield Fault(path, f"{words}: {_NO_START}", fix, part="value")


def _unknown(config: Config) -> Iterator[Fault]:
    for path, names in unknown(config.data, shape=schema("codex-requirements")):
        near = nearest(str(path[-1]), names)
        fix = None if near is None or (*path[:-1], near) in config.places else renamed(path, near, f"call it {near}")
        hint = f" (nearest: {near})" if near else ""
        yield Fault(path, f"no key of requirements, so it requires nothing{hint}", fix)


def _modes(config: Config) -> Iterator[Fault]:
    modes = config.at("allowed_sandbox_modes")
    if isinstance(modes, list) and "read-only" not in modes:
        fix = put(("allowed_sandbox_modes",), ["read-only", *modes], "add read-only", safe=True)
        yield Fault(("allowed_sandbox_modes",), f"read-only must be among them: without it {_NO_START}", fix)
    for key in ("allowed_approval_policies", "allowed_approvals_reviewers"):
        if config.at(key) == []:
            yield Fault((key,), f"cannot be empty: {_NO_START}")


def _profiles(config: Config) -> Iterator[Fault]:
    allowed, name = config.at("allowed_permission_profiles"), config.at("default_permissions")
    if isinstance(name, str) and allowed is None:
        yield Fault(("default_permissions",), f"needs a table allowed_permission_profiles beside it: {_NO_START}")
    if not isinstance(allowed, Mapping):
        return
    if name is None and not all(allowed.get(built_in) is True for built_in in _BUILT_IN):
        say = f"needs default_permissions beside it unless it allows both :read-only and :workspace: {_NO_START}"
        yield Fault(("allowed_permission_profiles",), say)
    if isinstance(name, str) and allowed.get(name) is not True:
        yield Fault(("default_permissions",), f"{said(name)} is not among the allowed profiles: {_NO_START}", part="value")


def _rules(config: Config) -> Iterator[Fault]:
    rules = config.at("rules", "prefix_rules")
    if rules == []:
        yield Fault(("rules", "prefix_rules"), f"cannot be empty: {_NO_START}")
    for number, rule in enumerate(rules if isinstance(rules, list) else ()):
        if isinstance(rule, Mapping):
            for below, problem in _rule_problems(rule):
                yield Fault(("rules", "prefix_rules", number, *below), f"{problem}: {_NO_START}")


def _rule_problems(rule: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    if "decision" not in rule:
        yield (), "lacks a decision (prompt, prompt-user or forbidden)"
    elif rule["decision"] == "allow":
        yield ("decision",), '"allow" is not for requirements, of which the strictest rule counts (prompt, prompt-user, forbidden)'
    if rule.get("justification") == "":
        yield ("justification",), "cannot be empty"
    pattern = rule.get("pattern")
    if pattern == []:
        yield ("pattern",), "cannot be empty"
    for place, token in enumerate(pattern if isinstance(pattern, list) else ()):
        if isinstance(token, Mapping) and ("token" in token) == ("any_of" in token):
            yield ("pattern", place), "needs either token or any_of"
        elif isinstance(token, Mapping) and (token.get("token") == "" or _is_hollow(token.get("any_of"))):
            yield ("pattern", place), "cannot be empty"


def _is_hollow(words: object) -> bool:
    """Whether a list of alternatives has none, or an empty one."""
    return isinstance(words, list) and (not words or "" in words)


def _network(config: Config) -> Iterator[Fault]:
    for name in _NETWORKS:
        network = table(config, name)
        for newer, older in _LISTS:
            if newer in network and older in network:
                at = (name, older)
                fix = removed(at, f"take it out, and write its entries into {newer}")
                yield Fault(at, f"cannot stand beside {newer}: {_NO_START}", fix)
        for key in ("allowed_domains", "denied_domains"):
            for path, host in config.strings(name, key):
                if host == "*":
                    yield Fault(path, f'"*" is not taken here: {_NO_START}')


_ETC = "tried on Codex 0.171.0 in /etc/codex; facts/codex.md 1.8"

RULES = (
    LintRule(
        id="codex-requirements/not-toml",
        title="The file is not TOML",
        explanation="Requirements that cannot be read stop Codex: `failed to parse requirements layer`.",
        severity="error",
        check=_not_toml,
        source=_ETC,
        seen_on=SEEN,
        reads="text",
        examples=(Sample("allowed_sandbox_modes = [read-only]\n"),),
        near_misses=(Sample('allowed_sandbox_modes = ["read-only"]\n'),),
    ),
    LintRule(
        id="codex-requirements/not-read",
        title="Requirements in a place that Codex does not read",
        explanation=(
            "Requirements are the administrator's: /etc/codex/requirements.toml, a "
            "device's management, or the cloud. One in a repository or "
            "in a home binds nobody; a project says what it wants in .codex/config.toml."
        ),
        severity="warn",
        check=_place,
        source="facts/codex.md 1.1 and 1.8",
        seen_on=SEEN,
        reads="text",
        examples=(Sample('allowed_sandbox_modes = ["read-only"]\n', _PROJECT), Sample("[rules]\n", "~/.codex/requirements.toml")),
        near_misses=(Sample('allowed_sandbox_modes = ["read-only"]\n'),),
    ),
    LintRule(
        id="codex-requirements/wrong-type",
        title="A value of a kind that the requirement does not take",
        explanation="One value of a wrong kind, or a word that is none of the known ones, and Codex does not start.",
        severity="error",
        check=_wrong,
        source=_ETC,
        seen_on=SEEN,
        examples=(
            Sample('allowed_sandbox_modes = "read-only"\n'),
            Sample('allowed_approval_policies = ["on-request", "granular"]\n'),
            Sample('[rules]\nprefix_rules = [{ pattern = ["git"], decision = "prompt" }]\n'),
            Sample('[mcp_servers.docs]\ncommand = "docs"\n'),
            Sample('allowed_permission_profiles = [":workspace"]\ndefault_permissions = ":workspace"\n'),
        ),
        near_misses=(
            Sample('allowed_approval_policies = ["on-request", "never"]\n[mcp_servers.docs.identity]\ncommand = "docs"\n'),
            Sample("allow_managed_hooks_only = true\n"),
        ),
    ),
    LintRule(
        id="codex-requirements/unknown-key",
        title="A key that no requirement has",
        explanation=(
            "Codex says once that it ignores an unknown key, and goes on: nothing is required. Keys of a config.toml, sandbox_mode and "
            "approval_policy among them, are no requirements."
        ),
        severity="warn",
        check=_unknown,
        source=_ETC,
        seen_on=SEEN,
        examples=(
            Sample('sandbox_mode = "read-only"\n'),
            Sample('allowed_sandbox_mode = ["read-only"]\n'),
            Sample('[permissions.filesystem]\ndeny_reads = ["/srv/x"]\n'),
        ),
        near_misses=(Sample('[permissions.filesystem]\ndeny_read = ["/srv/x"]\n[features]\nanything = false\n'),),
    ),
    LintRule(
        id="codex-requirements/modes",
        title="A list of what is allowed that allows too little",
        explanation=(
            "`must include 'read-only' to allow any PermissionProfile`; and an empty list of policies or reviewers is not taken either."
        ),
        severity="error",
        check=_modes,
        source=_ETC,
        seen_on=SEEN,
        examples=(Sample('allowed_sandbox_modes = ["workspace-write"]\n'), Sample("allowed_approval_policies = []\n")),
        near_misses=(Sample('allowed_sandbox_modes = ["workspace-write", "read-only"]\n'),),
    ),
    LintRule(
        id="codex-requirements/profiles",
        title="Allowed profiles and the default one do not fit",
        explanation=(
            "`allowed_permission_profiles` is a closed list and needs "
            "`default_permissions`, which must be on it; one without the other, or "
            "a default that is not allowed, stops Codex."
        ),
        severity="error",
        check=_profiles,
        source=_ETC,
        seen_on=SEEN,
        examples=(
            Sample('default_permissions = ":workspace"\n'),
            Sample('[allowed_permission_profiles]\n":workspace" = true\n'),
            Sample('default_permissions = ":read-only"\n[allowed_permission_profiles]\n":workspace" = true\n'),
        ),
        near_misses=(
            Sample('default_permissions = ":workspace"\n[allowed_permission_profiles]\n":workspace" = true\n'),
            Sample('[allowed_permission_profiles]\n":workspace" = true\n":read-only" = true\n'),
        ),
    ),
    LintRule(
        id="codex-requirements/rules",
        title="A required rule that Codex does not take",
        explanation=(
            "A rule needs a pattern of tokens (`token` or `any_of`) and a decision, which "
            "can ask or forbid: `allow` is refused, because the "
            "strictest of all rules counts."
        ),
        severity="error",
        check=_rules,
        source=_ETC,
        seen_on=SEEN,
        examples=(
            Sample('[rules]\nprefix_rules = [{ pattern = [{ token = "git" }] }]\n'),
            Sample(
                '[rules]\nprefix_rules = [{ pattern = [{ token = "git", any_of = ["hg"] }], decision = "allow", justification = "" }]\n'
            ),
            Sample(
                '[rules]\nprefix_rules = [{ pattern = [], decision = "prompt" }, { pattern = [{ token = "" }], decision = "prompt" }]\n'
            ),
            Sample("[rules]\nprefix_rules = []\n"),
        ),
        near_misses=(
            Sample('[rules]\nprefix_rules = [{ pattern = [{ token = "git" }, { any_of = ["push", "pull"] }], decision = "prompt" }]\n'),
        ),
    ),
    LintRule(
        id="codex-requirements/network",
        title="A required network that Codex does not take",
        explanation=(
            "The tables `domains` and `unix_sockets` took the place of the older lists "
            "and cannot stand beside them; `*` is not taken at all."
        ),
        severity="error",
        check=_network,
        source=_ETC,
        seen_on=SEEN,
        examples=(
            Sample('[experimental_network]\nallowed_domains = ["a.example"]\ndomains = { "b.example" = "allow" }\n'),
            Sample('[experimental_network]\nallowed_domains = ["*"]\n'),
        ),
        near_misses=(
            Sample('[experimental_network]\nenabled = true\nallowed_domains = ["a.example"]\ndenied_domains = ["*.b.example"]\n'),
        ),
    ),
)
