"""What keeps Codex, or every command in its sandbox, from starting; each was tried with 0.171.0."""

import pytest

from tests.harnesses.codex_cases import CODEX, FILES, PROJECT, TRUSTED, looked, situated

DEV = 'default_permissions = "dev"\n[permissions.dev]\nextends = ":workspace"\n'
PATHS = DEV + "[permissions.dev.filesystem]\n"
DOMAINS = DEV + "[features]\nnetwork_proxy = true\n[permissions.dev.network.domains]\n"


def fault(project=None, user=TRUSTED, **fields):
    return CODEX.read_boundary(looked(user, project, **fields)).broken


@pytest.mark.parametrize(
    ("project", "words"),
    [
        ("a = ", "it is not valid TOML"),
        ("a = 1\na = 2\n", "it is not valid TOML"),
        ("sandbox_mode = 1", "sandbox_mode in .codex/config.toml is not read-only, workspace-write or danger-full-access"),
        ('sandbox_mode = "sideways"', "is not read-only"),
        ('sandbox_workspace_write = "x"', "sandbox_workspace_write in .codex/config.toml is not a table"),
        ('[sandbox_workspace_write]\nnetwork_access = "true"', "network_access in .codex/config.toml is not true or false"),
        ('[sandbox_workspace_write]\nwritable_roots = "/x"', "is not an array of strings"),
        ("[sandbox_workspace_write]\nwritable_roots = [1]", "is not an array of strings"),
        ("default_permissions = 1", "default_permissions in .codex/config.toml is not a string"),
        ('permissions = "x"', "permissions in .codex/config.toml is not a table"),
        ('approval_policy = "untrusted"', "is no longer supported"),
        ("[permissions.x]\n", "no file sets default_permissions"),
        ('default_permissions = "nope"', "default_permissions names a profile nope that no file defines"),
        ('default_permissions = ":nope"', "names a profile :nope that no file defines"),
        ('default_permissions = "a"\n[permissions.a]\nextends = "b"', "permissions.a.extends names a profile b"),
        ('default_permissions = "a"\n[permissions.a]\nextends = "b"\n[permissions.b]\nextends = "a"', "extends itself (a -> b -> a)"),
        ('default_permissions = "a"\n[permissions.a]\nextends = ":danger-full-access"', "no profile can extend :danger-full-access"),
        (PATHS + '"out" = "write"', "the path out in permissions.dev.filesystem is not absolute"),
        (PATHS + '"/out" = "wrte"', "/out in permissions.dev.filesystem is not read, write or deny"),
        (PATHS + '"/out/*.log" = "write"', "the pattern /out/*.log in permissions.dev.filesystem can only deny"),
        (PATHS + '":workspace_roots" = { "../x" = "write" }', "the path ../x in permissions.dev.filesystem climbs"),
        (DOMAINS + '"https://a.example" = "allow"', "https://a.example in permissions.dev.network.domains is no host pattern"),
        (DOMAINS + '"*" = "deny"', "* in permissions.dev.network.domains is no host pattern"),
    ],
)
def test_what_keeps_codex_from_starting(project, words):
    told = fault(project)
    assert told.startswith("Codex does not start: ")
    assert words in told


@pytest.mark.parametrize(
    "project",
    [
        None,
        "",
        'sandbox_mode = "read-only"\n[permissions.x]\n',
        'default_permissions = ":workspace"',
        'default_permissions = ":danger-full-access"',
        PATHS + '"/out" = "write"\n"~/x" = "none"\n":tmpdir" = "read"\n"C:/x" = "read"\n"/out/*.log" = "deny"\n"/a/**" = "write"',
        PATHS + "glob_scan_max_depth = 2",
        DEV + '[permissions.dev.network.domains]\n"https://a.example" = "allow"',
        DOMAINS + '"*" = "allow"\n"*.example" = "deny"',
    ],
)
def test_what_codex_starts_with(project):
    assert fault(project) is None


def test_an_untrusted_project_s_faults_are_nobody_s():
    assert fault("a = ", trusted=False) is None


def test_a_file_that_cannot_be_opened_is_no_fault_but_leaves_it_unknown():
    from advisor.model import ConfigText

    unreadable = ConfigText("codex", FILES["user"], "user", None, "it is not a regular file")
    boundary = CODEX.read_boundary(situated()._replace(configs=(unreadable,)))
    assert (boundary.broken, boundary.complete) == (None, False)


def test_an_administrator_s_broken_file_is_a_fault():
    situation = situated(texts={"requirements": "a = ", "user": TRUSTED})
    assert "/etc/codex/requirements.toml" in CODEX.read_boundary(situation).broken


@pytest.mark.parametrize(
    ("project", "paths", "words"),
    [
        (
            PATHS + '"/srv/a" = "write"',
            {"/srv/a": "file"},
            "/srv/a (permissions.dev.filesystem./srv/a in .codex/config.toml) is not a folder",
        ),
        (PATHS + '"/srv/a" = "write"', {"/srv/a": "other"}, "is not a folder"),
        ('[sandbox_workspace_write]\nwritable_roots = ["/srv/a"]', {"/srv/a": "file"}, "is not a folder"),
        (
            '[sandbox_workspace_write]\nwritable_roots = ["../cache"]',
            {f"{PROJECT}/cache": "missing"},
            f"the folder {PROJECT}/cache (sandbox_workspace_write.writable_roots in .codex/config.toml) does not exist",
        ),
        ('default_permissions = "a"\n[permissions.a.filesystem]\n"/srv/a" = "write"', {}, "extends no built-in one"),
    ],
)
def test_what_makes_every_command_fail(project, paths, words):
    told = fault(project, paths=paths)
    assert told.startswith("every sandboxed command fails: ")
    assert words in told


@pytest.mark.parametrize(
    ("project", "paths"),
    [
        (PATHS + '"/srv/a" = "read"', {"/srv/a": "file"}),
        (PATHS + '"/srv/a" = "write"', {"/srv/a": "folder"}),
        (PATHS + '"/srv/a" = "write"', {"/srv/a": "missing"}),
        ('[sandbox_workspace_write]\nwritable_roots = ["/srv/a"]', {"/srv/a": "missing"}),
        ('default_permissions = "a"\n[permissions.a.filesystem]\n":root" = "read"', {}),
    ],
)
def test_what_is_only_skipped(project, paths):
    assert fault(project, paths=paths) is None


def test_files_stop_no_command_elsewhere():
    assert fault(PATHS + '"/srv/a" = "write"', system="macos", paths={"/srv/a": "file"}) is None


def test_nothing_runs_with_a_fault_so_that_no_entry_is_told():
    boundary = CODEX.read_boundary(looked(project="sandbox_mode = 1"))
    assert (boundary.entries, boundary.complete) == ((), False)
