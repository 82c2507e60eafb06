"""The real programs answer the questions of tests/cases/boundaries as our boundary does."""

import pytest

from tests.boundaries import load
from tests.live.matrix import ask
from tests.live.scoring import environ

pytestmark = pytest.mark.live

CASES = {name: [case for case in load() if case.harness == name] for name in ("claude", "codex")}


@pytest.fixture(scope="session")
def claude(harnesses):
    """What Claude Code answers, by case."""
    return {one.case.slug: one for one in ask(CASES["claude"], harnesses, environ())}


@pytest.fixture(scope="session")
def codex(harnesses):
    """What Codex answers, by case."""
    return {one.case.slug: one for one in ask(CASES["codex"], harnesses, environ())}


@pytest.mark.parametrize("slug", [case.slug for case in CASES["claude"]])
def test_claude_code_answers_as_our_boundary_does(slug, claude):
    assert claude[slug].differing == []


@pytest.mark.parametrize("slug", [case.slug for case in CASES["codex"]])
def test_codex_answers_as_our_boundary_does(slug, codex):
    assert codex[slug].differing == []
