"""What lies where the session was started: a linked worktree, a sub-folder, a folder of one's own; spellings of rules and denials."""

import pytest

from advisor.boundary import answer
from advisor.harnesses.claude_code.boundary import read_boundary
from advisor.harnesses.claude_code.files import beaten_by, start_of
from advisor.harnesses.claude_code.settings import read_settings
from advisor.model import Access, Checkout, Known, ReachHost, ReadPath, WritePath
from tests.harnesses.claude_code_cases import ON, PROJECT, situation

MAIN = "/home/dev/code/main"
WORKTREE = Checkout("worktree", f"{MAIN}/.git/worktrees/shop", f"{MAIN}/.git", MAIN)


def access(need, **given):
    return answer(need, read_boundary(situation(**given)))[0]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (".git/refs/heads/x", Access.ALLOWED),
        (".git/worktrees/shop/index.lock", Access.ALLOWED),
        (".git/worktrees/other/index", Access.PROTECTED),
        (".git/config", Access.PROTECTED),
        (".git/hooks/x", Access.PROTECTED),
        ("README.md", Access.REFUSED),
    ],
)
def test_started_at_the_root_of_a_linked_worktree_git_s_shared_folder_is_open(path, expected):
    assert access(WritePath(f"{MAIN}/{path}"), checkout=WORKTREE) is expected


def test_started_below_that_root_it_is_not():
    below = f"{PROJECT}/api"
    assert access(WritePath(f"{MAIN}/.git/x"), checkout=WORKTREE, directory=below, ahead=True, configs=started_in(below)) is Access.REFUSED


def test_a_submodule_s_git_folder_stays_closed():
    submodule = Checkout("submodule", "/home/dev/code/.git/modules/shop", "/home/dev/code/.git/modules/shop")
    assert access(WritePath(f"{submodule.git_folder}/index.lock"), checkout=submodule) is Access.REFUSED


def started_in(folder):
    """The usual configs, with the project's settings in `folder`."""
    return tuple(
        text._replace(place=f"{folder}/.claude/settings.json") if text.scope == "project" else text for text in situation().configs
    )


def test_a_session_to_come_writes_only_below_its_start():
    below = f"{PROJECT}/api"
    given = {"directory": below, "ahead": True, "configs": started_in(below)}
    assert access(WritePath("x"), **given) is Access.ALLOWED
    assert access(WritePath(f"{PROJECT}/x"), **given) is Access.REFUSED
    assert access(WritePath(f"{PROJECT}/.git/index.lock"), **given) is Access.REFUSED


def test_its_own_temporary_folder_is_named_after_the_user():
    assert access(WritePath("/tmp/claude-1000/x"), ahead=True, user_id=1000) is Access.ALLOWED
    assert access(WritePath("/tmp/claude-1000/x")) is Access.REFUSED


def test_the_start_is_where_the_project_s_settings_stand():
    assert start_of(situation(configs=started_in(f"{PROJECT}/api"))) == "~/code/shop/api"
    assert start_of(situation()) == PROJECT
    assert start_of(situation(configs=(), repository=None, directory="/srv/x")) == "/srv/x"


def test_repositories_below_keep_what_makes_git_run_programs():
    for path in ("lib/.git/config", "a/b/.git/hooks/pre-commit"):
        assert access(WritePath(path)) is Access.PROTECTED
    assert access(WritePath("lib/.git/index")) is Access.ALLOWED
    assert access(WritePath("a/b/c/d/.git/config")) is Access.ALLOWED


def project(**more):
    return {"settings": {"project": {**ON, **more}}}


@pytest.mark.parametrize(
    ("rule", "path", "expected"),
    [
        ("Read(./.env)", ".env", Access.REFUSED),
        ("Read(*.pem)", "a.pem", Access.REFUSED),
        ("Read(*.pem)", "sub/a.pem", Access.ALLOWED),
        ("Read(**/*.key)", "a/b/c.key", Access.REFUSED),
        ("Read(//srv/secret/**)", "/srv/secret/x", Access.REFUSED),
        ("Read(/secret)", "secret/x", Access.REFUSED),
        ("Read(//**/*.pem)", "/srv/a.pem", Access.ALLOWED),
        ("Read($HOME/x)", "~/x", Access.ALLOWED),
        ("Edit(./x)", "x", Access.ALLOWED),
    ],
)
def test_denied_reads_count_patterns(rule, path, expected):
    assert access(ReadPath(path), **project(permissions={"deny": [rule]})) is expected


def test_a_denied_write_counts_no_pattern():
    given = project(
        permissions={"deny": ["Edit(*.lock)", "Edit(locked/**)"]}, sandbox={**ON["sandbox"], "filesystem": {"denyWrite": ["*.x", "y"]}}
    )
    for path, expected in (("a.lock", Access.ALLOWED), ("locked/a", Access.REFUSED), ("a.x", Access.ALLOWED), ("y", Access.REFUSED)):
        assert access(WritePath(path), **given) is expected


def test_what_beats_an_allow_is_named():
    here = situation(settings={"project": {"sandbox": {**ON["sandbox"], "filesystem": {"denyWrite": ["/srv/x"]}}}})
    settings = read_settings(here)
    assert beaten_by("/srv/x/y", settings, here) == "/srv/x"
    assert beaten_by("~/.ssh/x", settings, here) == "~/.ssh"
    assert beaten_by("/srv/y", settings, here) is None


# --- Whether the sandbox is on at all -------------------------------------------------------------------------------


def test_silence_means_off_where_the_question_is_of_a_session_to_come():
    outside = {"sandboxed": Known(), "ahead": True, "settings": {}}
    drawn = read_boundary(situation(**outside))
    assert (drawn.posture, drawn.posture_by.key, drawn.complete) == ("off", "no settings file sets sandbox.enabled", True)
    for told in ({"launcher": "polygraph"}, {"sandboxed": Known(True, "marker")}, {"ahead": False}):
        assert read_boundary(situation(**{**outside, **told})).posture == "unknown"


def test_a_session_that_is_sandboxed_against_the_files_was_started_with_others():
    off = {"project": {"sandbox": {"enabled": False}}}
    assert read_boundary(situation(settings=off, ahead=True)).posture == "unknown"
    assert read_boundary(situation(settings=off, ahead=True, sandboxed=Known(False, "x"))).posture == "off"


# --- What an administrator keeps to himself -------------------------------------------------------------------------


def managed(**more):
    own = {"sandbox": {**ON["sandbox"], "network": {"allowedDomains": ["p.example"]}, "filesystem": {"allowRead": ["/srv/a"]}}}
    rules = {"permissions": {"allow": ["WebFetch(domain:w.example)", "Edit(//srv/out/**)"]}}
    return {"settings": {"project": {**own, **rules}, "managed": more}}


def test_a_mandate_drops_rules_that_open_hosts_and_places_too():
    given = managed(sandbox={"allowUnsandboxedCommands": False})
    for need in (ReachHost("w.example", 443), ReachHost("p.example", 443), WritePath("/srv/out/x")):
        assert access(need, **given) is Access.REFUSED
        assert access(need, **managed()) is Access.ALLOWED


def test_only_the_administrator_s_own_lists_count_where_that_is_said():
    given = managed(sandbox={"network": {"allowManagedDomainsOnly": True, "allowedDomains": ["m.example"]}})
    assert access(ReachHost("p.example", 443), **given) is Access.REFUSED
    assert access(ReachHost("m.example", 443), **given) is Access.ALLOWED
