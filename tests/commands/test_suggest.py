"""`advise suggest`: the screen, the document, the patch, what is staged, what cannot be read."""

import subprocess

import pytest

from advisor.commands import suggest_reading
from advisor.errors import UsageError
from advisor.validate import problems
from tests.suggest.repositories import NPM_WORKSPACE, POLYGLOT, git, plant

CLAUDE_ON = '{"sandbox": {"enabled": true}}'


@pytest.fixture(autouse=True)
def nobody_answers(monkeypatch):
    """No package manager of this machine is asked."""
    monkeypatch.setattr(suggest_reading, "hosts_told", lambda how, directory, environ: None)


@pytest.fixture
def shop(machine):
    plant(NPM_WORKSPACE, machine.project)
    machine.trust()
    return machine


def targets(document, key="suggestions"):
    return [one["target"] for one in document[key]]


def test_the_document_fits_its_schema_and_names_what_is_refused(shop):
    code, document = shop.told("suggest", "--harness", "codex")
    assert code == 0
    assert problems(document, "suggestions") == ()
    assert "~/.npm/_cacache" in targets(document)
    assert targets(document, "granted") == ["."]
    cache = next(one for one in document["suggestions"] if one["target"] == "~/.npm/_cacache")
    assert cache["places"][0] | {"because": ""} == {"file": "package-lock.json", "line": 4, "because": "", "command": "npm ci"}
    assert cache["answers"][0]["access"] == "refused"
    (plan,) = document["plans"]
    served = {index for option in plan["options"] for index in option["denials"]}
    assert document["suggestions"].index(cache) in served


def test_the_screen_says_where_and_what_to_run(shop):
    code, printed = shop.advise("suggest", "--harness", "claude")
    assert code == 0
    assert printed.startswith("SUGGESTED: ")
    assert "package-lock.json:10: npm downloads from it" in printed
    assert "advise suggest --harness claude --format patch > allow.patch" in printed
    assert "advise check --harness claude --write '~/.npm/_cacache'" in printed or "--write ~/.npm/_cacache" in printed
    assert "`advise patch`" not in printed


def test_the_patch_applies_and_then_nothing_is_left(shop):
    for folder in (".npm/_cacache", ".claude", ".codex"):
        (shop.home / folder).mkdir(parents=True, exist_ok=True)
    shop.advise("suggest", "--format", "patch", "--output", str(shop.home / "allow.patch"))
    subprocess.run(["git", "apply", str(shop.home / "allow.patch")], cwd=shop.project, check=True)
    assert '"registry.shop.example" = "allow"' in (shop.project / ".codex/config.toml").read_text()
    assert "~/.npm/_cacache" in (shop.project / ".claude/settings.json").read_text()
    assert "allow_local_binding" not in (shop.project / ".codex/config.toml").read_text()
    _, document = shop.told("suggest")
    assert not {"registry.shop.example:443", "~/.npm/_cacache"} & set(targets(document))


def test_staged_tells_only_what_is_new(shop):
    git(shop.project, "add", "package.json", "package-lock.json")
    _, document = shop.told("suggest", "--harness", "codex", "--staged")
    assert document["staged"]
    assert "~/.npm/_cacache" in targets(document)
    git(shop.project, "commit", "-qm", "first")
    _, document = shop.told("suggest", "--harness", "codex", "--staged")
    assert (document["suggestions"], document["granted"], document["unread"]) == ([], [], [])
    (shop.project / "Procfile").write_text("db: psql -h db.shop.example\n")
    git(shop.project, "add", "Procfile")
    (shop.project / "Procfile").write_text("db: psql -h other.shop.example\n")
    _, document = shop.told("suggest", "--harness", "codex", "--staged")
    assert targets(document) == ["db.shop.example:5432"]


def test_staged_needs_a_repository(machine):
    (machine.project / ".git").rmdir()
    with pytest.raises(UsageError, match="needs a git repository"):
        suggest_main("--staged")


def suggest_main(*arguments):
    from advisor.commands import suggest

    return suggest.main(list(arguments))


def test_broken_manifests_and_loops_are_named_and_change_nothing(machine):
    plant(POLYGLOT, machine.project)
    (machine.project / "round").symlink_to(machine.project)
    (machine.project / "Makefile").symlink_to("Makefile")
    (machine.project / "web/Cargo.toml").write_bytes(b"\xff\xfe")
    code, document = machine.told("suggest")
    assert code == 0
    unread = {one["file"]: one["problem"] for one in document["unread"]}
    assert set(unread) == {"round", "Makefile", "web/Cargo.toml", "broken/package.json", "broken/Cargo.toml"}
    assert "npm.mosaic.example:443" in targets(document)


def test_nothing_is_said_of_an_empty_folder(machine):
    code, printed = machine.advise("suggest", "--harness", "codex")
    assert code == 0
    assert printed.startswith("NOTHING TO SUGGEST: Nothing that this repository makes necessary")


def test_without_a_look_only_the_repository_speaks(shop):
    code, document = shop.told("suggest", "--no-probe", "--harness", "claude", "--os", "linux")
    assert code == 0
    assert "registry.shop.example:443" in targets(document)
    assert document["commands"]["patch"] == "advise suggest --harness claude --os linux --no-probe --format patch > allow.patch"
