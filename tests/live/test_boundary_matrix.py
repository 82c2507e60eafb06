"""The real programs answer the questions of tests/cases/boundaries as our boundary does."""

import pytest

from tests.boundaries import load
from tests.live.matrix import ask
from tests.live.scoring import environ

pytestmark = pytest.mark.live

MATRIX = load()


@pytest.fixture(scope="session")
def told(harnesses):
    """What the real programs answer, by case."""
    return {one.case.slug: one for one in ask(MATRIX, harnesses, environ())}


@pytest.mark.parametrize("case", MATRIX, ids=[case.slug for case in MATRIX])
def test_the_real_program_answers_as_our_boundary_does(case, told):
    assert told[case.slug].differing == []
