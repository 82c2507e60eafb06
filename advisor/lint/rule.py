"""What a lint rule is: a trap of one config language with its explanation, its proof, and the check that finds it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from advisor.edits.positions import Path
from advisor.lint.config import Config
from advisor.model.lint import Fix, Severity


class Fault(NamedTuple):
    """Where a rule's trap stands in one file.

    path: the key path at fault; where it does not exist, the deepest part that does is shown. message: one line,
    values in it through `quoting.inline`. part: which span to show. offsets: the span itself, where the path has none.
    severity: in the place of the rule's own.
    """

    path: Path
    message: str
    fix: Fix | None = None
    part: Literal["key", "value"] = "key"
    offsets: tuple[int, int] | None = None
    severity: Severity | None = None


class Sample(NamedTuple):
    """A file that shows a rule, or nearly does. file: its path, from which language and scope follow; "": the language's usual one."""

    text: str
    file: str = ""


class LintRule(NamedTuple):
    """One trap, told where it is written: what it is, why it is one, where that is known from, and how it looks.

    id: `language/name`, never reused. reads: `text` for a check that also reads files which are not valid; one that
    reads `data` is asked only where the file is read at all. source: the place in the facts or in the program's own
    words. seen_on: program and version. examples: each found by this rule; near_misses: none found by it.
    """

    id: str
    title: str
    explanation: str
    severity: Severity
    check: Callable[[Config], Iterable[Fault]]
    source: str
    seen_on: str
    examples: tuple[Sample, ...]
    near_misses: tuple[Sample, ...]
    reads: Literal["data", "text"] = "data"
