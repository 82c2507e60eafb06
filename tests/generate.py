"""Writes `advisor/telltales.py` from the catalogue: run `python -m tests.generate` after a rule was added or changed."""

from pathlib import Path

from advisor import telltales
from advisor.rules import catalogue

FILE = Path(telltales.__file__)


def needed(rules):
    """The telltales of `rules` in order, without those that hold another one: where they stand, it stands."""
    literals = sorted({telltale for rule in rules for telltale in rule.telltales})
    return [literal for literal in literals if not any(other in literal for other in literals if other != literal)]


def generated():
    """The text that `advisor/telltales.py` must have."""
    lines = [
        '"""Generated from the catalogue by `python -m tests.generate`: the literals at least one of which stands in every match."""',
        "",
        "TELLTALES: tuple[bytes, ...] = (",
        *(f"    {literal.encode()!r}," for literal in needed(catalogue())),
        ")",
    ]
    return "\n".join(lines).replace("b'", 'b"').replace("',", '",') + "\n"


if __name__ == "__main__":
    FILE.write_text(generated(), encoding="utf-8")
