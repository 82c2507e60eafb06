"""What a JSON text was before settings were put into it: `json_edit` backwards, to the last character.

A text does not say where it was changed. Each way in which it may have been is tried, the one that leaves least first, and
only one that the edit makes the very same text of counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from advisor.edits.json_edit import edited
from advisor.edits.json_tree import Node, read_strict
from advisor.edits.new_text import Setting, tree


def undone(text: str, settings: Sequence[Setting], held: int = 0) -> str | None:
    """The text of which `edited` makes `text` with these settings, in their order; None where there is none.

    held: how many keys of each path are known to have stood there before, empty tables too.
    Raises ConfigError when the text is not strict JSON.
    """
    for setting in reversed(settings):
        before = next((found for found in _before(text, setting, held) if edited(found, (setting,)).text == text), None)
        if before is None:
            return None
        text = before
    return text


def without(text: str, settings: Sequence[Setting]) -> str:
    """The text without what the settings put into its arrays, whatever became of it since; all else stays as it is.

    Raises ConfigError when the text is not strict JSON.
    """
    for setting in reversed(settings):
        text = next(_of_the_array(text, setting), text)
    return text


def _before(text: str, setting: Setting, held: int) -> Iterator[str]:
    """What the text may have been, the outermost thing that the setting may have made taken away first."""
    nodes = _nodes(text, setting)
    for depth, key in enumerate(setting.path if nodes else ()):
        if depth >= held and nodes[depth + 1].value == _made(setting, depth):
            at = [member.key for member in nodes[depth].members].index(key)
            yield from _cuts(text, nodes[depth], at)
    yield from _of_the_array(text, setting)


def _of_the_array(text: str, setting: Setting) -> Iterator[str]:
    """The text without the setting's item alone."""
    for node in _nodes(text, setting)[-1:]:
        items = [item.value for item in node.items]
        if setting.value in items:
            yield from _cuts(text, node, items.index(setting.value))


def _nodes(text: str, setting: Setting) -> list[Node]:
    """The values along the setting's path, the whole text's first; none where it does not lead through."""
    nodes = [read_strict(text)]
    for key in setting.path:
        if key not in {member.key for member in nodes[-1].members}:
            return []
        nodes.append(nodes[-1].member(key).node)
    return nodes


def _made(setting: Setting, depth: int) -> object:
    """What the setting alone makes of nothing, below its key of this depth."""
    value: object = tree((setting,))
    for key in setting.path[: depth + 1]:
        assert isinstance(value, dict)  # a path leads through tables
        value = value[key]
    return value


def _cuts(text: str, node: Node, at: int) -> Iterator[str]:
    """The text without one of a node's children, with each stretch of blanks that may have come along."""
    spans = [(member.key_start, member.node.end) for member in node.members] or [(item.start, item.end) for item in node.items]
    start, end = spans[at]
    if at > 0:
        yield text[: spans[at - 1][1]] + text[end:]
    elif len(spans) > 1:
        yield text[:start] + text[spans[1][0] :]
    else:
        inside, close = node.start + 1, node.end - 1
        yield text[:inside] + text[close:]
        yield text[:start] + text[close:]
        yield text[:inside] + text[end:]
