"""`advise hook install` and `uninstall`: the diff first, then the file; afterwards every file is what it was."""

import json
import sys

import pytest

from advisor.cli import main
from advisor.commands import hook_setup
from advisor.errors import ConfigError, InputError, UsageError
from advisor.writing import ReadOnly

SETTINGS = '{\n\t"model": "x",\n\t"hooks": {"Stop": []}\n}'


@pytest.mark.parametrize("before", [None, SETTINGS])
@pytest.mark.parametrize(
    ("harness", "scope", "file"),
    [
        ("claude", "project", "shop/.claude/settings.json"),
        ("claude", "user", ".claude/settings.json"),
        ("codex", "project", "shop/.codex/hooks.json"),
        ("codex", "user", ".codex/hooks.json"),
    ],
)
def test_in_and_out(machine, harness, scope, file, before):
    place = machine.home / file
    if before is not None:
        machine.put(file, before)
    code, shown = machine.advise("hook", "install", harness, "--scope", scope, "--print")
    assert code == 0
    assert shown.startswith("diff --git a/")
    assert not place.exists() if before is None else place.read_text() == before
    assert machine.advise("hook", "install", harness, "--scope", scope) == (0, shown)
    assert f"hook {harness}" in place.read_text()
    assert machine.advise("hook", "install", harness, "--scope", scope) == (0, "")  # nothing to do
    code, shown = machine.advise("hook", "uninstall", harness, "--scope", scope)
    assert code == 0
    assert f"hook {harness}" in shown
    assert not place.exists() if before is None else place.read_text() == before
    assert machine.advise("hook", "uninstall", harness, "--scope", scope) == (0, "")


def commands(text):
    return {hook["command"] for groups in json.loads(text)["hooks"].values() for group in groups for hook in group["hooks"]}


def test_the_project_s_command_is_portable_and_the_user_s_own_is_absolute(machine, monkeypatch):
    machine.advise("hook", "install")
    assert commands((machine.project / ".claude/settings.json").read_text()) == {"advise hook claude"}
    assert commands((machine.project / ".codex/hooks.json").read_text()) == {"advise hook codex"}
    monkeypatch.setattr("shutil.which", lambda name: f"/opt/my tools/{name}" if name == "advise" else None)
    machine.advise("hook", "install", "claude", "--scope", "user")
    assert commands((machine.home / ".claude/settings.json").read_text()) == {"'/opt/my tools/advise' hook claude"}
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["/somewhere/advise"])
    machine.advise("hook", "install", "codex", "--scope", "user")
    assert commands((machine.home / ".codex/hooks.json").read_text()) == {f"{sys.executable} -m advisor hook codex"}


def test_a_new_command_takes_the_place_of_the_old_one(machine):
    machine.put("shop/.claude/settings.json", SETTINGS)
    machine.advise("hook", "install", "claude")
    machine.advise("hook", "install", "claude", "--deny")
    assert commands((machine.project / ".claude/settings.json").read_text()) == {"advise hook claude --deny"}
    machine.advise("hook", "uninstall", "claude")
    assert (machine.project / ".claude/settings.json").read_text() == SETTINGS


def test_what_calls_us_at_some_events_only_is_completed(machine):
    half = '{"hooks": {"PostToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "advise hook claude"}]}]}}'
    file = machine.put("shop/.claude/settings.json", half)
    machine.advise("hook", "install", "claude")
    assert set(json.loads(file.read_text())["hooks"]) == {"SessionStart", "PreToolUse", "PostToolUse", "PostToolUseFailure"}
    assert machine.advise("hook", "install", "claude") == (0, "")


@pytest.mark.parametrize("own", ["tee -a events.log | advise hook claude", "echo advise hook claude", "cd x && advise hook claude"])
def test_a_line_of_the_user_s_own_that_calls_us_stays(machine, own):
    text = json.dumps({"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": own}]}]}})
    file = machine.put("shop/.claude/settings.json", text)
    machine.advise("hook", "install", "claude")
    assert commands(file.read_text()) == {own, "advise hook claude"}
    machine.advise("hook", "uninstall", "claude")
    assert file.read_text() == text


def test_a_file_in_another_encoding_is_left_alone(machine):
    file = machine.put("shop/.claude/settings.json", "")
    file.write_bytes(b'{"a": "\xe9"}')
    for action in ("install", "uninstall"):
        with pytest.raises(InputError, match="is not UTF-8 text"):
            hook_setup.main([action, "claude"])
    assert file.read_bytes() == b'{"a": "\xe9"}'


def test_a_folder_that_was_removed(machine, monkeypatch):
    def gone():
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr("os.getcwd", gone)
    with pytest.raises(InputError, match="the folder that you are in was removed"):
        hook_setup.main(["status", "claude"])


def test_folders_that_others_moved(machine, monkeypatch, tmp_path):
    import os

    monkeypatch.setitem(os.environ, "CLAUDE_CONFIG_DIR", str(tmp_path / "c"))
    (tmp_path / "c").mkdir()
    machine.advise("hook", "install", "claude", "--scope", "user")
    assert (tmp_path / "c" / "settings.json").exists()
    machine.advise("hook", "uninstall", "claude", "--scope", "user")
    assert list((tmp_path / "c").iterdir()) == []


def test_a_folder_with_others_files_stays(machine):
    machine.put("shop/.claude/CLAUDE.md", "x")
    machine.advise("hook", "install", "claude")
    machine.advise("hook", "uninstall", "claude")
    assert [file.name for file in (machine.project / ".claude").iterdir()] == ["CLAUDE.md"]


def test_codex_s_trust_is_told(machine, capsys):
    main(["hook", "install", "codex"])
    assert "type /hooks in a session once" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["{ // note\n}", "[]", '{"hooks": 5}'])
def test_a_file_that_is_no_strict_json_is_left_alone(machine, text):
    file = machine.put("shop/.claude/settings.json", text)
    with pytest.raises(ConfigError, match=r"^\.claude/settings\.json:"):
        hook_setup.main(["install", "claude"])
    assert file.read_text() == text


def test_a_link_out_of_the_project_is_not_followed(machine, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (machine.project / ".claude").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError):
        hook_setup.main(["install", "claude"])


@pytest.mark.parametrize("arguments", [[], ["what"], ["install", "vim"], ["install", "claude", "--scope", "local"]])
def test_bad_usage(arguments):
    with pytest.raises(UsageError):
        hook_setup.main(arguments)


def test_inside_a_sandbox_it_says_where_to_run_it(machine, monkeypatch):
    def refuse(folders):
        raise ReadOnly("cannot be written here")

    monkeypatch.setattr(hook_setup, "locked", refuse)
    with pytest.raises(InputError, match="read-only here, as in a sandbox"):
        hook_setup.main(["install", "claude"])
