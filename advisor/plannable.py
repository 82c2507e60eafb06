"""Which needs are planned one by one, and what is said of the others: those that hold a secret, and those beyond what anybody reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from advisor.model import Need, Unmet, operation_of, target_of
from advisor.quoting import redact

Served: TypeAlias = tuple[Need, tuple[int, ...]]

# So many needs are planned one by one: more of them are no list that anybody reads, and seldom what should be opened.
MOST_PLANNED = 40
_AFTER = "Look first whether one folder above them is what the tool should be given; else run it again after these, and ask again."
_SECRET = (
    "It holds what looks like a secret, which no setting and no command line should.",
    "Give the tool a place or a host without it, or run that step yourself.",
)


def plannable(minimal: Sequence[Served]) -> tuple[dict[Need, tuple[int, ...]], tuple[Unmet, ...]]:
    """(the needs to plan, each with the denials that it serves; the answers for all others) of a minimal set."""
    secret = [(need, indices) for need, indices in minimal if _holds_a_secret(need)]
    kept, left = _bounded([(need, indices) for need, indices in minimal if not _holds_a_secret(need)])
    return dict(kept), (*(Unmet(need, *_SECRET, denials=indices) for need, indices in secret), *_gathered(left))


def _holds_a_secret(need: Need) -> bool:
    """Whether what is asked for could only be shown redacted: a setting made of that would be for another place."""
    target = target_of(need)
    # As a key of a config too: there a name that ends like a secret's has a value behind it.
    return target is not None and any(redact(shown) != shown for shown in (target, f'"{target}" = "allow"'))


def _bounded(minimal: Sequence[Served]) -> tuple[Iterable[Served], Sequence[Served]]:
    """(those to plan, those that are left): of every kind of need some, before there are more of one kind."""
    counts: dict[str, int] = {}
    ranks = []
    for need, _ in minimal:
        ranks.append(counts.get(operation_of(need), 0))
        counts[operation_of(need)] = ranks[-1] + 1
    kept = set(sorted(range(len(minimal)), key=lambda at: ranks[at])[:MOST_PLANNED])
    return [minimal[at] for at in sorted(kept)], [one for at, one in enumerate(minimal) if at not in kept]


def _gathered(left: Sequence[Served]) -> tuple[Unmet, ...]:
    """One answer for all needs that were left."""
    if not left:
        return ()
    places = "1 more place" if len(left) == 1 else f"{len(left)} more places"
    reason = f"And {places}: advise plans {MOST_PLANNED} at a time."
    return (Unmet(left[0][0], reason, _AFTER, denials=tuple(sorted({index for _, indices in left for index in indices}))),)
