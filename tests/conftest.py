"""What every test shares: where the labelled real outputs are, and how long properties are searched."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"

# No test fails because a machine is slow; in CI the same examples are tried each time.
settings.register_profile("default", deadline=None, derandomize="CI" in os.environ, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", settings.get_profile("default"), max_examples=2000)
settings.load_profile("default")


def unmeasured():
    """The environment of a child process in which nothing of coverage is imported."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}


def pytest_addoption(parser):
    parser.addoption("--accept", action="store_true", help="record the expected files of tests/cases anew instead of comparing them")


@pytest.fixture(scope="session")
def corpus():
    """The folder of labelled real outputs that stands beside the project; a machine without it skips, CI must have it."""
    if not CORPUS.is_dir() and "CI" not in os.environ:
        pytest.skip(f"the labelled real outputs are not beside the project ({CORPUS.parent.name}/{CORPUS.name})")
    assert CORPUS.is_dir()
    return CORPUS
