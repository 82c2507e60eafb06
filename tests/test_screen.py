"""What a reader sees on a terminal."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from hypothesis import given, settings

from advisor.gate import NOTHING_FOUND
from advisor.model import Confidence, WritePath
from advisor.rows import Row
from advisor.screen import WIDTH, report_text, rows, wrap
from tests import reports
from tests.conftest import unmeasured
from tests.test_quoting import HOSTILE, is_safe


@pytest.mark.parametrize("report", reports.ALL.values(), ids=reports.ALL)
def test_every_report_ends_in_one_line_end_and_has_no_hole(report):
    told = report_text(report)
    assert told.endswith("\n")
    assert not told.endswith("\n\n")
    assert "\n\n\n" not in told
    assert "None" not in told
    assert is_safe(told)


def test_nothing_found_is_one_sentence():
    assert report_text(reports.nothing()) == NOTHING_FOUND


@settings(max_examples=30)
@given(HOSTILE)
def test_no_evidence_steers_out_of_a_text(text):
    hostile = reports.report(denials=(reports.denial(WritePath(text), text=text, because=(text,)),))
    assert is_safe(report_text(hostile))


def test_one_harness_fits_one_screen():
    lines = report_text(reports.report()).split("\n")
    assert len(lines) <= 45
    assert max(map(len, lines)) <= WIDTH


def test_the_two_ways_stand_in_order_with_what_they_give_up():
    told = report_text(reports.report())
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


def test_possible_never_says_more_than_may():
    told = report_text(reports.possible()).lower()
    assert "may be" in told
    assert "likely" not in told
    assert "certain" not in told
    assert "to decide" in told


def test_the_grade_stands_in_the_first_line():
    certain = reports.report(denials=(reports.denial(confidence=Confidence.CERTAIN),))
    assert report_text(certain).startswith("CERTAINLY THE SANDBOX: ")


def test_the_snippet_can_be_copied_as_it_is():
    told = report_text(reports.report())
    shown = "".join(line[7:] + "\n" for line in told.split("\n") if line.startswith(" " * 7) and not line.startswith(" " * 8))
    assert shown == reports.CODEX_SHOWN


def test_colour_stands_only_where_it_is_wanted_and_changes_no_text():
    plain, colour = report_text(reports.report()), report_text(reports.report(), colour=True)
    assert "\x1b" not in plain
    assert colour.startswith("\x1b[1;31mLIKELY THE SANDBOX\x1b[0m: ")
    assert re.sub(r"\x1b\[[0-9;]*m", "", colour) == plain
    assert not any("\x1b[1m" in line and not line.endswith("\x1b[0m") for line in colour.split("\n"))


def test_two_harnesses_are_named_where_each_begins():
    told = report_text(reports.both_harnesses())
    assert (
        told.index("   Claude Code, assumed")
        < told.index(".claude/settings.json")
        < told.index("   Codex, assumed")
        < told.index(".codex/config.toml")
    )


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


def test_a_terminal_needs_no_template_engine():
    code = "import sys, advisor.screen; print(sorted({'jinja2', 'json', 'argparse'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=unmeasured())
    assert done.stdout == "[]\n"
