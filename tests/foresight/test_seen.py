"""A call's words: its verb, its options' values."""

import pytest

from advisor.foresight.seen import Called


@pytest.mark.parametrize(
    ("arguments", "verb", "plain"),
    [
        (("ci",), "ci", ("ci",)),
        (("--prefix", "web", "ci"), "ci", ("ci",)),
        (("--prefix=web", "ci"), "ci", ("ci",)),
        (("-v",), "", ()),
        ((), "", ()),
        (("-p", "a/b"), "a/b", ("a/b",)),
    ],
)
def test_the_verb_is_neither_an_option_nor_its_value(arguments, verb, plain):
    called = Called("npm", arguments)
    assert (called.verb, called.plain) == (verb, plain)


def test_an_option_has_its_value_behind_it_or_behind_an_equals_sign():
    called = Called("vite", ("--port=4000", "--host", "0.0.0.0", "-p"))
    assert called.value_of("--port") == "4000"
    assert called.value_of("-h", "--host") == "0.0.0.0"
    assert called.value_of("-p") is None
    assert called.value_of("--open") is None
    assert called.line() == "vite --port=4000 --host 0.0.0.0 -p"
