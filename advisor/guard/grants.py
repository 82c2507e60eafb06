"""What a grant is, and what became of it between two states of a repository: wider, narrower, the same, or unknown.

A grant has a subject (what it is about) and a level: 0 is what a harness does by itself, above it is opened, below it closed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Literal, NamedTuple, TypeAlias

from advisor.guard.coverage import Subject, covers
from advisor.model import Boundary, Risk, System

Manner: TypeAlias = Literal["added", "removed", "altered", "unreadable"]

SAME = "What the agent may do stays as it was."


class Effect(Enum):
    """What a difference does to the allowlist."""

    WIDENS = "widens"
    NARROWS = "narrows"
    NEUTRAL = "neutral"
    UNKNOWN = "unknown"


class Grant(NamedTuple):
    """One thing that a config opens (level above 0) or closes (below 0).

    key: the dotted path in its file; value: as written there, JSON where it is no string. risk, means: what is handed over
    while it is open, or, for what closes, once it is gone; means is a sentence.
    """

    subject: Subject
    level: int
    key: str
    value: str
    risk: Risk
    means: str


class Leaf(NamedTuple):
    """One value of a config at its dotted key path; value as in a Grant. item: it is one of an array's."""

    key: str
    value: str
    item: bool = False


class Fault(NamedTuple):
    """A file that its program cannot use. stops: whether the program does not start; else it passes over the whole file.

    unread: the digest of what stands in it, where it is we who cannot read it, and the program may; else empty.
    """

    file: str
    why: str
    stops: bool
    unread: str = ""


class State(NamedTuple):
    """What the files of one folder and program say together.

    boundaries: what they open and close to sandboxed commands, by system, each drawn as if the sandbox were on. files: where
    each value stands. idle: why a value does nothing, by key.
    """

    grants: tuple[Grant, ...] = ()
    boundaries: Mapping[System, Boundary] = {}
    leaves: frozenset[Leaf] = frozenset()
    files: Mapping[Leaf, str] = {}
    faults: tuple[Fault, ...] = ()
    idle: Mapping[str, str] = {}


class Difference(NamedTuple):
    """What became of one grant. file: from the repository's root. note: why it is so, a clause, or empty."""

    program: str
    file: str
    key: str
    value: str
    effect: Effect
    manner: Manner
    risk: Risk
    means: str
    note: str = ""


class Found(NamedTuple):
    """A difference as it is found inside one folder, before its file is known. before: it stood in the older state."""

    effect: Effect
    manner: Manner
    leaf: Leaf
    risk: Risk
    means: str
    before: bool
    note: str = ""


def compared(before: Sequence[Grant], after: Sequence[Grant]) -> Iterator[Found]:
    """What became of every grant that is not in both states; what only stands elsewhere in its file is in both."""
    for subject in dict.fromkeys(grant.subject for grant in (*before, *after)):
        if subject[0] == "included" and not all(any(grant.subject[0] == "included" for grant in state) for state in (before, after)):
            continue  # a list of what stays is looked at item by item only where both states have one
        old = [grant for grant in before if grant.subject == subject]
        new = [grant for grant in after if grant.subject == subject]
        if {grant.level for grant in old} == {grant.level for grant in new}:
            continue  # what changes beside it is told where that stands
        was, now = level(subject, before), level(subject, after)
        cause, shown = _cause(old, new, now > was), (new or old)[0]
        manner: Manner = "altered" if old and new else "added" if new else "removed"
        leaf = Leaf(shown.key, shown.value)
        if now > was:
            yield Found(Effect.WIDENS, manner, leaf, cause.risk, cause.means, not new)
        elif now < was:
            yield Found(Effect.NARROWS, manner, leaf, Risk.NONE, f"No longer: {cause.means}", not new)
        else:
            yield Found(Effect.NEUTRAL, manner, leaf, Risk.NONE, SAME, not new)


def _cause(old: Sequence[Grant], new: Sequence[Grant], widens: bool) -> Grant:
    """The grant whose meaning is the difference: what opens now, or what no longer closes; the other way round for less."""
    opening, closing = (new, old) if widens else (old, new)
    ranked = [*(grant for grant in opening if grant.level > 0), *(grant for grant in closing if grant.level < 0)]
    return (*ranked, *new, *old)[0]


def level(subject: Subject, grants: Iterable[Grant]) -> int:
    """How open a subject is: what closes it beats what opens it; 0 where nothing is about it."""
    levels = [grant.level for grant in grants if covers(grant.subject, subject)]
    lowest = min(levels, default=0)
    return lowest if lowest < 0 else max(levels, default=0)


def leaves(document: object, path: tuple[str, ...] = ()) -> Iterator[Leaf]:
    """Every value of a document; of an array each item, a table in one as a whole."""
    if isinstance(document, Mapping):
        for key, inner in document.items():
            yield from leaves(inner, (*path, str(key)))
    elif isinstance(document, list):
        yield from (Leaf(".".join(path), spelled(item), True) for item in document)
    else:
        yield Leaf(".".join(path), spelled(document))


def spelled(value: object) -> str:
    """A value of a config in one line: a string as it is, anything else as JSON with sorted keys."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)


def spelled_words(words: Sequence[str]) -> str:
    """The words of a command in one line: joined where they can be told apart there, else as JSON. No two commands read alike."""
    line = " ".join(words)
    return line if line.split(" ") == [*words] else spelled([*words])


def digest(content: bytes | str) -> str:
    """What tells a content that cannot be shown from every other."""
    from hashlib import sha256

    return f"sha256 {sha256(content.encode(errors='surrogateescape') if isinstance(content, str) else content).hexdigest()[:16]}"
