"""The catalogue: every module of this package holds one mechanism's rules as `RULES`; one named `_…` holds parts of patterns."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from advisor.discovery import modules_of
from advisor.model import Rule

BY_FORM = ("another_machine", "quoted_code", "quoted_text")  # modules whose rules tell whose words a line holds, whatever was refused there


@cache
def catalogue() -> tuple[Rule, ...]:
    """Every rule, in the order of its module's name and its place there."""
    return tuple(rule for module in modules_of(__path__) for rule in rules_of(module))


def speaking(text: str) -> tuple[Rule, ...]:
    """The rules of the modules of which a telltale stands in `text`, then of BY_FORM too, in the catalogue's order; no other can match.

    A telltale may be broken over two lines, indented or in a frame (`gate.present`).
    Importing the whole catalogue costs half the start of the bare interpreter; most texts need a few modules of it.
    """
    from advisor.rules._speaking import TELLTALES

    in_line = " ".join(text.replace("│", " ").split())
    heard = {module for module, telltales in TELLTALES if any(telltale in text or telltale in in_line for telltale in telltales)}
    if heard:
        heard.update(BY_FORM)
    return tuple(rule for module, _ in TELLTALES if module in heard for rule in rules_of(module))


def rules_of(module: str) -> tuple[Rule, ...]:
    """The rules of one module of the catalogue."""
    rules: tuple[Rule, ...] = import_module(f"{__name__}.{module}").RULES
    return rules


def find(rule_id: str) -> Rule | None:
    """The rule with this id or alias, or None."""
    return next((rule for rule in catalogue() if rule_id == rule.id or rule_id in rule.aliases), None)
