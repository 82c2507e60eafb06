"""Prints the figures that were measured at the end of the test run, reached or missed."""

import pytest

FIGURES = pytest.StashKey()


@pytest.fixture
def told(request):
    """Takes figures to print; returns those that missed their bar."""

    def take(figures):
        measured = list(figures)
        request.config.stash[FIGURES] = [*request.config.stash.get(FIGURES, []), *measured]
        return [str(figure) for figure in measured if not figure.reached]

    return take


def pytest_terminal_summary(terminalreporter, config):
    """One line a figure."""
    if figures := config.stash.get(FIGURES, None):
        terminalreporter.section("what explaining costs")
        for figure in figures:
            terminalreporter.write_line(str(figure))
