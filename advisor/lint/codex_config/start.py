"""Whether Codex starts at all with a file: what stops it, told once for the whole file."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.lint.codex_config import commands_and_files, domains, forms, posture, profile_paths, profiles, servers, types
from advisor.lint.codex_config._reading import SEEN, project, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule
from advisor.quoting import inline

_STOPPED = "Codex does not start"


def _stopped(config: Config) -> Iterator[Fault]:
    keys = [".".join(str(key) for key in fault.path) for rule, fault in _stops(config) if (fault.severity or rule.severity) == "error"]
    if keys:
        more = f" and {len(keys) - 1} more" if len(keys) > 1 else ""
        yield Fault((), f"{_STOPPED} with this file: see {inline(keys[0], 80)}{more}")


def _stops(config: Config) -> Iterator[tuple[LintRule, Fault]]:
    for module in (types, forms, posture, profiles, profile_paths, domains, servers, commands_and_files):
        for rule in module.RULES:
            yield from ((rule, fault) for fault in rule.check(config) if _STOPPED in fault.message)


RULES = (
    LintRule(
        id="codex-config/stops-codex",
        title="Codex does not start with this file",
        explanation=(
            "Something in the file stops Codex when it starts: of a project's file, in that project once it is trusted; of the user's, "
            "everywhere. The findings that say so name the place."
        ),
        severity="error",
        check=_stopped,
        source="facts/codex-live.md 2.6 (a bad project config stops Codex altogether)",
        seen_on=SEEN,
        examples=(
            user("[mcp_servers.docs]\nenabled = true\n"),
            project('approval_policy = "untrusted"\n'),
            project('default_permissions = "dev"\n[permissions.dev]\nextends = ":nothing"\n'),
        ),
        near_misses=(
            project('sandbox_mode = "read-only"\n'),
            user('default_permissions = ":workspace"\n[permissions.dev]\nextends = ":nothing"\n'),
        ),
    ),
)
