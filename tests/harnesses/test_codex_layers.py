"""Codex's config texts: which count, how they merge, which dialect is in force; rows measured on 0.171.0."""

import pytest

from advisor.harnesses.codex.layers import dialect_to_write, merge, read_config, version_of
from advisor.model import ConfigText
from tests.harnesses.codex_cases import FILES, PROJECT, TRUSTED, looked, situated

PROFILE = 'default_permissions = "dev"\n'
LEGACY = 'sandbox_mode = "workspace-write"\n'


def test_tables_merge_and_arrays_and_values_are_replaced():
    merged = merge(
        [
            {"permissions": {"dev": {"filesystem": {"/a": "write"}}}, "roots": ["/a"], "mode": "x", "cleared": {"a": 1}},
            {"permissions": {"dev": {"filesystem": {"/b": "write"}}}, "roots": ["/b"], "cleared": {}, "mode": {"now": "a table"}},
        ]
    )
    assert merged == {
        "permissions": {"dev": {"filesystem": {"/a": "write", "/b": "write"}}},
        "roots": ["/b"],
        "mode": {"now": "a table"},
        "cleared": {"a": 1},
    }


def test_layers_count_weakest_first_and_the_strongest_holder_is_named():
    system = 'model = "s"\nreview_model = "s"\n'
    texts = {"project": 'model = "p"\n', "system": system, "user": TRUSTED, "profile": 'model = "f"\n'}
    config = read_config(situated(texts=texts))
    assert [layer.scope for layer in config.layers] == ["system", "user", "profile", "project"]
    assert config.value("model") == "p"
    assert config.holder("model").file == FILES["project"]
    assert config.holder("review_model").scope == "system"
    assert config.holder("nothing") is None
    assert config.layer("user").file == FILES["user"]
    assert config.layer("cloud") is None


@pytest.mark.parametrize(
    ("user", "project", "expected"),
    [
        (LEGACY, PROFILE, "profile"),
        (PROFILE, LEGACY, "legacy"),
        (None, PROFILE + LEGACY, "profile"),
        (PROFILE + LEGACY, None, "profile"),
        (LEGACY, None, "legacy"),
        (PROFILE, "[sandbox_workspace_write]\n", "profile"),
        (None, None, None),
        (None, "[sandbox_workspace_write]\n", None),
    ],
)
def test_the_strongest_layer_that_selects_a_dialect_decides(user, project, expected):
    assert read_config(looked(user, project)).dialect == expected


def test_a_flag_decides_over_every_file():
    assert read_config(looked(PROFILE, PROFILE, dialect="legacy")).dialect == "legacy"


@pytest.mark.parametrize(
    ("entry", "given", "expected"),
    [
        (f'[projects."{PROJECT}"]\ntrust_level = "trusted"\n', None, True),
        (f'[projects."{PROJECT}"]\ntrust_level = "untrusted"\n', None, False),
        ('[projects."/home/dev/code"]\ntrust_level = "trusted"\n', None, None),
        ("", None, None),
        ("", False, False),
        (f'[projects."{PROJECT}"]\ntrust_level = "untrusted"\n', True, True),
    ],
    ids=["trusted", "untrusted", "parent-only", "no-entry", "known-no", "known-yes"],
)
def test_trust_comes_from_the_users_file_for_exactly_this_project(entry, given, expected):
    assert read_config(looked(entry, trusted=given)).trusted is expected


def test_the_repositorys_entry_covers_a_folder_below_it():
    assert read_config(looked(TRUSTED, directory=f"{PROJECT}/api")).trusted is True


def test_nobody_knows_trust_without_the_users_file_or_a_folder():
    assert read_config(situated(texts={"project": LEGACY})).trusted is None
    assert read_config(looked(TRUSTED, directory=None, repository=None)).trusted is None


def test_an_untrusted_projects_file_does_not_count_but_its_text_is_kept():
    config = read_config(looked(project=LEGACY, trusted=False))
    assert config.dialect is None
    assert config.texts["project"] == {"sandbox_mode": "workspace-write"}


@pytest.mark.parametrize("text", ["a = ", "a = 1\na = 2\n", "a = " + "[" * 5000, "a = " + "9" * 5000])
def test_a_text_that_is_not_toml_leaves_the_config_unknown(text):
    config = read_config(looked(project=text))
    assert not config.known
    assert "project" not in config.texts


def test_a_file_that_cannot_be_opened_leaves_the_config_unknown():
    unreadable = ConfigText("codex", FILES["user"], "user", None, "it cannot be opened (Permission denied)")
    assert not read_config(situated()._replace(configs=(unreadable,))).known


def test_silence_means_absence_only_where_the_users_file_was_looked_at():
    assert read_config(looked(None)).known
    assert not read_config(situated(texts={"project": None})).known
    assert not read_config(situated()).known


@pytest.mark.parametrize(("text", "problem", "expected"), [("[features]\n", None, True), (None, "unreadable", True), (None, None, False)])
def test_an_administrators_file_is_noticed(text, problem, expected):
    mandate = ConfigText("codex", FILES["requirements"], "requirements", text, problem)
    assert read_config(situated()._replace(configs=(mandate,))).mandated is expected


def test_the_texts_of_another_harness_are_not_read():
    assert read_config(situated()._replace(configs=(ConfigText("claude", "x", "user", "{}"),))).layers == ()


@pytest.mark.parametrize(
    ("version", "texts", "fields", "expected"),
    [
        ("0.171.0", {}, {}, "profile"),
        ("0.138.0", {}, {}, "profile"),
        ("0.137.9", {}, {}, "legacy"),
        (None, {}, {}, "profile"),
        ("strange", {}, {}, "profile"),
        ("0.137.9", {"user": PROFILE}, {}, "profile"),
        ("0.171.0", {"user": LEGACY}, {}, "legacy"),
        ("0.171.0", {"user": None, "project": "[sandbox_workspace_write]\nnetwork_access = true\n"}, {}, "legacy"),
        ("0.171.0", {}, {"launcher": "polygraph"}, "legacy"),
        ("0.171.0", {}, {"launcher": "polygraph", "dialect": "profile"}, "profile"),
        ("0.171.0", {"user": PROFILE}, {"dialect": "legacy"}, "legacy"),
    ],
)
def test_a_change_is_written_in_the_dialect_that_counts(version, texts, fields, expected):
    situation = situated(version=version, texts=texts, **fields)
    assert dialect_to_write(read_config(situation), situation) == expected


@pytest.mark.parametrize(
    ("version", "expected"), [("0.171.0", (0, 171)), ("1.2", (1, 2)), ("0.x", (9, 9)), (None, (9, 9)), ("", (9, 9)), ("7", (9, 9))]
)
def test_versions_are_read_or_unknown(version, expected):
    assert version_of(situated(version=version), (9, 9)) == expected
