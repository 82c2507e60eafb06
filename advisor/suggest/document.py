"""Turns suggestions into the `advise.suggestions/1` document: plain dicts, lists and strings, safe to show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from advisor import __version__
from advisor.answers.document import answer_part
from advisor.documents import plan_part, situation_part
from advisor.model import ConnectSocket, ListenOnPort, Plan, ReachHost, ReachLocalService, Situation, WritePath, operation_of, target_of
from advisor.paths import for_shell
from advisor.quoting import clean
from advisor.suggest import Told
from advisor.suggest.judged import Suggestion

MOST_PLACES = 20  # told of one need


class Found(NamedTuple):
    """All that came of reading a repository.

    staged: whether only what the index's changes newly make necessary was asked for. files: how many files were read.
    assumed: (harness, what is assumed of its session). again: the options of the call, for a command line that repeats it.
    """

    told: Told
    suggestions: tuple[Suggestion, ...]
    plans: tuple[Plan, ...]
    situation: Situation
    files: int
    staged: bool = False
    assumed: tuple[tuple[str, str], ...] = ()
    again: str = ""


def suggestions_document(found: Found) -> dict[str, Any]:
    """The `advise.suggestions/1` document; the plans' options name the suggestions that they serve by their index."""
    refused = [suggestion for suggestion in found.suggestions if not suggestion.granted]
    return {
        "schema": "advise.suggestions/1",
        "advise": __version__,
        "situation": situation_part(found.situation),
        "staged": found.staged,
        "files": found.files,
        "suggestions": [_suggestion(suggestion) for suggestion in refused],
        "granted": [_suggestion(suggestion) for suggestion in found.suggestions if suggestion.granted],
        "unread": [{"file": clean(one.file), "line": one.line, "problem": clean(one.problem)} for one in found.told.unread],
        "open_hosts": [{"program": clean(program), "ask": clean(how)} for program, how in found.told.open_hosts],
        "assumed": [{"harness": harness, "what": what} for harness, what in found.assumed],
        "plans": [plan_part(plan) for plan in found.plans],
        "commands": {
            "patch": _patch_line(found) if any(plan.chosen for plan in found.plans) else None,
            "check": _check_line(refused, found.again),
        },
    }


def _suggestion(suggestion: Suggestion) -> dict[str, Any]:
    necessity = suggestion.necessity
    target = target_of(necessity.need)
    return {
        "operation": operation_of(necessity.need),
        "target": None if target is None else clean(target),
        "why": clean(necessity.places[0].because),
        "places": [
            {
                "file": clean(place.file),
                "line": place.line,
                "because": clean(place.because),
                "command": None if place.command is None else clean(place.command),
            }
            for place in necessity.places[:MOST_PLACES]
        ],
        "more_places": max(0, len(necessity.places) - MOST_PLACES),
        "answers": [answer_part(answer) for answer in suggestion.answers],
    }


def _patch_line(found: Found) -> str:
    staged = " --staged" if found.staged else ""
    return f"advise suggest{staged}{found.again} --format patch > allow.patch"


def _check_line(refused: Sequence[Suggestion], again: str) -> str | None:
    """The command line that asks for the same again; None where nothing of it can be asked for."""
    words: dict[str, None] = {}
    for suggestion in refused:
        match suggestion.necessity.need:
            case WritePath(path=str(path)):
                words[f"--write {for_shell(path)}"] = None
            case ReachHost(host=str(host), port=port):
                words[f"--host {for_shell(f'{host}:{port}' if port and ':' not in host else host)}"] = None
            case ListenOnPort(port=int(port)):
                words[f"--listen {port}"] = None
            case ReachLocalService(port=int(port)):
                words[f"--local {port}"] = None
            case ConnectSocket(path=str(path)):
                words[f"--socket {for_shell(path)}"] = None
            case _:
                pass
    return clean(f"advise check{again} {' '.join(words)}") if words else None
