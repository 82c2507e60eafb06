"""Live tests run the real harnesses: skipped in one line that says what is missing, or failing where they are required."""

import os

import pytest

from tests.live.scoring import programs

GET = "`.ci/install-harnesses` gets it"


@pytest.fixture(scope="session")
def harnesses():
    """The harness programs of this machine, both of them."""
    available, missing = programs(dict(os.environ))
    if missing:
        message = f"live tests: {'; '.join(missing)} ({GET})"
        if os.environ.get("ADVISE_REQUIRE_LIVE") == "1":
            pytest.fail(message)
        pytest.skip(message)
    return available
