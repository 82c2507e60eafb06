"""The calls in a file of execution rules: Starlark, which reads like the Python that it comes from."""

from __future__ import annotations

import ast
import io
import tokenize
import warnings
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from advisor.edits.positions import BOM

# The parameters of each function, in their order.
FUNCTIONS: Mapping[str, tuple[str, ...]] = {
    "prefix_rule": ("pattern", "decision", "match", "not_match", "justification"),
    "host_executable": ("name", "paths"),
    "network_rule": ("host", "protocol", "decision", "justification"),
}


class Call(NamedTuple):
    """One call of a rule's function at the offsets [start, end).

    arguments: what each parameter is given, as it stands in the file; None for what is no literal. places: the offsets
    of each argument. unknown: names that the function has no parameter for, or has twice. spread: whether `*` or `**`
    stands for arguments that only running the file would tell.
    """

    function: str
    start: int
    end: int
    arguments: Mapping[str, object]
    places: Mapping[str, tuple[int, int]]
    unknown: tuple[str, ...]
    spread: bool = False

    def at(self, parameter: str) -> tuple[int, int]:
        """The offsets of an argument; those of the call where it is not given."""
        return self.places.get(parameter, (self.start, self.end))


class NotStarlark(NamedTuple):
    """Why a text cannot be read, and where."""

    problem: str
    start: int
    end: int


class Unread:
    """A value that is no literal, so that only running the file would tell it."""


UNREAD = Unread()


@lru_cache(maxsize=8)
def read(text: str) -> tuple[ast.Module | None, NotStarlark | None]:
    """The text's syntax tree; or why it is no Starlark."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes in strings, which are Starlark's own affair
            return ast.parse(text.removeprefix(BOM)), None
    except SyntaxError as error:
        start = _offset(text, error.lineno or 1, (error.offset or 1) - 1, characters=True)
        return None, NotStarlark(str(error.msg), start, min(start + 1, len(text)))
    except (ValueError, RecursionError, MemoryError):
        return None, NotStarlark("it holds a zero byte or nests too deep", 0, min(1, len(text)))


def calls(text: str) -> Iterator[Call]:
    """Every call of a rule's function, in the order of the text."""
    tree, _ = read(text)
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
            yield _call(text, node, node.func.id)


def adjoining_strings(text: str) -> Iterator[tuple[int, int]]:
    """The offsets of every string that stands right behind another, which Python joins and Starlark refuses; the text can be read."""
    before = None
    for token in tokenize.generate_tokens(io.StringIO(text.removeprefix(BOM)).readline):
        if token.type in (tokenize.NL, tokenize.COMMENT):
            continue
        if token.type == tokenize.STRING and before == tokenize.STRING:
            place = (*token.start, *token.end)
            yield _offset(text, place[0], place[1], characters=True), _offset(text, place[2], place[3], characters=True)
        before = token.type


def span_of(text: str, node: ast.AST) -> tuple[int, int]:
    """The offsets of a part of the tree."""
    start = _offset(text, getattr(node, "lineno", 1), getattr(node, "col_offset", 0))
    return start, _offset(text, getattr(node, "end_lineno", 1), getattr(node, "end_col_offset", 0))


def _call(text: str, node: ast.Call, function: str) -> Call:
    parameters = FUNCTIONS[function]
    given = dict(zip(parameters, node.args, strict=False))
    given |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
    places = {name: span_of(text, value) for name, value in given.items()}
    names = [*parameters[: len(node.args)], *(keyword.arg for keyword in node.keywords if keyword.arg)]
    unknown = tuple(name for number, name in enumerate(names) if name not in parameters or name in names[:number])
    spread = any(keyword.arg is None for keyword in node.keywords) or any(isinstance(one, ast.Starred) for one in node.args)
    start, end = span_of(text, node)
    return Call(function, start, end, {name: _literal(value) for name, value in given.items()}, places, unknown, spread)


def _literal(node: ast.expr) -> object:
    """The value of a literal: strings, numbers, None, and lists of them."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.List):
        return [_literal(item) for item in node.elts]
    if isinstance(node, ast.Tuple | ast.Dict | ast.Set):
        return ()
    return UNREAD


def _offset(text: str, line: int, column: int, *, characters: bool = False) -> int:
    """The offset of a line (from 1) and column (from 0, in bytes as the parser counts, or in characters)."""
    start = len(BOM) if text.startswith(BOM) else 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1
    end = text.find("\n", start)
    row = text[start : len(text) if end < 0 else end]
    return start + (min(column, len(row)) if characters else len(row.encode()[:column].decode(errors="ignore")))
