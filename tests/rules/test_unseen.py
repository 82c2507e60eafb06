"""Outputs that no rule was written from: what the text alone justifies is what `advise` says, no more and no less."""

import pytest

from tests.rules.unseen_cases import VERDICTS, Case, unseen
from tests.score import HOMES, names, reported

CASES = tuple(unseen())
DENIALS = ("sandbox", "denied", "possible")


def test_there_are_enough_of_both_kinds():
    names_of_cases = [case.name for case in CASES]
    assert len(names_of_cases) == len(set(names_of_cases))
    assert sum(case.expectation in DENIALS for case in CASES) >= 150
    assert sum(case.expectation in ("quiet", "weak") for case in CASES) >= 150
    assert {case.expectation for case in CASES} == set(VERDICTS)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_unseen_output_is_judged_by_what_it_says(case: Case):
    report = reported(case.output, case.system, HOMES.get(case.system, "/home/dev"))
    assert report["verdict"] in VERDICTS[case.expectation], [denial["rule"] for denial in report["denials"]]
    if case.expectation not in DENIALS:
        return
    assert not case.operations or case.operations & {denial["operation"] for denial in report["denials"]}
    assert not case.target or any(names(denial["target"], case.target) for denial in report["denials"])
