"""`advise hook status`: which hook files call us, and whether what they call answers a sample event."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator

from advisor.commands.hook_places import TRUST, Place
from advisor.errors import InputError
from advisor.hook_files import are_switched_off, commands_in
from advisor.quoting import inline

_SECONDS = 20
_REFUSED = "touch: cannot touch '/usr/local/share/example/x': Read-only file system"
_BLOCK = "<sandbox_violations>\ndeny network-outbound host.example:443 (user denied)\n</sandbox_violations>"
_SAMPLES: dict[str, dict[str, object]] = {
    "claude": {"tool_response": {"stdout": _REFUSED, "stderr": _BLOCK, "interrupted": False}},
    "codex": {"tool_response": _REFUSED},
}


def tell(places: Iterable[Place]) -> int:
    """Print one line a file, and one an installed command; always 0."""
    for place in places:
        sys.stdout.write("".join(f"{line}\n" for line in _lines(place)))
    return 0


def _lines(place: Place) -> Iterator[str]:
    try:
        text = place.read()
    except (InputError, OSError) as error:
        yield f"{place.shown}: it cannot be read ({inline(str(error))})"
        return
    commands = commands_in(text)
    if not commands:
        yield f"{place.shown}: no hook of advise"
    elif are_switched_off(text):
        yield f"{place.shown}: `disableAllHooks` is true there: Claude Code calls no hook at all"
    for command in commands:
        yield f"{place.shown}: `{inline(command)}` {_tried(command, place)}"
        if place.harness == "codex":
            yield f"  {TRUST}"


def _tried(command: str, place: Place) -> str:
    """What came of the command on a sample event, as the harness would call it."""
    words = _words(command, place)
    if words is None:
        return "is not what `advise hook install` writes, and is not tried"
    if not words:
        return "finds no such program: nobody is told anything. Install advise, or put it on the PATH of the harness"
    common = {"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_input": {"command": "make"}, "cwd": place.root}
    event = json.dumps({**common, **_SAMPLES[place.harness]})
    try:
        done = subprocess.run(words, input=event, capture_output=True, text=True, timeout=_SECONDS, cwd=place.root, errors="replace")
    except subprocess.TimeoutExpired:
        return f"does not answer: it took longer than {_SECONDS} s"
    except OSError as error:
        return f"cannot be started: {inline(error.strerror or 'it is no program')}"
    if done.returncode != 0:
        return f"fails: exit code {done.returncode}, {inline(done.stderr or 'nothing on standard error')}"
    try:
        told = json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
    except (ValueError, KeyError, TypeError):
        return "is silent on a sample refusal: switch the sandbox on, or install it anew"
    return f"answers a sample refusal: {inline(str(told).partition(chr(10))[0], 120)}"


def _words(command: str, place: Place) -> list[str] | None:
    """The command as words to start without a shell, none where there is no such program; None unless it is one of ours.

    A repository brings its files along: of what stands there, only the `advise` on the user's own PATH is ever started.
    """
    try:
        *program, hook, harness = (word for word in shlex.split(command) if word != "--deny")
    except ValueError:  # an open quote, or too few words
        return None
    named = len(program) == 1 and os.path.basename(program[0]) == "advise" and os.path.isabs(program[0])
    module = len(program) == 3 and program[1:] == ["-m", "advisor"] and os.path.isabs(program[0])
    trusted = program == ["advise"] or (place.scope == "user" and (named or module))
    if not trusted or (hook, harness) != ("hook", place.harness):
        return None
    found = shutil.which(program[0])
    return [found, *shlex.split(command)[1:]] if found else []
