"""Where this process stands, and a command that an agent would run here: what the boundaries say of both, as values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from advisor.boundary import answer, questions
from advisor.hazards.places import WORTH_CLOSING
from advisor.model import Access, Boundary, HarnessName, PathQuestion, ReadPath, Situation
from advisor.model.tuples import NamedTuple


class Secret(NamedTuple):
    """A place of credentials that is there (or may be), and whether a sandboxed command can read it; None: nobody knows."""

    path: str
    readable: bool | None


class Opinion(NamedTuple):
    """What a harness itself said when it was asked: how, its version, what differs from what we read, or why it did not answer."""

    harness: HarnessName
    how: str
    version: str | None = None
    differences: tuple[str, ...] = ()
    problem: str | None = None


class Standing(NamedTuple):
    """The whole of it: the situation, one boundary a harness, and what the programs themselves said, where they were asked."""

    situation: Situation
    boundaries: tuple[Boundary, ...]
    opinions: tuple[Opinion, ...] = ()


def looked_up(boundaries: Iterable[Boundary]) -> Iterator[PathQuestion]:
    """What a look at the machine should answer for the whole of it: what stands at opened places and at those of credentials."""
    for boundary in boundaries:
        yield from questions(boundary)
    yield from (PathQuestion(place) for place, _ in WORTH_CLOSING)
    yield PathQuestion(".")


def secrets_of(boundary: Boundary, situation: Situation) -> tuple[Secret, ...]:
    """The places of credentials that are not known to be absent."""
    return tuple(Secret(place, _readable(place, boundary)) for place, _ in WORTH_CLOSING if situation.kind_of(place) != "missing")


def _readable(place: str, boundary: Boundary) -> bool | None:
    access, _ = answer(ReadPath(place), boundary)
    return None if access is Access.UNKNOWN else access in (Access.ALLOWED, Access.ALLOWED_BUT)
