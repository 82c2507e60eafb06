"""When a change of Codex's config counts, and how its sandbox is turned off for one session."""

from __future__ import annotations

from collections.abc import Iterable

from advisor.harnesses.codex.planning import ELSEWHERE, Planning
from advisor.model import Change, OffSwitch, Option, Step, TakesEffect


def takes_effect(plan: Planning, options: Iterable[Option]) -> TakesEffect:
    """When the options' changes count: in a new session, and a project's file only in a trusted project."""
    changes = [change for option in options for change in option.changes]
    profile = _profile(changes)
    say = "In a new session: `codex`, `/new` or `codex fork`."
    if profile:
        say += f" `codex resume` keeps the old profile: add -c 'default_permissions=\"{profile}\"' to it."
    if any(change.scope == "project" for change in changes) and plan.config.trusted is not True:
        say += " The project's file counts only once Codex trusts the project (it asks when you open it; `codex exec --trust`)."
        if plan.config.trusted is False:
            return TakesEffect("after-trust", say)
    if plan.config.mandated:
        say += " An administrator's requirements file may replace the profile: look for the fallback warning at the start."
    return TakesEffect("new-session", say)


def _profile(changes: Iterable[Change]) -> str | None:
    return next((str(change.value) for change in changes if change.path == ("default_permissions",)), None)


def off_switch() -> OffSwitch:
    """The flag for one session; it is never written to a file."""
    return OffSwitch(
        steps=(
            Step("human", "the Codex session", say="Quit it."),
            Step("human", ELSEWHERE, run="codex -s danger-full-access", say="For this one session; never put it into a config file."),
        ),
        warning="This removes filesystem and network isolation: every command of the agent can then write and delete whatever you can, "
        "and reach every host.",
    )
