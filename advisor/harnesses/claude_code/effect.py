"""When a change of Claude Code's settings counts, and how its sandbox is turned off (2.1.197 and 2.1.332: run)."""

from __future__ import annotations

from advisor.harnesses.claude_code.setup import OUTSIDE, Setup
from advisor.model import Need, OffSwitch, StartSandbox, Step, TakesEffect

_NOW = (
    "Save the file: about a second later the next command uses it, and no restart is needed. "
    "A file given with `--settings` counts on the next launch; `/sandbox` shows the values in force."
)
_RELAUNCH = (
    "Relaunch Claude Code (`claude --continue` keeps the conversation): a sandbox that did not start is not tried again in the session."
)


def takes_effect(needs: frozenset[Need], setup: Setup) -> TakesEffect:
    """When the plan for `needs` counts."""
    if any(isinstance(need, StartSandbox) for need in needs):
        return TakesEffect("relaunch", _RELAUNCH)
    enabled, _ = setup.settings.scalar("sandbox", "enabled")
    elsewhere = (
        "" if enabled is True else " The sandbox itself is switched on elsewhere: these lines only add to that, whatever file it is in."
    )
    return TakesEffect("next-command", _NOW + elsewhere)


def off_switch(setup: Setup) -> OffSwitch:
    """The steps that turn the sandbox off, and what that gives up."""
    steps = (
        Step(
            "human",
            "the Claude Code session",
            "/sandbox",
            "choose no sandbox; it is written to .claude/settings.local.json and counts at once",
        ),
        Step(
            "human",
            OUTSIDE,
            """claude --settings '{"sandbox":{"enabled":false}}'""",
            "for one session only; nothing is left behind when it ends",
        ),
    )
    warning = (
        "Without the sandbox every command that the agent runs can write wherever you can, read your credentials and send them anywhere, "
        "held back by nothing but permission prompts."
    )
    if setup.settings.mandate:
        warning += " Your administrator's settings forbid it here."
    return OffSwitch(steps, warning)
