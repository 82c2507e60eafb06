"""What fits into a document, what is in the way, and the check of the result."""

import pytest

from advisor.edits.json_edit import edited as json_edited
from advisor.edits.merging import Language, merged, same, spelled
from advisor.edits.new_text import Setting
from advisor.edits.splices import Splice
from advisor.edits.toml_edit import edited as toml_edited
from advisor.errors import ConfigError


def test_true_is_not_one_and_nan_is_itself():
    assert same({"a": [1, "x"]}, {"a": [1.0, "x"]})
    assert not same([True], [1])
    assert not same(0, False)
    assert not same({"a": 1}, {"b": 1})
    assert not same([1], [1, 2])
    assert not same({}, [])
    assert same(float("nan"), float("nan"))


def test_a_path_is_spelled_so_that_it_can_be_read():
    assert spelled(("a", "~/.npm", 0, "\x1b[31m")) == '`a."~/.npm".0."\\u001B[31m"`'
    assert spelled(()) == "the whole text"


CLASHES = [
    ('{"a": true}', ("a", "b"), 1, "set", "1:2: `a` is true, and `a.b` needs an object there"),
    ('{\n  "a": {"b": 1}\n}', ("a",), False, "set", "2:3: `a` is an object, and is to become false"),
    ('{\n  "a": [1]\n}', ("a",), "x", "set", "2:3: `a` is an array, and is to become a string"),
    ('{"a": null}', ("a", "b"), 1, "set", "1:2: `a` is null, and `a.b` needs an object there"),
    ('{"a": 4}', ("a",), {}, "set", "1:2: `a` is a plain value, and is to become an object"),
    ('{"a": "x"}', ("a",), "y", "append", "1:2: `a` is a string, and adding to it needs an array there"),
    ('{"a": [0]}', ("a", "1"), "y", "set", "1:2: `a` is an array, and `a.1` needs an object there"),
    ('{"a": [0]}', ("a",), {"0": 1}, "set", "1:2: `a` is an array, and `a.0` needs an object there"),
    ('{"a": [{"b": 1}]}', ("a", "0", "b", "c"), "y", "set", "1:9: `a.0.b` is a plain value, and `a.0.b.c` needs an object there"),
    ("[]", ("a",), "y", "set", "1:1: the whole text is an array, and `a` needs an object there"),
]


@pytest.mark.parametrize(("text", "path", "value", "op", "problem"), CLASHES)
def test_what_is_in_the_way_is_named_with_its_place(text, path, value, op, problem):
    with pytest.raises(ConfigError) as clash:
        json_edited(text, [Setting(path, value, op)])
    assert clash.value.problem == problem
    assert "Nothing was changed" in str(clash.value)


def test_a_flag_and_a_table_of_the_same_name_are_both_named():
    flag, table = Setting(("features", "proxy"), True), Setting(("features", "proxy", "enabled"), True)
    with pytest.raises(ConfigError, match=r"^2:1: `features.proxy` is true, and `features.proxy.enabled` needs a table there"):
        toml_edited("[features]\nproxy = true\n", [table])
    with pytest.raises(ConfigError, match=r"^1:11: `features.proxy` is a table, and is to become true"):
        toml_edited("[features.proxy]\nenabled = true\n", [flag])


@pytest.mark.parametrize("setting", [Setting(("a",), "\udc80"), Setting(("\udc80",), 1), Setting(("a",), [{"\udc80": 1}], "append")])
def test_a_name_that_is_no_unicode_is_never_written(setting):
    with pytest.raises(ConfigError, match="not valid Unicode"):
        json_edited("{}", [setting])


def test_tuples_are_arrays():
    assert json_edited("{}", [Setting(("a",), ("x", "y"))]).text == json_edited("{}", [Setting(("a",), ["x", "y"])]).text
    assert json_edited('{"a": ["x"]}', [Setting(("a",), ("x",))]).text == '{"a": ["x"]}'


def test_an_array_that_begins_with_what_stands_there_grows():
    edited = json_edited('{"a": ["x"]}', [Setting(("a",), ["x", "y", "y"])])
    assert (edited.text, edited.replaced) == ('{"a": ["x", "y", "y"]}', ())
    edited = json_edited('{"a": ["x"]}', [Setting(("a",), ["y"])])
    assert (edited.text, edited.replaced) == ('{"a": ["y"]}', (("a",),))


def test_what_an_edit_put_in_is_no_replacement_when_a_later_one_changes_it():
    edited = json_edited('{"b": 1}', [Setting(("a",), 1), Setting(("a",), 2)])
    assert (edited.text, edited.replaced, edited.without_insertions) == ('{"b": 1,"a": 2}'.replace(",", ", "), (), '{"b": 1}')


def _language(read, *splices):
    return Language(read, lambda text: {}, lambda text, step: [(splice,) for splice in splices], ("a table", "an array"))


def test_of_several_ways_the_first_that_reads_as_the_merge_is_taken():
    def read(text):
        if "!" in text:
            raise ConfigError("1:1: not the language")
        return {"a": 1} if "a" in text else {}

    ways = (Splice(0, 0, "!"), Splice(0, 0, "b"), Splice(0, 1, "a"), Splice(1, 1, "a"))
    assert merged("_", [Setting(("a",), 1)], _language(read, *ways)).text == "_a"
    with pytest.raises(ConfigError, match=r"^1:1: `a` cannot be changed without rewriting what stands there"):
        merged("_", [Setting(("a",), 1)], _language(read, *ways[:3]))
