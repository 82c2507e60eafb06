"""Arranges a report for a reader on one screen: which rows, in which order, how many (DESIGN §7)."""

from __future__ import annotations

from typing import Any, NamedTuple

from advisor import sentences
from advisor.quoting import excerpt

MOST_DENIALS = 3  # told one by one; a log of refusals under one folder is one change
MOST_ORDINARY = 2
EVIDENCE_LINES, EVIDENCE_WIDTH = 4, 162
MOST_WHY = 220  # characters of an explanation; the whole of it is on its rule's page

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
# The rows that stay where two harnesses share a screen.
_COMPACT = ("do", "", "but", "takes effect", "no setting", "instead", "best", "change", "already")
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


class Row(NamedTuple):
    """One labelled line: what kind of thing is said, and what. verbatim: the text is evidence, to be shown line by line."""

    label: str
    text: str
    verbatim: bool = False


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
        sections=tuple(_section(plan, document) for plan in plans),
        off=_OFF.get(verdict, "") if plans else "",
        off_rows=_off(plans),
    )


def _denied(document: dict[str, Any]) -> list[Row]:
    denials = document["denials"]
    rows: list[Row] = []
    for denial in sorted(denials, key=lambda denial: _again(denial, denials))[:MOST_DENIALS]:
        rows += [Row(_SAID[document["verdict"]], sentences.refusal(denial)), _evidence(denial["evidence"])]
    if len(denials) > MOST_DENIALS:
        rows.append(Row("and", f"{len(denials) - MOST_DENIALS} more (--format json lists them)"))
    if denials:
        best = sentences.best_of(denials)
        rows += [_why(best), Row(best["confidence"], "; ".join(best["because"]))]
    return [row for row in rows if row.text]


def _again(denial: dict[str, Any], denials: list[dict[str, Any]]) -> bool:
    """Whether an earlier denial tells of the same operation: each kind is told before any is told twice."""
    return next(other for other in denials if other["operation"] == denial["operation"]) is not denial


def _ordinary(document: dict[str, Any]) -> list[Row]:
    rows: list[Row] = []
    for at, failure in enumerate(document["ordinary"][:MOST_ORDINARY]):
        if document["denials"] or at:  # else the headline says it
            rows.append(Row("not sandbox", failure["title"]))
        rows += [_evidence(failure["evidence"]), _why(failure)]
    return rows


def _evidence(found: dict[str, Any]) -> Row:
    first, last = found["line"], found["end_line"]
    text = "\n".join(line for line in found["text"].split("\n") if line.strip())
    return Row(f"line {first}" if first == last else f"lines {first}-{last}", excerpt(text, EVIDENCE_LINES, EVIDENCE_WIDTH), True)


def _why(told: dict[str, Any]) -> Row:
    """The first sentences of an explanation, and where the rest is."""
    shown, rest = told["explanation"], ""
    while len(shown) > MOST_WHY and ". " in shown[:-1]:
        shown, rest = shown.rpartition(". ")[0], f" (`advise explain {told['rule']}` says more)"
        shown += "" if shown.endswith(".") else "."
    return Row("why", f"{shown}{rest}")


def _section(plan: dict[str, Any], document: dict[str, Any]) -> Section:
    rows = [*_chosen(plan), *_unmet(plan, document["denials"]), *_alternatives(plan)]
    rows = rows or [Row("no setting", "advise knows none that would allow this")]
    if len(document["plans"]) > 1:
        rows = [row for row in rows if row.label in _COMPACT]
    warnings = [sentences.merge_warning(file) for file in plan["files"]]
    merging = [Row("apply it", f"yourself, outside the sandbox, {warning}") for warning in warnings if warning]
    return Section(
        name=sentences.harness_words(plan["harness"], document) if len(document["plans"]) > 1 else "",
        snippets=tuple(_snippet(file) for file in plan["files"]),
        rows=tuple(dict.fromkeys([*merging, *rows])),
    )


def _keep(document: dict[str, Any]) -> str:
    """The heading over the sections, with the harness and its version where there is only one."""
    plans, heading = document["plans"], _KEEP.get(document["verdict"], "")
    return f"{heading} ({sentences.harness_words(plans[0]['harness'], document)})" if len(plans) == 1 else heading if plans else ""


def _off(plans: list[dict[str, Any]]) -> tuple[Row, ...]:
    """How to turn the sandbox off, in each harness, and each warning once."""
    rows: list[Row] = []
    for plan in plans:
        label = "do" if len(plans) == 1 else sentences.harness_title(plan["harness"])
        rows += _steps(plan["off_switch"]["steps"], label)
    rows += [Row("but", plan["off_switch"]["warning"]) for plan in plans]
    return tuple(dict.fromkeys(rows))


def _snippet(file: dict[str, Any]) -> Snippet:
    language = {"json": "json", "toml": "toml", "rules": "python"}.get(file["file"].rpartition(".")[2], "text")
    return Snippet(f"then: {sentences.file_sentence(file)}:", file["snippet"], language)


def _chosen(plan: dict[str, Any]) -> list[Row]:
    chosen = [option for option in plan["options"] if option["id"] in plan["chosen"]]
    rows = [row for option in chosen for row in _option(option, plan["harness"])]
    files = dict.fromkeys(change["file"] for option in chosen for change in option["changes"])
    if files and not plan["files"]:
        rows.insert(0, Row("already", f"{sentences.listed(files, 'and')} has this change: it is not in force"))
    if chosen:
        rows.append(Row("takes effect", plan["takes_effect"]["say"]))
    return rows


def _option(option: dict[str, Any], harness: str) -> list[Row]:
    """What an option needs done, what it lets the agent do, its caveat, its risk and how it was verified."""
    rows = _steps(option["steps"], "do")
    rows.append(Row("allows" if option["kind"] in ("setting", "rule") else "means", option["means"]))
    if option["caveat"]:
        rows.append(Row("but", option["caveat"]))
    if option["changes"]:
        rows.append(Row("risk", f"{option['risk']}; {sentences.verified_words(option['verified'], harness)}"))
    return [row for row in rows if row.text]


def _steps(steps: list[dict[str, Any]], label: str) -> list[Row]:
    rows: list[Row] = []
    for step in steps:
        first, *more = sentences.step_words(step)
        rows += [Row(label, first), *(Row("", text) for text in more)]
    return rows


def _unmet(plan: dict[str, Any], denials: list[dict[str, Any]]) -> list[Row]:
    """What no setting allows, each reason once with what it was given for, and what helps instead."""
    told: dict[tuple[str, str], list[str]] = {}
    for unmet in plan["unmet"]:
        refused = told.setdefault((unmet["reason"], unmet["instead"]), [])
        refused += [sentences.refusal(denials[unmet["denial"]])] if unmet["denial"] is not None else []
    rows: list[Row] = []
    for (reason, instead), refused in told.items():
        more = f" and {len(refused) - 2} more" if len(refused) > 2 else ""
        what = f"{', '.join(refused[:2])}{more}: " if refused else ""
        rows += [Row("no setting", f"{what}{reason}"), *([Row("instead", instead)] if instead else [])]
    return rows


def _alternatives(plan: dict[str, Any]) -> list[Row]:
    """The options that are not chosen: beside a chosen one a line each, `better` before it; where none is, the best in full."""
    rows: list[Row] = []
    chosen = {tuple(option["denials"]) for option in plan["options"] if option["id"] in plan["chosen"]}
    passed: set[tuple[int, ...]] = set()  # groups whose chosen or best option is behind us
    untold = False
    for option in plan["options"]:
        group = tuple(option["denials"])
        if option["id"] not in plan["chosen"]:
            label = "besides" if not group else "or" if group in passed else "better" if group in chosen else "best"
            rows += _best(option, plan["harness"]) if label == "best" else [Row(label, _in_one_line(option))]
            untold = untold or (label != "best" and bool(option["changes"]))
        if option["id"] in plan["chosen"] or group not in chosen:
            passed.add(group)
    return [*rows, Row("more", "--format json has the lines of the other ways")] if untold else rows


def _best(option: dict[str, Any], harness: str) -> list[Row]:
    """The best option where none is chosen: every edit of it, because half of them could stop a harness."""
    edits = [Row("change", sentences.change_words(change)) for change in option["changes"]]
    return [Row("best", option["title"]), *edits, *_option(option, harness)]


def _in_one_line(option: dict[str, Any]) -> str:
    """An alternative: what hands over much says what."""
    if option["risk"] in ("broad", "escape"):
        return f"{option['title']} (risk {option['risk']}): {option['means']}"
    return f"{option['title']} (risk {option['risk']})" if option["changes"] else option["title"]


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
