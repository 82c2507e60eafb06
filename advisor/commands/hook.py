"""`advise hook claude|codex`: one event of a session on standard input, what its agent is told on standard output.

It exits 0 whatever happens: another exit code of a hook would take the place of the output that the agent shall see. A
command in whose output no telltale stands costs the gate and nothing more.
"""

from __future__ import annotations

import os
import sys

from advisor import gate
from advisor.harmless import is_harmless
from advisor.hooks import missed
from advisor.sources import hook_event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LARGEST = 64 << 20  # bytes of an event; the harnesses cut what a command printed long before
HARNESSES = ("claude", "codex")
_FAILED = "advise: the hook could not read this event. The command itself is not affected.\n"


def main(argv: list[str]) -> int:
    """Answer an event, or set the hooks up; 0 for every event."""
    first = next((word for word in argv if word != "--deny"), "")
    if first in HARNESSES:
        return answer(first, "--deny" in argv)
    from advisor.commands import hook_setup

    return hook_setup.main(argv)


def answer(harness: str, deny: bool = False) -> int:
    """Write what the agent is told of the event on standard input, if anything; always 0."""
    try:
        told = _told(_event(), harness, deny)
    except Exception:  # whatever it was, the session goes on as if there were no hook
        _write(2, _FAILED)
        return 0
    _write(1, told)
    return 0


def _event() -> dict[str, Any]:
    data = sys.stdin.buffer.read(LARGEST + 1) if sys.stdin else b""
    return hook_event.parse(data) if len(data) <= LARGEST else {}


def _told(event: dict[str, Any], harness: str, deny: bool) -> str:
    """The answer as the harness reads it; empty where there is nothing to say."""
    name = hook_event.name_of(event)
    pending = harness == "codex" and missed.is_pending(hook_event.session_of(event))
    if not pending and _says_nothing(name, event):
        return ""
    if name not in (hook_event.BEFORE, *hook_event.AFTER, hook_event.START, hook_event.PROMPT):
        return ""
    from advisor.hooks.answers import told

    return told(event, "codex" if harness == "codex" else "claude", os.environ, deny, pending)


def _says_nothing(name: str, event: dict[str, Any]) -> bool:
    """Whether the event by itself tells that there is nothing to say."""
    if name == hook_event.BEFORE:
        return is_harmless(hook_event.command_of(event) or "")
    return name == hook_event.PROMPT or (name in hook_event.AFTER and _is_clean(event))


def _is_clean(event: dict[str, Any]) -> bool:
    """Whether nothing that came of the command asks for a second look."""
    printed = hook_event.printed_of(event)
    if hook_event.signed_of(event) or gate.has_telltale(printed.encode("utf-8", "surrogatepass")):
        return False
    if hook_event.exit_code_of(event) and (not printed.strip() or hook_event.timed_out(event)):
        return False
    whole = hook_event.persisted_of(event)
    return whole is None or gate.sift(whole) is None


def _write(descriptor: int, text: str) -> None:
    """Write it all, if it can be written: nobody is left to tell otherwise."""
    left = text.encode("utf-8", "replace")
    try:
        while left:
            left = left[os.write(descriptor, left) :]
    except OSError:
        pass
