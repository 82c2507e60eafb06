"""Every recorded fix scenario: our first plan, proven in the real harness."""

import pytest

from tests.live.conftest import SCORES
from tests.live.fixes import load_fixes
from tests.live.pending import PENDING
from tests.live.scoring import details, environ, score

pytestmark = [pytest.mark.live, pytest.mark.corpus]


@pytest.fixture(scope="session", params=["claude/", "codex/profile/", "codex/legacy/"], ids=lambda part: part.strip("/"))
def fixes(request, corpus):
    return [fix for fix in load_fixes(corpus) if fix.group.startswith(request.param)]


@pytest.fixture(scope="session")
def scores(harnesses, fixes, request):
    """The judgement on every scenario; its table is printed at the end of the run."""
    judged = score(fixes, environ())
    request.config.stash[SCORES] = [*request.config.stash.get(SCORES, []), *judged]
    return judged


def test_every_scenario_was_judged(scores, fixes):
    assert [one.fix.name for one in scores] == [fix.name for fix in fixes]


def test_what_is_not_right_is_known_and_explained(scores):
    wrong = [one for one in scores if one.problems and one.fix.name not in PENDING]
    assert not wrong, "\n".join(details(wrong))


def test_what_is_right_is_not_called_pending(scores):
    assert sorted(one.fix.name for one in scores if not one.problems and one.fix.name in PENDING) == []
