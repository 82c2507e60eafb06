"""What `advise patch` says beside the diff: on standard error, and in the message of a commit."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator

from advisor import sentences
from advisor.choices import group_of, is_escape
from advisor.commands.patch_roots import Rooted
from advisor.documents import report_document
from advisor.harnesses import load
from advisor.model import Option, Plan, Report, Risk, operation_of, target_of
from advisor.paths import canonical, is_anchored
from advisor.proposals import Proposal
from advisor.quoting import inline

_WIDTH = 72
_RISKS = {Risk.NONE: "none", Risk.NARROW: "narrow", Risk.BROAD: "broad", Risk.ESCAPE: "escape"}


def about_options(proposal: Proposal) -> str:
    """Each option that is taken, with what it hands over and what has to be done beside it; then the other ways, by id."""
    return "".join(f"{line}\n" for plan in proposal.plans for line in _plan_lines(plan))


def nothing_to_do(report: Report, proposal: Proposal) -> str | None:
    """Why there is nothing to do; None when there would be something."""
    if not report.denials:
        if report.ordinary:
            return f"nothing to do: this was not the sandbox. {sentences.sentence(report.ordinary[0].rule.title)}"
        return "nothing to do: nothing in the text looks like a sandbox denial."
    if proposal.settled:
        told = dict.fromkeys(f"{unmet.reason} {unmet.instead}" for plan in proposal.plans for unmet in plan.unmet)
        held = " ".join(told) or _first_done_by_hand(proposal) or "If it was refused all the same, the change is not in force yet."
        return f"nothing to do: the files allow it already. {held}"
    return None


def _first_done_by_hand(proposal: Proposal) -> str:
    """What a human has to run before an entry that stands there does anything; empty where there is nothing."""
    taken = (option for plan in proposal.plans for option in plan.options if option.id in plan.chosen)
    runs = dict.fromkeys(step.run for option in taken for step in option.steps if step.who == "human" and step.run)
    return f"It counts once this was run outside the sandbox: {'; '.join(runs)}" if runs else ""


def why_nothing(proposal: Proposal) -> str:
    """Why nothing can be patched: what stands in the way, what no setting meets, and what could be asked for."""
    unmet = (line for plan in proposal.plans for line in unmet_lines(plan))
    lines = dict.fromkeys((*standing_in_the_way(proposal), *unmet))
    return "".join(f"advise: {line}\n" for line in lines) or "advise: no setting that is safe to take would allow it.\n"


def for_the_rest(proposal: Proposal) -> str:
    """What the change does not meet, and what to do about that instead."""
    return "".join(f"advise: for the rest, {line}\n" for plan in proposal.plans for line in unmet_lines(plan))


def standing_in_the_way(proposal: Proposal) -> Iterator[str]:
    """The files that are not changed and why, and the results that are not shown."""
    for refusal in proposal.refusals:
        colon = ":" if refusal.reason[:1].isdigit() else ": "
        more = " The program ignores the whole file until then: `advise patch --repair` with the same input prints it mended."
        yield f"{refusal.file}{colon}{sentences.sentence(refusal.reason)}{more if refusal.repaired else ''} It is not changed."
    for title, fault in proposal.unsafe:
        yield f"{title}: read again, the result is not what was wanted: {sentences.sentence(fault)} It is not written."


def after_writing(report: Report, proposal: Proposal) -> str:
    """How the change takes effect, and the one line to give the agent back."""
    command = report.situation.command
    run = f"run `{inline(command, 80)}` once" if command else "run the command that was refused once"
    return (
        "".join(f"advise: {effect}\n" for effect in _effects(proposal))
        + f"advise: tell the agent: the allowlist changed: {run}; if it is refused again, stop.\n"
    )


def commit_message(report: Report, proposal: Proposal, files: Collection[str]) -> str:
    """What was refused, what `files` grant of it, its risk and what it means: the subject, and a body of wrapped lines."""
    taken = [option for option in proposal.taken() if any(change.file in files for change in option.changes)]
    first = taken[0].title if len({option.title for option in taken}) == 1 else "Allow what the agent's sandbox refused"
    met = {denial for option in taken for denial in option.denials}
    refused, left = _refusals(report, lambda at: at in met), _refusals(report, lambda at: at not in met)
    parts = [f"Refused: {'; '.join(refused)}."] if refused else []
    for option in taken:
        parts += [f"Granted: {sentences.sentence(option.title)} Risk: {_RISKS[option.risk]}. {option.means}"]
        parts += [f"But: {option.caveat}"] if option.caveat else []
    parts += [f"Not granted: {'; '.join(left)}."] if left else []
    parts += _effects(proposal)
    body = "\n\n".join(textwrap.fill(inline(part, 2000), _WIDTH, break_long_words=False, break_on_hyphens=False) for part in parts)
    return f"{inline(first, _WIDTH)}\n\n{body}\n"


def _refusals(report: Report, wanted: Callable[[int], bool]) -> list[str]:
    """What some of the denials refused, in a few words each; a home is nobody's name in a message that others read."""

    def quote(target: str, width: int) -> str:
        return inline(canonical(target, report.situation.home) if is_anchored(target) else target, width)

    denials = report_document(report)["denials"]
    return list(dict.fromkeys(sentences.refusal(denial, quote=quote) for at, denial in enumerate(denials) if wanted(at)))


def _effects(proposal: Proposal) -> list[str]:
    return list(dict.fromkeys(plan.takes_effect.say for plan in proposal.plans if any(True for _ in _taken(plan))))


def unmet_lines(plan: Plan) -> Iterator[str]:
    """What no setting of the plan's harness meets, why, and what to do instead."""
    for unmet in plan.unmet:
        what = sentences.refusal({"operation": operation_of(unmet.need), "target": target_of(unmet.need)})
        yield f"{load(plan.harness).title}, {what}: {unmet.reason} {unmet.instead}".strip()


def names(files: Iterable[Rooted]) -> str:
    """The files as shown to the user."""
    return sentences.listed([file.patch.file for file in files], "and")


def _plan_lines(plan: Plan) -> Iterator[str]:
    title = load(plan.harness).title
    for option in _taken(plan):
        yield f"{option.id}  {title}: {option.title} (risk {_RISKS[option.risk]})"
        yield from _wrapped(option.means)
        if option.caveat:
            yield from _wrapped(f"But: {option.caveat}")
        yield from _steps(option)
    yield from other_ways(plan)


def other_ways(plan: Plan) -> Iterator[str]:
    """The options of a plan that are not taken: what is done by hand where nothing else is taken, and the ids of the others."""
    groups = {group_of(option.id) for option in _taken(plan)}
    for option in plan.options:
        if not option.changes and group_of(option.id) not in groups:
            yield f"{option.id}  {load(plan.harness).title}, without a patch: {option.title}"
            yield from _steps(option)
        if option.changes and option.id not in plan.chosen:
            flag = "--allow-escape" if is_escape(option) else "--only"
            other = "or" if group_of(option.id) in groups else "not taken"
            yield f"{option.id}  {other}: {option.title} (risk {_RISKS[option.risk]}): `{flag} {option.id}`"


def _steps(option: Option) -> Iterator[str]:
    for step in option.steps:
        yield from _wrapped(f"{'Do' if step.who == 'human' else 'The agent'}, {step.where}: {step.run or step.say}")


def _taken(plan: Plan) -> Iterator[Option]:
    return (option for option in plan.options if option.id in plan.chosen and option.changes)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 100, initial_indent="    ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
