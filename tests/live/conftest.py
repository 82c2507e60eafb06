"""Live tests run the real harnesses: skipped in one line that says what is missing, or failing where they are required."""

import os

import pytest

from tests.live.scoring import details, programs, table

SCORES = pytest.StashKey()
MISSING = pytest.StashKey()


@pytest.fixture(scope="session")
def harnesses(request):
    """The harness programs of this machine, both of them."""
    available, missing = programs(dict(os.environ))
    if missing:
        message = f"live tests not run: {'; '.join(missing)}. `.ci/install-harnesses` gets it."
        if os.environ.get("ADVISE_REQUIRE_LIVE") == "1":
            pytest.fail(message)
        request.config.stash[MISSING] = message
        pytest.skip(message)
    return available


def pytest_terminal_summary(terminalreporter, config):
    """Say what is missing, or print the score of the fix scenarios by class."""
    if message := config.stash.get(MISSING, None):
        terminalreporter.write_line(message)
    if scores := config.stash.get(SCORES, None):
        terminalreporter.section("fix scenarios, right of all")
        for line in (*table(scores), *details(scores)):
            terminalreporter.write_line(line)
