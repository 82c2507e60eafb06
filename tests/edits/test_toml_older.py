"""TOML 1.1 read as 1.0: as long as it was, the same data, and what is wrong stays wrong."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.edits.toml_older import older


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("a = {\n  b = 1, # one }\n  c = [1,\n 2,\n],\n}\n", {"a": {"b": 1, "c": [1, 2]}}),
        ("a = { b = { c = 1,\n}, }\n", {"a": {"b": {"c": 1}}}),
        ('a = "\\e[0m"\n', {"a": "\t[0m"}),
        ('a = "\\x41 \\\\x41"\n', {"a": "\t\t \\x41"}),
        ('a = """x\n{ "" \\" """"\nb = {c = 1,}', {"a": 'x\n{ "" " "', "b": {"c": 1}}),
        ("a = 'x # {'\n[b]\nc = '''{\n,'''\n", {"a": "x # {", "b": {"c": "{\n,"}}),
        ("# { ,\na = 1", {"a": 1}),
        ("a = [[1,], {b = 1},]\n", {"a": [[1], {"b": 1}]}),
    ],
)
def test_what_1_1_allows_is_read(text, data):
    assert len(older(text)) == len(text)
    assert tomllib.loads(older(text)) == data


@pytest.mark.parametrize("text", ["a = {", 'a = "x\nb = 1', "a = 'x", "]", "}", "a = {b = 1 c = 2}", "a = 1\na = 2", '"""', "a = {,}"])
def test_what_is_no_toml_stays_none(text):
    assert len(older(text)) == len(text)
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(older(text))


@given(st.text(alphabet="abc=,#\"'\\{}[] \n0", max_size=40))
def test_a_text_that_is_1_0_says_the_same(text):
    changed = older(text)
    assert len(changed) == len(text)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert tomllib.loads(changed) == data
