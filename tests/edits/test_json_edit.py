"""JSON edits: the merge and nothing else, whatever the document looks like."""

import json
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.edits import json_tree
from advisor.edits.json_edit import edited, repaired
from advisor.edits.new_text import Setting
from advisor.errors import ConfigError
from tests.conftest import unmeasured
from tests.edits import documents
from tests.edits.proofs import prove


def read(text):
    return json.loads(text.removeprefix("\ufeff"))


@given(documents.json_samples())
def test_an_edit_is_the_merge_and_only_puts_in(sample):
    prove(sample, edited, read)


WRITE = Setting(("sandbox", "filesystem", "allowWrite"), "~/.npm/_cacache", "append")
ENABLED = Setting(("sandbox", "enabled"), True)


@pytest.mark.parametrize(
    ("text", "settings", "after"),
    [
        ("{}\n", [WRITE], '{\n  "sandbox": {\n    "filesystem": {\n      "allowWrite": ["~/.npm/_cacache"]\n    }\n  }\n}\n'),
        ("{ }", [ENABLED], '{ "sandbox": {"enabled": true} }'),
        ("{\n}", [ENABLED], '{\n  "sandbox": {\n    "enabled": true\n  }\n}'),
        ('{"a":1}', [ENABLED, WRITE], '{"a":1,"sandbox":{"enabled":true,"filesystem":{"allowWrite":["~/.npm/_cacache"]}}}'),
        ('{"a" : 1, "b" : 2}', [ENABLED], '{"a" : 1, "b" : 2, "sandbox" : {"enabled" : true}}'),
        ('{"a": [1,2 , 3]}', [Setting(("a",), 4, "append")], '{"a": [1,2 , 3, 4]}'),
        ('{"a":\n  [1,2]}', [Setting(("b",), 4)], '{"a":\n  [1,2], "b": 4}'),
        ('{\n\t"sandbox": {}\n}', [ENABLED], '{\n\t"sandbox": {\n\t\t"enabled": true\n\t}\n}'),
        ('{\r\n    "a": 1\r\n}\r\n', [WRITE._replace(path=("b",))], '{\r\n    "a": 1,\r\n    "b": ["~/.npm/_cacache"]\r\n}\r\n'),
        ('{\n  "a": [\n    1\n  ],\n  "b": []\n}', [Setting(("b",), 2, "append")], '{\n  "a": [\n    1\n  ],\n  "b": [\n    2\n  ]\n}'),
        ('{\n  "a": [1],\n  "b": []\n}', [Setting(("b",), 2, "append")], '{\n  "a": [1],\n  "b": [2]\n}'),
        ('{\n  "a": {"b": {}}\n}', [Setting(("a", "b", "c"), 2)], '{\n  "a": {"b": {"c": 2}}\n}'),
        ('{\n  "a": {"b": 1}\n}', [Setting(("c", "d"), 2)], '{\n  "a": {"b": 1},\n  "c": {"d": 2}\n}'),
        ('{ "a": 1,\n  "b": 2 }', [Setting(("c",), 3)], '{ "a": 1,\n  "b": 2,\n  "c": 3 }'),
        ('{"a": 1, "a": 2}', [Setting(("a",), 3)], '{"a": 1, "a": 3}'),
        ('{"a": "\\u00e9"}', [Setting(("b",), "é")], '{"a": "\\u00e9", "b": "é"}'),
        ('\ufeff{\n"a": {\n  "b": 1\n}\n}', [Setting(("c", "d"), 2)], '\ufeff{\n"a": {\n  "b": 1\n},\n"c": {\n  "d": 2\n}\n}'),
        ('{\n  "a": [\n    1\n  ]\n}', [Setting(("a",), [2, 3])], '{\n  "a": [\n    2,\n    3\n  ]\n}'),
        ('{"a": 1}', [Setting(("a",), "\u202e")], '{"a": "\\u202e"}'),
    ],
)
def test_what_is_put_in_looks_like_what_stands_there(text, settings, after):
    assert edited(text, settings).text == after
    assert edited(after, settings).text == after


def test_hooks_are_added_as_objects_on_lines_of_their_own():
    text = '{\n  "hooks": {\n    "Stop": [\n      {"matcher": "a"}\n    ]\n  }\n}\n'
    hook = {"matcher": "b", "hooks": [{"type": "command"}]}
    after = edited(text, [Setting(("hooks", "Stop"), hook, "append"), Setting(("hooks", "Pre"), [hook])]).text
    assert after.startswith('{\n  "hooks": {\n    "Stop": [\n      {"matcher": "a"},\n      {')
    assert read(after)["hooks"] == {"Stop": [{"matcher": "a"}, hook], "Pre": [hook]}


def test_a_text_that_is_not_strict_json_is_refused_and_can_be_repaired():
    text = '// top\n{\n  // one\n  "a": "// x, ]", // c\n  /* k */ "b": [1, 2,], /* z\n */\n}\n// end'
    with pytest.raises(ConfigError, match=r"^1:1: a comment"):
        edited(text, [ENABLED])
    after = repaired(text)
    assert after == '{\n  "a": "// x, ]",\n   "b": [1, 2]\n}\n'
    assert edited(after, [Setting(("b",), 1, "append")]).text == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("\ufeff// x\r\n{}", "\ufeff{}"),
        ("{} // x\r\n", "{}\r\n"),
        ("{} /* a */ // b\n", "{}\n"),
        ('{"a": 1,\n}', '{"a": 1\n}'),
        ('{"a": "//"}', '{"a": "//"}'),
    ],
)
def test_a_repair_takes_only_what_is_not_json(text, after):
    assert repaired(text) == after
    assert repaired(after) == after


def test_what_is_broken_otherwise_is_not_repaired():
    with pytest.raises(ConfigError, match=r"^1:13: a colon is missing"):
        repaired('{"a": [],"b"}')


@given(documents.json_samples(), st.randoms(use_true_random=False))
def test_a_repaired_text_reads_as_the_one_without_blemishes(sample, random):
    def blemished(match):
        return random.choice([match[0], match[0] + ' // é "\n', "/* ] \n */" + match[0], "\n  // x\n" + match[0]])

    cuts = [offset for place in json_tree.places(sample.text).values() for offset in place.value]
    text = sample.text
    for at in sorted(set(random.sample(cuts, min(len(cuts), 4))), reverse=True):
        text = text[:at] + re.sub("^", blemished, "", count=1) + text[at:]
    assert json_tree.read_strict(repaired(text)).value == sample.data


def test_json_is_edited_without_any_reader_of_toml():
    loaded = "import sys, advisor.edits.json_edit, advisor.edits.spans; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True, env=unmeasured())
    modules = done.stdout.split()
    assert "advisor.edits.json_tree" in modules
    assert not {"tomlkit", "tomllib"} & set(modules)
