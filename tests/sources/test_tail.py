"""The end of a session file: whole lines, bounded, and one bad line costs only itself."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from advisor.errors import InputError
from advisor.sources.tail import last_lines, mapping, newest_lines, records, string, text_of


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


def test_lines_come_newest_first_however_they_lie_across_the_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "s.jsonl"
    rows = [b"x" * size for size in (1, 0, 30, 5, 64, 3, 200, 7)]
    file.write_bytes(b"\n".join(rows) + b"\n")
    for block in (1, 3, 16, 64, 1 << 16):
        monkeypatch.setattr("advisor.sources.tail._BLOCK", block)
        assert list(newest_lines(str(file), 1 << 20)) == [row for row in reversed(rows) if row]
        assert next(newest_lines(str(file), 1 << 20)) == rows[-1]
        assert list(newest_lines(str(file), 9)) == [rows[-1]]
    assert list(newest_lines(str(file), 0)) == []


def test_a_name_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="bad file name"):
        last_lines("a\0b")
