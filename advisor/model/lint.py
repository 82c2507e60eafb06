"""What is wrong in a config file, where, and how to put it right.

Not among the names of `advisor.model`: the paths that run after every failing command read no config for its faults.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from advisor.model.tuples import NamedTuple

Severity: TypeAlias = Literal["error", "warn", "info"]


class Edit(NamedTuple):
    """One edit that puts something right.

    op: `set` puts `value` at the key path, `append` adds it to the array there, `remove` takes out the key or the item
    there, `rename` gives the key there the name `value`; `replace` writes `value` in the place of the characters
    [start, end) of the text, where the text is not valid and has no key paths.
    path: outermost key first, numbers of items from 0.
    """

    op: Literal["set", "append", "remove", "rename", "replace"]
    path: tuple[str | int, ...] = ()
    value: Any = None
    start: int = 0
    end: int = 0


class Fix(NamedTuple):
    """How to put one finding right: a sentence for people, and the edits, empty where only a person can decide.

    safe: the edits take away nothing that was in force and grant nothing that was not meant by the text as it stands.
    """

    say: str
    edits: tuple[Edit, ...] = ()
    safe: bool = False


class Finding(NamedTuple):
    """One fault of one config file.

    severity: `error` when the file or something in it does not do what it says at all, or stops the harness; `warn`
    when it is ignored, harmful or too wide; `info` when a reader should know it. key: the dotted key path that it is
    about, "" for the whole file; the span can be that of the nearest part which exists. Lines and columns (in
    characters) count from 1, the end is the place after the last character. seen_on: the program and version.
    """

    rule: str
    severity: Severity
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    key: str
    message: str
    explanation: str
    fix: Fix | None
    seen_on: str
