"""The TOML reader: values as tomllib reads them, with a fault named where it is."""

import tomllib

import pytest
from hypothesis import given

from advisor.edits import toml_tree
from advisor.errors import ConfigError
from tests.edits import documents


@given(documents.toml_samples())
def test_every_path_stands_where_it_is_said_to(sample):
    places = toml_tree.places(sample.text)
    _compare(sample.text, (), sample.data, places)


def _compare(text, path, value, places):
    key, offsets = places[path]
    assert (key is None) == (not path or isinstance(path[-1], int))
    assert key is None or list(tomllib.loads(f"{text[slice(*key)]} = 0")) == [path[-1]]
    if isinstance(value, dict | list):
        for part, inner in value.items() if isinstance(value, dict) else enumerate(value):
            _compare(text, (*path, part), inner, places)
    else:
        assert tomllib.loads(f"value = {text[slice(*offsets)]}") == {"value": value}


@pytest.mark.parametrize(
    "value",
    [
        '"""a""b\\""" c"""',
        '"""a"""""',
        "'''a'b''''",
        '"a\\\\"',
        '""',
        "''''''",
        "1979-05-27 07:32:00",
        "+1_000.5e3",
        "0xff",
        "[ # c\n 1, 2 # ]\n , ]",
        "{ a.b = [1], 'c' = { } }",
    ],
)
def test_a_value_ends_where_it_ends(value):
    text = f"a = {value}  # not ] this\nb = 1\n"
    (block,) = toml_tree.read(text).blocks
    first, second = block.entries
    assert text[first.value.start : first.value.end] == value
    assert second.keys == ("b",)


def test_headers_pass_through_the_last_item_of_an_array_of_tables():
    text = "[[a]]\n[a.b]\n[[a.c]]\n[[a]]\n[a.b]\n[[a.c]]\n[[a.c]]\n[ 'd' . \"e\\u0041\" ]\n"
    paths = [block.path for block in toml_tree.read(text).blocks]
    first, second = [("a", 0), ("a", 0, "b"), ("a", 0, "c", 0)], [("a", 1), ("a", 1, "b"), ("a", 1, "c", 0), ("a", 1, "c", 1)]
    assert paths == [(), *first, *second, ("d", "eA")]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a = 1\n[b\n", "2:3"),
        ("\ufeffa 1", "1:3"),
        ("a = 1\r\nb = [1,\r\n", "3:1"),
        ('a = "x', "1:7"),
        ("[a]\n[a]\n", "2:3"),
        ("a = " + "[" * 3000, "1:1"),
        ("a = " + "9" * 5000, "1:5005"),
    ],
)
def test_what_is_no_toml_is_named_with_its_place(text, place):
    with pytest.raises(ConfigError) as error:
        toml_tree.read(text)
    assert error.value.problem.startswith(f"{place}: ")


def test_a_text_too_deep_for_its_structure_is_refused(monkeypatch):
    text = "a = " + "[" * 60 + "]" * 60
    assert toml_tree.read(text).data == toml_tree.data_of(text)

    def exhausted(text):
        raise RecursionError

    monkeypatch.setattr(toml_tree, "_blocks", exhausted)
    with pytest.raises(ConfigError, match=r"^1:1: the text nests too deep"):
        toml_tree.read(text)
