"""Turns a report, or the catalogue, into the document that programs read (DESIGN §4): plain dicts, lists and strings.

Every text that can hold evidence passes `quoting.clean` on its way in, so whatever is made from a document is safe to
show. Within `/1` fields are only added.
"""

from __future__ import annotations

from typing import Any

from advisor import __version__
from advisor.harnesses import load
from advisor.model import (
    Change,
    Denial,
    Excerpt,
    Option,
    Ordinary,
    Plan,
    Report,
    Rule,
    Situation,
    Step,
    Verified,
    operation_of,
    target_of,
)
from advisor.quoting import clean, excerpt, plain

EVIDENCE_LINES, EVIDENCE_WIDTH = 8, 400


def report_document(report: Report) -> dict[str, Any]:
    """The `advise.report/1` document of a report."""
    return {
        "schema": "advise.report/1",
        "advise": __version__,
        "verdict": report.verdict,
        "situation": situation_part(report.situation),
        "denials": [_denial(denial) for denial in report.denials],
        "ordinary": [_ordinary(failure) for failure in report.ordinary],
        "plans": [plan_part(plan) for plan in report.plans],
        **({"more_denials": report.more} if report.more else {}),
    }


def rules_document(rules: tuple[Rule, ...]) -> dict[str, Any]:
    """The `advise.rules/1` document of some rules."""
    return {"schema": "advise.rules/1", "advise": __version__, "rules": [_rule(rule) for rule in rules]}


def situation_part(situation: Situation) -> dict[str, Any]:
    """The `situation` that every document carries."""
    version = situation.version.value
    # An unknown version is assumed only for a known harness: with two plans, each says its own.
    assumed = load(situation.harnesses[0]).assumed_version if version is None and len(situation.harnesses) == 1 else None
    return {
        "os": _known(situation.system.value, situation.system.because),
        "harness": _known(situation.harness.value, situation.harness.because),
        "version": {"value": _clean(version), "assumed": assumed},
        "sandboxed": _known(situation.sandboxed.value, situation.sandboxed.because),
        "dialect": situation.dialect,
        "trusted": situation.trusted,
        "launcher": situation.launcher,
    }


def _known(value: object, because: str | None) -> dict[str, Any]:
    return {"value": value, "because": _clean(because)}


def _denial(denial: Denial) -> dict[str, Any]:
    return {
        "rule": denial.rule.id,
        "confidence": denial.confidence.name.lower(),
        "because": [clean(reason) for reason in denial.because],
        "operation": operation_of(denial.need),
        "target": _clean(target_of(denial.need)),
        "title": denial.rule.title,
        "explanation": denial.rule.explanation,
        "evidence": {**_evidence(denial.evidence), "channel": denial.evidence.channel.value},
    }


def _ordinary(failure: Ordinary) -> dict[str, Any]:
    return {
        "rule": failure.rule.id,
        "title": failure.rule.title,
        "explanation": failure.rule.explanation,
        "evidence": _evidence(failure.evidence),
    }


def _evidence(found: Excerpt) -> dict[str, Any]:
    return {
        "source": clean(found.origin.source),
        "line": found.origin.line,
        "end_line": found.origin.end_line,
        "text": excerpt(found.text, EVIDENCE_LINES, EVIDENCE_WIDTH),
    }


def plan_part(plan: Plan) -> dict[str, Any]:
    """One of the `plans` of a document; its options name the denials, or the answers, that they serve."""
    return {
        "harness": plan.harness,
        "chosen": list(plan.chosen),
        "options": [_option(option) for option in plan.options],
        "files": [
            {"file": clean(file.file), "scope": file.scope, "snippet": clean(file.snippet), "complete": file.complete}
            for file in plan.files
        ],
        "takes_effect": {"when": plan.takes_effect.when, "say": clean(plan.takes_effect.say)},
        "unmet": [
            {"denial": denial, "reason": clean(unmet.reason), "instead": clean(unmet.instead)}
            for unmet in plan.unmet
            for denial in unmet.denials or (None,)
        ],
        "off_switch": {"steps": [_step(step) for step in plan.off_switch.steps], "warning": clean(plan.off_switch.warning)},
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "id": option.id,
        "denials": list(option.denials),
        "kind": option.kind,
        "title": clean(option.title),
        "risk": option.risk.name.lower(),
        "means": clean(option.means),
        "caveat": _clean(option.caveat),
        "verified": _verified(option.verified),
        "changes": [_change(change) for change in option.changes],
        "steps": [_step(step) for step in option.steps],
    }


def _verified(verified: Verified | None) -> dict[str, Any] | None:
    return None if verified is None else dict(verified._asdict())


def _change(change: Change) -> dict[str, Any]:
    return {
        "file": clean(change.file),
        "scope": change.scope,
        "format": change.format,
        "role": change.role,
        "path": [clean(key) for key in change.path],
        "value": _value(change.value),
        "op": change.op,
    }


def _step(step: Step) -> dict[str, Any]:
    return {"who": step.who, "where": clean(step.where), "run": _clean(step.run), "say": _clean(step.say)}


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "title": rule.title,
        "says": rule.says.value,
        "operation": operation_of(rule.need(**dict(rule.given))) if rule.need else None,
        "confidence": rule.confidence.name.lower() if rule.need else None,
        "signed_by": [channel.value for channel in rule.signed_by],
        "harness": rule.harness,
        "explanation": rule.explanation,
        "systems": list(rule.systems),
        "examples": [plain(example) for example in rule.examples],
        "near_misses": [plain(example) for example in rule.near_misses],
        "aliases": list(rule.aliases),
        "source": rule.source,
    }


def _clean(text: str | None) -> str | None:
    return None if text is None else clean(text)


def _value(value: object) -> object:
    """A change's value as JSON: tuples become lists, every string inside is cleaned."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {clean(key): _value(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_value(inner) for inner in value]
    return value
