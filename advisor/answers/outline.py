"""Arranges answers for a reader on one screen: the verdict, each answer in a line with its file, the plan where one is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from advisor import sentences
from advisor.outline import Section, plan_section
from advisor.rows import Row

MOST_ANSWERS = 8  # told one by one, the refused ones first
_ORDER = ("refused", "unknown", "allowed-but", "allowed")
_SENTENCES = {
    "refused": "The sandbox would refuse this: {}.",
    "unknown": "It cannot be told whether this would pass: {}.",
    "allowed-but": "It is allowed, but with a catch.",
    "allowed": "Nothing in the sandbox's way.",
}
_LABELS = {"refused": "REFUSED", "unknown": "UNKNOWN", "allowed-but": "ALLOWED, BUT", "allowed": "ALLOWED"}


class Outline(NamedTuple):
    """Answers as a reader gets them. keep: the heading over the sections, empty where nothing is refused."""

    label: str
    sentence: str
    found: tuple[Row, ...]
    keep: str
    sections: tuple[Section, ...]


def outline(document: dict[str, Any]) -> Outline:
    """The outline of an `advise.answers/1` document."""
    verdict, plans = document["verdict"], document["plans"]
    told = {"plans": plans, "situation": document["situation"], "denials": document["answers"]}
    return Outline(
        label=_LABELS[verdict],
        sentence=_sentence(document),
        found=(*_answers(document), *_commands(document)),
        keep=_keep(document) if plans else "",
        sections=tuple(plan_section(plan, told) for plan in plans),
    )


def _sentence(document: dict[str, Any]) -> str:
    deciding = [answer for answer in document["answers"] if answer["access"] == document["verdict"]]
    things = list(dict.fromkeys(sentences.refusal(answer, 80) for answer in deciding))
    more = f" and {len(things) - 1} more" if len(things) > 1 else ""
    return _SENTENCES[document["verdict"]].format(f"{things[0]}{more}" if things else "this")


def _keep(document: dict[str, Any]) -> str:
    plans = document["plans"]
    if len(plans) == 1:
        return f"If you want to allow it ({sentences.harness_words(plans[0]['harness'], document)})"
    return "If you want to allow it (--harness claude or codex tells one in full)"


def _answers(document: dict[str, Any]) -> Iterator[Row]:
    answers = sorted(document["answers"], key=lambda answer: _ORDER.index(answer["access"]))
    harnesses = {answer["harness"] for answer in answers}
    for answer in answers[:MOST_ANSWERS]:
        whose = f"{sentences.harness_title(answer['harness'])}: " if len(harnesses) > 1 else ""
        yield Row(answer["access"], f"{whose}{sentences.refusal(answer, 120)}{_by(answer)}")
        if answer["why"]:
            yield Row("", f"{answer['why']}")
        if answer["note"]:
            yield Row("", f"{answer['note']}")
        for idle in answer["not_in_force"]:
            at = f"{idle['key']} in {idle['file']}" if idle["key"] else idle["file"]
            yield Row("not in force", f"{at}: {idle['why']}")
    if len(answers) > MOST_ANSWERS:
        yield Row("and", f"{len(answers) - MOST_ANSWERS} more (--format json lists them)")


def _by(answer: dict[str, Any]) -> str:
    if answer["key"] is None:
        return ""
    return f" ({answer['key']} in {answer['file']})" if answer["file"] else f" ({answer['key']})"


def _commands(document: dict[str, Any]) -> Iterator[Row]:
    for command in document["commands"]:
        yield from (Row("script", f"{script['call']} runs: {script['line']}") for script in command["scripts"])
        if not command["sure"]:
            yield Row("unsure", f"a shell may make something else of `{command['command']}`: what it needs is a guess")
        for open_host in command["open_hosts"]:
            yield Row("which hosts?", f"`{open_host['ask']}` tells which hosts {open_host['program']} downloads from")
