"""The JSON reader: values with their places, and a fault named where it is."""

import json

import pytest
from hypothesis import given

from advisor.edits import json_tree
from advisor.edits.json_tree import Blemish
from advisor.errors import ConfigError
from tests.edits import documents


@given(documents.json_samples())
def test_every_path_stands_where_it_is_said_to(sample):
    places = json_tree.places(sample.text)
    _compare(sample.text, (), sample.data, places)


def _compare(text, path, value, places):
    key, offsets = places[path]
    assert json.loads(text[slice(*offsets)]) == value
    assert (key is None) == (not path or isinstance(path[-1], int))
    assert key is None or json.loads(text[slice(*key)]) == path[-1]
    for part, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        _compare(text, (*path, part), inner, places)


def test_of_duplicate_keys_the_last_counts():
    text = '{"a": 1, "a": 2}'
    root = json_tree.read_strict(text)
    assert root.value == {"a": 2}
    assert root.member("a").key_start == 9
    assert json_tree.places(text)["a",].value == (14, 15)


def test_comments_and_trailing_commas_are_listed_and_passed_over():
    text = '// one\r\n{"a": [1, /* two */ 2,], // three\n}// four'
    document = json_tree.read(text)
    assert document.root.value == {"a": [1, 2]}
    found = [text[blemish.start : blemish.end] for blemish in document.blemishes]
    assert found == ["// one", "/* two */", ",", ",", "// three", "// four"]
    with pytest.raises(ConfigError, match=r"^1:1: a comment is not JSON"):
        json_tree.read_strict(text)
    with pytest.raises(ConfigError, match=r"^2:3: a comma before the closing bracket is not JSON"):
        json_tree.read_strict("[\n 1, ]")
    assert json_tree.read("[1,]").blemishes == (Blemish("a comma before the closing bracket", 2, 3),)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "1:1: a value is missing or not JSON"),
        ("\ufeff \n x", "2:2: a value is missing or not JSON"),
        ('{"a": tru}', "1:7: a value is missing or not JSON"),
        ("[,]", "1:2: a value is missing or not JSON"),
        ("[1,,]", "1:4: a value is missing or not JSON"),
        ("[1", "1:3: a comma or ] is missing"),
        ('{"a": 1\n "b": 2}', "2:2: a comma or } is missing"),
        ("{a: 1}", "1:2: a key in double quotes is missing"),
        ('{"a": 1, 2}', "1:10: a key in double quotes is missing"),
        ('{"a" 1}', "1:6: a colon is missing"),
        ("[01]", "1:3: a comma or ] is missing"),
        ("[NaN]", "1:2: this number is not JSON"),
        ('["a\nb"]', "1:4: this string is not JSON from here"),
        ('["a\\x"]', "1:4: this string is not JSON from here"),
        ('["a', "1:2: this string is not JSON from here"),
        ("{} {}", "1:4: there is more text after the value"),
        ("[/* x", "1:2: a comment does not end"),
        ("[" * 5000, "1:102: the text nests more than 100 deep"),
    ],
)
def test_what_is_no_json_is_named_with_its_place(text, problem):
    with pytest.raises(ConfigError) as error:
        json_tree.read(text)
    assert error.value.problem == problem
    with pytest.raises((ValueError, RecursionError)):
        json.loads(text.removeprefix("\ufeff"), parse_constant=int)


def test_a_number_that_python_will_not_read_is_named():
    with pytest.raises(ConfigError, match=r"^1:2: this number is not JSON"):
        json_tree.read("[" + "9" * 5000 + "]")
