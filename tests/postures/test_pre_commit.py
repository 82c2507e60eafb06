"""The lines for pre-commit: whole in a new file, at the end of the list in one that exists, and nothing where they stand."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from advisor.errors import ConfigError
from advisor.postures import pre_commit
from advisor.postures.pre_commit import IDS, Origin, origin_of, propose
from tests.conftest import ROOT

ORIGIN = Origin("https://git.example/advise", "0123abc")
EXISTING = "# ours\nrepos:\n  # formatting\n  - repo: https://git.example/x\n    rev: v1\n    hooks:\n      - id: x\n"
PRE_COMMIT = Path(sys.executable).parent / "pre-commit"


def test_a_new_file_holds_the_three_hooks():
    text = propose(ORIGIN, None).after
    assert text == "repos:\n  - repo: https://git.example/advise\n    rev: 0123abc\n    hooks:\n" + "".join(
        f"      - id: {name}\n" for name in IDS
    )
    assert propose(ORIGIN, "\n").after == text


def test_without_an_origin_the_installed_program_is_run():
    proposed = propose(None, None)
    assert "repo: local" in proposed.after
    assert proposed.after.count("language: system") == 3
    assert any("PATH" in line for line in proposed.told)


def test_local_hooks_say_what_the_repository_s_own_say():
    """`.pre-commit-hooks.yaml` and the local hooks are one thing written twice: the parts that both have are the same."""
    own = (ROOT / ".pre-commit-hooks.yaml").read_text()
    local = propose(None, None).after
    for name in IDS:
        ours, theirs = (text.split(f"- id: {name}\n")[1].split("- id: ")[0] for text in (own, local))
        for key in ("entry", "pass_filenames", "always_run", "verbose"):
            assert re.findall(rf"{key}: (.*)", ours) == re.findall(rf"{key}: (.*)", theirs), (name, key)
        assert bool(re.search("files: ", ours)) == bool(re.search("files: ", theirs))


@pytest.mark.parametrize("more", ["", "ci:\n  autofix_prs: true\n", "\n\nexclude: ^x\n# end\n"])
@pytest.mark.parametrize("origin", [ORIGIN, None])
def test_an_existing_list_gets_one_more_item_and_keeps_everything(more, origin):
    before = EXISTING + more
    after = propose(origin, before).after
    added = pre_commit._entry(origin, "  ")
    assert added in after
    assert [line for line in after.replace(added, "").split("\n") if line] == [line for line in before.split("\n") if line]
    assert after.index(added) > after.index("id: x")
    assert propose(origin, after).after == after


def test_the_indentation_of_the_list_is_kept():
    after = propose(ORIGIN, "repos:\n- repo: local\n  hooks: []\n").after
    assert "\n- repo: https://git.example/advise\n  rev: 0123abc\n  hooks:\n    - id: advise-lint\n" in after


def test_an_item_of_another_list_is_no_item_of_this_one():
    after = propose(ORIGIN, "repos:\ndefault_stages:\n    - commit\n").after
    assert after.startswith("repos:\n  - repo: https://git.example/advise\n")
    assert after.endswith("default_stages:\n    - commit\n")


@pytest.mark.parametrize("text", ["repos: [a]\n", "hooks:\n", "repos:\n\t- repo: x\n", "repos:\r- repo: x\r", "- repo: x\n"])
def test_what_lines_cannot_be_added_to_is_not_changed(text):
    with pytest.raises(ConfigError, match="by hand"):
        propose(ORIGIN, text)


@pytest.mark.parametrize("empty", ["repos: []\n", "repos: [ ]  # none yet\n", "ci: {}\nrepos:    []\nfail_fast: true\n"])
def test_an_empty_list_in_brackets_becomes_a_list_of_lines(empty):
    after = propose(ORIGIN, empty).after
    assert "repos:\n  - repo: https://git.example/advise\n" in re.sub(r" {1,4}# none yet", "", after)
    assert "[" not in after
    assert propose(ORIGIN, after).after == after


def test_windows_line_ends_stay():
    before = EXISTING.replace("\n", "\r\n")
    after = propose(ORIGIN, before).after
    assert after.startswith(before)
    assert after.count("\n") == after.count("\r\n")
    assert propose(ORIGIN, after).after == after


def test_hooks_that_are_missing_are_added_to_those_that_are_there():
    before = EXISTING.replace("id: x", "id: advise-lint")
    after = propose(ORIGIN, before).after
    assert [after.count(f"- id: {name}\n") for name in IDS] == [1, 1, 1]
    assert propose(ORIGIN, after).after == after


def test_the_guard_runs_when_a_file_goes():
    """pre-commit hands a deleted file to no hook: one that waits for files would never hear of it."""
    for text in ((ROOT / ".pre-commit-hooks.yaml").read_text(), propose(None, None).after):
        assert "always_run: true" in text.split("- id: advise-guard\n")[1].split("- id: ")[0]


@pytest.mark.parametrize(
    ("told", "origin"),
    [
        (None, None),
        ("no json", None),
        ("[]", None),
        (json.dumps({"url": "file:///home/dev/advise", "dir_info": {}}), None),
        (json.dumps({"url": "https://git.example/advise", "vcs_info": {"vcs": "git", "commit_id": "0123abc"}}), ORIGIN),
        (json.dumps({"url": "file:///home/dev/advise", "vcs_info": {"vcs": "git", "commit_id": "0123abc"}}), None),
        (json.dumps({"url": "https://git.example/a\nb", "vcs_info": {"vcs": "git", "commit_id": "0123abc"}}), None),
        (json.dumps({"url": "https://git.example/advise", "vcs_info": {"vcs": "git", "commit_id": "main: x"}}), None),
    ],
)
def test_an_origin_is_a_repository_that_others_reach(told, origin):
    assert origin_of(told) == origin


@pytest.mark.skipif(not PRE_COMMIT.exists(), reason="pre-commit is not installed")
@pytest.mark.parametrize("before", [None, EXISTING, EXISTING + "ci:\n  autofix_prs: true\n", "repos: []\n"])
@pytest.mark.parametrize("origin", [ORIGIN, None])
def test_pre_commit_itself_takes_the_file(before, origin, tmp_path):
    (tmp_path / pre_commit.FILE).write_text(propose(origin, before).after)
    done = subprocess.run([PRE_COMMIT, "validate-config", tmp_path / pre_commit.FILE], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not PRE_COMMIT.exists(), reason="pre-commit is not installed")
def test_pre_commit_itself_takes_our_hooks():
    done = subprocess.run([PRE_COMMIT, "validate-manifest", ROOT / ".pre-commit-hooks.yaml"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("path", "fits"),
    [
        (".claude/settings.json", True),
        ("a/b/.claude/settings.local.json", True),
        ("packages/x/.codex/config.toml", True),
        (".codex/deep.config.toml", True),
        (".codex/rules/a.rules", True),
        ("x/.polygraph/config.json", True),
        ("settings.json", False),
        (".claude/settings.json.md", False),
        ("x.codex/config.toml", False),
    ],
)
def test_the_patterns_of_the_hooks_fit_nested_folders(path, fits):
    from advisor.guard import is_guarded

    patterns = re.findall(r"files: '([^']+)'", (ROOT / ".pre-commit-hooks.yaml").read_text())
    assert len(patterns) == 1
    for pattern in (*patterns, pre_commit.SETTINGS_FILES):
        assert bool(re.search(pattern, path)) == fits == is_guarded(path)
