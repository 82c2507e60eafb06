"""What git commands need."""

import pytest

from advisor.model import Checkout
from tests.foresight.cases import PROJECT, foreseen, needs

CONFIG = {
    ".git/config": '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@code.example:a/b.git\n\tfetch = x\n'
    '[remote "mirror"]\n\turl = https://mirror.example:8443/a/b.git\n[branch "main"]\n\turl = https://not.example/x\n'
}
LOCK = ("write", ".git/index.lock")
SSH = ("connect", "code.example:22")


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("git status", set()),
        ("git log -3", set()),
        ("git branch", set()),
        ("git remote", set()),
        ("git commit -m x", {LOCK}),
        ("git stash", {LOCK}),
        ("git branch new", {LOCK}),
        ("git fetch", {LOCK, SSH}),
        ("git pull mirror main", {LOCK, ("connect", "mirror.example:8443")}),
        ("git push", {SSH}),
        ("git push -u origin main", {SSH, ("write", ".git/config")}),
        ("git push ssh://git@other.example:2222/x.git", {("connect", "other.example:2222")}),
        ("git clone https://code.example/a/b", {("connect", "code.example:443")}),
        ("git clone git://old.example/a", {("connect", "old.example:9418")}),
        ("git clone user@host.example:a/b", {("connect", "host.example:22")}),
        ("git clone /srv/mirror.git", {SSH}),
        ("git ls-remote", {SSH}),
        ("git config user.name x", {("write", ".git/config")}),
        ("git config user.name", set()),
        ("git config --unset user.name", {("write", ".git/config")}),
        ("git config --global user.name x", {("write", "~/.gitconfig")}),
        ("git remote add x https://y.example/z", {("write", ".git/config")}),
        ("git remote -v show", set()),
        ("git init", {("write", ".git")}),
        ("git worktree add ../w", {("write", ".git/worktrees")}),
        ("git worktree list", set()),
        ("git submodule status", {("write", ".git/config")}),
        ("git submodule update", {("write", ".git/config"), SSH}),
        ("git checkout --track origin/x", {LOCK, ("write", ".git/config")}),
    ],
)
def test_what_git_writes_and_reaches(command, expected):
    assert needs(command, CONFIG) == expected


def test_a_remote_that_nobody_names_is_some_host():
    assert needs("git push") == {("connect", None)}
    assert needs("git push", {".git/config": '[remote "origin"]\n\turl = /srv/git/x.git\n'}) == set()


def test_over_ssh_git_goes_its_own_way():
    assert [one.client for one in foreseen("git push", CONFIG).needs] == ["git-ssh"]
    assert [one.client for one in foreseen("git push mirror", CONFIG).needs] == ["proxy"]
    assert [one.client for one in foreseen("git clone git://old.example/a", CONFIG).needs] == ["direct"]


def test_the_git_folder_of_other_checkouts_is_where_it_is():
    main = "/home/dev/main/.git"
    worktree = Checkout("worktree", f"{main}/worktrees/shop", main, "/home/dev/main")
    assert needs("git commit", checkout=worktree) == {("write", f"{main}/worktrees/shop/index.lock")}
    assert needs("git commit", directory=f"{PROJECT}/api") == {("write", f"{PROJECT}/.git/index.lock")}
    assert needs("git commit", checkout=None, repository=None) == {("write", ".git/index.lock")}


def test_a_windows_path_is_no_host():
    assert needs(r"git clone C:\src\x", CONFIG) == {SSH}
    assert needs("git commit", checkout=None) == {LOCK}
