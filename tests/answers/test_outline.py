"""Answers on one screen."""

from advisor.answers import Answer, Question, answered
from advisor.answers.document import answers_document
from advisor.answers.outline import MOST_ANSWERS, outline
from advisor.foresight import Foreseen, Foresight
from advisor.model import Access, WritePath
from tests.answers.cases import asked, boundary, idle, situation
from tests.reports import report


def told(*accesses, plans=(), commands=(), **fields):
    drawn = boundary(*((("write", f"/srv/{number}", access)) for number, access in enumerate(accesses)), **fields)
    questions = [asked(WritePath(f"/srv/{number}/x")) for number in range(len(accesses))]
    return outline(answers_document(answered(questions, drawn, situation()), plans, commands, situation()))


def test_the_label_and_the_sentence_say_the_worst():
    refused = told(Access.ALLOWED, Access.REFUSED, Access.PROTECTED)
    assert (refused.label, refused.sentence) == ("REFUSED", "The sandbox would refuse this: write to /srv/1/x and 1 more.")
    assert told(Access.ALLOWED).label == "ALLOWED"
    assert told(Access.ALLOWED_BUT).label == "ALLOWED, BUT"
    unknown = told(Access.UNKNOWN)
    assert (unknown.label, unknown.sentence) == ("UNKNOWN", "It cannot be told whether this would pass: write to /srv/0/x.")


def test_each_answer_says_which_key_of_which_file_the_refused_ones_first():
    rows = told(Access.ALLOWED, Access.REFUSED).found
    assert [row.label for row in rows] == ["refused", "allowed"]
    assert rows[0].text == "write to /srv/1/x (sandbox_workspace_write.writable_roots in ~/.codex/config.toml)"
    (built_in,) = outline(answers_document(answered([asked(WritePath("/opt/x"))], boundary(), situation()), (), (), situation())).found
    assert built_in.text == "write to /opt/x (outside the workspace)"


def test_why_notes_and_what_is_not_in_force_follow():
    need = WritePath("/srv/a/x")
    drawn = boundary(not_in_force=(idle(), idle()._replace(provenance=idle().provenance._replace(key=""))))
    question = Question(need, "npm ci", Foreseen(need, "npm ci writes there"))
    answers = answered([question], drawn, situation())
    noted = answers[0]._replace(note="a catch")
    rows = outline(answers_document([noted], (), (), situation())).found
    assert [(row.label, row.text) for row in rows[1:]] == [
        ("", "npm ci writes there"),
        ("", "a catch"),
        ("not in force", "sandbox_workspace_write.writable_roots in ~/.codex/config.toml: nobody trusts this project"),
        ("not in force", "~/.codex/config.toml: nobody trusts this project"),
    ]


def test_two_harnesses_are_told_apart_and_many_answers_are_cut():
    answers = [Answer(harness, Question(WritePath("/x"), "x"), Access.REFUSED) for harness in ("codex", "claude")]
    rows = outline(answers_document(answers, (), (), situation())).found
    assert [row.text for row in rows] == ["Codex: write to /x", "Claude Code: write to /x"]
    many = told(*[Access.REFUSED] * (MOST_ANSWERS + 3)).found
    assert many[-1].text.startswith("3 more")


def test_commands_say_what_is_behind_them():
    foresight = Foresight((), False, (("npm run x", "vite"),), (), (("npm", "npm config get registry"),))
    rows = told(Access.ALLOWED, commands=[("npm run x $Y", foresight), ("ls", Foresight())]).found
    assert [row.label for row in rows] == ["allowed", "script", "unsure", "which hosts?"]


def test_a_plan_follows_where_something_is_refused():
    plans = report().plans
    one = told(Access.REFUSED, Access.REFUSED, Access.REFUSED, plans=plans[:1])
    assert one.keep.startswith("If you want to allow it (Codex")
    assert len(one.sections) == 1
    two = told(Access.REFUSED, Access.REFUSED, Access.REFUSED, plans=(plans[0], plans[0]._replace(harness="claude")))
    assert "--harness claude or codex" in two.keep
    assert told(Access.ALLOWED).keep == ""
