"""Few needs are planned one by one; of the others something honest is said."""

from __future__ import annotations

import pytest

from advisor.model import ConnectSocket, ReachHost, WritePath
from advisor.plannable import MOST_PLANNED, plannable

MANY = tuple((WritePath(f"/srv/d{number}", folder=True), (number,)) for number in range(1000))


def test_all_of_a_few_are_planned() -> None:
    served, others = plannable(MANY[:MOST_PLANNED])
    assert served == dict(MANY[:MOST_PLANNED])
    assert others == ()


def test_what_is_beyond_is_one_answer_for_all_of_its_denials() -> None:
    served, (other,) = plannable(MANY)
    assert tuple(served) == tuple(need for need, _ in MANY[:MOST_PLANNED])
    assert "960 more places" in other.reason
    assert other.denials == tuple(range(MOST_PLANNED, 1000))
    assert "1 more place:" in plannable(MANY[: MOST_PLANNED + 1])[1][0].reason


def test_every_kind_of_need_is_among_those_that_are_planned() -> None:
    late = (ReachHost("git.example"), (1000,)), (ConnectSocket("/run/x.sock"), (1001,))
    served, _ = plannable((*MANY, *late))
    assert {ReachHost("git.example"), ConnectSocket("/run/x.sock")} < set(served)
    assert len(served) == MOST_PLANNED


@pytest.mark.parametrize(
    "need",
    [
        WritePath("/srv/data/glpat-0123456789abcdef0123", folder=True),
        WritePath("/srv/ghp_0123456789abcdefghij0123456789/x"),
        ReachHost("https://user:pass-word@git.example"),
        ReachHost("registry-token"),
    ],
)
def test_what_would_be_shown_redacted_becomes_no_setting(need) -> None:
    served, (unmet,) = plannable(((need, (3,)), *MANY[:1]))
    assert served == dict(MANY[:1])
    assert (unmet.need, unmet.denials) == (need, (3,))
    assert "looks like a secret" in unmet.reason
