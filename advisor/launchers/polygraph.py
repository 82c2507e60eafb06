"""Polygraph: a session over one or more repositories that starts Claude Code or Codex, sandboxed as its user set it.

It generates an allowlist for the harness's own sandbox when it launches the agent, so a change counts on the next
launch. Source: its public documentation and skills (nx.dev), read 2026-11-29; what is not public is not claimed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from advisor.launchers import Launcher
from advisor.model import OffSwitch, Plan, Situation, Step, TakesEffect

SESSIONS = "~/.polygraph/sessions/"  # a session's repositories stand below it, in <id>/repos/<org>/<repo>
CONFIG = "~/.polygraph/config.json"

# What Polygraph tells its agents to do after a refusal.
AGENT_RULES = (
    "One refusal is enough evidence: stop, try no variations and no workaround.",
    "Before you attempt what is known to be blocked, say so to your user.",
    "The config folders are read-only in here: give your user the exact snippet, and prefer keeping the sandbox on.",
    "Never conclude, in memory, session descriptions or messages, that the repository, the tool or the framework is broken.",
)

_AGENTS = {"claude": "Claude", "codex": "Codex"}
_ELSEWHERE = "another terminal"


def _is_session(environ: Mapping[str, str], situation: Situation) -> bool:
    """Whether the working directory stands in a session's folder."""
    home = environ.get("HOME") or situation.home
    folder = SESSIONS.replace("~", home, 1) if home else None
    return bool(folder and situation.directory and situation.directory.startswith(folder))


def _adapt(plan: Plan, situation: Situation) -> Plan:
    return plan._replace(takes_effect=_takes_effect(plan), off_switch=_off_switch(plan))


def _takes_effect(plan: Plan) -> TakesEffect:
    say = "Relaunch the Polygraph session: it hands the sandbox settings to the agent when it starts it."
    if plan.harness == "codex":
        say += (
            " Flags that Polygraph itself passes to Codex win over these files, "
            "and a project's file counts only in a project that Codex trusts."
        )
    return TakesEffect("relaunch", say)


def _off_switch(plan: Plan) -> OffSwitch:
    agent = _AGENTS[plan.harness]
    key = {"agentOptions": {plan.harness: {"sandbox": False}}}
    return OffSwitch(
        steps=(
            Step("human", "the session", say="Quit the agent."),
            Step(
                "human",
                _ELSEWHERE,
                run="polygraph config",
                say=f"Agent Options → {agent} → sandbox: off (for one repository: Repo Options). "
                f"By file, the same is {json.dumps(key)} merged into {CONFIG}, "
                f'or "sandbox": false under repoOptions."ORG/REPO".',
            ),
            Step("human", _ELSEWHERE, say="Relaunch the Polygraph session."),
        ),
        warning=f"This removes filesystem isolation: every command of {agent} in the session can then write and delete "
        "whatever you can, and reach every host.",
    )


LAUNCHER = Launcher("polygraph", "Polygraph", _is_session, AGENT_RULES, _adapt)
