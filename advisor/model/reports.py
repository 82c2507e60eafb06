"""The answer of `explain`."""

from __future__ import annotations

from advisor.model.findings import Denial, Ordinary
from advisor.model.plans import Plan
from advisor.model.situations import Situation
from advisor.model.tuples import NamedTuple
from advisor.model.words import Verdict


class Report(NamedTuple):
    """The answer of `explain`: the verdict, what was found, and a plan per harness.

    more: how many denials there are at least beside those that are told.
    """

    verdict: Verdict
    situation: Situation
    denials: tuple[Denial, ...] = ()
    ordinary: tuple[Ordinary, ...] = ()
    plans: tuple[Plan, ...] = ()
    more: int = 0
