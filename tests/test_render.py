"""What is read at leisure: a report as Markdown, a rule's page, the list of rules."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from advisor.gate import NOTHING_FOUND
from advisor.model import WritePath
from advisor.render import item, report_markdown, rule_text, rules_text
from advisor.rows import Row
from tests import reports
from tests.test_quoting import HOSTILE, is_safe


@pytest.mark.parametrize("report", reports.ALL.values(), ids=reports.ALL)
def test_every_report_ends_in_one_line_end_and_has_no_hole(report):
    told = report_markdown(report)
    assert told.endswith("\n")
    assert not told.endswith("\n\n")
    assert "\n\n\n" not in told
    assert "None" not in told
    assert is_safe(told)


def test_nothing_found_is_one_sentence():
    assert report_markdown(reports.nothing()) == NOTHING_FOUND


@settings(max_examples=30)
@given(HOSTILE)
def test_no_evidence_steers_out_of_a_text(text):
    hostile = reports.report(denials=(reports.denial(WritePath(text), text=text, because=(text,)),))
    assert is_safe(report_markdown(hostile))


def test_markdown_keeps_evidence_and_snippets_in_fences():
    told = report_markdown(reports.report())
    assert "**LIKELY THE SANDBOX**: A write" in told
    assert "```text\nnpm error EROFS" in told
    assert f"```toml\n{reports.CODEX_SHOWN}```" in told
    assert "### 1. If you want to keep the sandbox on" in told
    assert "### 2. If you want to turn the sandbox off" in told


def test_markdown_in_a_path_stays_a_path():
    hostile = reports.report(denials=(reports.denial(WritePath("/x![i](http://evil.example)<img>"), text="x\n```\n# heading"),))
    told = report_markdown(hostile)
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


def test_a_row_without_a_label_goes_on_below_the_item_before_it():
    assert item(Row("do", "there: quit it")) == "- *do*: there: quit it"
    assert item(Row("", "codex --x '[a]'", "command")) == "  - `codex --x '[a]'`"
    assert item(Row("", "for this session")) == "  - for this session"
