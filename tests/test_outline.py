"""Which rows a reader gets, in which order, and how many."""

from __future__ import annotations

from advisor.documents import report_document, rules_document
from advisor.model import OffSwitch, PlanFile, Step
from advisor.outline import MOST_DENIALS, outline, rule_advice, rule_rows
from advisor.rows import Row
from advisor.validate import problems
from tests import reports


def outlined(report):
    return outline(report_document(report))


def labels(rows):
    return [row.label for row in rows]


def test_a_denial_is_told_with_its_line_its_meaning_and_its_grade():
    found = outlined(reports.report()).found
    assert found[0] == Row("refused", "write to /home/dev/.npm/_cacache/tmp")
    assert found[1] == Row("line 3", "npm error EROFS: read-only file system, mkdir '/home/dev/.npm/_cacache/tmp'", "evidence")
    assert found[2] == Row("why", reports.READ_ONLY.explanation)
    assert found[3] == Row("likely", "this text has almost no other cause")


def test_what_is_only_possible_is_asked_and_decided_by_the_next_step():
    possible = outlined(reports.possible())
    assert possible.found[0].label == "refused?"
    assert possible.advice.startswith("To decide: run the same command once")
    assert possible.keep.startswith("1. If it was the sandbox")
    assert possible.off.startswith("2. If it was the sandbox")


def test_a_permission_refusal_offers_no_off_switch():
    permission = outlined(reports.permission())
    assert "let the agent run this" in permission.keep
    assert permission.off == ""


def test_an_ordinary_failure_offers_nothing_to_change():
    told = outlined(reports.not_sandbox())
    assert labels(told.found) == ["line 8", "why"]
    assert (told.keep, told.off, told.sections, told.off_rows) == ("", "", (), ())
    assert "no setting of it would help" in told.advice


def test_many_denials_tell_each_kind_before_any_twice_and_count_the_rest():
    writes = reports.many().denials[1:]
    told = outlined(reports.many()._replace(denials=(*writes, reports.many().denials[0])))
    refused = [row.text for row in told.found if row.label == "refused"]
    assert len(refused) == MOST_DENIALS
    assert refused[:2] == ["write to /home/dev/.npm/_cacache/a", "connect to registry.npm.example:443"]
    assert Row("and", "6 more (--format json lists them)") in told.found
    assert "not sandbox" in labels(told.found)


def test_denials_beyond_the_listed_ones_are_counted_too():
    report = reports.many()._replace(more=40)
    document = report_document(report)
    assert document["more_denials"] == 40
    assert problems(document, "report") == ()
    listed = len(report.denials)
    rest = f"{listed - MOST_DENIALS + 40} more (--format json lists {listed} of at least {listed + 40})"
    assert Row("and", rest) in outlined(report).found
    assert "more_denials" not in report_document(reports.many())


def test_a_long_explanation_is_cut_at_a_sentence_and_says_where_the_rest_is():
    long = reports.READ_ONLY._replace(explanation="First sentence. " * 20 + "Last one.")
    why = outlined(reports.report(denials=(reports.denial(rule=long),))).found[2].text
    assert why.startswith("First sentence. First")
    assert why.endswith("sentence. (`advise explain filesystem/read-only-mount` says more)")
    endless = reports.READ_ONLY._replace(explanation="word " * 100 + "end.")
    assert outlined(reports.report(denials=(reports.denial(rule=endless),))).found[2].text == endless.explanation


def test_blank_lines_of_evidence_go():
    row = outlined(reports.report(denials=(reports.denial(text="a\n\n \nb"),))).found[1]
    assert (row.label, row.text) == ("lines 3-6", "a\nb")


def test_evidence_of_several_lines_says_which():
    denial = reports.denial(text="a\nb\nc\nd\ne")
    row = outlined(reports.report(denials=(denial,))).found[1]
    assert (row.label, row.text) == ("lines 3-7", "a\nb\n… 3 more lines")


def test_look_alikes_in_one_line_are_told_once():
    other = reports.ordinary(reports.PORT_IN_USE._replace(id="ordinary/other", title="Another reading"))
    elsewhere = other._replace(evidence=reports.excerpt("elsewhere", line=20))
    told = outlined(
        reports.not_sandbox()._replace(
            ordinary=(reports.ordinary(), other, elsewhere, elsewhere._replace(evidence=reports.excerpt("z", 30)))
        )
    )
    assert labels(told.found) == ["line 8", "why", "not sandbox", "line 20", "why"]


def test_two_harnesses_share_the_screen():
    told = outlined(reports.both_harnesses())
    assert [section.name.split(",")[0] for section in told.sections] == ["Claude Code", "Codex"]
    assert all(set(labels(section.rows)) == {"apply it", "do", "takes effect"} for section in told.sections)
    assert labels(told.off_rows) == ["Claude Code", "Codex", "but"]


def test_the_off_switch_tells_every_step_and_its_warning():
    steps = (
        Step("human", "the session", say="Quit the agent."),
        Step("human", "another terminal", run="polygraph config", say="Agent Options → Codex → sandbox: off."),
    )
    told = outlined(reports.report(plans=(reports.plan(off_switch=OffSwitch(steps, "everything is open")),)))
    assert told.off_rows == (
        Row("do", "the session: Quit the agent."),
        Row("do", "another terminal: polygraph config", "command"),
        Row("", "Agent Options → Codex → sandbox: off."),
        Row("but", "everything is open"),
    )


def test_a_rules_page_tells_what_it_claims():
    denied, ordinary = rules_document((reports.READ_ONLY._replace(aliases=("old",), systems=("linux", "macos")), reports.PORT_IN_USE))[
        "rules"
    ]
    assert labels(rule_rows(denied)) == ["says", "operation", "grade", "systems", "also called", "source"]
    assert labels(rule_rows(ordinary)) == ["says"]
    assert "advise explain" in rule_advice(denied)
    assert "outside the sandbox" in rule_advice(ordinary)


def test_one_harness_stands_in_the_heading_and_several_over_their_sections():
    one, both = outlined(reports.report()), outlined(reports.both_harnesses())
    assert one.keep.startswith("1. If you want to keep the sandbox on (Codex")
    assert both.keep == "1. If you want to keep the sandbox on (--harness claude or codex tells one in full)"
    assert one.sections[0].name == ""
    assert outlined(reports.not_sandbox()).keep == ""


def test_several_harnesses_tell_their_steps_and_one_warning_for_all():
    steps = (Step("human", "there", say="Quit."), Step("human", "here", run="codex", say="For this session."))
    switches = (OffSwitch(steps[:1], "A long warning, longer than the other. More."), OffSwitch(steps, "Short. More."))
    plans = tuple(reports.plan(name, off_switch=switch) for name, switch in zip(("claude", "codex"), switches, strict=True))
    assert outlined(reports.both_harnesses()._replace(plans=plans)).off_rows == (
        Row("Claude Code", "there: Quit."),
        Row("Codex", "there: Quit."),
        Row("", "here: codex", "command"),
        Row("but", "Short."),
    )


def test_a_snippet_longer_than_a_screen_is_only_begun():
    file = PlanFile(".codex/config.toml", "project", "".join(f"a{number} = 1\n" for number in range(100)), complete=True)
    (section,) = outlined(reports.report(plans=(reports.plan(files=(file,)),))).sections
    (snippet,) = section.snippets
    assert snippet.text.split("\n")[-1] == "… 88 more lines"
    assert "run `advise patch`" in snippet.sentence
    assert snippet.language == "text"
