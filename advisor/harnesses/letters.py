"""The letters by which the groups of a plan's options are told apart."""

from __future__ import annotations

from string import ascii_lowercase


def letter(number: int) -> str:
    """The letter of a plan's group, counted from 0: a, b … z, aa, ab … zz, aaa."""
    high, low = divmod(number, len(ascii_lowercase))
    return (letter(high - 1) if high else "") + ascii_lowercase[low]
