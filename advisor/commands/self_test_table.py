"""How the self-test is told: as one table, or as the `advise.proof/1` document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from advisor import __version__
from advisor.harnesses import load
from advisor.model import HarnessName
from advisor.proof.programs import Missing, Program
from advisor.proof.self_test import Row, step_of
from advisor.proof.trial import Chamber
from advisor.quoting import excerpt

_OUTPUT_LINES, _OUTPUT_WIDTH = 8, 400
_VERDICTS = {True: "as said", False: "DIFFERS", None: "not tried"}


class Tested(NamedTuple):
    """One harness of a self-test: the program, or what is missing, and a row for every scenario."""

    program: Program | Missing
    rows: tuple[Row, ...] = ()

    @property
    def harness(self) -> HarnessName:
        """The harness's name."""
        return self.program.harness


def self_test_document(tested: Sequence[Tested], chamber: Chamber | None, date: str) -> dict[str, Any]:
    """The `advise.proof/1` document of a self-test."""
    agreed = [row.agrees for one in tested for row in one.rows if row.agrees is not None]
    return {
        "schema": "advise.proof/1",
        "advise": __version__,
        "kind": "self-test",
        "date": date,
        "verdict": "cannot" if not agreed else "agrees" if all(agreed) else "disagrees",
        "private_network": None if chamber is None else {"value": chamber.private, "because": chamber.because},
        "harnesses": [_harness(one) for one in tested],
        "command": None,
    }


def self_test_text(tested: Sequence[Tested], chamber: Chamber | None, date: str) -> str:
    """The self-test as a table, with what came back where a harness did not do what the catalogue says."""
    return "\n".join(_lines(tested, chamber, date)) + "\n"


def _lines(tested: Sequence[Tested], chamber: Chamber | None, date: str) -> Iterator[str]:
    if chamber is not None and not chamber.private:
        yield f"No private network on this machine ({chamber.because}): what needs a host was not tried."
    for one in tested:
        yield from _harness_lines(one, date)
    rows = [row for one in tested for row in one.rows]
    counts = {words: sum(row.agrees is verdict for row in rows) for verdict, words in _VERDICTS.items()}
    yield ", ".join(f"{count} {words}" for words, count in counts.items() if count) or "Nothing could be tried."


def _harness_lines(one: Tested, date: str) -> Iterator[str]:
    known = load(one.harness)
    if isinstance(one.program, Missing):
        yield f"{known.title}: not tried, {one.program.what}. To get it: {one.program.remedy}."
        yield ""
        return
    same = "" if one.program.version == known.assumed_version else f"; the catalogue was measured on {known.assumed_version}"
    yield f"{known.title} {one.program.version}, {date}{same}"
    for row in one.rows:
        told = f"{_told(row.expected.before)} → {_told(row.expected.after)}" if row.expected.after else _told(row.expected.before)
        seen = f"{_told(row.before)} → {_told(row.after)}" if row.after else _told(row.before)
        scenario = f"{row.scenario.id} ({row.dialect})" if row.dialect else row.scenario.id
        yield f"  {_VERDICTS[row.agrees]:<10} {scenario:<28} catalogue: {told:<22} here: {seen if row.before else row.because}"
        if row.agrees is False:
            yield from (f"             | {line}" for line in excerpt(row.output, _OUTPUT_LINES, _OUTPUT_WIDTH).split("\n"))
            yield from (f"             plan: {title}" for title in row.planned.titles)
    yield ""


def _told(result: str | None) -> str:
    return result or "-"


def _harness(one: Tested) -> dict[str, Any]:
    program = one.program
    return {
        "harness": one.harness,
        "version": program.version if isinstance(program, Program) else None,
        "catalogue_version": load(one.harness).assumed_version,
        "missing": {"what": program.what, "remedy": program.remedy} if isinstance(program, Missing) else None,
        "scenarios": [_row(row) for row in one.rows],
    }


def _row(row: Row) -> dict[str, Any]:
    return {
        "id": row.scenario.id,
        "title": row.scenario.title,
        "dialect": row.dialect,
        "step": step_of(row.scenario, row.harness),
        "expected": row.expected._asdict(),
        "seen": {"before": row.before, "after": row.after},
        "agrees": row.agrees,
        "because": row.because,
        "plan": list(row.planned.titles),
        "output": excerpt(row.output, _OUTPUT_LINES, _OUTPUT_WIDTH),
    }
