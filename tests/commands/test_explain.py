"""`advise explain`: where its text comes from, exit codes, and input that is no input."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from advisor.commands import explain
from advisor.errors import AdviseError, UsageError

EROFS = "touch: cannot touch '/home/dev/.cache/uv/x': Read-only file system"


class Terminal(io.StringIO):
    """A standard input that is a terminal."""

    def isatty(self) -> bool:
        return True


def give(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Put `data` on descriptor 0, where `explain` reads it; the descriptor is given back by `_own_input`."""
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        os.dup2(file.fileno(), 0)
    monkeypatch.setattr(sys, "stdin", io.StringIO())


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("CLAUDECODE", "CODEX_THREAD_ID", "SANDBOX_RUNTIME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def _own_input() -> Iterator[None]:
    """Give descriptor 0 back after each test."""
    kept = os.dup(0)
    yield
    os.dup2(kept, 0)
    os.close(kept)


def test_words_a_file_and_a_pipe_say_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "build log"
    file.write_text(EROFS)
    answers = []
    common = ["--harness", "codex", "--no-probe", "--format", "json"]
    for argv in ([EROFS], EROFS.split(), ["--file", str(file)], ["-"], [], ["--file", "-"], ["--", EROFS]):
        give(monkeypatch, EROFS.encode())
        assert explain.main([*common, *argv]) == 0
        document = json.loads(capsys.readouterr().out)
        for denial in document["denials"]:
            denial["evidence"]["source"] = "-"
        answers.append(document)
    assert answers[0]["verdict"] == "sandbox"
    assert all(answer == answers[0] for answer in answers)


@pytest.mark.parametrize("form", ["text", "markdown", "agent"])
def test_every_form_is_written(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert explain.main([EROFS, "--harness", "claude", "--format", form]) == 0
    assert "/home/dev/.cache/uv" in capsys.readouterr().out


@pytest.mark.parametrize("data", [b"", b"\0" * 4096, os.urandom(2000), b"\xff\xfe\x00", b"\x1b]0;title", b"fine\r\n\r\n"])
def test_nothing_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: bytes) -> None:
    give(monkeypatch, data)
    assert explain.main([]) == 1
    quick = capsys.readouterr().out
    give(monkeypatch, data)
    assert explain.main(["--format", "json", "--no-probe"]) == 1
    assert json.loads(capsys.readouterr().out)["verdict"] == "nothing"
    give(monkeypatch, data)
    assert explain.main(["--no-probe"]) == 1
    assert capsys.readouterr().out == quick, "the short way and the long way say the same"


def test_a_rule_s_page(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert explain.main(["filesystem/read-only-mount"]) == 0
    assert "filesystem/read-only-mount" in capsys.readouterr().out
    assert explain.main(["filesystem/read-only-mount", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["rules"][0]["id"] == "filesystem/read-only-mount"
    assert explain.main(["filesystem/read-only-mount", "--text"]) == 1
    assert "Nothing here" in capsys.readouterr().out
    assert explain.main(["no/such-rule"]) == 1


@pytest.mark.parametrize("word", ["filesystem/read-only-mout", "Filesystem/Read-Only-Mount", "filesystem/read_only_mount"])
def test_a_mistyped_rule_is_no_output(capsys: pytest.CaptureFixture[str], word: str) -> None:
    with pytest.raises(UsageError, match="nearest is filesystem/read-only-mount"):
        explain.main([word])
    assert explain.main([word, "--text"]) == 1


def test_what_stands_behind_the_dashes_is_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert explain.main(["--harness", "claude", "--", "--format", "is", "no", "option", "here"]) == 1
    assert "Nothing here" in capsys.readouterr().out


def test_a_file_without_a_name() -> None:
    with pytest.raises(UsageError, match="empty name"):
        explain.main(["--file", ""])


def test_a_terminal_is_told_how(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal())
    assert explain.main([]) == 2
    assert capsys.readouterr().err.count("\n") == 2


@pytest.mark.parametrize(
    "argv",
    [
        ["--file", "{tmp}/missing"],
        ["--file", "{tmp}"],
        ["--file", "a\0b"],
        ["--file", "x", "words"],
        ["--harness", "other", "x"],
        ["--exit-code", "many", "x"],
        ["--nonsense"],
        ["--file"],
        ["--format", "yaml", "x"],
    ],
)
def test_bad_input_is_one_sentence(argv: list[str], tmp_path: Path) -> None:
    with pytest.raises(AdviseError) as raised:
        explain.main([word.replace("{tmp}", str(tmp_path)) for word in argv])
    assert "\n" not in str(raised.value)


def test_a_timed_out_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert explain.main(["--timed-out", "--command", "npm install", "--harness", "codex", ""]) == 0
    assert "hung" in capsys.readouterr().out
    assert explain.main(["--timed-out", "--command", "make", "some words"]) == 1


def test_a_closed_or_odd_standard_input(tmp_path: Path) -> None:
    advise = [sys.executable, "-m", "advisor", "explain"]
    done = subprocess.run([*advise, EROFS, "--no-probe"], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert done.returncode == 0
    for arguments in ("", "-", "--file -"):
        done = subprocess.run(["sh", "-c", f'exec "$@" {arguments} <&-', "sh", *advise], capture_output=True, check=False)
        assert (done.returncode, b"Traceback" in done.stderr) == (2, False)
