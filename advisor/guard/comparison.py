"""The differences between two states of one folder's files: what opens, what closes, what only reads otherwise, what nobody knows."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from advisor.guard.entries import opened_and_closed
from advisor.guard.grants import SAME, Difference, Effect, Found, Leaf, Manner, State, compared
from advisor.model import Risk

_ORDER = (Effect.UNKNOWN, Effect.WIDENS, Effect.NARROWS, Effect.NEUTRAL)
_ANYTHING = " It may grant anything, now and, where it leads elsewhere, later."
_MENDED = "It could not be used before: what it holds counts from here on."


def differences(program: str, before: State, after: State, present: Collection[str]) -> tuple[Difference, ...]:
    """Every grant that was added, removed or altered, the gravest first; nothing for what only moved or is written otherwise.

    present: the files of the newer state.
    """
    broken = tuple(_faults(program, before, after, present))
    if any(fault.stops for fault in after.faults):
        return broken
    if any(fault.stops for fault in before.faults):
        before = State(boundaries=before.boundaries)
    found = _merged((*opened_and_closed(before, after), *compared(before.grants, after.grants)))
    told = [*found, *_neutral(found, before, after)]
    dropped = {fault.file for fault in after.faults}
    placed = [_placed(program, one, before, after) for one in told]
    placed = [one for one in placed if one.effect is Effect.WIDENS or one.file not in dropped]  # of those nobody knows what they hold
    return (*broken, *sorted(placed, key=lambda one: (_ORDER.index(one.effect), -one.risk, one.file, one.key, one.value)))


def _faults(program: str, before: State, after: State, present: Collection[str]) -> Iterator[Difference]:
    for fault in after.faults:
        hidden = bool(fault.unread) and fault not in before.faults
        means = f"What it grants is not known: {fault.why}.{_ANYTHING if hidden else ''}"
        risk = Risk.ESCAPE if hidden else Risk.NONE
        yield Difference(program, fault.file, "", fault.unread, Effect.UNKNOWN, "unreadable", risk, means)
    still = {fault.file for fault in after.faults}
    for file in sorted({fault.file for fault in before.faults if fault.file in present} - still):
        yield Difference(program, file, "", "", Effect.UNKNOWN, "altered", Risk.NONE, _MENDED)


def _merged(found: tuple[Found, ...]) -> list[Found]:
    """One row for each value: where it means two things, the graver first."""
    rows: dict[tuple[Effect, str, str], Found] = {}
    for one in found:
        at = (one.effect, one.leaf.key, one.leaf.value)
        other = rows.get(at)
        if other is None:
            rows[at] = one
        else:
            graver, lesser = (other, one) if other.risk >= one.risk else (one, other)
            means = graver.means if lesser.means in graver.means else f"{graver.means} {lesser.means}"
            rows[at] = graver._replace(means=means)
    opening = {(one.leaf.key, one.leaf.value) for one in rows.values() if one.effect is not Effect.NEUTRAL}
    return [one for one in rows.values() if one.effect is not Effect.NEUTRAL or (one.leaf.key, one.leaf.value) not in opening]


def _neutral(told: list[Found], before: State, after: State) -> Iterator[Found]:
    """The values that came or went and change nothing."""
    values = {(one.leaf.key, one.leaf.value) for one in told}
    keys = {one.leaf.key for one in told}
    old, new = before.leaves - after.leaves, after.leaves - before.leaves
    altered = {leaf.key for leaf in old if not leaf.item} & {leaf.key for leaf in new if not leaf.item}
    for leaf, stood in sorted([*((leaf, False) for leaf in new), *((leaf, True) for leaf in old)]):
        above = any(leaf.key.startswith(f"{key}.") for key in keys)
        if (leaf.key, leaf.value) in values or above or (not leaf.item and leaf.key in keys) or (stood and leaf.key in altered):
            continue
        manner: Manner = "altered" if leaf.key in altered else "removed" if stood else "added"
        idle = (before if stood else after).idle
        note = next((idle[key] for key in sorted(idle, key=len, reverse=True) if key and f"{leaf.key}.".startswith(f"{key}.")), "")
        yield Found(Effect.NEUTRAL, manner, leaf, Risk.NONE, SAME, stood, note)


def _placed(program: str, one: Found, before: State, after: State) -> Difference:
    """The difference with the file in which its value stands, or stood."""
    state = before if one.before else after
    file = next((state.files[leaf] for leaf in _candidates(one.leaf, state)), "")
    return Difference(program, file, one.leaf.key, one.leaf.value, one.effect, one.manner, one.risk, one.means, one.note)


def _candidates(leaf: Leaf, state: State) -> Iterator[Leaf]:
    exact = [known for known in state.files if (known.key, known.value) == (leaf.key, leaf.value)]
    above = [known for known in state.files if known.key == leaf.key or known.key.startswith(f"{leaf.key}.")]
    section = leaf.key.partition(".")[0]
    yield from (
        *exact,
        *sorted(above),
        *sorted(known for known in state.files if known.key.partition(".")[0] == section),
        *sorted(state.files),
    )
