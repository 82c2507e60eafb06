"""The boundary that Claude Code's settings draw."""

import pytest

from advisor.boundary import answer
from advisor.harnesses.claude_code.boundary import read_boundary
from advisor.harnesses.claude_code.files import PROTECTED_AT_HOME, PROTECTED_IN_PROJECT
from advisor.model import (
    Access,
    ConnectSocket,
    ControlProcess,
    GainPrivilege,
    ListenOnPort,
    Nest,
    ReachHost,
    ReachLocalService,
    ReadPath,
    ResolveName,
    RunCommand,
    UseDevice,
    UseService,
    WritePath,
)
from tests.harnesses.claude_code_cases import ON, PROJECT, situation


def access(need, **given):
    return answer(need, read_boundary(situation(**given)))[0]


def settings(**sandbox):
    return {"settings": {"project": {"sandbox": {**ON["sandbox"], **sandbox}}}}


# --- Writes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["x", f"{PROJECT}/src/x", "$TMPDIR/x", "/tmp/claude/x", "~/.npm/_logs/x", "/dev/null"])
def test_what_is_writable_by_default(path):
    assert access(WritePath(path)) is Access.ALLOWED


@pytest.mark.parametrize("path", ["/srv/x", "~/x", "~/.cache/uv", "/tmp/x", "~/code/other/x"])
def test_what_is_not(path):
    assert access(WritePath(path)) is Access.REFUSED


@pytest.mark.parametrize("place", [*PROTECTED_IN_PROJECT, *PROTECTED_AT_HOME])
def test_protected_places_stay_closed_whatever_is_allowed(place):
    for allowed in ([], [place], ["~", "."], ["/"]):
        assert access(WritePath(place), **settings(filesystem={"allowWrite": allowed})) is Access.PROTECTED, allowed
    assert access(WritePath(f"{place}/x")) is Access.PROTECTED


@pytest.mark.parametrize(
    ("entry", "scope", "path", "found"),
    [
        ("/srv/out", "project", "/srv/out/x", Access.ALLOWED),
        ("//srv/out", "project", "/srv/out/x", Access.ALLOWED),
        ("/srv/out/", "project", "/srv/out", Access.ALLOWED),
        ("/srv/out/**", "project", "/srv/out/x", Access.ALLOWED),
        ("~/out", "user", "~/out/x", Access.ALLOWED),
        ("../out", "project", "~/code/out/x", Access.ALLOWED),
        ("./out", "user", "~/.claude/out/x", Access.ALLOWED),
        ("out", "user", "~/out/x", Access.REFUSED),
        ("/srv/*", "project", "/srv/x", Access.REFUSED),
        ("$HOME/out", "project", "~/out/x", Access.REFUSED),
        ("/srv/outer", "project", "/srv/out/x", Access.REFUSED),
    ],
)
def test_spellings_of_allow_write(entry, scope, path, found):
    here = {"settings": {"project": ON, scope: {"sandbox": {"enabled": True, "filesystem": {"allowWrite": [entry]}}}}}
    assert access(WritePath(path), **here) is found


@pytest.mark.parametrize(
    ("rule", "path", "found"),
    [
        ("Edit(//srv/out/**)", "/srv/out/x", Access.ALLOWED),
        ("Edit(//srv/out)", "/srv/out/x", Access.ALLOWED),
        ("Edit(~/out/**)", "~/out/x", Access.ALLOWED),
        ("Edit(../out/**)", "~/code/out/x", Access.ALLOWED),
        ("Edit(/srv/out/**)", "/srv/out/x", Access.REFUSED),
        ("Edit(**)", "/srv/x", Access.REFUSED),
        ("Edit", "/srv/x", Access.REFUSED),
        ("Write(//srv/out/**)", "/srv/out/x", Access.REFUSED),
        ("Edit(~/out/*)", "~/out/x", Access.REFUSED),
    ],
)
def test_edit_rules_open_the_sandbox_too(rule, path, found):
    assert access(WritePath(path), settings={"project": {**ON, "permissions": {"allow": [rule]}}}) is found


def test_a_deny_beats_every_allow_whatever_the_scope():
    for denying in ({"sandbox": {"filesystem": {"denyWrite": ["/srv/out"]}}}, {"permissions": {"deny": ["Edit(//srv/out/**)"]}}):
        here = {"user": denying, "project": {"sandbox": {"enabled": True, "filesystem": {"allowWrite": ["/srv/out/deep", "/srv"]}}}}
        found, entry = answer(WritePath("/srv/out/deep/x"), read_boundary(situation(settings=here)))
        assert found is Access.REFUSED
        assert "beats it" in entry.note
        assert access(WritePath("/srv/other"), settings=here) is Access.ALLOWED


def test_additional_directories_are_writable():
    here = {"project": {**ON, "permissions": {"additionalDirectories": ["../lib", "/srv/*"]}}}
    assert access(WritePath("~/code/lib/x"), settings=here) is Access.ALLOWED
    assert access(WritePath("/srv/x"), settings=here) is Access.REFUSED


def test_file_isolation_off_opens_all_writes_from_the_users_file_only():
    off = {"sandbox": {"enabled": True, "filesystem": {"disabled": True}}}
    assert access(WritePath("~/.ssh/x"), settings={"user": off}) is Access.ALLOWED
    assert access(WritePath("~/.ssh/x"), settings={"project": off}) is Access.PROTECTED


def test_a_subfolder_of_the_repository_leaves_its_root_in_doubt():
    found, entry = answer(WritePath(f"{PROJECT}/.git/index.lock"), read_boundary(situation(directory=f"{PROJECT}/sub")))
    assert found is Access.ALLOWED_BUT
    assert "started" in entry.note
    assert answer(WritePath(f"{PROJECT}/.git/config"), read_boundary(situation(directory=f"{PROJECT}/sub")))[0] is Access.PROTECTED


# --- Reads ------------------------------------------------------------------------------------------------------


def test_reads_are_open_but_for_rules():
    here = {
        "project": {
            "sandbox": {
                "enabled": True,
                "filesystem": {"denyRead": ["~/.aws", "/srv/priv"], "allowRead": ["/srv/priv/open"]},
                "credentials": {"files": [{"path": "~/.netrc", "mode": "deny"}, {"path": "~/.npmrc", "mode": "mask"}, 5, {"mode": "deny"}]},
            },
            "permissions": {"deny": ["Read(./.env)", "Read(**)"]},
        }
    }
    for path, found in (
        ("/etc/hosts", Access.ALLOWED),
        ("~/.aws/x", Access.REFUSED),
        ("/srv/priv/x", Access.REFUSED),
        ("/srv/priv/open/x", Access.ALLOWED),
    ):
        assert access(ReadPath(path), settings=here) is found
    for path, found in ((".env", Access.REFUSED), ("~/.netrc", Access.REFUSED), ("~/.npmrc", Access.ALLOWED)):
        assert access(ReadPath(path), settings=here) is found
    odd = {"project": {"sandbox": {"enabled": True, "credentials": {"files": "x"}}}}
    assert access(ReadPath("/x"), settings=odd) is Access.ALLOWED


# --- Network ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "host", "port", "found"),
    [
        ("api.example", "API.example", 443, Access.ALLOWED),
        ("*.example", "api.example", 443, Access.ALLOWED),
        ("*", "x.test", 443, Access.ALLOWED),
        ("api.example:8443", "api.example", 8443, Access.ALLOWED),
        ("api.example:8443", "api.example", 443, Access.REFUSED),
        ("*.example", "example", 443, Access.REFUSED),
        ("https://api.example", "api.example", 443, Access.REFUSED),
        ("api.example/", "api.example", 443, Access.REFUSED),
        (".example", "api.example", 443, Access.REFUSED),
        ("**.example", "api.example", 443, Access.REFUSED),
        ("api.*", "api.example", 443, Access.REFUSED),
        ("api.example.", "api.example", 443, Access.REFUSED),
        ("api.example:*", "api.example", 443, Access.REFUSED),
    ],
)
def test_host_entries_as_claude_code_matches_them(entry, host, port, found):
    assert access(ReachHost(host, port), **settings(network={"allowedDomains": [entry]})) is found


def test_web_fetch_rules_and_denied_domains():
    here = {
        "project": {
            "sandbox": {
                "enabled": True,
                "network": {"allowedDomains": ["*.example", "bad.example", "x.test:80"], "deniedDomains": ["bad.example", "x.test"]},
            },
            "permissions": {"allow": ["WebFetch(domain:web.test)", "WebFetch"], "deny": ["WebFetch(domain:no.example)"]},
        }
    }
    for host, found in (
        ("web.test", Access.ALLOWED),
        ("api.example", Access.ALLOWED),
        ("bad.example", Access.REFUSED),
        ("no.example", Access.REFUSED),
    ):
        assert access(ReachHost(host, 443), settings=here) is found
    assert access(ReachHost("x.test", 80), settings=here) is Access.REFUSED


def test_a_strict_list_of_the_user_drops_the_projects_hosts():
    here = {
        "user": {"sandbox": {"network": {"strictAllowlist": True, "allowedDomains": ["u.example"]}}},
        **settings(network={"allowedDomains": ["p.example"]})["settings"],
    }
    assert access(ReachHost("p.example", 443), settings=here) is Access.REFUSED
    assert access(ReachHost("u.example", 443), settings=here) is Access.ALLOWED


def test_names_and_the_loopback():
    assert access(ResolveName("api.example"), **settings(network={"allowedDomains": ["api.example"]})) is Access.REFUSED
    here = settings(network={"allowedDomains": ["127.0.0.1:8080", "localhost", "[::1]:80"]})
    assert access(ReachLocalService(8080, "127.0.0.1"), **here) is Access.ALLOWED_BUT
    assert access(ReachLocalService(9, "localhost"), **here) is Access.ALLOWED_BUT
    assert access(ReachLocalService(80, "::1"), **here) is Access.ALLOWED_BUT
    assert access(ReachLocalService(8081, "127.0.0.1"), **here) is Access.REFUSED
    assert (
        access(ReachLocalService(5432, "127.0.0.1"), system="macos", **settings(network={"allowLocalBinding": True})) is Access.ALLOWED_BUT
    )


@pytest.mark.parametrize(
    ("need", "system", "sandbox", "found"),
    [
        (ListenOnPort(3000), "linux", {}, Access.ALLOWED_BUT),
        (ListenOnPort(3000, "127.0.0.2"), "linux", {}, Access.ALLOWED_BUT),
        (ListenOnPort(3000, "203.0.113.1"), "linux", {}, Access.REFUSED),
        (ListenOnPort(3000), "macos", {}, Access.REFUSED),
        (ListenOnPort(3000), "macos", {"network": {"allowLocalBinding": True}}, Access.ALLOWED),
        (ListenOnPort(3000), "windows", {}, Access.UNKNOWN),
        (ConnectSocket("/s.sock"), "linux", {}, Access.REFUSED),
        (ConnectSocket("/s.sock"), "linux", {"network": {"allowUnixSockets": ["/s.sock"]}}, Access.REFUSED),
        (ConnectSocket("/s.sock"), "linux", {"network": {"allowAllUnixSockets": True}}, Access.ALLOWED),
        (ConnectSocket("/d/s.sock"), "macos", {"network": {"allowUnixSockets": ["/d", "*"]}}, Access.ALLOWED),
        (ConnectSocket("/e/s.sock"), "macos", {"network": {"allowUnixSockets": ["/d"]}}, Access.REFUSED),
        (Nest(), "linux", {}, Access.REFUSED),
        (Nest(), "linux", {"allowNestedUserNamespaces": True}, Access.REFUSED),
        (Nest(), "macos", {}, Access.REFUSED),
        (ControlProcess("signal"), "linux", {}, Access.REFUSED),
        (GainPrivilege(), "linux", {}, Access.REFUSED),
        (UseDevice("/dev/kvm"), "linux", {}, Access.REFUSED),
        (UseService("x"), "macos", {}, Access.REFUSED),
        (UseService("com.x.y"), "macos", {"network": {"allowMachLookup": ["com.x.*"]}}, Access.ALLOWED),
        (UseService("com.apple.trustd.agent"), "macos", {"enableWeakerNetworkIsolation": True}, Access.ALLOWED),
        (UseService("com.apple.coreservices.appleevents"), "macos", {"allowAppleEvents": True}, Access.REFUSED),
    ],
)
def test_what_hangs_on_the_system(need, system, sandbox, found):
    assert access(need, system=system, **settings(**sandbox)) is found


def test_trusted_switches_of_the_user():
    nested = {"user": {"sandbox": {"enabled": True, "allowNestedUserNamespaces": True, "allowAppleEvents": True}}}
    assert access(Nest(), settings=nested) is Access.ALLOWED
    assert access(UseService("com.apple.coreservices.appleevents"), system="macos", settings=nested) is Access.ALLOWED


def test_nesting_worked_in_older_versions():
    assert access(Nest(), version="2.1.300") is Access.ALLOWED
    assert access(Nest(), version="2.1.316") is Access.REFUSED


def test_permission_rules():
    here = {
        "project": {**ON, "permissions": {"allow": ["Bash(npm run *)", "Bash(make)", "Bash(go test:*)", "Bash"], "deny": ["Bash(rm *)"]}}
    }
    for command, found in (
        ("npm run", Access.ALLOWED),
        ("npm run x", Access.ALLOWED),
        ("npm runx", Access.UNKNOWN),
        ("make", Access.ALLOWED),
        ("make x", Access.UNKNOWN),
    ):
        assert access(RunCommand(command), settings=here) is found
    assert access(RunCommand("rm -rf x"), settings=here) is Access.REFUSED
    assert access(RunCommand("go test ./..."), settings=here) is Access.ALLOWED


# --- Posture ----------------------------------------------------------------------------------------------------


def test_postures():
    assert read_boundary(situation()).posture == "workspace"
    assert read_boundary(situation(settings={})).posture == "unknown"
    off = read_boundary(situation(settings={"project": {"sandbox": {"enabled": False}}}))
    assert off.posture == "off"
    assert answer(WritePath("/srv/x"), off)[0] is Access.ALLOWED
    assert answer(ReachHost("x.example"), off)[0] is Access.ALLOWED
    half = situation(settings={"project": {"sandbox": {"enabled": False}}})
    half = half._replace(configs=tuple(text for text in half.configs if text.scope != "user"))
    assert read_boundary(half).posture == "unknown"


def test_silence_is_unknown_where_a_file_was_not_looked_at_or_none_switches_the_sandbox_on():
    assert access(WritePath("/srv/x"), configs=()) is Access.UNKNOWN
    assert access(WritePath("/srv/x"), settings={}) is Access.UNKNOWN
    assert access(WritePath("~/.ssh/x"), configs=()) is Access.PROTECTED


def test_a_dropped_file_is_told():
    drawn = read_boundary(situation(settings={"user": ON, "project": '{"sandbox": {},}'}))
    assert [idle.provenance.file for idle in drawn.not_in_force] == [".claude/settings.json"]
    assert "JSON" in drawn.not_in_force[0].why


def test_boundaries_of_strangers_are_drawn(corpus):
    for file in sorted((corpus / "configs" / "claude").glob("*.json")):
        drawn = read_boundary(situation(settings={"project": file.read_text(encoding="utf-8", errors="replace")}))
        for need in (WritePath("/srv/x"), ReadPath("~/.ssh/x"), ReachHost("api.example", 443), ConnectSocket("/s")):
            answer(need, drawn)
