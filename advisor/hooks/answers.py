"""Puts what is told of an event into the form that both harnesses read: one JSON object on standard output.

Each kind of event imports what it needs, and nothing of the others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from advisor.hooks.recalled import together
from advisor.model import HarnessName
from advisor.sources import hook_event


def told(event: dict[str, Any], harness: HarnessName, environ: Mapping[str, str], deny: bool, pending: bool) -> str:
    """The answer to `event`; empty where there is nothing to say.

    deny: refuse to run what is known to be blocked. pending: the session's record holds refusals that no event told of.
    """
    name = hook_event.name_of(event)
    # A session that is taken up again has a kilobyte for what it may do; the prompt that follows tells of what is pending.
    texts, reason = [_of_missed(event, environ)] if pending and name != hook_event.START else [], None
    if name == hook_event.BEFORE:
        from advisor.hooks.preflight import told_before

        warning = told_before(event, harness, environ)
        reason = warning.text if deny and warning.refused else None
        texts.append(warning.text)
    elif name == hook_event.START:
        from advisor.hooks.greeting import told_at_start

        texts.append(told_at_start(event, harness, environ))
    elif name in hook_event.AFTER:
        from advisor.hooks.outputs import told_after

        texts.append(told_after(event, harness, environ))
    return _answer(name, together(texts), reason)


def _of_missed(event: dict[str, Any], environ: Mapping[str, str]) -> str:
    from advisor.hooks.outputs import told_of_missed

    return told_of_missed(event, environ)


def _answer(name: str, context: str, reason: str | None) -> str:
    if not context:
        return ""
    output: dict[str, str] = {"hookEventName": name, "additionalContext": context}
    if reason is not None:
        output |= {"permissionDecision": "deny", "permissionDecisionReason": reason}
    return json.dumps({"hookSpecificOutput": output}, ensure_ascii=False) + "\n"
