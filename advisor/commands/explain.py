"""`advise explain`: did the sandbox refuse something in this output, and what would allow just that?

Nothing heavy is imported until a telltale was seen: a clean log is the common case and costs a few milliseconds.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from advisor import gate

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from advisor.model import Report, Situation

    Seen = tuple[int, Iterator[bytes]]  # what gate.sift answers

USAGE = 'advise explain [options] [--file F | TEXT… | -]'
# Options that cannot change the answer "nothing found", with the values that they take (None: any).
_HARMLESS: dict[str, tuple[str, ...] | None] = {
    "--file": None,
    "--format": ("text", "markdown", "agent"),
    "--harness": ("claude", "codex"),
    "--sandboxed": ("yes", "no", "unknown"),
    "--os": ("linux", "macos", "windows"),
}


def main(argv: list[str]) -> int:
    """Explain the text given as words, a file or standard input; 0: a denial, 1: none."""
    plain = _plain_call(argv)
    if plain is None:
        return _whole(argv)
    file, words = plain
    pieces = gate.sift(_bytes_of(file, words))
    if pieces is None:
        sys.stdout.write(gate.NOTHING_FOUND)
        return 1
    return _whole(argv, pieces)


def _plain_call(argv: list[str]) -> tuple[str | None, list[str]] | None:
    """(file or None, words) of a call whose clean answer needs no argument parser; None for any other."""
    values: dict[str, str] = {}
    words: list[str] = []
    rest = iter(argv)
    for word in rest:
        if word == "--":
            words.extend(rest)
        elif word in _HARMLESS:
            value, allowed = next(rest, ""), _HARMLESS[word]
            if not value or (allowed is not None and value not in allowed):
                return None
            values[word] = value
        elif word.startswith("-") and word != "-":
            return None
        else:
            words.append(word)
    file = values.get("--file")
    if (file and words) or _may_be_rule(words) or (not file and not words and _no_input()):
        return None
    return file, words


def _no_input() -> bool:
    """Whether standard input is a terminal, or closed (Python then has none)."""
    return sys.stdin is None or sys.stdin.isatty()


def _may_be_rule(words: list[str]) -> bool:
    return len(words) == 1 and words[0].count("/") == 1 and words[0].replace("/", "").replace("-", "").isalnum()


def _bytes_of(file: str | None, words: list[str]) -> Iterator[bytes]:
    """The input's bytes in pieces. Raises InputError for a file that cannot be read."""
    if words and words != ["-"]:
        return iter((" ".join(words).encode("utf-8", "surrogateescape"),))
    return _read(0 if file in (None, "-") else file)


def _read(file: str | int | None) -> Iterator[bytes]:
    try:
        with open(file or 0, "rb", closefd=bool(file)) as stream:  # 0: standard input, which stays open
            yield from gate.chunks(stream)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        from advisor.errors import InputError

        why = "it is a folder" if isinstance(error, IsADirectoryError) else getattr(error, "strerror", None) or "bad file name"
        name = repr(file) if file else "standard input"
        raise InputError(f"cannot read {name}: {why}", "Give a log file, or pipe the output in.") from None


def _whole(argv: list[str], pieces: Seen | None = None) -> int:
    """The whole program: parse, look, advise, show."""
    options = _parser().parse_args(argv)
    file, words = options.file, options.words
    if file and words:
        from advisor.errors import UsageError

        raise UsageError("there is both --file and a text", "Give one of them.")
    if len(words) == 1 and not options.text:
        from advisor.rules import find

        if rule := find(words[0]):
            from advisor.commands import rules

            return rules.show_page(rule, options.format)
    if not file and not words and _no_input():
        sys.stderr.write(f"usage: {USAGE}\nPipe a log in (`npm install 2>&1 | advise explain`) or paste an error.\n")
        return 2
    if pieces is None and not options.timed_out:
        pieces = gate.sift(_bytes_of(file, words))
    elif pieces is None:
        pieces = 0, _bytes_of(file, words)
    from advisor.commands.showing import show

    report = _report(options, file, words, pieces)
    show(report, options.format, sys.stdout)
    return 0 if report.denials else 1


def _report(options: argparse.Namespace, file: str | None, words: list[str], pieces: Seen | None) -> Report:
    from advisor.advice import advise
    from advisor.commands.arguments import flags_of
    from advisor.model import Recording
    from advisor.situation import look_at, machine

    piped = not words and file in (None, "-")
    situation: Situation = machine(flags_of(options), "piped" if piped else "unknown", os.environ)
    passed, chunks = pieces or (0, iter(()))
    recording = Recording(
        chunks=chunks,
        source=file or "-",
        lines_before=passed,
        command=options.command,
        directory=situation.directory,
        exit_code=options.exit_code,
        timed_out=options.timed_out,
    )
    return advise(recording, situation, look_at if situation.looked else None)


def _parser() -> argparse.ArgumentParser:
    from advisor.commands.arguments import add_format, add_situation, parser_of

    parser = parser_of("explain", USAGE, "Say whether the sandbox refused something in a command's output, and what to change.")
    parser.add_argument("words", nargs="*", metavar="TEXT", help="the output, a rule's id, or - for standard input")
    parser.add_argument("--file", metavar="F", help="read the output from F (- is standard input)")
    parser.add_argument("--text", action="store_true", help="take the words as output even if they are a rule's id")
    parser.add_argument("--command", metavar="C", help="the command that printed it")
    parser.add_argument("--exit-code", type=int, metavar="N", help="how that command ended")
    parser.add_argument("--timed-out", action="store_true", help="that command hung and was stopped")
    add_format(parser)
    add_situation(parser)
    return parser
