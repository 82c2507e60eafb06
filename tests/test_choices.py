"""Which options a patch takes, as the reader wishes."""

import pytest

from advisor.choices import Wishes, is_escape, with_wishes
from advisor.errors import UsageError
from advisor.model import Change, OffSwitch, Option, Plan, Risk, TakesEffect


def change(role="grant", risk=Risk.NARROW):
    return Change(".claude/settings.json", "json", "project", ("a",), "b", role=role, risk=risk)


def option(id, *changes, risk=Risk.NARROW):
    return Option(id, (), "setting", f"title of {id}", risk, "", changes)


GRANT, BROAD, MOVE = (
    option("a1", change()),
    option("a2", change(), risk=Risk.BROAD),
    option("a3", change("relocate"), change("housekeeping")),
)
ESCAPE = option("a4", change(risk=Risk.ESCAPE), risk=Risk.ESCAPE)
OTHER, BY_HAND = option("b1", change()), option("c1")
ESCAPE_INSIDE = option("d1", change("relocate", Risk.ESCAPE))


def plan(*options, chosen=("a1", "b1")):
    options = options or (GRANT, BROAD, MOVE, ESCAPE, OTHER, BY_HAND, ESCAPE_INSIDE)
    return Plan("claude", options, chosen, (), TakesEffect("next-command", ""), (), OffSwitch((), ""))


@pytest.mark.parametrize(
    ("wishes", "chosen"),
    [
        (Wishes(), ("a1", "b1")),
        (Wishes(only=("a2",)), ("a2",)),
        (Wishes(only=("a3", "b1")), ("a3", "b1")),
        (Wishes(without=("b1",)), ("a1",)),
        (Wishes(prefer="relocate"), ("a3", "b1")),
        (Wishes(prefer="grant"), ("a1", "b1")),
        (Wishes(escapes=("a4",)), ("a4", "b1")),
        (Wishes(only=("a4",), escapes=("a4",)), ("a4",)),
        (Wishes(only=("b1",), escapes=("a4",)), ("a4", "b1")),
    ],
)
def test_wishes_choose(wishes, chosen):
    assert with_wishes([plan()], wishes)[0].chosen == chosen


def test_what_nothing_was_chosen_for_stays_so_whatever_is_preferred():
    assert with_wishes([plan(chosen=("b1",))], Wishes(prefer="relocate"))[0].chosen == ("b1",)


def test_an_id_stands_for_the_option_of_every_plan():
    plans = with_wishes([plan(), plan(GRANT, chosen=("a1",))], Wishes(only=("b1",)))
    assert [one.chosen for one in plans] == [("b1",), ()]


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        (Wishes(only=("z1",)), "there is no option 'z1'. The options here are: a1, a2, a3, a4, b1, c1, d1."),
        (Wishes(without=("z1",)), "there is no option"),
        (Wishes(escapes=("z1",)), "there is no option"),
        (Wishes(only=("a1", "a3")), "a1 and a3 are alternatives"),
        (Wishes(only=("a4",)), "a4 is an escape (title of a4). Say `--allow-escape a4`"),
        (Wishes(only=("d1",)), "d1 is an escape"),
    ],
)
def test_a_wish_that_cannot_be_met_is_told(wishes, told):
    with pytest.raises(UsageError) as error:
        with_wishes([plan()], wishes)
    assert told in str(error.value)


def test_without_any_option_that_is_said():
    with pytest.raises(UsageError, match="The options here are: none"):
        with_wishes([], Wishes(only=("a1",)))


def test_a_part_that_is_an_escape_makes_the_option_one():
    assert [is_escape(one) for one in (GRANT, ESCAPE, ESCAPE_INSIDE)] == [False, True, True]
