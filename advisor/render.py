"""Renders through templates what is read at leisure: a report as Markdown, a rule's page, the list of rules, status, answers.

The only module that imports jinja2.
"""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, StrictUndefined, Template

from advisor import quoting
from advisor.documents import report_document, rules_document
from advisor.gate import NOTHING_FOUND
from advisor.model import Report, Rule
from advisor.outline import outline, rule_advice, rule_rows
from advisor.resources import text as resource
from advisor.rows import Row
from advisor.screen import finished, indented, mark, rows, wrap

_HEADINGS = {"denied": "Refusals", "ordinary": "Failures that only look like refusals", "quoted": "Refusals that are only quoted"}


def report_markdown(report: Report) -> str:
    """The report as Markdown, for an issue or a comment."""
    if report.verdict == "nothing":
        return NOTHING_FOUND
    return _template("report.md").render(report=outline(report_document(report)))


def rule_text(rule: Rule, form: str, colour: bool = False) -> str:
    """A rule's page as `markdown`, else as text: what it means, how it looks, what to do, its source."""
    page = rules_document((rule,))["rules"][0]
    name = "rule.md" if form == "markdown" else "rule.txt"
    return finished(_template(name).render(rule=page, rows=rule_rows(page), todo=rule_advice(page)), colour, "nothing")


def rules_text(rules: tuple[Rule, ...], colour: bool = False) -> str:
    """The list of rules, a line each, under what they say."""
    listed = rules_document(rules)["rules"]
    groups = [(heading, [rule for rule in listed if rule["says"] == says]) for says, heading in _HEADINGS.items()]
    width = max((len(rule["id"]) for rule in listed), default=0)
    return finished(_template("rules.txt").render(groups=[group for group in groups if group[1]], width=width), colour, "nothing")


def status_text(document: dict[str, Any], colour: bool = False) -> str:
    """Where one stands, from an `advise.boundary/1` document."""
    from advisor.standing.outline import outline

    return finished(_template("status.txt").render(status=outline(document)), colour, "nothing")


def answers_text(document: dict[str, Any], colour: bool = False) -> str:
    """The answers of an `advise.answers/1` document."""
    from advisor.answers.outline import outline

    return finished(_template("answers.txt").render(answers=outline(document)), colour, "nothing")


def suggestions_text(document: dict[str, Any], colour: bool = False) -> str:
    """What a repository makes necessary, from an `advise.suggestions/1` document."""
    from advisor.suggest.outline import outline

    return finished(_template("suggestions.txt").render(told=outline(document)), colour, "nothing")


def fence(text: str, label: str) -> str:
    """`text` as a Markdown code block that nothing inside can close."""
    run = quoting.fence_for(text)
    return f"{run}{label}\n{text.rstrip()}\n{run}"


def item(row: Row) -> str:
    """A row as an item of a Markdown list; one without a label goes on below the item before it."""
    text = quoting.code(row.text, len(row.text) or 1) if row.form == "command" and not row.label else quoting.markdown(row.text)
    return f"- *{row.label}*: {text}" if row.label else f"  - {text}"


def _template(name: str) -> Template:
    environment = Environment(trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined, keep_trailing_newline=True)
    environment.filters.update(wrap=wrap, rows=rows, mark=mark, prose=quoting.markdown, item=item, fence=fence, indented=indented)
    return environment.from_string(resource("templates", f"{name}.j2"))
