"""What a verb is told to act on: words, a file, standard input or the last recorded session, as a report that can be made again."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping

from advisor import gate
from advisor.advice import report_on
from advisor.commands.arguments import add_situation, flags_of
from advisor.commands.explain import Asked, bytes_of, no_input
from advisor.errors import UsageError
from advisor.model import Recording, Report
from advisor.scan import windows
from advisor.situation import look_at, machine

# Looks at the machine as it is now and advises on what was given.
Advise = Callable[[], Report]


def add_denials(parser: argparse.ArgumentParser) -> None:
    """The options that give a verb its denials, and say which situation they come from (DESIGN §4)."""
    parser.add_argument("words", nargs="*", metavar="TEXT", help="the output, or - for standard input")
    parser.add_argument("--file", metavar="F", help="read the output from F (- is standard input)")
    parser.add_argument("--last", action="store_true", help="the last refused command of this folder's newest session")
    parser.add_argument("--command", metavar="C", help="the command that printed it")
    parser.add_argument("--exit-code", type=int, metavar="N", help="how that command ended")
    parser.add_argument("--timed-out", action="store_true", help="that command hung and was stopped")
    add_situation(parser)


def is_given(options: argparse.Namespace) -> bool:
    """Whether the call gives any denials."""
    return bool(options.words or options.file or options.last or not no_input())


def advising(options: argparse.Namespace, environ: Mapping[str, str]) -> Advise:
    """What advises on the denials that a call gives; the text is read once, here.

    Raises UsageError for a call that gives none or several, InputError for a file that cannot be read.
    """
    if bool(options.words) + bool(options.file) + options.last > 1:
        raise UsageError("there is more than one of a text, --file and --last", "Give one of them")
    flags = flags_of(options)
    if options.last:
        from advisor.commands.last import last_report

        return lambda: last_report(flags, environ)
    if not is_given(options):
        raise UsageError("there is no output to read", "Pipe a log in, paste an error, or give --file F or --last")
    asked = Asked(options.words, options.file)
    passed, pieces = gate.sift(bytes_of(asked)) or (0, iter(()))
    piped = asked.words in ([], ["-"]) and asked.file in (None, "-")
    recording = Recording(
        chunks=pieces,
        source=asked.file or "-",
        lines_before=passed,
        command=options.command,
        exit_code=options.exit_code,
        timed_out=options.timed_out,
    )
    evidence = windows(recording)

    def report() -> Report:
        situation = machine(flags, "piped" if piped else "unknown", environ)._replace(command=options.command)
        return report_on(evidence, situation, look_at if situation.looked else None, options.timed_out)

    return report
