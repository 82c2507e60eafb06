"""How many labelled real outputs are judged rightly; `python -m tests.score` prints it and fails below the bars.

The cases are those of `tests/corpus/`: `public` (failures from public bug reports, denials and look-alikes) and what
the two real harnesses returned on Linux. Nothing of the machine is looked at, and a case's own harness is not told.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from advisor.advice import advise
from advisor.documents import report_document
from advisor.model import Recording
from advisor.situation import Flags, machine

CASES = Path(__file__).parent / "corpus"
FIRST_OPERATIONS = frozenset({"write", "connect", "resolve", "bind"})
HOMES = {"macos": "/Users/dev", "windows": "C:\\Users\\dev"}

Case = dict[str, Any]

# The words that public.jsonl has for an operation -> the report's operations that answer it.
_ANSWERS = {
    "write": "write",
    "read": "read",
    "bind": "bind unix-socket",
    "connect": "connect local-connect resolve",
    "dns": "resolve connect",
    "unix-socket": "unix-socket bind write read",
    "mach-lookup": "service",
    "mach-register": "service nest",
    "keychain": "service read write",
    "tty": "device",
    "device": "device",
    "ipc": "service process privilege unix-socket",
    "nested-sandbox": "nest",
    "mount": "nest privilege",
    "sandbox-start": "startup",
    "approval": "permission",
    "process": "trace process privilege service",
    "ptrace": "trace",
    "setpriority": "process privilege",
    "syscall": "trace process privilege nest",
    "sysctl": "service process privilege",
    "socket": "connect privilege bind",
    "exec": "privilege process",
}


class Round(NamedTuple):
    """One scoring: a file of cases, whether only those of FIRST_OPERATIONS, and the flags that `advise` is given."""

    file: str
    harness: str = "none"
    sandboxed: str = "unknown"
    first_only: bool = False

    def __str__(self) -> str:
        words = [self.file, f"--harness {self.harness}", f"--sandboxed {self.sandboxed}"]
        return " ".join([*words, "write/connect/resolve/bind"] if self.first_only else words)


class Bar(NamedTuple):
    """What a measure of a round must reach (`least`) or may not pass (`most`), in per cent."""

    round: Round
    measure: str
    least: float = 0
    most: float = 100


class Expectation(NamedTuple):
    """What the label of a case asks for: the verdict, any of these operations, this target; None and empty: not scored.

    decidable: whether text and flags can tell a quiet one from a denial.
    """

    verdict: str | None
    operations: frozenset[str] = frozenset()
    target: str | None = None
    ambiguous: bool = False
    decidable: bool = True


PUBLIC = tuple(Round("public", harness) for harness in ("none", "claude", "codex"))
HARNESSES = tuple(Round(f"{harness}-linux", harness, "yes") for harness in ("claude", "codex"))
FIRST = tuple(each._replace(first_only=True) for each in HARNESSES)
ROUNDS = (*PUBLIC, *HARNESSES, *FIRST)

# Twelve quiet records of `codex-linux` are quiet by their policy alone (direct network), which no round is told; nine print
# what the same command prints without any network, where it is possibly a denial. They are counted as `undecidable`, without a bar.
BARS = (
    *(Bar(each, "found", least=95) for each in PUBLIC),
    *(Bar(each, "false", most=4) for each in PUBLIC),
    *(Bar(each, "operation", least=95) for each in PUBLIC),
    *(Bar(each, "target", least=90) for each in PUBLIC),
    *(Bar(each, "permission", least=100) for each in PUBLIC),
    *(Bar(each, "too sure", most=5) for each in PUBLIC),
    *(Bar(each, "found", least=97) for each in HARNESSES),
    *(Bar(each, "false", most=3) for each in HARNESSES),
    *(Bar(each, "operation", least=97) for each in (*HARNESSES, *FIRST)),
    *(Bar(each, "target", least=93) for each in (*HARNESSES, *FIRST)),
)
# measure -> what it counts, and of how many (the names are those of `scored`).
MEASURES = {
    "found": ("found", "pos"),
    "false": ("flagged", "neg"),
    "too sure": ("ambstrong", "amb"),
    "undecidable": ("undecidableflagged", "undecidable"),
    "permission": ("permission", "permissions"),
    "operation": ("op", "ops"),
    "target": ("target", "targets"),
}


def cases(each: Round) -> Iterator[Case]:
    """The cases of a round that have an output."""
    for line in (CASES / f"{each.file}.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if case.get("output") and (not each.first_only or case["label"].get("operation") in FIRST_OPERATIONS):
            yield case


def expected(case: Case, sandboxed: str) -> Expectation:
    """What the label of a case in either format asks for, when `advise` is told `--sandboxed` so."""
    label = case.get("label")
    if label:
        told = sandboxed == "yes"
        if (label["verdict"] == "possible" and told) or (not label.get("text_only", True) and not told):
            return Expectation(None)
        operations = frozenset({label["operation"]} if label.get("operation") else ())
        decidable = label.get("text_only", True) or label["verdict"] == "sandbox"
        return Expectation(label["verdict"], operations, label.get("target"), label["verdict"] == "possible", decidable)
    if case["class"] != "positive":
        return Expectation("not-sandbox", ambiguous=case["ambiguous"])
    operation, target = case["denied"]["op"], case["denied"]["target"]
    if case["kind"] in ("harness-refusal", "sandbox-start-failed") or not re.match(r"^[~/]|^[\w.-]+(:\d+)?$", target or ""):
        target = None
    verdict = "permission" if operation == "approval" else "sandbox"
    return Expectation(verdict, frozenset(_ANSWERS[operation].split()), target, case["ambiguous"])


def explained(case: Case, each: Round) -> dict[str, Any]:
    """The JSON report on a case, as `advise explain --no-probe --format json` with the round's flags prints it."""
    system = case.get("os") or case.get("platform")
    return reported(case["output"], system, HOMES.get(system or "", "/home/dev"), each.harness, each.sandboxed)


def reported(output: str, system: str | None, home: str, harness: str = "none", sandboxed: str = "unknown") -> dict[str, Any]:
    """The JSON report on an output when nothing of the machine is looked at. harness: "none" or one of the two names."""
    flags = Flags(
        harnesses=() if harness == "none" else (harness,),  # type: ignore[arg-type]  # one of the two names
        system=system if system in ("linux", "macos", "windows") else None,
        home=home,
        sandboxed=sandboxed,  # type: ignore[arg-type]  # yes or unknown
        probe=False,
    )
    return report_document(advise(Recording(iter([output.encode()])), machine(flags, "piped", {})))


def scored(each: Round, miss: Callable[[str], None] = lambda line: None) -> Counter[str]:
    """What a round counts, by the short names that MEASURES uses; `miss` is told of every wrong answer."""
    count: Counter[str] = Counter()
    for case in cases(each):
        wanted = expected(case, each.sandboxed)
        if wanted.verdict is None:
            continue
        for kind in _judged(count, wanted, explained(case, each)):
            miss(f"  {kind}: {case.get('id') or case['command'][:90]}")
    return count


def _judged(count: Counter[str], wanted: Expectation, report: dict[str, Any]) -> Iterator[str]:
    """Counts one answer; yields what is wrong with it."""
    verdict, denials = report["verdict"], report["denials"]
    hit, strong = verdict in ("sandbox", "possible"), verdict == "sandbox"
    rules = sorted({denial["rule"] for denial in denials})
    if wanted.ambiguous:
        count.update(amb=1, ambstrong=strong)
        if strong:
            yield f"too sure, by {rules}"
    elif wanted.verdict == "permission":
        count.update(permissions=1, permission=verdict == "permission")
        if verdict != "permission":
            yield f"no permission but {verdict}, by {rules}"
    elif not wanted.decidable:
        count.update(undecidable=1, undecidableflagged=hit)
    elif wanted.verdict != "sandbox":
        count.update(neg=1, flagged=hit, negstrong=strong)
        if hit:
            yield f"false alarm, {verdict}, by {rules}"
    else:
        count.update(pos=1, found=hit, strong=strong)
        yield from _judged_denials(count, wanted, denials) if hit else [f"missed, {verdict}"]


def _judged_denials(count: Counter[str], wanted: Expectation, denials: list[dict[str, Any]]) -> Iterator[str]:
    operations = {denial["operation"] for denial in denials}
    if wanted.operations:
        right = bool(operations & wanted.operations)
        count.update(ops=1, op=right)
        if not right:
            yield f"wrong operation, {sorted(operations)} for {sorted(wanted.operations)}"
    if wanted.target:
        targets = [denial["target"] for denial in denials]
        right = any(names(target, wanted.target) for target in targets)
        count.update(targets=1, target=right)
        if not right:
            yield f"wrong target, {targets} for {wanted.target!r}"


def names(target: str | None, wanted: str) -> bool:
    """Whether a target is the wanted one or stands in that folder; a host counts without its port."""
    got, want = _bare(target), _bare(wanted)
    return bool(got) and (got == want or got.startswith(want + "/") or ("/" not in want and got.split(":")[0] == want.split(":")[0]))


def _bare(target: str | None) -> str:
    return (target or "").strip().strip("'\"").rstrip("/").lower().removeprefix("file://").replace("/private/", "/")


def share(count: Counter[str], measure: str) -> float:
    """A measure in per cent; 0 of 0 is 0."""
    part, whole = (count[name] for name in MEASURES[measure])
    return 100 * part / max(whole, 1)


def below(counts: dict[Round, Counter[str]], bars: Iterable[Bar] = BARS) -> list[str]:
    """A line for every bar that is missed."""
    return [
        f"BELOW THE BAR {bar.round}: {bar.measure} {share(counts[bar.round], bar.measure):.1f} %, not {bar.least:g} to {bar.most:g} %"
        for bar in bars
        if not bar.least <= share(counts[bar.round], bar.measure) <= bar.most
    ]


def _line(each: Round, count: Counter[str]) -> str:
    told = (
        f"{measure} {count[part]}/{count[whole]} ({share(count, measure):.0f} %)"
        for measure, (part, whole) in MEASURES.items()
        if count[whole]
    )
    return f"{each}\n  " + ", ".join(told)


def main(argv: list[str]) -> int:
    """Print every round; 1 when a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.score", description="Score advise on labelled real outputs.")
    parser.add_argument("--list", action="store_true", help="print every wrong answer")
    listing = parser.parse_args(argv).list
    counts = {}
    for each in ROUNDS:
        misses: list[str] = []
        counts[each] = scored(each, misses.append)
        print("\n".join([_line(each, counts[each]), *(misses if listing else ())]))
    missed = below(counts)
    print("\n".join(missed or ["every bar is reached"]))
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
