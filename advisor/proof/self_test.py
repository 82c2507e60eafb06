"""What this machine's harnesses do with the built-in scenarios, beside what the catalogue says of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from advisor.model import HarnessName, Need
from advisor.proof.programs import Program
from advisor.proof.scenarios import ADDRESSES, HOST, OTHER_HOST, SCENARIOS, Expected, Result, Scenario
from advisor.proof.trial import Chamber, Outcome, Room, Seen, Step, Trial

Dialect: TypeAlias = Literal["profile", "legacy"]

# Codex has two forms of config; what either of them does is a scenario of its own.
VARIANTS: dict[HarnessName, tuple[Dialect | None, ...]] = {"claude": (None,), "codex": ("profile", "legacy")}
# The posture that the scenarios start from. It stands in the user's files, so that a plan's own file is new.
_BASE: dict[HarnessName, tuple[tuple[str, str], ...]] = {
    "claude": (("~/.claude/settings.json", '{"sandbox": {"enabled": true, "autoAllowBashIfSandboxed": true}}\n'),),
    "codex": (("~/.codex/config.toml", '[projects."{project}"]\ntrust_level = "trusted"\n'),),
}
_CONTROL = "true"
_REPOSITORY = (
    "mkdir -p ~/.npm && git init -q . && git config user.name a && git config user.email a@advise.test"
    " && git commit -q --allow-empty -m first",
    "mkdir -p ~/.npm .git/hooks",
)


class Planned(NamedTuple):
    """What a plan comes to in a room: the options taken, the files they make, and what a human runs first."""

    titles: tuple[str, ...] = ()
    files: tuple[tuple[str, str], ...] = ()
    before: tuple[str, ...] = ()


class Planner(Protocol):
    """Makes the plan for `needs` in a room whose config files are already written."""

    def __call__(self, program: Program, dialect: Dialect | None, needs: frozenset[Need], room: Room, broad: bool) -> Planned:
        """The plan's chosen options; its first ones where `broad`."""


class Row(NamedTuple):
    """One scenario with one harness: what was expected and seen, without and with the plan.

    agrees: None when it could not be tried; `because` says why. output: what the model saw last.
    """

    harness: HarnessName
    dialect: Dialect | None
    scenario: Scenario
    expected: Expected
    before: Result | None = None
    after: Result | None = None
    planned: Planned = Planned()
    output: str = ""
    because: str | None = None

    @property
    def agrees(self) -> bool | None:
        """Whether the harness did what the catalogue says."""
        if self.before is None:
            return None
        return (self.before, self.after) == (self.expected.before, self.expected.after)


Run: TypeAlias = Callable[[Trial], Outcome]
Claim: TypeAlias = "Callable[[], AbstractContextManager[Room]]"


class Lab(NamedTuple):
    """What the self-test works with: a chamber, how to run a trial in it and to claim a room, and who makes plans."""

    chamber: Chamber
    run: Run
    claim: Claim
    plan: Planner
    environment: tuple[tuple[str, str], ...]


def self_test(program: Program, lab: Lab) -> Iterator[Row]:
    """Try every scenario with one harness: all of them in one session without a plan, then each with its own."""
    for dialect in VARIANTS[program.harness]:
        seen, problem = _unplanned(program, lab)
        for scenario in SCENARIOS:
            expected = scenario.claude if program.harness == "claude" else scenario.codex
            row = Row(program.harness, dialect, scenario, expected, because=_obstacle(scenario, lab) or problem)
            if row.because is None:
                row = row._replace(before=result_of(seen[scenario.id]), output=seen[scenario.id].output)
                row = _with_plan(row, program, lab)
            yield row


def _unplanned(program: Program, lab: Lab) -> tuple[dict[str, Seen], str | None]:
    """What each scenario that can be tried here came to without a plan; or why that says nothing."""
    tried = [scenario for scenario in SCENARIOS if _obstacle(scenario, lab) is None]
    with lab.claim() as room:
        steps = [_step_in(step_of(scenario, program.harness), room) for scenario in tried]
        # First what every sandbox allows: where that fails, a refusal means only that the sandbox does not start.
        outcome = lab.run(_trial(program, room, (_CONTROL, *steps), _base(program, room), lab))
    if outcome.problem is None and not outcome.seen[0].passed:
        return {}, f"the sandbox does not start here: {outcome.seen[0].output.strip()[:300]}"
    return dict(zip((scenario.id for scenario in tried), outcome.seen[1:], strict=False)), outcome.problem


def result_of(seen: Seen) -> Result:
    """What a step came to."""
    if not seen.ran:
        return "not run"
    return "passes" if seen.passed else "refused"


def step_of(scenario: Scenario, harness: HarnessName) -> Step:
    """The step of a scenario for a harness."""
    step = scenario.step
    if isinstance(step, Mapping):
        return step[harness]
    return step


def in_room(text: str, room: Room) -> str:
    """`text` with the room's folders in the place of their words."""
    for word in ("outside", "project", "home"):
        text = text.replace(f"{{{word}}}", getattr(room, word))
    return text


def _step_in(step: Step, room: Room) -> Step:
    if isinstance(step, str):
        return in_room(step, room)
    return {key: in_room(value, room) if isinstance(value, str) else value for key, value in step.items()}


def _need_in(need: Need, room: Room) -> Need:
    values: dict[str, Any] = {name: in_room(value, room) if isinstance(value, str) else value for name, value in need._asdict().items()}
    return type(need)(**values)


def _with_plan(row: Row, program: Program, lab: Lab) -> Row:
    if row.expected.after is None:
        return row
    with lab.claim() as room:
        Path(room.project, ".git").mkdir()  # Before the plan is made: it looks for the repository's root.
        base = _base(program, room)
        for file, text in base:
            place = Path(room.home, file.removeprefix("~/"))
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
        needs = frozenset(_need_in(need, room) for need in row.scenario.needs)
        planned = lab.plan(program, row.dialect, needs, room, row.scenario.broad)
        if not planned.files:
            return row._replace(after="no grant", planned=planned)
        step = _step_in(step_of(row.scenario, program.harness), room)
        outcome = lab.run(_trial(program, room, (step,), (*base, *planned.files), lab, planned.before))
    if not outcome.seen:
        return row._replace(after="not run", planned=planned, output=outcome.problem or "")
    return row._replace(after=result_of(outcome.seen[0]), planned=planned, output=outcome.seen[0].output)


def _base(program: Program, room: Room) -> tuple[tuple[str, str], ...]:
    return tuple((file, in_room(text, room)) for file, text in _BASE[program.harness])


def _trial(
    program: Program,
    room: Room,
    steps: Sequence[Step],
    files: tuple[tuple[str, str], ...],
    lab: Lab,
    before: tuple[str, ...] = (),
) -> Trial:
    address = ADDRESSES[program.harness]
    return Trial(
        program.harness,
        program.path,
        room,
        tuple(steps),
        files,
        (_REPOSITORY[0] if shutil.which("git") else _REPOSITORY[1], *before),
        environment=lab.environment,
        hosts=((HOST, address), (OTHER_HOST, address)),
        ports=((80, "http"),),
    )


def _obstacle(scenario: Scenario, lab: Lab) -> str | None:
    """Why a scenario cannot be tried here, or None."""
    if scenario.network and not lab.chamber.private:
        return f"no private network here: {lab.chamber.because}"
    absent = [name for name in scenario.uses if shutil.which(name, path=dict(lab.environment).get("PATH")) is None]
    return f"no program {', '.join(absent)} here" if absent else None
