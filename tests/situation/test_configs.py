"""Which config files are read, in which order, and how they are shown."""

import os

import pytest

from advisor.situation import Flags, machine
from advisor.situation.configs import configs


@pytest.fixture
def place(tmp_path):
    """A home with a repository in it; writes files below the home and looks from a folder."""
    home = tmp_path / "home"
    (home / "shop" / ".git").mkdir(parents=True)

    class Place:
        def __init__(self):
            self.home = home

        def put(self, name, text="{}"):
            file = home / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)

        def found(self, harness, folder="shop", whose="itself", profile=None, **environ):
            (home / folder).mkdir(parents=True, exist_ok=True)
            flags = Flags((harness,), directory=str(home / folder), codex_profile=profile, system="linux")
            texts = machine(flags, whose, {"HOME": str(home), **environ}).configs
            return [(text.scope, text.file) for text in texts if text.text is not None]

    return Place()


def test_every_scope_of_claude_code_weakest_first(place):
    for name in (".claude/settings.json", "shop/.claude/settings.json", "shop/.claude/settings.local.json"):
        place.put(name)
    assert place.found("claude") == [
        ("user", "~/.claude/settings.json"),
        ("project", ".claude/settings.json"),
        ("local", ".claude/settings.local.json"),
    ]


def test_started_in_a_subfolder_claude_code_reads_that_folder_s_settings_and_the_root_s_local_ones(place):
    for name in ("shop/.claude/settings.json", "shop/.claude/settings.local.json", "shop/api/.claude/settings.json"):
        place.put(name)
    assert place.found("claude", "shop/api") == [
        ("project", "api/.claude/settings.json"),
        ("local", ".claude/settings.local.json"),
        ("elsewhere", ".claude/settings.json"),
    ]


def test_inside_a_session_the_start_is_where_the_settings_are(place):
    place.put("shop/.claude/settings.json")
    assert place.found("claude", "shop/api", CLAUDECODE="1") == [("project", ".claude/settings.json")]
    assert place.found("claude", "shop/api", "unknown") == [("project", ".claude/settings.json")]
    place.put("shop/api/.claude/settings.json")
    assert place.found("claude", "shop/api", "unknown")[0] == ("project", "api/.claude/settings.json")


def test_a_linked_worktree_reads_the_main_checkout_s_local_settings(place):
    own = place.home / "shop" / ".git" / "worktrees" / "w"
    own.mkdir(parents=True)
    (own / "commondir").write_text("../..\n")
    place.put("w/.git", f"gitdir: {own}\n")
    place.put("shop/.claude/settings.local.json")
    place.put("shop/.claude/settings.json")
    assert place.found("claude", "w") == [("local", "~/shop/.claude/settings.local.json")]


def test_codex_s_chain_goes_from_the_root_to_the_working_directory(place):
    for name in (".codex/config.toml", "shop/.codex/config.toml", "shop/api/.codex/config.toml", "shop/api/web/.codex/config.toml"):
        place.put(name, "")
    assert place.found("codex", "shop/api/web") == [
        ("user", "~/.codex/config.toml"),
        ("project", ".codex/config.toml"),
        ("project", "api/.codex/config.toml"),
        ("project", "api/web/.codex/config.toml"),
    ]


def test_outside_a_repository_only_the_folder_s_own_config_counts(place, monkeypatch):
    monkeypatch.setattr("advisor.situation.repository_of", lambda directory: None)  # the machine's /tmp may hold a `.git`
    place.put("notes/.codex/config.toml", "")
    place.put("notes/deep/.codex/config.toml", "")
    assert place.found("codex", "notes/deep")[-1] == ("project", ".codex/config.toml")
    assert len(place.found("codex", "notes/deep")) == 1


def test_rules_are_listed_by_name_and_the_profile_file_by_flag(place):
    for name in (".codex/rules/b.rules", ".codex/rules/a.rules", ".codex/rules/note.txt", "shop/.codex/rules/x.rules"):
        place.put(name, "")
    place.put(".codex/ci.config.toml", "")
    found = place.found("codex", profile="ci")
    assert found == [
        ("profile", "~/.codex/ci.config.toml"),
        ("user-rules", "~/.codex/rules/a.rules"),
        ("user-rules", "~/.codex/rules/b.rules"),
        ("rules", ".codex/rules/x.rules"),
    ]
    assert ("profile", "~/.codex/ci.config.toml") not in place.found("codex")


def test_a_moved_home_is_followed_and_shown_as_it_is(place, tmp_path):
    place.put(".elsewhere/config.toml", "")
    place.put(".elsewhere/rules/a.rules", "")
    assert place.found("codex", CODEX_HOME=str(place.home / ".elsewhere")) == [
        ("user", "~/.elsewhere/config.toml"),
        ("user-rules", "~/.elsewhere/rules/a.rules"),
    ]
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "config.toml").write_text("")
    assert place.found("codex", CODEX_HOME=str(tmp_path / "out")) == [("user", str(tmp_path / "out" / "config.toml"))]


def test_without_a_home_or_a_folder_nothing_that_hangs_on_them_is_read(place, monkeypatch):
    place.put(".codex/config.toml", "")
    here = machine(Flags(("codex",), directory=str(place.home / "shop"), system="linux"), "itself", {"HOME": str(place.home)})
    assert not [text for text in configs(here._replace(home=None), {}, None, True) if text.scope == "user"]
    assert not [text for text in configs(here._replace(directory=None), {}, None, True) if text.scope == "project"]


def test_another_system_s_files_are_looked_for_where_it_has_them(place):
    flags = Flags(("claude",), directory=str(place.home / "shop"), system="windows", home=str(place.home))
    texts = machine(flags, "unknown", {}).configs
    assert [text.place for text in texts if text.scope == "managed"] == ["C:/Program Files/ClaudeCode/managed-settings.json"]


def test_places_are_absolute(place):
    place.put("shop/.codex/config.toml", "")
    flags = Flags(("codex",), directory=str(place.home / "shop"), system="linux")
    for text in machine(flags, "itself", {"HOME": str(place.home)}).configs:
        assert os.path.isabs(text.place)
