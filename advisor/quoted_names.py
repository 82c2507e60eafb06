"""Keeps the names that come from a program's output in code spans, wherever prose of ours repeats them to an agent.

A path or a host may read like an order; in a code span it is a value, whatever it says.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Any, TypeAlias

from advisor.quoting import code, inline

Names: TypeAlias = tuple[str, ...]

_WIDTH = 100  # characters of a name that are shown
_LONGEST = 4096
_HOME = re.compile(r"^(?:/home/[^/]{1,64}|/Users/[^/]{1,64}|/root)(?=/)")


def names_in(document: dict[str, Any]) -> Names:
    """The names in an `advise.report/1` document that its plans may repeat, the longest first: what was refused, as it was
    printed and as plans write it, the folders above it, and what the changes open.
    """
    told = {inline(name, _LONGEST) for name in (*_refused(document), *_opened(document))}
    found = told | {_HOME.sub("~", name) for name in told}
    return tuple(sorted((name for name in found if len(name) > 1), key=lambda name: (-len(name), name)))


def prose(text: str, width: int, names: Names) -> str:
    """`text` in one line of about `width` characters, each of the names in a code span; what is cut is cut at its end."""
    return _cut(_spanned(inline(text, _LONGEST), names), width)


def _refused(document: dict[str, Any]) -> Iterator[str]:
    for denial in document["denials"]:
        printed = denial["target"] or ""
        for target in dict.fromkeys((printed, _as_planned(printed))):
            yield target
            if "/" in target or "\\" in target:
                parting = "/" if "/" in target else "\\"
                while (target := target.rpartition(parting)[0]).strip(parting):
                    yield target
            elif ":" in target:
                yield target.rpartition(":")[0]


def _as_planned(target: str) -> str:
    """A name as plans write it: a path without detours, a host in small letters."""
    if "/" not in target and "\\" not in target:
        return target.lower().removesuffix(".")
    path = posixpath.normpath(target.replace("\\", "/"))
    while path.startswith("../"):
        path = path[3:]
    return path.replace("//", "/", 1) if path.startswith("//") else path


def _opened(document: dict[str, Any]) -> Iterator[str]:
    for plan in document["plans"]:
        for change in (change for option in plan["options"] for change in option["changes"]):
            yield from (key for key in change["path"] if any(character in key for character in "/.~"))
            yield from (value for value in _strings(change["value"]) if any(character in value for character in "/.~"))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (item for item in value if isinstance(item, str))


def _spanned(text: str, names: Names) -> str:
    """The text with its names in code spans, those that it has aside; the longest name that fits wins.

    A name's own backticks give way, so that spans can be counted by theirs.
    """
    parts: list[str] = []
    at, inside = 0, False
    for found in re.finditer("|".join(map(_pattern, names)), text) if names else ():
        between, name = text[at : found.start()], found[0].replace("`", "'")
        inside ^= between.count("`") % 2 == 1
        parts += [between, name if inside else code(name, _WIDTH)]
        at = found.end()
    return "".join([*parts, text[at:]])


def _pattern(name: str) -> str:
    """A name that is one word counts as a word of its own only: a host may be called like a part of any other."""
    return rf"(?<![\w-]){name}(?![\w-])" if name.isalpha() else re.escape(name)


def _cut(text: str, width: int) -> str:
    """The text where it is short enough, else its start up to a space outside a code span."""
    if len(text) <= width:
        return text
    at = max((place for place in range(width) if text[place] == " " and text.count("`", 0, place) % 2 == 0), default=0)
    return f"{text[:at]} …" if at else ""
