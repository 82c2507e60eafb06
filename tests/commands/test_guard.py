"""`advise guard`: which states it compares, and what it answers and exits with."""

import json

import pytest

from advisor.cli import main
from tests.guard.repositories import Repository

SETTINGS = ".claude/settings.json"
ACKNOWLEDGED = ".advise/acknowledged.toml"
DOCKER = json.dumps({"sandbox": {"excludedCommands": ["docker *"]}})
GH = json.dumps({"sandbox": {"excludedCommands": ["gh *"]}})
ENTRY = '[[acknowledged]]\nfile = ".claude/settings.json"\nkey = "sandbox.excludedCommands"\nvalue = "docker *"\nreason = "why"\n'


@pytest.fixture
def repository(tmp_path, monkeypatch):
    made = Repository(tmp_path / "shop")
    monkeypatch.chdir(made.folder)
    for name in ("PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF", "GIT_DIR", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    return made


@pytest.fixture
def advise(capsys):
    """(exit code, what was printed, what was complained of)."""

    def run(*arguments):
        code = main(["guard", *arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def effects(text):
    return [(change["effect"], change["value"]) for change in json.loads(text)["changes"]]


def test_what_is_staged_is_compared_with_head(repository, advise):
    repository.commit({})
    repository.put({SETTINGS: DOCKER})
    (repository.folder / SETTINGS).write_text("{}")  # not staged: it does not count
    code, text, _ = advise("--format", "json")
    assert (code, effects(text)) == (1, [("widens", "docker *")])


@pytest.mark.parametrize("name", ["GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS"])
def test_no_variable_of_git_hides_what_is_staged(repository, advise, monkeypatch, name):
    repository.commit({SETTINGS: GH})
    repository.put({f"web/{SETTINGS}": GH, SETTINGS: DOCKER})
    monkeypatch.setenv(name, "1")
    code, text, _ = advise("--format", "json")
    assert code == 1
    assert ("widens", "docker *") in effects(text)


def test_before_the_first_commit_there_is_nothing(repository, advise):
    repository.put({SETTINGS: GH})
    code, text, _ = advise("--format", "json")
    assert (code, effects(text)) == (0, [("widens", "gh *")])


def test_nothing_staged_is_nothing_to_say(repository, advise):
    repository.commit({SETTINGS: DOCKER})
    assert advise() == (0, "The allowlist stays as it is: no grant changed.\n", "")


def test_the_index_that_a_commit_is_made_of_counts(repository, advise, monkeypatch):
    """`git commit --all` gives its hooks an index of its own."""
    repository.commit({})
    repository.put({SETTINGS: DOCKER})
    (repository.folder / ".git/index").rename(repository.folder / ".git/other")
    assert advise()[0] == 0
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/other")
    assert advise()[0] == 1


def test_it_works_from_a_folder_below(repository, advise, monkeypatch):
    repository.commit({"docs/a": "x"})
    repository.put({"docs/a": "x", SETTINGS: DOCKER, "docs/" + SETTINGS: GH})
    monkeypatch.chdir(repository.folder / "docs")
    code, text, _ = advise("--format", "json")
    assert (code, effects(text)) == (1, [("widens", "docker *"), ("widens", "gh *")])


def test_an_acknowledgement_counts_in_the_newer_state_only(repository, advise):
    repository.commit({ACKNOWLEDGED: ENTRY})
    repository.put({SETTINGS: DOCKER})
    assert advise()[0] == 1  # it was taken back in the very change
    repository.put({SETTINGS: DOCKER, ACKNOWLEDGED: ENTRY})
    assert advise()[0] == 0
    repository.put({SETTINGS: DOCKER, ACKNOWLEDGED: ""})
    (repository.folder / ACKNOWLEDGED).write_text(ENTRY)
    assert advise()[0] == 1  # nobody reviews what is not staged
    repository.put({SETTINGS: DOCKER, "sub/" + ACKNOWLEDGED: ENTRY})
    assert advise()[0] == 1


def test_a_broken_acknowledgement_stops_the_commit(repository, advise):
    repository.commit({})
    repository.put({ACKNOWLEDGED: "x"})
    code, text, error = advise()
    assert (code, text) == (2, "")
    assert error.startswith("advise: .advise/acknowledged.toml is not valid TOML")


def test_a_linked_acknowledgement_is_none(repository, advise):
    repository.commit({})
    repository.put({SETTINGS: DOCKER, "entry": ENTRY})
    (repository.folder / ".advise").mkdir(exist_ok=True)
    (repository.folder / ACKNOWLEDGED).symlink_to("../entry")
    repository.git("add", "--all")
    assert advise()[0] == 1


def test_two_revisions_are_compared(repository, advise):
    first = repository.commit({SETTINGS: GH})
    second = repository.commit({SETTINGS: DOCKER})
    assert advise("--from", first, "--to", second)[0] == 1
    assert effects(advise("--from", second, "--to", first, "--format", "json")[1]) == [("widens", "gh *"), ("narrows", "docker *")]
    repository.put({SETTINGS: GH})
    assert advise("--from", first)[1] == "The allowlist stays as it is: no grant changed.\n"  # against what is staged
    document = json.loads(advise("--from", "HEAD~1", "--to", "HEAD", "--format", "json")[1])
    assert (document["from"], document["to"]) == ("HEAD~1", "HEAD")


def test_a_hook_says_which_revisions(repository, advise, monkeypatch):
    first = repository.commit({})
    second = repository.commit({SETTINGS: DOCKER})
    assert advise()[0] == 0
    monkeypatch.setenv("PRE_COMMIT_FROM_REF", first)
    assert advise()[0] == 0  # one alone is no range
    monkeypatch.setenv("PRE_COMMIT_TO_REF", second)
    assert advise()[0] == 1
    monkeypatch.setenv("PRE_COMMIT_FROM_REF", "0" * 40)
    assert advise()[0] == 1  # everything is new
    monkeypatch.setenv("PRE_COMMIT_TO_REF", "0" * 40)
    assert advise()[0] == 0  # a branch is deleted


def test_renames_are_followed(repository, advise):
    repository.commit({"a/" + SETTINGS: DOCKER})
    repository.put({"b/" + SETTINGS: DOCKER})
    code, text, _ = advise()
    assert code == 0
    assert "It moved here from a/.claude/settings.json" in text


@pytest.mark.parametrize("mode", ["symlink", "unmerged"])
def test_odd_entries_of_the_index_are_survived(repository, advise, mode):
    repository.commit({SETTINGS: GH})
    if mode == "symlink":
        repository.git("rm", "--quiet", SETTINGS)
        (repository.folder / ".claude").mkdir(exist_ok=True)
        (repository.folder / SETTINGS).symlink_to("elsewhere.json")
        repository.git("add", "--all")
        code, out, _ = advise()
        assert code == 1
        assert "symbolic link" in out
        return
    repository.git("checkout", "--quiet", "-b", "other")
    repository.commit({SETTINGS: DOCKER})
    repository.git("checkout", "--quiet", "main")
    repository.commit({SETTINGS: "{}"})
    with pytest.raises(Exception, match="merge"):
        repository.git("merge", "other")
    assert advise()[0] == 0  # ours, until it is merged


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--to", "HEAD"), "--to needs --from"),
        (("--from", " "), "an empty revision"),
        (("--from", "nowhere"), "'nowhere' is no revision"),
        (("--from", "--output=/tmp/x"), "expected one argument"),
        (("--from=--output=x",), "is no revision"),
        (("more",), "unrecognized arguments"),
    ],
)
def test_bad_usage_is_one_sentence(repository, advise, arguments, words):
    repository.commit({})
    code, text, error = advise(*arguments)
    assert (code, text) == (2, "")
    assert words in error
    assert error.count("\n") == 1


def test_a_repository_that_git_cannot_read_is_one_sentence(repository, advise):
    repository.commit({SETTINGS: GH})
    (repository.folder / ".git/index").write_bytes(b"no index")
    code, text, error = advise()
    assert (code, text) == (2, "")
    assert error.startswith("advise: git cannot read this repository")
    assert error.count("\n") == 1


def test_outside_a_repository_there_is_nothing_to_compare(tmp_path, advise, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    code, _, error = advise()
    assert code == 2
    assert "is in no git repository" in error


def test_an_acknowledgement_silences_no_explanation(repository, capsys):
    """Nothing but the guard reads the file: a cloned repository's word changes no answer about the sandbox."""
    refused = "touch: cannot touch '/srv/x': Read-only file system"
    told = []
    for entry in ("", ENTRY):
        repository.put({SETTINGS: DOCKER, ACKNOWLEDGED: entry})
        code = main(["explain", "--harness", "claude", refused])
        told.append((code, capsys.readouterr().out))
    assert told[0] == told[1]
    assert told[0][0] == 0
