"""An edit is undone to the last character, and only where it was that edit that made the text."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.edits.json_edit import edited
from advisor.edits.json_undo import undone, without
from advisor.edits.new_text import Setting

HOOK = {"matcher": "Bash", "hooks": [{"type": "command", "command": "advise hook claude"}]}
SETTINGS = (Setting(("hooks", "PreToolUse"), HOOK, "append"), Setting(("hooks", "PostToolUse"), HOOK, "append"))
TEXTS = [
    "{}",
    "{}\n",
    "{ }",
    '{"a": 1}',
    '{"a":1}\n',
    '{\n  "a": 1\n}\n',
    '{\r\n\t"a": [1, 2],\r\n\t"hooks": {"Stop": []}\r\n}\r\n',
    '{\n    "hooks": {\n        "PreToolUse": [\n            {"matcher": "Write", "hooks": []}\n        ]\n    }\n}',
    '{"hooks":{"PreToolUse":[{"matcher":"Write","hooks":[]}],"PostToolUse":[{}]}, "b": {}}',
    '{"hooks": {"PreToolUse": [ {"x": 1}, {"y": 2} ]}}',
    '\ufeff{"a": {"b": []}}',
]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize("text", TEXTS)
def test_the_text_before_comes_back(text):
    after = edited(text, SETTINGS).text
    assert after != text
    assert undone(after, SETTINGS) == text


@given(st.dictionaries(st.text(max_size=4), VALUES, max_size=4), st.sampled_from([None, 1, 2, "\t"]), st.booleans())
def test_whatever_stands_there(document, indent, hooks):
    if hooks:
        document["hooks"] = {"Stop": [HOOK], "PreToolUse": [{"matcher": "Write"}]}
    text = json.dumps(document, indent=indent)
    assert undone(edited(text, SETTINGS).text, SETTINGS) == text


def test_an_empty_table_that_was_there_stays():
    text = '{"hooks": {}, "a": 1}'
    assert undone(edited(text, SETTINGS).text, SETTINGS, held=1) == text


def test_what_was_changed_since_is_not_undone_but_our_own_goes():
    after = edited('{"a": 1}', SETTINGS).text
    changed = after.replace('"matcher": "Bash"', '"matcher":  "Bash"', 1)
    assert undone(changed, SETTINGS) is None
    assert json.loads(without(changed, SETTINGS)) == {"a": 1, "hooks": {"PreToolUse": [], "PostToolUse": []}}
    more = '{"hooks": {"PreToolUse": [' + json.dumps(HOOK) + ', {"x": 1}], "PostToolUse": []}}'
    assert json.loads(without(more, SETTINGS)) == {"hooks": {"PreToolUse": [{"x": 1}], "PostToolUse": []}}


def test_what_does_not_stand_there_cannot_be_undone():
    for text in ("{}", '{"hooks": []}', '{"hooks": {"PreToolUse": {}}}', "[]"):
        assert undone(text, SETTINGS) is None
        assert without(text, SETTINGS) == text
