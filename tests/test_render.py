"""What a reader sees, as text and as Markdown."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from advisor.gate import NOTHING_FOUND
from advisor.model import Confidence, WritePath
from advisor.render import WIDTH, report_text, rows, rule_text, rules_text, wrap
from advisor.rows import Row
from tests import reports
from tests.test_quoting import HOSTILE, is_safe

ALL = {
    "one": reports.report(),
    "both": reports.both_harnesses(),
    "permission": reports.permission(),
    "possible": reports.possible(),
    "not-sandbox": reports.not_sandbox(),
    "many": reports.many(),
}


def test_one_harness_fits_one_screen():
    lines = report_text(reports.report(), "text").split("\n")
    assert len(lines) <= 45
    assert max(map(len, lines)) <= WIDTH


def test_the_two_ways_stand_in_order_with_what_they_give_up():
    told = report_text(reports.report(), "text")
    parts = [
        "LIKELY THE SANDBOX: A write",
        "refused",
        "| npm error EROFS",
        "do not work round it",
        "1. If you want to keep the sandbox on (Codex",
    ]
    parts += ["save this as .codex/config.toml", 'default_permissions = "advise"', "mkdir -p", "allows", "risk", "takes effect"]
    parts += ["2. If you want to turn the sandbox off", "codex -s danger-full-access", "this removes filesystem isolation"]
    positions = [told.find(part) for part in parts]
    assert -1 not in positions
    assert positions == sorted(positions)


@pytest.mark.parametrize("report", ALL.values(), ids=ALL)
@pytest.mark.parametrize("form", ["text", "markdown"])
def test_every_report_ends_in_one_line_end_and_has_no_hole(report, form):
    told = report_text(report, form)
    assert told.endswith("\n")
    assert not told.endswith("\n\n")
    assert "\n\n\n" not in told
    assert "None" not in told
    assert is_safe(told)


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_nothing_found_is_one_sentence(form):
    assert report_text(reports.nothing(), form) == NOTHING_FOUND


def test_possible_never_says_more_than_may():
    told = report_text(reports.possible(), "text").lower()
    assert "may be" in told
    assert "likely" not in told
    assert "certain" not in told
    assert "to decide" in told


def test_the_grade_stands_in_the_first_line():
    certain = reports.report(denials=(reports.denial(confidence=Confidence.CERTAIN),))
    assert report_text(certain, "text").startswith("CERTAINLY THE SANDBOX: ")


def test_the_snippet_can_be_copied_as_it_is():
    told = report_text(reports.report(), "text")
    shown = "".join(line[7:] + "\n" for line in told.split("\n") if line.startswith(" " * 7) and not line.startswith(" " * 8))
    assert shown == reports.CODEX_SNIPPET.replace("\n\n", "\n")


def test_colour_stands_only_where_it_is_wanted_and_changes_no_text():
    plain, colour = report_text(reports.report(), "text"), report_text(reports.report(), "text", colour=True)
    assert "\x1b" not in plain
    assert colour.startswith("\x1b[1;31mLIKELY THE SANDBOX\x1b[0m: ")
    assert re.sub(r"\x1b\[[0-9;]*m", "", colour) == plain
    assert not any("\x1b[1m" in line and not line.endswith("\x1b[0m") for line in colour.split("\n"))


def test_two_harnesses_are_named_where_each_begins():
    told = report_text(reports.both_harnesses(), "text")
    assert (
        told.index("   Claude Code, assumed")
        < told.index(".claude/settings.json")
        < told.index("   Codex, assumed")
        < told.index(".codex/config.toml")
    )


def test_markdown_keeps_evidence_and_snippets_in_fences():
    told = report_text(reports.report(), "markdown")
    assert "**LIKELY THE SANDBOX**: A write" in told
    assert "```text\nnpm error EROFS" in told
    assert f"```toml\n{reports.CODEX_SNIPPET}```" in told
    assert "### 1. If you want to keep the sandbox on" in told
    assert "### 2. If you want to turn the sandbox off" in told


@settings(max_examples=30)
@given(HOSTILE)
def test_no_evidence_steers_out_of_a_text(text):
    hostile = reports.report(denials=(reports.denial(WritePath(text), text=text, because=(text,)),))
    for form in ("text", "markdown"):
        assert is_safe(report_text(hostile, form))


def test_markdown_in_a_path_stays_a_path():
    hostile = reports.report(denials=(reports.denial(WritePath("/x![i](http://evil.example)<img>"), text="x\n```\n# heading"),))
    told = report_text(hostile, "markdown")
    assert r"/x!\[i\](http://evil.example)\<img\>" in told
    assert "````text\nx\n```\n# heading\n````" in told


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_a_rules_page_tells_what_it_means_how_it_looks_what_to_do_and_its_source(form):
    told = rule_text(reports.READ_ONLY, form)
    for part in (
        "filesystem/read-only-mount",
        reports.READ_ONLY.title,
        "answers EROFS",
        "How it looks",
        reports.READ_ONLY.examples[0],
        "What only looks like it",
        reports.READ_ONLY.near_misses[0],
        "What to do",
        "advise explain",
        "https://docs.example/sandbox",
    ):
        assert part in told
    assert "\n\n\n" not in told


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_a_page_without_near_misses_leaves_their_heading_out(form):
    assert "What only looks like it" not in rule_text(reports.PORT_IN_USE, form)


def test_the_list_groups_rules_by_what_they_say():
    told = rules_text((reports.PORT_IN_USE, reports.READ_ONLY))
    lines = told.split("\n")
    assert lines[0] == "Refusals"
    assert lines[2] == "  filesystem/read-only-mount  A write outside the writable roots was refused"
    assert lines[4] == "Failures that only look like refusals"
    assert "Refusals that are only quoted" not in told
    assert rules_text(()).startswith("`advise explain RULE`")


def test_words_wrap_under_themselves_and_a_long_one_stays_whole():
    assert wrap("aa bb cc", 2, 7) == "aa bb\n  cc"
    assert wrap("a" * 20 + " b", 0, 10) == "a" * 20 + "\nb"
    assert wrap("") == ""
    assert rows([Row("line 3", "a\nb", "evidence")], 0) == "line 3        | a\n              | b"


def test_a_long_line_of_evidence_goes_on_under_itself():
    words, path = "word " * 30, "/" + "x" * 150
    told = rows([Row("line 3", f"{words}\n{path}", "evidence")], 0).split("\n")
    assert all(len(line) <= WIDTH for line in told)
    assert [line[14:16] for line in told] == ["| ", "  ", "| ", "  "]
    assert " ".join(line[16:] for line in told[:2]).split() == words.split()
    assert "".join(line[16:] for line in told[2:]) == path


def test_a_command_is_never_wrapped():
    command = "another terminal: " + "word " * 40
    assert rows([Row("do", command, "command")], 0) == "do            " + command.strip()
