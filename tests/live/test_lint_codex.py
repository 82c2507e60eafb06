"""Codex itself does not start with the files of which lint says so, and starts with all others."""

import os
import random
import subprocess
import tomllib

import pytest

from advisor.edits.toml_older import older
from advisor.lint import catalogue, findings

pytestmark = pytest.mark.live

NO_START = "does not start"
USER, PROJECT = "~/.codex/config.toml", ".codex/config.toml"
# What is seen only when a session begins: the check at the start passes over it.
LATER = {"codex-config/host-pattern", "codex-config/single-socket"}


@pytest.fixture
def refuses(harnesses, tmp_path):
    """Whether the real program refuses to start with a text as the user's or a trusted project's config."""
    home, project = tmp_path / "home", tmp_path / "project"
    for folder in (home / ".codex", project / ".codex", project / ".git"):
        folder.mkdir(parents=True)
    trust = f'[projects."{project}"]\ntrust_level = "trusted"\n'

    def ask(text, file):
        own = text if file == USER else trust
        (home / ".codex/config.toml").write_text(own, newline="")
        (project / PROJECT).write_text(text if file == PROJECT else "", newline="")
        done = run(harnesses["codex"].path, ["app-server", "--print-startup-config"], home, project)
        assert done.returncode in (0, 1), done.stderr
        return done.returncode == 1

    return ask


def run(program, arguments, home, directory):
    environment = {"HOME": str(home), "CODEX_HOME": str(home / ".codex"), "PATH": os.environ["PATH"]}
    return subprocess.run(
        [program, *arguments], cwd=directory, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60
    )


def configs():
    """Every sample of a config.toml, as the user's file and as a project's."""
    samples = {sample.text for rule in catalogue("codex-config") for sample in (*rule.examples, *rule.near_misses)}
    return [(text, file) for text in sorted(samples) for file in (USER, PROJECT)]


def says_so(file, text, language):
    told = [finding for finding in findings(file, text, language) if finding.severity == "error" and finding.rule not in LATER]
    return any(NO_START in finding.message for finding in told)


def test_codex_does_not_start_with_what_lint_says_of_its_config_and_with_nothing_else(refuses):
    asked = [(text, file, refuses(text, file)) for text, file in configs()]
    wrong = [(text, file) for text, file, refused in asked if refused != says_so(file, text, "codex-config")]
    assert wrong == []
    assert sum(refused for _, _, refused in asked) > 100
    assert sum(not refused for _, _, refused in asked) > 100


def test_codex_reads_toml_1_1(refuses):
    text = 'tui = {\n  theme = "x", # said\n}\nmodel = "\\e[0m \\x41"\n'
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(text)
    assert tomllib.loads(older(text))["tui"] == {"theme": "x"}
    assert not refuses(text, USER)


def test_codex_does_not_take_the_rules_of_which_lint_says_so_and_takes_all_others(harnesses, tmp_path):
    (tmp_path / ".codex").mkdir()
    file = tmp_path / "a.rules"
    samples = {sample.text for rule in catalogue("codex-rules") for sample in (*rule.examples, *rule.near_misses)}
    wrong, refused = [], 0
    for text in sorted(samples):
        file.write_text(text, newline="")
        done = run(harnesses["codex"].path, ["execpolicy", "check", "-r", str(file), "ls"], tmp_path, tmp_path)
        refused += done.returncode != 0
        if (done.returncode != 0) != says_so(".codex/rules/a.rules", text, "codex-rules"):
            wrong.append((text, done.stderr[-300:]))
    assert wrong == []
    assert refused > 10


def changed(texts, number):
    """Real configs with a line gone, doubled, moved, or given another value; the same ones each time."""
    chosen = random.Random(11)
    values = ("1", '"x"', "true", "[]", '["a"]', "-1", "{ a = 1 }")
    lines = (
        "[features]",
        'sandbox_mode = "read-only"',
        'default_permissions = ":workspace"',
        "[permissions.dev]",
        'extends = ":workspace"',
    )
    for _ in range(number):
        rows = chosen.choice(texts).split("\n")
        at, other = chosen.randrange(len(rows)), chosen.randrange(len(rows))
        match chosen.randrange(5):
            case 0:
                rows.pop(at)
            case 1:
                rows.insert(at, rows[other])
            case 2:
                rows[at] = f"{rows[at].partition('=')[0]}= {chosen.choice(values)}"
            case 3:
                rows.insert(at, chosen.choice(lines))
            case _:
                rows[at], rows[other] = rows[other], rows[at]
        yield "\n".join(rows), chosen.choice((USER, PROJECT))


@pytest.mark.corpus
def test_codex_and_lint_agree_on_real_configs_and_on_what_becomes_of_them(refuses, corpus):
    texts = [file.read_bytes().decode() for file in sorted((corpus / "configs/codex").glob("*.toml")) if "requirements" not in file.name]
    cases = [*((text, file) for text in texts for file in (USER, PROJECT)), *changed(texts, 150)]
    wrong = [(text, file) for text, file in cases if refuses(text, file) != says_so(file, text, "codex-config")]
    assert wrong == []
