"""How a TOML document is laid out: tables, headers, and where a new line belongs."""

import pytest

from advisor.edits.splices import spliced
from advisor.edits.toml_layout import line_end, row, tables
from advisor.edits.toml_tree import read


def with_table(text, after, header="[new]"):
    splice = tables(text, read(text), after, ("new",), header, [[("k", "1")]])
    return spliced(text, [splice])


@pytest.mark.parametrize(
    ("text", "after", "result"),
    [
        ("", 0, "[new]\nk = 1\n"),
        ("a = 1", 0, "a = 1\n\n[new]\nk = 1"),
        ("a = 1\n\n", 0, "a = 1\n\n[new]\nk = 1\n"),
        ("# only\n", 0, "# only\n\n[new]\nk = 1\n"),
        ("[a]\nx = 1\n# off = 1\n\n# about b\n[b]\n", 1, "[a]\nx = 1\n# off = 1\n\n[new]\nk = 1\n\n# about b\n[b]\n"),
        ("[a]\nx = 1\n# about b\n[b]\n", 1, "[a]\nx = 1\n[new]\nk = 1\n# about b\n[b]\n"),
        ("[a]\nx = '''\n# no comment'''\n[b]\n", 1, "[a]\nx = '''\n# no comment'''\n[new]\nk = 1\n[b]\n"),
        ("[a]\nx = 1\n\n[b]\ny = 1\n", 1, "[a]\nx = 1\n\n[new]\nk = 1\n\n[b]\ny = 1\n"),
        ("# about the file\n\n[b]\ny = 1\n", 0, "# about the file\n\n[new]\nk = 1\n\n[b]\ny = 1\n"),
        ("# about the file\n[b]\ny = 1\n", 0, "# about the file\n\n[new]\nk = 1\n\n[b]\ny = 1\n"),
        ("# about the file\n\n# about b\n[b]\ny=1\n", 0, "# about the file\n\n[new]\nk=1\n\n# about b\n[b]\ny=1\n"),
        ("[b]\n", 0, "[new]\nk = 1\n\n[b]\n"),
        ("\n[b]\n", 0, "\n[new]\nk = 1\n\n[b]\n"),
        ("  [a]\n    x = 1\n", 1, "  [a]\n    x = 1\n\n  [new]\n    k = 1\n"),
        ("[a]\nx = 1\n[b]\ny = 1\n", 2, "[a]\nx = 1\n[b]\ny = 1\n[new]\nk = 1\n"),
    ],
)
def test_a_table_stands_apart_from_the_comments_of_others(text, after, result):
    assert with_table(text, after) == result


@pytest.mark.parametrize(
    ("text", "block", "result"),
    [
        ("", 0, "k = 1\n"),
        ("\ufeff", 0, "\ufeffk = 1\n"),
        ("a      = 1\n", 0, "a      = 1\nk = 1\n"),
        ("[a]\nx=1\n", 0, "k=1\n\n[a]\nx=1\n"),
        ("\ufeff[a]\n", 0, "\ufeffk = 1\n\n[a]\n"),
        ("#:schema x\n[a]\n", 0, "#:schema x\n\nk = 1\n\n[a]\n"),
        ("#:schema x\n\n# about a\n[a]\n", 0, "#:schema x\n\nk = 1\n\n# about a\n[a]\n"),
        ("x = 1\n\n# about a\n[a]\n", 0, "x = 1\nk = 1\n\n# about a\n[a]\n"),
        ("[a]", 1, "[a]\nk = 1"),
        ("  [a] # c\n[b]\n", 1, "  [a] # c\n  k = 1\n[b]\n"),
        ("[a]\n  x = [\n  1 ] # c\n# off\n", 1, "[a]\n  x = [\n  1 ] # c\n  k = 1\n# off\n"),
    ],
)
def test_a_line_is_the_last_of_its_table(text, block, result):
    document = read(text)
    assert spliced(text, [row(text, document, document.blocks[block], ("k", "1"))]) == result


def test_a_value_of_several_lines_is_indented_as_its_line_is():
    text = "[a]\n  x = 1\n"
    document = read(text)
    assert spliced(text, [row(text, document, document.blocks[1], ("k", "[\n  1,\n]"))]) == "[a]\n  x = 1\n  k = [\n    1,\n  ]\n"


def test_several_tables_share_one_header():
    text = "[[a]]\nx = 1\n\n[b]\ny = 1\n"
    splice = tables(text, read(text), 1, ("a", 0), "[[a]]", [[("x", "2")], [("x", "3")]])
    assert spliced(text, [splice]) == "[[a]]\nx = 1\n\n[[a]]\nx = 2\n\n[[a]]\nx = 3\n\n[b]\ny = 1\n"


def test_a_line_end_is_that_of_the_line_before():
    text = "a\r\nb\nc\r\n"
    assert [line_end(text, at) for at in (0, 3, 5, len(text))] == ["\r\n", "\r\n", "\n", "\r\n"]
    assert line_end("a", 1) == "\n"
    assert line_end("\na", 0) == "\n"
