"""Claude Code's settings as it reads them itself: strictly, every scope, merged."""

import json

import pytest

from advisor.harnesses.claude_code.settings import parsed, read_settings
from advisor.model import ConfigText
from tests.harnesses.claude_code_cases import situation


@pytest.mark.parametrize(
    "text",
    [
        '{"sandbox": {"enabled": true,}}',
        '{"sandbox": {} /* why */}',
        '{"a": 1} // why',
        "",
        "[]",
        '"x"',
        '{"sandbox": {"filesystem": {"allowWrite": "/x"}}}',
        '{"sandbox": {"filesystem": {"allowWrite": ["/x", 5]}}}',
        '{"sandbox": {"filesystem": {"allowWrite": null}}}',
        '{"sandbox": {"enabled": "true"}}',
        '{"sandbox": {"network": {"allowedDomains": {}}}}',
        '{"sandbox": {"network": {"httpProxyPort": true}}}',
        '{"sandbox": {"excludedCommands": "docker"}}',
        '{"sandbox": []}',
        '{"permissions": {"allow": "x"}}',
        '{"permissions": {"defaultMode": 5}}',
        '{"model": 5}',
        '{"x": NaN}',
        '{"x": ' + "[" * 5000 + "]" * 5000 + "}",
    ],
)
def test_a_file_that_claude_code_drops_is_dropped_with_its_reason(text):
    document, problem = parsed(text)
    assert document == {}
    assert problem


@pytest.mark.parametrize(
    "text",
    [
        '\ufeff{"sandbox": {"enabled": true}}',
        '{"sandbox": {"enabled": false, "enabled": true}}',
        '{"sandbox": {"enabled": true, "filesystem": {"allowwrite": "x"}}, "unknown": 5, "env": {"A": 1}}',
        '{"sandbox": {"enabled": true, "network": {"httpProxyPort": 3128}}, "permissions": {"allow": ["Bash("]}}',
    ],
)
def test_what_claude_code_tolerates_counts(text):
    document, problem = parsed(text)
    assert problem is None
    assert document["sandbox"]["enabled"] is True


def test_arrays_join_and_scalars_follow_the_strongest_scope():
    settings = read_settings(
        situation(
            settings={
                "user": {"sandbox": {"enabled": True, "network": {"allowedDomains": ["u.example"]}}},
                "project": {"sandbox": {"enabled": False, "network": {"allowedDomains": ["p.example"]}}},
                "local": {"sandbox": {"enabled": True, "network": {"allowedDomains": ["l.example"]}}},
            }
        )
    )
    assert [host for host, _ in settings.items("sandbox", "network", "allowedDomains")] == ["u.example", "p.example", "l.example"]
    value, provenance = settings.scalar("sandbox", "enabled")
    assert (value, provenance.scope, provenance.key, provenance.file) == (True, "local", "sandbox.enabled", ".claude/settings.local.json")
    assert settings.scalar("sandbox", "missing") == (None, None)
    assert settings.complete
    assert not settings.mandate


def test_trusted_keys_count_in_the_users_file_only():
    project = read_settings(situation(settings={"project": {"sandbox": {"allowNestedUserNamespaces": True}}}))
    assert project.on("sandbox", "allowNestedUserNamespaces") is None
    user = read_settings(situation(settings={"user": {"sandbox": {"allowNestedUserNamespaces": True}}}))
    assert user.on("sandbox", "allowNestedUserNamespaces").scope == "user"


@pytest.mark.parametrize("mandate", [{"allowUnsandboxedCommands": False}, {"network": {"allowManagedDomainsOnly": True}}])
def test_a_mandate_drops_what_a_repository_widens_and_keeps_what_it_narrows(mandate):
    widening = {"sandbox": {"filesystem": {"allowWrite": ["/x"], "denyWrite": ["/y"]}, "network": {"allowAllUnixSockets": True}}}
    settings = read_settings(situation(settings={"managed": {"sandbox": mandate}, "project": widening}))
    assert settings.mandate
    assert list(settings.items("sandbox", "filesystem", "allowWrite")) == []
    assert [path for path, _ in settings.items("sandbox", "filesystem", "denyWrite")] == ["/y"]
    assert settings.on("sandbox", "network", "allowAllUnixSockets") is None
    narrowing = read_settings(
        situation(settings={"managed": {"sandbox": mandate}, "project": {"sandbox": {"network": {"allowAllUnixSockets": False}}}})
    )
    assert narrowing.scalar("sandbox", "network", "allowAllUnixSockets")[0] is False


def test_what_nobody_looked_at_leaves_it_incomplete():
    assert not read_settings(situation(settings={}, configs=())).complete
    unreadable = (ConfigText("claude", "~/.claude/settings.json", "user", None, "it is a folder"),)
    settings = read_settings(situation(configs=situation().configs[:2] + unreadable))
    assert not settings.complete
    assert settings.layers[0].problem == "it is a folder"


def test_other_harnesses_and_scopes_are_left_alone():
    settings = read_settings(situation(configs=(ConfigText("codex", "x", "user", "{"), ConfigText("claude", "y", "else", "{}"))))
    assert settings.layers == ()


def test_items_that_are_no_strings_are_passed_over():
    settings = read_settings(situation(settings={"project": {"permissions": {"allow": ["Edit(/x)", 5]}}}))
    assert [rule for rule, _ in settings.items("permissions", "allow")] == ["Edit(/x)"]


def test_real_settings_of_strangers_are_read(corpus):
    for file in sorted((corpus / "configs" / "claude").glob("*.json")):
        text = file.read_text(encoding="utf-8", errors="replace")
        document, problem = parsed(text)
        assert problem or document == json.loads(text.removeprefix("\ufeff"))
