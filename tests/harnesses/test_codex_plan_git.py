"""Git's own folder under Codex: run it outside, else a rule, else the folder as an escape; hooks and config never."""

import pytest

from advisor.harnesses.codex.plan_git import below_git
from advisor.model import Checkout, Risk, WritePath
from tests.harnesses.codex_cases import PROJECT, looked, planned, situated, values

GIT = WritePath(".git", folder=True)
WORKTREE = "/home/dev/code/shop-fix"


def written(option):
    """The entries that the escape opens."""
    ((_, tables),) = values(option).items()
    return tables


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (".git/index.lock", ("", ("index.lock",))),
        ("/r/.git", ("/r", ())),
        ("~/r/.git/refs/heads/x", ("~/r", ("refs", "heads", "x"))),
        ("/r/.gitignore", None),
        ("/r/x.git/HEAD", None),
    ],
)
def test_what_lies_below_a_git_folder(path, expected):
    assert below_git(path) == expected


def test_the_decided_answer_in_its_order():
    plan = planned(situated(command="git commit -m x"), GIT)
    yourself, rule, escape = plan.options
    assert (yourself.kind, yourself.risk, yourself.title) == ("outside", Risk.NONE, "Run git commit yourself, or approve it once")
    assert [step.who for step in yourself.steps] == ["human", "human"]
    assert "`codex exec` never asks" in yourself.steps[1].say
    assert (rule.kind, rule.risk) == ("rule", Risk.BROAD)
    (change,) = rule.changes
    assert (change.file, change.format, change.op) == (".codex/rules/advise.rules", "lines", "append")
    assert change.value == 'prefix_rule(pattern=["git", "commit"], decision="allow")'
    assert "outside the sandbox" in rule.means
    assert "hooks" in rule.means
    assert "bare commands only" in rule.caveat
    assert escape.risk is Risk.ESCAPE
    assert "a file written there later runs outside the sandbox" in escape.means
    assert plan.chosen == ()


@pytest.mark.parametrize(
    ("command", "title", "ruled"),
    [
        (None, "Run git yourself, or approve it once", "commit"),
        ("git checkout -b topic", "Run git checkout yourself, or approve it once", "checkout"),
        ("git fetch origin", "Run git yourself, or approve it once", None),
        ("git rebase main", "Run git yourself, or approve it once", None),
        ("git -c a=b commit", "Run git yourself, or approve it once", None),
        ("cd x && git commit", "Run git yourself, or approve it once", None),
        ("git commit -m $(date)", "Run git yourself, or approve it once", None),
        ("make release", "Run git yourself, or approve it once", None),
    ],
)
def test_only_a_bare_harmless_subcommand_gets_a_rule(command, title, ruled):
    options = planned(situated(command=command), GIT).options
    assert options[0].title == title
    rules = [change.value for option in options if option.kind == "rule" for change in option.changes]
    assert rules == ([f'prefix_rule(pattern=["git", "{ruled}"], decision="allow")'] if ruled else [])


def test_the_users_scope_has_a_rules_file_of_its_own():
    options = planned(situated(command="git commit", scope="user"), GIT).options
    assert [change.file for option in options if option.kind == "rule" for change in option.changes] == ["~/.codex/rules/advise.rules"]


def test_the_escape_in_both_dialects():
    profile = planned(situated(dialect="profile"), GIT).options[-1]
    assert written(profile)["permissions"]["advise"]["filesystem"] == {":workspace_roots": {".git": "write"}}
    legacy = planned(situated(dialect="legacy"), GIT).options[-1]
    assert written(legacy)["sandbox_workspace_write"] == {"writable_roots": ["../.git"]}
    user = planned(situated(dialect="legacy", scope="user"), GIT).options[-1]
    assert written(user)["sandbox_workspace_write"] == {"writable_roots": [f"{PROJECT}/.git"]}
    nowhere = planned(situated(dialect="legacy", scope="user", directory=None, repository=None), GIT).options[-1]
    assert written(nowhere)["sandbox_workspace_write"] == {"writable_roots": ["../.git"]}


@pytest.mark.parametrize(
    ("need", "directory", "folders"),
    [
        (WritePath("/home/dev/code/shop/.git", folder=True), WORKTREE, ["~/code/shop/.git", "~/code/shop/.git/worktrees/shop-fix"]),
        (WritePath("/home/dev/code/shop/.git/worktrees/fix/x"), WORKTREE, ["~/code/shop/.git", "~/code/shop/.git/worktrees/fix"]),
        (WritePath("/home/dev/code/shop/.git", folder=True), f"{PROJECT}/api", ["~/code/shop/.git"]),
        (WritePath("/home/dev/code/shop/.git/modules/lib/x"), f"{PROJECT}/lib", ["~/code/shop/.git/modules/lib"]),
    ],
    ids=["worktree-by-folder", "worktree-by-path", "subfolder", "submodule"],
)
def test_a_git_folder_elsewhere_is_named_by_its_place(need, directory, folders):
    escape = planned(situated(directory=directory, repository=directory), need).options[-1]
    assert list(written(escape)["permissions"]["advise"]["filesystem"]) == folders
    assert ("git rev-parse --git-dir" in (escape.caveat or "")) is (len(folders) == 2)
    assert {change.scope for change in escape.changes} == {"user"}


@pytest.mark.parametrize(
    ("checkout", "folders"),
    [
        (
            Checkout("worktree", f"{PROJECT}/.git/worktrees/odd", f"{PROJECT}/.git", PROJECT),
            ["~/code/shop/.git", "~/code/shop/.git/worktrees/odd"],
        ),
        (Checkout("separate", f"{PROJECT}/.git", f"{PROJECT}/.git"), ["~/code/shop/.git"]),
        (Checkout("separate", "/srv/git/other", "/srv/git/other"), ["~/code/shop/.git", "~/code/shop/.git/worktrees/shop-fix"]),
    ],
)
def test_what_the_machine_says_of_the_checkout_names_the_folders(checkout, folders):
    situation = situated(directory=WORKTREE, repository=WORKTREE, checkout=checkout)
    escape = planned(situation, WritePath("/home/dev/code/shop/.git", folder=True)).options[-1]
    assert list(written(escape)["permissions"]["advise"]["filesystem"]) == folders


def test_the_older_table_takes_a_worktrees_folders_as_they_are():
    situation = situated(directory=WORKTREE, repository=WORKTREE, dialect="legacy")
    escape = planned(situation, WritePath("/home/dev/code/shop/.git", folder=True)).options[-1]
    assert written(escape)["sandbox_workspace_write"]["writable_roots"] == ["~/code/shop/.git", "~/code/shop/.git/worktrees/shop-fix"]


def test_without_a_known_folder_it_is_the_workspaces():
    escape = planned(situated(directory=None, repository=None), WritePath("/srv/repo/.git", folder=True)).options[-1]
    assert written(escape)["permissions"]["advise"]["filesystem"] == {":workspace_roots": {".git": "write"}}


@pytest.mark.parametrize("path", [".git/hooks/post-commit", ".git/config"])
def test_what_git_runs_is_never_opened(path):
    plan = planned(situated(), WritePath(path))
    assert plan.options == ()
    assert "later runs outside the sandbox" in plan.unmet[0].reason


def test_beside_a_hook_the_rest_is_still_answered():
    plan = planned(situated(), GIT, WritePath(".git/hooks/x"))
    assert [option.needs for option in plan.options] == [(GIT,)] * 3
    assert [unmet.need for unmet in plan.unmet] == [WritePath(".git/hooks/x")]


@pytest.mark.parametrize("command", ["mv .git .git-old", "rm -r .git", "mkdir .git"])
def test_the_folder_itself_is_a_mount_point(command):
    (unmet,) = planned(situated(command=command), WritePath(".git")).unmet
    assert "mount point" in unmet.reason
    assert planned(situated(command="git init"), WritePath(".git")).options


def test_a_cache_that_ends_in_git_is_no_repository():
    plan = planned(situated(), WritePath("~/.cache/uv/sdists-v9/.git", folder=True))
    assert all(option.risk < Risk.ESCAPE for option in plan.options)


def test_an_open_git_folder_is_not_offered_again():
    profile = 'default_permissions = "a"\n[permissions.a]\nextends = ":workspace"\n'
    plan = planned(looked(project=f'{profile}[permissions.a.filesystem.":workspace_roots"]\n".git" = "write"\n'), GIT)
    assert plan.options == ()
    assert "allows this already" in plan.unmet[0].reason
