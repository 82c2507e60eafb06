"""Arranges a report for a reader on one screen: which rows, in which order, how many (DESIGN §7)."""

from __future__ import annotations

from typing import Any, NamedTuple

from advisor import sentences
from advisor.quoting import excerpt, inline
from advisor.rows import Row, apply_rows, plan_rows, step_rows

MOST_DENIALS = 3  # told one by one; a log of refusals under one folder is one change
MOST_ORDINARY = 2
EVIDENCE_LINES, EVIDENCE_WIDTH = 3, 162
MOST_LINES, MOST_BEGUN = 36, 12  # lines of a snippet that stands here whole; of one that is longer
MOST_WHY = 240  # characters of an explanation; the whole of it is on its rule's page

_KEEP = {
    "sandbox": "1. If you want to keep the sandbox on",
    "possible": "1. If it was the sandbox, and you want to keep it on",
    "permission": "1. If you want to let the agent run this",
}
_OFF = {"sandbox": "2. If you want to turn the sandbox off", "possible": "2. If it was the sandbox, and you want to turn it off"}
_ADVICE = {
    "sandbox": "Not a bug in the tool or the repo. Do not retry, do not work round it: one failure is enough.",
    "possible": (
        "To decide: run the same command once in a terminal of your own, outside the sandbox. If it works there, the "
        "sandbox did it; if it fails in the same way, the sandbox did not. Until then change nothing."
    ),
    "permission": "The command never ran. No sandbox setting changes that, and turning the sandbox off does not either.",
    "not-sandbox": "The sandbox did not do this, and no setting of it would help.",
}
_SAID = {"sandbox": "refused", "possible": "refused?", "permission": "refused"}
_SAYS = {
    "denied": "the sandbox, or the harness, refused something",
    "ordinary": "an ordinary failure that looks like a refusal",
    "quoted": "a refusal that is only quoted: in source, a test name, a document",
}
_TODO = {
    "denied": (
        "Do not retry it and do not work round it. Give the whole output to `advise explain`: it "
        "names the narrowest change that allows just what was refused, in the form that your harness and system need."
    ),
    "ordinary": "Look for the cause outside the sandbox: no setting of it would help.",
    "quoted": "Nothing: no refusal took place.",
}


class Snippet(NamedTuple):
    """A file's one snippet: what to do with it, its text, and its format's name as a code fence wants it."""

    sentence: str
    text: str
    language: str


class Section(NamedTuple):
    """One harness's answer for whoever keeps the sandbox on: its name where there are several, snippets, rows."""

    name: str
    snippets: tuple[Snippet, ...]
    rows: tuple[Row, ...]


class Outline(NamedTuple):
    """A report as a reader gets it.

    keep: the heading over the sections, empty where there is none. off: the heading over `off_rows`, empty likewise.
    """

    label: str
    sentence: str
    found: tuple[Row, ...]
    advice: str
    keep: str
    sections: tuple[Section, ...]
    off: str
    off_rows: tuple[Row, ...]


def outline(document: dict[str, Any]) -> Outline:
    """The outline of an `advise.report/1` document whose verdict is not `nothing`."""
    label, sentence = sentences.headline(document)
    verdict, plans = document["verdict"], document["plans"]
    return Outline(
        label=label,
        sentence=sentence,
        found=(*_denied(document), *_ordinary(document)),
        advice=_ADVICE[verdict],
        keep=_keep(document),
        sections=tuple(plan_section(plan, document) for plan in plans),
        off=_OFF.get(verdict, "") if plans else "",
        off_rows=_off(plans),
    )


def _denied(document: dict[str, Any]) -> list[Row]:
    denials = document["denials"]
    rows: list[Row] = []
    for denial in sorted(denials, key=lambda denial: _again(denial, denials))[:MOST_DENIALS]:
        rows += [Row(_SAID[document["verdict"]], sentences.refusal(denial)), _evidence(denial["evidence"])]
    if len(denials) > MOST_DENIALS:
        more = document.get("more_denials", 0)
        untold = f" {len(denials)} of at least {len(denials) + more}" if more else ""
        rows.append(Row("and", f"{len(denials) - MOST_DENIALS + more} more (--format json lists{untold or ' them'})"))
    if denials:
        best = sentences.best_of(denials)
        rows += [_why(best, MOST_WHY if len(document["plans"]) < 2 else MOST_WHY // 2), Row(best["confidence"], "; ".join(best["because"]))]
    return [row for row in rows if row.text]


def _again(denial: dict[str, Any], denials: list[dict[str, Any]]) -> bool:
    """Whether an earlier denial tells of the same operation: each kind is told before any is told twice."""
    return next(other for other in denials if other["operation"] == denial["operation"]) is not denial


def _ordinary(document: dict[str, Any]) -> list[Row]:
    rows: list[Row] = []
    lines: set[int] = set()
    for failure in document["ordinary"]:
        if failure["evidence"]["line"] in lines or len(lines) == MOST_ORDINARY:
            continue
        if document["denials"] or lines:  # else the headline says it
            rows.append(Row("not sandbox", failure["title"]))
        rows += [_evidence(failure["evidence"]), _why(failure)]
        lines.add(failure["evidence"]["line"])
    return rows


def _evidence(found: dict[str, Any]) -> Row:
    first, last = found["line"], found["end_line"]
    label = f"line {first}" if first == last else f"lines {first}-{last}"
    return Row(label, excerpt(sentences.without_blanks(found["text"]), EVIDENCE_LINES, EVIDENCE_WIDTH), "evidence")


def _why(told: dict[str, Any], most: int = MOST_WHY) -> Row:
    """The first sentences of an explanation, `most` characters where they allow it, and where the rest is."""
    shown = sentences.within(told["explanation"], most)
    more = "" if shown == told["explanation"] else f" (`advise explain {told['rule']}` says more)"
    return Row("why", f"{shown}{more}")


def plan_section(plan: dict[str, Any], document: dict[str, Any]) -> Section:
    """A plan's section. document: whose `plans`, `situation` and `denials` it belongs to."""
    several = len(document["plans"]) > 1
    return Section(
        name=sentences.harness_words(plan["harness"], document) if several else "",
        snippets=tuple(_snippet(file) for file in plan["files"]),
        rows=(*apply_rows(plan), *plan_rows(plan, document["denials"], short=several)),
    )


def _keep(document: dict[str, Any]) -> str:
    """The heading over the sections, with the harness and its version where there is only one."""
    plans, heading = document["plans"], _KEEP.get(document["verdict"], "")
    if len(plans) == 1:
        return f"{heading} ({sentences.harness_words(plans[0]['harness'], document)})"
    return f"{heading} (--harness claude or codex tells one in full)" if plans else ""


def _off(plans: list[dict[str, Any]]) -> tuple[Row, ...]:
    """How to turn the sandbox off and what that gives up; of several harnesses only the steps, and one sentence for all."""
    if len(plans) == 1:
        switch = plans[0]["off_switch"]
        return (*step_rows(switch["steps"], "do"), Row("but", switch["warning"]))
    rows: list[Row] = []
    for plan in plans:
        steps = [row for row in step_rows(plan["off_switch"]["steps"], "do") if row.label or row.form == "command"]
        rows += [row._replace(label="" if at else sentences.harness_title(plan["harness"])) for at, row in enumerate(steps)]
    warnings = [sentences.within(plan["off_switch"]["warning"], 0) for plan in plans]
    return (*rows, *(Row("but", warning) for warning in sorted(warnings, key=len)[:1]))


def _snippet(file: dict[str, Any]) -> Snippet:
    language = {"json": "json", "toml": "toml", "rules": "python"}.get(file["file"].rpartition(".")[2], "text")
    lines = sentences.snippet_of(file).split("\n")
    if len(lines) <= MOST_LINES:
        return Snippet(f"then: {sentences.file_sentence(file)}:", "\n".join(lines), language)
    # A part of it, pasted, could stop a harness: what stands here is only to be read.
    shown = [*lines[:MOST_BEGUN], f"… {len(lines) - MOST_BEGUN} more lines"]
    return Snippet(f"then: run `advise patch`, which writes {inline(file['file'])}; it begins:", "\n".join(shown), "text")


def rule_rows(rule: dict[str, Any]) -> tuple[Row, ...]:
    """What a rule of the `advise.rules/1` document claims, and where that is documented."""
    rows = [
        Row("says", _SAYS[rule["says"]]),
        Row("operation", rule["operation"] or ""),
        Row("grade", rule["confidence"] or ""),
        Row("systems", ", ".join(rule["systems"])),
        Row("also called", ", ".join(rule["aliases"])),
        Row("source", rule["source"]),
    ]
    return tuple(row for row in rows if row.text)


def rule_advice(rule: dict[str, Any]) -> str:
    """What to do about a rule's kind of text."""
    return _TODO[rule["says"]]
