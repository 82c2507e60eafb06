"""How a plan is told row by row."""

from __future__ import annotations

from advisor.documents import report_document
from advisor.model import Risk, Step, TakesEffect, WritePath
from advisor.outline import outline
from advisor.rows import Row
from tests import reports


def outlined(report):
    return outline(report_document(report))


def labels(rows):
    return [row.label for row in rows]


def test_the_chosen_change_is_told_with_steps_effect_and_risk():
    (section,) = outlined(reports.report(plans=(reports.plan(options=(reports.option(caveat="not on Windows"),)),))).sections
    assert labels(section.rows) == ["apply it", "do", "allows", "but", "risk", "takes effect"]
    (snippet,) = section.snippets
    assert snippet.text == reports.CODEX_SHOWN.rstrip()
    assert snippet.language == "toml"
    assert "no such file yet? save this as .codex/config.toml; otherwise run `advise patch`" in snippet.sentence


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


def test_many_reasons_are_told_by_their_first_sentence():
    unmet = [reports.unmet()._replace(reason=f"Closed {number}. Because.", denials=()) for number in range(3)]
    for few, told in ((unmet[:2], "Closed 0. Because."), (unmet, "Closed 0.")):
        plan = reports.plan(options=(), chosen=(), files=(), unmet=tuple(few))
        (section,) = outlined(reports.report(plans=(plan,))).sections
        assert section.rows[0] == Row("no setting", told)


def test_how_a_change_takes_effect_is_told_in_a_few_sentences():
    plan = reports.plan(takes_effect=TakesEffect("next-command", "A sentence of some length. " * 20))
    (section,) = outlined(reports.report(plans=(plan,))).sections
    assert section.rows[-1].label == "takes effect"
    assert 200 < len(section.rows[-1].text) <= 300


def test_reasons_with_the_same_way_out_stand_together_and_the_rest_is_counted():
    unmet = [reports.unmet()._replace(reason=f"reason {number}", denials=()) for number in range(6)]
    other = reports.unmet()._replace(reason="other", instead="ask", denials=())
    plan = reports.plan(options=(), chosen=(), files=(), unmet=(*unmet[:3], other, *unmet[3:]))
    (section,) = outlined(reports.report(plans=(plan,))).sections
    assert [(row.label, row.text) for row in section.rows][3:] == [
        ("no setting", "reason 3"),
        ("and", "2 more (--format json lists them)"),
        ("instead", "edit the file yourself"),
        ("no setting", "other"),
        ("instead", "ask"),
    ]


def test_a_command_too_long_for_its_place_gets_a_line_of_its_own():
    steps = (Step("agent", "inside the sandbox", run="npm test", say="now"), Step("human", "another terminal", run="x" * 90))
    (section,) = outlined(reports.report(plans=(reports.plan(options=(reports.option(steps=steps),)),))).sections
    assert section.rows[1:5] == (
        Row("do", "the agent, inside the sandbox: npm test", "command"),
        Row("", "now"),
        Row("do", "another terminal:"),
        Row("", "x" * 90, "command"),
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


def test_where_nothing_is_chosen_the_first_alternative_leads_in_full_and_no_escape_does():
    escape = reports.option(id="a1", title="Open everything", risk=Risk.ESCAPE)
    broad = reports.option(id="a2", title="Open the whole folder", risk=Risk.BROAD)
    plan = reports.plan(options=(escape, broad), chosen=(), files=())
    (section,) = outlined(reports.report(plans=(plan,))).sections
    assert labels(section.rows) == ["escape", "best", "change", "do", "allows", "risk", "more"]
    assert section.rows[0].text == f"Open everything (risk escape): {escape.means}"
    assert section.rows[1].text == "Open the whole folder (risk broad)"


def test_what_no_setting_meets_may_have_no_target():
    unmet = reports.unmet()._replace(denials=(0,))
    plan = reports.plan(options=(), chosen=(), files=(), unmet=(unmet,))
    (section,) = outlined(reports.report(denials=(reports.denial(WritePath()),), plans=(plan,))).sections
    assert section.rows[0] == Row("no setting", "~/.ssh stays closed whatever is allowed")


def test_on_a_shared_screen_prose_is_its_first_sentence():
    first, second = (reports.plan(name, options=(reports.option(name, caveat="First. Second."),)) for name in ("claude", "codex"))
    for section in outlined(reports.both_harnesses()._replace(plans=(first, second))).sections:
        assert labels(section.rows) == ["apply it", "do", "takes effect"]
    whole = reports.plan("claude", takes_effect=TakesEffect("next-command", "At once. Not for all. Ever."), unmet=(reports.unmet(),))
    told = outlined(reports.both_harnesses()._replace(plans=(whole, second))).sections[0].rows
    assert Row("takes effect", "At once.") in told
    assert Row("instead", "edit the file yourself") in told


def test_an_option_that_moves_things_means_something_else_than_one_that_allows():
    relocate = reports.option(kind="relocate", means="the cache lies in the project")
    (section,) = outlined(reports.report(plans=(reports.plan(options=(relocate,)),))).sections
    assert Row("means", "the cache lies in the project") in section.rows


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


def test_of_many_changes_and_ways_a_few_are_told():
    steps = (Step("human", "there", run="mkdir -p x"),)
    chosen = tuple(reports.option(id=f"{name}1", means=f"It opens {name}.", steps=steps) for name in "abcdefgh")
    others = tuple(reports.option(id=f"{name}2", title=f"Another way of {name}") for name in "abcdefgh")
    plan = reports.plan(options=(*chosen, *others), chosen=tuple(option.id for option in chosen))
    (section,) = outlined(reports.report(plans=(plan,))).sections
    assert Row("and", "4 more changes, with 4 steps to do (--format json lists them)") in section.rows
    assert Row("and", "4 more ways (--format json lists them)") in section.rows
    assert len(section.rows) < 20
