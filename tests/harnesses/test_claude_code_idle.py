"""What Claude Code's settings hold that does nothing, with the file and the key."""

import pytest

from advisor.boundary import answer, idle_for
from advisor.harnesses.claude_code.boundary import read_boundary
from advisor.model import Access, ConfigText, PathAnswer, WritePath
from tests.harnesses.claude_code_cases import ON, PROJECT, situation

OWN, USER = ".claude/settings.json", "~/.claude/settings.json"


def idle(settings=None, **given):
    """[(file, key, why)] of what is not in force."""
    found = read_boundary(situation(settings=settings, **given)).not_in_force
    return [(one.provenance.file, one.provenance.key, one.why) for one in found]


def project(**sandbox):
    return {"project": {"sandbox": {**ON["sandbox"], **sandbox}}}


def test_settings_of_which_everything_counts_have_nothing_idle():
    assert idle() == []
    assert (
        idle(project(filesystem={"allowWrite": ["~/.cache/uv"]}, network={"allowedDomains": ["a.example"], "deniedDomains": ["b.example"]}))
        == []
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"sandbox": {},}', "not strict JSON"),
        ('{"sandbox": {"enabled": "true"}}', "sandbox.enabled is not a boolean"),
        ("[]", "it holds no JSON object"),
        ("", "not strict JSON"),
    ],
)
def test_one_fault_drops_the_whole_file(text, words):
    ((file, key, why),) = idle({"user": ON, "project": text})
    assert (file, key) == (OWN, "")
    assert words in why
    assert "drops the whole file" in why


def test_settings_above_the_folder_of_the_start_are_not_read():
    here = situation()
    above = ConfigText("claude", ".claude/settings.json", "elsewhere", "{}", None, f"{PROJECT}/.claude/settings.json")
    found = read_boundary(here._replace(configs=(*here.configs, above))).not_in_force
    assert "the folder in which it is started" in found[0].why
    missing = above._replace(text=None)
    assert read_boundary(here._replace(configs=(*here.configs, missing))).not_in_force == ()


@pytest.mark.parametrize(
    ("sandbox", "key"),
    [
        ({"allowNestedUserNamespaces": True}, "sandbox.allowNestedUserNamespaces"),
        ({"filesystem": {"disabled": True}}, "sandbox.filesystem.disabled"),
        ({"network": {"strictAllowlist": True}}, "sandbox.network.strictAllowlist"),
    ],
)
def test_keys_that_only_the_user_s_own_file_may_set(sandbox, key):
    assert "only in ~/.claude/settings.json" in next(why for _, at, why in idle(project(**sandbox)) if at == key)
    user = {"user": {"sandbox": {**ON["sandbox"], **sandbox}}}
    assert idle(user) == []


def test_a_mandate_drops_what_a_repository_s_file_opens():
    settings = {
        **project(filesystem={"allowWrite": ["/srv"], "denyWrite": ["/x"]}, network={"allowLocalBinding": False}),
        "managed": {"sandbox": {"allowUnsandboxedCommands": False}},
    }
    keys = {at: why for _, at, why in idle(settings, system="macos")}
    assert list(keys) == ["sandbox.filesystem.allowWrite"]
    assert "administrator" in keys["sandbox.filesystem.allowWrite"]


def test_a_strict_list_of_the_user_drops_the_project_s_hosts():
    settings = {"user": {"sandbox": {"network": {"strictAllowlist": True}}}, **project(network={"allowedDomains": ["a.example"]})}
    assert any(at == "sandbox.network.allowedDomains" and "strictAllowlist" in why for _, at, why in idle(settings))


@pytest.mark.parametrize(
    ("sandbox", "key"),
    [
        ({"network": {"allowUnixSockets": ["/x"]}}, "sandbox.network.allowUnixSockets"),
        ({"network": {"allowLocalBinding": True}}, "sandbox.network.allowLocalBinding"),
        ({"enableWeakerNetworkIsolation": True}, "sandbox.enableWeakerNetworkIsolation"),
    ],
)
def test_keys_for_macos_only(sandbox, key):
    assert [(at, why) for _, at, why in idle(project(**sandbox))] == [(key, "only macOS honours it")]
    assert idle(project(**sandbox), system="macos") == []


def test_keys_that_came_later():
    settings = project(filesystem={"allowRead": ["/x"]})
    assert idle(settings, version="2.1.70") == [(OWN, "sandbox.filesystem.allowRead", "this version has no such key: 2.1.77 has")]
    assert idle(settings, version="2.1.332") == []


def test_a_switch_that_a_stronger_file_sets_the_other_way():
    settings = {"user": ON, "local": {"sandbox": {"enabled": False}}}
    ((file, key, why),) = idle(settings)
    assert (file, key) == (USER, "sandbox.enabled")
    assert ".claude/settings.local.json sets it the other way" in why


@pytest.mark.parametrize(
    ("sandbox", "key", "near"),
    [
        ({"filesystem": {"allowwrite": []}}, "sandbox.filesystem.allowwrite", "allowWrite"),
        ({"network": {"allowedHosts": []}}, "sandbox.network.allowedHosts", None),
        ({"writablePaths": []}, "sandbox.writablePaths", None),
        ({"excludedCommand": []}, "sandbox.excludedCommand", "excludedCommands"),
    ],
)
def test_unknown_keys_are_named_with_the_nearest_known_one(sandbox, key, near):
    told = {at: why for _, at, why in idle(project(**sandbox))}[key]
    assert "knows no such key" in told
    assert ("is meant?" in told) == (near is not None)
    assert near is None or near in told


@pytest.mark.parametrize(
    ("entry", "kind", "words"),
    [
        ("~/new", "missing", "mkdir -p ~/new"),
        ("~/link", "symlink", "name the real folder"),
        ("/srv/*", "unknown", "a pattern opens nothing"),
        ("$HOME/x", "unknown", "a variable is not expanded"),
        (".git/hooks", "unknown", "protected or denied"),
    ],
)
def test_entries_that_open_nothing_on_linux(entry, kind, words):
    told = [
        why
        for _, at, why in idle(project(filesystem={"allowWrite": [entry]}), paths=[(entry, kind)])
        if at == "sandbox.filesystem.allowWrite"
    ]
    assert len(told) == 1
    assert words in told[0]


def test_an_entry_that_does_nothing_is_named_where_it_is_missed():
    drawn = read_boundary(situation(settings=project(filesystem={"allowWrite": ["~/new"]}), paths=[("~/new", "missing")]))
    assert answer(WritePath("~/new/x"), drawn)[0] is Access.REFUSED
    assert [one.provenance.key for one in idle_for(WritePath("~/new/x"), drawn)] == ["sandbox.filesystem.allowWrite"]


def test_a_link_is_named_with_where_it_leads():
    here = situation(settings=project(filesystem={"allowWrite": ["~/link"]}))
    here = here._replace(paths=(PathAnswer("~/link", "symlink", "/srv/real"),))
    assert "name /srv/real" in read_boundary(here).not_in_force[0].why


@pytest.mark.parametrize(
    ("host", "words", "version"),
    [
        ("https://a.example", "it matches no host", None),
        ("a.example/", "it matches no host", None),
        ("**.example", "it matches no host", None),
        ("bad.example", "a denied domain beats it", None),
        ("a.example:8443", "knows no ports", "2.1.197"),
    ],
)
def test_hosts_that_match_nothing(host, words, version):
    settings = project(network={"allowedDomains": [host], "deniedDomains": ["bad.example"]})
    told = [why for _, at, why in idle(settings, version=version) if at == "sandbox.network.allowedDomains"]
    assert len(told) == 1
    assert words in told[0]


def test_excluded_commands_are_the_inside_of_a_rule():
    assert "the inside of a rule" in idle(project(excludedCommands=["Bash(docker *)", "gh *"]))[0][2]
