"""What is recognised, and what was found: rules, denials and ordinary failures."""

from __future__ import annotations

from typing import Any, Literal

from advisor.model.evidence import Excerpt
from advisor.model.needs import Need
from advisor.model.tuples import NamedTuple
from advisor.model.words import Channel, Confidence, HarnessName, Says, System


class Rule(NamedTuple):
    """One way a refusal, an ordinary failure or a quotation looks, with its explanation and its own proof.

    pattern: a bounded regular expression (flags: MULTILINE); its named groups are fields of `need`, and a group
    `path__2` is a second place where `path` can stand; a group `scheme` (http, https) gives the port that no other group
    names, and a `ReachHost` whose host is this machine's loopback becomes a `ReachLocalService`. Whether a refused path is
    a folder, the lines round it tell.
    given: fields of `need` that the text does not name.
    telltales: literals, at least one of which stands in every match. signed_by: the channels that make it CERTAIN.
    says: ORDINARY and QUOTED rules have no need; where they overlap a denial, they win.
    source: where the mechanism is documented. systems: where it can occur; empty means everywhere.
    harness: whose words these are, when only one harness prints them.
    counts: when a match means anything at all, for words that are those of everyday failures: only for a command that is
    known to have run `sandboxed`; only where the boundary in force refuses exactly what they name (`refused`); only unless
    the command is known to have ended well (`failed`).
    """

    id: str
    title: str
    explanation: str
    telltales: tuple[str, ...]
    pattern: str
    need: type[Need] | None = None
    confidence: Confidence = Confidence.LIKELY
    says: Says = Says.DENIED
    given: tuple[tuple[str, Any], ...] = ()
    signed_by: tuple[Channel, ...] = ()
    examples: tuple[str, ...] = ()
    near_misses: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    systems: tuple[System, ...] = ()
    harness: HarnessName | None = None
    counts: Literal["always", "sandboxed", "refused", "failed"] = "always"
    source: str = ""


class Denial(NamedTuple):
    """A refusal found in the evidence, graded, with the reasons for its grade in the reader's words."""

    rule: Rule
    need: Need
    confidence: Confidence
    because: tuple[str, ...]
    evidence: Excerpt
    command: str | None = None


class Ordinary(NamedTuple):
    """A failure that looks like a refusal and is not one."""

    rule: Rule
    evidence: Excerpt
