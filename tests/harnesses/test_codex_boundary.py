"""Codex's boundary: what each config allows, with the file and key that says so; rows measured on 0.171.0."""

import pytest

from advisor.boundary import answer
from advisor.model import (
    Access,
    ConnectSocket,
    GainPrivilege,
    ListenOnPort,
    Nest,
    ReachHost,
    ReachLocalService,
    ReadPath,
    ResolveName,
    TraceProcess,
    UseDevice,
    WritePath,
)
from tests.harnesses.codex_cases import CODEX, FILES, PROJECT, TRUSTED, looked, situated

ALLOWED, BUT, REFUSED, PROTECTED, UNKNOWN = Access.ALLOWED, Access.ALLOWED_BUT, Access.REFUSED, Access.PROTECTED, Access.UNKNOWN
DEV = 'default_permissions = "dev"\n[permissions.dev]\nextends = ":workspace"\n'
PROXY = "[features]\nnetwork_proxy = true\n"
ENABLED = PROXY + "[permissions.dev.network]\nenabled = true\n"


def access(situation, need):
    return answer(need, CODEX.read_boundary(situation))[0]


@pytest.mark.parametrize(
    ("user", "project", "trusted", "expected"),
    [
        ('sandbox_mode = "workspace-write"', None, None, "workspace"),
        (None, 'sandbox_mode = "workspace-write"', True, "workspace"),
        (None, 'sandbox_mode = "workspace-write"', False, "unknown"),
        ('sandbox_mode = "read-only"', 'sandbox_mode = "workspace-write"', False, "read-only"),
        ('sandbox_mode = "workspace-write"', 'sandbox_mode = "read-only"', True, "read-only"),
        (TRUSTED, None, None, "workspace"),
        (TRUSTED.replace('"trusted"', '"untrusted"'), 'sandbox_mode = "read-only"', None, "workspace"),
        (None, "[sandbox_workspace_write]", True, "workspace"),
        (None, None, None, "unknown"),
        ('sandbox_mode = "danger-full-access"', None, None, "off"),
        ('sandbox_mode = "sideways"', None, None, "unknown"),
        ("sandbox_mode = 1", None, None, "workspace"),
        ('default_permissions = ":read-only"', None, None, "read-only"),
        ('default_permissions = ":workspace"', None, None, "workspace"),
        ('default_permissions = ":danger-full-access"', None, None, "off"),
        ('default_permissions = "nope"', None, None, "unknown"),
        ("default_permissions = 1", None, None, "unknown"),
        ('sandbox_mode = "read-only"', DEV, None, "workspace"),
    ],
)
def test_the_posture_in_force(user, project, trusted, expected):
    if user == "sandbox_mode = 1":  # not a mode: the project's trust decides, as if nothing were set
        user = f"{user}\n{TRUSTED}"
    assert CODEX.read_boundary(looked(user, project, trusted=trusted)).posture == expected


def test_a_flag_leaves_a_profiles_posture_unknown():
    assert CODEX.read_boundary(looked(DEV, dialect="legacy")).posture == "unknown"


def test_a_profile_that_opens_the_workspace_on_a_read_only_base_is_one_of_the_workspace():
    profile = 'default_permissions = "a"\n[permissions.a]\nextends = ":read-only"\n'
    situation = looked(profile + '[permissions.a.filesystem.":workspace_roots"]\n"." = "write"\n')
    assert CODEX.read_boundary(situation).posture == "workspace"
    assert access(situation, WritePath("new.txt")) is ALLOWED
    assert access(situation, WritePath(".git/index.lock")) is PROTECTED


def test_extends_is_followed_and_a_cycle_ends():
    chained = 'default_permissions = "c"\n[permissions.c]\nextends = "b"\n[permissions.b]\nextends = ":read-only"\n'
    boundary = CODEX.read_boundary(looked(chained))
    assert (boundary.posture, boundary.profile) == ("read-only", "c")
    cyclic = 'default_permissions = "a"\n[permissions.a]\nextends = "b"\n[permissions.b]\nextends = "a"\n'
    assert CODEX.read_boundary(looked(cyclic)).posture == "unknown"


WORKSPACE_WRITES = [
    (WritePath("src/new.txt"), ALLOWED),
    (WritePath(f"{PROJECT}/new.txt"), ALLOWED),
    (WritePath("/tmp/x"), ALLOWED),
    (WritePath("/srv/x"), REFUSED),
    (WritePath("~/.npm/_cacache"), REFUSED),
    *((WritePath(f"{name}/x"), PROTECTED) for name in (".git", ".codex", ".agents", ".aws")),
    (WritePath("sub/.git/config"), ALLOWED),
]


@pytest.mark.parametrize(("need", "expected"), WORKSPACE_WRITES)
@pytest.mark.parametrize("project", ['sandbox_mode = "workspace-write"', 'default_permissions = ":workspace"', None])
def test_writes_in_a_workspace_session(project, need, expected):
    assert access(looked(project=project), need) is expected


def test_a_read_only_session_writes_nowhere():
    for need in (WritePath("new.txt"), WritePath("/tmp/x"), WritePath("/srv/x")):
        assert access(looked(project='sandbox_mode = "read-only"'), need) is REFUSED


@pytest.mark.parametrize(
    ("project", "path", "expected"),
    [
        ('[sandbox_workspace_write]\nwritable_roots = ["/srv/data"]', "/srv/data/x", ALLOWED),
        ('[sandbox_workspace_write]\nwritable_roots = ["/srv/data"]', "/srv/data/.git/x", PROTECTED),
        ('[sandbox_workspace_write]\nwritable_roots = ["~/cache"]', "/home/dev/cache/x", ALLOWED),
        ('[sandbox_workspace_write]\nwritable_roots = ["../.git"]', f"{PROJECT}/.git/index.lock", ALLOWED),
        ('[sandbox_workspace_write]\nwritable_roots = ["../../sibling"]', "/home/dev/code/sibling/x", ALLOWED),
        ("[sandbox_workspace_write]\nexclude_slash_tmp = true", "/tmp/x", REFUSED),
        ('sandbox_mode = "read-only"\n[sandbox_workspace_write]\nwritable_roots = ["/srv/data"]', "/srv/data/x", REFUSED),
        (DEV + '[permissions.dev.filesystem]\n"/srv/data" = "write"', "/srv/data/x", ALLOWED),
        (DEV + '[permissions.dev.filesystem]\n"~/cache" = "write"', "/home/dev/cache/x", ALLOWED),
        (DEV + '[permissions.dev.filesystem.":workspace_roots"]\n".git" = "write"', ".git/index.lock", ALLOWED),
        (DEV + '[permissions.dev.filesystem.":workspace_roots"]\n".git" = "write"', ".codex/x", PROTECTED),
        (DEV + '[permissions.dev.filesystem.":workspace_roots"]\n"secret" = "deny"', "secret/x", REFUSED),
        (DEV + '[permissions.dev.filesystem]\n":workspace_roots" = "read"', "new.txt", REFUSED),
        (DEV + '[permissions.dev.filesystem]\n":slash_tmp" = "read"', "/tmp/x", REFUSED),
        (DEV + '[permissions.dev.workspace_roots]\n"/srv/other" = true', "/srv/other/x", ALLOWED),
        (DEV + '[permissions.dev.workspace_roots]\n"/srv/other" = false', "/srv/other/x", REFUSED),
        (DEV + '[permissions.dev.filesystem]\n":cwd" = "write"\nglob_scan_max_depth = 2', "/srv/x", REFUSED),
    ],
)
def test_explicit_entries_open_and_close(project, path, expected):
    assert access(looked(project=project), WritePath(path)) is expected


def test_an_array_of_the_project_erases_the_users_and_a_profile_table_does_not():
    user = TRUSTED + '[sandbox_workspace_write]\nwritable_roots = ["/srv/a"]\n'
    project = '[sandbox_workspace_write]\nwritable_roots = ["/srv/b"]\n'
    assert access(looked(user, project), WritePath("/srv/a/x")) is REFUSED
    assert access(looked(user), WritePath("/srv/a/x")) is ALLOWED
    user, project = DEV + '[permissions.dev.filesystem]\n"/srv/a" = "write"\n', '[permissions.dev.filesystem]\n"/srv/b" = "write"\n'
    assert access(looked(user, project), WritePath("/srv/a/x")) is ALLOWED
    assert access(looked(user, project), WritePath("/srv/b/x")) is ALLOWED


def test_a_users_relative_root_counts_from_the_users_folder():
    user = TRUSTED + '[sandbox_workspace_write]\nwritable_roots = ["../cache"]\n'
    assert access(looked(user), WritePath("/home/dev/cache/x")) is ALLOWED


def test_entries_name_their_file_key_and_scope():
    _, entry = answer(WritePath("/srv/a/x"), CODEX.read_boundary(looked(DEV + '[permissions.dev.filesystem]\n"/srv/a" = "write"\n')))
    assert (entry.provenance.file, entry.provenance.scope) == (FILES["user"], "user")
    assert entry.provenance.key == "permissions.dev.filesystem./srv/a"
    _, entry = answer(WritePath(".git/x"), CODEX.read_boundary(looked()))
    assert (entry.provenance.file, entry.provenance.scope) == (None, "built-in")


def test_reads_are_open_but_for_an_explicit_denial_or_a_profile_without_a_base():
    assert access(looked(), ReadPath("~/.ssh/id_ed25519")) is ALLOWED
    denied = looked(DEV + '[permissions.dev.filesystem]\n"~/.ssh" = "none"\n')
    assert access(denied, ReadPath("~/.ssh/id_ed25519")) is PROTECTED
    bare = 'default_permissions = "m"\n[permissions.m.filesystem]\n"~/a" = "read"\n'
    assert access(looked(bare), ReadPath("/etc/hosts")) is UNKNOWN
    assert "every sandboxed command fails" in CODEX.read_boundary(looked(bare)).broken
    assert access(looked(bare + '":root" = "read"\n'), ReadPath("/etc/hosts")) is ALLOWED


ALL_NETWORK = (
    ReachHost("pkg.example"),
    ResolveName("pkg.example"),
    ReachLocalService(8099, "127.0.0.1"),
    ListenOnPort(8123),
    ConnectSocket("/run/app.sock"),
    TraceProcess(),
)
HOST = 'enabled = true\ndomains = { "pkg.example" = "allow" }\n'


@pytest.mark.parametrize(
    ("project", "expected"),
    [
        (None, (REFUSED,) * 6),
        ("[sandbox_workspace_write]\nnetwork_access = true", (ALLOWED,) * 6),
        (DEV + "[permissions.dev.network]\nenabled = true", (ALLOWED,) * 6),
        (DEV + f"[permissions.dev.network]\n{HOST}", (ALLOWED,) * 6),
        (DEV + PROXY + f"[permissions.dev.network]\n{HOST}", (BUT, BUT, REFUSED, ALLOWED, REFUSED, REFUSED)),
        (DEV + PROXY + "[permissions.dev.network]\nenabled = true", (REFUSED, REFUSED, REFUSED, ALLOWED, REFUSED, REFUSED)),
        (DEV + PROXY + f"[permissions.dev.network]\n{HOST}transparent_tcp = true", (ALLOWED, ALLOWED, REFUSED, ALLOWED, REFUSED, REFUSED)),
        (DEV + ENABLED + "allow_local_binding = true", (REFUSED, REFUSED, BUT, ALLOWED, REFUSED, REFUSED)),
        (
            DEV + PROXY + '[permissions.dev.network]\nenabled = true\ndomains = { "127.0.0.1" = "allow" }',
            (REFUSED, REFUSED, BUT, ALLOWED, REFUSED, REFUSED),
        ),
        (
            DEV + PROXY + '[permissions.dev.network]\nenabled = true\nallow_local_binding = true\ndomains = { "127.0.0.1" = "allow" }',
            (REFUSED, REFUSED, BUT, ALLOWED, REFUSED, REFUSED),
        ),
        (
            DEV + PROXY + "[permissions.dev.network]\nenabled = true\ndangerously_allow_all_unix_sockets = true",
            (REFUSED, REFUSED, REFUSED, ALLOWED, ALLOWED, REFUSED),
        ),
        (DEV + PROXY, (REFUSED,) * 6),
        (
            f"[sandbox_workspace_write]\nnetwork_access = true\n[features.network_proxy]\n{HOST}",
            (BUT, BUT, REFUSED, ALLOWED, REFUSED, REFUSED),
        ),
        (f"[features.network_proxy]\n{HOST}", (REFUSED,) * 6),
        (
            DEV + f"[permissions.dev.network]\nenabled = true\n[features.network_proxy]\n{HOST}",
            (BUT, BUT, REFUSED, ALLOWED, REFUSED, REFUSED),
        ),
    ],
)
def test_the_network_on_linux(project, expected):
    situation = looked(project=project)
    assert tuple(access(situation, need) for need in ALL_NETWORK) == expected


def test_a_denied_host_is_protected_and_a_wildcard_covers_what_it_says():
    domains = '[permissions.dev.network.domains]\n"**.ok.example" = "allow"\n"bad.ok.example" = "deny"\n'
    situation = looked(project=DEV + ENABLED + domains)
    assert access(situation, ReachHost("ok.example", 443)) is BUT
    assert access(situation, ReachHost("a.ok.example", 443)) is BUT
    assert access(situation, ReachHost("bad.ok.example", 443)) is PROTECTED
    assert access(situation, ReachHost("other.example", 443)) is REFUSED


def test_macos_honours_single_sockets_and_binds_only_with_its_key():
    sockets = '[permissions.dev.network.unix_sockets]\n"/run/app.sock" = "allow"\n"/run/no.sock" = "deny"\n'
    mac = looked(project=DEV + sockets, system="macos")
    assert access(mac, ConnectSocket("/run/app.sock")) is ALLOWED
    assert access(mac, ConnectSocket("/run/no.sock")) is REFUSED
    assert access(looked(project=DEV + sockets), ConnectSocket("/run/app.sock")) is REFUSED
    proxied = DEV + PROXY + "[permissions.dev.network]\nenabled = true\n"
    assert access(looked(project=proxied, system="macos"), ListenOnPort(8123)) is REFUSED
    bound = looked(project=f"{proxied}allow_local_binding = true\n", system="macos")
    assert access(bound, ListenOnPort(8123)) is ALLOWED
    assert access(bound, ReachLocalService(5432)) is ALLOWED
    opened = looked(project=DEV + "[permissions.dev.network]\nenabled = true\n", system="macos")
    assert access(opened, ConnectSocket("/run/app.sock")) is ALLOWED


def test_what_no_key_opens_on_linux_is_refused_there_only():
    for need in (UseDevice("/dev/kvm"), Nest(), GainPrivilege()):
        assert access(looked(), need) is REFUSED
        assert access(looked(system="macos"), need) is UNKNOWN


def test_a_sandbox_that_is_off_allows_everything():
    situation = looked(project='sandbox_mode = "danger-full-access"')
    for need in (*ALL_NETWORK, WritePath("/etc/x"), ReadPath("/etc/shadow"), UseDevice("/dev/kvm")):
        assert access(situation, need) is ALLOWED


def test_silence_of_texts_that_nobody_saw_says_nothing():
    for need in (*ALL_NETWORK, WritePath("/srv/x"), WritePath("new.txt")):
        assert access(situated(), need) is UNKNOWN
    assert not CODEX.read_boundary(situated()).complete
    assert CODEX.read_boundary(looked()).complete
    assert not CODEX.read_boundary(looked(None)).complete


def test_a_project_of_unknown_trust_refuses_what_both_postures_refuse():
    assert access(looked(None), ReachHost("pkg.example")) is UNKNOWN
    assert access(looked(None), WritePath("new.txt")) is UNKNOWN


def test_the_proxys_network_has_none_of_the_machines_addresses():
    situation = looked(project=DEV + PROXY + "[permissions.dev.network]\nenabled = true")
    boundary = CODEX.read_boundary(situation)
    assert answer(ListenOnPort(8126, "203.0.113.1"), boundary)[0] is REFUSED
    assert answer(ListenOnPort(8126, "127.0.0.2"), boundary)[0] is ALLOWED
    bound = DEV + PROXY + "[permissions.dev.network]\nenabled = true\nallow_local_binding = true"
    mac = CODEX.read_boundary(looked(project=bound, system="macos"))
    assert answer(ListenOnPort(8126, "203.0.113.1"), mac)[0] is ALLOWED
