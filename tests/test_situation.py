"""The edge that looks: what flags, environment and files say, and what stays unknown."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from advisor.model import Known, PathAnswer, PathQuestion, Situation
from advisor.situation import LARGEST_CONFIG, Flags, look_at, machine


@pytest.fixture()
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home and a project in it with `.git`, which is the working directory."""
    project = tmp_path / "home" / "pro ject"
    (project / ".git").mkdir(parents=True)
    monkeypatch.chdir(project)
    return project


def environ(project: Path, **more: str) -> dict[str, str]:
    return {"HOME": str(project.parent), **more}


def test_without_probing_only_flags_speak(project: Path) -> None:
    (project / ".claude").mkdir()
    (project / ".claude" / "settings.json").write_text("{}")
    found = machine(Flags(probe=False), "ours", environ(project, CLAUDECODE="1", SANDBOX_RUNTIME="1"))
    assert found == Situation(ours=True)


def test_flags_say_everything(project: Path) -> None:
    flags = Flags(("codex",), "0.150.0", "polygraph", "legacy", "macos", "/Users/dev", "no", "user", "/srv/app", probe=False)
    found = machine(flags, "unknown", {})
    assert found.harness == Known("codex", "flag")
    assert found.harnesses == ("codex",)
    assert found.version == Known("0.150.0", "flag")
    assert (found.launcher, found.dialect, found.scope) == ("polygraph", "legacy", "user")
    assert found.system == Known("macos", "flag")
    assert found.sandboxed == Known(False, "flag")
    assert (found.home, found.directory, found.repository) == ("/Users/dev", "/srv/app", None)


def test_two_harnesses_by_flag_leave_the_harness_open(project: Path) -> None:
    found = machine(Flags(("claude", "codex")), "unknown", environ(project))
    assert found.harness == Known()
    assert found.harnesses == ("claude", "codex")


def test_the_environment_names_the_harness_and_its_version(project: Path) -> None:
    found = machine(Flags(), "unknown", environ(project, CLAUDECODE="1", AI_AGENT="claude-code_2-1-300_agent"))
    assert found.harness == Known("claude", "CLAUDECODE is set")
    assert found.version == Known("2.1.300", "environment")
    assert found.sandboxed == Known(), "a pasted text is not this process's"


def test_one_harness_inside_the_other_leaves_it_open(project: Path) -> None:
    found = machine(Flags(), "unknown", environ(project, CLAUDECODE="1", CODEX_THREAD_ID="x"))
    assert found.harness == Known()
    assert found.harnesses == ("claude", "codex")


def test_a_pipe_may_raise_but_never_lower(project: Path) -> None:
    inside = environ(project, CLAUDECODE="1", SANDBOX_RUNTIME="1")
    outside = environ(project, CLAUDECODE="1")
    assert machine(Flags(), "piped", inside).sandboxed == Known(True, "SANDBOX_RUNTIME is set")
    assert machine(Flags(), "piped", outside).sandboxed == Known()
    assert machine(Flags(sandboxed="unknown"), "ours", inside).sandboxed == Known()


def test_configs_of_every_scope_are_read(project: Path) -> None:
    (project / ".codex").mkdir()
    (project / ".codex" / "config.toml").write_text('sandbox_mode = "workspace-write"\n')
    found = machine(Flags(("codex",)), "unknown", environ(project))
    text = found.config("codex", "project")
    assert text is not None
    assert text.text == 'sandbox_mode = "workspace-write"\n'
    user = found.config("codex", "user")
    assert user is not None
    assert (user.text, user.problem) == (None, None)
    assert found.repository == str(project)


def test_a_moved_config_home_is_followed(project: Path) -> None:
    moved = project.parent / "elsewhere"
    moved.mkdir()
    (moved / "config.toml").write_text("# moved\n")
    found = machine(Flags(("codex",)), "unknown", environ(project, CODEX_HOME=str(moved)))
    user = found.config("codex", "user")
    assert user is not None
    assert user.text == "# moved\n"


def _place(project: Path) -> Path:
    (project / ".claude").mkdir(exist_ok=True)
    return project / ".claude" / "settings.json"


def _problem(project: Path) -> str | None:
    found = machine(Flags(("claude",)), "unknown", environ(project)).config("claude", "project")
    assert found is not None
    assert found.text is None
    return found.problem


def test_what_is_no_readable_file_is_named(project: Path) -> None:
    place = _place(project)
    place.mkdir()
    assert _problem(project) == "it is not a regular file"
    place.rmdir()
    os.mkfifo(place)
    assert _problem(project) == "it is not a regular file"
    place.unlink()
    place.write_bytes(b"\xff\xfe{}")
    assert _problem(project) == "it is not UTF-8 text"
    place.write_bytes(b" " * (LARGEST_CONFIG + 1))
    assert _problem(project) == "it is larger than 1 MiB"
    place.unlink()
    place.symlink_to(place)
    assert (_problem(project) or "").startswith("it cannot be opened")


def test_a_file_in_the_folder_s_place_is_no_config(project: Path) -> None:
    (project / ".claude").write_text("")
    assert _problem(project) is None


def test_a_removed_working_directory_is_unknown(project: Path) -> None:
    gone = project / "gone"
    gone.mkdir()
    os.chdir(gone)
    gone.rmdir()
    found = machine(Flags(("claude",)), "ours", environ(project))
    assert (found.directory, found.repository) == (None, None)
    assert found.config("claude", "project") is None
    assert found.config("claude", "user") is not None


def test_outside_any_repository(tmp_path: Path) -> None:
    found = machine(Flags(directory=str(tmp_path)), "unknown", {"HOME": str(tmp_path)})
    assert found.repository is None
    assert found.directory == str(tmp_path)


def test_the_second_look(project: Path) -> None:
    (project / "folder").mkdir()
    (project / "file").write_text("")
    (project / "link").symlink_to("file")
    situation = Situation(home=str(project))
    names = ("~/folder", "~/file", "~/link", "~/nothing", "~/file/below", "/dev/null", "/a\0b", "~")
    kinds = [answer.kind for answer in look_at([PathQuestion(name) for name in names], situation)]
    assert kinds == ["folder", "file", "symlink", "missing", "missing", "other", "unknown", "folder"]
    assert look_at([PathQuestion("~/x")], Situation()) == (PathAnswer("~/x", "missing"),)
