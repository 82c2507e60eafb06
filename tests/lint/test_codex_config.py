"""What the samples of the rules leave open: spans, fixes, and files that are read together with others."""

import pytest

from advisor.lint import findings
from advisor.lint.codex_config import _grants, _keys
from advisor.lint.config import read_config

PROJECT, USER = ".codex/config.toml", "~/.codex/config.toml"
DEV = 'default_permissions = "dev"\n[permissions.dev]\nextends = ":workspace"\n'


def told(text, file=PROJECT, language="codex-config", standing=None):
    return {(finding.rule.partition("/")[2], finding.key): finding for finding in findings(file, text, language, standing)}


def test_a_finding_stands_at_the_key_and_one_about_a_value_at_the_value():
    found = told('sandbox_mode = "danger-full-access"\n[sandbox_workspace_write]\nnetwork_access = true\n')
    value = found["full-access", "sandbox_mode"]
    assert (value.line, value.column, value.end_line, value.end_column) == (1, 16, 1, 36)
    table = found["inert-table", "sandbox_workspace_write"]
    assert (table.line, table.column, table.end_line, table.end_column) == (2, 2, 2, 25)


def test_a_missing_selector_is_shown_at_the_profiles():
    found = told('model = "x"\n\n[permissions.dev]\nextends = ":workspace"\n')["no-selector", "default_permissions"]
    assert (found.line, found.column, found.end_column) == (3, 2, 13)
    assert "unless the user's own file sets it" in found.message


def test_the_user_s_own_file_has_no_other_to_fall_back_on():
    assert "unless" not in told('[permissions.dev]\nextends = ":workspace"\n', USER)["no-selector", "default_permissions"].message


def test_what_stops_codex_is_told_once_for_the_whole_file_and_once_at_each_place():
    found = told('approval_policy = "untrusted"\nweb_search = true\n')
    assert found["stops-codex", ""].message == "Codex does not start with this file: see web_search and 1 more"
    assert {rule for rule, _ in found} == {"stops-codex", "approval-untrusted", "wrong-type"}


def test_a_file_of_unknown_scope_is_told_what_it_would_be_in_a_project():
    found = told('notify = ["say"]\n[projects."/home/dev/x"]\ntrust_level = "trusted"\n', "x.toml", standing="unknown")
    assert {finding.severity for finding in found.values()} == {"info"}
    assert all(finding.message.partition(": ")[2].startswith("if this is a project's file: ") for finding in found.values())


def test_a_project_is_told_that_a_variable_stops_every_command_and_a_user_that_it_opens_nothing():
    text = '[sandbox_workspace_write]\nwritable_roots = ["$HOME/x"]\n'
    assert told(text)["root-variable", "sandbox_workspace_write.writable_roots.0"].severity == "error"
    assert told(text, USER)["root-variable", "sandbox_workspace_write.writable_roots.0"].severity == "warn"


def test_a_profile_that_is_not_in_force_stops_nothing():
    text = 'default_permissions = ":workspace"\n[permissions.dev]\nextends = ":workspace"\n[permissions.dev.filesystem]\n"x" = "write"\n'
    found = told(text)
    assert found["profile-path", "permissions.dev.filesystem.x"].severity == "warn"
    assert not any("Codex does not start" in finding.message for finding in found.values())


def test_a_path_of_windows_or_with_a_variable_has_no_place_in_the_project():
    text = f'{DEV}[permissions.dev.filesystem]\n"C:\\\\x" = "write"\n"$X/y" = "write"\n"./y" = "write"\n"/**" = "read"\n'
    found = told(text)
    assert found["profile-path", "permissions.dev.filesystem.C:\\x"].fix is None
    assert found["profile-path", "permissions.dev.filesystem.$X/y"].fix is None
    assert '"y"' in found["profile-path", "permissions.dev.filesystem../y"].fix.say
    assert found["profile-pattern", "permissions.dev.filesystem./**"].severity == "error"


def test_an_unknown_key_of_what_a_project_cannot_set_has_no_fix():
    assert told("[profiles.x]\nmodle = 'x'\n")["unknown-key", "profiles.x.modle"].fix is None
    assert told("[profiles.x]\nmodle = 'x'\n", USER)["unknown-key", "profiles.x.modle"].fix.edits[0].value == "model"


def test_a_key_is_not_renamed_to_one_that_stands_there():
    assert told('reasoning_effort = "high"\nmodel_reasoning_effort = "low"\n')["unknown-key", "reasoning_effort"].fix is None
    swallowed = told('web_search = "live"\n[history]\nweb_search = "cached"\n')["swallowed-key", "history.web_search"]
    assert swallowed.fix is None


def test_the_nearest_name_is_found_however_the_words_are_joined():
    assert _keys.nearest("postToolUse", ("PostToolUse", "Stop")) == "PostToolUse"
    assert _keys.nearest("approval-policy", _keys.top_level()) == "approval_policy"
    assert _keys.nearest("zzz", _keys.top_level()) is None


@pytest.mark.parametrize(
    ("standing", "root", "place"),
    [
        ("project", "build", ".codex/build"), ("project", "..", "."), ("project", "../.git", ".git"), ("project", "../../x", "../x"),
        ("user", "worktrees", "~/.codex/worktrees"), ("user", "/srv/x", "/srv/x"), ("project", "C:\\x", "C:\\x"),
    ],
)  # fmt: skip
def test_a_relative_root_counts_from_the_folder_of_its_file(standing, root, place):
    config = read_config("x", f"[sandbox_workspace_write]\nwritable_roots = [3, '{root}']\n", "codex-config", standing)
    assert [grant.place for grant in _grants.grants(config)] == [place]


def test_workspace_roots_that_are_off_open_nothing():
    config = read_config("x", f'{DEV}[permissions.dev.workspace_roots]\n"/srv/x" = false\n', "codex-config", "project")
    assert list(_grants.grants(config)) == []


def test_a_reserved_name_is_told_as_such_and_not_as_an_unselected_profile():
    rules = {rule for rule, _ in told('[permissions.":workspace"]\nextends = ":read-only"\n')}
    assert "reserved-profile-name" in rules
    assert "no-selector" not in rules


def test_values_that_codex_takes_are_no_misfits():
    found = told("sandbox_workspace_write = []\nmodel = 1979-05-27\n[tools]\nweb_search = false\n")
    assert found == {}


def test_secrets_in_a_message_are_redacted():
    text = '[permissions.dev.network.domains]\n"https://me:hunter2hunter2@pkg.example" = "allow"\n'
    assert all("hunter2" not in finding.message for finding in findings(PROJECT, text))


@pytest.mark.parametrize(
    ("file", "standing"),
    [("/etc/codex/requirements.toml", None), ("requirements.toml", "managed"), ("requirements.toml", "unknown")],
)
def test_requirements_are_read_where_an_administrator_puts_them(file, standing):
    assert told('allowed_sandbox_modes = ["read-only"]\n', file, "codex-requirements", standing) == {}


def test_tokens_of_required_rules_that_are_none_are_left_to_the_types():
    text = '[rules]\nprefix_rules = [3, { pattern = ["git"], decision = "prompt" }]\n'
    rules = {rule for rule, _ in told(text, "/etc/codex/requirements.toml", "codex-requirements")}
    assert rules == {"wrong-type"}
