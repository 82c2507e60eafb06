"""The verb on files, on standard input and on a repository: what it prints, and how it exits."""

import io
import json
import re

import pytest

from advisor.cli import main
from advisor.validate import problems

CLEAN = '{"model": "opus"}\n'
OFF = '{"sandbox": {"enabled": false}}\n'
HINTS = '{"_comment": "ours"}\n'
DROPPED = '{"sandbox": {"enabled": "true"}}\n'


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """Writes files by their path in a repository, in which the verb then runs."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)

    def write(**files):
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, newline="")
        return tmp_path

    return write


def test_a_clean_file(repository, capsys):
    repository(**{".claude/settings.json": CLEAN})
    assert main(["lint", ".claude/settings.json"]) == 0
    assert capsys.readouterr().out == "Nothing wrong in 1 file.\n"


def test_a_finding_is_a_line_that_editors_know_with_its_meaning_below(repository, capsys):
    repository(**{".claude/settings.json": OFF})
    assert main(["lint", ".claude/settings.json"]) == 1
    first, *below, last = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"\.claude/settings\.json:1:25: warn claude-settings/sandbox-off: sandbox\.enabled: false: .*", first)
    assert all(line.startswith("    ") for line in below)
    assert below[-1].startswith("    fix: ")
    assert last == "1 warning in 1 file."


def test_what_a_rule_means_is_said_once(repository, capsys):
    repository(**{".claude/settings.json": '{"sandbox": {"enabled": true, "excludedCommands": ["gh", "docker"]}}'})
    main(["lint", ".claude/settings.json"])
    out = capsys.readouterr().out
    assert out.count("claude-settings/bare-exclusion") == 2
    assert out.count("An entry is compared with the whole call") == 1


@pytest.mark.parametrize(("text", "code"), [(CLEAN, 0), (HINTS, 0), (OFF, 1), (DROPPED, 1)])
def test_information_alone_is_no_failure(repository, text, code):
    repository(**{".claude/settings.json": text})
    assert main(["lint", ".claude/settings.json"]) == code


def test_json_is_what_its_schema_says(repository, capsys):
    repository(**{".claude/settings.json": '{"sandbox": {"enabled": "true", "allowedDomains": ["a.example"]},}'})
    assert main(["lint", "--format", "json", ".claude/settings.json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert problems(document, "findings") == ()
    assert document["schema"] == "advise.findings/1"
    (wrong,) = [finding for finding in document["findings"] if finding["rule"] == "claude-settings/wrong-type"]
    assert (wrong["line"], wrong["column"], wrong["end_column"], wrong["key"]) == (1, 25, 31, "sandbox.enabled")
    assert wrong["fix"] == {
        "say": "write true without quotes",
        "safe": True,
        "edits": [{"op": "set", "path": ["sandbox", "enabled"], "value": True}],
    }


def test_without_files_those_of_the_repository_are_linted(repository, monkeypatch, capsys):
    root = repository(
        **{
            ".claude/settings.json": OFF,
            "web/.claude/settings.local.json": OFF,
            "web/src/settings.json": OFF,
            "node_modules/x/.claude/settings.json": OFF,
        }
    )
    monkeypatch.chdir(root / "web" / "src")
    assert main(["lint"]) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    assert [line.partition(":")[0] for line in lines[:-1]] == ["../../.claude/settings.json", "../.claude/settings.local.json"]


def test_a_folder_without_repository_is_its_own_root(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("advisor.commands.lint.repository_of", lambda directory: None)
    assert main(["lint"]) == 0
    assert capsys.readouterr().out == "There is no config file of a harness or launcher here.\n"


def test_standard_input_needs_a_language(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(OFF.encode())))
    assert main(["lint", "--as", "claude-managed", "-"]) == 1
    assert "for everybody" in capsys.readouterr().out


def test_the_scope_can_be_told(repository, capsys):
    repository(**{"x.json": '{"sandbox": {"enabled": true, "allowAppleEvents": true}}'})
    main(["lint", "--scope", "user", "x.json"])
    assert "trusted-scope-only" not in capsys.readouterr().out
    main(["lint", "--scope", "project", "x.json"])
    assert "trusted-scope-only" in capsys.readouterr().out


def test_a_file_that_cannot_be_read_does_not_hide_the_others(repository, capsys):
    root = repository(**{".claude/settings.json": OFF, "notes.txt": "hello"})
    (root / "latin.json").write_bytes(b'{"model": "\xe9"}')
    assert main(["lint", ".claude/settings.json", "no.json", "latin.json", "notes.txt"]) == 2
    told = capsys.readouterr()
    assert "sandbox-off" in told.out
    assert told.out.endswith("1 warning in 1 file.\n")
    assert told.err.splitlines() == [
        "advise: no.json cannot be linted: there is no such file. Name a config file.",
        "advise: latin.json cannot be linted: it is not UTF-8 text. Name a config file.",
        "advise: notes.txt is no config file that advise knows. Say which language it is in with --as.",
    ]


def test_standard_input_that_is_no_text_is_refused(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe")))
    assert main(["lint", "--as", "claude-settings", "-"]) == 2
    assert capsys.readouterr().err == "advise: standard input is not UTF-8 text. Give it a config file's text.\n"


def test_what_a_file_holds_cannot_steer_the_terminal(repository, capsys):
    repository(**{".claude/settings.json": '{"sandbox": {"\\u001b[2Jx": 1, "excludedCommands": ["\\u202egh\\u001b]0;t\\u0007"]}}'})
    for form in ("text", "json"):
        assert main(["lint", "--format", form, ".claude/settings.json"]) == 1
        out = capsys.readouterr().out
        assert "\x1b" not in out
        assert "\u202e" not in out
        assert "\\u001b" not in out


def test_where_nothing_can_be_read_it_is_not_said_that_there_is_nothing(repository, capsys):
    repository(**{".claude/settings.json": "[" * 200 + "]" * 200})
    assert main(["lint"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "nests more than 100 deep" in told.err
    assert main(["lint", ""]) == 2
    assert "the empty name cannot be linted" in capsys.readouterr().err


def test_a_folder_with_a_line_break_in_its_name_is_looked_at(repository, capsys):
    repository(**{"a '\n\"$(x)/.claude/settings.json": OFF})
    assert main(["lint"]) == 1
    assert "claude-settings/sandbox-off" in capsys.readouterr().out
