"""The document of suggestions, and the screen that is made of it."""

import pytest

from advisor.answers import Answer, Question
from advisor.model import (
    Access,
    ConnectSocket,
    ListenOnPort,
    Nest,
    ReachHost,
    ReachLocalService,
    Situation,
    WritePath,
)
from advisor.suggest import Necessity, Place, Told, Unread
from advisor.suggest.document import MOST_PLACES, Found, suggestions_document
from advisor.suggest.judged import Suggestion
from advisor.suggest.outline import MOST_SUGGESTIONS, MOST_UNREAD, outline
from advisor.validate import problems

REFUSED, ALLOWED = Access.REFUSED, Access.ALLOWED


def suggestion(need, *accesses, places=1, note=None):
    made = tuple(Place(f"f{number}", number, f"because {number}", "npm ci") for number in range(1, places + 1))
    answers = tuple(
        Answer(name, Question(need, "npm ci"), access, None, note) for name, access in zip(("claude", "codex"), accesses, strict=False)
    )
    return Suggestion(Necessity(need, made), answers)


def document(*suggestions, **fields):
    told = Told((), fields.pop("unread", ()), fields.pop("open_hosts", ()))
    made = suggestions_document(Found(told, suggestions, (), Situation(), 7, **fields))
    assert problems(made, "suggestions") == ()
    return made


def rows(made):
    return [(row.label, row.text) for row in outline(made).found]


@pytest.mark.parametrize(
    ("need", "word"),
    [
        (WritePath("~/.npm/a b", folder=True), "--write ~/'.npm/a b'"),
        (ReachHost("a.example", 443), "--host a.example:443"),
        (ReachHost("a.example"), "--host a.example"),
        (ReachHost("2001:db8::1", 443), "--host 2001:db8::1"),
        (ListenOnPort(3000), "--listen 3000"),
        (ReachLocalService(5432, "127.0.0.1"), "--local 5432"),
        (ConnectSocket("/run/x"), "--socket /run/x"),
    ],
)
def test_the_command_line_that_asks_again(need, word):
    made = document(suggestion(need, REFUSED), again=" --os linux")
    assert made["commands"] == {"patch": None, "check": f"advise check --os linux {word}"}


def test_what_no_question_asks_for_is_left_out_of_it():
    assert document(suggestion(Nest(), REFUSED))["commands"]["check"] is None
    assert document(suggestion(ReachHost(), REFUSED))["suggestions"][0]["target"] is None


def test_what_is_granted_stands_apart():
    made = document(suggestion(ListenOnPort(1), REFUSED), suggestion(ListenOnPort(2), ALLOWED, Access.ALLOWED_BUT))
    assert [one["target"] for one in made["suggestions"]] == [":1"]
    assert [one["target"] for one in made["granted"]] == [":2"]


def test_places_are_cut():
    made = document(suggestion(ListenOnPort(1), REFUSED, places=MOST_PLACES + 3))
    assert (len(made["suggestions"][0]["places"]), made["suggestions"][0]["more_places"]) == (MOST_PLACES, 3)
    assert ("", f"and {MOST_PLACES + 1} more places") in rows(made)
    assert ("", "and 1 more place") in rows(document(suggestion(ListenOnPort(1), REFUSED, places=3)))


def test_texts_are_safe_to_show():
    place = Place("a\x1b[31m/package.json", 1, "token=abcdefgh", "x\u202e")
    made = document(Suggestion(Necessity(ListenOnPort(1), (place,)), ()), unread=(Unread("b\x1b]0;x\x07", 1, "\u200b"),))
    assert made["granted"][0]["places"][0] == {"file": "a/package.json", "line": 1, "because": "token=[redacted]", "command": "x"}
    assert made["unread"] == [{"file": "b", "line": 1, "problem": ""}]


def test_the_screen_says_whose_refusal_it_is_where_only_one_refuses():
    made = document(suggestion(ListenOnPort(1), ALLOWED, REFUSED, note="a note"), suggestion(ListenOnPort(2), REFUSED, REFUSED))
    assert rows(made)[:3] == [("refused", "Codex: listen on :1"), ("", "f1:1: because 1"), ("", "a note")]
    assert ("refused", "listen on :2") in rows(made)


def test_a_long_path_is_cut_on_the_screen_alone():
    place = Place("x/" * 400 + "package.json", 1, "why")
    refused = suggestion(ListenOnPort(1), REFUSED)._replace(necessity=Necessity(ListenOnPort(1), (place,)))
    made = document(refused, unread=(Unread(place.file, 1, "odd"),))
    assert made["suggestions"][0]["places"][0]["file"] == place.file
    assert max(len(text) for _, text in rows(made)) < 200


def test_more_than_a_screen_is_counted():
    made = document(*(suggestion(ListenOnPort(port), REFUSED) for port in range(MOST_SUGGESTIONS + 2)))
    assert ("and", "2 more (--format json lists them)") in rows(made)
    many = tuple(Unread(f"f{number}", None if number else 3, "odd") for number in range(MOST_UNREAD + 1))
    told = rows(document(unread=many))
    assert told[:2] == [("not read", "f0:3: odd"), ("not read", "f1: odd")]
    assert told[-1] == ("and", "1 more that were not read (--format json lists them)")


def test_what_only_a_program_tells_and_what_is_assumed():
    made = document(open_hosts=(("npm", "npm config get registry"),), assumed=(("codex", "it is so"),))
    assert rows(made) == [
        ("which hosts?", "`npm config get registry` tells which hosts npm downloads from"),
        ("assumed", "Codex: it is so"),
    ]


@pytest.mark.parametrize(
    ("suggestions", "staged", "sentence"),
    [
        ((REFUSED,), False, "Of what this repository makes necessary, a sandboxed session would be refused 1 thing."),
        ((REFUSED, REFUSED, ALLOWED), True, "would be refused 2 things; 1 more is allowed already."),
        ((REFUSED, ALLOWED, ALLOWED), False, "refused 1 thing; 2 more are allowed already."),
        ((ALLOWED,), False, "All that this repository makes necessary is allowed already (1)."),
        ((), True, "Nothing that the staged changes newly make necessary lies outside the sandbox, as far as advise reads (7 files)."),
    ],
)
def test_the_sentence(suggestions, staged, sentence):
    made = document(*(suggestion(ListenOnPort(port), access) for port, access in enumerate(suggestions)), staged=staged)
    assert outline(made).sentence.endswith(sentence)
    assert outline(made).keep == ""


def test_one_file_is_one():
    assert outline({**document(), "files": 1}).sentence.endswith("(1 file).")
