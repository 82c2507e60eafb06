"""Puts the questions of tests/cases/boundaries to the real programs: a session for each configuration, two at a time."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple

from advisor.proof import laboratory, rooms
from advisor.proof.programs import Program
from advisor.proof.trial import Outcome, Room, Seen, Trial
from tests.boundaries import PASSES, Case, in_tree, plant, start
from tests.live.judge import environment_of

AT_ONCE = 2
_ASKING = Path(__file__).parent / "asking.py"
_ADDRESSES = {"claude": "203.0.113.10", "codex": "192.88.99.10"}  # see advisor/proof/namespace.py
_NAMES = (
    *("pkg.advise.test", "sub.pkg.advise.test", "other.advise.test", "advise.test"),
    *("lab.test", "deep.lab.test", "no.lab.test"),
)


class Told(NamedTuple):
    """What the real program did: by question whether it passed (True) or why not; problem: why there is less than asked."""

    case: Case
    passed: dict[str, bool | str]
    problem: str | None
    seconds: float

    @property
    def differing(self) -> list[str]:
        """The questions to which the real program gives another answer than expected, each in one line."""
        if self.case.broken:
            ran = [question for question, passed in self.passed.items() if passed is True]
            return [f"{self.case.slug}: expected that nothing runs, but {ran} passed"] if self.problem is None else []
        lines = [f"{self.case.slug}: {self.problem}"] if self.problem else []
        for question, access in self.case.answers.items():
            passed = self.passed.get(question, "not asked")
            expected = PASSES[access] is not (question in self.case.differs)
            if (passed is True) is not expected and not self.problem:
                did = "passed" if passed is True else f"failed: {passed}"
                lines.append(f"{self.case.slug}: {question}: expected {access}, but it {did}")
        return lines


def ask(cases: Sequence[Case], programs: dict[str, Program], environ: dict[str, str]) -> list[Told]:
    """What the real programs answer to every case, in order."""
    waiting: SimpleQueue[Case] = SimpleQueue()
    for case in cases:
        waiting.put(case)
    told: dict[str, Told] = {}
    with laboratory.open_lab(environ) as (bench, root):
        benches = [bench, *(laboratory.open_bench() for _ in range(AT_ONCE - 1))]
        try:
            threads = [threading.Thread(target=_work, args=(one, root, waiting, programs, environ, told)) for one in benches]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            for one in benches[1:]:
                one.close()
    return [told[case.slug] for case in cases]


def _work(bench, root: Path, waiting: SimpleQueue[Case], programs: dict[str, Program], environ, told: dict[str, Told]) -> None:
    while True:
        try:
            case = waiting.get_nowait()
        except Empty:
            return
        with rooms.claim(root) as room:
            try:
                told[case.slug] = _ask(case, room, bench, programs[case.harness], environ)
            except Exception as problem:  # told as this case's, and the others go on
                told[case.slug] = Told(case, {}, f"{type(problem).__name__}: {problem}", 0.0)


def _ask(case: Case, room: Room, bench: laboratory.Bench, program: Program, environ: dict[str, str]) -> Told:
    of_the_machine = plant(case, room)
    asked = [_question(question, case, room) for question in case.answers] or [_question("write x", case, room)]
    here = start(case, room)
    new = [one for one in asked if one["kind"] == "write" and not _stands(one, room, here)]
    (here / "asking.py").write_bytes(_ASKING.read_bytes())
    (here / "asking.json").write_text(json.dumps(asked))
    # Codex ends a command whose host it refuses, with all that it printed: each such question is a command of its own.
    alone = [number for number, one in enumerate(asked) if not one["at_once"]]
    together = [number for number, one in enumerate(asked) if one["at_once"]]
    commands = [*([together] if together else []), *([number] for number in alone)]
    trial = Trial(
        case.harness,
        program.path,
        room,
        tuple(f"python3 asking.py {' '.join(map(str, numbers))}" for numbers in commands),
        tuple(of_the_machine.items()),
        trusted=case.trusted and case.harness == "claude",  # Codex's trust stands in the case's own files
        environment=tuple(environment_of(environ).items()),
        hosts=tuple((name, _ADDRESSES[case.harness]) for name in _NAMES),
        ports=((80, "http"), (8080, "http")),
        sockets=(f"{room.root}/service.sock",),
        directory=str(here),
        # Where no sandbox is on, Claude Code asks before it runs anything; the rule opens nothing in a sandbox.
        arguments=("--allowedTools", "Bash(python3:*)") if case.harness == "claude" else ("-p", case.profile) if case.profile else (),
    )
    outcome = bench.run(trial)
    passed: dict[str, bool | str] = {}
    for seen, numbers in zip(outcome.seen, commands, strict=False):
        found = _passed(seen)
        for question in (str(asked[number]["question"]) for number in numbers):
            passed[question] = found.get(question, seen.output.strip()[-300:] or seen.shown[-300:])
    for one in new:
        if passed.get(str(one["question"])) is True and not _stands(one, room, here):
            passed[str(one["question"])] = "what was written is gone"  # it went into a folder of the sandbox's own
    return Told(case, passed, _problem(outcome, together), outcome.seconds)


def _question(question: str, case: Case, room: Room) -> dict[str, object]:
    kind, _, value = question.partition(" ")
    at_once = case.harness == "claude" or kind not in ("host", "local")
    but = case.answers.get(question) == "allowed-but"
    return {"question": question, "kind": kind, "value": in_tree(value, room), "at_once": at_once, "but": but}


def _stands(question: dict[str, object], room: Room, here: Path) -> bool:
    """Whether the file of a question is there, as this machine sees it; outside the room nobody can say."""
    place = Path(here, str(question["value"]).replace("~", room.home, 1)).resolve()
    return place.exists() or not place.is_relative_to(room.root)


def _passed(seen: Seen) -> dict[str, bool | str]:
    line = next((line for line in reversed(seen.output.splitlines()) if line.startswith("PASSED ")), "PASSED {}")
    found: dict[str, bool | str] = json.loads(line.removeprefix("PASSED "))
    return found


def _problem(outcome: Outcome, together: Sequence[int]) -> str | None:
    """Why nothing runs; a command that holds no more than a refused host is no sign of that."""
    if outcome.problem or not together:
        return outcome.problem
    first = outcome.seen[0]
    return None if _passed(first) else f"nothing ran: {first.shown.strip()[-300:]}"
