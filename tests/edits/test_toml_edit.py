"""TOML edits: the merge and nothing else, whatever the document looks like."""

import tomllib

import pytest
import tomlkit
from hypothesis import given

from advisor.edits.new_text import Setting
from advisor.edits.splices import Splice
from advisor.edits.toml_edit import edited
from advisor.errors import ConfigError
from tests.edits import documents
from tests.edits.proofs import prove


def read(text):
    """What two readers agree on."""
    text = text.removeprefix("\ufeff")
    data = tomllib.loads(text)
    assert tomlkit.parse(text).unwrap() == data
    return data


@given(documents.toml_samples())
def test_an_edit_is_the_merge_and_only_puts_in(sample):
    # An array of tables takes only tables, and does not give way to an array.
    tables = "[[" in sample.text or any(isinstance(setting.value, dict | list) for setting in sample.settings)
    prove(sample, edited, read, may_refuse=tables)


ON = Setting(("a", "on"), True)
PROFILE = Setting(("permissions", "p"), {"extends": ":workspace", "filesystem": {"~/.npm": "write", ":workspace_roots": {".": "write"}}})
PROFILE_TABLES = '''
[permissions.p]
extends = ":workspace"

[permissions.p.filesystem]
"~/.npm" = "write"

[permissions.p.filesystem.":workspace_roots"]
"." = "write"'''


@pytest.mark.parametrize(
    ("text", "settings", "after"),
    [
        ("[b]\nx = 1\n", [Setting(("on",), True)], "on = true\n\n[b]\nx = 1\n"),
        ("[a]\nx = 1\n\n[b]\n", [ON], "[a]\nx = 1\non = true\n\n[b]\n"),
        ("a.x = 1\nb = 2\n", [ON], "a.x = 1\na.on = true\nb = 2\n"),
        ("[b]\n'a' . x.y = 1\n", [Setting(("b", "a", "x", "z w"), 1)], "[b]\n'a' . x.y = 1\n'a' . x.\"z w\" = 1\n"),
        ("[b]\na.x = 1\n", [Setting(("b", "a", "n", "k"), 1)], "[b]\na.x = 1\na.n.k = 1\n"),
        ("a = { x = 1 }\n", [ON], "a = { x = 1, on = true }\n"),
        ("a = {}\n", [ON], "a = { on = true }\n"),
        ("a = { }\n", [Setting(("a", "b", "on"), True)], "a = { b = { on = true } }\n"),
        ("a = {b.x = 1}\n", [Setting(("a", "b", "on"), True)], "a = {b.x = 1, b.on = true}\n"),
        ("a = [{ x = 1 }]\n", [Setting(("a", "0", "on"), True)], "a = [{ x = 1, on = true }]\n"),
        ("[[a]]\nx = 1\n[[a]]\nx = 2\n", [Setting(("a", "0", "on"), True)], "[[a]]\nx = 1\non = true\n[[a]]\nx = 2\n"),
        ("[[a]]\nx = 1\n[[a]]\nx = 2\n", [Setting(("a", "0", "b", "on"), True)], "[[a]]\nx = 1\n[a.b]\non = true\n[[a]]\nx = 2\n"),
        ("[a.b]\nx = 1\n\n[c]\n", [ON], "[a]\non = true\n\n[a.b]\nx = 1\n\n[c]\n"),
        ("[a.b]\nx = 1\n[c]\n[a.d]\n", [Setting(("a", "e", "on"), True)], "[a.b]\nx = 1\n[c]\n[a.d]\n[a.e]\non = true\n"),
        ("[a]\nx = 1\n\n[b]\n", [Setting(("a", "c"), {})], "[a]\nx = 1\n\n[a.c]\n\n[b]\n"),
        ("[b]", [PROFILE], f"[b]\n{PROFILE_TABLES}"),
        ("x = 1 # c\r\n", [Setting(("x",), "y"), ON], 'x = "y" # c\r\n\r\n[a]\r\non = true\r\n'),
        ("\ufeffx = 1\n", [Setting(("y",), "\u202e")], '\ufeffx = 1\ny = "\\u202E"\n'),
    ],
)
def test_a_setting_goes_where_its_table_is(text, settings, after):
    assert edited(text, settings).text == after
    assert edited(after, settings).text == after


@pytest.mark.parametrize(
    ("array", "after"),
    [
        ("[]", '["n"]'),
        ("[ ]", '["n" ]'),
        ('["x"]', '["x", "n"]'),
        ('[ "x" ]', '[ "x", "n" ]'),
        ('[\n  "x",\n]', '[\n  "x",\n  "n",\n]'),
        ('[\n  "x"\n]', '[\n  "x",\n  "n"\n]'),
        ('[\n\t"x", # c\n]', '[\n\t"x", # c\n\t"n",\n]'),
        ('[\n  "x" # c\n]', '[\n  "x", # c\n  "n",\n]'),
        ('[\n  "x"\n  # off\n]', '[\n  "x",\n  # off\n  "n"\n]'),
        ('[\n  "x", # c\n  # off\n]', '[\n  "x", # c\n  # off\n  "n"\n]'),
        ('[\r\n  "x"\r\n]', '[\r\n  "x",\r\n  "n"\r\n]'),
    ],
)
def test_an_array_grows_in_its_own_style(array, after):
    end = "\r\n" if "\r" in array else "\n"
    assert edited(f"a = {array}{end}", [Setting(("a",), "n", "append")]).text == f"a = {after}{end}"


@pytest.mark.parametrize(
    ("array", "after"),
    [('["x"]', '["y", "z"]'), ('[\r\n  "x", # one\r\n  "w",\r\n]', '[\r\n  "y",\r\n  "z",\r\n]'), ('[ "x"\n]', '[ "y", "z"\n]')],
)
def test_an_array_that_gives_way_keeps_its_lines(array, after):
    result = edited(f"a = {array}\r\n", [Setting(("a",), ["y", "z"])])
    assert result.text.replace("\r\n", "\n") == f"a = {after}\n".replace("\r\n", "\n")
    assert result.replaced == (("a",),)


def test_hooks_are_added_as_arrays_of_tables():
    text = '[[hooks.Stop]]\nmatcher = "x"\n\n[[hooks.Stop.hooks]]\ntype = "c"\n'
    hook = {"matcher": "y", "hooks": [{"type": "d"}]}
    settings = [Setting(("hooks", "Stop"), hook, "append"), Setting(("hooks", "Pre"), [{"type": "e"}, {"type": "f"}])]
    after = edited(text, settings).text
    assert after == (
        text + '\n[[hooks.Stop]]\nmatcher = "y"\nhooks = [{ type = "d" }]\n\n[[hooks.Pre]]\ntype = "e"\n\n[[hooks.Pre]]\ntype = "f"\n'
    )
    assert edited(after, settings).text == after


def test_an_array_of_tables_takes_only_tables_and_does_not_give_way():
    text = "[[a]]\nx = 1\n"
    with pytest.raises(ConfigError, match=r"^1:3: `a` cannot be changed without rewriting what stands there"):
        edited(text, [Setting(("a",), 1, "append")])
    with pytest.raises(ConfigError, match=r"^1:3: `a` cannot be changed"):
        edited(text, [Setting(("a",), [])])


def test_a_value_that_toml_cannot_hold_is_refused():
    with pytest.raises(ConfigError, match="TOML has no form"):
        edited("", [Setting(("a",), None)])


def test_an_array_that_tomlkit_would_rewrite_is_left_alone(monkeypatch):
    monkeypatch.setattr("advisor.edits.toml_edit.insertions", lambda old, new, start: None)
    with pytest.raises(ConfigError, match=r"^1:1: `a` cannot be changed"):
        edited("a = [1]\n", [Setting(("a",), 2, "append")])
    monkeypatch.setattr("advisor.edits.toml_edit.insertions", lambda old, new, start: (Splice(5, 6, "2"),))
    with pytest.raises(ConfigError, match=r"^1:1: `a` cannot be changed"):
        edited("a = [1]\n", [Setting(("a",), 2, "append")])
