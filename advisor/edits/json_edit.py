"""How a JSON text reads with settings in it, everything else left as it is to the last character.

Only what is missing is put in, in the style that the text itself shows: its indentation, line ends, colons, and
whether its arrays and objects are written on one line or on several.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from advisor.edits import json_tree
from advisor.edits.json_tree import Blemish, Node
from advisor.edits.merging import Language, Step, merged
from advisor.edits.new_text import Setting, json_value
from advisor.edits.positions import BOM
from advisor.edits.splices import Edited, Splice


def edited(text: str, settings: Iterable[Setting]) -> Edited:
    """The strict JSON `text` with the settings in it; a table that is set is merged into the one that stands there.

    A key that is a number stands for an item where the path meets an array. Raises ConfigError, its problem beginning
    with `line:column`, when the text is not strict JSON or something of another type is in the way.
    """
    return merged(text, settings, _LANGUAGE)


def repaired(text: str) -> str:
    """The text as strict JSON: without its comments and trailing commas, all else as it is.

    A line that only held a comment goes as a whole. Raises ConfigError when the text is not JSON for another reason.
    """
    # From the end on, so that a comment before another one finds itself at the end of its line.
    for blemish in reversed(json_tree.read(text).blemishes):
        start, end = _cut(text, blemish)
        text = text[:start] + text[end:]
    return text


def _cut(text: str, blemish: Blemish) -> tuple[int, int]:
    """What goes with a blemish: of a comment's line the blanks before it, or the line end when nothing else is on it."""
    start, end = blemish.start, blemish.end
    following = text.find("\n", end)
    if blemish.kind != "a comment" or text[end : len(text) if following < 0 else following].strip():
        return start, end
    before = text[:start].rstrip(" \t")
    if before in ("", BOM) or before.endswith("\n"):
        return len(before), len(text) if following < 0 else following + 1
    return len(before), end


# --- Style ------------------------------------------------------------------------------------------------------


class _Style(NamedTuple):
    """How the text is written. tall_objects, tall_arrays: whether they are written on several lines."""

    line_end: str
    unit: str
    colon: str
    tall_objects: bool
    tall_arrays: bool

    @property
    def gap(self) -> str:
        """What follows a comma on one line."""
        return "" if self.colon == ":" else " "


def _style(text: str, root: Node) -> _Style:
    nodes = list(_nodes(root))
    objects = [_tall(text, node) for node in nodes if node.members and node is not root]
    arrays = [_tall(text, node) for node in nodes if node.items]
    units = (_child_indent(text, node) for node in nodes if node.members or node.items)
    return _Style(
        line_end="\r\n" if text.partition("\n")[0].endswith("\r") else "\n",
        unit=next((unit for unit in units if unit), "  "),
        colon=_colon(text, next((node for node in nodes if node.members), root), ": "),
        tall_objects=2 * sum(objects) >= len(objects),
        tall_arrays=2 * sum(arrays) > len(arrays),
    )


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in (*(member.node for member in node.members), *node.items):
        yield from _nodes(child)


def _children(node: Node) -> list[tuple[int, int]]:
    """The offsets of what stands between the brackets, keys with their values."""
    return [(member.key_start, member.node.end) for member in node.members] + [(item.start, item.end) for item in node.items]


def _indent(text: str, offset: int) -> str:
    """The blanks at the beginning of the line."""
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _begins_line(text: str, offset: int) -> bool:
    start = text.rfind("\n", 0, offset) + 1
    return start > 0 and not text[start:offset].strip(" \t")


def _tall(text: str, node: Node) -> bool:
    return _begins_line(text, _children(node)[-1][0])


def _child_indent(text: str, node: Node) -> str:
    """By how much the first thing in the brackets is indented more than the line of the brackets; "" for no more."""
    start = _children(node)[0][0]
    outer, inner = _indent(text, node.start), _indent(text, start)
    return inner[len(outer) :] if _begins_line(text, start) and inner.startswith(outer) else ""


def _colon(text: str, node: Node, default: str) -> str:
    """What stands between the last key in the object and its value."""
    found = text[node.members[-1].key_end : node.members[-1].node.start] if node.members else default
    return found if len(found) <= len(" : ") and "\n" not in found else default


# --- Placing ----------------------------------------------------------------------------------------------------


def _placements(text: str, step: Step) -> Iterator[tuple[Splice, ...]]:
    root = json_tree.read_strict(text)
    style = _style(text, root)
    node = root
    for key in step.path[: step.known]:
        node = node.items[key] if isinstance(key, int) else node.member(key).node
    if step.act == "replace":
        tall = "\n" in text[node.start : node.end]
        yield (Splice(node.start, node.end, _written(step.value, style, _indent(text, node.start), tall)),)
    elif _children(node):
        yield (_after_last(text, node, step, style),)
    else:
        yield (_as_first(text, node, step, style, node is root or _alone(text, root, node)),)


def _alone(text: str, root: Node, node: Node) -> bool:
    """Whether the item or member whose value this is begins a line of its own."""
    holders = (start for outer in _nodes(root) for start, end in _children(outer) if end == node.end)
    return any(_begins_line(text, start) for start in holders)


def _after_last(text: str, node: Node, step: Step, style: _Style) -> Splice:
    children = _children(node)
    start, end = children[-1]
    style = style._replace(colon=_colon(text, node, style.colon))
    if _begins_line(text, start):
        indent = _indent(text, start)
        return Splice(end, end, "," + _line_end(text, start) + indent + _piece(step, style, indent, tall=True))
    gap = text[children[-2][1] : start].lstrip().removeprefix(",") if len(children) > 1 else style.gap
    return Splice(end, end, "," + (gap if not gap.strip(" ") else " ") + _piece(step, style, "", tall=False))


def _as_first(text: str, node: Node, step: Step, style: _Style, alone: bool) -> Splice:
    """The first thing in brackets that hold nothing but blanks."""
    outer = _indent(text, node.start)
    inner = outer + style.unit
    blanks = text[node.start + 1 : node.end - 1]
    if "\n" in blanks:
        end = _line_end(text, node.end)
        return Splice(node.start + 1, node.start + 1, end + inner + _piece(step, style, inner, tall=True))
    tall = style.tall_arrays if text[node.start] == "[" else style.tall_objects
    if alone and tall and not blanks:
        end = style.line_end
        return Splice(node.start + 1, node.start + 1, end + inner + _piece(step, style, inner, tall=True) + end + outer)
    return Splice(node.end - 1, node.end - 1, _piece(step, style, "", tall=False) + blanks)


def _line_end(text: str, offset: int) -> str:
    """The end of the line before the one that the offset is on."""
    end = text.rfind("\n", 0, offset)
    return "\r\n" if text.startswith("\r", end - 1) else "\n"


def _piece(step: Step, style: _Style, indent: str, *, tall: bool) -> str:
    """The item or the member to put in."""
    if step.act == "extend":
        return _written(step.value, style, indent, tall)
    key, *inner = step.path[step.known :]
    value = step.value
    for outer in reversed(inner):
        value = {outer: value}
    return json_value(key) + style.colon + _written(value, style, indent, tall)


def _written(value: object, style: _Style, indent: str, tall: bool) -> str:
    """A value in the style of the text; `indent` is that of the line it begins on."""
    if not isinstance(value, dict | list) or not value:
        return json_value(value)
    holds = isinstance(value, list) and any(isinstance(item, dict | list) for item in value)
    tall = tall and (style.tall_objects if isinstance(value, dict) else holds or style.tall_arrays)
    inner = indent + style.unit
    if isinstance(value, dict):
        pieces = [json_value(key) + style.colon + _written(item, style, inner, tall) for key, item in value.items()]
        opening, closing = "{}"
    else:
        pieces = [_written(item, style, inner, tall) for item in value]
        opening, closing = "[]"
    if not tall:
        return opening + ("," + style.gap).join(pieces) + closing
    parting = style.line_end + inner
    return opening + parting + ("," + parting).join(pieces) + style.line_end + indent + closing


_LANGUAGE = Language(
    read=lambda text: json_tree.read_strict(text).value,
    places=json_tree.places,
    placements=_placements,
    words=("an object", "an array"),
)
