"""What counts as passed, by a step and by a whole outcome."""

import pytest

from advisor.proof.trial import Outcome, Seen


@pytest.mark.parametrize(
    ("seen", "passed"),
    [
        (Seen("true", "", "", 0), True),
        (Seen("false", "", "", 1), False),
        (Seen("x", "", "", None), False),
        (Seen("x", "", "", 0, ran=False), False),
        (Seen("curl", "", "", 0, violations=("deny network-outbound a.example:443",)), False),
    ],
)
def test_a_step_passed_when_it_ran_to_its_end_unrefused(seen, passed):
    assert seen.passed is passed
    assert Outcome((Seen("true", "", "", 0), seen), 0, "", 0.1).passed is passed


def test_an_outcome_with_a_problem_has_not_passed():
    assert not Outcome((), 1, "", 0.1, "it did not start").passed
