"""The end of a session file: whole lines, bounded, and one bad line costs only itself."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from advisor.errors import InputError
from advisor.sources.tail import last_lines, mapping, records, string, text_of


def test_only_whole_lines_of_the_tail(tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl"
    file.write_bytes(b"".join(b"%06d\n" % number for number in range(1000)))
    lines = last_lines(str(file), length=30)
    assert lines == (b"000996", b"000997", b"000998", b"000999")


def test_a_short_file_is_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl"
    file.write_bytes(b"first\n\n  \nlast, without an end")
    assert last_lines(str(file)) == (b"first", b"last, without an end")


@pytest.mark.parametrize("kind", ["missing", "folder", "fifo"])
def test_what_is_no_file(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "s.jsonl"
    if kind == "folder":
        file.mkdir()
    elif kind == "fifo":
        os.mkfifo(file)
    with pytest.raises(InputError, match="cannot read the session"):
        last_lines(str(file))


def test_a_bad_line_costs_only_itself() -> None:
    lines = (b'{"mark": 1}', b'{"mark": ', b'["mark"]', b"mark " + b"[" * 200_000, b'{"other": 2}', b'{"mark": 3}')
    assert list(records(lines, (b"mark",))) == [{"mark": 1}, {"mark": 3}]


def test_values_of_the_wrong_type_are_empty() -> None:
    assert text_of("a") == "a"
    assert text_of([{"text": "a"}, {"text": 5}, "x", {"text": "b"}]) == "a\nb"
    assert text_of(None) == ""
    assert mapping([1]) == {}
    assert mapping({"a": 1}) == {"a": 1}
    assert string(5) is None
