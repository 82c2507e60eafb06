"""Ten times the rules cost a clean log a little more, not ten times as much."""

from advisor.rules import catalogue
from tests.benchmarks.measuring import CLEAN_LOG
from tests.benchmarks.tenfold import MOST, TIMES, cost, literals
from tests.generate import needed


def test_the_larger_catalogue_is_ten_times_as_large_and_says_nothing_of_the_log():
    assert len(literals()) > 0.95 * TIMES * len(needed(catalogue()))
    assert set(needed(catalogue())) < set(literals())
    assert not [literal for literal in literals() if literal.encode() in CLEAN_LOG]


def test_ten_times_the_rules_cost_a_clean_log_little():
    assert cost() <= MOST
