"""`advise patch`: the change that allows what was refused, as one unified diff, as written files, or as a commit."""

from __future__ import annotations

import argparse
import os
import sys
from datetime import UTC, datetime
from typing import NamedTuple

from advisor.choices import Wishes
from advisor.commands import patch_words as words
from advisor.commands.arguments import flags_of, parser_of
from advisor.commands.choosing import add_choices, wishes_of
from advisor.commands.denials import Advise, add_denials, advising
from advisor.commands.patch_roots import Rooted, apply_command, diff_of, rooted
from advisor.errors import UsageError
from advisor.model import ConfigText, FileQuestion, Patch, Report
from advisor.proposals import Proposal, propose, unlooked
from advisor.quoting import inline
from advisor.situation import read_files

USAGE = "advise patch [options] [--file F | --last | TEXT… | -] [--verify -- COMMAND [ARGUMENT…]]"


def main(argv: list[str]) -> int:
    """Print, write or commit the change; 0: done, or nothing to do, 1: nothing can be patched."""
    own, command = _split(argv)
    options = _parser().parse_args(own)
    if options.verify and not command:
        raise UsageError("there is no command to verify the patch with", "Put it behind `--`")
    advise = advising(options, os.environ)
    wishes = wishes_of(options)
    if options.branch is not None and not options.commit:
        raise UsageError("--branch names the branch of a commit", "Say --commit too")
    if options.repair:
        return _repair(advise, wishes)
    if options.verify and not _is_proven(command, options, advise, wishes):
        return 1
    if options.commit or options.apply:
        from advisor.commands.patch_writing import apply, commit

        return commit(advise, wishes, options.branch) if options.commit else apply(advise, wishes)
    report, proposal = proposed(advise, wishes)
    if not proposal.patches:
        return tell_why(report, proposal)
    files = rooted(proposal.patches, report.situation)
    return print_diff(files, report, proposal, Where(options.scope, options.output))


def _split(argv: list[str]) -> tuple[list[str], list[str]]:
    """Our own options, and with `--verify` the command behind `--`, which otherwise ends the options."""
    at = argv.index("--") if "--" in argv else len(argv)
    return (argv[:at], argv[at + 1 :]) if "--verify" in argv[:at] else (argv, [])


def _is_proven(command: list[str], options: argparse.Namespace, advise: Advise, wishes: Wishes) -> bool:
    """Run the command in the real sandbox with the plan, and say what came of it."""
    from advisor.commands.proof_words import proof_text
    from advisor.commands.verify_command import Asked, code_of, command_of, proven, require_consent

    line = command_of(command)
    require_consent(line, options.yes)
    proofs = proven(Asked(line, flags_of(options), wishes, advise), os.environ)
    sys.stderr.write(proof_text(line, proofs, datetime.now(UTC).date().isoformat()))
    return code_of(proofs) == 0


def proposed(advise: Advise, wishes: Wishes) -> tuple[Report, Proposal]:
    """The report on the machine as it is now, with every file that a plan may change, and what would be written."""
    report = advise()
    situation = report.situation
    if situation.looked:
        files = unlooked(report.plans, situation)
        answers = read_files(FileQuestion(place) for _, place in files)
        found = zip(files, answers, strict=True)
        texts = (ConfigText("", file, "project", answer.text, answer.problem, answer.path) for (file, _), answer in found)
        report = report._replace(situation=situation._replace(configs=(*situation.configs, *texts)))
    return report, propose(report, wishes)


def tell_why(report: Report, proposal: Proposal) -> int:
    """Say why there is no patch; 0: there is nothing to do, 1: nothing can be patched."""
    if settled := words.nothing_to_do(report, proposal):
        sys.stderr.write(f"advise: {settled}\n")
        return 0
    sys.stderr.write(words.why_nothing(proposal) + words.about_options(proposal))
    return 1


class Where(NamedTuple):
    """Which files' diff is printed, and into which file (None: standard output); verb: the call that prints the others."""

    scope: str | None = None
    output: str | None = None
    verb: str = "advise patch"


def print_diff(files: tuple[Rooted, ...], report: Report, proposal: Proposal, where: Where) -> int:
    """Print the diff of one root: the repository's, or with `--scope user` that of the user's own files; 1: there is none."""
    kinds = ("home", "elsewhere") if where.scope == "user" else ("repository",)
    shown = [file for file in files if file.root.kind in kinds]
    shown = [file for file in shown if file.root == shown[0].root]
    others = [file for file in files if file not in shown]
    say = sys.stderr.write
    say(words.about_options(proposal))
    say("".join(f"advise: {line}\n" for line in words.standing_in_the_way(proposal)))
    if others:
        flag = "--scope project" if where.scope == "user" else "--scope user"
        writes = ", `--apply` writes every file" if where.verb == "advise patch" else ""
        alone = "is the repository's" if where.scope == "user" else "is not the repository's"
        also = "is also needed, and not in this diff" if shown else alone
        say(f"advise: {words.names(others)} {also}: `{where.verb} {flag}` prints it{writes}.\n")
    say(words.for_the_rest(proposal))
    if not shown:
        return 1
    text = diff_of(shown)
    here = report.situation.directory
    if where.output is not None and where.output != "-":
        from advisor.writing import save

        save(text, where.output)
        command = apply_command(shown[0].root, os.path.abspath(where.output), here)
        say(f"advise: the patch is in {inline(where.output)}. Apply it outside the sandbox: {command}\n")
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())  # as it is: no other encoding, no other line ends
        say(f"advise: save it as F and apply it outside the sandbox: {apply_command(shown[0].root, 'F', here)}\n")
    return 0


def _repair(advise: Advise, wishes: Wishes) -> int:
    """Print the diff that mends the files that stand in the way, and nothing else."""
    report, proposal = proposed(advise, wishes)
    mended: list[Patch] = [refusal.repaired for refusal in proposal.refusals if refusal.repaired]
    if not mended:
        sys.stderr.write("advise: no file stands in the way that taking out comments and trailing commas would mend.\n")
        return 1
    files = rooted(mended, report.situation)
    first = [file for file in files if file.root == files[0].root]
    sys.stdout.buffer.write(diff_of(first).encode())
    command = apply_command(first[0].root, "F", report.situation.directory)
    sys.stderr.write(f"advise: comments and trailing commas go, all else stays; save it as F and apply it outside the sandbox: {command}\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = parser_of("patch", USAGE, "Print the change that allows what was refused as one unified diff, write it, or commit it.")
    add_denials(parser)
    add_choices(parser)
    how = parser.add_argument_group("what to do with it (default: print it)").add_mutually_exclusive_group()
    how.add_argument("--output", metavar="F", help="write the diff to F (- is standard output)")
    how.add_argument("--apply", action="store_true", help="write the files")
    how.add_argument("--commit", action="store_true", help="write the repository's files and commit them, and nothing else")
    how.add_argument("--repair", action="store_true", help="print the diff that makes a settings file with comments strict JSON")
    parser.add_argument("--branch", metavar="NAME", help="commit on a new branch")
    parser.add_argument("--verify", action="store_true", help="first prove it with the command behind `--`, in the real sandbox")
    parser.add_argument("--yes", action="store_true", help="run that command without asking")
    return parser
