"""`advise suggest`: the screen, the document, the patch, what is staged, what cannot be read."""

import subprocess
import sys

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


@pytest.fixture
def nowhere(machine, monkeypatch):
    """The machine with a folder that is in no repository, whatever stands above the test's own."""
    (machine.project / ".git").rmdir()
    for module in ("advisor.situation", "advisor.commands.suggest_reading"):
        monkeypatch.setattr(f"{module}.repository_of", lambda folder: None)
    return machine


@pytest.mark.usefixtures("nowhere")
def test_staged_needs_a_repository():
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


def test_the_patch_says_why_there_is_none(machine, capsys):
    assert suggest_main("--format", "patch", "--harness", "codex") == 0
    assert capsys.readouterr() == ("", "advise: nothing to do: all that this repository makes necessary is allowed already.\n")
    machine.put("shop/Procfile", "db: psql -h localhost\n")
    assert suggest_main("--format", "patch", "--harness", "codex") == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert "It runs on this machine, outside the sandbox" in err


def test_a_service_of_this_machine_alone_makes_a_plan_without_options(machine):
    machine.put("shop/Procfile", "db: psql -h localhost\n")
    _, document = machine.told("suggest", "--harness", "claude")
    (plan,) = document["plans"]
    assert (plan["chosen"], plan["files"], len(plan["unmet"])) == ([], [], 1)
    assert document["commands"]["patch"] is None


def test_programs_are_asked_once_and_only_with_a_look(machine, monkeypatch):
    asked = []

    def answer(how, directory, environ):
        asked.append(how)
        return "told.shop.example"

    monkeypatch.setattr(suggest_reading, "hosts_told", answer)
    plant(NPM_WORKSPACE, machine.project)
    for name in ("package-lock.json", ".npmrc"):
        (machine.project / name).unlink()
    (machine.project / "Makefile").write_text("a:\n\tnpm install\nb:\n\tnpm update\n")
    _, document = machine.told("suggest", "--harness", "claude")
    assert "told.shop.example:443" in targets(document)
    assert (asked, document["open_hosts"]) == (["npm config get registry"], [])
    _, document = machine.told("suggest", "--harness", "claude", "--no-probe")
    assert (len(asked), len(document["open_hosts"])) == (1, 1)


def test_what_a_user_s_own_settings_name_counts(machine):
    machine.put(".npmrc", "registry=https://own.shop.example/\n")
    machine.put("shop/package.json", '{"dependencies": {"a": "1"}}')
    _, document = machine.told("suggest", "--harness", "claude")
    host = next(one for one in document["suggestions"] if one["operation"] == "connect")
    assert (host["target"], host["places"][0]["file"]) == ("own.shop.example:443", "~/.npmrc")


def test_a_submodule_beside_the_remote_is_found_by_git_s_config(machine):
    plant(POLYGLOT, machine.project)
    (machine.project / ".gitmodules").write_text('[submodule "a"]\n\turl = ../a.git\n')
    git(machine.project, "remote", "add", "origin", "https://code.shop.example/shop.git")
    _, document = machine.told("suggest", "--harness", "claude")
    host = next(one for one in document["suggestions"] if one["target"] == "code.shop.example:443")
    assert (host["places"][0]["file"], host["places"][0]["line"]) == (".gitmodules", 2)


def test_what_git_ignores_is_not_read(shop):
    (shop.project / ".gitignore").write_text("node_modules\npackages/web\nsecret.sh\n")
    (shop.project / "secret.sh").write_text("curl https://secret.shop.example/\n")
    _, document = shop.told("suggest", "--harness", "codex")
    assert "secret.shop.example:443" not in targets(document)


def test_without_git_everything_is_read_and_nothing_is_staged(shop, monkeypatch):
    import advisor

    monkeypatch.delattr(advisor, "repository", raising=False)
    monkeypatch.delitem(sys.modules, "advisor.repository", raising=False)
    monkeypatch.setitem(sys.modules, "git", None)  # so its import fails, as GitPython's does without the program
    _, document = shop.told("suggest", "--harness", "codex")
    assert "~/.npm/_cacache" in targets(document)
    with pytest.raises(UsageError, match="needs git"):
        suggest_main("--staged")


def test_a_git_folder_that_is_none_is_no_obstacle(machine):
    machine.put("shop/package.json", '{"dependencies": {"a": "1"}}')
    _, document = machine.told("suggest", "--harness", "codex")
    assert "~/.npm/_cacache" in targets(document)


def test_staged_files_may_be_no_text(shop):
    (shop.project / "Cargo.toml").write_bytes(b"\xff")
    git(shop.project, "add", "-A")
    _, document = shop.told("suggest", "--staged")
    assert {"file": "Cargo.toml", "line": None, "problem": "it is not UTF-8 text"} in document["unread"]


def test_progress_is_told_on_a_terminal_alone(machine, monkeypatch):
    import io

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    for number in range(60):
        machine.put(f"shop/p{number}/package.json", "{}")
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    machine.advise("suggest", "--harness", "codex")
    assert "advise: reading 50 of 60 files" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_the_call_is_repeated_with_its_options(shop):
    _, document = shop.told("suggest", "--harness", "codex", "--scope", "user", "--home", str(shop.home), "--codex-dialect", "legacy")
    assert document["commands"]["patch"] == (
        f"advise suggest --harness codex --codex-dialect legacy --home {shop.home} --scope user --format patch > allow.patch"
    )


def test_bad_usage(machine):
    with pytest.raises(UsageError):
        suggest_main("--format", "yaml")


@pytest.mark.parametrize("more", [("--output", "x"), ("--only", "a1"), ("--prefer", "grant"), ("--format", "json", "--except", "a1")])
def test_what_belongs_to_the_patch_is_not_passed_over_without_one(machine, more):
    with pytest.raises(UsageError, match="belong to --format patch"):
        suggest_main(*more)


def test_outside_of_a_repository_the_folder_is_read(nowhere):
    nowhere.put("shop/package.json", '{"dependencies": {"a": "1"}}')
    code, printed = nowhere.advise("suggest")
    assert code == 0
    assert "package.json:1: npm keeps downloaded packages there" in printed
    assert "If you want to allow it (--harness claude or codex tells one in full)" in printed


@pytest.mark.parametrize("harness", ["claude", "codex"])
def test_what_is_never_granted_is_in_no_patch(machine, harness):
    machine.put("shop/package-lock.json", '{"packages": {"a": {"resolved": "http://169.254.169.254/latest/x.tgz"}}}')
    machine.put("shop/.npmrc", "registry=https://*.shop.example/\n")
    machine.put("shop/.cargo/config.toml", '[build]\ntarget-dir = "/"\n')
    machine.put("shop/Makefile", "a:\n\tcp x ~/.ssh/config\n\tcp x ~/.bashrc\n\ttouch /etc/x\n\tmkdir -p ~/.cache\n")
    machine.put("shop/.gitmodules", '[submodule "a"]\n\turl = https://code.shop.example/a.git\n')
    machine.put("shop/Dockerfile", "FROM a\n")
    _, document = machine.told("suggest", "--harness", harness)
    (plan,) = document["plans"]
    taken = [option for option in plan["options"] if option["id"] in plan["chosen"]]
    values = str([(change["path"], change["value"]) for option in taken for change in option["changes"]])
    assert "code.shop.example" in values
    for never in ("169.254", "*", "ssh", "bashrc", "/etc", "'/'", "~/.cache'", ".git/", "sock", "allow_local_binding"):
        assert never not in values.replace("unix_sock", ""), never
