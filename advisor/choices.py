"""Which of a plan's options a patch takes: those the planner chose, as the reader asks for others.

No option that lets the agent's work run outside the sandbox (an escape) is ever taken that was not allowed by its id.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from advisor.errors import UsageError
from advisor.model import Option, Plan, Risk


class Wishes(NamedTuple):
    """What the reader asks for, by the options' ids.

    only: these and no others. without: none of these. escapes: escapes that may be taken, each in the place of what its
    group had. prefer: moving a program's files (`relocate`) or opening a place (`grant`), where a safe option does that.
    """

    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    escapes: tuple[str, ...] = ()
    prefer: Literal["relocate", "grant"] | None = None


def with_wishes(plans: Iterable[Plan], wishes: Wishes) -> tuple[Plan, ...]:
    """The plans with `chosen` as the reader wishes it; an id stands for the option of that id in every plan.

    Raises UsageError for an id that no plan has, for two alternatives of one group, and for an escape that is asked for
    but not allowed.
    """
    plans = tuple(plans)
    known = {option.id: option for plan in plans for option in plan.options}
    for id in (*wishes.only, *wishes.without, *wishes.escapes):
        if id not in known:
            listed = ", ".join(sorted(known)) or "none"
            raise UsageError(f"there is no option {id[:20]!r}", f"The options here are: {listed}")
    _require_one_of_each_group(wishes.only)
    for id in wishes.only:
        escapes = any(option.id == id and is_escape(option) for plan in plans for option in plan.options)
        if escapes and id not in wishes.escapes:
            raise UsageError(f"{id} is an escape ({known[id].title})", f"Say `--allow-escape {id}` if that is what you want")
    return tuple(plan._replace(chosen=_chosen(plan, wishes)) for plan in plans)


def is_escape(option: Option) -> bool:
    """Whether an option, or a part of it, lets the agent's work run outside the sandbox."""
    return option.risk >= Risk.ESCAPE or any(change.risk >= Risk.ESCAPE for change in option.changes)


def group_of(id: str) -> str:
    """The letter of an option's group: alternatives share it."""
    return id.rstrip("0123456789")


def _require_one_of_each_group(ids: tuple[str, ...]) -> None:
    taken: dict[str, str] = {}
    for id in ids:
        other = taken.setdefault(group_of(id), id)
        if other != id:
            raise UsageError(f"{other} and {id} are alternatives: either of them is enough", "Name one of them")


def _chosen(plan: Plan, wishes: Wishes) -> tuple[str, ...]:
    """The ids in the plan's own order."""
    groups: dict[str, list[Option]] = {}
    for option in plan.options:
        groups.setdefault(group_of(option.id), []).append(option)
    chosen = [_of_group(options, plan.chosen, wishes) for options in groups.values()]
    return tuple(id for id in chosen if id is not None and id not in wishes.without)


def _of_group(options: list[Option], chosen: tuple[str, ...], wishes: Wishes) -> str | None:
    allowed = [option.id for option in options if option.id in wishes.escapes]
    if wishes.only and not allowed:
        return next((option.id for option in options if option.id in wishes.only), None)
    if allowed:
        return allowed[0]
    preferred = [option.id for option in options if _does(option, wishes.prefer) and option.risk <= Risk.NARROW and not is_escape(option)]
    return preferred[0] if preferred and any(option.id in chosen for option in options) else _first(options, chosen)


def _first(options: list[Option], chosen: tuple[str, ...]) -> str | None:
    return next((option.id for option in options if option.id in chosen), None)


def _does(option: Option, prefer: str | None) -> bool:
    """Whether the option does what is preferred: moves files, or opens something and moves nothing."""
    moves = any(change.role == "relocate" for change in option.changes)
    opens = any(change.role == "grant" for change in option.changes)
    return moves if prefer == "relocate" else opens and not moves if prefer == "grant" else False
