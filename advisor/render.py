"""Renders a report, a rule or the list of rules for a reader, as text or Markdown; the only module that imports jinja2."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jinja2 import Environment, StrictUndefined, Template

from advisor import quoting
from advisor.documents import report_document, rules_document
from advisor.gate import NOTHING_FOUND
from advisor.model import Report, Rule, Verdict
from advisor.outline import outline, rule_advice, rule_rows
from advisor.resources import text as resource
from advisor.rows import Row

WIDTH = 99
LABEL = 14  # the columns of a row's label

# Marks that templates put round what shall stand out. No evidence holds them: `quoting` strips control characters.
_MARKS = {"headline": "\x01", "heading": "\x02", "code": "\x03"}
_END = "\x04"
_COLOURS: dict[Verdict, str] = {"sandbox": "1;31", "possible": "1;33", "permission": "1;36", "not-sandbox": "1;32", "nothing": "1"}
_HEADINGS = {"denied": "Refusals", "ordinary": "Failures that only look like refusals", "quoted": "Refusals that are only quoted"}


def report_text(report: Report, form: str, colour: bool = False) -> str:
    """The report as `text` or `markdown`; colour only for text on a terminal that wants it."""
    if report.verdict == "nothing":
        return NOTHING_FOUND
    rendered = _template("report", form).render(report=outline(report_document(report)))
    return _finish(rendered, colour, report.verdict)


def rule_text(rule: Rule, form: str, colour: bool = False) -> str:
    """A rule's page: what it means, how it looks, what to do, its source."""
    page = rules_document((rule,))["rules"][0]
    rendered = _template("rule", form).render(rule=page, rows=rule_rows(page), todo=rule_advice(page))
    return _finish(rendered, colour, "nothing")


def rules_text(rules: tuple[Rule, ...], colour: bool = False) -> str:
    """The list of rules, a line each, under what they say."""
    listed = rules_document(rules)["rules"]
    groups = [(heading, [rule for rule in listed if rule["says"] == says]) for says, heading in _HEADINGS.items()]
    width = max((len(rule["id"]) for rule in listed), default=0)
    rendered = _template("rules", "text").render(groups=[group for group in groups if group[1]], width=width)
    return _finish(rendered, colour, "nothing")


def _template(name: str, form: str) -> Template:
    environment = Environment(trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined, keep_trailing_newline=True)
    environment.filters.update(wrap=wrap, rows=rows, mark=mark, prose=quoting.markdown, fence=fence, indented=indented)
    return environment.from_string(resource("templates", f"{name}.{'md' if form == 'markdown' else 'txt'}.j2"))


def wrap(text: str, indent: int = 0, width: int = WIDTH) -> str:
    """`text` on lines of at most `width` columns, each after the first indented; a longer word keeps a line of its own."""
    return ("\n" + " " * indent).join(_lines(text, width - indent))


def rows(entries: Iterable[Row], indent: int = 3) -> str:
    """Labelled lines, each text wrapped under itself; evidence keeps its own lines, each behind a bar."""
    column = indent + LABEL
    told = []
    for entry in entries:
        if entry.form == "command":
            lines = iter([" ".join(entry.text.split())])
        else:
            lines = (_barred if entry.form == "evidence" else _lines)(entry.text, WIDTH - column)
        told.append(f"{entry.label:<{LABEL}}".rjust(column) + ("\n" + " " * column).join(lines))
    return "\n".join(told)


def mark(text: str, style: str) -> str:
    """`text` marked as headline, heading or code, line by line."""
    return "\n".join(f"{_MARKS[style]}{line}{_END}" if line else line for line in text.split("\n"))


def indented(text: str, indent: int) -> str:
    """Every line of `text` that is not empty, indented."""
    return "\n".join(" " * indent + line if line else line for line in text.rstrip("\n").split("\n"))


def fence(text: str, label: str) -> str:
    """`text` as a Markdown code block that nothing inside can close."""
    run = quoting.fence_for(text)
    return f"{run}{label}\n{text.rstrip()}\n{run}"


def _lines(text: str, width: int) -> Iterator[str]:
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


def _barred(text: str, width: int) -> Iterator[str]:
    """Lines of evidence, each behind a bar; what is too long goes on under itself, not to be cut in the middle of a path."""
    for line in text.split("\n"):
        bar = "| "
        while len(line) > width - 2:
            end = line.rfind(" ", width // 2, width - 1)
            end = width - 2 if end < 0 else end + 1
            yield bar + line[:end].rstrip()
            bar, line = "  ", line[end:]
        yield bar + line


def _finish(rendered: str, colour: bool, verdict: Verdict) -> str:
    """The rendered text with its marks turned into colours, or dropped."""
    styles = {"headline": _COLOURS[verdict], "heading": "1", "code": "36"}
    for style, character in _MARKS.items():
        rendered = rendered.replace(character, f"\x1b[{styles[style]}m" if colour else "")
    return rendered.replace(_END, "\x1b[0m" if colour else "")
