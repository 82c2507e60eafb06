"""Turns a standing into the `advise.boundary/1` document: plain dicts, lists and strings, safe to show."""

from __future__ import annotations

from typing import Any

from advisor import __version__
from advisor.documents import situation_part
from advisor.harnesses import load
from advisor.model import Boundary, Entry, NotInForce, Provenance, Situation
from advisor.quoting import clean
from advisor.standing import Opinion, Standing, secrets_of


def boundary_document(standing: Standing) -> dict[str, Any]:
    """The `advise.boundary/1` document of a standing."""
    situation = standing.situation
    opinions = {opinion.harness: opinion for opinion in standing.opinions}
    return {
        "schema": "advise.boundary/1",
        "advise": __version__,
        "situation": situation_part(situation),
        "process": _process(situation),
        "place": _place(situation),
        "boundaries": [_boundary(boundary, situation, opinions.get(boundary.harness)) for boundary in standing.boundaries],
    }


def _process(situation: Situation) -> dict[str, Any] | None:
    """What the system tells of this process; null where nobody looked."""
    process = situation.process
    if process is None:
        return None
    here = next((answer for answer in situation.paths if answer.path == "."), None)
    return {**process._asdict(), "directory_read_only": here.read_only if here else None}


def _place(situation: Situation) -> dict[str, Any]:
    checkout = situation.checkout
    return {
        "directory": _clean(situation.directory),
        "repository": _clean(situation.repository),
        "checkout": checkout.kind if checkout else None,
        "git_folder": _clean(checkout.git_folder) if checkout else None,
        "main_checkout": _clean(checkout.main) if checkout else None,
    }


def _boundary(boundary: Boundary, situation: Situation, opinion: Opinion | None) -> dict[str, Any]:
    known = situation.version.value if situation.harness.value in (boundary.harness, None) and len(situation.harnesses) == 1 else None
    return {
        "harness": boundary.harness,
        "version": {"value": _clean(known), "assumed": None if known else load(boundary.harness).assumed_version},
        "posture": boundary.posture,
        "posture_by": provenance_part(boundary.posture_by) if boundary.posture_by else None,
        "profile": _clean(boundary.profile),
        "dialect": boundary.dialect,
        "trusted": boundary.trusted,
        "complete": boundary.complete,
        "broken": _clean(boundary.broken),
        "files": [
            {"file": clean(text.file), "scope": text.scope, "found": text.text is not None, "problem": _clean(text.problem)}
            for text in situation.configs
            if text.harness == boundary.harness
        ],
        "entries": [entry_part(entry) for entry in boundary.entries],
        "secrets": [{"path": clean(secret.path), "readable": secret.readable} for secret in secrets_of(boundary, situation)],
        "not_in_force": [idle_part(idle) for idle in boundary.not_in_force],
        "asked": None if opinion is None else _opinion(opinion),
    }


def _opinion(opinion: Opinion) -> dict[str, Any]:
    return {
        "how": opinion.how,
        "version": _clean(opinion.version),
        "problem": _clean(opinion.problem),
        "differences": [clean(one) for one in opinion.differences],
    }


def entry_part(entry: Entry) -> dict[str, Any]:
    """One line of a boundary; `file` null means built into the harness, and then `key` says why."""
    return {
        "operation": entry.operation,
        "value": clean(entry.value),
        "access": entry.access.value,
        **provenance_part(entry.provenance),
        "note": _clean(entry.note),
    }


def idle_part(idle: NotInForce) -> dict[str, Any]:
    """A part of a config that does nothing now; an empty `key` means the whole file."""
    return {**provenance_part(idle.provenance), "why": clean(idle.why)}


def provenance_part(provenance: Provenance) -> dict[str, Any]:
    """The file, key and scope that something comes from."""
    return {"file": _clean(provenance.file), "key": clean(provenance.key), "scope": provenance.scope}


def _clean(text: str | None) -> str | None:
    return None if text is None else clean(text)
