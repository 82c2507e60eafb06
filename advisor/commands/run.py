"""`advise run -- CMD`: the command unchanged and live, its exit code ours, an explanation on stderr when it fails."""

from __future__ import annotations

import os
import sys

from advisor import gate

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from advisor.commands import watched

USAGE = "advise run [options] -- COMMAND [ARGUMENT…]"


_STOPPED = (124, 130, 143)  # by `timeout`, by ^C, by a plain kill: it may have hung
_NOTHING_TO_SAY = (0, 141)  # success, a reader that went away
# Programs whose failure without a word is told by the exit code: `advisor.silent` knows how, and costs more to ask.
_TELLING = ("curl", "getent", "git", "wget")


def main(argv: list[str]) -> int:
    """Run the command; returns its exit code (128 + N after signal N; 127: not found, 126: cannot be started)."""
    if argv[:1] == ["--"] and len(argv) > 1:
        options, command = None, argv[1:]
    else:
        options, command = _parsed(argv)
    from advisor.commands import watched

    try:
        child = watched.start(command)
    except OSError as error:
        missing = isinstance(error, FileNotFoundError)
        sys.stderr.write(f"advise: cannot start {command[0]!r}: {error.strerror or error}.\n")
        return 127 if missing else 126
    with child:
        seen = gate.sift(child.pieces())
        if seen is not None:
            return _explained(child, seen, command, options)
        code = child.wait()
        if code in _NOTHING_TO_SAY:
            return code
        if code in _STOPPED or (not child.printed and _tells(command)):
            return _explained(child, (0, iter(())), command, options)
        _say(_failed(command, code))
        return code


def _explained(child: watched.Child, seen: tuple[int, Iterator[bytes]], command: list[str], options: argparse.Namespace | None) -> int:
    """Let the command end, then explain its failure. What it printed is kept only as windows."""
    import shlex

    from advisor.model import Recording
    from advisor.scan import windows

    passed, chunks = seen
    line = shlex.join(command)
    evidence = windows(Recording(chunks=chunks, source="-", lines_before=passed, command=line))
    code = child.wait()
    if not code:
        return code
    from advisor.advice import report_on
    from advisor.commands.arguments import flags_of
    from advisor.commands.showing import show
    from advisor.situation import Flags, look_at, machine

    situation = machine(flags_of(options) if options else Flags(), "ours", os.environ)._replace(command=line)
    ended = (window._replace(exit_code=code) for window in evidence)
    report = report_on(ended, situation, look_at if situation.looked else None, code in _STOPPED, None if child.printed else code)
    if report.verdict == "nothing" and not child.printed and code not in _STOPPED:
        _say(_failed(command, code))
    elif report.verdict != "nothing" or code not in _STOPPED:
        _say("\n", lambda: show(report, options.format if options else "text", sys.stderr))
    return code


def _tells(command: list[str]) -> bool:
    return any(name in word for word in command for name in _TELLING)


def _failed(command: list[str], code: int) -> str:
    return f"\nadvise: `{command[0]}` exited {code}. {gate.NOTHING_FOUND}"


def _say(text: str, more: Callable[[], None] = lambda: None) -> None:
    """Say it on stderr if that can be written: a started `run` exits as its command did, whatever becomes of our words."""
    try:
        sys.stderr.write(text)
        more()
        sys.stderr.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def _parsed(argv: list[str]) -> tuple[argparse.Namespace, list[str]]:
    from advisor.commands.arguments import add_format, add_situation, parser_of
    from advisor.errors import UsageError

    parser = parser_of("run", USAGE, "Run a command unchanged, exit as it does, and explain on stderr when it fails.")
    add_format(parser)
    add_situation(parser)
    own, separator, command = _split(argv)
    options = parser.parse_args(own)
    if not separator or not command:
        raise UsageError("there is no command to run", f"usage: {USAGE}.")
    return options, command


def _split(argv: list[str]) -> tuple[list[str], bool, list[str]]:
    """Our own options, whether `--` stands there, and the command behind it."""
    if "--" not in argv:
        return argv, False, []
    at = argv.index("--")
    return argv[:at], True, argv[at + 1 :]
