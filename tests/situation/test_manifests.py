"""The walk over a repository: what is found, what is not walked, what is named."""

import os

import pytest

from advisor.situation import manifests
from advisor.situation.manifests import find, read


@pytest.fixture
def tree(tmp_path):
    for name in ("package.json", "a/package.json", "node_modules/x/package.json", "target/package.json", "a/b/package.json", "a/other.ts"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}")
    return tmp_path


def wanted(path):
    return path.endswith("package.json")


def test_manifests_are_found_and_what_tools_make_is_not_walked(tree):
    assert find(str(tree), wanted) == (("a/b/package.json", "a/package.json", "package.json"), ())


def test_other_repositories_are_not_walked(tree):
    (tree / "a/b/.git").write_text("gitdir: x")
    assert find(str(tree), wanted).paths == ("a/package.json", "package.json")
    (tree / "a/.git").mkdir()
    assert find(str(tree), wanted).paths == ("package.json",)


def test_what_git_ignores_is_left_out(tree):
    asked = []

    def ignored(paths):
        asked.append(list(paths))
        return {"a/package.json"}

    assert find(str(tree), wanted, ignored).paths == ("a/b/package.json", "package.json")
    assert asked == [["a"], ["a/b/package.json", "a/package.json", "package.json"]]
    assert find(str(tree), wanted, lambda paths: {"a"}).paths == ("package.json",)
    empty = tree / "empty"
    empty.mkdir()
    assert find(str(empty), wanted, lambda paths: {"x"}).paths == ()


def test_links_are_not_followed_and_loops_are_named(tree):
    (tree / "a/up").symlink_to(tree)
    (tree / "self").symlink_to("self")
    (tree / "beside").symlink_to(tree / "a/b")
    (tree / "nowhere").symlink_to("absent")
    found = find(str(tree), wanted)
    assert len(found.paths) == 3
    assert dict(found.passed_over) == {
        "a/up": "it is a symlink to a folder that holds it, which would never end",
        "self": "it is a symlink that leads back to itself",
    }


def test_a_folder_that_is_gone_is_named(tree):
    assert find(str(tree / "absent"), wanted).passed_over == (("", "it cannot be listed (No such file or directory)"),)


def test_there_is_an_end_to_it(tree, monkeypatch):
    monkeypatch.setattr(manifests, "MOST_FILES", 1)
    found = find(str(tree), wanted)
    assert found.passed_over == (("", "more than 1 files: the rest was not looked at"),)


def test_texts_are_read_and_problems_told(tree):
    (tree / "bad").write_bytes(b"\xff")
    (tree / "loop").symlink_to("loop")
    told = list(read(str(tree), ["package.json", "bad", "absent", "loop"]))
    assert told[:2] == [("package.json", "{}", None), ("bad", None, "it is not UTF-8 text")]
    assert told[2][:2] == ("loop", None)
    assert os.strerror(40) in told[2][2] or "cannot be opened" in told[2][2]
