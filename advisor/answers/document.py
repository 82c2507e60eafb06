"""Turns answers into the `advise.answers/1` document: plain dicts, lists and strings, safe to show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from advisor import __version__
from advisor.answers import Answer, worst
from advisor.documents import plan_part, situation_part
from advisor.foresight import Foresight
from advisor.model import Access, Plan, Situation, operation_of, target_of
from advisor.quoting import clean
from advisor.standing.document import idle_part

# A protected place is refused whatever is allowed; to whoever asks it is refused.
_ACCESS = {Access.PROTECTED: "refused"}


def answers_document(
    answers: Sequence[Answer], plans: Sequence[Plan], commands: Sequence[tuple[str, Foresight]], situation: Situation
) -> dict[str, Any]:
    """The `advise.answers/1` document; the plans' options name the answers that they serve by their index."""
    return {
        "schema": "advise.answers/1",
        "advise": __version__,
        "verdict": _access(worst(answers)),
        "situation": situation_part(situation),
        "answers": [answer_part(answer) for answer in answers],
        "commands": [_command(command, foresight) for command, foresight in commands],
        "plans": [plan_part(plan) for plan in plans],
    }


def answer_part(answer: Answer) -> dict[str, Any]:
    """One of the `answers` of a document."""
    entry, target = answer.entry, target_of(answer.question.need)
    foreseen = answer.question.foreseen
    return {
        "harness": answer.harness,
        "asked": clean(answer.question.asked),
        "operation": operation_of(answer.question.need),
        "target": None if target is None else clean(target),
        "why": clean(foreseen.why) if foreseen else None,
        "access": _access(answer.access),
        "protected": answer.access is Access.PROTECTED,
        "file": clean(entry.provenance.file) if entry and entry.provenance.file else None,
        "key": clean(entry.provenance.key) if entry else None,
        "scope": entry.provenance.scope if entry else None,
        "note": clean(answer.note) if answer.note else None,
        "not_in_force": [idle_part(idle) for idle in answer.idle],
    }


def _command(command: str, foresight: Foresight) -> dict[str, Any]:
    return {
        "command": clean(command),
        "sure": foresight.sure,
        "scripts": [{"call": clean(call), "line": clean(line)} for call, line in foresight.scripts],
        "unknown": [clean(program) for program in foresight.unknown],
        "open_hosts": [{"program": clean(program), "ask": clean(how)} for program, how in foresight.open_hosts],
    }


def _access(access: Access) -> str:
    return _ACCESS.get(access, access.value)
