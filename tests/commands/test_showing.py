"""Showing: only the form asked for, and colour only where it can be seen."""

from __future__ import annotations

import io

import pytest

from advisor.commands.showing import show, wants_colour
from advisor.model import Report, Situation


class Terminal(io.StringIO):
    """An output that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_colour_only_on_a_terminal_that_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colour(Terminal())
    assert not wants_colour(io.StringIO())
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colour(Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(Terminal())


@pytest.mark.parametrize("form", ["text", "markdown", "json", "agent"])
def test_every_form_says_nothing_found(form: str) -> None:
    out = io.StringIO()
    show(Report("nothing", Situation()), form, out)
    assert out.getvalue().endswith("\n")
