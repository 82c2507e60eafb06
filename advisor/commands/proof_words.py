"""How the proof of a plan is told: in a few lines, or as the `advise.proof/1` document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from advisor import __version__
from advisor.commands.patch_words import other_ways, unmet_lines
from advisor.commands.verify_command import Proven, code_of
from advisor.harnesses import load
from advisor.proof.command import Attempt
from advisor.quoting import excerpt, inline

_LINES, _WIDTH = 8, 400  # of what came back
_VERDICTS = {0: "proven", 1: "not proven", 3: "cannot be proven here"}


def proof_text(command: str, proofs: Sequence[Proven], date: str) -> str:
    """The verdict for each harness, each run, and what came back where the command did not pass with the plan."""
    return "".join(f"{line}\n" for one in proofs for line in _lines(command, one, date))


def proof_document(command: str, proofs: Sequence[Proven], date: str) -> dict[str, Any]:
    """The `advise.proof/1` document of a command."""
    return {
        "schema": "advise.proof/1",
        "advise": __version__,
        "kind": "command",
        "date": date,
        "verdict": _VERDICTS[code_of(proofs)],
        "private_network": None,
        "harnesses": [],
        "command": {"run": inline(command, 4000), "proofs": [_proof(one) for one in proofs]},
    }


def _lines(command: str, one: Proven, date: str) -> Iterator[str]:
    version = f" {one.program.version}, {date}" if one.program else ""
    yield f"{load(one.harness).title}{version}: {one.proof.verdict.upper()}: {one.proof.because}."
    for attempt in one.proof.attempts:
        yield f"  {_result(attempt):<12} {_label(attempt)}"
    if one.plan:
        taken = [option for option in one.plan.options if option.id in one.plan.chosen]
        yield from (f"  plan         {option.id}: {option.title}" for option in taken)
        if one.proof.verdict == "not proven":
            yield from (f"  {line}" for line in (*other_ways(one.plan), *unmet_lines(one.plan)))
    for words in one.proof.spare:
        yield f"  not needed   {inline(words)}"
    if one.proof.verdict == "not proven":
        yield from (f"  | {line}" for line in excerpt(one.proof.attempts[-1].output, _LINES, _WIDTH).split("\n"))


def _label(attempt: Attempt) -> str:
    if attempt.without is not None:
        return f"without {inline(attempt.without)}"
    return "with the plan" if attempt.changes else "as configured now"


def _result(attempt: Attempt) -> str:
    return "not tried" if attempt.passed is None else "passes" if attempt.passed else "fails"


def _proof(one: Proven) -> dict[str, Any]:
    return {
        "harness": one.harness,
        "version": one.program.version if one.program else None,
        "verdict": one.proof.verdict,
        "because": one.proof.because,
        "chosen": list(one.plan.chosen) if one.plan else [],
        "runs": [
            {
                "what": _label(attempt),
                "passed": attempt.passed,
                "exit_code": attempt.exit_code,
                "output": excerpt(attempt.output, _LINES, _WIDTH),
            }
            for attempt in one.proof.attempts
        ],
        "not_needed": [inline(words) for words in one.proof.spare],
    }
