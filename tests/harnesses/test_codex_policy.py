"""The policy behind the boundary: where a relative root counts from, what the proxy's switch looks like."""

import pytest

from advisor.harnesses.codex.layers import read_config
from advisor.harnesses.codex.policy import proxy_feature, read_policy, rooted
from tests.harnesses.codex_cases import FILES, PROJECT, looked, situated


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
