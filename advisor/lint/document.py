"""Findings as programs and people read them: the `advise.findings/1` document, and lines for a terminal or an editor.

Every text that can hold something of a config file passes `quoting` on its way in.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Any

from advisor import __version__
from advisor.model.lint import Edit, Finding, Fix
from advisor.quoting import clean, inline

WIDTH = 100  # columns of an explanation


def findings_document(findings: Iterable[Finding]) -> dict[str, Any]:
    """The `advise.findings/1` document."""
    return {"schema": "advise.findings/1", "advise": __version__, "findings": [_finding(finding) for finding in findings]}


def findings_text(findings: Iterable[Finding], files: int, unread: int = 0) -> str:
    """One line for each finding as compilers write it, what it means and its fix below; what a rule means is said once.

    files: how many were linted; unread: how many more could not be, of which something else tells.
    """
    told: set[str] = set()
    rows: list[str] = []
    found = list(findings)
    for finding in found:
        rows.append(_line(finding))
        if finding.rule not in told:
            rows += textwrap.wrap(finding.explanation, WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
        told.add(finding.rule)
        if finding.fix is not None:
            safe = " (safe)" if finding.fix.safe else ""
            rows += textwrap.wrap(f"fix{safe}: {inline(finding.fix.say, 400)}", WIDTH, initial_indent="    ", subsequent_indent="      ")
    if files or not unread:
        rows.append(_sum(found, files))
    return "".join(f"{row}\n" for row in rows)


def _line(finding: Finding) -> str:
    place = f"{inline(finding.file, 400)}:{finding.line}:{finding.column}"
    return f"{place}: {finding.severity} {finding.rule}: {inline(finding.message, 400)}"


def _sum(found: list[Finding], files: int) -> str:
    looked = f"{files} file{'' if files == 1 else 's'}"
    if not files:
        return "There is no config file of a harness or launcher here."
    if not found:
        return f"Nothing wrong in {looked}."
    counts = [(level, sum(finding.severity == level for finding in found)) for level in ("error", "warn", "info")]
    words = {"error": "errors", "warn": "warnings", "info": "remarks"}
    told = (f"{number} {words[level].removesuffix('s') if number == 1 else words[level]}" for level, number in counts if number)
    return f"{', '.join(told)} in {looked}."


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "file": clean(finding.file),
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "key": clean(finding.key),
        "message": clean(finding.message),
        "explanation": finding.explanation,
        "fix": None if finding.fix is None else _fix(finding.fix),
        "seen_on": finding.seen_on,
    }


def _fix(fix: Fix) -> dict[str, Any]:
    return {"say": clean(fix.say), "safe": fix.safe, "edits": [_edit(edit) for edit in fix.edits]}


def _edit(edit: Edit) -> dict[str, Any]:
    at = {"start": edit.start, "end": edit.end} if edit.op == "replace" else {}
    return {"op": edit.op, "path": [clean(key) if isinstance(key, str) else key for key in edit.path], "value": _value(edit.value), **at}


def _value(value: object) -> object:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {clean(str(key)): _value(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_value(inner) for inner in value]
    return value
