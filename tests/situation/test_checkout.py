"""What `.git` itself says of a checkout; no git is run."""

import pytest

from advisor.model import Checkout
from advisor.situation.checkout import checkout_of, repository_of


def test_the_nearest_folder_with_git_is_the_root(tmp_path):
    (tmp_path / "a" / ".git").mkdir(parents=True)
    (tmp_path / "a" / "b" / "c").mkdir(parents=True)
    assert repository_of(str(tmp_path / "a" / "b" / "c")) == str(tmp_path / "a")
    (tmp_path / "a" / "b" / ".git").write_text("gitdir: ../.git/modules/b\n")
    assert repository_of(str(tmp_path / "a" / "b" / "c")) == str(tmp_path / "a" / "b")
    assert repository_of("/") is None


def test_a_clone_has_its_git_folder_inside(tmp_path):
    (tmp_path / ".git").mkdir()
    assert checkout_of(str(tmp_path)) == Checkout("clone", f"{tmp_path}/.git", f"{tmp_path}/.git")


def test_a_linked_worktree_names_the_main_checkout(tmp_path):
    own = tmp_path / "main" / ".git" / "worktrees" / "w"
    own.mkdir(parents=True)
    (own / "commondir").write_text("../..\n")
    (tmp_path / "w").mkdir()
    (tmp_path / "w" / ".git").write_text(f"gitdir: {own}\n")
    shared = str(tmp_path / "main" / ".git")
    assert checkout_of(str(tmp_path / "w")) == Checkout("worktree", str(own), shared, str(tmp_path / "main"))


@pytest.mark.parametrize(("named", "kind"), [("../.git/modules/s", "submodule"), ("/elsewhere/s.git", "separate")])
def test_other_checkouts_have_their_git_folder_elsewhere(tmp_path, named, kind):
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / ".git").write_text(f"gitdir: {named}\n")
    found = checkout_of(str(tmp_path / "s"))
    assert (found.kind, found.main) == (kind, None)
    assert found.git_folder in (str(tmp_path / ".git" / "modules" / "s"), "/elsewhere/s.git")


@pytest.mark.parametrize("text", ["", "gitdir:", "something else\n"])
def test_a_git_file_that_says_nothing_is_followed_nowhere(tmp_path, text):
    (tmp_path / ".git").write_text(text)
    assert checkout_of(str(tmp_path)) is None
