"""What git keeps: the last commit, the index, what it ignores; the other half of the module whose commits are tested beside."""

import pytest

from advisor.errors import InputError
from advisor.repository import contents, ignored, versions
from tests.test_commits import git  # noqa: F401 - a fixture


def test_the_last_commit_and_the_index(git):  # noqa: F811
    (git.folder / "a é").write_text("one\n")
    git("add", "-A")
    before = versions(str(git.folder))
    assert before.committed == {}
    assert list(before.staged) == ["a é"]
    git("commit", "-qm", "first")
    (git.folder / "a é").write_bytes(b"two\xff")
    (git.folder / "link").symlink_to("a é")
    git("add", "-A")
    (git.folder / "a é").write_text("three\n")
    after = versions(str(git.folder))
    assert list(after.committed) == list(after.staged) == ["a é"]
    names = [after.committed["a é"], after.staged["a é"]]
    assert contents(str(git.folder), names) == {names[0]: b"one\n", names[1]: b"two\xff"}
    assert contents(str(git.folder), []) == {}


def test_what_git_ignores(git):  # noqa: F811
    (git.folder / ".gitignore").write_text("*.log\nbuild/\n")
    (git.folder / "build").mkdir()
    (git.folder / "kept.log").write_text("")
    git("add", "-f", "kept.log")
    asked = ["a.log", "build", "build/x", "kept.log", "a", "odd\nname.log"]
    assert ignored(str(git.folder), asked) == {"a.log", "build", "build/x", "odd\nname.log"}
    assert ignored(str(git.folder), ["a"]) == frozenset()


def test_what_git_cannot_read(git):  # noqa: F811
    (git.folder / "a").write_text("one\n")
    git("add", "-A")
    name = versions(str(git.folder)).staged["a"]
    (git.folder / ".git/objects" / name[:2] / name[2:]).unlink()
    with pytest.raises(InputError, match="does not have all contents"):
        contents(str(git.folder), [name])
    (git.folder / ".git/index").write_bytes(b"no index")
    with pytest.raises(InputError, match="git cannot read this repository"):
        versions(str(git.folder))


def test_no_repository(tmp_path):
    for ask in (lambda: versions(str(tmp_path / "absent")), lambda: ignored(str(tmp_path / "absent"), ["a"])):
        with pytest.raises(InputError, match="not a git repository"):
            ask()
