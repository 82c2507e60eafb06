"""`advise status`: is this process sandboxed, by whom, and what may a command do that an agent runs here?"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping

from advisor.commands.arguments import add_situation, flags_of, parser_of
from advisor.commands.showing import wants_colour
from advisor.harnesses import load
from advisor.model import Situation
from advisor.situation import Flags, look_at, machine
from advisor.standing import Opinion, Standing, looked_up

USAGE = "advise status [options] [--quiet] [--deep] [--format text|json]"


def main(argv: list[str]) -> int:
    """Tell where this process stands; 0: it could say (`--quiet`: sandboxed, 1: not), 3: it could not tell."""
    parser = parser_of("status", USAGE, "Say whether this process is sandboxed, and what a command of an agent may do here.")
    parser.add_argument("--quiet", action="store_true", help="print nothing: 0 sandboxed, 1 not, 3 could not tell")
    parser.add_argument("--deep", action="store_true", help="ask the programs themselves too, and show what differs")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to answer (default: text)")
    add_situation(parser)
    options = parser.parse_args(argv)
    flags = flags_of(options)
    if options.quiet:
        sandboxed = machine(flags, "itself", os.environ).sandboxed.value
        return 3 if sandboxed is None else int(not sandboxed)
    standing = stand(flags, os.environ, options.deep)
    _show(standing, options.format)
    known = standing.situation.sandboxed.value is not None or any(boundary.posture != "unknown" for boundary in standing.boundaries)
    return 0 if known else 3


def stand(flags: Flags, environ: Mapping[str, str], deep: bool = False) -> Standing:
    """Where this process, and a command that an agent would run here, stand; deep: the programs are asked as well."""
    situation = machine(flags, "itself", environ)
    if situation.looked:
        drawn = [load(name).read_boundary(situation) for name in situation.harnesses]
        situation = situation._replace(paths=look_at(looked_up(drawn), situation))
    boundaries = tuple(load(name).read_boundary(situation) for name in situation.harnesses)
    return Standing(situation, boundaries, _opinions(situation, environ) if deep and situation.looked else ())


def _opinions(situation: Situation, environ: Mapping[str, str]) -> tuple[Opinion, ...]:
    from advisor.proof.asking import ask

    opinions = []
    for name in situation.harnesses:
        told = ask(name, situation.directory or ".", environ)
        differs = load(name).differences(told.values, situation) if told.values is not None else ()
        opinions.append(Opinion(name, told.how, told.version, differs, told.problem))
    return tuple(opinions)


def _show(standing: Standing, form: str) -> None:
    from advisor.standing.document import boundary_document

    document = boundary_document(standing)
    if form == "json":
        sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=1) + "\n")
    else:
        from advisor.render import status_text

        sys.stdout.write(status_text(document, wants_colour(sys.stdout)))
