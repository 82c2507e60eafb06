"""Answers what a command of an agent may do here, question by question and harness by harness, and which file says so.

Everything here is pure: the boundaries are drawn, the paths looked up, the command foreseen before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from advisor.boundary import answer, idle_for
from advisor.foresight import Foreseen, Foresight
from advisor.model import (
    Access,
    Boundary,
    ConnectSocket,
    Entry,
    HarnessName,
    Need,
    NotInForce,
    ReachHost,
    ReadPath,
    RunCommand,
    Situation,
    WritePath,
)
from advisor.model.tuples import NamedTuple

# Which of several answers is the answer to all of them: the later in this order.
_WORST = (Access.ALLOWED, Access.ALLOWED_BUT, Access.UNKNOWN, Access.REFUSED, Access.PROTECTED)
_REFUSALS = (Access.REFUSED, Access.PROTECTED)
_MOST_IDLE = 2  # reasons told for one question


class Question(NamedTuple):
    """One thing that is asked: the need, and how it was put (`--write ~/x`, or the command that needs it)."""

    need: Need
    asked: str
    foreseen: Foreseen | None = None


class Answer(NamedTuple):
    """What one harness's boundary says to a question.

    entry: the line of the boundary that decides; None where none does. note: what is to be known beside it. idle: what
    the configs hold for this very thing that is not in force.
    """

    harness: HarnessName
    question: Question
    access: Access
    entry: Entry | None = None
    note: str | None = None
    idle: tuple[NotInForce, ...] = ()

    @property
    def refused(self) -> bool:
        """Whether the sandbox would refuse it."""
        return self.access in _REFUSALS


def asked_by(command: str, foresight: Foresight) -> tuple[Question, ...]:
    """The questions that a command comes to: each need that is foreseen, and the command itself as its harness's rules see it."""
    questions = [Question(foreseen.need, command, foreseen) for foreseen in foresight.needs]
    return (Question(RunCommand(command), command), *questions)


def answered(questions: Iterable[Question], boundary: Boundary, situation: Situation) -> tuple[Answer, ...]:
    """One harness's answers to all questions."""
    return tuple(found for question in questions if (found := _answer(question, boundary, situation)) is not None)


def unforeseen(command: str, foresight: Foresight, boundary: Boundary, answers: tuple[Answer, ...]) -> Iterator[Answer]:
    """What has to be said of a command beside its needs: programs that nobody knows, or that it needs nothing at all."""
    for program in foresight.unknown:
        note = f"advise does not know what {program} needs"
        yield Answer(boundary.harness, Question(RunCommand(program), command), Access.UNKNOWN, None, note)
    if not foresight.unknown and not any(found.question.asked == command for found in answers):
        access = Access.UNKNOWN if boundary.broken else Access.ALLOWED
        note = boundary.broken or "nothing that it is known to need lies outside the sandbox"
        yield Answer(boundary.harness, Question(RunCommand(command), command), access, None, note)


def worst(answers: Iterable[Answer]) -> Access:
    """The one access that answers for all: refused before unknown before allowed."""
    return max((found.access for found in answers), key=_WORST.index, default=Access.UNKNOWN)


def _answer(question: Question, boundary: Boundary, situation: Situation) -> Answer | None:
    """The answer, or None for a command that no rule of its harness refuses: rules are not what was asked about."""
    if isinstance(question.need, RunCommand):
        access, entry = answer(question.need, boundary)
        return Answer(boundary.harness, question, access, entry, "a permission rule refuses to run it") if access in _REFUSALS else None
    if boundary.broken:
        return Answer(boundary.harness, question, Access.UNKNOWN, None, boundary.broken)
    need, behind = _followed(question.need, situation)
    access, entry = answer(need, boundary)
    idle = tuple(idle_for(need, boundary))[:_MOST_IDLE] if access not in (Access.ALLOWED, Access.ALLOWED_BUT) else ()
    notes = [behind, entry.note if entry else None]
    access = _as_the_client_goes(access, entry, question, boundary, notes)
    access = _as_mounted(access, need, boundary.harness, situation, notes)
    if question.foreseen and not question.foreseen.sure and access in (*_REFUSALS, Access.UNKNOWN):
        access = Access.ALLOWED_BUT
        notes.append("needed only sometimes (what is there already needs no download); then the sandbox refuses it")
    return Answer(boundary.harness, question, access, entry, "; ".join(note for note in notes if note) or None, idle)


def _followed(need: Need, situation: Situation) -> tuple[Need, str | None]:
    """The need at the place where symlinks lead, and the clause that says so."""
    if not isinstance(need, WritePath | ReadPath | ConnectSocket) or need.path is None:
        return need, None
    real = situation.real_of(need.path)
    return (need._replace(path=real), f"behind a symlink it is {real}") if real else (need, None)


def _as_the_client_goes(access: Access, entry: Entry | None, question: Question, boundary: Boundary, notes: list[str | None]) -> Access:
    """A host that is allowed through the proxy is refused to a client that goes round it."""
    foreseen = question.foreseen
    if foreseen is None or foreseen.client == "proxy" or not isinstance(question.need, ReachHost):
        return access
    led = foreseen.client == "git-ssh" and boundary.harness == "claude"  # its GIT_SSH_COMMAND leads git's ssh to the proxy
    proxied = boundary.posture != "off" and (boundary.harness == "claude" or access is Access.ALLOWED_BUT)
    if led or not proxied or access not in (Access.ALLOWED, Access.ALLOWED_BUT):
        return access
    notes.append("the host is allowed, but this client does not use the proxy variables, and there is no other way out")
    return Access.REFUSED


def _as_mounted(access: Access, need: Need, harness: HarnessName, situation: Situation, notes: list[str | None]) -> Access:
    """Inside the harness's own sandbox the mount decides whether a place can be written, whatever the files say by now."""
    inside = situation.ours and situation.sandboxed.value is True and situation.harness.value == harness
    if not inside or not isinstance(need, WritePath) or need.path is None:
        return access
    read_only = next((found.read_only for found in situation.paths if need.path in (found.path, found.real)), None)
    if read_only is True and access in (Access.ALLOWED, Access.ALLOWED_BUT):
        notes.append("in this very session the place is mounted read-only: it started with other settings, or the folder came later")
        return Access.REFUSED
    if read_only is False and access is Access.REFUSED:
        notes.append("the files as they are now refuse it, but in this very session the place is not mounted read-only")
        return Access.ALLOWED_BUT
    return access


def by_rule(command: str, rule: Entry, boundary: Boundary) -> Answer:
    """The answer to a command that its harness's own rules decide, whatever the sandbox allows."""
    return Answer(boundary.harness, Question(RunCommand(command), command), rule.access, rule, rule.note)
