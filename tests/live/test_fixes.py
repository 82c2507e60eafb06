"""Every recorded fix scenario: our first plan, proven in the real harness."""

import pytest

from tests.live.conftest import SCORES
from tests.live.fixes import load_fixes
from tests.live.pending import PENDING
from tests.live.scoring import details, environ, score

pytestmark = [pytest.mark.live, pytest.mark.corpus]


@pytest.fixture(scope="session")
def scores(harnesses, corpus, request):
    """The judgement on every scenario; its table is printed at the end of the run."""
    judged = score(load_fixes(corpus), environ())
    request.config.stash[SCORES] = judged
    return judged


def test_every_scenario_was_judged(scores, corpus):
    assert len(scores) == len(load_fixes(corpus))


def test_what_is_not_right_is_known_and_explained(scores):
    wrong = [one for one in scores if one.problems and one.fix.name not in PENDING]
    assert not wrong, "\n".join(details(wrong))


def test_what_is_right_is_not_called_pending(scores):
    assert sorted(one.fix.name for one in scores if not one.problems and one.fix.name in PENDING) == []
