"""The other half of every host that is opened: reads are open, so that credentials can leave unless they are closed too."""

from __future__ import annotations

from advisor.harnesses.codex.planning import Planning, setting
from advisor.harnesses.codex.writing import denies_reading
from advisor.hazards.places import WORTH_CLOSING
from advisor.model import Option, Risk
from advisor.programs import named
from advisor.shell import parse


def close_credentials(plan: Planning) -> Option | None:
    """The read denials that go with an opened host; None where only the older table counts, or all of them stand."""
    if plan.dialect != "profile":
        return None
    closed = {rule.path for rule in plan.policy.files if rule.access == "deny"}
    used = {name for command in parse(plan.situation.command or "").commands for name in _names(command.program)}
    places = [place for place, owners in WORTH_CLOSING if place not in closed and not used & set(owners)]
    if not places:
        return None
    return setting(
        (),
        "Close credentials to sandboxed commands",
        f"Commands can no longer read {', '.join(places)}: a program that needs one of them fails in the sandbox.",
        denies_reading(plan.target("profile"), places),
        verified=plan.verified,
        risk=Risk.NONE,
    )


def _names(program: str) -> tuple[str, ...]:
    known = named(program)
    return (program, *(known.names[:1] if known else ()))
