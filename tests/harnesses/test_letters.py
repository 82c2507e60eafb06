"""Groups are lettered without an end."""

import pytest

from advisor.harnesses.letters import letter


@pytest.mark.parametrize(
    ("number", "named"), [(0, "a"), (25, "z"), (26, "aa"), (52, "ba"), (701, "zz"), (702, "aaa"), (18277, "zzz"), (18278, "aaaa")]
)
def test_the_letters_go_on(number, named):
    assert letter(number) == named


def test_no_two_groups_share_a_letter():
    assert len({letter(number) for number in range(2000)}) == 2000
