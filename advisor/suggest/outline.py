"""Arranges suggestions for a reader on one screen: what would be refused, by which line, what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from advisor import sentences
from advisor.outline import Section, plan_section
from advisor.quoting import inline
from advisor.rows import Row

MOST_SUGGESTIONS = 12  # told one by one
MOST_UNREAD = 6
MOST_PLACES = 2
_LONGEST = 160  # characters of a file's path; the document has it whole


class Outline(NamedTuple):
    """Suggestions as a reader gets them. keep: the heading over the sections, empty where there is nothing to plan."""

    label: str
    sentence: str
    found: tuple[Row, ...]
    keep: str
    sections: tuple[Section, ...]


def outline(document: dict[str, Any]) -> Outline:
    """The outline of an `advise.suggestions/1` document."""
    told = {"plans": document["plans"], "situation": document["situation"], "denials": document["suggestions"]}
    return Outline(
        label=_label(document),
        sentence=_sentence(document),
        found=(*_suggestions(document), *_beside(document), *_commands(document)),
        keep=_keep(document) if document["plans"] else "",
        sections=tuple(_with_own_patch(plan_section(plan, told)) for plan in document["plans"]),
    )


def _with_own_patch(section: Section) -> Section:
    """A section whose snippets name the call that writes them: `advise patch` reads refusals, and here are none."""
    sentence = "`advise patch`", "`advise suggest --format patch`"
    return section._replace(snippets=tuple(one._replace(sentence=one.sentence.replace(*sentence)) for one in section.snippets))


def _label(document: dict[str, Any]) -> str:
    return "SUGGESTED" if document["suggestions"] else "NOTHING TO SUGGEST"


def _sentence(document: dict[str, Any]) -> str:
    count, granted = len(document["suggestions"]), len(document["granted"])
    whose = "the staged changes newly make" if document["staged"] else "this repository makes"
    if count:
        also = f"; {granted} more {'is' if granted == 1 else 'are'} allowed already" if granted else ""
        return f"Of what {whose} necessary, a sandboxed session would be refused {count} thing{'' if count == 1 else 's'}{also}."
    if granted:
        return f"All that {whose} necessary is allowed already ({granted})."
    files = document["files"]
    return f"Nothing that {whose} necessary lies outside the sandbox, as far as advise reads ({files} file{'' if files == 1 else 's'})."


def _suggestions(document: dict[str, Any]) -> Iterator[Row]:
    shown = document["suggestions"][:MOST_SUGGESTIONS]
    harnesses = {answer["harness"] for one in shown for answer in one["answers"]}
    for one in shown:
        refusing = [answer for answer in one["answers"] if answer["access"] not in ("allowed", "allowed-but")]
        whose = f"{sentences.harness_title(refusing[0]['harness'])}: " if len(harnesses) > 1 and len(refusing) == 1 else ""
        yield Row("refused", f"{whose}{sentences.refusal(one, 120)}")
        for place in one["places"][:MOST_PLACES]:
            yield Row("", f"{inline(place['file'], _LONGEST)}:{place['line']}: {place['because']}")
        more = len(one["places"]) + one["more_places"] - MOST_PLACES
        if more > 0:
            yield Row("", f"and {more} more place{'' if more == 1 else 's'}")
        for note in dict.fromkeys(answer["note"] for answer in refusing if answer["note"]):
            yield Row("", note)
    if len(document["suggestions"]) > MOST_SUGGESTIONS:
        yield Row("and", f"{len(document['suggestions']) - MOST_SUGGESTIONS} more (--format json lists them)")


def _beside(document: dict[str, Any]) -> Iterator[Row]:
    """What could not be read, what only its program or a human can tell, and what is assumed."""
    for one in document["unread"][:MOST_UNREAD]:
        file = inline(one["file"], _LONGEST)
        at = file if one["line"] is None else f"{file}:{one['line']}"
        yield Row("not read", f"{at}: {one['problem']}")
    if len(document["unread"]) > MOST_UNREAD:
        yield Row("and", f"{len(document['unread']) - MOST_UNREAD} more that were not read (--format json lists them)")
    for open_host in document["open_hosts"]:
        yield Row("which hosts?", f"`{open_host['ask']}` tells which hosts {open_host['program']} downloads from")
    for one in document["assumed"]:
        yield Row("assumed", f"{sentences.harness_title(one['harness'])}: {one['what']}")


def _commands(document: dict[str, Any]) -> Iterator[Row]:
    commands = document["commands"]
    if commands["patch"]:
        yield Row("the patch", commands["patch"], "command")
        yield Row("", "then, outside the sandbox: git apply allow.patch")
    if commands["check"]:
        yield Row("ask again", commands["check"], "command")


def _keep(document: dict[str, Any]) -> str:
    plans = document["plans"]
    if len(plans) == 1:
        return f"If you want to allow it ({sentences.harness_words(plans[0]['harness'], document)})"
    return "If you want to allow it (--harness claude or codex tells one in full)"
