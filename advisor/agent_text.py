"""Tells a report to the agent whose command failed: fixed words of ours, evidence fenced, two kilobytes at most.

Plain strings and no template: this runs in every hook. What does not fit is dropped, the least useful first.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from advisor import sentences
from advisor.documents import report_document
from advisor.gate import NOTHING_FOUND
from advisor.launchers import agent_rules
from advisor.model import Report
from advisor.quoting import code, fence_for, fenced, inline

LARGEST = 2048  # bytes of UTF-8; harnesses cut what is longer, or put it into a file
_ALWAYS = 9

_RULES = (
    "This is not a bug in the tool or the repository.",
    "One failure is enough: do not retry, do not work round it, and do not record that the tool is broken.",
)
_UNDECIDED = (
    "This may be the sandbox or an ordinary failure.",
    "To decide it, ask your user to run the same command once in a terminal of their own: if it works there, the sandbox did it.",
    "Until then do not retry, do not work round it, and do not record that the tool is broken.",
)
_NOT_RUN = (
    "The command never ran: this is not the sandbox, and no sandbox setting changes it.",
    "Ask your user. Do not retry it, and do not reword it to get past the rule.",
)
_TOO_LONG = "The snippet is too long to stand here: your user gets it from `advise explain` with the same output."


class _Part(NamedTuple):
    """A piece of the text: how dearly it is kept (_ALWAYS: always), and what stands there when it had to go."""

    keep: int
    text: str
    instead: str = ""


def agent_text(report: Report) -> str:
    """The report for an agent, at most LARGEST bytes, ending in a line end."""
    if report.verdict == "nothing":
        return NOTHING_FOUND
    document = report_document(report)
    parts = [_headline(document), _evidence(document)]
    if report.verdict == "not-sandbox":
        failure = document["ordinary"][0]
        parts.append(_Part(_ALWAYS, f"{inline(failure['explanation'], 400)} Handle it as an ordinary failure."))
        return _fitted(parts)
    parts.append(_Part(_ALWAYS, " ".join(_rules(report))))
    for plan in document["plans"]:
        parts += _kept(plan, document)
    if report.verdict != "permission":
        parts += [_off(plan, document) for plan in document["plans"]]
    parts.append(_Part(_ALWAYS, "Tell your user this, then stop and wait." if document["plans"] else "Tell your user this."))
    return _fitted(parts)


def _headline(document: dict[str, Any]) -> _Part:
    label, sentence = sentences.headline(document)
    denials = document["denials"]
    told = list(dict.fromkeys(sentences.refusal(denial, 100, code) for denial in denials))
    more = f" and {len(told) - 2} more" if len(told) > 2 else ""
    word = "Perhaps refused" if document["verdict"] == "possible" else "Refused"
    what = f" {word}: {'; '.join(told[:2])}{more}." if told else ""
    return _Part(_ALWAYS, f"advise: {label}. {inline(sentence, 200)}{what}")


def _evidence(document: dict[str, Any]) -> _Part:
    found = sentences.best_of(document["denials"]) if document["denials"] else document["ordinary"][0]
    return _Part(5, fenced(found["evidence"]["text"], 2, 160))


def _rules(report: Report) -> tuple[str, ...]:
    """What the agent shall and shall not do; a launcher's own rules where one started the session."""
    hatches = sentences.listed(f"`{name}`" for name in sentences.escape_hatches(report.situation.harnesses))
    unless = f"Do not set {hatches} unless your user asks for it now."
    if report.verdict == "permission":
        return _NOT_RUN
    if report.verdict == "possible":
        return (*_UNDECIDED, unless)
    return (*(agent_rules(report.situation) or _RULES), unless)


def _kept(plan: dict[str, Any], document: dict[str, Any]) -> list[_Part]:
    """How to keep the sandbox on in this harness: who applies what, what it lets the agent do, when it counts."""
    name = sentences.harness_words(plan["harness"], document)
    aim = "let this run" if document["verdict"] == "permission" else "keep the sandbox on"
    chosen = [option for option in plan["options"] if option["id"] in plan["chosen"]]
    parts = [_Part(_ALWAYS, f"1. To {aim} ({name}):")]
    for file in plan["files"]:
        fence = fence_for(file["snippet"])
        where = f"Your user (not you: the config is read-only in here): {sentences.file_sentence(file)}"
        warning = sentences.merge_warning(file)
        parts.append(_Part(7, f"{where}{f', {warning}' if warning else ''}:\n{fence}\n{file['snippet'].rstrip()}\n{fence}", _TOO_LONG))
    for option in chosen:
        parts += [_Part(6, f"- {_step(step)}") for step in option["steps"]]
        parts.append(_Part(4, f"- It means: {inline(option['means'], 240)} (risk {option['risk']})."))
        parts += [_Part(3, f"- But: {sentences.sentence(inline(option['caveat'], 240))}")] if option["caveat"] else []
    for unmet in plan["unmet"]:  # what it was given for stands in the first line
        reason, instead = (sentences.sentence(inline(unmet[key], 240)) for key in ("reason", "instead"))
        parts.append(_Part(6, f"- No setting helps: {reason} Instead: {instead}"))
    if chosen:
        parts.append(_Part(6, f"- Takes effect: {sentences.sentence(inline(plan['takes_effect']['say'], 240))}"))
    for option in (option for option in plan["options"] if option["id"] not in plan["chosen"]):
        risk = f" (risk {option['risk']})" if option["changes"] else ""
        parts.append(_Part(2, f"- Or: {inline(option['title'], 160)}{risk}."))
    return list(dict.fromkeys(parts))


def _off(plan: dict[str, Any], document: dict[str, Any]) -> _Part:
    steps = " ".join(_step(step) for step in plan["off_switch"]["steps"])
    name = sentences.harness_words(plan["harness"], document)
    warning = sentences.sentence(inline(plan["off_switch"]["warning"], 240))
    return _Part(8, f"2. To turn it off ({name}): {inline(steps, 600)} {warning}")


def _step(step: dict[str, Any]) -> str:
    who = "Your user" if step["who"] == "human" else "You"
    told = " ".join([*([code(step["run"])] if step["run"] else []), *([inline(step["say"], 300)] if step["say"] else [])])
    return f"{who}, {inline(step['where'], 80)}: {sentences.sentence(told)}"


def _fitted(parts: list[_Part]) -> str:
    """The parts in their order, less the least dear ones where all of them are too long."""
    kept = [part for part in parts if part.text]
    while len(_joined(kept)) > LARGEST and any(part.keep < _ALWAYS for part in kept):
        least = min(part.keep for part in kept)
        at = max(at for at, part in enumerate(kept) if part.keep == least)
        kept[at : at + 1] = [_Part(_ALWAYS, kept[at].instead)] if kept[at].instead else []
    return _joined(kept).decode()


def _joined(parts: list[_Part]) -> bytes:
    return "".join(f"{part.text}\n" for part in parts).encode()
