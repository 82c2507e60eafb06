"""A failure without a word: which commands' exit codes tell that a sandbox may have refused them, and which tell nothing."""

from __future__ import annotations

import pytest

from advisor.commands import explain
from advisor.model import Confidence, Need, ReachHost, ReachLocalService, ResolveName, WritePath
from advisor.silent import silent


@pytest.mark.parametrize(
    ("command", "code", "need"),
    [
        ("git stash", 1, WritePath(".git/index.lock")),
        ("cd app && git stash push -u", 1, WritePath(".git/index.lock")),
        ("git stash -k", 1, WritePath(".git/index.lock")),
        ("wget -q https://files.example/a.tgz", 4, ReachHost("files.example", 443)),
        ("wget --quiet -O - http://files.example:8080/a", 8, ReachHost("files.example", 8080)),
        ("timeout 9 wget -qO- http://127.0.0.1:3000", 4, ReachLocalService(3000, "127.0.0.1")),
        ("curl -s https://user@api.example", 6, ResolveName("api.example")),
        ("curl -fsL https://api.example/v1?q=1", 56, ReachHost("api.example", 443)),
        ("curl --silent http://localhost:8080/", 7, ReachLocalService(8080, "localhost")),
        ("getent hosts api.example", 2, ResolveName("api.example")),
    ],
)
def test_an_exit_code_may_tell(command: str, code: int, need: Need) -> None:
    (denial,) = silent(command, code, "-")
    assert denial.need == need
    assert denial.confidence is Confidence.POSSIBLE
    assert f"exit code {code}" in denial.evidence.text


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (None, 1),
        ("", 1),
        ("git stash", 0),
        ("git stash", None),
        ("git stash", 128),
        ("git stash pop", 1),
        ("git diff --quiet", 1),
        ("wget https://files.example/a.tgz", 4),
        ("wget -q https://files.example/a.tgz", 8),
        ("wget -q https://files.example/a.tgz", 3),
        ("wget -q -i list.txt", 4),
        ("curl -s https://api.example", 22),
        ("curl -sS https://api.example", 6),
        ("curl https://api.example", 7),
        ("getent hosts build7", 2),
        ("getent passwd dev", 2),
        ("grep -q x y", 1),
        ("wget -q https://files.example/a.tgz | cat", 4),
    ],
)
def test_any_other_end_tells_nothing(command: str | None, code: int | None) -> None:
    assert silent(command, code, "-") == ()


@pytest.mark.parametrize(
    ("text", "exit_code", "told"),
    [("", "1", True), ("\n \n", "1", True), ("error: x\n", "1", False), ("", "0", False)],
)
def test_only_an_empty_output_is_silent(monkeypatch, capsys, text: str, exit_code: str, told: bool) -> None:
    monkeypatch.setattr(explain, "_read", lambda file: iter((text.encode(),)))
    monkeypatch.setattr(explain, "no_input", lambda: False)
    arguments = ["--no-probe", "--harness", "codex", "--command", "git stash", "--exit-code", exit_code, "-"]
    assert explain.main(arguments) == (0 if told else 1)
    assert ("git stash failed without a word" in capsys.readouterr().out.lower()) is told
