"""The catalogue: every module of this package holds one mechanism's rules as `RULES`; one named `_…` holds parts of patterns."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from advisor.discovery import modules_of
from advisor.model import Rule


@cache
def catalogue() -> tuple[Rule, ...]:
    """Every rule, in the order of its module's name and its place there."""
    rules: list[Rule] = []
    for module in modules_of(__path__):
        rules.extend(import_module(f"{__name__}.{module}").RULES)
    return tuple(rules)


def find(rule_id: str) -> Rule | None:
    """The rule with this id or alias, or None."""
    return next((rule for rule in catalogue() if rule_id == rule.id or rule_id in rule.aliases), None)
