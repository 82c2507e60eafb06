"""Lays a report out as text for a terminal.

By hand, not by a template: this text follows every failing command, and the template engine alone costs three times
the start of the bare interpreter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from advisor.documents import report_document
from advisor.gate import NOTHING_FOUND
from advisor.model import Report, Verdict
from advisor.outline import Outline, Section, outline
from advisor.rows import Row

WIDTH = 99
LABEL = 14  # the columns of a row's label
_SNIPPET = 7  # the columns before a snippet

# Marks round what shall stand out. No evidence holds them: `quoting` strips control characters.
_MARKS = {"headline": "\x01", "heading": "\x02", "code": "\x03"}
_END = "\x04"
_COLOURS: dict[Verdict, str] = {"sandbox": "1;31", "possible": "1;33", "permission": "1;36", "not-sandbox": "1;32", "nothing": "1"}


def report_text(report: Report, colour: bool = False) -> str:
    """The report as text; colour only on a terminal that wants it."""
    if report.verdict == "nothing":
        return NOTHING_FOUND
    return finished("".join(f"{line}\n" for line in _laid_out(outline(report_document(report)))), colour, report.verdict)


def _laid_out(told: Outline) -> Iterator[str]:
    yield f"{mark(told.label, 'headline')}: {wrap(told.sentence, 0, WIDTH - 2 - len(told.label))}"
    yield ""
    yield rows(told.found, 2)
    yield ""
    yield wrap(told.advice)
    if told.keep:
        yield ""
        yield mark(told.keep, "heading")
    for section in told.sections:
        yield from _section(section)
    if told.off:
        yield ""
        yield mark(told.off, "heading")
        yield rows(told.off_rows)


def _section(section: Section) -> Iterator[str]:
    if section.name:
        yield ""
        yield f"   {mark(section.name, 'heading')}"
    for snippet in section.snippets:
        yield f"   {wrap(snippet.sentence, 3)}"
        yield ""
        yield mark(indented(snippet.text, _SNIPPET), "code")
        yield ""
    yield rows(section.rows)


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


def finished(marked: str, colour: bool, verdict: Verdict) -> str:
    """The text with its marks turned into colours, or dropped."""
    styles = {"headline": _COLOURS[verdict], "heading": "1", "code": "36"}
    for style, character in _MARKS.items():
        marked = marked.replace(character, f"\x1b[{styles[style]}m" if colour else "")
    return marked.replace(_END, "\x1b[0m" if colour else "")


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
