"""`advise patch`: the change that allows what was refused, as one unified diff, as written files, or as a commit."""

from __future__ import annotations

import argparse
import os
import sys
from datetime import UTC, datetime

from advisor.choices import Wishes
from advisor.commands.arguments import flags_of, parser_of
from advisor.commands.choosing import add_choices, wishes_of
from advisor.commands.denials import Advise, add_denials, advising
from advisor.commands.patch_printing import Where, print_diff, proposed, tell_why
from advisor.commands.patch_roots import apply_command, diff_of, rooted
from advisor.errors import UsageError
from advisor.model import Patch

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
