"""Values are what `typing.NamedTuple` makes: tuples with named fields, in every respect that anybody here counts on."""

import pickle
from copy import deepcopy
from typing import NamedTuple as Usual

import pytest

from advisor.model.tuples import NamedTuple


class Ours(NamedTuple):
    """Two fields, one with a default, and a property."""

    name: str
    size: int = 3

    @property
    def twice(self):
        return 2 * self.size


class Theirs(Usual):
    name: str
    size: int = 3


def both(make):
    return make(Ours), make(Theirs)


@pytest.mark.parametrize(
    "make",
    [
        lambda kind: kind("a"),
        lambda kind: kind("a", 4),
        lambda kind: kind(size=4, name="a"),
        lambda kind: kind._make(["a", 4]),
        lambda kind: kind("a")._replace(size=5),
        lambda kind: kind("a")._asdict(),
        lambda kind: kind._fields,
        lambda kind: kind._field_defaults,
        lambda kind: kind.__match_args__,
        lambda kind: kind.__slots__,
        lambda kind: hash(kind("a")),
        lambda kind: len(kind("a")),
        lambda kind: (kind("a").name, kind("a").size),
        lambda kind: repr(kind("a", 4)).removeprefix(kind.__name__),
        lambda kind: deepcopy(kind("a", 4)),
        lambda kind: pickle.loads(pickle.dumps(kind("a", 4))),
    ],
)
def test_it_is_the_same(make):
    ours, theirs = both(make)
    assert ours == theirs
    assert not isinstance(ours, Ours) or type(ours) is Ours


@pytest.mark.parametrize("arguments", [((), {}), (("a", 1, 2), {}), (("a",), {"name": "b"}), (("a",), {"colour": 1}), ((), {"size": 1})])
def test_it_refuses_the_same(arguments):
    for kind in both(lambda kind: kind):
        with pytest.raises(TypeError):
            kind(*arguments[0], **arguments[1])


def test_it_replaces_no_field_that_it_has_not():
    with pytest.raises(ValueError, match="Ours has no field colour"):
        Ours("a")._replace(colour=1)


def test_a_value_cannot_be_changed_and_has_nothing_beside_its_fields():
    value = Ours("a")
    for name in ("size", "colour"):
        with pytest.raises(AttributeError):
            setattr(value, name, 1)


def test_it_is_matched_by_name_and_by_place():
    match Ours("a", 4):
        case Ours(name="a", size=int(size)):
            assert size == 4
    match Ours("a", 4):
        case Ours("a", size):
            assert size == 4


def test_its_own_methods_stay():
    assert Ours("a").twice == 6
    assert Ours.__doc__ == "Two fields, one with a default, and a property."
    assert (Ours.__name__, Ours.__module__) == ("Ours", __name__)
