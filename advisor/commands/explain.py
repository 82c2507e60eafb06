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
    from typing import Any

    Seen = tuple[int, Iterator[bytes]]  # what gate.sift answers

USAGE = "advise explain [options] [--last | --file F | TEXT… | -]"
# Options that need no argument parser and cannot change the answer "nothing found", with what they may be (empty: any).
_PLAIN: dict[str, tuple[str, ...]] = {
    "--file": (),
    "--format": ("text", "markdown", "agent"),
    "--harness": ("claude", "codex"),
    "--sandboxed": ("yes", "no", "unknown"),
    "--os": ("linux", "macos", "windows"),
}


class Asked:
    """What a call asks for. A plain class: a NamedTuple would cost the clean path the import of `typing`.

    flags: what the call says of the situation, as keywords of `situation.Flags`.
    """

    def __init__(self, words: list[str], file: str | None = None, form: str = "text", flags: dict[str, Any] | None = None) -> None:
        """command, exit_code and timed_out are set where the call says them, empty where the text turned out to be."""
        self.words = words
        self.file = file
        self.form = form
        self.flags = flags or {}
        self.command: str | None = None
        self.exit_code: int | None = None
        self.timed_out = False
        self.empty = False


def main(argv: list[str]) -> int:
    """Explain the text given as words, a file or standard input; 0: a denial, 1: none."""
    asked = _plain_call(argv)
    if asked is None:
        return _parsed_call(argv)
    pieces = gate.sift(bytes_of(asked))
    if pieces is None:
        sys.stdout.write(gate.NOTHING_FOUND)
        return 1
    return _answer(asked, pieces)


def _plain_call(argv: list[str]) -> Asked | None:
    """What a call asks for that needs no argument parser; None for any other, and for a rule's id."""
    values: dict[str, list[str]] = {}
    words: list[str] = []
    rest = iter(argv)
    for word in rest:
        if word == "--":
            words.extend(rest)
        elif word in _PLAIN:
            value, allowed = next(rest, ""), _PLAIN[word]
            if not value or (allowed and value not in allowed):
                return None
            values.setdefault(word, []).append(value)
        elif word.startswith("-") and word != "-":
            return None
        else:
            words.append(word)
    last = {option: given[-1] for option, given in values.items()}
    file = last.get("--file")
    if (file and words) or _may_be_rule(words) or (not file and not words and no_input()):
        return None
    flags = {"harnesses": tuple(dict.fromkeys(values.get("--harness", ())))}
    return Asked(words, file, last.get("--format", "text"), flags | {"sandboxed": last.get("--sandboxed"), "system": last.get("--os")})


def no_input() -> bool:
    """Whether standard input is a terminal, or closed (Python then has none)."""
    return sys.stdin is None or sys.stdin.isatty()


def _may_be_rule(words: list[str]) -> bool:
    return len(words) == 1 and words[0].count("/") == 1 and words[0].replace("/", "").replace("-", "").replace("_", "").isalnum()


def bytes_of(asked: Asked) -> Iterator[bytes]:
    """The input's bytes in pieces. Raises InputError for a file that cannot be read."""
    if asked.words and asked.words != ["-"]:
        return iter((" ".join(asked.words).encode("utf-8", "surrogateescape"),))
    return _read(0 if asked.file in (None, "-") else asked.file)


def _read(file: str | int | None) -> Iterator[bytes]:
    try:
        with open(file or 0, "rb", closefd=bool(file)) as stream:  # 0: standard input, which stays open
            yield from gate.chunks(stream)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        from advisor.errors import InputError

        why = "it is a folder" if isinstance(error, IsADirectoryError) else getattr(error, "strerror", None) or "bad file name"
        name = repr(file) if file else "standard input"
        raise InputError(f"cannot read {name}: {why}", "Give a log file, or pipe the output in.") from None


def _parsed_call(argv: list[str]) -> int:
    """Any call: through the argument parser."""
    options = _parser().parse_args(argv)
    if options.file == "":
        from advisor.errors import UsageError

        raise UsageError("--file is given an empty name", "Give a log file, or - for standard input.")
    if bool(options.file) + bool(options.words) + options.last > 1:
        from advisor.errors import UsageError

        raise UsageError("there is more than one of a text, --file and --last", "Give one of them.")
    if options.last:
        return _last(options)
    if len(options.words) == 1 and not options.text:
        from advisor.rules import find

        if (rule := find(options.words[0])) or _may_be_rule(options.words):
            from advisor.commands import rules

            if rule:
                return rules.show_page(rule, options.format)
            rules.refuse_unknown(options.words[0])
    if not options.file and not options.words and no_input():
        sys.stderr.write(f"usage: {USAGE}\nPipe a log in (`npm install 2>&1 | advise explain`) or paste an error.\n")
        return 2
    from advisor.commands.arguments import flags_of

    asked = Asked(options.words, options.file, options.format, flags_of(options)._asdict())
    asked.command, asked.exit_code, asked.timed_out = options.command, options.exit_code, options.timed_out
    said = False

    def heard(chunks: Iterator[bytes]) -> Iterator[bytes]:
        nonlocal said
        for chunk in chunks:
            said = said or bool(chunk.strip())
            yield chunk

    pieces = gate.sift(heard(bytes_of(asked)))
    asked.empty = not said
    return _answer(asked, pieces or (0, iter(())))


def _last(options: argparse.Namespace) -> int:
    """Explain the last refused command of this folder's newest session."""
    from advisor.commands.arguments import flags_of
    from advisor.commands.last import last_report
    from advisor.commands.showing import show

    report = last_report(flags_of(options), os.environ)
    show(report, options.format, sys.stdout)
    return 0 if report.denials else 1


def _answer(asked: Asked, pieces: Seen) -> int:
    """Look, advise, show. pieces: what `gate.sift` found; none of it for a text without a telltale."""
    from advisor.advice import advise
    from advisor.commands.showing import show
    from advisor.model import Recording
    from advisor.situation import Flags, look_at, machine

    piped = asked.words in ([], ["-"]) and asked.file in (None, "-")
    situation = machine(Flags(**asked.flags), "piped" if piped else "unknown", os.environ)
    recording = Recording(
        chunks=pieces[1],
        source=asked.file or "-",
        lines_before=pieces[0],
        command=asked.command,
        directory=situation.directory,
        exit_code=asked.exit_code,
        timed_out=asked.timed_out,
        empty=asked.empty,
    )
    report = advise(recording, situation, look_at if situation.looked else None)
    show(report, asked.form, sys.stdout)
    return 0 if report.denials else 1


def _parser() -> argparse.ArgumentParser:
    from advisor.commands.arguments import add_format, add_situation, parser_of

    parser = parser_of("explain", USAGE, "Say whether the sandbox refused something in a command's output, and what to change.")
    parser.add_argument("words", nargs="*", metavar="TEXT", help="the output, a rule's id, or - for standard input")
    parser.add_argument("--file", metavar="F", help="read the output from F (- is standard input)")
    parser.add_argument("--last", action="store_true", help="the last refused command of this folder's newest recorded session")
    parser.add_argument("--text", action="store_true", help="take the words as output even if they are a rule's id")
    parser.add_argument("--command", metavar="C", help="the command that printed it")
    parser.add_argument("--exit-code", type=int, metavar="N", help="how that command ended")
    parser.add_argument("--timed-out", action="store_true", help="that command hung and was stopped")
    add_format(parser)
    add_situation(parser)
    return parser
