"""What became of what sandboxed commands may do: two boundaries, asked about everything that either of them names.

Asking, not comparing texts, is what makes a folder below an opened one, the other config form or a renamed profile the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from advisor.boundary import answer
from advisor.guard.grants import Effect, Found, Leaf, Manner, State
from advisor.guard.meanings import Meaning, of_entry
from advisor.hazards import GIT_RUNS, is_git_folder
from advisor.model import Access, Boundary, Entry, Need, Risk, System, WritePath
from advisor.paths import canonical
from advisor.rereading import need_of

_COMPARED = frozenset({"write", "read", "connect", "resolve", "local-connect", "bind", "unix-socket", "trace"})
_FEATURE = "features.network_proxy"
_MACOS = "on macOS only"
_BY_DEFAULT = "where nothing else opens it, it is closed or asked for as before"
# What decides of an operation beside the switch of the whole network, by a part of its key.
_BESIDE = {"unix-socket": "unix_sockets", "bind": "allow_local_binding", "local-connect": "allow_local_binding"}


class _Flip(NamedTuple):
    """One question whose answer is another one now, and the entry that makes the difference.

    by_default: what a file closed on purpose is now closed as it is by itself, or the other way round.
    """

    opens: bool
    entry: Entry
    before: bool
    by_default: bool


def opened_and_closed(before: State, after: State) -> Iterator[Found]:
    """Each value that opens or closes something to sandboxed commands, once, with all that it opens."""
    found: dict[tuple[bool, Leaf, bool], list[tuple[System, _Flip]]] = {}
    for system in sorted(before.boundaries.keys() & after.boundaries.keys()):
        for flip in _flips(before.boundaries[system], after.boundaries[system]):
            leaf = _leaf_of(flip, before, after)
            stood = flip.before if (leaf in before.leaves) == (leaf in after.leaves) else leaf in before.leaves
            if stood and not leaf.item:  # of a value that is another one now, the new one
                leaf = next((one for one in sorted(after.leaves) if one.key == leaf.key), leaf)
                stood = leaf not in after.leaves
            found.setdefault((flip.opens, leaf, stood), []).append((system, flip))
    for (opens, leaf, stood), flips in sorted(found.items()):
        yield _told(opens, leaf, stood, flips, before, after)


def _told(opens: bool, leaf: Leaf, stood: bool, flips: list[tuple[System, _Flip]], before: State, after: State) -> Found:
    open_at = after if opens else before
    meaning = _meaning([flip.entry for _, flip in flips])
    if meaning.risk is Risk.ESCAPE and all(_keeps_its_hooks(flip.entry, open_at.boundaries[system]) for system, flip in flips):
        means = "Sandboxed commands can commit there, move branches, and rewrite or lose history; its hooks and config stay closed."
        meaning = Meaning(Risk.NARROW, means)
    other = after if stood else before
    held = any(one.key == leaf.key and one != leaf and not leaf.item for one in other.leaves)
    manner: Manner = "altered" if held else "removed" if stood else "added"
    note = "" if {system for system, _ in flips} == set(after.boundaries) else _MACOS
    if all(flip.by_default for _, flip in flips):
        meaning, note = meaning._replace(risk=min(meaning.risk, Risk.NARROW)), _BY_DEFAULT
    if opens:
        return Found(Effect.WIDENS, manner, leaf, meaning.risk, meaning.means, stood, note)
    return Found(Effect.NARROWS, manner, leaf, Risk.NONE, f"No longer: {meaning.means}", stood, note)


def _keeps_its_hooks(entry: Entry, boundary: Boundary) -> bool:
    """Whether an entry opens a repository's git folder in which what makes git run programs stays closed by other entries."""
    inside = (WritePath(f"{entry.value}/{name}") for name in GIT_RUNS)
    return (
        entry.operation == "write" and is_git_folder(entry.value) and all(_rank(*answer(need, boundary), boundary) < 0 for need in inside)
    )


def _meaning(entries: list[Entry]) -> Meaning:
    """The worst of what the entries of one value mean, those of all operations on one place taken together."""
    told = []
    for value in dict.fromkeys(entry.value for entry in entries):
        told.append(of_entry(frozenset(entry.operation for entry in entries if entry.value == value), value))
    worst = max(told, key=lambda meaning: meaning.risk)
    rest = [meaning.means for meaning in told if meaning is not worst]
    return Meaning(worst.risk, " ".join(dict.fromkeys((worst.means, *rest[:2]))))


def _flips(before: Boundary, after: Boundary) -> Iterator[_Flip]:
    if "off" in (before.posture, after.posture):
        return  # the posture decides of everything, and is told as one thing
    old, new = set(before.entries), set(after.entries)
    asked = _COMPARED & {entry.operation for entry in old ^ new}
    moved = {before.posture_by, after.posture_by} if before.posture != after.posture else set()
    named = dict.fromkeys((*after.entries, *before.entries))
    tops = (entry._replace(value=entry.value[3:]) for entry in named if entry.value.startswith("**."))  # which `*.` does not name
    for entry in (*named, *tops):
        need = need_of(entry) if entry.operation in asked and not entry.value.startswith("$") else None
        if need is None:  # a place that only a session knows ($TMPDIR) stands for none
            continue
        (was, old_winner), (now, new_winner) = _level(need, before), _level(need, after)
        if was == now:
            continue
        opens, default = now > was, max(was, now) == 0
        if moved & {old_winner and old_winner.provenance, new_winner and new_winner.provenance} - {None}:
            continue  # the same: what the posture alone opens or closes
        # Who makes the difference: an entry that came, else one that went; else what a program protects in a folder by itself.
        if new_winner and new_winner not in old and new_winner.provenance.file and _decides(new_winner, after, opens):
            closes = not opens and _rank(new_winner.access, new_winner, after) == 0  # as everything does that nothing opens
            yield _Flip(opens, new_winner._replace(value=entry.value) if closes else new_winner, False, default)
        elif old_winner and old_winner not in new and old_winner.provenance.file:
            yield _Flip(opens, old_winner, True, default)


def _decides(winner: Entry, boundary: Boundary, opens: bool) -> bool:
    return (_rank(winner.access, winner, boundary) > 0) == opens or _rank(winner.access, winner, boundary) < 0


def _level(need: Need, boundary: Boundary) -> tuple[int, Entry | None]:
    access, entry = answer(need, boundary)
    return _rank(access, entry, boundary), entry


def _rank(access: Access, entry: Entry | None, boundary: Boundary) -> int:
    """1: open; 0: closed as it is by itself; -1: closed on purpose, by a file."""
    if access in (Access.ALLOWED, Access.ALLOWED_BUT):
        return 1
    if entry is None or entry.provenance.file is None:
        return 0
    if boundary.harness == "claude":
        hidden = entry.operation == "write" and any(word in entry.provenance.key for word in ("denyRead", "credentials", "blockReads"))
        return -1 if access is Access.REFUSED and not hidden else 0
    return -1 if access is Access.PROTECTED else 0


# --- Which value of which file says it --------------------------------------------------------------------------


def _leaf_of(flip: _Flip, before: State, after: State) -> Leaf:
    """The value that stands behind an entry: a changed one where there is one, else one that now counts or no longer does."""
    own, other = (before, after) if flip.before else (after, before)
    changed = own.leaves - other.leaves
    key = flip.entry.provenance.key
    if found := _named(flip.entry, key, changed):
        return found
    if key.endswith(("network.enabled", "network_access")):
        beside = sorted(before.leaves ^ after.leaves)
        part = _BESIDE.get(flip.entry.operation)
        switches = [leaf for leaf in beside if leaf.key in (_FEATURE, f"{_FEATURE}.enabled")]
        for leaf in (*(leaf for leaf in beside if part and part in leaf.key), *switches):
            return leaf
    return _named(flip.entry, key, own.leaves) or Leaf(key, flip.entry.value)


def _named(entry: Entry, key: str, leaves: Iterable[Leaf]) -> Leaf | None:
    near = sorted(leaf for leaf in leaves if leaf.key == key or leaf.key.startswith(f"{key}."))
    if len(near) == 1 and not near[0].item:
        return near[0]
    same = [leaf for leaf in near if _place(leaf.value) == _place(entry.value)] if any(leaf.item for leaf in near) else []
    same = same or [leaf for leaf in near if _place(leaf.key[len(key) + 1 :]) == _place(entry.value)]
    return next(iter(same or (near if len(near) == 1 else [])), None)


def _place(text: str) -> str:
    """What a value names, whatever it is wrapped in: `Edit(//x/**)`, `WebFetch(domain:h)`, `./x/`."""
    inner = text[text.find("(") + 1 : -1] if text.endswith(")") and "(" in text else text
    inner = inner.removeprefix("domain:").removesuffix("/**") or "/"
    inner = inner[1:] if inner.startswith("//") else inner
    return canonical(inner).lower().removeprefix("./")
