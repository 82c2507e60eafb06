"""Each mode's boundary is exactly what it says, in both programs; what stands there already is never weakened."""

import json
import tomllib

import pytest

from advisor.boundary import answer
from advisor.errors import ConfigError
from advisor.guard import changes
from advisor.guard.grants import Effect
from advisor.harnesses import load
from advisor.hazards.places import WORTH_CLOSING
from advisor.model import (
    Access,
    ConfigText,
    ConnectSocket,
    Known,
    ReachHost,
    ReachLocalService,
    ReadPath,
    ResolveName,
    Situation,
    WritePath,
)
from advisor.postures import MODES, SECRET_VARIABLES, claude_code, codex
from advisor.validate import problems

HOSTS = ("api.example", "registry.npm.example")
PROGRAMS = {"claude": claude_code, "codex": codex}
CREDENTIALS = tuple(place for place, _ in WORTH_CLOSING)
# What may be written, by mode and program, of the places that are asked about.
WRITABLE = {
    ("claude", "read-only"): set(),
    ("claude", "standard"): {"src/a", "dist"},
    ("codex", "read-only"): set(),
    ("codex", "standard"): {"src/a", "dist", "/tmp/x"},
}
ASKED = (
    "src/a",
    "dist",
    ".git/hooks/pre-commit",
    ".codex/config.toml",
    ".claude/settings.json",
    "/tmp/x",
    "~/.cache/x",
    "~/x",
    "/etc/x",
    "../x",
)


def boundary(program, text):
    """The boundary of a trusted project with this text and nothing else."""
    file = PROGRAMS[program].FILE
    configs = [ConfigText(program, "user", "user", None), ConfigText(program, file, "project", text)]
    configs += [ConfigText("claude", "", "local", None)] if program == "claude" else []
    known = {"system": Known("linux"), "harness": Known(program), "harnesses": (program,), "ahead": True, "trusted": True}
    places = {"home": "/home/dev", "directory": "/home/dev/shop", "repository": "/home/dev/shop"}
    return load(program).read_boundary(Situation(configs=tuple(configs), **known, **places))


def allowed(need, drawn):
    access, entry = answer(need, drawn)
    assert access is not Access.UNKNOWN, (need, entry)
    return access in (Access.ALLOWED, Access.ALLOWED_BUT)


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("hosts", [(), HOSTS])
def test_a_mode_is_exactly_what_it_says(program, mode, hosts):
    drawn = boundary(program, PROGRAMS[program].propose(mode, hosts, None).after)
    assert drawn.broken is None
    assert drawn.complete
    assert {place for place in ASKED if allowed(WritePath(place), drawn)} == WRITABLE[program, "standard" if mode == "trusted" else mode]
    reached = {host for host in (*HOSTS, "other.example", "npm.example") if allowed(ReachHost(host, 443), drawn)}
    assert reached == (set(hosts) if mode == "trusted" else set())
    assert not allowed(ReachHost(), drawn)
    assert not allowed(ResolveName("other.example"), drawn)
    assert not allowed(ReachLocalService(5432, "127.0.0.1"), drawn)
    assert not allowed(ConnectSocket("/var/run/docker.sock"), drawn)
    assert {place for place in CREDENTIALS if allowed(ReadPath(f"{place}/x"), drawn)} == set()
    assert allowed(ReadPath("src/a"), drawn)
    assert allowed(ReadPath("/usr/include/stdio.h"), drawn)


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("mode", MODES)
def test_what_is_written_fits_the_schema_and_switches_nothing_off(program, mode):
    text = PROGRAMS[program].propose(mode, HOSTS, None).after
    document = json.loads(text) if program == "claude" else tomllib.loads(text)
    assert problems(document, "claude-settings" if program == "claude" else "codex-config") == ()
    assert "danger" not in text
    assert "bypass" not in text.replace("disableBypassPermissionsMode", "")


def test_secrets_of_the_environment_are_stripped():
    settings = json.loads(claude_code.propose("standard", (), None).after)
    assert settings["sandbox"]["credentials"]["envVars"] == [{"name": name, "mode": "deny"} for name in SECRET_VARIABLES]
    policy = tomllib.loads(codex.propose("standard", (), None).after)["shell_environment_policy"]
    assert policy["ignore_default_excludes"] is False
    assert "AWS_*" in policy["exclude"]


def test_credentials_are_closed_to_the_read_tool_too():
    denied = json.loads(claude_code.propose("read-only", (), None).after)["permissions"]["deny"]
    assert "Read(~/.ssh/**)" in denied
    assert "Read(~/.netrc)" in denied


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("mode", MODES)
def test_the_second_time_there_is_nothing_to_do(program, mode):
    first = PROGRAMS[program].propose(mode, HOSTS, None).after
    assert PROGRAMS[program].propose(mode, HOSTS, first).after == first


CLAUDE = {
    "stronger mode": ({"permissions": {"defaultMode": "dontAsk"}}, "permissions.defaultMode"),
    "asks for commands": ({"sandbox": {"autoAllowBashIfSandboxed": False}}, None),
    "denies": (
        {"sandbox": {"enabled": True, "network": {"deniedDomains": ["api.example"]}}, "permissions": {"deny": ["Bash(curl *)"]}},
        None,
    ),
    "off": ({"sandbox": {"enabled": False, "allowUnsandboxedCommands": True}}, None),
}


@pytest.mark.parametrize("name", CLAUDE)
@pytest.mark.parametrize("mode", MODES)
def test_no_stronger_setting_of_claude_code_is_weakened(name, mode):
    document, kept = CLAUDE[name]
    before = json.dumps(document)
    proposed = claude_code.propose(mode, (), before)
    told = changes({claude_code.FILE: before.encode()}, {claude_code.FILE: proposed.after.encode()}, {})
    widened = {one.key for one in told if one.effect is Effect.WIDENS}
    assert widened <= {"sandbox.autoAllowBashIfSandboxed"}  # the mode itself, and only where nothing was said of it
    if mode == "read-only" and kept:
        assert any(kept in line and "stays as it is" in line for line in proposed.told)
        assert json.loads(proposed.after)["permissions"]["defaultMode"] == "dontAsk"


DEV = 'default_permissions = "dev"\n[permissions.dev]\nextends = ":workspace"\n'
CODEX = {
    "looks only": 'sandbox_mode = "read-only"\n',
    "looks only by its profile": 'default_permissions = ":read-only"\n',
    "looks only by its own profile": 'default_permissions = "dev"\n[permissions.dev]\nextends = ":read-only"\n',
    "fewer variables": '[shell_environment_policy]\ninherit = "none"\n',
    "a filter of its own": '[shell_environment_policy.filters]\nsecrets = { pattern = "X*", action = "exclude" }\n',
    "no sandbox": 'sandbox_mode = "danger-full-access"\n',
    "no sandbox by its profile": 'default_permissions = ":danger-full-access"\n',
    "own profile": f'{DEV}[permissions.dev.filesystem]\n"~/.cache/uv" = "write"\n',
    "another of our name": f'{DEV}[permissions.read-only]\nextends = ":workspace"\n',
    "older keys": 'sandbox_mode = "workspace-write"\n[sandbox_workspace_write]\nwritable_roots = ["~/.cache/uv", "../dist", "../.git"]\n',
    "the older table alone": "[sandbox_workspace_write]\nnetwork_access = true\nexclude_slash_tmp = true\n",
}


@pytest.mark.parametrize("name", CODEX)
@pytest.mark.parametrize("mode", MODES)
def test_no_stronger_setting_of_codex_is_weakened(name, mode):
    before = CODEX[name]
    proposed = codex.propose(mode, (), before)
    told = changes({codex.FILE: before.encode()}, {codex.FILE: proposed.after.encode()}, {})
    assert [one for one in told if one.effect in (Effect.WIDENS, Effect.UNKNOWN)] == []
    assert "danger-full-access" not in proposed.after
    assert boundary("codex", proposed.after).broken is None
    assert codex.propose(mode, (), proposed.after).after == proposed.after


def test_what_a_file_opens_beside_its_mode_is_told():
    proposed = codex.propose("standard", (), CODEX["own profile"])
    assert any("wider" in line and "~/.cache/uv" in line for line in proposed.told)
    assert tomllib.loads(proposed.after)["default_permissions"] == "dev"
    proposed = claude_code.propose("standard", (), '{"sandbox": {"network": {"allowedDomains": ["a.example"]}}}')
    assert any("wider" in line and "a.example" in line for line in proposed.told)


def test_a_profile_that_opens_what_the_mode_closes_gives_way_to_a_new_one():
    document = tomllib.loads(codex.propose("read-only", (), CODEX["own profile"]).after)
    assert document["default_permissions"] == "read-only"
    assert document["permissions"]["read-only"]["extends"] == ":read-only"
    document = tomllib.loads(codex.propose("read-only", (), CODEX["another of our name"]).after)
    assert document["default_permissions"] == "advise-read-only"


def test_folders_of_the_older_keys_are_taken_over_but_escapes():
    proposed = codex.propose("standard", (), CODEX["older keys"])
    files = tomllib.loads(proposed.after)["permissions"]["standard"]["filesystem"]
    assert files["~/.cache/uv"] == "write"
    assert files[":workspace_roots"] == {"dist": "write", ".claude": "read"}
    assert any(".git" in line and "does not open" in line for line in proposed.told)
    assert any("older keys" in line for line in proposed.told)


def test_a_mode_weaker_than_the_file_says_so():
    assert any("stronger than standard" in line for line in codex.propose("standard", (), CODEX["looks only"]).told)


def test_a_local_file_that_opens_more_is_told():
    proposed = claude_code.propose("standard", (), None, '{"sandbox": {"enabled": false}}')
    assert any(line.startswith(".claude/settings.local.json opens more by sandbox.enabled") for line in proposed.told)
    closing = claude_code.propose("standard", (), None, '{"sandbox": {"filesystem": {"denyRead": ["~/notes"]}}}')
    assert not any("opens more" in line for line in closing.told)


@pytest.mark.parametrize(
    ("program", "text"), [("claude", "{,}"), ("claude", '{"sandbox": 1}'), ("codex", "x ="), ("codex", "permissions = 1")]
)
def test_a_file_that_cannot_be_merged_is_not_changed(program, text):
    with pytest.raises(ConfigError):
        PROGRAMS[program].propose("standard", (), text)


def test_without_hosts_the_trusted_mode_is_the_standard_one_and_says_so():
    for program in PROGRAMS.values():
        assert program.propose("trusted", (), None).told[0] == program.propose("standard", (), None).told[0]
