"""`advise init`: what it prints and writes, and what it refuses."""

import json
import subprocess
import tomllib

import pytest

from advisor.cli import main

SETTINGS, CONFIG, HOOKS = ".claude/settings.json", ".codex/config.toml", ".pre-commit-config.yaml"


@pytest.fixture
def shop(tmp_path, monkeypatch):
    folder = tmp_path / "shop"
    folder.mkdir()
    subprocess.run(["git", "init", "-q", folder], check=True)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def init(capfdbinary):
    """(exit code, the diff, what was said)."""

    def run(*arguments):
        code = main(["init", *arguments])
        said = capfdbinary.readouterr()
        return code, said.out.decode(), said.err.decode()

    return run


def files(diff):
    return [line.split(" b/")[1] for line in diff.splitlines() if line.startswith("diff --git")]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), [SETTINGS, CONFIG, HOOKS]),
        (("--mode", "read-only"), [SETTINGS, CONFIG]),
        (("--pre-commit",), [HOOKS]),
        (("--pre-commit", "--mode", "standard"), [SETTINGS, CONFIG, HOOKS]),
        (("--harness", "codex"), [CONFIG]),
        (("--harness", "claude", "--pre-commit"), [SETTINGS, HOOKS]),
    ],
)
def test_it_proposes_what_was_asked_for_and_writes_nothing(shop, init, arguments, expected):
    code, diff, said = init(*arguments)
    assert (code, files(diff)) == (0, expected)
    assert "--apply" in said
    assert not (shop / ".claude").exists()
    assert not (shop / HOOKS).exists()


def test_what_is_printed_is_what_is_written(shop, init):
    (shop / ".codex").mkdir()
    (shop / CONFIG).write_text('model = "a"  # ours\n')
    _, diff, _ = init("--mode", "trusted", "--host", "API.example", "--pre-commit")
    subprocess.run(["git", "apply", "-"], input=diff.encode(), check=True, cwd=shop)
    applied = {file: (shop / file).read_text() for file in (SETTINGS, CONFIG, HOOKS)}
    subprocess.run(["git", "apply", "-R", "-"], input=diff.encode(), check=True, cwd=shop)
    code, diff, said = init("--mode", "trusted", "--host", "API.example", "--pre-commit", "--apply")
    assert (code, diff) == (0, "")
    assert f"wrote {SETTINGS}, {CONFIG}, {HOOKS}" in said
    assert {file: (shop / file).read_text() for file in applied} == applied
    assert json.loads(applied[SETTINGS])["sandbox"]["network"]["allowedDomains"] == ["api.example"]
    assert tomllib.loads(applied[CONFIG])["permissions"]["trusted"]["network"]["domains"] == {"api.example": "allow"}
    assert applied[CONFIG].startswith('model = "a"  # ours\n')
    for again in ((), ("--apply",)):
        code, diff, said = init("--mode", "trusted", "--host", "api.example", "--pre-commit", *again)
        assert (code, diff) == (0, "")
        assert "Nothing to do" in said


def test_without_hosts_the_trusted_mode_says_so(shop, init):
    assert "no host is named" in init("--mode", "trusted")[2]


def test_from_a_folder_below_it_is_the_repository(shop, init, monkeypatch):
    (shop / "sub").mkdir()
    monkeypatch.chdir(shop / "sub")
    init("--mode", "standard", "--apply")
    assert (shop / SETTINGS).is_file()


def test_outside_a_repository_it_is_this_folder(tmp_path, init, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("advisor.commands.init.repository_of", lambda directory: None)
    assert init("--mode", "standard", "--apply")[0] == 0
    assert (tmp_path / SETTINGS).is_file()


def test_a_local_file_that_opens_more_is_told(shop, init):
    (shop / ".claude").mkdir()
    (shop / ".claude/settings.local.json").write_text('{"sandbox": {"enabled": false}}')
    assert "settings.local.json opens more by sandbox.enabled" in " ".join(init("--mode", "standard")[2].split())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--host", "a.example"), "--host belongs to --mode trusted"),
        (("--mode", "standard", "--host", "a.example"), "--host belongs to --mode trusted"),
        (("--mode", "trusted", "--host", "*.example"), "is no host to name here"),
        (("--mode", "trusted", "--host", "*"), "is no host to name here"),
        (("--mode", "trusted", "--host", "169.254.169.254"), "is no host to name here"),
        (("--mode", "trusted", "--host", "localhost"), "is no host to name here"),
        (("--mode", "trusted", "--host", "a b"), "is no host to name here"),
        (("--mode", "trusted", "--host", "a.example:8443"), "has a port"),
        (("--mode", "danger-full-access"), "invalid choice"),
        (("more",), "unrecognized arguments"),
    ],
)
def test_bad_usage_is_one_sentence(shop, init, arguments, words):
    code, diff, said = init(*arguments)
    assert (code, diff) == (2, "")
    assert words in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("file", "text"),
    [
        (SETTINGS, b"{,}"),
        (SETTINGS, b"[]"),
        (SETTINGS, b'{"permissions": {"allow": "x"}}'),
        (CONFIG, b"x ="),
        (CONFIG, b"sandbox_mode = 3"),
        (HOOKS, b"repos: [a]\n"),
        (SETTINGS, b"\xff"),
    ],
)
@pytest.mark.parametrize("apply", [(), ("--apply",)])
def test_a_file_that_cannot_be_merged_stays_and_so_do_the_others(shop, init, file, text, apply):
    (shop / file).parent.mkdir(exist_ok=True)
    (shop / file).write_bytes(text)
    code, diff, said = init(*apply)
    assert (code, diff) == (2, "")
    assert said.startswith(f"advise: {file}")
    assert (shop / file).read_bytes() == text
    assert not [other for other in (SETTINGS, CONFIG, HOOKS) if other != file and (shop / other).exists()]


def test_a_link_out_of_the_repository_is_not_followed(shop, init, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (shop / ".claude").symlink_to(tmp_path / "elsewhere")
    code, _, said = init("--mode", "standard", "--apply")
    assert code == 2
    assert "symbolic link" in said
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_an_installation_that_says_where_it_came_from_is_named(shop, init, monkeypatch):
    class Distribution:
        def read_text(self, name):
            return '{"url": "https://git.example/advise", "vcs_info": {"vcs": "git", "commit_id": "0123abc"}}'

    monkeypatch.setattr("importlib.metadata.distribution", lambda name: Distribution())
    assert "+  - repo: https://git.example/advise" in init("--pre-commit")[1]


def test_a_copy_that_was_never_installed_has_no_origin(shop, init, monkeypatch):
    from importlib.metadata import PackageNotFoundError

    def missing(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.distribution", missing)
    assert "repo: local" in init("--pre-commit")[1]
