"""Codex's own account of its config beside ours."""

import pytest

from tests.harnesses.codex_cases import CODEX, PROJECT, TRUSTED, looked

PROFILE = (
    'default_permissions = "dev"\n[features]\nnetwork_proxy = true\n[permissions.dev]\nextends = ":workspace"\n'
    '[permissions.dev.filesystem]\n"/srv" = "none"\n'
)
TOLD = {
    "default_permissions": "dev",
    "sandbox_mode": None,
    "sandbox_workspace_write": None,
    "features": {"network_proxy": True, "other": False},
    "permissions": {"dev": {"description": None, "extends": ":workspace", "filesystem": {"/srv": "deny", "glob_scan_max_depth": None}}},
    "model": "x",
}
TABLE = "[sandbox_workspace_write]\nwritable_roots = ['rel', '~/a', '/opt/../srv/']\nnetwork_access = false\n"
TOLD_TABLE = {
    "sandbox_workspace_write": {
        "writable_roots": [f"{PROJECT}/.codex/rel", "/home/dev/a", "/srv"],
        "network_access": False,
        "exclude_slash_tmp": False,
    }
}


def differences(told, layers=(), user=TRUSTED, project=None, **fields):
    return CODEX.differences({"config": told, "layers": list(layers)}, looked(user, project, **fields))


def test_the_same_config_in_its_own_spelling_does_not_differ():
    assert differences(TOLD, project=PROFILE) == ()
    assert differences(TOLD_TABLE, project=TABLE) == ()
    assert differences({}, project="") == ()


def test_a_value_that_differs_is_told_from_both_sides():
    found = differences({**TOLD, "default_permissions": ":workspace"}, project=PROFILE)
    assert found == ("default_permissions is :workspace for Codex and dev in the files as read here",)
    assert differences({"sandbox_mode": "read-only"}) == ("sandbox_mode is read-only for Codex and not set in the files as read here",)


def off(reason):
    return {"name": {"type": "project", "dotCodexFolder": "/x"}, "disabledReason": reason}


@pytest.mark.parametrize(
    ("layers", "trusted", "expected"),
    [
        ([off("untrusted")], True, 1),
        ([off("untrusted")], False, 0),
        ([off(None), {"name": {"type": "user"}}, "odd"], True, 0),
        ([], False, 1),
    ],
)
def test_trust_that_is_read_in_another_way_is_told(layers, trusted, expected):
    found = differences({}, layers, project='model = "x"\n', trusted=trusted)
    assert len(found) == expected


def test_an_answer_of_another_shape_says_nothing():
    assert CODEX.differences({"config": 5, "layers": 7}, looked()) == ()
