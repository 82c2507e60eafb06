"""What the runs of a command come to, with a harness that is made up."""

import pytest

from advisor.model import Change
from advisor.proof.command import CONTROL, as_configured, prove
from advisor.proof.trial import Outcome, Seen

WRITE, HOST = (Change(".claude/settings.json", "json", "project", ("sandbox", key), key) for key in ("write", "host"))
BOTH = (WRITE, HOST)
LEAVE_OUT = (("write", (HOST,)), ("host", (WRITE,)))
GOOD = Seen(CONTROL, "", "", 0)


def running(needed, *, control=GOOD, problem=None, violations=()):
    """A harness in which the command passes with the changes that it needs."""

    def run(changes):
        if problem:
            return Outcome((), None, "", 0.0, problem)
        passes = needed <= set(changes)
        seen = Seen("cmd", "", "" if passes else "no", 0 if passes else 1, violations=() if passes else violations)
        return Outcome((control, seen), 0, "", 0.0)

    return run


def proof(run, changes=BOTH, leave_out=LEAVE_OUT):
    now, decided = as_configured(run)
    return decided or prove(now, changes, leave_out, run)


def test_a_plan_of_which_everything_is_needed_is_minimal():
    found = proof(running({WRITE, HOST}))
    assert (found.verdict, found.spare) == ("proven and minimal", ())
    assert [(one.changes, one.passed, one.without) for one in found.attempts] == [
        (0, False, None),
        (1, False, "write"),
        (1, False, "host"),
        (2, True, None),
    ]


def test_what_is_not_needed_is_named():
    found = proof(running({WRITE}))
    assert (found.verdict, found.spare) == ("proven", ("host",))


def test_with_nothing_left_the_first_run_has_said_it():
    found = proof(running({WRITE}), (WRITE,), (("write", ()),))
    assert found.verdict == "proven and minimal"
    assert len(found.attempts) == 2


def test_a_plan_that_does_not_help_is_not_proven():
    found = proof(running({WRITE, HOST, None}))
    assert found.verdict == "not proven"
    assert found.attempts[-1].output == "no"


def test_what_the_harness_signed_is_part_of_what_came_back():
    now, _ = as_configured(running({WRITE}, violations=("deny network-outbound h:443",)))
    assert now.output == "no\n<sandbox_violations>\ndeny network-outbound h:443\n</sandbox_violations>\n"


@pytest.mark.parametrize(
    ("run", "because"),
    [
        (running(set()), "the command passes here"),
        (running({WRITE}, problem="it did not start"), "it did not start"),
        (running({WRITE}, control=GOOD._replace(exit_code=1, output="bwrap: no")), "the sandbox does not start here: bwrap: no"),
        (running({WRITE}, control=GOOD._replace(sandboxed=False)), "without a sandbox"),
    ],
)
def test_where_the_first_run_says_nothing_of_the_plan_nothing_can_be_proven(run, because):
    found = proof(run)
    assert found.verdict == "cannot be proven here"
    assert because in found.because


@pytest.mark.parametrize("breaks_at", [1, 2])
def test_a_run_that_breaks_later_leaves_it_unproven(breaks_at):
    good, bad = running({WRITE, HOST}), running(set(), problem="gone")

    def run(changes):
        return bad(changes) if len(changes) == breaks_at else good(changes)

    assert proof(run).verdict == "cannot be proven here"


def test_an_answer_that_is_missing_is_told():
    assert proof(lambda changes: Outcome((GOOD,), 0, "", 0.0)).because == "the harness gave no answer"
