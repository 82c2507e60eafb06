"""Line edits: a line once, in the file's own line ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.edits.line_edit import edited
from advisor.errors import ConfigError

RULE = 'prefix_rule(pattern = ["git", "commit"], decision = "allow")'


@pytest.mark.parametrize(
    ("text", "lines", "after"),
    [
        ("", [".cache/"], ".cache/\n"),
        ("\ufeff", [".cache/"], "\ufeff.cache/\n"),
        ("node_modules\n", [".cache/"], "node_modules\n.cache/\n"),
        ("node_modules", [".cache/"], "node_modules\n.cache/"),
        ("a\r\nb\r\n", ["c", "d"], "a\r\nb\r\nc\r\nd\r\n"),
        ("a\r\nb", ["c"], "a\r\nb\r\nc"),
        ("a\nb\r\n", ["c"], "a\nb\r\nc\n"),
        ("a\n\n", ["c"], "a\n\nc\n"),
        ("a\n", [RULE, RULE], f"a\n{RULE}\n"),
        ("\ufeffa \r\n", ["a"], "\ufeffa \r\n"),
        (" a\n", ["a"], " a\na\n"),
        ("a\n", [], "a\n"),
    ],
)
def test_lines_go_to_the_end_once(text, lines, after):
    result = edited(text, lines)
    assert result.text == after
    assert result.without_insertions == text
    assert edited(after, lines).text == after
    assert not edited(after, lines).inserted


def test_a_line_that_would_be_two_is_refused():
    with pytest.raises(ConfigError, match="line break"):
        edited("a\n", ["b\nc"])


@given(st.text(alphabet="ab #!\r\n", max_size=30), st.lists(st.text(alphabet="ab #!", min_size=1, max_size=5), max_size=4))
def test_every_old_line_stays_and_every_new_one_is_there(text, lines):
    result = edited(text, lines)
    held = {line.rstrip() for line in result.text.split("\n")}
    assert all(line.rstrip() in held for line in lines)
    assert result.text.startswith(text)
    assert edited(result.text, lines).text == result.text
