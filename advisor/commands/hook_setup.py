"""`advise hook` without an event to answer: its usage."""

from __future__ import annotations

from advisor.commands.arguments import parser_of
from advisor.errors import UsageError

USAGE = "advise hook claude|codex [--deny] < EVENT"


def main(argv: list[str]) -> int:
    """Print the help, or refuse what is no call of a hook."""
    parser_of("hook", USAGE, "Answer one event of a session: what its agent is told, as JSON on standard output.").parse_known_args(argv)
    raise UsageError("there is no harness named", f"usage: {USAGE}.")
