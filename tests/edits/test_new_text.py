"""New texts: they parse back to exactly the values, show nothing invisible, and refuse what the format cannot hold."""

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.edits.new_text import Setting, json_text, lines_text, toml_text, tree
from advisor.errors import ConfigError

ODD = "\t\n\r\x00\x1b\x7f\x85\u00a0\u200b\u202e\u2028\u3164\ufeff\ufe0f\U000e0041"
characters = st.characters(blacklist_categories=("Cs",)) | st.sampled_from("\"\\'.#=[]{}~:*/ " + ODD)
strings = st.text(characters, max_size=12)
scalars = strings | st.booleans() | st.integers(-(10**18), 10**18) | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(strings, inner, max_size=3), max_leaves=6)
documents = st.dictionaries(strings, values, max_size=5)


def settings_of(document, path=()):
    """One setting for each plain value; an empty table is a setting of its own."""
    for key, value in document.items():
        if isinstance(value, dict) and value:
            yield from settings_of(value, (*path, key))
        else:
            yield Setting((*path, key), value)


def exact(value):
    """The value with its types spelled out, since `True == 1` and `1 == 1.0`."""
    if isinstance(value, dict):
        return {key: exact(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [exact(inner) for inner in value]
    return (type(value).__name__, value)


@given(documents)
def test_toml_parses_back_to_exactly_the_values(document):
    assert exact(tomllib.loads(toml_text(settings_of(document)))) == exact(document)


@given(documents)
def test_json_parses_back_to_exactly_the_values(document):
    assert exact(json.loads(json_text(settings_of(document)))) == exact(document)


@given(documents)
def test_texts_show_every_character_they_hold(document):
    for text in (toml_text(settings_of(document)), json_text(settings_of(document))):
        assert not [char for char in text if char in ODD and char != "\n"]
        assert text.replace("\n", "").isprintable()


@given(documents)
def test_the_same_settings_give_the_same_text(document):
    assert toml_text(settings_of(document)) == toml_text(list(settings_of(document)))


def test_toml_is_laid_out_for_a_reader_and_top_level_keys_stand_above_the_first_table():
    settings = [
        Setting(("permissions", "advise", "extends"), ":workspace"),
        Setting(("permissions", "advise", "filesystem", "~/.npm/_cacache"), "write"),
        Setting(("permissions", "advise", "filesystem", ":workspace_roots", "."), "write"),
        Setting(("default_permissions",), "advise"),
        Setting(("features", "network_proxy"), True),
    ]
    assert toml_text(settings) == (
        'default_permissions = "advise"\n'
        "\n"
        "[permissions.advise]\n"
        'extends = ":workspace"\n'
        "\n"
        "[permissions.advise.filesystem]\n"
        '"~/.npm/_cacache" = "write"\n'
        "\n"
        '[permissions.advise.filesystem.":workspace_roots"]\n'
        '"." = "write"\n'
        "\n"
        "[features]\n"
        "network_proxy = true\n"
    )


def test_json_is_indented_by_two_and_ends_in_one_newline():
    settings = [Setting(("sandbox", "filesystem", "allowWrite"), "~/.npm/_cacache", "append")]
    assert json_text(settings) == (
        '{\n  "sandbox": {\n    "filesystem": {\n      "allowWrite": [\n        "~/.npm/_cacache"\n      ]\n    }\n  }\n}\n'
    )


def test_an_array_too_long_for_a_line_gets_a_line_for_each_item():
    folders = [f"/srv/shared/cache/number-{number}" for number in range(4)]
    text = toml_text([Setting(("roots",), folders)])
    assert text.splitlines() == ["roots = [", *(f'  "{folder}",' for folder in folders), "]"]
    assert tomllib.loads(text) == {"roots": folders}


def test_an_inline_table_in_an_array_stays_on_its_line():
    assert toml_text([Setting(("hooks",), [{"type": "command", "a b": 1}, {}])]) == 'hooks = [{ type = "command", "a b" = 1 }, {}]\n'


def test_append_adds_once_and_in_order():
    settings = [Setting(("roots",), folder, "append") for folder in ("/b", "/a", "/b")]
    assert tree(settings) == {"roots": ["/b", "/a"]}


def test_a_later_set_of_the_same_path_wins_and_tuples_become_arrays():
    assert tree([Setting(("a",), 1), Setting(("a",), ("x", ("y", {"z": ()})))]) == {"a": ["x", ["y", {"z": []}]]}


def test_a_table_set_onto_a_table_is_merged_into_it():
    assert tree([Setting(("a", "b"), 1), Setting(("a",), {"c": {"d": 2}})]) == {"a": {"b": 1, "c": {"d": 2}}}


@pytest.mark.parametrize(
    "second",
    [Setting(("a", "b"), 1), Setting(("a",), {"b": 1}), Setting(("a",), "x", "append")],
    ids=["table-over-value", "merge-over-value", "append-to-value"],
)
def test_settings_that_disagree_are_refused(second):
    with pytest.raises(ConfigError, match="a table or a plain value"):
        tree([Setting(("a",), True), second])


def test_a_plain_value_over_a_table_is_refused():
    with pytest.raises(ConfigError):
        tree([Setting(("a", "b"), 1), Setting(("a",), True)])


@pytest.mark.parametrize("value", [None, "\ud800", b"x"], ids=["none", "surrogate", "bytes"])
def test_toml_refuses_what_it_has_no_form_for(value):
    with pytest.raises(ConfigError):
        toml_text([Setting(("a",), value)])


@pytest.mark.parametrize("value", [float("nan"), float("inf"), b"x"])
def test_json_refuses_what_it_has_no_form_for(value):
    with pytest.raises(ConfigError, match="cannot be written as JSON"):
        json_text([Setting(("a",), value)])


def test_json_holds_a_lone_surrogate_as_an_escape():
    text = json_text([Setting(("a",), "x\ud800")])
    assert text.isascii()
    assert json.loads(text) == {"a": "x\ud800"}


def test_lines_stand_once_each_and_end_in_a_newline():
    assert lines_text([".cache/", "build/", ".cache/"]) == ".cache/\nbuild/\n"
    assert lines_text([]) == ""


@pytest.mark.parametrize("line", ["a\nb", "a\rb", "a\u2028b", "a\x1b[31m", "a\u202eb", "a\u200b"])
def test_a_line_that_would_be_two_or_hides_something_is_refused(line):
    with pytest.raises(ConfigError, match="a line to add"):
        lines_text([line])
