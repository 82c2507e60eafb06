"""Answers: what the boundary says, as the client, the link, the mount and the harness's own rules make it."""

import pytest

from advisor.answers import Question, answered, asked_by, by_rule, unforeseen, worst
from advisor.foresight import Foreseen, Foresight
from advisor.model import Access, Entry, ReachHost, ReadPath, RunCommand, WritePath
from tests.answers.cases import BUILT_IN, FILE, asked, at, boundary, idle, inside, situation

ALLOWED, BUT, REFUSED, PROTECTED, UNKNOWN = Access.ALLOWED, Access.ALLOWED_BUT, Access.REFUSED, Access.PROTECTED, Access.UNKNOWN
WRITE = WritePath("/srv/a/x")
OPEN = ("write", "/srv/a", ALLOWED)


def answer(question, drawn, here=None):
    (found,) = answered([question], drawn, here or situation())
    return found


def test_an_answer_names_the_entry_that_decides():
    found = answer(asked(WRITE), boundary(OPEN))
    assert (found.harness, found.access, found.entry.provenance, found.note) == ("codex", ALLOWED, FILE, None)
    assert not found.refused
    refused = answer(asked(WRITE), boundary())
    assert (refused.access, refused.entry.provenance, refused.refused) == (REFUSED, BUILT_IN, True)


def test_the_note_of_an_entry_is_the_answer_s():
    assert answer(asked(WRITE), boundary((*OPEN[:2], BUT, "a catch"))).note == "a catch"


def test_what_is_not_in_force_is_told_where_it_is_missed():
    drawn = boundary(not_in_force=(idle(), idle(value="/srv"), idle(value="/srv/a/x"), idle("connect"), idle(value="/opt")))
    assert [one.entry.value for one in answer(asked(WRITE), drawn).idle] == ["/srv/a/x", "/srv/a"]
    assert answer(asked(WRITE), boundary(OPEN, not_in_force=(idle(),))).idle == ()


def test_nothing_is_known_where_the_harness_does_not_start():
    found = answer(asked(WRITE), boundary(OPEN, broken="Codex does not start: x"))
    assert (found.access, found.note) == (UNKNOWN, "Codex does not start: x")


def test_a_link_is_answered_by_where_it_leads():
    drawn = boundary(OPEN)
    found = answer(asked(WritePath("link")), drawn, situation(at("link", kind="symlink", real="/srv/a/x")))
    assert (found.access, found.note) == (ALLOWED, "behind a symlink it is /srv/a/x")
    assert answer(asked(WritePath("link")), drawn, situation(at("link", kind="file"))).access is REFUSED
    assert answer(asked(WritePath(None)), drawn).access is REFUSED


HOST = ReachHost("a.example", 443)


@pytest.mark.parametrize(
    ("harness", "posture", "access", "client", "expected"),
    [
        ("codex", "workspace", BUT, "proxy", BUT),
        ("codex", "workspace", BUT, "direct", REFUSED),
        ("codex", "workspace", BUT, "git-ssh", REFUSED),
        ("codex", "workspace", ALLOWED, "direct", ALLOWED),
        ("codex", "workspace", REFUSED, "direct", REFUSED),
        ("claude", "workspace", ALLOWED, "proxy", ALLOWED),
        ("claude", "workspace", ALLOWED, "direct", REFUSED),
        ("claude", "workspace", ALLOWED, "git-ssh", ALLOWED),
        ("claude", "off", ALLOWED, "direct", ALLOWED),
    ],
)
def test_a_client_that_goes_round_the_proxy_does_not_get_there(harness, posture, access, client, expected):
    drawn = boundary(("connect", "a.example", access), harness=harness, posture=posture)
    found = answer(asked(HOST, client), drawn)
    assert found.access is expected
    assert ("does not use the proxy" in (found.note or "")) == (access in (ALLOWED, BUT) and expected is REFUSED)


def test_a_client_says_nothing_of_a_write():
    assert answer(asked(WRITE, "direct"), boundary(OPEN)).access is ALLOWED


@pytest.mark.parametrize(
    ("read_only", "entries", "expected"),
    [
        (True, (OPEN,), REFUSED),
        (False, (OPEN,), ALLOWED),
        (None, (OPEN,), ALLOWED),
        (True, (), REFUSED),
        (False, (), BUT),
        (False, (("write", "/srv/a", PROTECTED),), PROTECTED),
    ],
)
def test_inside_the_sandbox_the_mount_decides(read_only, entries, expected):
    found = answer(asked(WRITE), boundary(*entries), inside(at("/srv/a/x", read_only=read_only)))
    assert found.access is expected


def test_a_mount_decides_behind_a_link_too():
    here = inside(at("link", kind="symlink", real="/srv/a/x", read_only=True))
    assert answer(asked(WritePath("link")), boundary(OPEN), here).access is REFUSED


def test_another_harness_s_sandbox_and_reads_have_no_mount_to_decide():
    here = inside(at("/srv/a/x", read_only=True))
    assert answer(asked(WRITE), boundary(OPEN, harness="claude"), here).access is ALLOWED
    assert answer(asked(ReadPath("/srv/a/x")), boundary(("read", "/", ALLOWED)), here).access is ALLOWED
    assert answer(asked(WritePath(None)), boundary(("write", "*", ALLOWED)), here).access is ALLOWED
    assert answer(asked(WRITE), boundary(OPEN), inside()).access is ALLOWED


def test_what_is_needed_only_sometimes_is_allowed_with_a_catch():
    found = answer(asked(HOST, "proxy", sure=False), boundary(("connect", "*", REFUSED)))
    assert found.access is BUT
    assert "only sometimes" in found.note
    assert answer(asked(WRITE, "proxy", sure=False), boundary(OPEN)).access is ALLOWED


# --- Commands ----------------------------------------------------------------------------------------------------

KNOWN = Foresight(needs=(Foreseen(WRITE, "it writes"),))


def test_a_command_asks_for_each_of_its_needs_and_for_itself():
    questions = asked_by("npm ci", KNOWN)
    assert [question.need for question in questions] == [RunCommand("npm ci"), WRITE]
    assert {question.asked for question in questions} == {"npm ci"}


def test_a_permission_rule_counts_only_where_it_refuses():
    question = Question(RunCommand("rm x"), "rm x")
    denied = boundary(("permission", "rm", REFUSED), ("permission", "rm *", REFUSED))
    assert answer(question, denied).note == "a permission rule refuses to run it"
    assert answered([question], boundary(("permission", "rm *", ALLOWED)), situation()) == ()
    assert answered([question], boundary(), situation()) == ()


def test_programs_that_nobody_knows_are_unknown():
    (found,) = unforeseen("frob x", Foresight(unknown=("frob",)), boundary(), ())
    assert (found.access, found.note) == (UNKNOWN, "advise does not know what frob needs")


def test_a_command_that_needs_nothing_is_allowed():
    (found,) = unforeseen("ls", Foresight(), boundary(), ())
    assert found.access is ALLOWED
    (broken,) = unforeseen("ls", Foresight(), boundary(broken="no start"), ())
    assert (broken.access, broken.note) == (UNKNOWN, "no start")
    told = answered(asked_by("touch x", KNOWN), boundary(OPEN), situation())
    assert list(unforeseen("touch x", KNOWN, boundary(OPEN), told)) == []


def test_the_harness_s_own_rule_is_an_answer():
    rule = Entry("permission", "docker *", BUT, FILE, "it runs outside the sandbox")
    found = by_rule("docker ps", rule, boundary())
    assert (found.access, found.entry, found.note) == (BUT, rule, "it runs outside the sandbox")


@pytest.mark.parametrize(
    ("accesses", "expected"),
    [
        ((ALLOWED, BUT), BUT),
        ((ALLOWED, UNKNOWN), UNKNOWN),
        ((UNKNOWN, REFUSED), REFUSED),
        ((REFUSED, PROTECTED), PROTECTED),
        ((), UNKNOWN),
    ],
)
def test_the_worst_answer_is_the_answer_to_all(accesses, expected):
    found = [answer(asked(WRITE), boundary(("write", "/srv/a", access))) for access in accesses]
    assert worst(found) is expected
