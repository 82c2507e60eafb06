"""The command line: picks the verb's module by name, prints failures as one sentence."""

from __future__ import annotations

import sys
from io import TextIOWrapper

VERBS = {
    "explain": "say whether the sandbox refused something in a command's output, and what to change",
    "run": "run a command unchanged, and explain when it fails",
    "rules": "list what advise recognises",
    "verify": "try the advice in this machine's real sandboxes",
}

USAGE = "usage: advise VERB …\n\n" + "".join(f"  {verb:<9} {what}\n" for verb, what in VERBS.items()) + (
    "\n`advise VERB --help` tells a verb's options.\n"
    "Pipe a log in (`npm install 2>&1 | advise explain`) or paste an error (`advise explain \"…\"`).\n"
)


def main(argv: list[str] | None = None) -> int:
    """Run one verb; returns the exit code (DESIGN §4). Bad usage or input: one line on stderr, 2."""
    argv = sys.argv[1:] if argv is None else argv
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a character is no reason to fail
    try:
        code = _dispatch(argv)
        sys.stdout.flush()  # a reader that is gone is noticed here, not at exit
        return code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output is gone; anything more we print would raise again at exit.
        import os

        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _dispatch(argv: list[str]) -> int:
    verb = argv[0] if argv else ""
    if verb in ("", "-h", "--help", "help"):
        (sys.stdout if verb else sys.stderr).write(USAGE)
        return 0 if verb else 2
    if verb in ("-V", "--version"):
        from advisor import __version__

        print(f"advise {__version__}")
        return 0
    if verb not in VERBS:
        from difflib import get_close_matches

        near = get_close_matches(verb, VERBS, 1)
        hint = f"Did you mean `advise {near[0]}`?" if near else "`advise --help` lists the verbs."
        print(f"advise: there is no verb {verb[:40]!r}. {hint}", file=sys.stderr)
        return 2
    from importlib import import_module

    from advisor.errors import AdviseError

    try:
        return int(import_module(f"advisor.commands.{verb}").main(argv[1:]))
    except AdviseError as error:
        print(f"advise: {error}", file=sys.stderr)
        return 2
