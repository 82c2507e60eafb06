"""Unified diffs as git writes and applies them, and their reverse."""

import os
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.edits.unified_diff import diff

lines = st.sampled_from(["", "a", "b", "é", "\r", "-- x", "\x0c", "+"])
texts = st.lists(lines, max_size=8).map("\n".join) | st.text("ab\r\n", max_size=40)
NAMES = ["plain.txt", "with space.txt", 'quo"te', "é/日本.toml", "back\\slash", "tab\there", "new\nline", " lead", "a b/.codex/config.toml"]


def git(folder, *words, patch=None):
    """Runs the real git, away from any repository's and any user's settings."""
    apart = {"HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1", "GIT_CEILING_DIRECTORIES": str(folder.parent)}
    environ = {"PATH": os.environ["PATH"], **apart}
    run = subprocess.run(["git", *words], cwd=folder, env=environ, input=patch, capture_output=True, check=False)
    assert run.returncode == 0, (run.stderr.decode(), patch)
    return run.stdout


def write(folder, file, text):
    path = folder / file
    if text is None:
        path.unlink(missing_ok=True)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def read(folder, file):
    path = folder / file
    return path.read_bytes().decode() if path.exists() else None


def prove_applies(folder, changes):
    """Applies the patch of all changes with git, and takes it back."""
    patch = "".join(diff(file, before, after) for file, before, after in changes).encode()
    for file, before, _ in changes:
        write(folder, file, before)
    if patch:
        git(folder, "apply", "--check", patch=patch)
        git(folder, "apply", patch=patch)
    assert [read(folder, file) for file, *_ in changes] == [after for *_, after in changes]
    if patch:
        git(folder, "apply", "-R", patch=patch)
    assert [read(folder, file) for file, *_ in changes] == [before for _, before, _ in changes]


@settings(max_examples=25)
@given(st.lists(st.tuples(texts | st.none(), texts | st.none()), max_size=12))
def test_git_applies_any_change_and_takes_it_back(tmp_path_factory, pairs):
    folder = tmp_path_factory.mktemp("tree")
    prove_applies(folder, [(f"folder {number % 2}/{number}", before, after) for number, (before, after) in enumerate(pairs)])


@pytest.mark.parametrize("file", NAMES)
def test_a_name_is_written_as_git_writes_it(tmp_path, file):
    changes = [(file, "a\r\nb", "a\r\nc")]
    prove_applies(tmp_path, changes)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    write(tmp_path, file, "a\r\nc")
    theirs = [line for line in git(tmp_path, "diff").decode().split("\n") if not line.startswith("index ")]
    assert diff(*changes[0]).split("\n") == theirs


def test_a_file_that_is_new_or_gone_is_against_nothing(tmp_path):
    assert diff("f", None, "a\n") == "diff --git a/f b/f\nnew file mode 100644\n--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+a\n"
    assert diff("f", "a", None) == (
        "diff --git a/f b/f\ndeleted file mode 100644\n--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n\\ No newline at end of file\n"
    )
    assert diff("f", None, "") == "diff --git a/f b/f\nnew file mode 100644\n"
    prove_applies(tmp_path, [("new", None, "a"), ("empty", None, ""), ("gone", "a\n", None), ("emptied", "a\n", "")])


def test_no_change_is_no_patch():
    assert diff("f", "a", "a") == ""
    assert diff("f", None, None) == ""


def test_a_name_that_is_no_unicode_keeps_its_bytes():
    assert diff("\udcff", None, "").startswith('diff --git "a/\\377" "b/\\377"\n')
