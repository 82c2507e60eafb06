"""The three hooks, run by the real pre-commit in a repository of its own, installed by it from this one: a real commit meets them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.test_repository import tracked

pytestmark = pytest.mark.live

PRE_COMMIT = Path(sys.executable).parent / "pre-commit"
IDS = ("advise-lint", "advise-guard", "advise-suggest")
HOOKS = "repos:\n  - repo: {here}\n    rev: {revision}\n    hooks:\n" + "".join(f"      - id: {name}\n" for name in IDS)
SETTINGS = '{"sandbox": {"enabled": true, "failIfUnavailable": true}, "permissions": {"allow": ["Bash(npm test)"]}}\n'
PACKAGE = '{"name": "shop", "version": "1.0.0", "dependencies": {"left-pad": "^1.3.0"}}\n'
LOCK = (
    '{"name": "shop", "version": "1.0.0", "lockfileVersion": 3, "packages": {"": {"dependencies": {"left-pad": "^1.3.0"}},'
    ' "node_modules/left-pad": {"version": "1.3.0", "resolved": "https://npm.example/left-pad/-/left-pad-1.3.0.tgz"}}}\n'
)
ENTRY = """[[acknowledged]]
file = "packages/shop/.claude/settings.json"
key = "permissions.allow"
value = "Bash(npm test)"
reason = "CI runs it"
"""


class Repository:
    """A git repository with a home and a cache of pre-commit's of its own."""

    def __init__(self, folder, home):
        self.folder = folder
        names = [name for name in os.environ if name.startswith(("PIP_", "UV_", "SSL_", "HTTP", "NO_PROXY", "LANG", "LC_"))]
        self.environment = {name: os.environ[name] for name in names} | {
            "HOME": str(home),
            "PRE_COMMIT_HOME": str(home / "cache"),
            "PATH": f"{PRE_COMMIT.parent}{os.pathsep}{os.environ['PATH']}",
            **{f"GIT_{who}_{what}": "dev@mail.example" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
        }
        folder.mkdir(parents=True, exist_ok=True)
        self.run("git", "init", "--quiet", "--initial-branch=main")

    def run(self, *command, check=True):
        """What is printed, both outputs together."""
        done = subprocess.run(command, cwd=self.folder, env=self.environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert not check or done.returncode == 0, done.stdout
        return done.returncode, done.stdout

    def put(self, name, text):
        """Write and stage a file."""
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text)
        self.run("git", "add", "--force", name)

    def commit(self, message):
        """(exit code, what is printed) of a commit."""
        return self.run("git", "commit", "--message", message, check=False)


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    """A repository whose commits meet the hooks of this one as it stands; skipped where pip reaches no package index."""
    place = tmp_path_factory.mktemp("hooks")
    required = os.environ.get("ADVISE_REQUIRE_LIVE") == "1"
    if not PRE_COMMIT.exists():
        assert not required, "pre-commit is not installed"
        pytest.skip("pre-commit is not installed")
    (place / "home").mkdir()
    here = Repository(place / "advise", place / "home")
    for file in tracked():
        copy = here.folder / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    here.run("git", "add", "--all", "--force")
    assert here.commit("As it stands")[0] == 0
    revision = here.run("git", "rev-parse", "HEAD")[1].strip()
    made = Repository(place / "shop", place / "home")
    made.put(".pre-commit-config.yaml", HOOKS.format(here=here.folder, revision=revision))
    made.run("pre-commit", "install")
    code, said = made.run("pre-commit", "install-hooks", check=False)
    if code and not required:
        pytest.skip(f"pre-commit could not install the hooks: {said[-200:]}")
    assert code == 0, said
    assert made.commit("The hooks themselves")[0] == 0
    return made


def test_a_commit_shows_what_a_sandboxed_session_would_be_refused_and_passes(repository):
    repository.put("package.json", PACKAGE)
    repository.put("package-lock.json", LOCK)
    code, said = repository.commit("A dependency")
    assert code == 0, said
    assert "npm.example" in said
    assert "hook id: advise-suggest" in said
    assert said.count("(no files to check)Skipped") == 1  # lint looks at config files alone; one that is deleted only the guard can miss
    assert re.search(r"let the agents do\?\.{1,80}Passed", said)


def test_a_commit_that_hands_over_an_escape_is_stopped_until_it_is_acknowledged(repository):
    repository.put("packages/shop/.claude/settings.json", SETTINGS)  # in a folder below
    code, said = repository.commit("Let it test")
    assert code == 1
    assert "THE ALLOWLIST WIDENS" in said
    assert "permissions.allow = Bash(npm test)" in said
    assert ENTRY.partition("reason")[0] in "\n".join(line.strip() for line in said.splitlines())
    repository.put(".advise/acknowledged.toml", ENTRY)
    code, said = repository.commit("Let it test")
    assert code == 0, said
    assert "CI runs it" in said


def test_a_commit_of_settings_that_are_dropped_is_stopped(repository):
    repository.put("packages/shop/.claude/settings.json", SETTINGS.replace("}}", "}},"))
    code, said = repository.commit("A comma too many")
    assert code == 1
    assert "hook id: advise-lint" in said
    repository.run("git", "reset", "--quiet", "--hard")


def test_a_push_is_judged_as_a_whole(repository):
    first = repository.run("git", "rev-list", "--max-parents=0", "HEAD")[1].strip()
    code, said = repository.run("pre-commit", "run", "advise-guard", "--from-ref", first, "--to-ref", "HEAD", check=False)
    assert code == 0, said
    assert "CI runs it" in said
