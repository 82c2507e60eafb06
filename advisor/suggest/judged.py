"""What a repository makes necessary against what is granted now: harness by harness, and which needs a plan has to meet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from advisor.answers import Answer, Question, answered
from advisor.foresight import Foreseen
from advisor.harnesses import load
from advisor.model import Access, Boundary, HarnessName, Need, ReachHost, ReachLocalService, Situation, Unmet
from advisor.needs import Served
from advisor.suggest import Necessity

_OUTSIDE = "It runs on this machine, outside the sandbox, whose network is its own."
_TOGETHER = "Start the service and what uses it in one command, or run that step yourself in another terminal."
_BY_SCRIPT = "Only a script connects there, and by itself, past the sandbox's proxy."
_BY_HUMAN = "Run that script yourself; if the agent is to run it, `advise check --host` tells what would allow the host."
_OPEN = (Access.ALLOWED, Access.ALLOWED_BUT)


class Suggestion(NamedTuple):
    """A need of the repository, and what each harness's boundary says of it."""

    necessity: Necessity
    answers: tuple[Answer, ...]

    @property
    def granted(self) -> bool:
        """Whether every harness allows it already."""
        return all(answer.access in _OPEN for answer in self.answers)


def to_plan(suggestions: Iterable[Suggestion], harness: HarnessName) -> tuple[tuple[Served, ...], tuple[Unmet, ...]]:
    """(the needs that a harness's boundary does not allow, each with the index of its suggestion; what is never planned).

    A manifest that names a service of this machine is no reason to open the machine's own network to an agent, and a recipe
    that logs in somewhere, as a deployment does, is none to open a way past the proxy.
    """
    planned: list[Served] = []
    never: list[Unmet] = []
    for at, suggestion in enumerate(suggestions):
        for answer in suggestion.answers:
            if answer.harness != harness or answer.access in _OPEN:
                continue
            if why := _never_planned(suggestion.necessity):
                never.append(Unmet(answer.question.need, *why, (at,)))
            else:
                planned.append((answer.question.need, (at,)))
    return tuple(planned), tuple(never)


def _never_planned(necessity: Necessity) -> tuple[str, str] | None:
    """Why a need is told and not planned, and what to do instead; None for one that is planned."""
    if isinstance(necessity.need, ReachLocalService):
        return _OUTSIDE, _TOGETHER
    if isinstance(necessity.need, ReachHost) and necessity.client == "direct" and necessity.kind == "script":
        return _BY_SCRIPT, _BY_HUMAN
    return None


class Session(NamedTuple):
    """A sandboxed session as it would start here: its boundary, the situation that this is drawn in, and what is assumed of it.

    assumed: a clause, where the files as they are now would make no such session.
    """

    boundary: Boundary
    situation: Situation
    assumed: str | None = None


def session(harness: HarnessName, situation: Situation) -> Session:
    """The session of a harness that a suggestion is for: sandboxed, and in a project whose own settings count."""
    read = load(harness).read_boundary
    now, unsaid = read(situation), read(situation._replace(ahead=False))
    if now.posture == "off" and (now.posture_by is None or now.posture_by.file is None):
        return Session(unsaid._replace(complete=True), situation, "no file switches its sandbox on: this is what it refuses once it is on")
    if harness == "codex" and now.trusted is False and unsaid.trusted is None:
        trusted = situation._replace(trusted=True)
        return Session(read(trusted), trusted, "it does not trust this project yet: this is what it refuses once it does")
    return Session(now, situation)


def judged(necessities: Iterable[Necessity], sessions: Sequence[Session]) -> tuple[Suggestion, ...]:
    """Every need with the answers of all sessions; those that some session refuses come first."""
    found = [Suggestion(one, tuple(answer for each in sessions for answer in _answers(one, each))) for one in necessities]
    return tuple(sorted(found, key=lambda suggestion: suggestion.granted))


def _answers(necessity: Necessity, session: Session) -> tuple[Answer, ...]:
    return answered([_question(necessity, session.boundary.harness)], session.boundary, session.situation)


def _question(necessity: Necessity, harness: HarnessName) -> Question:
    first = necessity.places[0]
    need: Need = necessity.need
    # Codex leads nobody's ssh to its proxy; Claude Code leads git's.
    if necessity.client == "git-ssh" and harness == "codex" and isinstance(need, ReachHost):
        need = need._replace(direct=True)
    return Question(need, first.command or first.file, Foreseen(need, first.because, necessity.client))
