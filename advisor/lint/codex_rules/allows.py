"""What a rule lets out of the sandbox, and rules that never match."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from advisor.hazards.commands import CommandHazard, judge_command
from advisor.lint.codex_config._reading import SEEN, said
from advisor.lint.codex_rules._calls import Call, calls
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule, Sample
from advisor.model import Risk
from advisor.model.lint import Severity

_MOST = 400  # spellings of one pattern that are judged


def _allows(config: Config) -> Iterator[Fault]:
    for call in _rules(config):
        if call.arguments.get("decision", "allow") != "allow":
            continue
        words = [spelt for spelt in islice(_spellings(call), _MOST) if " " not in spelt[0]]
        judged = [(word, judge_command(word)) for word in words]
        worst = max(judged, key=lambda pair: (not pair[1].grantable, pair[1].risk is Risk.ESCAPE), default=None)
        if worst is None:
            continue
        spelt, judgement = worst
        severity: Severity = "info" if judgement.hazard is CommandHazard.NOTHING else "warn"
        why = judgement.why.rstrip(".") or "with your rights and the network, whatever its arguments"
        say = f"{said(' '.join(spelt))} runs outside the sandbox, unasked, also in `codex exec`: {why[0].lower()}{why[1:]}"
        yield Fault((), say, offsets=call.at("pattern"), severity=severity)


def _never(config: Config) -> Iterator[Fault]:
    for call in _rules(config):
        for words in islice(_spellings(call), _MOST):
            bad = next((word for word in words if " " in word.strip() and "=" not in word), None)
            pattern = next((word for word in words if "*" in word), None)
            if bad is not None and words.index(bad) == 0:
                say = f"{said(bad)} is one word with a blank in it, which no command begins with: each word is a string of its own"
            elif pattern is not None:
                say = f"{said(pattern)} is taken letter by letter: a rule matches whatever follows its words, and knows no wildcard"
            else:
                continue
            yield Fault((), say, offsets=call.at("pattern"))
            break


def _rules(config: Config) -> Iterator[Call]:
    return (call for call in calls(config.text) if call.function == "prefix_rule")


def _spellings(call: Call) -> Iterator[tuple[str, ...]]:
    """The beginnings of commands that a pattern of literals means; none for another."""
    pattern = call.arguments.get("pattern")
    parts = [part if isinstance(part, list) else [part] for part in pattern] if isinstance(pattern, list) else []
    if parts and all(isinstance(word, str) for part in parts for word in part):
        yield from product(*parts)


RULES = (
    LintRule(
        id="codex-rules/runs-outside",
        title="A command runs outside the sandbox, unasked",
        explanation=(
            '`decision = "allow"`, which a rule without a decision means too, is no mere '
            "consent: the command runs outside the sandbox, with "
            "the network and all your rights. Never for interpreters, runners of other programs, `rm`, or what commands a service of the "
            'machine; "prompt" asks each time.'
        ),
        severity="warn",
        check=_allows,
        source="facts/codex.md 1.7 and 10.20; facts/codex-live.md 2.18; DESIGN 6 (no rule ever allows rm)",
        seen_on=SEEN,
        reads="text",
        examples=(
            Sample('prefix_rule(pattern=["python3"], decision="allow")\n'),
            Sample('prefix_rule(pattern=["rm", "-rf"])\n'),
            Sample('prefix_rule(pattern=[["bash", "zsh"], "-c"], decision="allow")\n'),
            Sample('prefix_rule(pattern=["docker"], decision="allow")\n'),
            Sample('prefix_rule(pattern=["touch"], decision="allow")\n'),
        ),
        near_misses=(
            Sample('prefix_rule(pattern=["rm"], decision="forbidden")\nprefix_rule(pattern=["git", "push"], decision="prompt")\n'),
            Sample('words = ["x"]\nprefix_rule(pattern=words, decision="allow")\n'),
        ),
    ),
    LintRule(
        id="codex-rules/never-matches",
        title="A rule that matches no command",
        explanation="A pattern is the words that a command begins with, letter by letter, one string each.",
        severity="warn",
        check=_never,
        source="facts/codex.md 1.7 (pattern is words); tried with `codex execpolicy check`",
        seen_on=SEEN,
        reads="text",
        examples=(
            Sample('prefix_rule(pattern=["git push"], decision="forbidden")\n'),
            Sample('prefix_rule(pattern=["npm", "run", "*"], decision="prompt")\n'),
        ),
        near_misses=(Sample('prefix_rule(pattern=["git", "push"], decision="prompt")\n'),),
    ),
)
