"""Hooks in a config.toml: what never runs, and what runs only after a review."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.lint.codex_config._hooks import (
    EVENTS_TOLD,
    KINDS_TOLD,
    LISTS_TOLD,
    REVIEW_TOLD,
    handlers,
    outside_of_a_list,
    unknown_events,
    unreviewed,
    unsupported,
)
from advisor.lint.codex_config._reading import SEEN, project, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule

_ONE = '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "say"\n'


def _switched_off(config: Config) -> Iterator[Fault]:
    for name in ("hooks", "codex_hooks"):
        if config.at("features", name) is False and next(handlers(config), None):
            yield Fault(("features", name), "false: none of the hooks in this file runs", part="value")


RULES = (
    LintRule(
        id="codex-config/unknown-event",
        title="Hooks of an event that Codex does not have",
        explanation=EVENTS_TOLD,
        severity="warn",
        check=unknown_events,
        source="facts/codex.md 7 (Events); facts/codex-live.md 4 (Hooks)",
        seen_on=SEEN,
        examples=(project(_ONE.replace("Stop", "postToolUse")), user(_ONE.replace("Stop", "Notification"))),
        near_misses=(project(_ONE), project(_ONE.replace("Stop", "PreModelRequest")), user('[hooks.state."x"]\nenabled = true\n')),
    ),
    LintRule(
        id="codex-config/unsupported-hook",
        title="A hook that is skipped",
        explanation=KINDS_TOLD,
        severity="warn",
        check=unsupported,
        source="facts/codex.md 7 (Handler keys: type command or mcp_tool); tried on Codex 0.171.0",
        seen_on=SEEN,
        examples=(
            project('[[hooks.Stop]]\nhooks = [{ type = "prompt" }]\n'),
            user('[[hooks.Stop]]\nhooks = [{ type = "command", command = "" }]\n'),
        ),
        near_misses=(project(_ONE),),
    ),
    LintRule(
        id="codex-config/hook-outside-a-list",
        title="A hook stands where its list belongs",
        explanation=LISTS_TOLD,
        severity="warn",
        check=outside_of_a_list,
        source="tried on Codex 0.171.0 (`hooks/list` names no hook, no warning and no error); facts/codex.md 7",
        seen_on=SEEN,
        examples=(project('[[hooks.Stop]]\ntype = "command"\ncommand = "say"\n'), user('[[hooks.Stop]]\ncommand = "say"\n')),
        near_misses=(project(_ONE), project("[[hooks.Stop]]\nhooks = []\n")),
    ),
    LintRule(
        id="codex-config/unreviewed-hook",
        title="Hooks wait for a review",
        explanation=REVIEW_TOLD,
        severity="info",
        check=unreviewed,
        source="facts/codex.md 7 (Trust) and 10.19; facts/codex-live.md 4",
        seen_on=SEEN,
        examples=(project(_ONE),),
        near_misses=(project("[[hooks.Stop]]\nhooks = []\n"),),
    ),
    LintRule(
        id="codex-config/hooks-off",
        title="Hooks are switched off beside hooks",
        explanation="`features.hooks` is on by itself. With false no hook of any file runs.",
        severity="warn",
        check=_switched_off,
        source="facts/codex.md 7 (feature hooks, on by default) and 1.9",
        seen_on=SEEN,
        examples=(project(f"[features]\nhooks = false\n{_ONE}"),),
        near_misses=(project(f"[features]\nhooks = true\n{_ONE}"), project("[features]\nhooks = false\n")),
    ),
)
