"""The score counts what its labels mean: on made-up cases by hand, on the real ones as the corpus's own scorer does."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests import score
from tests.conftest import unmeasured
from tests.score import BARS, ROUNDS, Bar, Expectation, Round, below, expected, share


def judged(wanted, verdict, *denials):
    """What one answer counts, and what is wrong with it."""
    count = Counter()
    told = [{"rule": "a/b", "operation": operation, "target": target} for operation, target in denials]
    wrong = list(score._judged(count, wanted, {"verdict": verdict, "denials": told}))
    return {name: number for name, number in count.items() if number}, wrong


SANDBOX = Expectation("sandbox", frozenset({"write"}), "/a/b")


def test_a_right_answer():
    counted, wrong = judged(SANDBOX, "sandbox", ("write", "/a/b/c"))
    assert counted == {"pos": 1, "found": 1, "strong": 1, "ops": 1, "op": 1, "targets": 1, "target": 1}
    assert wrong == []


def test_wrong_answers():
    assert judged(SANDBOX, "nothing")[1] == ["missed, nothing"]
    _, wrong = judged(SANDBOX, "possible", ("read", "/a"), ("read", None))
    assert wrong == ["wrong operation, ['read'] for ['write']", "wrong target, ['/a', None] for '/a/b'"]
    assert judged(Expectation("not-sandbox"), "possible", ("read", "/a")) == (
        {"neg": 1, "flagged": 1},
        ["false alarm, possible, by ['a/b']"],
    )
    assert judged(Expectation("permission"), "sandbox", ("write", "/a"))[0] == {"permissions": 1}
    assert judged(SANDBOX._replace(ambiguous=True), "sandbox", ("write", "/a")) == ({"amb": 1, "ambstrong": 1}, ["too sure, by ['a/b']"])


@pytest.mark.parametrize(
    ("target", "wanted", "right"),
    [
        ("/a/b", "/a/b/", True),
        ("/a/bc", "/a/b", False),
        ("/private/tmp/x", "/tmp/x", True),
        ("npm.example:443", "npm.example", True),
        ("npm.example", "npm.example:443", True),
        ("npm.example", "other.example", False),
        (None, "/a", False),
    ],
)
def test_targets(target, wanted, right):
    assert score.names(target, wanted) is right


def test_what_a_label_asks_for_depends_on_what_is_told():
    case = {"label": {"verdict": "sandbox", "operation": "write", "target": "/a", "text_only": False}}
    assert expected(case, "yes") == Expectation("sandbox", frozenset({"write"}), "/a")
    assert expected(case, "unknown") == Expectation(None)
    assert expected({"label": {"verdict": "possible"}}, "yes") == Expectation(None)
    assert expected({"label": {"verdict": "possible"}}, "unknown").ambiguous


def test_a_bar_that_is_missed_says_so():
    each = Round("public")
    counts = {each: Counter(pos=4, found=3, neg=2, flagged=1)}
    assert share(counts[each], "found") == 75
    missed = below(counts, [Bar(each, "found", least=75), Bar(each, "found", least=76), Bar(each, "false", most=49)])
    assert len(missed) == 2
    assert missed[0] == "BELOW THE BAR public --harness none --sandboxed unknown: found 75.0 %, not 76 to 100 %"


def test_every_bar_is_reached_by_what_is_counted(capsys):
    assert score.main(["--list"]) == 0
    shown = capsys.readouterr().out
    assert all(str(each) in shown for each in ROUNDS)
    assert "every bar is reached" in shown
    assert {bar.round for bar in BARS} <= set(ROUNDS)


@pytest.mark.parametrize("file", ["public", "claude-linux", "codex-linux"])
def test_the_cases_are_those_of_the_corpus(corpus, file):
    assert (score.CASES / f"{file}.jsonl").read_bytes() == (corpus / f"{file}.jsonl").read_bytes()


def test_the_corpus_own_scorer_counts_the_same(corpus):
    """Through the command line, a process a case, and by another's hand: the same numbers."""
    advise = Path(sys.executable).with_name("advise")
    command = [sys.executable, corpus / "score.py", corpus / "public.jsonl", advise]
    counted = json.loads(subprocess.check_output(command, text=True, env=unmeasured()).splitlines()[-1])
    ours = score.scored(Round("public"))
    assert {name: ours[name] for name in counted} == counted
