"""The lines of YAML that are needed: keys, items, blocks, what stands above them."""

import pytest

from advisor.suggest.yaml_lines import lines_of, scalar, tab_in


def test_keys_values_items_and_the_keys_above():
    text = "---\n# note\na:\n  b: 1 # why\n  c:\n    - d: 'x: y'\n      e: 2\n    - plain\nf: \"q\"\n"
    assert [(line.number, line.key, line.value, line.item, line.path) for line in lines_of(text)] == [
        (3, "a", "", False, ()),
        (4, "b", "1", False, ("a",)),
        (5, "c", "", False, ("a",)),
        (6, "d", "x: y", True, ("a", "c")),
        (7, "e", "2", False, ("a", "c")),
        (8, "", "plain", True, ("a", "c")),
        (9, "f", "q", False, ()),
    ]


def test_blocks_are_told_line_by_line_below_their_key():
    text = "- run: |\n    one: x\n\n    # two\n- run: >-\n    three\n- |\n  four\nlast: 1\n"
    assert [(line.number, line.key, line.value) for line in lines_of(text)] == [
        (1, "run", ""),
        (2, "", "one: x"),
        (4, "", "# two"),
        (5, "run", ""),
        (6, "", "three"),
        (7, "", ""),
        (8, "", "four"),
        (9, "last", "1"),
    ]


@pytest.mark.parametrize(("text", "value"), [("'it''s'", "it's"), ('"a" # b', "a"), ("# b", ""), ("a#b", "a#b"), (" x ", "x")])
def test_scalars(text, value):
    assert scalar(text) == value


def test_a_tab_is_named():
    assert tab_in("a:\n\tb: 1\n") == 2
    assert tab_in("a:\n\t\n  b: 1\n") is None
