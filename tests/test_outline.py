"""Which rows a reader gets, in which order, and how many."""

from __future__ import annotations

from advisor.documents import report_document, rules_document
from advisor.model import OffSwitch, Risk, Step
from advisor.outline import MOST_DENIALS, Row, outline, rule_advice, rule_rows
from tests import reports


def outlined(report):
    return outline(report_document(report))


def labels(rows):
    return [row.label for row in rows]


def test_a_denial_is_told_with_its_line_its_meaning_and_its_grade():
    found = outlined(reports.report()).found
    assert found[0] == Row("refused", "write to /home/dev/.npm/_cacache/tmp")
    assert found[1] == Row("line 3", "npm error EROFS: read-only file system, mkdir '/home/dev/.npm/_cacache/tmp'", verbatim=True)
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
    assert (row.label, row.text) == ("lines 3-7", "a\nb\nc\n… 2 more lines")


def test_the_chosen_change_is_told_with_steps_effect_and_risk():
    (section,) = outlined(reports.report(plans=(reports.plan(options=(reports.option(caveat="not on Windows"),)),))).sections
    assert labels(section.rows) == ["apply it", "do", "allows", "but", "risk", "takes effect"]
    (snippet,) = section.snippets
    assert snippet.text == reports.CODEX_SNIPPET
    assert snippet.language == "toml"
    assert "no such file yet? save this as .codex/config.toml; otherwise add these lines to it" in snippet.sentence


def test_a_change_that_is_there_already_is_not_shown_again():
    (section,) = outlined(reports.report(plans=(reports.plan(files=()),))).sections
    assert section.rows[0] == Row("already", ".codex/config.toml has this change: it is not in force")


def test_where_no_setting_helps_it_says_for_what_why_and_what_does():
    plan = reports.plan(options=(), chosen=(), files=(), unmet=(reports.unmet(),))
    (section,) = outlined(reports.report(plans=(plan,))).sections
    assert section.rows == (
        Row("no setting", "write to /home/dev/.npm/_cacache/tmp: ~/.ssh stays closed whatever is allowed"),
        Row("instead", "edit the file yourself"),
    )


def test_one_reason_for_many_is_told_once():
    unmet = reports.unmet()._replace(denials=(1, 2, 3), instead="")
    plan = reports.plan(options=(), chosen=(), files=(), unmet=(unmet, unmet._replace(denials=(), reason="there is no such key")))
    (section,) = outlined(reports.many()._replace(plans=(plan,))).sections
    assert section.rows == (
        Row(
            "no setting",
            "write to /home/dev/.npm/_cacache/a, write to /home/dev/.npm/_cacache/b and 1 more: ~/.ssh stays closed whatever is allowed",
        ),
        Row("no setting", "there is no such key"),
    )


def test_alternatives_stand_behind_what_is_chosen_with_their_risk_and_their_edit():
    other = reports.option(id="a2", title="Open the whole folder", risk=Risk.BROAD)
    move = reports.option(id="a3", title="Move the cache", kind="relocate", changes=(), risk=Risk.NONE)
    (section,) = outlined(reports.report(plans=(reports.plan(options=(reports.option(), other, move)),))).sections
    assert [row.text for row in section.rows if row.label == "or"] == [
        f"Open the whole folder (risk broad): {other.means}",
        "Move the cache",
    ]
    assert section.rows[-1] == Row("more", "--format json has the lines of the other ways")


def test_a_narrow_alternative_says_its_risk_alone():
    other = reports.option(id="a2", title="Move the cache", kind="relocate", risk=Risk.NONE)
    (section,) = outlined(reports.report(plans=(reports.plan(options=(reports.option(), other)),))).sections
    assert Row("or", "Move the cache (risk none)") in section.rows


def test_what_meets_no_need_stands_beside_the_rest():
    besides = reports.option(id="z1", title="Close your credentials to reading", denials=(), risk=Risk.NONE)
    (section,) = outlined(reports.report(plans=(reports.plan(options=(reports.option(), besides)),))).sections
    assert Row("besides", "Close your credentials to reading (risk none)") in section.rows


def test_where_nothing_is_chosen_the_first_alternative_leads_in_full():
    broad = reports.option(id="a1", title="Open the whole folder", risk=Risk.BROAD)
    escape = reports.option(id="a2", title="Open everything", risk=Risk.ESCAPE)
    plan = reports.plan(options=(broad, escape), chosen=(), files=())
    (section,) = outlined(reports.report(plans=(plan,))).sections
    assert labels(section.rows) == ["best", "change", "do", "allows", "risk", "or", "more"]


def test_an_option_that_moves_things_means_something_else_than_one_that_allows():
    relocate = reports.option(kind="relocate", means="the cache lies in the project")
    (section,) = outlined(reports.report(plans=(reports.plan(options=(relocate,)),))).sections
    assert Row("means", "the cache lies in the project") in section.rows


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
        Row("do", "another terminal: polygraph config"),
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


def test_a_chosen_option_without_a_change_has_no_file_to_name():
    command = reports.option(kind="command", changes=(), risk=Risk.NONE)
    (section,) = outlined(reports.report(plans=(reports.plan(options=(command,), files=()),))).sections
    assert labels(section.rows) == ["do", "means", "takes effect"]


def test_what_is_better_than_the_chosen_change_but_no_change_is_told_as_that():
    together = reports.option(id="a1", title="Start and test in one command", kind="command", changes=(), risk=Risk.NONE)
    plan = reports.plan(options=(together, reports.option(id="a2")), chosen=("a2",))
    (section,) = outlined(reports.report(plans=(plan,))).sections
    assert Row("better", "Start and test in one command") in section.rows


def test_a_plan_without_an_answer_says_so():
    plan = reports.plan(options=(), chosen=(), files=())
    (section,) = outlined(reports.report(plans=(plan,))).sections
    assert section.rows == (Row("no setting", "advise knows none that would allow this"),)


def test_one_harness_stands_in_the_heading_and_several_over_their_sections():
    one, both = outlined(reports.report()), outlined(reports.both_harnesses())
    assert one.keep.startswith("1. If you want to keep the sandbox on (Codex")
    assert both.keep == "1. If you want to keep the sandbox on"
    assert one.sections[0].name == ""
    assert outlined(reports.not_sandbox()).keep == ""
