"""`advise rules`: what this version recognises; and one rule's page for `advise explain RULE`."""

from __future__ import annotations

import json
import sys

from advisor.commands.arguments import parser_of
from advisor.documents import rules_document
from advisor.errors import UsageError
from advisor.model import Rule
from advisor.rules import catalogue


def main(argv: list[str]) -> int:
    """List every rule; always 0."""
    parser = parser_of("rules", "advise rules [--format text|json]", "List what advise recognises.")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to answer (default: text)")
    options = parser.parse_args(argv)
    if options.format == "json":
        _print_json(catalogue())
    else:
        from advisor.render import rules_text

        sys.stdout.write(rules_text(catalogue()))
    return 0


def show_page(rule: Rule, form: str) -> int:
    """Print one rule's page: what it means, how it looks, what to do, its source; always 0."""
    if form == "json":
        _print_json((rule,))
    else:
        from advisor.render import rule_text

        sys.stdout.write(rule_text(rule, form))
    return 0


def refuse_unknown(rule_id: str) -> None:
    """Raise UsageError for a word that is written as the id of a rule of a known family and is none's."""
    families = {rule.id.partition("/")[0] for rule in catalogue()}
    if rule_id.partition("/")[0].lower() not in families:
        return
    from difflib import get_close_matches

    near = get_close_matches(rule_id.lower(), [rule.id for rule in catalogue()], n=1, cutoff=0.0)
    raise UsageError(f"there is no rule {rule_id!r}; the nearest is {near[0]}", "See `advise rules`, or give --text if this is output.")


def _print_json(rules: tuple[Rule, ...]) -> None:
    sys.stdout.write(json.dumps(rules_document(rules), ensure_ascii=False, indent=1) + "\n")
