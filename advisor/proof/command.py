"""Is a plan proven for a command? The command runs in the real sandbox as configured now, with each change left out, with all.

The full plan comes last: what the command leaves behind with it (a folder, a download) could make it pass without.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from advisor.model import Change
from advisor.proof.trial import Outcome

CONTROL = "true"  # what every sandbox allows: where that fails, a refusal means only that the sandbox does not start
Verdict = Literal["proven and minimal", "proven", "not proven", "cannot be proven here"]
Run = Callable[[Sequence[Change]], Outcome]


class Attempt(NamedTuple):
    """One run of the command: with which of the plan's changes, and what came of it.

    without: the change that was left out, in words; None in the runs with no change and with all. output: what the model
    saw of it last, with the refusals that the harness itself signed. passed: None when the run itself could not be made, for
    the reason in `output`.
    """

    changes: int
    passed: bool | None
    exit_code: int | None
    output: str
    without: str | None = None


class Proof(NamedTuple):
    """What the runs come to. spare: changes, in words, without which the command passes too."""

    verdict: Verdict
    because: str
    attempts: tuple[Attempt, ...] = ()
    spare: tuple[str, ...] = ()


def as_configured(run: Run) -> tuple[Attempt, Proof | None]:
    """The first run, without any change; and the whole proof where that decides it."""
    attempt = _attempt((), run)
    if attempt.passed is None:
        return attempt, Proof("cannot be proven here", attempt.output, (attempt,))
    if attempt.passed:
        return attempt, Proof("cannot be proven here", "the command passes here as it is configured now", (attempt,))
    return attempt, None


def prove(now: Attempt, changes: Sequence[Change], leave_out: Sequence[tuple[str, Sequence[Change]]], run: Run) -> Proof:
    """The proof of a plan for a command that did not pass as configured `now`.

    leave_out: what to try without, in words, each with the changes that are left then. With none left that is `now`.
    """
    attempts = [now]
    spare: list[str] = []
    for words, left in leave_out:
        if not left:
            continue
        attempt = _attempt(left, run)._replace(without=words)
        attempts.append(attempt)
        if attempt.passed is None:
            return Proof("cannot be proven here", attempt.output, tuple(attempts))
        spare += [words] if attempt.passed else []
    whole = _attempt(changes, run)
    attempts.append(whole)
    if whole.passed is None:
        return Proof("cannot be proven here", whole.output, tuple(attempts))
    if not whole.passed:
        return Proof("not proven", "with the whole plan the command does not pass", tuple(attempts))
    if spare:
        return Proof("proven", "the command passes with the plan, and without a part of it", tuple(attempts), tuple(spare))
    return Proof("proven and minimal", "the command passes with the plan, and with nothing less", tuple(attempts))


def _attempt(changes: Sequence[Change], run: Run) -> Attempt:
    """The run with these changes; the first step of its session is the control."""
    outcome = run(changes)
    count = len(changes)
    if len(outcome.seen) < 2:
        return Attempt(count, None, None, outcome.problem or "the harness gave no answer")
    control, seen = outcome.seen[:2]
    if not control.passed:
        return Attempt(count, None, None, f"the sandbox does not start here: {control.output.strip()[:300]}")
    if control.sandboxed is False:
        return Attempt(count, None, None, "the harness runs its commands without a sandbox here")
    signed = "".join(f"{line}\n" for line in seen.violations)
    block = f"\n<sandbox_violations>\n{signed}</sandbox_violations>\n" if signed and "<sandbox_violations>" not in seen.output else ""
    return Attempt(count, seen.passed, seen.exit_code, seen.output + block)
