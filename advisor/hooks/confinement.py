"""Whether a command of a session runs in its harness's sandbox: by the call itself, the settings in force, and what the session recorded.

Only what is known counts: where the settings and the session's own record disagree, nobody knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from advisor.harnesses import load
from advisor.harnesses.claude_code.settings import read_settings
from advisor.harnesses.claude_code.versions import target_of_situation
from advisor.hooks.missed import MOST
from advisor.model import Access, Call, Known, Situation
from advisor.sources import hook_event

_RECENT = 200  # lines of a transcript in which earlier commands are looked for: some ten calls
_INSTRUCTS = (2, 1, 332)
_INSTRUCTED = b'"sandbox_instructions"'  # what Claude Code tells its model when a session with a sandbox begins


def confined(event: dict[str, Any], situation: Situation, session: Sequence[bytes]) -> Known:
    """Whether the command of `event` runs (or ran) in the sandbox. session: the end of its record, lines newest first."""
    by_rule = load(situation.harness.value).runs_outside(situation.command, situation) if situation.command else None
    if by_rule is not None and by_rule.access is Access.ALLOWED_BUT:
        return Known(False, f"{by_rule.provenance.key} in {by_rule.provenance.file} takes it out of the sandbox")
    if situation.harness.value == "codex":
        return _by_policy(situation, session)
    return _by_settings(event, situation, session)


def _by_policy(situation: Situation, session: Sequence[bytes]) -> Known:
    from advisor.sources import codex_rollout  # each harness's own records only

    policy = codex_rollout.policy_in(session)
    sandboxed = codex_rollout.sandboxed_by(policy)
    if sandboxed and codex_rollout.asked_to_leave(session, situation.command):
        return Known(False, "the call asked to run outside the sandbox")
    return Known(sandboxed, "the session's own policy says so") if sandboxed is not None else Known()


def _by_settings(event: dict[str, Any], situation: Situation, session: Sequence[bytes]) -> Known:
    if hook_event.signed_of(event):
        return Known(True, "Claude Code itself recorded a refusal")
    settings = read_settings(situation)
    if hook_event.asks_to_leave(event) and settings.scalar("sandbox", "allowUnsandboxedCommands")[0] is not False:
        return Known(False, "the call asked to run outside the sandbox")
    enabled, at = settings.scalar("sandbox", "enabled")
    recorded = _recorded(situation, session)
    if recorded is None:
        recorded = _begun_with(situation, session)
    if enabled is None or recorded is None:
        if recorded is not None:
            return Known(recorded, "the session's own record says so")
        return Known(enabled, f"sandbox.enabled in {at.file}") if isinstance(enabled, bool) and at else Known()
    return Known(recorded, "the settings and the session's own record say so") if enabled is recorded else Known()


def _begun_with(situation: Situation, session: Sequence[bytes]) -> bool | None:
    """Whether the session began with a sandbox: then its model was told how to live with it."""
    if any(_INSTRUCTED in line for line in session):
        return True
    from_its_start = 0 < sum(map(len, session)) < MOST // 2
    return False if from_its_start and _instructs(situation) else None


def _instructs(situation: Situation) -> bool:
    target = target_of_situation(situation)
    return not target.assumed and target.knows(_INSTRUCTS)


def _recorded(situation: Situation, session: Sequence[bytes]) -> bool | None:
    """What the session says of its newest command that nothing took out of the sandbox; None where it says nothing."""
    if not session:
        return None
    from advisor.sources import claude_transcript

    calls = tuple(claude_transcript.calls(tuple(reversed(session[:_RECENT]))))
    inside = (call.sandboxed for call in reversed(calls) if call.sandboxed is not None and not _left(call, situation))
    return next(inside, None)


def _left(call: Call, situation: Situation) -> bool:
    """Whether a recorded call ran outside the sandbox because it asked to, or because the settings exclude its command."""
    return call.outside or (call.command is not None and load("claude").runs_outside(call.command, situation) is not None)
