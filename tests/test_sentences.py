"""The words of a report's parts."""

from __future__ import annotations

import json
import tomllib

import pytest

from advisor import sentences
from advisor.documents import report_document
from advisor.harnesses import NAMES, load
from advisor.model import Confidence, Known, RunCommand, WritePath
from tests import reports


def document(report):
    return report_document(report)


@pytest.mark.parametrize(
    ("report", "label", "sentence"),
    [
        (reports.report(), "LIKELY THE SANDBOX", "A write outside the writable roots was refused."),
        (reports.report(denials=(reports.denial(confidence=Confidence.CERTAIN),)), "CERTAINLY THE SANDBOX", None),
        (reports.possible(), "POSSIBLY THE SANDBOX", "It may be this: A write outside the writable roots was refused."),
        (reports.permission(), "NOT THE SANDBOX, A PERMISSION RULE", "The harness asks before it runs this command."),
        (reports.not_sandbox(), "NOT THE SANDBOX", "Another process holds the port."),
        (reports.nothing(), "NOTHING FOUND", "Nothing here looks like a sandbox denial."),
    ],
)
def test_the_headline_says_the_verdict_with_its_grade(report, label, sentence):
    told = sentences.headline(document(report))
    assert told[0] == label
    assert sentence in (None, told[1])


def test_the_best_denial_is_the_surest_and_the_first_of_equals():
    weak = reports.denial(WritePath("/weak"), confidence=Confidence.POSSIBLE)
    first, second = reports.denial(WritePath("/first")), reports.denial(WritePath("/second"))
    permission = reports.denial(RunCommand("x"), confidence=Confidence.CERTAIN)
    denials = document(reports.report(denials=(weak, permission, first, second)))["denials"]
    assert sentences.best_of(denials)["target"] == "/first"
    assert sentences.best_of(denials[1:2])["target"] == "x"


def test_every_operation_of_the_schema_has_its_words():
    from advisor.resources import text

    operations = json.loads(text("schemas", "report.json"))["$defs"]["denial"]["properties"]["operation"]["enum"]
    for operation in operations:
        assert "T" in sentences.refusal({"operation": operation, "target": "T"})
        assert "{" not in sentences.refusal({"operation": operation, "target": None})


def test_a_target_keeps_to_its_line():
    told = sentences.refusal({"operation": "write", "target": "/a\nb" + "x" * 300}, width=40)
    assert "\n" not in told
    assert len(told) <= len("write to ") + 40


def test_a_version_is_said_to_be_assumed_when_it_is():
    codex = load("codex")
    assert sentences.harness_words("codex", document(reports.report())) == f"{codex.title}, assumed {codex.assumed_version}"
    known = reports.report(situation=reports.situation(version=Known("0.160.0", "flag")))
    assert sentences.harness_words("codex", document(known)) == f"{codex.title} 0.160.0"


def test_the_escape_hatches_are_those_of_the_harnesses_shown():
    assert sentences.escape_hatches(["codex"]) == ["require_escalated"]
    assert sentences.escape_hatches(NAMES) == ["dangerouslyDisableSandbox", "require_escalated"]


def test_a_whole_file_and_lines_to_add_are_told_apart():
    file = {"file": ".codex/config.toml", "complete": True}
    assert sentences.file_sentence(file) == "no such file yet? save this as .codex/config.toml; otherwise run `advise patch`"
    assert sentences.file_sentence({**file, "complete": False}) == "run `advise patch`, or put these lines into .codex/config.toml"


@pytest.mark.parametrize(
    ("file", "warning"),
    [(".codex/config.toml", "a second table"), (".claude/settings.json", "a second object"), (".codex/rules/x.rules", "")],
)
def test_merging_goes_wrong_in_each_formats_own_way(file, warning):
    told = sentences.merge_warning({"file": file, "snippet": "[a]\nb = 1\n"})
    assert warning in told
    assert bool(told) == bool(warning)
    assert "header" not in told


def test_lines_that_belong_to_no_table_go_above_the_first_one():
    told = sentences.merge_warning({"file": ".codex/config.toml", "snippet": 'default_permissions = "advise"\n[permissions.advise]\n'})
    assert told.endswith("lines without a table header go above the first [table]")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "toml", "op": "set", "path": ["a", "b_c"], "value": True, "file": "F"}, "a.b_c = true in F"),
        ({"format": "toml", "op": "set", "path": ["a", "~/x"], "value": "write", "file": "F"}, 'a."~/x" = "write" in F'),
        ({"format": "json", "op": "append", "path": ["a"], "value": "é", "file": "F"}, 'a += "é" in F'),
        ({"format": "lines", "op": "append", "path": [], "value": "rule()", "file": "F"}, "the line rule() in F"),
    ],
)
def test_a_change_is_one_line(change, words):
    assert sentences.change_words(change) == words


def test_a_place_says_whose_step_it_is_where_it_is_not_the_readers():
    assert sentences.place_words({"who": "human", "where": "another terminal"}) == "another terminal"
    assert sentences.place_words({"who": "agent", "where": "inside the sandbox"}) == "the agent, inside the sandbox"


@pytest.mark.parametrize(
    ("verified", "words"),
    [
        (None, "not tried by us"),
        ({"how": "ran", "version": "1.2", "date": "2026-11-29"}, "run on Codex 1.2, 2026-11-29"),
        ({"how": "source", "version": "1.2", "date": "2026-11-29"}, "read in the source of Codex 1.2, 2026-11-29"),
        ({"how": "report", "version": "1.2", "date": "2026-11-29"}, "reported for Codex 1.2, 2026-11-29"),
    ],
)
def test_how_we_know_is_told(verified, words):
    assert sentences.verified_words(verified, "codex") == words


def test_sentences_and_lists():
    assert sentences.within("One. Two. Three.", 0) == "One."
    assert sentences.within("One. Two. Three.", 12) == "One. Two."
    assert sentences.within("One. Two. Three.", 99) == "One. Two. Three."
    assert sentences.within("only `a.b` one.", 0) == "only `a.b` one."
    assert sentences.without_blanks("a\n \n\nb") == "a\nb"
    assert sentences.sentence("a cat") == "A cat."
    assert sentences.sentence("why?") == "Why?"
    assert sentences.listed(["a"]) == "a"
    assert sentences.listed(iter("ab")) == "a or b"
    assert sentences.listed("abc", "and") == "a, b and c"


@pytest.mark.parametrize(
    ("snippet", "shown"),
    [
        (reports.CODEX_SNIPPET, reports.CODEX_SHOWN),
        (reports.CLAUDE_SNIPPET, reports.CLAUDE_SHOWN),
        ('{\n  "a": [\n    "x",\n    "y"\n  ]\n}\n', '{\n  "a": [\n    "x",\n    "y"\n  ]\n}\n'),
        ('{\n  "a": [\n    "q\\"]"\n  ]\n}\n', '{\n  "a": ["q\\"]"]\n}\n'),
    ],
)
def test_a_snippet_takes_fewer_lines_and_means_the_same(snippet, shown):
    told = sentences.snippet_of({"snippet": snippet})
    assert told == shown.rstrip()
    read = json.loads if snippet.startswith("{") else tomllib.loads
    assert read(told) == read(snippet)
