"""The edge that looks: what flags, environment and files say, and what stays unknown."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from advisor.model import FileQuestion, Known, PathAnswer, PathQuestion, Process, Situation
from advisor.situation import LARGEST_CONFIG, Flags, Whose, look_at, machine, read_files
from advisor.situation.process import Mount


@pytest.fixture
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
    assert not (found.repository or "").startswith(str(tmp_path))
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


def test_a_link_on_the_way_that_may_not_be_followed_is_not_known(monkeypatch, tmp_path):
    def forbidden(path, **given):
        raise PermissionError(13, "Permission denied", "/proc/1/root")

    monkeypatch.setattr("os.path.realpath", forbidden)
    assert look_at([PathQuestion(str(tmp_path))], Situation()) == (PathAnswer(str(tmp_path), "unknown"),)


# --- This very process -----------------------------------------------------------------------------------------


def confined(monkeypatch: pytest.MonkeyPatch, privileges: bool | None, seccomp: bool | None) -> None:
    """Let the system tell this of our own process."""
    monkeypatch.setattr("advisor.situation.process", lambda environ: Process(privileges, seccomp))


CODEX = {"CODEX_THREAD_ID": "x"}
CLAUDE = {"CLAUDECODE": "1"}


@pytest.mark.parametrize(
    ("environment", "kernel", "whose", "expected"),
    [
        (CLAUDE | {"SANDBOX_RUNTIME": "1"}, (True, True), "itself", (True, "SANDBOX_RUNTIME is set")),
        (CLAUDE, (False, False), "itself", (False, "CLAUDECODE is set and SANDBOX_RUNTIME is not")),
        (CLAUDE, (True, True), "ours", (False, "CLAUDECODE is set and SANDBOX_RUNTIME is not")),
        (CODEX | {"CODEX_SANDBOX_NETWORK_DISABLED": "1"}, (True, True), "ours", (True, "CODEX_SANDBOX_NETWORK_DISABLED is set")),
        (CODEX | {"CODEX_PERMISSION_PROFILE": "dev"}, (True, True), "itself", (True, "NoNewPrivs and Seccomp are set")),
        (
            CODEX | {"CODEX_PERMISSION_PROFILE": ":danger-full-access"},
            (False, False),
            "ours",
            (False, "CODEX_PERMISSION_PROFILE is :danger-full-access"),
        ),
        ({}, (False, True), "itself", (False, "NoNewPrivs is not set, and both harnesses' sandboxes set it")),
        ({}, (False, False), "ours", (None, None)),
        ({}, (True, True), "itself", (True, "NoNewPrivs and Seccomp are set")),
        ({}, (True, True), "piped", (None, None)),
        ({}, (True, True), "ours", (None, None)),
        (CODEX, (True, True), "piped", (True, "NoNewPrivs and Seccomp are set")),
        (CLAUDE, (False, False), "piped", (None, None)),
        ({}, (None, None), "itself", (None, None)),
        ({}, (True, False), "itself", (None, None)),
    ],
)
def test_what_is_told_of_this_very_process(
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    kernel: tuple[bool | None, bool | None],
    whose: Whose,
    expected: tuple[bool | None, str | None],
) -> None:
    confined(monkeypatch, *kernel)
    assert machine(Flags(), whose, environ(project, **environment)).sandboxed == Known(*expected)


def test_a_container_or_somebody_s_own_sandbox_is_nobody_s_harness(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    confined(monkeypatch, True, True)
    for environment in ({}, {"CI": "true", "container": "docker"}, {"SANDBOX_RUNTIME": "1"}):
        found = machine(Flags(), "itself", environ(project, **environment))
        assert (found.harness, found.sandboxed.value) == (Known(), True)


def test_codex_s_own_marker_names_codex_without_a_session(project: Path) -> None:
    found = machine(Flags(), "itself", environ(project, CODEX_SANDBOX_NETWORK_DISABLED="1"))
    assert found.harness == Known("codex", "CODEX_SANDBOX_NETWORK_DISABLED is set")


def test_the_kernel_is_not_asked_of_a_pasted_text(project: Path) -> None:
    assert machine(Flags(), "unknown", environ(project)).process is None
    assert machine(Flags(), "itself", environ(project)).process is not None


@pytest.mark.parametrize(
    ("environment", "profile", "dialect"),
    [
        ({"CODEX_PERMISSION_PROFILE": "dev"}, "dev", "profile"),
        ({"CODEX_VERSION": "0.171.0"}, None, "legacy"),
        ({"CODEX_VERSION": "0.150.0"}, None, None),
        ({"CODEX_VERSION": "odd"}, None, None),
        ({}, None, None),
    ],
)
def test_a_codex_session_names_its_config(project: Path, environment: dict[str, str], profile: str | None, dialect: str | None) -> None:
    found = machine(Flags(), "itself", environ(project, **CODEX, **environment))
    assert (found.profile, found.dialect) == (profile, dialect)
    forced = machine(Flags(codex_dialect="legacy"), "itself", environ(project, **CODEX, **environment))
    assert (forced.profile, forced.dialect) == (None, "legacy")


def test_the_second_look_follows_links_and_mounts(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "real").mkdir()
    (project / "link").symlink_to("real")
    (project / "home-link").symlink_to(project / "real")
    monkeypatch.setattr("advisor.situation.mounts", lambda: (Mount("1", "0", "/", True), Mount("2", "1", str(project / "real"), False)))
    here = Situation(home=str(project), directory=str(project), process=Process())
    found = look_at([PathQuestion(path) for path in ("link/x", "~/home-link", ".", "real")], here)
    assert [(answer.kind, answer.real, answer.read_only) for answer in found] == [
        ("missing", str(project / "real" / "x"), False),
        ("symlink", str(project / "real"), False),
        ("folder", None, True),
        ("folder", None, False),
    ]
    assert look_at([PathQuestion("real")], here._replace(process=None))[0].read_only is None


def test_files_of_tools_are_read_as_far_as_asked(project: Path) -> None:
    (project / "package.json").write_text("{}")
    (project / "big").write_text("x" * 100)
    asked = [FileQuestion(str(project / "package.json")), FileQuestion(str(project / "big"), 10), FileQuestion(str(project / "none"))]
    found = read_files(asked)
    assert [(answer.text, answer.problem is None) for answer in found] == [("{}", True), (None, False), (None, True)]


def test_the_hosts_file_is_part_of_the_first_look(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def read(path: str, most: int) -> tuple[str | None, str | None]:
        asked.append(path)
        return ("10.0.0.7 mirror.example\n", None) if path.endswith("hosts") else (None, None)

    monkeypatch.setattr("advisor.situation.read_text", read)
    assert machine(Flags(("codex",)), "ours", environ(project)).addresses_of("mirror.example") == ("10.0.0.7",)
    monkeypatch.setattr("sys.platform", "win32")
    machine(Flags(("codex",)), "ours", environ(project))
    assert asked == ["/etc/hosts", r"C:\Windows\System32\drivers\etc\hosts"]
    assert machine(Flags(("codex",), probe=False), "ours", {}).hosts is None
