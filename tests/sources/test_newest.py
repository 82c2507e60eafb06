"""Which session of a folder is the newest."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from advisor.sources import newest
from advisor.sources.newest import sessions

BOTH = ("claude", "codex")


def transcript(home: Path, slug: str, name: str, written: float) -> str:
    file = home / ".claude" / "projects" / slug / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("{}\n")
    os.utime(file, (written, written))
    return str(file)


def rollout(home: Path, directory: object, name: str, written: float) -> str:
    file = home / ".codex" / "sessions" / "2026" / "11" / "29" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"type": "session_meta", "payload": {"cwd": directory}}) + "\n")
    os.utime(file, (written, written))
    return str(file)


def test_the_newest_of_both_comes_first(tmp_path: Path) -> None:
    old = transcript(tmp_path, "-home-dev-my-app", "a.jsonl", 100)
    sub = transcript(tmp_path, "-home-dev-my-app", "b/subagents/agent-1.jsonl", 300)
    transcript(tmp_path, "-home-dev-my-app", "notes.txt", 900)
    transcript(tmp_path, "-home-dev-other", "c.jsonl", 900)
    codex = rollout(tmp_path, "/home/dev/my_app", "rollout-1.jsonl", 200)
    rollout(tmp_path, "/home/dev/other", "rollout-2.jsonl", 900)
    rollout(tmp_path, 5, "rollout-3.jsonl", 900)
    rollout(tmp_path, "/home/dev/my_app", "notes.jsonl", 900)
    found = sessions("/home/dev/my_app", str(tmp_path), {}, BOTH)
    assert [(session.harness, session.path) for session in found] == [("claude", sub), ("codex", codex), ("claude", old)]
    assert [session.harness for session in sessions("/home/dev/my_app", str(tmp_path), {}, ("codex",))] == ["codex"]


def test_a_subfolder_belongs_to_the_session_above_it(tmp_path: Path) -> None:
    path = transcript(tmp_path, "-home-dev-app", "a.jsonl", 100)
    assert [session.path for session in sessions("/home/dev/app/src/lib", str(tmp_path), {}, BOTH)] == [path]


def test_home_itself_is_the_last_folder_asked(tmp_path: Path) -> None:
    home = str(tmp_path)
    assert sessions(home, home, {}, BOTH) == ()
    assert sessions(os.path.join(home, "app"), home, {}, BOTH) == ()
    assert sessions("/", home, {}, BOTH) == ()


def test_moved_config_homes(tmp_path: Path) -> None:
    path = transcript(tmp_path, "-app", "a.jsonl", 100)
    codex = rollout(tmp_path, "/app", "rollout-1.jsonl", 50)
    environ = {"CLAUDE_CONFIG_DIR": str(tmp_path / ".claude"), "CODEX_HOME": str(tmp_path / ".codex")}
    assert [session.path for session in sessions("/app", "/nonexistent", environ, BOTH)] == [path, codex]


def test_a_rollout_that_is_no_rollout_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in (("rollout-1.jsonl", "no json"), ("rollout-2.jsonl", "[]"), ("rollout-3.jsonl", "{}")):
        Path(rollout(tmp_path, "/app", name, 100)).write_text(text)
    assert sessions("/app", str(tmp_path), {}, ("codex",)) == ()
    gone = rollout(tmp_path, "/app", "rollout-4.jsonl", 200)
    monkeypatch.setattr(newest, "_written", lambda path: 0.0)
    os.unlink(gone)
    os.symlink("/nonexistent", gone)
    assert sessions("/app", str(tmp_path), {}, ("codex",)) == ()


def test_a_file_removed_meanwhile_is_the_oldest(tmp_path: Path) -> None:
    assert newest._written(str(tmp_path / "gone")) == 0.0
