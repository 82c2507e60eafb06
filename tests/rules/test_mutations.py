"""Every recorded case again with other names, quotes, prefixes, line ends, widths and colours: the verdict stays.

A compose service's prefix (`web-1  |`) is the exception that `facts/detecting.md` asks for: it says that the words are a
container's, so a denial becomes none, or at most a possible one where the words are no file's.
"""

import random
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from advisor.gate import present
from tests.rules.mutations import MUTATIONS, prefixed
from tests.rules.unseen_cases import unseen
from tests.score import HOMES, Round, cases, expected, reported

# What tells that a wrapped line is program text stands in front of it, and is gone from what is wrapped.
CUT_OFF = {("wrapped", "n-go-test-skip-source")}
# Prefixes, margins and frames that together would be one too many for any reader.
PREFIXES = [name for name in MUTATIONS if name.startswith(("npm", "a "))]
OTHERS = ["elsewhere", "other hosts", "CRLF", "coloured lines", "coloured words", "in a log"]


def judged(output, system):
    """The verdict, where "nothing" and "not-sandbox" are one: that no sandbox did it."""
    verdict = reported(output, system, HOMES.get(system or "", "/home/dev"))["verdict"]
    return "no denial" if verdict in ("nothing", "not-sandbox") else verdict


@cache
def recorded():
    """(name, output, system, verdict) of every recorded output whose text alone justifies one verdict; equal outputs once."""
    found = {}
    for file in ("public", "claude-linux", "codex-linux"):
        for case in cases(Round(file)):
            wanted = expected(case, "unknown")
            if wanted.verdict is not None and not wanted.ambiguous:
                system = case.get("os") or case.get("platform")
                found.setdefault(case["output"], (case.get("id") or case["command"], case["output"], system))
    return tuple((*case, judged(*case[1:])) for case in found.values())


def changed(name, sample):
    """The cases of `sample` that the mutation makes another verdict of."""
    for case, output, system, verdict in sample:
        text = MUTATIONS[name](output)
        if text == output or (name, case) in CUT_OFF:
            continue
        if name == "cut" and not set(present(output.encode())) <= set(present(text.encode())):
            continue  # the margin cuts a telltale's very words apart, which is more than a gate of whole words can see
        if judged(text, system) != verdict:
            yield case, verdict, judged(text, system)


def test_the_recorded_cases_are_of_both_kinds():
    verdicts = [verdict for *_, verdict in recorded()]
    assert verdicts.count("sandbox") > 150
    assert verdicts.count("no denial") > 80


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_recorded_case_keeps_its_verdict(name):
    assert list(changed(name, recorded())) == []


@pytest.mark.parametrize("name", OTHERS)
def test_an_unseen_case_keeps_its_verdict(name):
    sample = random.Random(4).sample([case for case in unseen() if case.expectation != "weak"], 60)
    assert list(changed(name, [(case.name, case.output, case.system, judged(case.output, case.system)) for case in sample])) == []


def test_a_compose_service_speaks_for_its_container():
    compose = prefixed("web-1  | ")
    sample = [case for case in recorded() if case[3] == "sandbox"]
    still = [name for name, output, system, _ in sample if judged(compose(output), system) == "sandbox"]
    assert len(still) <= len(sample) // 10, still


@given(st.data())
@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_mutations_together_keep_the_verdict(data):
    case, output, system, verdict = data.draw(st.sampled_from(recorded()))
    prefix = data.draw(st.sampled_from(PREFIXES))
    others = data.draw(st.lists(st.sampled_from(OTHERS), max_size=3, unique=True))
    text = MUTATIONS[prefix](output)
    for name in others:
        text = MUTATIONS[name](text)
    assert judged(text, system) == verdict, case
