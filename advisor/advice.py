"""The pipeline, written out once: evidence to denials, grades, needs, plans and the report."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from advisor import needs
from advisor.boundary import questions as places_of
from advisor.detect import find
from advisor.grade import backed_lines, graded, let_through, ruled_out, verdict_of
from advisor.hang import hung
from advisor.harnesses import load
from advisor.hidden import hidden, hides
from advisor.launchers import adapted
from advisor.model import (
    Boundary,
    Confidence,
    Denial,
    Evidence,
    HarnessName,
    Known,
    Need,
    Option,
    Ordinary,
    PathAnswer,
    PathQuestion,
    Plan,
    Recording,
    Report,
    Situation,
    Unmet,
    WritePath,
    target_of,
)
from advisor.paths import below_home
from advisor.plannable import plannable
from advisor.rules.untold import NETWORK_OPEN, RAN_OUTSIDE
from advisor.scan import windows
from advisor.silent import silent

LookAt = Callable[[Iterable[PathQuestion], Situation], tuple[PathAnswer, ...]]
Minimal = tuple[tuple[Need, tuple[int, ...]], ...]  # as `needs.minimal` gives them: each with the denials that it serves

# Homes as systems lay them out; the evidence's own home matters when the text was pasted from elsewhere.
_HOME = re.compile(r"(?:/home/[^/\s]{1,64}|/Users/[^/\s]{1,64}|[A-Za-z]:\\Users\\[^\\\s]{1,64}|/root)(?=[/\\]|$)")
_WINDOWS_PATH = re.compile(r"[A-Za-z]:[\\/]")
_MACOS_PATH = re.compile(r"/(?:Users|private|opt/homebrew|Applications|System|Library)/|/var/folders/")


def advise(recording: Recording, situation: Situation, look_at: LookAt | None = None) -> Report:
    """The report on a recording. look_at: how the machine answers path questions; None: nobody looks."""
    situation = situation._replace(command=situation.command or recording.command)
    evidence = windows(recording)
    failed = recording.exit_code if recording.empty else None
    return report_on(evidence, situation, look_at, recording.timed_out, failed)


def report_on(
    evidence: Iterable[Evidence],
    situation: Situation,
    look_at: LookAt | None = None,
    stopped: bool = False,
    failed: int | None = None,
    least: Confidence = Confidence.POSSIBLE,
) -> Report:
    """The report on windows that were cut already.

    stopped: whether the command was, before it ended. failed: the exit code of one that printed nothing. least: the weakest
    grade that is worth telling.
    """
    denials, ordinary, more = find(evidence)
    # What is hardly more than another harness's habit says nothing of this one.
    denials = tuple(one for one in denials if one.confidence > Confidence.POSSIBLE or one.rule.harness in (None, *situation.harnesses))
    if stopped and not denials and not ordinary:
        denials = hung(situation.command, "-")
    if failed and not stopped:
        denials += silent(situation.command, failed, "-")
    home = situation.home
    situation = _situated(situation, denials)
    may_hide = hides(situation)
    if not denials and not may_hide:
        return Report(verdict_of((), bool(ordinary)), situation, (), ordinary)
    boundaries = {name: load(name).read_boundary(situation) for name in situation.harnesses}
    if may_hide:
        told = {denial.need for denial in denials}
        denials += tuple(denial for denial in hidden(situation, boundaries) if denial.need not in told)
    if look_at is not None and denials:
        situation, boundaries = _looked(denials, situation, boundaries, look_at, foreign=home not in (None, situation.home))
    instead = _instead(denials, situation, boundaries)
    denials = tuple(denial for denial in graded(denials, situation, boundaries) if denial.confidence >= least)
    meant = backed_lines(denials)
    ordinary = tuple(one for one in ordinary if (one.evidence.origin.source, one.evidence.origin.line) not in meant)
    ordinary += instead
    minimal = needs.minimal(denials, situation)
    harnesses = situation.harnesses if denials else ()
    plans = tuple(planned(name, _of(name, minimal, denials), boundaries[name], situation) for name in harnesses)
    return Report(verdict_of(denials, bool(ordinary)), situation, denials, ordinary, plans, more)


def _instead(denials: tuple[Denial, ...], situation: Situation, boundaries: dict[HarnessName, Boundary]) -> tuple[Ordinary, ...]:
    """What to tell in the place of denials that a known no rules out: the command ran outside, or its network was open."""
    outside = [denial for denial in denials if denial.rule.counts in ("always", "failed") and ruled_out(denial, situation)]
    let = [denial for denial in denials if not outside and let_through(denial, situation, boundaries)]
    return tuple(Ordinary(RAN_OUTSIDE if outside else NETWORK_OPEN, denial.evidence) for denial in (outside or let)[:1])


def _of(name: HarnessName, minimal: Minimal, denials: tuple[Denial, ...]) -> Minimal:
    """The needs that a harness's plan is to meet: all but what the same words hardly mean in it, where they mean something else too."""
    own = tuple(
        (need, served)
        for need, served in minimal
        if any(denials[at].confidence > Confidence.POSSIBLE or denials[at].rule.harness in (None, name) for at in served)
    )
    return own or minimal


def _looked(
    denials: tuple[Denial, ...], situation: Situation, boundaries: dict[HarnessName, Boundary], look_at: LookAt, foreign: bool
) -> tuple[Situation, dict[HarnessName, Boundary]]:
    """The situation with what stands at the places in question, and the boundaries drawn anew where that changes them.

    foreign: the home is the text's own and not this machine's, so that nobody can look into it.
    """
    opened = [question for boundary in boundaries.values() for question in places_of(boundary)]
    refused = [PathQuestion(denial.need.path) for denial in denials if isinstance(denial.need, WritePath) and denial.need.path]
    asked = dict.fromkeys((*needs.questions(needs.minimal(denials, situation), situation), *refused, *opened))
    seen = [question for question in asked if not (foreign and below_home(question.path, situation.home) is not None)]
    situation = situation._replace(paths=look_at(seen, situation))
    if any(situation.kind_of(question.path) not in ("folder", "unknown") for question in opened):
        boundaries = {name: load(name).read_boundary(situation) for name in boundaries}
    return situation, boundaries


def planned(name: HarnessName, minimal: Minimal, boundary: Boundary, situation: Situation) -> Plan:
    """A harness's plan for the needs, as the launcher carries it out, with the snippet of every file; each option names whom it serves."""
    from advisor.patches import snippets

    served, others = plannable(minimal)
    plan = load(name).plan(frozenset(served), boundary, situation)
    plan = adapted(plan, situation)
    return plan._replace(
        options=tuple(_numbered(option, served) for option in plan.options),
        unmet=(*(_numbered_unmet(unmet, served) for unmet in plan.unmet), *others),
        files=snippets(plan, situation),
    )


def _numbered(option: Option, served: dict[Need, tuple[int, ...]]) -> Option:
    return option._replace(denials=tuple(sorted({index for need in option.needs for index in served.get(need, ())})))


def _numbered_unmet(unmet: Unmet, served: dict[Need, tuple[int, ...]]) -> Unmet:
    return unmet._replace(denials=served.get(unmet.need, ()))


def _situated(situation: Situation, denials: tuple[Denial, ...]) -> Situation:
    """The situation with what the evidence itself says: whose words these are, which system, which home."""
    told = {denial.rule.harness for denial in denials if denial.rule.harness}
    if situation.harness.value is None and len(told) == 1 and (name := told.pop()) in situation.harnesses:
        situation = situation._replace(harness=Known(name, "these are its own words"), harnesses=(name,))
    commands = {denial.command for denial in denials}
    if situation.command is None and len(commands) == 1:
        situation = situation._replace(command=commands.pop())
    targets = [target for denial in denials if (target := target_of(denial.need))]
    if situation.ours:
        return situation
    system = _system_of(targets)
    if system and situation.system.because != "flag":
        situation = situation._replace(system=Known(system, "the paths in the text"))
    homes = {found[0] for target in targets if (found := _HOME.match(target))}
    if len(homes) == 1 and (situation.home is None or not any(target.startswith(situation.home) for target in targets)):
        situation = situation._replace(home=homes.pop())
    return situation


def _system_of(targets: list[str]) -> str | None:
    if any(_WINDOWS_PATH.match(target) for target in targets):
        return "windows"
    if any(_MACOS_PATH.match(target) for target in targets):
        return "macos"
    return "linux" if any(re.match(r"/(?:home|root|srv|run|proc)/", target) for target in targets) else None
