"""Writes a report in the form asked for; only that form's renderer is imported."""

from __future__ import annotations

import os
from typing import TextIO

from advisor.model import Report


def show(report: Report, form: str, out: TextIO) -> None:
    """Write `report` to `out` as text, markdown, json or agent."""
    if form == "json":
        import json

        from advisor.documents import report_document

        out.write(json.dumps(report_document(report), ensure_ascii=False, indent=1) + "\n")
    elif form == "agent":
        from advisor.agent_text import agent_text

        out.write(agent_text(report))
    elif form == "markdown":
        from advisor.render import report_markdown

        out.write(report_markdown(report))
    else:
        from advisor.screen import report_text

        out.write(report_text(report, wants_colour(out)))


def wants_colour(out: TextIO) -> bool:
    """Colour only on a terminal that can, and without NO_COLOR."""
    return out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
