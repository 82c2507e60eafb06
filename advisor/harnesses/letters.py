"""The letters by which the groups of a plan's options are told apart."""

from __future__ import annotations

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def letter(number: int) -> str:
    """The letter of a plan's group, counted from 0: a, b … z, aa, ab … zz, aaa."""
    high, low = divmod(number, len(_LETTERS))
    return (letter(high - 1) if high else "") + _LETTERS[low]
