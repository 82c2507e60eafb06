"""`advise suggest`: what this repository makes necessary, which of it a sandboxed session would be refused, and what would allow it."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys

from advisor.advice import planned
from advisor.boundary import questions as places_of
from advisor.choices import Wishes
from advisor.commands.arguments import add_situation, flags_of, parser_of
from advisor.commands.choosing import add_choices, wishes_of
from advisor.commands.showing import wants_colour
from advisor.commands.suggest_reading import Seen, seen
from advisor.errors import UsageError
from advisor.harnesses import load
from advisor.model import PathQuestion, Plan, Report, Situation, WritePath
from advisor.needs import merged
from advisor.needs import questions as looked_up
from advisor.situation import look_at, machine
from advisor.suggest import Necessity
from advisor.suggest.document import Found, suggestions_document
from advisor.suggest.judged import Session, Suggestion, judged, session, to_plan

USAGE = "advise suggest [options] [--staged] [--format text|json|patch]"


def main(argv: list[str]) -> int:
    """Tell what the repository makes necessary; 0 whatever is found, also where manifests are broken."""
    options = _parser().parse_args(argv)
    wishes = wishes_of(options)
    if options.format != "patch" and (options.output is not None or wishes != Wishes()):
        raise UsageError("--output and the choice among options belong to --format patch", "Say --format patch too.")
    situation = machine(flags_of(options), "itself", os.environ)
    found = _found(seen(situation, options.staged, os.environ), options, situation)
    if options.format == "patch":
        _print_patch(found, wishes, options)
    else:
        _show(found, options.format)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = parser_of(
        "suggest", USAGE, "Tell what this repository makes necessary, and what a sandboxed session would be refused of it. Nothing is run."
    )
    parser.add_argument("--staged", action="store_true", help="only what the staged changes newly make necessary")
    how = "how to answer (default: text); patch prints the change as one diff for `git apply`"
    parser.add_argument("--format", choices=("text", "json", "patch"), default="text", help=how)
    parser.add_argument("--output", metavar="F", help="with --format patch: write the diff to F")
    add_choices(parser)
    add_situation(parser)
    return parser


def _found(what: Seen, options: argparse.Namespace, situation: Situation) -> Found:
    """The suggestions, and a plan for each harness that would refuse some of them."""
    necessities = what.told.necessities
    if situation.looked:
        situation = situation._replace(paths=look_at(_places(necessities, situation), situation))
    sessions = tuple(session(name, situation) for name in situation.harnesses)
    suggestions = judged(necessities, sessions)
    plans = tuple(plan for one in sessions if (plan := _plan(suggestions, one)))
    assumed = tuple((one.boundary.harness, one.assumed) for one in sessions if one.assumed)
    return Found(what.told, suggestions, plans, situation, what.files, options.staged, assumed, _again(options))


def _plan(suggestions: tuple[Suggestion, ...], session: Session) -> Plan | None:
    asked, never = to_plan(suggestions, session.boundary.harness)
    if not asked and not never:
        return None
    served = merged(((need, None, index) for need, (index,) in asked), session.situation)
    plan = planned(session.boundary.harness, served, session.boundary, session.situation)
    return plan._replace(unmet=(*plan.unmet, *never))


def _places(necessities: tuple[Necessity, ...], situation: Situation) -> list[PathQuestion]:
    """What to look at: the places that the needs name, and those that the configs open."""
    asked = [PathQuestion(one.need.path) for one in necessities if isinstance(one.need, WritePath) and one.need.path]
    asked += looked_up([(one.need, ()) for one in necessities], situation)
    for name in situation.harnesses:
        asked += places_of(load(name).read_boundary(situation))
    return list(dict.fromkeys(asked))


def _again(options: argparse.Namespace) -> str:
    """The options of the call that a command line which repeats it needs."""
    words: list[str] = []
    for flag, value in (
        *(("--harness", name) for name in options.harness or ()),
        ("--harness-version", options.harness_version),
        ("--launcher", options.launcher),
        ("--codex-dialect", options.codex_dialect),
        ("--codex-profile", options.codex_profile),
        ("--os", options.system),
        ("--home", options.home),
        ("--cwd", options.cwd),
        ("--scope", options.scope),
    ):
        words += [flag, value] if value else []
    words += ["--no-probe"] if options.no_probe else []
    return f" {shlex.join(words)}" if words else ""


def _show(found: Found, form: str) -> None:
    document = suggestions_document(found)
    if form == "json":
        sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=1) + "\n")
    else:
        from advisor.render import suggestions_text

        sys.stdout.write(suggestions_text(document, wants_colour(sys.stdout)))


def _print_patch(found: Found, wishes: Wishes, options: argparse.Namespace) -> None:
    """The plans as one diff; where there is none, the reason on standard error."""
    from advisor.commands import patch_words as words
    from advisor.commands.patch_printing import Where, print_diff, proposed
    from advisor.commands.patch_roots import rooted

    if not found.plans:
        sys.stderr.write("advise: nothing to do: all that this repository makes necessary is allowed already.\n")
        return
    report, proposal = proposed(lambda: Report("nothing", found.situation, (), (), found.plans), wishes)
    if not proposal.patches:
        sys.stderr.write(words.why_nothing(proposal) + words.about_options(proposal))
        return
    print_diff(
        rooted(proposal.patches, report.situation), report, proposal, Where(options.scope, options.output, "advise suggest --format patch")
    )
