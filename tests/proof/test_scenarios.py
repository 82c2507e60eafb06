"""The built-in scenarios as data."""

import pytest

from advisor.proof.scenarios import SCENARIOS


def test_ids_are_unique():
    assert len({scenario.id for scenario in SCENARIOS}) == len(SCENARIOS)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_a_plan_is_expected_exactly_where_something_is_needed_and_refused(scenario):
    for expected in (scenario.claude, scenario.codex):
        assert (expected.after is not None) == (bool(scenario.needs) and expected.before == "refused")
