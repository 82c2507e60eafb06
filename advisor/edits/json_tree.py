"""What stands where in a JSON text, also in one that holds comments or trailing commas, which strict JSON forbids."""

from __future__ import annotations

import re
from json import JSONDecodeError, JSONDecoder
from typing import Any, Literal, NamedTuple, NoReturn

from advisor.edits.positions import BOM, Path, Place, written
from advisor.errors import ConfigError

_BLANKS = re.compile(r"[ \t\r\n]*")
_DEPTH = 100  # no config nests so deep; Python's own stack ends not much later


class Node(NamedTuple):
    """A value at the offsets [start, end); the members of an object and the items of an array in their order."""

    start: int
    end: int
    value: Any
    members: tuple[Member, ...] = ()
    items: tuple[Node, ...] = ()

    def member(self, key: str) -> Member:
        """The member that counts: of duplicate keys the last one does."""
        return {member.key: member for member in self.members}[key]


class Member(NamedTuple):
    """A key of an object (its offsets include the quotes) and its value."""

    key: str
    key_start: int
    key_end: int
    node: Node


class Blemish(NamedTuple):
    """Something at the offsets [start, end) that strict JSON does not allow and that says nothing."""

    kind: Literal["a comment", "a comma before the closing bracket"]
    start: int
    end: int


class Document(NamedTuple):
    """A JSON text's one value, and what keeps the text from being strict JSON."""

    root: Node
    blemishes: tuple[Blemish, ...]


def read(text: str) -> Document:
    """The text's value; comments and trailing commas are passed over and listed.

    Raises ConfigError, its problem beginning with `line:column`, when the text is not JSON for another reason.
    """
    reader = _Reader(text)
    root = reader.node(0)
    reader.skip()
    if reader.at < len(text):
        reader.fail("there is more text after the value")
    return Document(root, tuple(sorted(reader.blemishes, key=lambda blemish: blemish.start)))


def read_strict(text: str) -> Node:
    """The text's value. Raises ConfigError, its problem beginning with `line:column`, when it is not strict JSON."""
    document = read(text)
    if document.blemishes:
        blemish = document.blemishes[0]
        raise ConfigError(f"{written(text, blemish.start)}: {blemish.kind} is not JSON, and makes the whole text invalid")
    return document.root


def places(text: str) -> dict[Path, Place]:
    """Where each key path stands; of duplicate keys the last. Comments and trailing commas do not matter."""
    found: dict[Path, Place] = {}
    _collect(read(text).root, (), None, found)
    return found


def _collect(node: Node, path: Path, key: tuple[int, int] | None, found: dict[Path, Place]) -> None:
    found[path] = Place(key, (node.start, node.end))
    for member in {member.key: member for member in node.members}.values():
        _collect(member.node, (*path, member.key), (member.key_start, member.key_end), found)
    for number, item in enumerate(node.items):
        _collect(item, (*path, number), None, found)


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER = JSONDecoder(parse_constant=_constant)


class _Reader:
    """Reads on from the offset `at`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 1 if text.startswith(BOM) else 0
        self.blemishes: list[Blemish] = []

    def fail(self, problem: str, at: int | None = None) -> NoReturn:
        raise ConfigError(f"{written(self.text, self.at if at is None else at)}: {problem}")

    def skip(self) -> None:
        """Passes over blanks and comments."""
        while True:
            blanks = _BLANKS.match(self.text, self.at)
            self.at = blanks.end() if blanks else self.at
            if self.text.startswith("//", self.at):
                end = self.text.find("\n", self.at)
                end = len(self.text) if end < 0 else end
                end -= self.text[end - 1] == "\r"
            elif self.text.startswith("/*", self.at):
                end = self.text.find("*/", self.at + 2) + 2
                if end < 2:
                    self.fail("a comment does not end")
            else:
                return
            self.blemishes.append(Blemish("a comment", self.at, end))
            self.at = end

    def taken(self, char: str) -> bool:
        """Passes over the character if it stands here, and says whether it did."""
        here = self.text.startswith(char, self.at)
        self.at += here
        return here

    def node(self, depth: int) -> Node:
        self.skip()
        start = self.at
        if depth > _DEPTH:
            self.fail(f"the text nests more than {_DEPTH} deep")
        if self.taken("{"):
            members = tuple(self.members(depth + 1))
            return Node(start, self.at, {member.key: member.node.value for member in members}, members=members)
        if self.taken("["):
            items = tuple(self.items(depth + 1))
            return Node(start, self.at, [item.value for item in items], items=items)
        return self.scalar()

    def members(self, depth: int) -> list[Member]:
        found: list[Member] = []
        while not self.closed("}", bool(found)):
            if not self.text.startswith('"', self.at):
                self.fail("a key in double quotes is missing")
            key = self.scalar()
            self.skip()
            if not self.taken(":"):
                self.fail("a colon is missing")
            found.append(Member(key.value, key.start, key.end, self.node(depth)))
        return found

    def items(self, depth: int) -> list[Node]:
        found: list[Node] = []
        while not self.closed("]", bool(found)):
            found.append(self.node(depth))
        return found

    def closed(self, bracket: str, after_value: bool) -> bool:
        """Passes over what parts two values, or over the closing bracket, and says whether it was the bracket."""
        self.skip()
        comma = self.at
        parted = after_value and self.taken(",")
        self.skip()
        if self.taken(bracket):
            if parted:
                self.blemishes.append(Blemish("a comma before the closing bracket", comma, comma + 1))
            return True
        if after_value and not parted:
            self.fail(f"a comma or {bracket} is missing")
        return False

    def scalar(self) -> Node:
        start = self.at
        try:
            value, self.at = _DECODER.raw_decode(self.text, start)
        except JSONDecodeError as error:
            quoted = self.text.startswith('"', start)
            self.fail("this string is not JSON from here" if quoted else "a value is missing or not JSON", error.pos)
        except ValueError:  # NaN, Infinity, or more digits than Python reads
            self.fail("this number is not JSON")
        return Node(start, self.at, value)
