"""`advise verify -- CMD`: is the plan proven? The command runs in the real sandbox as configured now, then with the plan."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from advisor.advice import report_on
from advisor.choices import Wishes, with_wishes
from advisor.commands.denials import Advise
from advisor.commands.verify_staging import copied_project, made_by, moved, root_of, staged_texts, tidied, with_own_file
from advisor.errors import InputError, UsageError
from advisor.harnesses import load
from advisor.model import Change, HarnessName, Known, Option, Plan, Recording, Report, Situation
from advisor.patches import chosen_changes, compose
from advisor.proof import laboratory
from advisor.proof.command import CONTROL, Attempt, Proof, as_configured, prove
from advisor.proof.programs import Missing, Program, find, session_environment
from advisor.proof.trial import Outcome, Trial
from advisor.rereading import opens_more, patched
from advisor.scan import windows
from advisor.situation import Flags, look_at, machine

_SECONDS = 600.0  # for one run of the command


class Network(NamedTuple):
    """Hosts that only the trial sees: (name, address), and the ports that they answer on."""

    hosts: tuple[tuple[str, str], ...]
    ports: tuple[tuple[int, str], ...]


class Asked(NamedTuple):
    """What is to be proven.

    command: as the agent's shell would get it. advise: what was refused, as given; None: what the first run prints.
    network: made-up hosts and ports for a private chamber (tests); None: the machine's own network.
    """

    command: str
    flags: Flags
    wishes: Wishes = Wishes()
    advise: Advise | None = None
    network: Network | None = None


class Proven(NamedTuple):
    """The proof for one harness; program None: it cannot be run here."""

    harness: HarnessName
    proof: Proof
    program: Program | None = None
    plan: Plan | None = None


def command_of(words: Sequence[str]) -> str:
    """The command as one line for a shell; a single word is that line already."""
    return words[0] if len(words) == 1 else shlex.join(words)


def require_consent(command: str, yes: bool) -> None:
    """Ask whether the command may run. Raises UsageError where nobody can be asked and nobody said so, InputError for a no."""
    if yes:
        return
    if not (sys.stdin and sys.stdin.isatty()):
        raise UsageError("this runs the command for real", "Say --yes if it may run several times")
    sys.stderr.write(
        f"advise: this runs `{command}` several times, sandboxed, in copies of this project and with your own home folder.\n"
        "advise: folders that the plan needs are made first, and what the command writes through the plan's grants stays. Go on? [y/N] "
    )
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise InputError("nothing was run", "")


def proven(asked: Asked, environ: Mapping[str, str]) -> tuple[Proven, ...]:
    """The proof for every harness that the call or the denial names, and that this machine has."""
    report = asked.advise() if asked.advise else None
    names = report.situation.harnesses if report else machine(asked.flags, "unknown", environ).harnesses
    found = [find(name, environ) for name in names]
    if not any(isinstance(one, Program) for one in found):
        return tuple(_missing(one) for one in found if isinstance(one, Missing))
    home = environ.get("HOME") or os.path.expanduser("~")
    with tidied(home), laboratory.open_lab(environ, private=asked.network is not None) as (bench, root):
        return tuple(
            _missing(one) if isinstance(one, Missing) else _Prover(one, asked, bench, root, environ).proven(report) for one in found
        )


def _missing(one: Missing) -> Proven:
    return Proven(one.harness, Proof("cannot be proven here", f"{one.what}. To get it: {one.remedy}"))


class _Prover:
    """The runs for one harness on this machine."""

    def __init__(self, program: Program, asked: Asked, bench: laboratory.Bench, root: Path, environ: Mapping[str, str]) -> None:
        self.program, self.asked, self.bench, self.root = program, asked, bench, root
        self.environment = session_environment(environ)
        flags = asked.flags._replace(harnesses=(program.harness,), harness_version=asked.flags.harness_version or program.version)
        self.situation = machine(flags, "unknown", environ)._replace(command=asked.command, sandboxed=Known(True, "this run"), ours=True)
        self.plan: Plan | None = None
        self.before: tuple[str, ...] = ()

    def proven(self, report: Report | None) -> Proven:
        """The proof; `report` is what is known to be refused, None what the first run shows."""
        now, decided = as_configured(self.run)
        if decided is None:
            report = report or self._report(now)
            self.plan = self._plan(report)
            decided = self._proof(now, report)
        elif now.passed and self._report(now).denials:
            decided = decided._replace(
                because=f"{decided.because}, though a refusal stands in what it printed, of which its exit code says nothing"
            )
        return Proven(self.program.harness, decided, self.program, self.plan)

    def run(self, changes: Sequence[Change]) -> Outcome:
        """One session with these changes, in a room of its own."""
        with laboratory.trial_room(self.root) as room:
            directory = copied_project(self.situation, Path(room.root), room.project)
            places = {root_of(self.situation): room.project}
            network = self.asked.network or Network((), ())
            trial = Trial(
                self.program.harness,
                self.program.path,
                room._replace(home=self.situation.home or room.home),
                (CONTROL, moved(self.asked.command, places)),
                self._files(changes, places),
                self.before if changes else (),
                environment=self.environment,
                hosts=network.hosts,
                ports=network.ports,  # type: ignore[arg-type]
                directory=directory,
                config_home=f"{room.root}/config",
                seconds=_SECONDS,
            )
            return self.bench.run(trial)

    def _files(self, changes: Sequence[Change], places: dict[str, str]) -> tuple[tuple[str, str], ...]:
        situation = self.situation
        if self.plan is not None and changes:
            situation = patched(situation, compose(_with(self.plan, changes), situation, self.asked.wishes.escapes).patches)
        posture = load(self.program.harness).read_boundary(self.situation).posture
        return with_own_file(staged_texts(situation.configs, places), self.program.harness, posture == "unknown")

    def _report(self, now: Attempt) -> Report:
        recording = Recording(chunks=iter((now.output.encode(),)), source="-", command=self.asked.command, exit_code=now.exit_code)
        return report_on(windows(recording), self.situation, look_at)

    def _plan(self, report: Report) -> Plan | None:
        plans = with_wishes((plan for plan in report.plans if plan.harness == self.program.harness), self.asked.wishes)
        return plans[0] if plans else None

    def _proof(self, now: Attempt, report: Report) -> Proof:
        changes = chosen_changes(self.plan, self.asked.wishes.escapes) if self.plan else ()
        if not changes or self.plan is None:
            return Proof("not proven", _why_nothing(report), (now,))
        refusals = compose(self.plan, self.situation, self.asked.wishes.escapes).refusals
        if refusals:
            return Proof("not proven", f"{refusals[0].file}: {refusals[0].reason}", (now,))
        steps = tuple(step.run for option in _taken(self.plan) for step in option.steps if step.who == "human" and step.run)
        self.before = tuple(step for step in steps if step.startswith("mkdir -p "))
        folders = made_by(self.before, self.situation.home or "")
        try:
            return prove(now, changes, tuple(_leave_out(self.plan, changes, self.situation)), self.run)
        finally:
            for folder in folders:  # made for the runs; what the command put into them is the command's
                with suppress(OSError):
                    os.rmdir(folder)


def _why_nothing(report: Report) -> str:
    """Why there is nothing to try: a command fails for many reasons that no sandbox has a part in."""
    if report.denials:
        return "no setting that would be taken allows what was refused"
    if report.ordinary:
        return f"the command fails, and not at the sandbox: {report.ordinary[0].rule.title}".rstrip(".")
    return "the command fails, and nothing in the text looks like a refusal of the sandbox's"


def _leave_out(plan: Plan, changes: Sequence[Change], situation: Situation) -> Sequence[tuple[str, Sequence[Change]]]:
    """Each change that opens something, with the others; not one that only keeps closed what another opens."""
    found: list[tuple[str, Sequence[Change]]] = []
    whole = compose(plan, situation).patches
    for change in changes:
        if change.role == "housekeeping":
            continue
        left = [other for other in changes if other is not change]
        useful = left if any(other.role != "housekeeping" for other in left) else []
        without = compose(_with(plan, useful), situation).patches
        if not useful or not opens_more(plan.harness, without, whole, situation):
            found.append((_words(change), useful))
    return found


def _words(change: Change) -> str:
    return f"{'.'.join(change.path)} = {change.value}" if change.path else str(change.value)


def _with(plan: Plan, changes: Sequence[Change]) -> Plan:
    """The plan as if its taken options made these changes only."""
    taken: list[Option] = [option._replace(changes=tuple(c for c in option.changes if c in changes)) for option in _taken(plan)]
    return plan._replace(options=tuple(taken))


def _taken(plan: Plan) -> list[Option]:
    return [option for option in plan.options if option.id in plan.chosen]


def code_of(proofs: Sequence[Proven]) -> int:
    """0: proven by every harness that could try it, 1: not by one of them, 3: none could."""
    verdicts = [one.proof.verdict for one in proofs]
    if "not proven" in verdicts:
        return 1
    return 0 if any(verdict in ("proven", "proven and minimal") for verdict in verdicts) else 3
