"""Judges our answer to one recorded scenario: the text part by the label, the plan in the real harness."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from advisor import situation as edge
from advisor.advice import advise
from advisor.model import Change, Option, Plan, Recording, Report, Risk
from advisor.proof import rooms
from advisor.proof.laboratory import Bench
from advisor.proof.programs import Program, session_environment
from advisor.proof.trial import Outcome, Room, Seen, Trial
from tests.live.applying import applied, written
from tests.live.fixes import HOSTS, PORTS, PROJECT, Fix, in_room
from tests.live.staging import PAGE

RUN = ("offer", "offer-broad", "user-scope")
MAIN_FILE = {"claude": ".claude/settings.json", "codex": ".codex/config.toml"}

_NOT_READY = "mux backend dial failed"
_NOTHING = "(Bash completed with no output)"
_TRIES = 5


def ran(bench: Bench, trial: Trial, furnish: Callable[[], None] = lambda: None, speaks: bool = False) -> Outcome:
    """The outcome of a trial, which is run again where Claude Code's proxy was not up yet when the first command asked it.

    Nothing was judged then. The room is emptied before each run; furnish: puts into it what the trial itself does not.
    speaks: the last command prints something, refused or not; a proxy that is not up yet hangs up on it without a word.
    """
    for _ in range(_TRIES):
        rooms.renew(trial.room)
        furnish()
        outcome = bench.run(trial)
        silent = speaks and any(_NOTHING in seen.output for seen in outcome.seen[-1:])
        if not silent and not any(_NOT_READY in seen.output for seen in outcome.seen):
            break
    return outcome


class Score(NamedTuple):
    """The judgement on a scenario: what is wrong (nothing: it is right), and what was proposed."""

    fix: Fix
    problems: tuple[str, ...]
    proposed: str
    seconds: float
    runs: int


class Case:
    """One scenario in its room."""

    def __init__(self, fix: Fix, room: Room, bench: Bench, program: Program, environment: dict[str, str]) -> None:
        self.fix, self.room, self.bench, self.program = fix, room, bench, program
        self.environment, self.runs = environment, 0

    def base_files(self) -> dict[str, Any]:
        """The config before the fix, as parsed values by file."""
        files: dict[str, Any] = {MAIN_FILE[self.fix.harness]: self._here(self.fix.base)}
        if self.fix.harness == "codex":
            files["~/.codex/config.toml"] = {"projects": {self.room.project: {"trust_level": "trusted"}}}
        return files

    def try_with(self, files: dict[str, Any], steps: tuple[str, ...] = ()) -> tuple[bool, str]:
        """Run the scenario in a fresh room with this config; whether it passed, and what came back."""
        self.runs += 1
        outcome = ran(self.bench, self._trial(files, steps), Path(self.room.root, "sock").mkdir, self.fix.stage == PAGE)
        if outcome.problem or not outcome.seen:
            return False, outcome.problem or "nothing was seen"
        seen = outcome.seen[-1]
        return self._passed(outcome, seen), "; ".join((seen.output, *seen.violations))

    def report(self, files: dict[str, Any], text: str) -> Report:
        """Our own answer to a text, in this room with this config in force."""
        Path(self.room.project, ".git").mkdir(exist_ok=True)
        for file, config in written(files):
            place = Path(self.room.home, file[2:]) if file.startswith("~/") else Path(self.room.project, file)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(config)
        flags = edge.Flags(harnesses=(self.fix.harness,), home=self.room.home, directory=self.room.project, sandboxed="yes", system="linux")
        command = self._command()[-1]
        command = command if isinstance(command, str) else command["command"]
        situation = edge.machine(flags, "ours", {})._replace(command=command, hosts=self._hosts())
        recording = Recording(
            iter([text.encode()]),
            command=command,
            directory=self.room.project,
            exit_code=self.fix.exit_code,
        )
        return advise(recording, situation, edge.look_at)

    def _hosts(self) -> str:
        """The hosts file of the scenario's machine: the trial covers this machine's own with it."""
        return "".join(f"{address} {names}\n" for address, names in HOSTS[self.fix.harness].items())

    def _here(self, value: Any) -> Any:
        return json.loads(in_room(json.dumps(value), self.fix, self.room))

    def _command(self) -> list[Any]:
        command = self.fix.command
        return self._here(command if isinstance(command, list) else [command])

    def _trial(self, files: dict[str, Any], steps: tuple[str, ...]) -> Trial:
        fix, room = self.fix, self.room
        act = fix.stage.act
        before = fix.before if fix.stage.before is None else fix.stage.before
        sockets = tuple(f"{room.root}/sock/{name}.sock" for name in ("host", "http"))
        certified = {"SSL_CERT_FILE": f"{room.root}/bundle.pem", "NODE_EXTRA_CA_CERTS": f"{room.root}/certificate.pem"}
        certified["npm_config_update_notifier"] = "false"  # It asks a host that no scenario is about.
        return Trial(
            fix.harness,
            self.program.path,
            room,
            tuple(self._here([act]) if act else self._command()),
            written(files),
            (PROJECT, *((in_room(before, fix, room),) if before else ()), *steps),
            environment=tuple({**self.environment, **certified, **fix.environment}.items()),
            hosts=tuple((name, address) for address, names in HOSTS[fix.harness].items() for name in names.split()),
            ports=PORTS,
            sockets=sockets,
        )

    def _passed(self, outcome: Outcome, seen: Seen) -> bool:
        stage = self.fix.stage
        wanted = stage.wants is None or stage.wants in seen.output
        if stage.reached:
            return wanted and seen.ran and not seen.violations
        return wanted and all(step.passed for step in outcome.seen)


def judge(case: Case) -> Score:
    """Put the scenario before the pipeline, and the pipeline's plan before the harness."""
    started = time.monotonic()
    fix = case.fix
    files = case.base_files()
    problems: list[str] = []
    text = in_room(fix.text, fix, case.room)
    if fix.outcome in RUN:
        passed, output = case.try_with(files)
        if passed:
            problems.append(f"not refused here without a change: {output[-200:]}")
        text = output if fix.stage.cut else text
    report = case.report(files, text)
    plan = report.plans[0] if report.plans else None
    problems += _judged(fix, report, plan)
    if fix.outcome in RUN and plan and not problems:
        problems += _proven(case, files, plan)
    return Score(fix, tuple(problems), _proposed(report, plan), time.monotonic() - started, case.runs)


def _judged(fix: Fix, report: Report, plan: Plan | None) -> list[str]:
    """What is wrong with the answer itself, by the scenario's class."""
    claimed = report.verdict in ("sandbox", "possible")
    chosen = _options(plan, chosen=True)
    granted = [change for option in chosen for change in option.changes if change.role == "grant"]
    match fix.outcome:
        case "permission":
            return [] if report.verdict == "permission" else [f"the verdict is {report.verdict}"]
        case "not-denied":
            return [f"a denial is claimed: {[denial.rule.id for denial in report.denials]}"] if claimed else []
        case "not-judged":
            return []
    if not claimed:
        silent = re.fullmatch(r"(Exit code \d+)?\s*", fix.text)  # Nobody can tell from an exit code alone.
        return [] if fix.outcome == "none" or silent else [f"no denial is claimed: the verdict is {report.verdict}"]
    assert plan is not None
    if any(change.risk >= Risk.ESCAPE for option in chosen for change in option.changes):
        return ["an escape is chosen"]
    match fix.outcome:
        case "offer":
            return [] if any(option.changes for option in chosen) else ["no change is chosen"]
        case "offer-broad":
            if any(option.risk >= Risk.BROAD for option in chosen):
                return ["a broad option is chosen"]
            # What takes a user's own rule away again is told as steps, not as a change.
            told = [option for option in plan.options if option.risk == Risk.BROAD and option.steps]
            return [] if _offered(plan) or told else ["no change is offered"]
        case "user-scope":
            return [] if _of_the_user(plan) else ["no change of the user's own file is offered"]
        case "relocate":
            ways = [option.kind for option in plan.options]
            if granted:
                return ["a grant is chosen"]
            return [] if {"relocate", "command"} & set(ways) or plan.unmet else ["no other way is given"]
        case _:  # escape-only, outside, none
            if granted or (chosen and any(option.changes for option in chosen)):
                return [f"a patch is proposed: {[change.path for option in chosen for change in option.changes]}"]
            return [] if plan.options or plan.unmet else ["no alternative is shown"]


def _proven(case: Case, files: dict[str, Any], plan: Plan) -> list[str]:
    """What is wrong with the plan in the real harness: it must pass, and fail again without any one of its grants."""
    options = [option for option in _options(plan, chosen=True) if option.changes]
    if not options:
        options = _of_the_user(plan)[:1] if case.fix.outcome == "user-scope" else _offered(plan)[:1]
    if not options:
        return []
    changes = list(dict.fromkeys(_key(change) for option in options for change in option.changes))
    by_key = {_key(change): change for option in options for change in option.changes}
    taken = [by_key[key] for key in changes]
    steps = tuple(step.run for option in options for step in option.steps if step.who == "human" and step.run)
    passed, output = case.try_with(applied(files, taken), steps)
    if not passed:
        return [f"still refused with the plan: {output[-300:]}"]
    needed = [change for change in taken if change.role != "housekeeping" and not _narrows(change)]
    if len(taken) == 1:
        return []  # Without it the config is the one that was refused.
    for dropped in needed:
        passed, _ = case.try_with(applied(files, [change for change in taken if change is not dropped]), steps)
        if passed:
            return [f"passes without {'.'.join(dropped.path)} = {dropped.value}"]
    return []


def _narrows(change: Change) -> bool:
    """Whether it is Codex's filter itself: without that, the same hosts are reached, and all others too."""
    return change.path[:2] == ("features", "network_proxy") and "domains" not in change.path


def _key(change: Change) -> str:
    return repr((change.file, change.path, change.value, change.op))


def _options(plan: Plan | None, chosen: bool) -> list[Option]:
    return [option for option in plan.options if not chosen or option.id in plan.chosen] if plan else []


def _offered(plan: Plan) -> list[Option]:
    """The first option of each group that changes something and is no escape."""
    first: dict[str, Option] = {}
    for option in plan.options:
        if option.changes and option.risk < Risk.ESCAPE:
            first.setdefault(option.id.rstrip("0123456789"), option)
    return list(first.values())


def _of_the_user(plan: Plan) -> list[Option]:
    """The options, whatever they hand over, that change the user's own file: nobody but the user can take those."""
    return [option for option in plan.options if any(change.scope == "user" for change in option.changes)]


def _proposed(report: Report, plan: Plan | None) -> str:
    if plan is None:
        return report.verdict
    told = [f"{option.id}:{option.kind}:{option.risk.name.lower()}:{option.title}" for option in plan.options]
    return f"{report.verdict}; chosen {','.join(plan.chosen) or '-'}; {' | '.join(told)}; unmet {[unmet.reason for unmet in plan.unmet]}"


def environment_of(environ: dict[str, str]) -> dict[str, str]:
    """What a session is given of this machine's environment."""
    return dict(session_environment(environ))
