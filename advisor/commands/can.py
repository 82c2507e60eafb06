"""`advise can` is `advise check`."""

from __future__ import annotations

from advisor.commands import check


def main(argv: list[str]) -> int:
    """Answer the questions, as `advise check` does."""
    return check.main(argv, "can")
