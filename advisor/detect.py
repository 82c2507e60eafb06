"""Finds denials and ordinary failures in a recording: which rules match which windows, overlaps settled."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from advisor.model import (
    Confidence,
    Denial,
    Evidence,
    Excerpt,
    Need,
    Ordinary,
    Origin,
    ReachHost,
    ReachLocalService,
    ReadPath,
    Rule,
    Says,
    WritePath,
    operation_of,
    target_of,
)
from advisor.model.tuples import NamedTuple
from advisor.prefixes import without_prefixes
from advisor.rules import speaking
from advisor.rules._folders import made_folder
from advisor.rules._wording import REFUSAL_TELLTALES
from advisor.shell import parse, printed_name
from advisor.wraps import without_wraps

WHERE_BACKED = ("sandboxed", "refused")  # rules that count only where the situation backs their words
_PORTS = {"http": 80, "https": 443}
# This machine's own addresses as clients spell them; to a client, the unspecified address is the loopback too.
_LOOPBACK = re.compile(r"(?:[\w.-]{1,200}\.)?localhost\.?\Z|127\.[\d.]{1,11}\Z|0\.0\.0\.0\Z|::1?\Z|::ffff:127\.[\d.]{5,11}\Z")
# Programs whose output may be that of a container or of another machine: a refused file there is not this sandbox's.
_ELSEWHERE = frozenset({"docker", "docker-compose", "podman", "nerdctl", "kubectl", "oc", "ssh", "vagrant", "lxc", "multipass", "act"})
MOST_DENIALS = 200  # of one recording; nobody reads more, and what follows compares each with each
MOST_MATCHES = 400  # of one rule in one window; a 16 kB window cannot hold more lines worth telling apart


class _Match(NamedTuple):
    """One rule's match in one window: the characters [start, end) of its text."""

    rule: Rule
    need: Need | None
    start: int
    end: int


def find(evidence: Iterable[Evidence]) -> tuple[tuple[Denial, ...], tuple[Ordinary, ...], int]:
    """The denials and the ordinary failures of these windows, each told once, in the order in which they stand.

    Of the denials the MOST_DENIALS surest, and how many more there are at least: once there are more, windows are passed
    over that no rule speaks to but those that spoke before.
    """
    denials: dict[tuple[Any, ...], Denial] = {}
    ordinary: dict[str, Ordinary] = {}
    heard: set[str] = set()
    for window in evidence:
        rules = speaking(window.text)
        if len(denials) > MOST_DENIALS and heard.issuperset(rule.id for rule in rules):
            continue
        heard.update(rule.id for rule in rules)
        refused, usual = look(window, rules)
        for denial in refused:
            key = (denial.need, denial.evidence.channel, denial.rule.counts in WHERE_BACKED)
            known = denials.get(key)
            if known is None or denial.confidence > known.confidence:
                denials[key] = denial
        for failure in usual:
            ordinary.setdefault(failure.rule.id, failure)
    surest = sorted(denials, key=lambda key: -denials[key].confidence)[:MOST_DENIALS]
    kept = set(surest) if len(denials) > MOST_DENIALS else denials.keys()
    return tuple(denial for key, denial in denials.items() if key in kept), tuple(ordinary.values()), len(denials) - len(kept)


def look(window: Evidence, rules: Iterable[Rule]) -> tuple[list[Denial], list[Ordinary]]:
    """What `rules` say of one window. Look-alikes and quotations win over the denials that they overlap.

    A denial whose rule counts only where the situation backs it stands beside what else the same words may be: `grade`
    decides.
    """
    rules = tuple(rule for rule in rules if rule.counts != "failed" or window.exit_code != 0)
    text = window.text
    bare, taken = without_prefixes(text) or (text, (0,) * (text.count("\n") + 1))
    matches = _read(rules, text, lambda rules, words: _all_matches(rules, text, bare, taken, words))
    refused, usual, backed = _standing(matches)
    if all(match.rule.confidence is Confidence.POSSIBLE for match in refused):
        joined = without_wraps(text, bare, taken)
        if joined is not None:
            matches += _read(rules, text, lambda rules, words: _placed(rules, joined.text, joined.original, words))
            refused, usual, backed = _standing(matches)
    return (
        [_denial(match, window) for match in (*_settled(refused), *_settled(backed)) if _judged(match, window)],
        [Ordinary(match.rule, _excerpt(match, window)) for match in usual if _judged(match, window)],
    )


def _read(rules: tuple[Rule, ...], text: str, matches_of: Callable[[tuple[Rule, ...], tuple[str, ...]], list[_Match]]) -> list[_Match]:
    """The matches of `rules`, those first that tell by a line's form whose words it holds: they hold for all that the others found.

    Of several lines the last says what was refused; those before may be a traceback's source.
    matches_of: the matches of some rules, given the literals that stand in the matches before.
    """
    matches = matches_of(tuple(rule for rule in rules if not _tells_by_form(rule)), ())
    found = (telltale for match in matches for telltale in match.rule.telltales if telltale in _last_line(text[match.start : match.end]))
    return matches_of(tuple(rule for rule in rules if _tells_by_form(rule)), tuple(dict.fromkeys(found))) + matches


def _last_line(text: str) -> str:
    return text.rstrip("\n").rpartition("\n")[2]


def _tells_by_form(rule: Rule) -> bool:
    return rule.telltales == REFUSAL_TELLTALES


def _standing(matches: list[_Match]) -> tuple[list[_Match], list[_Match], list[_Match]]:
    """The denials and the look-alikes that nothing stronger overlaps, and the denials that the situation has to back."""
    quoted = [match for match in matches if match.rule.says is Says.QUOTED]
    usual = [match for match in matches if match.rule.says is Says.ORDINARY and not _overlapped(match, quoted)]
    refused = [match for match in matches if match.rule.says is Says.DENIED and not _overlapped(match, quoted)]
    backed = [match for match in refused if match.rule.counts in WHERE_BACKED]
    return [match for match in refused if match.rule.counts not in WHERE_BACKED and not _overlapped(match, usual)], usual, backed


def _all_matches(rules: tuple[Rule, ...], text: str, bare: str, taken: tuple[int, ...], words: tuple[str, ...]) -> list[_Match]:
    """The matches in `text` as it stands and in its lines without what others printed before them, all in its own characters.

    bare: those lines; taken: how many characters that took away up to each; words: as `_matches` takes them.
    """
    matches = [match for rule in rules for match in _matches(rule, text, words)]
    if bare is text:
        return matches
    return matches + _placed(rules, bare, lambda offset: offset + taken[bare.count("\n", 0, offset)], words)


def _placed(rules: tuple[Rule, ...], text: str, original: Callable[[int], int], words: tuple[str, ...]) -> list[_Match]:
    """The matches in `text`, in the characters of the text it was made from: `original` leads back to one of them."""
    return [
        match._replace(start=original(match.start), end=original(match.end - 1) + 1)
        for rule in rules
        for match in _matches(rule, text, words)
        if match.end > match.start
    ]


def _matches(rule: Rule, text: str, words: tuple[str, ...]) -> Iterator[_Match]:
    """The matches of one rule, MOST_MATCHES at most. words: literals that count as telltales of the rule besides its own."""
    present = (*(telltale for telltale in rule.telltales if telltale in text and telltale not in words), *words)
    if not present:
        return
    pattern = _for_this_text(rule, present, text)
    if not pattern:
        return
    for count, found in enumerate(_compiled(pattern).finditer(text)):
        if count == MOST_MATCHES:
            return
        yield _Match(rule, _need(rule, found), found.start(), found.end())


def _judged(match: _Match, window: Evidence) -> bool:
    return window.judged is None or window.judged[0] <= match.start < window.judged[1]


def _for_this_text(rule: Rule, present: tuple[str, ...], text: str) -> str:
    """The rule's pattern without what cannot match in this text: compiling all of the quotations' took a sixth of an answer.

    Where it names all its telltales as alternatives, only those that stand in the text; of the alternatives that start with
    a comment of literals, `(?#a b)`, only those one of whose literals does.
    """
    every, found = (f"(?:{'|'.join(telltales)})" for telltales in (rule.telltales, map(re.escape, present)))
    always, *marked = f"|{rule.pattern.replace(every, found)}".split("|(?#")
    parts = (alternative.partition(")") for alternative in marked)
    return "|".join(filter(None, (always[1:], *(part for marks, _, part in parts if any(mark in text for mark in marks.split())))))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.MULTILINE)


def _need(rule: Rule, found: re.Match[str]) -> Need | None:
    if rule.need is None:
        return None
    fields: dict[str, Any] = dict(rule.given)
    for group, text in found.groupdict().items():
        name = group.partition("__")[0]
        if text is None or not text.strip():
            continue
        fields[name] = int(text) if name == "port" else text.strip()
        if name == "path" and (whole := printed_name(found.string, *found.span(group))) is not None:
            fields[name] = whole
        elif name == "path":
            del fields[name]
    if "host" in fields:
        fields["host"] = fields["host"].strip("[]")  # an IPv6 address as it stands in a URL
    scheme = fields.pop("scheme", None)
    if scheme is not None:
        fields.setdefault("port", _PORTS.get(scheme.lower()))
    need = rule.need(**fields)
    if isinstance(need, WritePath) and need.path is not None and "folder" not in dict(rule.given):
        folder, once = made_folder(found.string, found.start(), found.end())
        return need._replace(folder=folder, once=once)
    if isinstance(need, ReachHost) and _LOOPBACK.match(need.host or ""):
        return ReachLocalService(need.port, need.host)
    return need


def _overlapped(match: _Match, others: Iterable[_Match]) -> bool:
    return any(other.start < match.end and match.start < other.end for other in others)


def _settled(matches: list[_Match]) -> list[_Match]:
    """One match per place: the surest, then the one that names a target, then the longest.

    What the same words may mean in either harness stands side by side.
    A refusal without a target is dropped where the same window tells the same operation with one, no less surely: most
    runtimes print both the error and the exception it became.
    """
    kept: list[_Match] = []
    for match in sorted(matches, key=_weight, reverse=True):
        if not _overlapped(match, (other for other in kept if not _of_another_harness(match.rule, other.rule))):
            kept.append(match)
    told: dict[str, Confidence] = {}
    for match in kept:
        if match.need and target_of(match.need):
            told[_kind(match.need)] = max(match.rule.confidence, told.get(_kind(match.need), match.rule.confidence))
    kept = [match for match in kept if match.need and (target_of(match.need) or match.rule.confidence > told.get(_kind(match.need), 0))]
    return sorted(kept, key=lambda match: match.start)


def _of_another_harness(rule: Rule, other: Rule) -> bool:
    unsure = rule.confidence is other.confidence is Confidence.POSSIBLE
    return unsure and None not in (rule.harness, other.harness) and rule.harness != other.harness


def _kind(need: Need) -> str:
    """The operation, where reaching a host and reaching this machine are one: a proxy refuses both in the same words."""
    return operation_of(need).removeprefix("local-")


def _weight(match: _Match) -> tuple[int, bool, int, int]:
    target = target_of(match.need) if match.need else None
    return (match.rule.confidence, target is not None, match.end - match.start, -match.start)


def _denial(match: _Match, window: Evidence) -> Denial:
    assert match.need is not None  # _settled keeps only matches with a need
    confidence = match.rule.confidence
    if window.channel in match.rule.signed_by:
        confidence = Confidence.CERTAIN
    elif isinstance(match.need, WritePath | ReadPath) and _runs_elsewhere(window.command):
        confidence = Confidence.POSSIBLE
    return Denial(
        rule=match.rule,
        need=match.need,
        confidence=confidence,
        because=(),
        evidence=_excerpt(match, window),
        command=window.command,
    )


def _runs_elsewhere(command: str | None) -> bool:
    """Whether a command line runs its work in a container or on another machine, whose files these then are."""
    return any(simple.program in _ELSEWHERE and len(simple.words) > 1 for simple in parse(command or "").commands)


def _excerpt(match: _Match, window: Evidence) -> Excerpt:
    text = window.text
    start = text.rfind("\n", 0, match.start) + 1
    end = text.find("\n", max(match.start, match.end - 1))
    end = len(text) if end < 0 else end
    line = window.origin.line + text.count("\n", 0, start)
    lines = text[start:end]
    return Excerpt(Origin(window.origin.source, line, line + lines.count("\n")), lines, window.channel)
