"""Reading a file that may be anything: the text, or one clause that says why not."""

import os
import socket

import pytest

from advisor.situation import reading
from advisor.situation.reading import read_text


def test_a_text_is_read_and_a_missing_one_is_none(tmp_path):
    (tmp_path / "a").write_text("ä\n")
    assert read_text(str(tmp_path / "a"), 10) == ("ä\n", None)
    assert read_text(str(tmp_path / "b"), 10) == (None, None)
    assert read_text(str(tmp_path / "a" / "b"), 10) == (None, None)


def test_what_is_no_file_is_never_opened(tmp_path):
    os.mkfifo(tmp_path / "fifo")  # opening it would wait for a writer
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(tmp_path / "socket"))
    for place in ("fifo", "socket", "."):
        assert read_text(str(tmp_path / place), 10) == (None, "it is not a regular file")
    listening.close()


def test_the_null_device_stands_for_a_file_that_does_not_exist():
    assert read_text("/dev/null", 10) == (None, None)
    assert read_text("/dev/zero", 10) == (None, "it is not a regular file")


@pytest.mark.parametrize(
    ("data", "problem"), [(b"\xff\xfe{}", "it is not UTF-8 text"), (b" " * ((1 << 20) + 1), "it is larger than 1 MiB")]
)
def test_what_is_no_text_or_too_much_is_named(tmp_path, data, problem):
    (tmp_path / "a").write_bytes(data)
    assert read_text(str(tmp_path / "a"), 1 << 20) == (None, problem)


def test_what_cannot_be_opened_is_named(tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    assert read_text(str(tmp_path / "loop"), 10)[1].startswith("it cannot be opened (")
    assert read_text("/a\0b", 10) == (None, "it cannot be opened (bad file name)")


def test_what_fails_while_it_is_read_is_named(tmp_path, monkeypatch):
    (tmp_path / "a").write_text("x")

    def fail(*arguments, **options):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(reading, "open", fail, raising=False)
    assert read_text(str(tmp_path / "a"), 10) == (None, "it cannot be read (Input/output error)")


def test_a_symlink_that_leads_nowhere_is_not_taken_for_a_missing_file(tmp_path):
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert read_text(str(tmp_path / "dangling"), 10) == (None, "it is a symlink that leads nowhere")
    assert "cannot be opened" in read_text(str(tmp_path / "loop"), 10)[1]
