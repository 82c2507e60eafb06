"""The `advise.answers/1` document: by its schema, safe to show."""

from advisor.answers import Answer, Question, answered, asked_by
from advisor.answers.document import answers_document
from advisor.foresight import Foreseen, Foresight
from advisor.model import Access, WritePath
from advisor.validate import problems
from tests.answers.cases import asked, boundary, idle, situation
from tests.reports import report

WRITE = WritePath("/srv/a/\x1b[31mx")
FORESIGHT = Foresight((Foreseen(WRITE, "npm ci writes there"),), False, (("npm run x", "npm ci"),), ("frob",), (("npm", "npm config"),))


def document(access=Access.REFUSED):
    drawn = boundary(("write", "/srv/a", access), not_in_force=(idle(),))
    answers = answered([asked(WRITE), *asked_by("npm ci", FORESIGHT)], drawn, situation())
    return answers_document(answers, report().plans, [("npm ci", FORESIGHT)], situation())


def test_the_document_fits_its_schema():
    assert problems(document(), "answers") == ()


def test_what_stands_in_it():
    told = document()
    assert told["verdict"] == "refused"
    first, second = told["answers"]
    assert (first["operation"], first["target"], first["why"], first["access"]) == ("write", "/srv/a/x", None, "refused")
    assert (first["file"], first["key"], first["scope"]) == ("~/.codex/config.toml", "sandbox_workspace_write.writable_roots", "user")
    assert first["not_in_force"][0]["why"] == "nobody trusts this project"
    assert second["why"] == "npm ci writes there"
    assert told["commands"][0]["scripts"] == [{"call": "npm run x", "line": "npm ci"}]


def test_a_protected_place_is_refused_and_says_so():
    told = document(Access.PROTECTED)
    assert (told["verdict"], told["answers"][0]["access"], told["answers"][0]["protected"]) == ("refused", "refused", True)


def test_an_answer_without_an_entry_names_no_file():
    found = Answer("codex", Question(WritePath(None), "--write x"), Access.UNKNOWN)
    told = answers_document([found], (), (), situation())
    assert problems(told, "answers") == ()
    assert (told["answers"][0]["key"], told["answers"][0]["target"], told["answers"][0]["note"]) == (None, None, None)
