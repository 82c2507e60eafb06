"""Commits of chosen files: nothing else is taken along, and when git refuses everything is as it was."""

import importlib.util
import subprocess
import sys

import pytest

from advisor import repository
from advisor.errors import AdviseError, InputError, UsageError
from advisor.repository import commit


@pytest.fixture
def git(tmp_path, monkeypatch):
    """A repository without commits, which is the working directory; runs git in it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    folder = tmp_path / "shop"
    folder.mkdir()
    monkeypatch.chdir(folder)

    def run(*words):
        return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True).stdout

    run("init", "-q", "-b", "main")
    run("config", "user.name", "Dev")
    run("config", "user.email", "dev@mail.example")
    run.folder = folder
    return run


def first(git):
    (git.folder / "README").write_text("shop\n")
    git("add", "README")
    git("commit", "-qm", "first")


def writing(git, name="a[b].txt", text="new\n"):
    def write():
        (git.folder / name).write_text(text)
        return (git.folder / name).unlink

    return write


def refuse(git, words="no"):
    hook = git.folder / ".git" / "hooks" / "pre-commit"
    hook.write_text(f"#!/bin/sh\necho {words}\nexit 1\n")
    hook.chmod(0o755)


@pytest.mark.parametrize("has_commits", [True, False])
def test_the_files_are_committed_by_their_names(git, has_commits):
    if has_commits:
        first(git)
    (git.folder / "ab.txt").write_text("not this\n")
    git("config", "commit.cleanup", "strip")
    made = commit(str(git.folder), ["a[b].txt"], "-subject\n\n#body\n", None, writing(git))
    assert git("log", "-1", "--format=%h %s|%b") == f"{made.name} -subject|#body\n\n"
    assert made.branch == "main"
    assert git("show", "--name-only", "--format=", "HEAD") == "a[b].txt\n"
    assert git("status", "--porcelain") == "?? ab.txt\n"


@pytest.mark.parametrize("branch", [None, "other"])
@pytest.mark.parametrize("has_commits", [True, False])
def test_when_a_hook_refuses_everything_is_as_it_was(git, has_commits, branch):
    if has_commits:
        first(git)
    (git.folder / "staged").write_text("of the user's own\n")
    git("add", "staged")
    refuse(git)
    with pytest.raises(AdviseError, match=r"git did not commit: no\. Everything is as it was\."):
        commit(str(git.folder), ["x"], "m", branch, writing(git, "x"))
    assert git("status", "--porcelain") == "A  staged\n"
    assert git("symbolic-ref", "HEAD") == "refs/heads/main\n"
    assert git("branch", "--format=%(refname:short)") == ("main\n" if has_commits else "")


def test_a_locked_index_leaves_no_branch_and_no_file(git):
    first(git)
    lock = git.folder / ".git" / "index.lock"
    lock.write_text("")
    with pytest.raises(AdviseError, match=r"(?s)did not commit: fatal: Unable to create.*Everything is as it was"):
        commit(str(git.folder), ["x"], "m", "other", writing(git, "x"))
    lock.unlink()
    assert git("branch", "--format=%(refname:short)") == "main\n"
    assert git("status", "--porcelain") == ""


def test_what_cannot_be_taken_back_keeps_nobody_on_the_branch(git):
    first(git)
    refuse(git)

    def write():
        (git.folder / "x").write_text("new\n")

        def undo():
            raise InputError("no way back")

        return undo

    with pytest.raises(InputError, match="no way back"):
        commit(str(git.folder), ["x"], "m", "other", write)
    assert git("branch", "--format=%(refname:short)") == "main\n"
    assert git("status", "--porcelain") == "?? x\n"


def test_git_gives_hints_that_are_not_for_this_reader(git):
    first(git)
    (git.folder / ".git" / "info" / "exclude").write_text("kept/\n")

    def write():
        (git.folder / "kept").mkdir()
        (git.folder / "kept" / "x").write_text("new\n")
        return (git.folder / "kept" / "x").unlink

    with pytest.raises(AdviseError, match="ignored by one of your") as raised:
        commit(str(git.folder), ["kept/x"], "m", None, write)
    assert "hint:" not in str(raised.value)


@pytest.mark.parametrize(
    ("mark", "what"),
    [
        ("MERGE_HEAD", "merge"),
        ("rebase-merge/x", "rebase"),
        ("rebase-apply/x", "rebase"),
        ("CHERRY_PICK_HEAD", "cherry-pick"),
        ("REVERT_HEAD", "revert"),
        ("BISECT_LOG", "bisect"),
    ],
)
def test_nothing_is_committed_into_what_is_under_way(git, mark, what):
    first(git)
    place = git.folder / ".git" / mark
    place.parent.mkdir(exist_ok=True)
    place.write_text(git("rev-parse", "HEAD"))
    with pytest.raises(InputError, match=f"a {what} is under way here"):
        commit(str(git.folder), ["x"], "m", "other", writing(git, "x"))
    assert not (git.folder / "x").exists()


@pytest.mark.parametrize("name", ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"])
def test_no_variable_leads_the_commit_elsewhere(git, monkeypatch, tmp_path, name):
    first(git)
    subprocess.run(["git", "init", "-q", str(tmp_path / "other")], check=True)
    monkeypatch.setenv(name, str(tmp_path / "other" / ".git"))
    with pytest.raises(UsageError, match=f"{name} is set"):
        commit(str(git.folder), ["x"], "m", None, writing(git, "x"))
    assert not (git.folder / "x").exists()


def test_a_repository_that_git_does_not_trust_is_told_in_its_words(git, monkeypatch):
    first(git)
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    with pytest.raises(InputError, match=r"git does not work in .*: fatal: detected dubious ownership"):
        commit(str(git.folder), ["x"], "m", None, writing(git, "x"))


def test_where_there_is_no_git_that_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "git", None)
    spec = importlib.util.spec_from_file_location("without_git", repository.__file__)
    with pytest.raises(InputError, match="there is no `git`"):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


def test_a_hook_that_says_nothing_is_told_by_its_code(git):
    first(git)
    refuse(git, "")
    with pytest.raises(AdviseError, match="it ended with 1"):
        commit(str(git.folder), ["x"], "m", None, writing(git, "x"))


def test_what_cannot_be_written_leaves_the_branch(git):
    first(git)

    def write():
        raise InputError("no room")

    with pytest.raises(InputError, match="no room"):
        commit(str(git.folder), ["x"], "m", "other", write)
    assert git("branch", "--format=%(refname:short)") == "main\n"


def test_from_no_branch_it_leads_back_to_the_commit(git):
    first(git)
    git("checkout", "-q", "--detach")
    refuse(git)
    with pytest.raises(AdviseError):
        commit(str(git.folder), ["x"], "m", "other", writing(git, "x"))
    assert git("branch", "--show-current") == ""
    assert git("rev-parse", "HEAD") == git("rev-parse", "main")


def test_what_a_hook_rewrites_and_adds_leaves_nothing_staged(git):
    first(git)
    (git.folder / "staged").write_text("of the user's own\n")
    git("add", "staged")
    hook = git.folder / ".git" / "hooks" / "pre-commit"
    hook.write_text("#!/bin/sh\necho formatted > x\ngit add x\n")
    hook.chmod(0o755)
    commit(str(git.folder), ["x"], "m", None, writing(git, "x"))
    assert git("show", "HEAD:x") == "formatted\n"
    assert git("status", "--porcelain") == "A  staged\n"


def test_a_commit_on_no_branch_says_so(git):
    first(git)
    git("checkout", "-q", "--detach")
    assert commit(str(git.folder), ["x"], "m", None, writing(git, "x")).branch is None


def test_changes_of_the_users_own_are_not_taken_along(git):
    first(git)
    (git.folder / "README").write_text("mine\n")
    with pytest.raises(InputError, match="README has changes that are not committed"):
        commit(str(git.folder), ["README"], "m", None, writing(git))
    (git.folder / ".gitignore").write_text("x\n")
    (git.folder / "x").write_text("old\n")
    with pytest.raises(InputError, match="git ignores x"):
        commit(str(git.folder), ["x"], "m", None, writing(git))


@pytest.mark.parametrize(
    ("branch", "error", "told"),
    [
        ("a..b", UsageError, "no name for a branch"),
        ("", UsageError, "no name for a branch"),
        ("main", InputError, "did not make the branch"),
    ],
)
def test_a_branch_that_cannot_be_is_refused(git, branch, error, told):
    first(git)
    with pytest.raises(error, match=told):
        commit(str(git.folder), ["x"], "m", branch, writing(git, "x"))
    assert not (git.folder / "x").exists()


def test_a_branch_that_cannot_be_written_needs_no_other_name(git):
    first(git)
    git("branch", "a")  # a file, where a folder would be needed
    with pytest.raises(InputError, match=r"did not make the branch 'a/b': .* Everything is as it was\."):
        commit(str(git.folder), ["x"], "m", "a/b", writing(git, "x"))


def test_a_folder_that_is_no_repository_is_refused(tmp_path):
    for folder in (tmp_path / "plain", tmp_path / "missing"):
        if folder.name == "plain":
            folder.mkdir()
        with pytest.raises(InputError, match="not a git repository"):
            commit(str(folder), ["x"], "m", None, list)
