"""The postures in Codex's own form: `.codex/config.toml` of the project, with a permission profile.

Only a profile can close a place to reading, and in one file it counts more than the older keys, whose writable folders it takes
over. Tried on 0.171.0: a denied folder need not exist, and the environment policy strips what its patterns name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from advisor.edits.new_text import Setting, toml_text
from advisor.errors import ConfigError
from advisor.guard.meanings import of_write
from advisor.harnesses.codex.layers import parse, read_config, table_at
from advisor.harnesses.codex.policy import WORKSPACE, FileRule, Policy, read_policy
from advisor.harnesses.codex.writing import Opening, Target, denies_reading, opens_network, target
from advisor.hazards.places import WORTH_CLOSING
from advisor.model import Change, ConfigText, Known, Risk, Situation
from advisor.postures import Mode, Proposed, merged, wider

FILE = ".codex/config.toml"
_POLICY = "shell_environment_policy"
_STRIPPED = ("AWS_*", "*PASSWORD*", "*CREDENTIAL*", "DATABASE_URL", "SSH_AUTH_SOCK")  # beside *KEY*, *SECRET* and *TOKEN*
_GIVES = {
    "read-only": "Codex looks and plans: commands write nothing.",
    "standard": "Codex writes inside the project and the temporary folders, and reaches no host.",
    "trusted": "Codex writes inside the project and the temporary folders, and reaches {}, through its filtering proxy.",
}
_CLOSED = "Credentials cannot be read, nor .claude changed; variables named like keys, secrets, tokens and passwords are not passed on."
_TRUST = "It counts in new sessions, once Codex trusts the project (it asks; `codex exec --trust`)."


def propose(mode: Mode, hosts: Sequence[str], before: str | None) -> Proposed:
    """The file with the posture in it. Raises ConfigError where it is not TOML or something stands in the way."""
    posture = toml_text(_settings(mode, hosts, _situation(None), {}))
    situation = _situation(before)
    tables, problem = parse(situation.configs[-1])
    if tables is None:
        raise ConfigError(f"{FILE}: {problem}", "Nothing was changed; mend it, then run this again")
    after, kept = merged(FILE, before, tuple(_settings(mode, hosts, situation, tables)), _edit)
    told = [*_told(mode, hosts, situation, tables), *(f"{key} is stronger there already: it stays as it is." for key in kept)]
    return Proposed(FILE, before, after, (*told, *wider(FILE, posture, after)))


def _told(mode: Mode, hosts: Sequence[str], situation: Situation, tables: Mapping[str, Any]) -> Iterator[str]:
    policy = _policy(situation)
    if mode != "read-only" and policy.posture == "read-only":
        yield f"The file lets Codex look only: that is stronger than {mode}, and stays. {_GIVES['read-only']}"
    else:
        yield _GIVES["standard" if mode == "trusted" and not hosts else mode].format(", ".join(hosts))
    yield _CLOSED
    yield _TRUST
    for rule in _older(policy):
        if _is_escape(rule):
            yield f"The profile does not open {rule.path}, as the older keys did. {of_write(rule.path).means}"
    if "sandbox_mode" in tables or "sandbox_workspace_write" in tables:
        yield "The older keys (sandbox_mode, sandbox_workspace_write) do nothing beside a profile: take them out when you like."


def _older(policy: Policy) -> tuple[FileRule, ...]:
    """What the older keys say of folders, where they count."""
    return policy.files if policy.dialect != "profile" and policy.posture == "workspace" else ()


def _is_escape(rule: FileRule) -> bool:
    return rule.access == "write" and of_write(rule.path).risk is Risk.ESCAPE


def _edit(text: str | None, settings: Sequence[Setting]) -> str:
    if text is None:
        return toml_text(settings)
    from advisor.edits.toml_edit import edited

    return edited(text, settings).text


def _situation(text: str | None) -> Situation:
    """A trusted project with this file and nothing of the user's."""
    configs = (ConfigText("codex", "~/.codex/config.toml", "user", None), ConfigText("codex", FILE, "project", text))
    return Situation(system=Known("linux"), harness=Known("codex"), harnesses=("codex",), trusted=True, configs=configs, ahead=True)


def _policy(situation: Situation) -> Policy:
    return read_policy(read_config(situation), situation)


def _settings(mode: Mode, hosts: Sequence[str], situation: Situation, tables: Mapping[str, Any]) -> Iterator[Setting]:
    at = _target(mode, situation, tables)
    changes: list[Change] = list(denies_reading(at, [place for place, _ in WORTH_CLOSING]))
    if mode == "trusted" and hosts:
        changes += opens_network(at, Opening(hosts=tuple(hosts)), Risk.NARROW)
    # A value above all tables first: in a new text it would else belong to the table before it.
    for change in sorted(dict.fromkeys(changes, None), key=lambda one: len(one.path) > 1):
        yield Setting(change.path, change.value, change.op)
    yield from _taken_over(mode, at, tables)
    if mode != "read-only":  # its own files it protects itself
        yield Setting(("permissions", at.profile, "filesystem", WORKSPACE, ".claude"), "read")
    yield Setting((_POLICY, "ignore_default_excludes"), False)
    if "filters" not in table_at(tables, _POLICY):  # which stands for `exclude`, in a form of its own
        yield from (Setting((_POLICY, "exclude"), pattern, "append") for pattern in _STRIPPED)


def _target(mode: Mode, situation: Situation, tables: Mapping[str, Any]) -> Target:
    """The profile that the posture goes into: the one in force, or a new one where that is none, or opens what the mode closes."""
    policy = _policy(situation)
    looks = "read-only" in (mode, policy.posture)
    fits = policy.profile is not None and policy.posture in (("read-only",) if looks else ("workspace",))
    based = policy._replace(posture="read-only" if looks else "workspace", profile=policy.profile if fits else None)
    at = target("project", "profile", read_config(situation), based, situation)
    if fits:
        return at
    name = mode if mode not in table_at(tables, "permissions") else f"advise-{mode}"
    return at._replace(profile=name)


def _taken_over(mode: Mode, at: Target, tables: Mapping[str, Any]) -> Iterator[Setting]:
    """The folders that the older keys open, but escapes, in the profile that now counts in their place."""
    if tables.get("sandbox_mode") == "danger-full-access":  # an older Codex would still follow it
        yield Setting(("sandbox_mode",), "read-only" if mode == "read-only" else "workspace-write")
    for rule in _older(_policy(at.situation)) if mode != "read-only" else ():
        if not _is_escape(rule):
            inside = not rule.path.startswith(("/", "~", ":"))
            place = (WORKSPACE, rule.path) if inside else (rule.path,)
            yield Setting(("permissions", at.profile, "filesystem", *place), rule.access)
