"""Commits of chosen files: nothing else is taken along, and when git refuses everything is as it was."""

import subprocess

import pytest

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
    name = commit(str(git.folder), ["a[b].txt"], "-subject\n\nbody\n", None, writing(git))
    assert git("log", "-1", "--format=%h %s|%b") == f"{name} -subject|body\n\n"
    assert git("show", "--name-only", "--format=", "HEAD") == "a[b].txt\n"
    assert git("status", "--porcelain") == "?? ab.txt\n"


@pytest.mark.parametrize("has_commits", [True, False])
def test_when_a_hook_refuses_everything_is_as_it_was(git, has_commits):
    if has_commits:
        first(git)
    refuse(git)
    with pytest.raises(AdviseError, match=r"git did not commit: no\. Everything is as it was\."):
        commit(str(git.folder), ["x"], "m", None, writing(git, "x"))
    assert git("status", "--porcelain") == ""


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
    ("branch", "error", "told"), [("a..b", UsageError, "no name for a branch"), ("main", InputError, "did not make the branch")]
)
def test_a_branch_that_cannot_be_is_refused(git, branch, error, told):
    first(git)
    with pytest.raises(error, match=told):
        commit(str(git.folder), ["x"], "m", branch, writing(git, "x"))
    assert not (git.folder / "x").exists()


def test_a_folder_that_is_no_repository_is_refused(tmp_path):
    for folder in (tmp_path / "plain", tmp_path / "missing"):
        if folder.name == "plain":
            folder.mkdir()
        with pytest.raises(InputError, match="not a git repository"):
            commit(str(folder), ["x"], "m", None, list)
