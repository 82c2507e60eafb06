"""The pipeline of a question, written out once: what a command would need, what the boundaries say of it, and what would allow it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from advisor.answers import Answer, Question, answered, asked_by, by_rule, unforeseen
from advisor.boundary import questions as places_of
from advisor.foresight import Foresight, files_asked, foresee
from advisor.harnesses import load
from advisor.model import (
    Boundary,
    ConnectSocket,
    FileAnswer,
    FileQuestion,
    PathAnswer,
    PathQuestion,
    ReadPath,
    RunCommand,
    Situation,
    WritePath,
)
from advisor.model.tuples import NamedTuple
from advisor.needs import questions as looked_up


class Looks(NamedTuple):
    """How the machine is looked at: paths, files, and what a package manager itself says of its hosts (or None: it is not asked)."""

    paths: Callable[[Iterable[PathQuestion], Situation], tuple[PathAnswer, ...]]
    files: Callable[[Iterable[FileQuestion]], tuple[FileAnswer, ...]]
    hosts: Callable[[str], str | None] | None = None


class Checked(NamedTuple):
    """All that came of the questions: the answers of every harness, its boundary, and what the commands need."""

    situation: Situation
    answers: tuple[Answer, ...]
    boundaries: tuple[Boundary, ...]
    commands: tuple[tuple[str, Foresight], ...]


def check(questions: tuple[Question, ...], command: str | None, situation: Situation, looks: Looks) -> Checked:
    """The answers to `questions`, and to those that `command` comes to. Nothing is looked at where `situation` was not."""
    commands: tuple[tuple[str, Foresight], ...] = ()
    if command is not None:
        foresight = _foresight(command, situation, looks)
        commands = ((command, foresight),)
        questions = (*questions, *asked_by(command, foresight))
    if situation.looked:
        situation = situation._replace(paths=looks.paths(_places(questions, situation), situation))
    boundaries = tuple(load(name).read_boundary(situation) for name in situation.harnesses)
    answers = tuple(answer for boundary in boundaries for answer in _answers(questions, commands, boundary, situation))
    return Checked(situation, answers, boundaries, commands)


def _answers(
    questions: tuple[Question, ...], commands: tuple[tuple[str, Foresight], ...], boundary: Boundary, situation: Situation
) -> tuple[Answer, ...]:
    """One harness's answers: a command that its own rules run outside is answered by them alone."""
    told: list[Answer] = []
    for command, foresight in commands:
        if rule := load(boundary.harness).runs_outside(command, situation):
            told.append(by_rule(command, rule, boundary))
            questions = tuple(question for question in questions if question.asked != command)
        else:
            own = answered([question for question in questions if question.asked == command], boundary, situation)
            told += [*own, *unforeseen(command, foresight, boundary, own)]
    asked = [question for question in questions if all(question.asked != command for command, _ in commands)]
    return (*answered(asked, boundary, situation), *told)


def _foresight(command: str, situation: Situation, looks: Looks) -> Foresight:
    """What the command needs, with the project's own files, and what its programs say of their hosts."""
    if not situation.looked:
        return foresee(command, situation)
    files = looks.files(files_asked(command, situation))
    foresight = foresee(command, situation, files)
    if looks.hosts is None or not foresight.open_hosts:
        return foresight
    told = {how: looks.hosts(how) for _, how in foresight.open_hosts}
    return foresee(command, situation, files, {how: hosts for how, hosts in told.items() if hosts})


def _places(questions: Iterable[Question], situation: Situation) -> Iterable[PathQuestion]:
    """What to look at: the places that the questions name, and those that the configs open."""
    for question in questions:
        if isinstance(question.need, WritePath | ReadPath | ConnectSocket) and question.need.path:
            yield PathQuestion(question.need.path)
    yield from looked_up([(question.need, ()) for question in questions], situation)
    for name in situation.harnesses:
        yield from places_of(load(name).read_boundary(situation))


def is_plannable(answer: Answer) -> bool:
    """Whether a setting of the sandbox may allow what is refused: a permission rule's word is not the sandbox's."""
    return answer.refused and not isinstance(answer.question.need, RunCommand)
