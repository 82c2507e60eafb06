"""Turns the differences of an allowlist into the `advise.guard/1` document: plain dicts, lists and strings, safe to show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from advisor import __version__
from advisor.guard.acknowledged import FILE, Acknowledgement, entry_for, reason_for, shown
from advisor.guard.grants import Difference, Effect
from advisor.model import Risk
from advisor.quoting import clean

_RISKS = {Risk.NONE: "none", Risk.NARROW: "narrow", Risk.BROAD: "broad", Risk.ESCAPE: "escape"}


def guard_document(
    differences: Sequence[Difference], entries: tuple[Acknowledgement, ...], first: str | None, second: str | None
) -> dict[str, Any]:
    """The `advise.guard/1` document. first, second: the revisions that were compared; None: HEAD, and the index."""
    changes = [_change(one, entries) for one in differences]
    effects = {change["effect"] for change in changes}
    risk = max((one.risk for one in differences), default=Risk.NONE)
    return {
        "schema": "advise.guard/1",
        "advise": __version__,
        "from": clean(first or "HEAD"),
        "to": None if second is None else clean(second),
        "verdict": next((effect.value for effect in (Effect.WIDENS, Effect.UNKNOWN, Effect.NARROWS) if effect.value in effects), "neutral"),
        "risk": _RISKS[risk],
        "refused": any(change["needs_acknowledgement"] for change in changes),
        "acknowledged_in": FILE,
        "changes": changes,
    }


def _change(one: Difference, entries: tuple[Acknowledgement, ...]) -> dict[str, Any]:
    escapes = one.effect in (Effect.WIDENS, Effect.UNKNOWN) and one.risk is Risk.ESCAPE
    reason = reason_for(one, entries) if escapes else None
    needed = escapes and reason is None
    return {
        "program": one.program,
        "file": shown(one.file),
        "key": shown(one.key),
        "value": shown(one.value),
        "effect": one.effect.value,
        "change": one.manner,
        "risk": _RISKS[one.risk],
        "means": clean(one.means),
        "note": clean(one.note) or None,
        "acknowledged": None if reason is None else clean(reason),
        "needs_acknowledgement": needed,
        "acknowledge": entry_for(one) if needed else None,
    }
