"""What keeps a text from being strict JSON, and what strict JSON loses without a word; the catalogues say what that costs."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.edits import json_tree
from advisor.edits.json_tree import Blemish, Document, Node
from advisor.edits.positions import Path, offset_of
from advisor.errors import ConfigError
from advisor.lint.config import Config
from advisor.lint.rule import Fault
from advisor.model.lint import Edit, Fix
from advisor.quoting import inline


def not_json(config: Config, cost: str) -> Iterator[Fault]:
    """The place where strict JSON ends, if it does; cost: what that costs, a clause. Comments and late commas have a fix."""
    if config.invalid is not None:
        line, column, problem = config.invalid.split(":", 2)
        start = offset_of(config.text, int(line), int(column))
        what = problem.strip() if config.text.strip() else "the file is empty"
        yield Fault((), f"{inline(what)}: not JSON, so {cost}", offsets=(start, min(start + 1, len(config.text))))
    elif (document := _document(config)) and document.blemishes:
        first, *others = document.blemishes
        more = f" (and {len(others)} more place{'s' if len(others) > 1 else ''} like it)" if others else ""
        message = f"{first.kind}{more}: not strict JSON, so {cost}"
        yield Fault((), message, _without(document.blemishes), offsets=(first.start, first.end))


def duplicates(config: Config) -> Iterator[Fault]:
    """Every key that stands in its object once more, at its later place."""
    if document := _document(config):
        yield from _repeated(document.root, ())


def _document(config: Config) -> Document | None:
    try:
        return json_tree.read(config.text)
    except ConfigError:
        return None


def _without(blemishes: tuple[Blemish, ...]) -> Fix:
    edits = tuple(Edit("replace", value="", start=blemish.start, end=blemish.end) for blemish in blemishes)
    say = 'take out what JSON does not know; a remark can be a key of its own, as in "_comment"'
    return Fix(say, edits, all(blemish.kind != "a comment" for blemish in blemishes))


def _repeated(node: Node, path: Path) -> Iterator[Fault]:
    seen: set[str] = set()
    for member in node.members:
        own = (*path, member.key)
        if member.key in seen:
            message = "a second value for this key: the last one counts, and the first is lost"
            yield Fault(own, message, offsets=(member.key_start, member.key_end))
        seen.add(member.key)
        yield from _repeated(member.node, own)
    for number, item in enumerate(node.items):
        yield from _repeated(item, (*path, number))
