"""Writes `advisor/telltales.py`, `advisor/rules/_speaking.py` and the plugin's list of telltales from the catalogue: run
`python -m tests.generate` after a rule was added or changed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from advisor import rules, telltales
from advisor.discovery import modules_of
from advisor.gate import EDGE, runs
from advisor.model import Rule
from advisor.rules import catalogue, rules_of

FILE = Path(telltales.__file__)
SPEAKING = Path(rules.__file__).with_name("_speaking.py")
GREPPED = FILE.parents[1] / "templates" / "plugins" / "advise" / "hooks" / "telltales.txt"
LONG_WORD = 5  # bytes; a shorter word stands in every other log

NAMES = ("BY_WORD", "BY_START", "BY_END", "BY_RUN")
Index = dict[bytes, tuple[bytes, ...]]


def needed(rules: Iterable[Rule]) -> list[str]:
    """The telltales of `rules` in order, without those that hold another one: where they stand, it stands."""
    literals = sorted({telltale for rule in rules for telltale in rule.telltales})
    return [literal for literal in literals if not any(other in literal for other in literals if other != literal)]


class Indexes(NamedTuple):
    """Telltales by what tells of them, as `gate.present` takes them."""

    by_word: Index
    by_start: Index
    by_end: Index
    by_run: Index


def indexed(literals: Iterable[bytes]) -> Indexes:
    """Telltales by a whole word of theirs, by the word that they start or end in, or by their longest run of word characters.

    A word is whole when the telltale itself goes on, on both sides, with something that is no word character: it then
    stands alone wherever the telltale stands. What stands at either end may be only a part of a word: its start at the
    telltale's end, its end at the telltale's start.
    """
    indexes = Indexes({}, {}, {}, {})
    for literal in literals:
        first, *whole, last = runs(b"x" + literal + b"x") if len(runs(b"x" + literal + b"x")) > 1 else (b"x", b"x")
        index, key = _place(indexes, literal, first[1:], max(whole, key=len, default=b""), last[:-1])
        index[key] = (*index.get(key, ()), literal)
    return indexes


def _place(indexes: Indexes, literal: bytes, first: bytes, word: bytes, last: bytes) -> tuple[Index, bytes]:
    """The index that holds `literal`, and its key there; first, word, last: what it starts in, its longest word, what it ends in."""
    longest = max(runs(literal), key=len, default=b"")
    if word and len(word) >= min(LONG_WORD, len(longest)):
        return indexes.by_word, word
    if len(last) >= EDGE and len(last) >= len(first):
        return indexes.by_start, last[:EDGE]
    if len(first) >= EDGE:
        return indexes.by_end, first[-EDGE:]
    return indexes.by_run, longest


def generated() -> str:
    """The text that `advisor/telltales.py` must have."""
    return written(needed(catalogue()))


def written(literals: Iterable[str]) -> str:
    """The text of a module that indexes `literals`."""
    indexes = indexed(literal.encode() for literal in literals)
    return "\n".join(
        [
            '"""Generated from the catalogue by `python -m tests.generate`: the literals at least one of which stands in every match.',
            "",
            "They stand by a word that is whole wherever they occur, by a word's start or end, or by a run of word characters:",
            "`gate.present` tells why.",
            '"""',
            "",
            *(line for name, index in zip(NAMES, indexes, strict=True) for line in _written(name, index)),
            "TELLTALES: tuple[bytes, ...] = tuple(",
            f"    telltale for index in ({', '.join(NAMES)}) for telltales in index.values() for telltale in telltales",
            ")",
            "",
        ]
    )


def _written(name: str, index: Index) -> list[str]:
    rows = (f"    {_spelt(key)}: ({', '.join(map(_spelt, index[key]))},)," for key in sorted(index))
    return [f"{name}: dict[bytes, tuple[bytes, ...]] = {{", *rows, "}"]


def _spelt(literal: bytes) -> str:
    """A bytes literal in double quotes; no telltale holds one."""
    return f'b"{repr(literal)[2:-1]}"'


def generated_speaking() -> str:
    """The text that `advisor/rules/_speaking.py` must have."""
    heard = ((module, needed(rules_of(module))) for module in modules_of(rules.__path__))
    rows = (f"    ({_quoted(module)}, ({', '.join(map(_quoted, literals))},))," for module, literals in heard if literals)
    return "\n".join(
        [
            '"""Generated from the catalogue by `python -m tests.generate`: each module\'s telltales, without those that hold another."""',
            "",
            "TELLTALES: tuple[tuple[str, tuple[str, ...]], ...] = (",
            *rows,
            ")",
            "",
        ]
    )


def _quoted(literal: str) -> str:
    """A string literal in double quotes; no telltale holds one."""
    return f'"{literal}"'


def generated_list() -> str:
    """The text of the list that the plugin's front greps for, one telltale a line."""
    return "".join(f"{literal}\n" for literal in needed(catalogue()))


if __name__ == "__main__":
    GREPPED.write_text(generated_list(), encoding="utf-8")
    SPEAKING.write_text(generated_speaking(), encoding="utf-8")
    FILE.write_text(generated(), encoding="utf-8")
