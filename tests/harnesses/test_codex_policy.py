"""The policy behind the boundary: where a relative root counts from, what the proxy's switch looks like."""

import pytest

from advisor.harnesses.codex.layers import read_config
from advisor.harnesses.codex.policy import proxy_feature, read_policy, rooted, temporary_place
from tests.harnesses.codex_cases import FILES, PROJECT, TRUSTED, looked, situated


@pytest.mark.parametrize(
    ("root", "scope", "expected"),
    [
        ("/srv/a", "project", "/srv/a"),
        ("~/a", "user", "~/a"),
        ("C:/a", "user", "C:/a"),
        ("..", "project", PROJECT),
        ("../.git", "project", f"{PROJECT}/.git"),
        ("../../sibling", "project", "/home/dev/code/sibling"),
        ("rel", "project", f"{PROJECT}/.codex/rel"),
        ("../cache", "user", "~/cache"),
        ("../cache", "system", "/etc/cache"),
    ],
)
def test_a_relative_root_counts_from_its_config_files_folder(root, scope, expected):
    assert rooted(root, FILES[scope], situated()) == expected


def test_without_a_known_project_a_relative_root_stays_relative():
    assert rooted("../.git", FILES["project"], situated(directory=None, repository=None)) == ".git"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (False, {})),
        ("[features]\nnetwork_proxy = true\n", (True, {})),
        ("[features]\nnetwork_proxy = false\n", (False, {})),
        ("[features.network_proxy]\nenabled = true\n", (True, {"enabled": True})),
        ("[features.network_proxy]\n[features.network_proxy.domains]\n", (False, {"domains": {}})),
    ],
)
def test_the_proxys_switch_is_a_value_or_a_table(text, expected):
    assert proxy_feature(read_config(looked(text))) == expected


def test_roots_that_are_no_list_of_texts_open_nothing():
    for value in ("1", '"/srv/a"', "[1]"):
        situation = looked(project=f"[sandbox_workspace_write]\nwritable_roots = {value}\n")
        assert read_policy(read_config(situation), situation).files == ()


@pytest.mark.parametrize(
    ("user", "profile", "provenance"),
    [
        (TRUSTED, ":workspace", "sandbox_mode, by default"),
        (TRUSTED, ":read-only", "the profile that this session was started with"),
        (None, ":workspace", "the profile that this session was started with"),
        ('default_permissions = ":workspace"\n', ":workspace", "default_permissions"),
    ],
)
def test_a_session_s_own_profile_counts_before_the_files_unless_they_come_to_it(user, profile, provenance):
    situation = looked(user, profile=profile, dialect="profile")
    policy = read_policy(read_config(situation), situation)
    assert policy.posture == {":workspace": "workspace", ":read-only": "read-only"}[profile]
    assert policy.provenance.key == provenance


def test_tmpdir_is_the_environment_s_where_the_question_is_of_a_session_to_come():
    assert temporary_place(":tmpdir", looked(temporary="/var/tmp/mine", ahead=True)) == "/var/tmp/mine"
    assert temporary_place(":tmpdir", looked(temporary="/var/tmp/mine")) == "$TMPDIR"
