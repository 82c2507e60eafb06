"""`advise verify`: is a plan proven for a command; and `--self-test`: do this machine's harnesses do what the catalogue says?"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from advisor.commands.arguments import flags_of, parser_of
from advisor.commands.choosing import add_choices, wishes_of
from advisor.commands.denials import add_denials, advising
from advisor.commands.proof_words import proof_document, proof_text
from advisor.commands.self_test_table import Tested, self_test_document, self_test_text
from advisor.commands.verify_command import Asked, code_of, command_of, proven, require_consent
from advisor.errors import UsageError
from advisor.harnesses import NAMES, load
from advisor.model import Need, Plan, Situation
from advisor.proof import laboratory
from advisor.proof.programs import Missing, Program, find, session_environment
from advisor.proof.self_test import Dialect, Lab, Planned, self_test
from advisor.proof.trial import Chamber, Room

USAGE = "advise verify [options] [TEXT…] -- COMMAND [ARGUMENT…] | advise verify --self-test"


def main(argv: list[str]) -> int:
    """Prove a plan, or run the self-test; 0: proven, or all as the catalogue says, 1: not, 3: nothing could be tried here."""
    at = argv.index("--") if "--" in argv else len(argv)
    options = _parser().parse_args(argv[:at])
    if options.self_test:
        return _self_test(options)
    if command := command_of(argv[at + 1 :]) or options.command:
        return _prove(options, command)
    raise UsageError("there is no command to verify", "Put it behind `--`, or say `advise verify --self-test`")


def _parser() -> argparse.ArgumentParser:
    parser = parser_of(
        "verify", USAGE, "Try a plan, or the catalogue's advice, in the real sandboxes of this machine, with a scripted model."
    )
    parser.add_argument("--self-test", action="store_true", help="try the built-in scenarios, harmless and in scratch folders")
    parser.add_argument("--yes", action="store_true", help="run the command without asking")
    add_denials(parser)
    add_choices(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to answer (default: text)")
    return parser


def _prove(options: argparse.Namespace, command: str) -> int:
    """Run the command in the real sandbox, as configured now and with the plan."""
    require_consent(command, options.yes)
    told = options.words or options.file or options.last
    options.command = options.command or command
    asked = Asked(command, flags_of(options), wishes_of(options), advising(options, os.environ) if told else None)
    proofs = proven(asked, os.environ)
    date = datetime.now(UTC).date().isoformat()
    if options.format == "json":
        sys.stdout.write(json.dumps(proof_document(command, proofs, date), ensure_ascii=False, indent=1) + "\n")
    else:
        sys.stdout.write(proof_text(command, proofs, date))
    return code_of(proofs)


def _self_test(options: argparse.Namespace) -> int:
    found = [find(name, os.environ) for name in dict.fromkeys(options.harness or NAMES)]
    chamber, tested = _tested(found, os.environ)
    date = datetime.now(UTC).date().isoformat()
    if options.format == "json":
        sys.stdout.write(json.dumps(self_test_document(tested, chamber, date), ensure_ascii=False, indent=1) + "\n")
    else:
        sys.stdout.write(self_test_text(tested, chamber, date))
    agreed = [row.agrees for one in tested for row in one.rows if row.agrees is not None]
    return 3 if not agreed else int(not all(agreed))


def _tested(found: list[Program | Missing], environment: Mapping[str, str]) -> tuple[Chamber | None, list[Tested]]:
    tested = [Tested(one) for one in found]
    if not any(isinstance(one, Program) for one in found):
        return None, tested
    given = session_environment(environment)
    with laboratory.open_lab(environment) as (bench, root):
        for place, one in enumerate(found):
            if isinstance(one, Program):
                lab = Lab(bench.chamber, bench.run, lambda: laboratory.trial_room(root), plan_in_room, given)
                tested[place] = Tested(one, tuple(self_test(one, lab)))
    return bench.chamber, tested


def plan_in_room(program: Program, dialect: Dialect | None, needs: frozenset[Need], room: Room, broad: bool) -> Planned:
    """The plan that `advise` itself makes for a session in `room`, as the files it would print and the steps it names."""
    from advisor.situation import Flags, machine

    flags = Flags(
        harnesses=(program.harness,),
        harness_version=program.version,
        codex_dialect=dialect,
        home=room.home,
        directory=room.project,
        sandboxed="yes",
    )
    situation = machine(flags, "ours", {})
    harness = load(program.harness)
    plan = harness.plan(needs, harness.read_boundary(situation), situation)
    plan = plan._replace(chosen=_first_options(plan)) if broad else plan
    taken = [option for option in plan.options if option.id in plan.chosen]
    settings = [option for option in taken if option.kind != "command"]
    steps = tuple(step.run for option in settings for step in option.steps if step.who == "human" and step.run)
    return Planned(tuple(option.title for option in taken), tuple(_texts(plan, situation)), steps)


def _texts(plan: Plan, situation: Situation) -> Iterator[tuple[str, str]]:
    """Each file of a plan: the very snippet that is printed where it is the whole file, else the changes on what stands there."""
    from advisor.edits.new_text import Setting, json_text, put, toml_text
    from advisor.patches import chosen_changes, parsed, snippets

    for file in snippets(plan, situation):
        if file.complete:
            yield file.file, file.snippet
            continue
        changes = [change for change in chosen_changes(plan) if change.file == file.file]
        current = next(text.text for text in situation.configs if text.file == file.file)
        tables = parsed(changes[0].format, current or "") or {}
        for change in changes:
            put(tables, Setting(change.path, change.value, change.op))
        write = json_text if changes[0].format == "json" else toml_text
        yield file.file, write(Setting((key,), value) for key, value in tables.items())


def _first_options(plan: Plan) -> tuple[str, ...]:
    """The first option that changes a setting, for every group of needs, whatever it hands over (snippets drop escapes)."""
    first = {option.id.rstrip("0123456789"): option.id for option in reversed(plan.options) if option.changes}
    return tuple(first.values())
