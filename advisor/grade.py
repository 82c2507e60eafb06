"""Grades denials by what is known about the command's situation: never stronger than the evidence, lower only by a known no."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice

from advisor.boundary import answer, idle_for, names_it
from advisor.model import (
    Access,
    Boundary,
    Confidence,
    Denial,
    Entry,
    HarnessName,
    Need,
    NotInForce,
    RunCommand,
    Situation,
    StartSandbox,
    Verdict,
    WritePath,
    operation_of,
    target_of,
)

_SIGNED = "the harness itself says so: its own record of the refusal, not words of the program"
_STRONG = "this text has almost no other cause"
_WEAK = "an ordinary failure can print the same text"


def graded(denials: tuple[Denial, ...], situation: Situation, boundaries: Mapping[HarnessName, Boundary]) -> tuple[Denial, ...]:
    """`denials` with their final confidence and its reasons; those that what is known rules out or does not back are gone."""
    kept = [
        denial
        for denial in denials
        if not ruled_out(denial, situation)
        and not let_through(denial, situation, boundaries)
        and not _means_something_else(denial, situation)
        and _is_backed(denial, situation, boundaries)
    ]
    return tuple(_grade(denial, situation, boundaries) for denial in kept if not any(_tells_better(other, denial) for other in kept))


def backed_lines(denials: Iterable[Denial]) -> frozenset[tuple[str, int]]:
    """The (source, line) of denials that only the situation makes ones: what else their words may mean is no longer so."""
    return frozenset(
        (denial.evidence.origin.source, line)
        for denial in denials
        if denial.rule.counts in ("sandboxed", "refused")
        for line in range(denial.evidence.origin.line, denial.evidence.origin.end_line + 1)
    )


def ruled_out(denial: Denial, situation: Situation) -> bool:
    """Whether the command is known to have run outside the sandbox, so that the sandbox cannot have refused this."""
    independent = isinstance(denial.need, RunCommand | StartSandbox)
    return situation.sandboxed.value is False and not independent and denial.confidence is not Confidence.CERTAIN


def let_through(denial: Denial, situation: Situation, boundaries: Mapping[HarnessName, Boundary]) -> bool:
    """Whether the session's record says that the command had a network, and the config in force lets it reach this very target.

    Then an ordinary failure's face is one. A surer text stands: it says what the config cannot, a proxy of Codex's own say.
    """
    if not (situation.network is True and _reaches(denial) and denial.confidence is Confidence.POSSIBLE and boundaries):
        return False
    return all(answer(denial.need, boundary)[0] is Access.ALLOWED for boundary in boundaries.values())


def _reaches(denial: Denial) -> bool:
    return operation_of(denial.need) in ("connect", "resolve", "local-connect")


def _is_backed(denial: Denial, situation: Situation, boundaries: Mapping[HarnessName, Boundary]) -> bool:
    """Whether the situation makes everyday words a denial, where their rule asks for that.

    What a harness refuses by itself backs them only for a command that is known to have run in its sandbox; an entry that
    somebody wrote does without. It must name the very target: a folder that is closed is an empty one, and says nothing of
    the kind about what was in it.
    """
    sandboxed = situation.sandboxed.value is True
    match denial.rule.counts:
        case "sandboxed":
            return sandboxed
        case "refused":
            return any(
                (sandboxed or entry.provenance.file is not None) and names_it(entry, denial.need, boundary)
                for boundary in boundaries.values()
                for access, entry in (answer(denial.need, boundary),)
                if access in (Access.REFUSED, Access.PROTECTED) and entry is not None
            )
        case _:
            return True


def _tells_better(one: Denial, other: Denial) -> bool:
    """Whether `one` makes `other` needless: the same need without a condition, or the boundary's word on the same lines.

    So does the harness's own record of what was refused where a program's words name nothing.
    """
    if one.confidence is Confidence.CERTAIN and target_of(one.need) and target_of(other.need) is None:
        return operation_of(one.need) == operation_of(other.need)
    if one is other or target_of(one.need) != target_of(other.need):
        return False
    if other.rule.counts == "refused":
        return one.rule.counts != "refused" and one.need == other.need
    same_lines = one.evidence.origin.line <= other.evidence.origin.end_line and other.evidence.origin.line <= one.evidence.origin.end_line
    return one.rule.counts == "refused" and one.need != other.need and other.confidence is Confidence.POSSIBLE and same_lines


def _means_something_else(denial: Denial, situation: Situation) -> bool:
    """Whether a text that is weak even where it can occur comes from a system on which no sandbox prints it."""
    systems, system = denial.rule.systems, situation.system.value
    return denial.confidence is Confidence.POSSIBLE and bool(systems) and system is not None and system not in systems


def verdict_of(denials: tuple[Denial, ...], explained: bool) -> Verdict:
    """The report's verdict; `explained`: whether an ordinary failure accounts for the output."""
    if not denials:
        return "not-sandbox" if explained else "nothing"
    others = [denial for denial in denials if not isinstance(denial.need, RunCommand)]
    if not others:
        return "permission"
    return "sandbox" if max(denial.confidence for denial in others) >= Confidence.LIKELY else "possible"


def _grade(denial: Denial, situation: Situation, boundaries: Mapping[HarnessName, Boundary]) -> Denial:
    confidence = denial.confidence
    because = [{Confidence.CERTAIN: _SIGNED, Confidence.LIKELY: _STRONG, Confidence.POSSIBLE: _WEAK}[confidence]]
    system = situation.system.value
    if confidence is Confidence.LIKELY and denial.rule.systems and system and system not in denial.rule.systems:
        confidence = Confidence.POSSIBLE
        because = [f"on {system} an ordinary failure can print the same text"]
    if situation.sandboxed.value is True:
        because.append(f"the command ran in a sandbox ({situation.sandboxed.because})")
    if situation.network is False and _reaches(denial):
        because.append("the session's own record says that its commands have no network")
        if confidence is Confidence.POSSIBLE and situation.sandboxed.value is True and target_of(denial.need):
            confidence = Confidence.LIKELY
    across = isinstance(denial.need, WritePath) and denial.need.across  # which mounts forbid, whatever the boundary says of the place
    for harness, boundary in boundaries.items():
        access, entry = (Access.UNKNOWN, None) if across else answer(denial.need, boundary)
        sentence = _boundary_sentence(denial, harness, access, entry)
        if sentence is None:
            continue
        because.append(sentence)
        refused = access in (Access.REFUSED, Access.PROTECTED)
        if confidence is Confidence.POSSIBLE and refused and situation.sandboxed.value is True and target_of(denial.need):
            confidence = Confidence.LIKELY
        because += [_idle_sentence(idle) for idle in islice(idle_for(denial.need, boundary), 1) if refused]
    if not across and _is_mounted_read_only(denial.need, situation):
        because.append("the place is mounted read-only for this very process")
        confidence = max(confidence, Confidence.LIKELY)
    return denial._replace(confidence=confidence, because=tuple(because))


def _is_mounted_read_only(need: Need, situation: Situation) -> bool:
    """Whether a harness's sandbox, in which this process runs too, shows the place of a refused write read-only."""
    if not isinstance(need, WritePath) or need.path is None or situation.process is None:
        return False
    known = situation.sandboxed.value is True and situation.harness.value is not None
    return known and any(found.read_only is True and need.path in (found.path, found.real) for found in situation.paths)


def _idle_sentence(idle: NotInForce) -> str:
    at = f"{idle.provenance.key} in {idle.provenance.file}" if idle.provenance.key else str(idle.provenance.file)
    return f"{at} would allow it and is not in force: {idle.why}"


def _boundary_sentence(denial: Denial, harness: str, access: Access, entry: Entry | None) -> str | None:
    """What the boundary says of the refused target, in one clause; None when it says nothing certain."""
    where = ""
    if entry is not None:
        provenance = entry.provenance
        where = f" ({provenance.key} in {provenance.file})" if provenance.file else f" ({provenance.key})"
    what = operation_of(denial.need)
    match access:
        case Access.REFUSED | Access.PROTECTED:
            return f"the {harness} sandbox as configured here refuses exactly this {what}{where}"
        case Access.ALLOWED | Access.ALLOWED_BUT:
            return (
                f"the {harness} config here already allows this {what}{where}: it may not be in force "
                "(untrusted project, another config wins, a session resumed or not relaunched)"
            )
        case _:
            return None
