"""A large repository costs little more than its manifests."""

from tests.benchmarks.repository import suggest_figure


def test_a_large_repository_costs_a_few_listings_of_its_files(told):
    assert told([suggest_figure()]) == []
