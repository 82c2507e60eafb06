"""What Codex's execution rules say of a command: to run it outside the sandbox, or not at all.

`decision = "allow"` means outside the sandbox, unasked; the whole line must be plain commands that rules cover, without
redirection or variables. The strictest rule wins (0.171.0: run). Only rules of literal words are read here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from advisor.harnesses.codex.layers import read_config
from advisor.model import Access, Entry, Provenance, Situation
from advisor.model.tuples import NamedTuple
from advisor.shell import SimpleCommand, parse

_RULE = re.compile(r"prefix_rule\s{0,9}\(([^)]{1,4000})\)")
_PATTERN = re.compile(r"pattern\s{0,9}=\s{0,9}(\[(?:[^\[\]]{0,500}|\[[^\[\]]{0,500}\]){0,20}\])")
_DECISION = re.compile(r"decision\s{0,9}=\s{0,9}[\"'](allow|prompt|forbidden)[\"']")
_STRICTER = ("allow", "prompt", "forbidden")
_SCOPES = ("system-rules", "user-rules", "rules")


class _Rule(NamedTuple):
    """One rule: for each word the words it may be, the decision, and where it stands."""

    words: tuple[tuple[str, ...], ...]
    decision: str
    provenance: Provenance


def runs_outside(command: str, situation: Situation) -> Entry | None:
    """What the rules in force say of a command line: outside (allowed, but), refused, or None where they say nothing."""
    line = parse(command)
    rules = tuple(_rules(situation))
    if not rules or not line.sure or not line.commands or "$" in command:
        return None
    decided: list[_Rule] = []
    for simple in line.commands:
        matching = [rule for rule in rules if _matches(rule, simple)]
        if simple.writes or not matching:
            return None
        decided.append(max(matching, key=lambda rule: _STRICTER.index(rule.decision)))
    strictest = max(decided, key=lambda rule: _STRICTER.index(rule.decision))
    words = " ".join(options[0] for options in strictest.words)
    match strictest.decision:
        case "allow":
            return Entry("permission", words, Access.ALLOWED_BUT, strictest.provenance, "it runs outside the sandbox, unasked")
        case "prompt":
            return Entry("permission", words, Access.ALLOWED_BUT, strictest.provenance, "Codex asks first; `codex exec` refuses it")
        case _:
            return Entry("permission", words, Access.REFUSED, strictest.provenance, "the rule forbids it")


def _rules(situation: Situation) -> Iterator[_Rule]:
    trusted = read_config(situation).trusted is not False
    for text in situation.configs:
        if text.harness != "codex" or text.scope not in _SCOPES or (text.scope == "rules" and not trusted):
            continue
        uncommented = re.sub(r"(?m)^\s{0,40}#[^\n]{0,2000}$", "", text.text or "")
        for found in _RULE.finditer(uncommented):
            pattern, decision = _PATTERN.search(found[1]), _DECISION.search(found[1])
            words = tuple(_words(pattern[1])) if pattern else ()
            if words:
                at = Provenance(text.file, f"prefix_rule {' '.join(options[0] for options in words)}", text.scope)
                yield _Rule(words, decision[1] if decision else "allow", at)


def _words(pattern: str) -> Iterator[tuple[str, ...]]:
    """The words of a pattern as written in Starlark; nothing where it is more than literals."""
    try:
        listed = json.loads(re.sub(r",(\s{0,20})\]", r"\1]", pattern.replace("'", '"')))
    except ValueError:
        return
    for word in listed if isinstance(listed, list) else ():
        options = (word,) if isinstance(word, str) else tuple(one for one in word if isinstance(one, str)) if isinstance(word, list) else ()
        if not options:
            return
        yield options


def _matches(rule: _Rule, simple: SimpleCommand) -> bool:
    words = (simple.words[0].rsplit("/", 1)[-1], *simple.words[1:]) if simple.words else ()
    return len(words) >= len(rule.words) and all(word in options for word, options in zip(words, rule.words, strict=False))
