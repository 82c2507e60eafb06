"""The outputs of `unseen/*.txt`: as tools word them, written down without looking at a rule, each with what its text justifies.

A case opens with a line `=== name | expectation | operations | target | system`; `-` stands for none. The expectations:
`sandbox` and `possible` are those verdicts, `denied` is either, `weak` is anything but `sandbox`, `quiet` is no denial.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "unseen"
VERDICTS = {
    "sandbox": {"sandbox"},
    "possible": {"possible"},
    "denied": {"sandbox", "possible"},
    "weak": {"possible", "not-sandbox", "nothing"},
    "quiet": {"not-sandbox", "nothing"},
    "permission": {"permission"},
}


class Case(NamedTuple):
    """One output. operations: any of them answers it, none is not judged; target: that one or a place below it, "" for none."""

    name: str
    expectation: str
    operations: frozenset[str]
    target: str
    system: str
    output: str


def unseen() -> Iterator[Case]:
    """Every case, in the order of the files."""
    for file in sorted(FOLDER.glob("*.txt")):
        for block in file.read_text(encoding="utf-8").split("\n=== "):
            header, _, output = block.removeprefix("=== ").partition("\n")
            name, expectation, operations, target, system = (field.strip() for field in header.split(" | "))
            told = frozenset() if operations == "-" else frozenset(operations.split())
            yield Case(f"{file.stem}/{name}", expectation, told, "" if target == "-" else target, system, output)
