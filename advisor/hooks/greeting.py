"""What is told when a session begins: what its commands may do, and how to ask for more. Nothing where they are not sandboxed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from advisor import sentences
from advisor.harnesses import load
from advisor.hooks.command import ahead, record_of, situated
from advisor.model import HarnessName
from advisor.quoting import code
from advisor.situation import look_at
from advisor.standing import Standing, looked_up
from advisor.standing.document import boundary_document
from advisor.standing.outline import outline

LARGEST = 1000  # bytes of UTF-8
_TOLD = ("write", "no read", "web", "localhost", "sockets")  # rows of the standing that an agent plans by
_WIDTH = 120
_RULES = (
    "A refusal looks like an ordinary error (read-only file system, EPERM, 403, no such host). One failure is enough: stop, do not "
    "work round it, tell your user. `advise check -- COMMAND` says before whether a command may pass. To ask for more, give your user "
    "what `advise explain` says; the config is read-only in here.\n"
)


def told_at_start(event: dict[str, Any], harness: HarnessName, environ: Mapping[str, str]) -> str:
    """The text for a session that begins; empty where its commands are not known to be sandboxed."""
    session = record_of(event)
    situation = ahead(situated(event, harness, session, environ), session)
    drawn = load(harness).read_boundary(situation)
    sandboxed = situation.sandboxed.value
    if sandboxed is False or drawn.posture == "off" or (sandboxed is None and drawn.posture == "unknown"):
        return ""
    situation = situation._replace(paths=look_at(looked_up([drawn]), situation))
    document = boundary_document(Standing(situation, (load(harness).read_boundary(situation),)))
    head = f"advise: commands here run in the sandbox of {sentences.harness_title(harness)}.\n"
    # What a project's settings hold is a value, whatever it says: it may have been written to be read here.
    rows = [f"- {label}: {code(text, _WIDTH)}\n" for label, text in _rows(document)]
    while rows and len("".join((head, *rows, _RULES)).encode()) > LARGEST:
        rows.pop()
    return "".join((head, *rows, _RULES))


def _rows(document: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The rows that an agent plans by; one without a label of its own goes on with the one above."""
    label = ""
    told = (*_TOLD, "posture") if document["boundaries"][0]["posture"] == "read-only" else _TOLD
    for row in outline(document).sections[0].rows:
        label = row.label or label
        if label in told:
            yield label, row.text
