"""Says an `advise.guard/1` document to whoever commits: the verdict, each grant with what it hands over, and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from advisor.quoting import inline
from advisor.rows import Row
from advisor.screen import indented, rows, wrap

# How many are told one by one: what widens or is not known, what narrows, and what is the same.
MOST_TOLD, MOST_NARROWER, MOST_NEUTRAL = 40, 8, 3
_MARKS = {"widens": "WIDENS", "narrows": "narrows", "neutral": "neutral", "unknown": "UNKNOWN"}
_HEADLINES = {
    "widens": "THE ALLOWLIST WIDENS",
    "narrows": "THE ALLOWLIST NARROWS",
    "unknown": "THE ALLOWLIST CANNOT BE READ WHOLE",
    "neutral": "THE ALLOWLIST STAYS AS IT IS",
}


def guard_text(document: dict[str, Any]) -> str:
    """The document as text for a terminal; one line where no grant changed."""
    changes = document["changes"]
    if not changes:
        return "The allowlist stays as it is: no grant changed.\n"
    return "".join(f"{line}\n" for line in (*_head(document), *_told(changes), *_end(document)))


def _head(document: dict[str, Any]) -> Iterator[str]:
    counted = [f"{sum(change['effect'] == effect for change in document['changes'])} {word}" for effect, word in _counted(document)]
    yield f"{_HEADLINES[document['verdict']]}: {', '.join(counted)}."
    yield ""


def _counted(document: dict[str, Any]) -> Iterator[tuple[str, str]]:
    words = {"widens": "wider", "narrows": "narrower", "neutral": "the same", "unknown": "not readable or not read before"}
    present = {change["effect"] for change in document["changes"]}
    yield from ((effect, word) for effect, word in words.items() if effect in present)


def _told(changes: list[dict[str, Any]]) -> Iterator[str]:
    most = {"narrows": MOST_NARROWER, "neutral": MOST_NEUTRAL}
    grave = [change for change in changes if change["effect"] not in most][:MOST_TOLD]
    rest = [[change for change in changes if change["effect"] == effect][:number] for effect, number in most.items()]
    told = [change for several in (grave, *rest) for change in several]
    for change in told:
        yield rows(_rows(change), 2)
        yield ""
    if left := len(changes) - len(told):
        yield wrap(f"  and {left} more (--format json lists them)", 2)
        yield ""


def _rows(change: dict[str, Any]) -> Iterator[Row]:
    name = f"{change['key']} = {inline(change['value'], 120)}" if change["key"] else ""
    manner = "" if change["change"] == "unreadable" or not name else f" ({change['change']})"
    yield Row(_MARKS[change["effect"]], f"{inline(change['file'], 160)}{': ' if name else ''}{inline(name, 200)}{manner}")
    yield Row("means", change["means"])
    if change["note"]:
        yield Row("but", change["note"])
    if change["effect"] == "widens" or change["risk"] != "none":
        yield Row("risk", change["risk"])
    if change["acknowledged"]:
        yield Row("acknowledged", change["acknowledged"])


def _end(document: dict[str, Any]) -> Iterator[str]:
    needed = [change["acknowledge"] for change in document["changes"] if change["needs_acknowledgement"]]
    if not needed:
        return
    one = "This grant lets" if len(needed) == 1 else f"These {len(needed)} grants let"
    if any(change["needs_acknowledgement"] and change["effect"] == "unknown" for change in document["changes"]):
        one = "What is not read here may let" if len(needed) == 1 else f"These {len(needed)} let, or may let,"
    told = f"{one} what the agent does, or writes, run outside the sandbox. Take it back, or acknowledge exactly that"
    yield wrap(f"{told} in {document['acknowledged_in']}, with a reason and staged beside it:")
    yield ""
    yield from (f"{indented(entry, 4)}\n" for entry in needed)
