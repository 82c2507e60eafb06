"""Runs every scenario, two at a time, and tells the score by class."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue

from advisor.proof import laboratory, rooms
from advisor.proof.programs import Missing, Program, find
from tests.live.fixes import Fix
from tests.live.judge import Case, Score, environment_of, judge

AT_ONCE = 2


def programs(environ: dict[str, str]) -> tuple[dict[str, Program], list[str]]:
    """The harnesses that can be run here, and a line for what is missing."""
    found = [find(name, environ) for name in ("claude", "codex")]
    missing = [f"{one.harness}: {one.what}" for one in found if isinstance(one, Missing)]
    return {one.harness: one for one in found if isinstance(one, Program)}, missing


def score(fixes: Sequence[Fix], environ: dict[str, str]) -> list[Score]:
    """Judge every scenario whose harness is here."""
    available, _ = programs(environ)
    waiting: SimpleQueue[Fix] = SimpleQueue()
    for fix in fixes:
        if fix.harness in available:
            waiting.put(fix)
    done: list[Score] = []
    with laboratory.open_lab(environ) as (bench, root):
        benches = [bench, *(laboratory.open_bench() for _ in range(AT_ONCE - 1))]
        try:
            threads = [threading.Thread(target=_work, args=(one, root, waiting, available, environ, done)) for one in benches]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            for one in benches[1:]:
                one.close()
    order = {fix.name: place for place, fix in enumerate(fixes)}
    return sorted(done, key=lambda one: order[one.fix.name])


def _work(bench, root: Path, waiting: SimpleQueue[Fix], available: dict[str, Program], environ, done: list[Score]) -> None:
    while True:
        try:
            fix = waiting.get_nowait()
        except Empty:
            return
        with rooms.claim(root) as room:
            case = Case(fix, room, bench, available[fix.harness], environment_of(environ))
            try:
                done.append(judge(case))
            except Exception as problem:  # a crash of the pipeline is a failing scenario, and the others go on
                done.append(Score(fix, (f"{type(problem).__name__}: {problem}",), "", 0.0, case.runs))


def table(scores: Iterable[Score]) -> Iterator[str]:
    """A line for each class, then one for each scenario that is not right."""
    scores = list(scores)
    groups = list(dict.fromkeys(sorted(one.fix.group for one in scores)))
    for group in groups:
        those = [one for one in scores if one.fix.group == group]
        right = sum(not one.problems for one in those)
        failing = " ".join(one.fix.id.partition("/")[2] for one in those if one.problems)
        yield f"{group:<28} {right:>3} of {len(those):<3} {failing}"
    judged = [one for one in scores if one.fix.outcome != "not-judged"]
    right = sum(not one.problems for one in judged)
    yield f"{'all judged':<28} {right:>3} of {len(judged):<3} ({sum(one.runs for one in scores)} runs of the harnesses)"


def details(scores: Iterable[Score]) -> Iterator[str]:
    """What is wrong with each failing scenario, and what was proposed."""
    for one in scores:
        for problem in one.problems:
            yield f"{one.fix.name} ({one.fix.outcome}): {problem}"
        if one.problems:
            yield f"    {one.proposed}"


def environ() -> dict[str, str]:
    """This process's environment."""
    return dict(os.environ)
