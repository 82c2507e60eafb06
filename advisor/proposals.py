"""From a report to what a patch would write: the options taken, the files as they would stand, and what is not changed and why.

Pure: the texts of all files come in with the situation. What is proposed has been read again as the harness reads it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from advisor.boundary import answer
from advisor.choices import Wishes, with_wishes
from advisor.harnesses import load
from advisor.model import Access, Option, Patch, Plan, Report, Situation
from advisor.patches import Refusal, compose, place_of
from advisor.rereading import as_if_ready, faults, obstacles, patched


class Proposal(NamedTuple):
    """What would be written for a report.

    plans: with the options that are taken as `chosen`. patches: one for each file that changes, all of one plan or none.
    refusals: files that stand in the way. unsafe: why a plan's result is not shown, by harness title. settled: whether
    everything that was refused is allowed already, or the files hold every change.
    """

    plans: tuple[Plan, ...]
    patches: tuple[Patch, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    unsafe: tuple[tuple[str, str], ...] = ()
    settled: bool = False

    def taken(self) -> tuple[Option, ...]:
        """The options that the patches are made of, those of several plans one after the other."""
        return tuple(option for plan in self.plans for option in plan.options if option.id in plan.chosen and option.changes)


def propose(report: Report, wishes: Wishes) -> Proposal:
    """What would be written for a report. Raises UsageError for wishes that no plan can meet."""
    plans = with_wishes(report.plans, wishes)
    situation = report.situation
    made: dict[str, Patch] = {}
    refusals: list[Refusal] = []
    unsafe: list[tuple[str, str]] = []
    complete = bool(plans)
    for plan in plans:
        composed = compose(plan, situation, wishes.escapes)
        in_the_way = composed.refusals or obstacles(plan, composed.patches, situation)
        wrong = faults(plan, composed.patches, situation) if composed.patches and not in_the_way else ()
        refusals += in_the_way
        unsafe += [(load(plan.harness).title, fault) for fault in wrong]
        if not in_the_way and not wrong:
            made.update(_joined(made, composed.patches))
            situation = patched(situation, composed.patches)
        complete = complete and not in_the_way and not wrong and _is_settled(plan, situation)
    patches = tuple(made.values())
    return Proposal(plans, patches, tuple(dict.fromkeys(refusals)), tuple(dict.fromkeys(unsafe)), complete and not patches)


def unlooked(plans: Iterable[Plan], situation: Situation) -> tuple[tuple[str, str], ...]:
    """(file as shown, absolute place) of every file that a plan may change and nobody looked at, such as `.gitignore`."""
    known = {text.file for text in situation.configs}
    files = dict.fromkeys(
        change.file
        for plan in plans
        for option in plan.options
        for change in option.changes
        if change.format == "lines" and change.file not in known
    )
    return tuple((file, place) for file in files if (place := place_of(file, situation)))


def _joined(made: dict[str, Patch], patches: Iterable[Patch]) -> dict[str, Patch]:
    """The patches with the text before of an earlier plan's patch of the same file."""
    return {patch.file: patch._replace(before=made[patch.file].before if patch.file in made else patch.before) for patch in patches}


def _is_settled(plan: Plan, situation: Situation) -> bool:
    """Whether nothing is left to do: every need is met by what the files hold, or by an option that they hold."""
    boundary = load(plan.harness).read_boundary(as_if_ready(situation))
    left = [unmet for unmet in plan.unmet if answer(unmet.need, boundary)[0] not in (Access.ALLOWED, Access.ALLOWED_BUT)]
    taken = {need for option in plan.options if option.id in plan.chosen and option.changes for need in option.needs}
    open_needs = {need for option in plan.options for need in option.needs} - taken
    return not left and not open_needs
