"""Writes `advisor/telltales.py` and `advisor/rules/_speaking.py` from the catalogue: run `python -m tests.generate` after a rule
was added or changed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from advisor import rules, telltales
from advisor.discovery import modules_of
from advisor.gate import runs
from advisor.model import Rule
from advisor.rules import catalogue, rules_of

FILE = Path(telltales.__file__)
SPEAKING = Path(rules.__file__).with_name("_speaking.py")
LONG_WORD = 5  # bytes; a shorter word stands in every other log

Index = dict[bytes, tuple[bytes, ...]]


def needed(rules: Iterable[Rule]) -> list[str]:
    """The telltales of `rules` in order, without those that hold another one: where they stand, it stands."""
    literals = sorted({telltale for rule in rules for telltale in rule.telltales})
    return [literal for literal in literals if not any(other in literal for other in literals if other != literal)]


def indexed(literals: Iterable[bytes]) -> tuple[Index, Index]:
    """Telltales by a whole word of theirs, and those that have none worth it by the longest run of word characters.

    A word is whole when the telltale itself goes on, on both sides, with something that is no word character: it then
    stands alone wherever the telltale stands. A run at either end may be only a part of a word.
    """
    by_word: Index = {}
    by_run: Index = {}
    for literal in literals:
        every = runs(literal)
        whole = runs(b"x" + literal + b"x")[1:-1]
        longest = max(every, key=len, default=b"")
        word = max(whole, key=len, default=b"")
        index, key = (by_word, word) if len(word) >= min(LONG_WORD, len(longest)) and word else (by_run, longest)
        index[key] = (*index.get(key, ()), literal)
    return by_word, by_run


def generated() -> str:
    """The text that `advisor/telltales.py` must have."""
    return written(needed(catalogue()))


def written(literals: Iterable[str]) -> str:
    """The text of a module that indexes `literals`."""
    by_word, by_run = indexed(literal.encode() for literal in literals)
    return "\n".join(
        [
            '"""Generated from the catalogue by `python -m tests.generate`: the literals at least one of which stands in every match.',
            "",
            "They stand by a word that is whole wherever they occur, or by a run of word characters: `gate.present` tells why.",
            '"""',
            "",
            *_written("BY_WORD", by_word),
            *_written("BY_RUN", by_run),
            "TELLTALES: tuple[bytes, ...] = tuple(",
            "    telltale for index in (BY_WORD, BY_RUN) for telltales in index.values() for telltale in telltales",
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


if __name__ == "__main__":
    SPEAKING.write_text(generated_speaking(), encoding="utf-8")
    FILE.write_text(generated(), encoding="utf-8")
