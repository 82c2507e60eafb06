"""A TOML 1.1 text as the 1.0 that says the same, each character in its place: Codex reads 1.1, Python's own reader 1.0."""

from __future__ import annotations

import re

# What 1.1 added within strings, and what of the same length stands for it. The value is another; its place is not.
_ESCAPES = re.compile(r"\\(?:e|x[0-9A-Fa-f]{2}|.)", re.DOTALL)


def older(text: str) -> str:
    """`text` with line breaks, comments and a last comma inside inline tables blanked, and the escapes of 1.1 as tabs.

    The result is as long as the text. A text that is neither is given back with whatever is wrong in it.
    """
    out: list[str] = []
    opened: list[str] = []
    comma: int | None = None  # where in `out` the last comma stands, while nothing but blanks has followed it
    last = ""
    at = 0
    while at < len(text):
        piece = _piece(text, at)
        at += len(piece)
        if opened[-1:] == ["{"] and (piece.isspace() or piece[0] == "#"):
            out.append(" " * len(piece))
            continue
        closes_table = piece[0] in "]}" and bool(opened) and opened.pop() == "{"
        if closes_table and comma is not None:
            out[comma] = " "
        if piece[0] in "[{":
            opened.append(piece)
        if not piece.isspace() and piece[0] != "#":
            comma = len(out) if piece == "," and last not in ("{", ",") else None
            last = piece
        out.append(_ESCAPES.sub(_tabs, piece) if piece[0] == '"' else piece)
    return "".join(out)


def _piece(text: str, at: int) -> str:
    """What begins here: a whole string, a comment up to its line's end, or one character."""
    first = text[at]
    if first == "#":
        end = text.find("\n", at)
        return text[at:] if end < 0 else text[at:end]
    if first not in "\"'":
        return first
    fence = first * 3 if text.startswith(first * 3, at) else first
    end = at + len(fence)
    while end < len(text) and not text.startswith(fence, end):
        if len(fence) == 1 and text[end] == "\n":
            return first  # a string that does not end: told by whoever reads the text
        end += 2 if first == '"' and text[end] == "\\" else 1
    end += len(fence)
    while len(fence) == 3 and text.startswith(first, end):
        end += 1
    return text[at:end]


def _tabs(found: re.Match[str]) -> str:
    escape = found[0]
    return "\\t" * (len(escape) // 2) if escape[1] in "ex" else escape
