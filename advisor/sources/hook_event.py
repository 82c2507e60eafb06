"""What a hook event of Claude Code or Codex says of a shell command, before and after it ran.

The clean path reads events too, so that nothing heavy is imported here. Every field may be missing or of another type.
Seen on Claude Code 2.1.332 and Codex 0.171.0.
"""

from __future__ import annotations

import json
import os
import stat

from advisor.sources.tail import mapping, string, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

BEFORE = "PreToolUse"
AFTER = ("PostToolUse", "PostToolUseFailure")
START = "SessionStart"
PROMPT = "UserPromptSubmit"
_SHELL = "Bash"  # both programs call it so
OPENING, CLOSING = "<sandbox_violations>\n", "</sandbox_violations>"
_EXIT = "Exit code "
_LONGEST = 1 << 15  # characters of a command line
_MOST, _PIECE = 16 << 20, 1 << 18  # bytes of a file with the whole output, and read of it at a time
_END = 1 << 20  # characters at either end of a text that is worth reading
_TIMED_OUT = "Command timed out after "


def parse(data: bytes) -> dict[str, Any]:
    """The event that `data` is; an empty one for anything else."""
    try:
        return mapping(json.loads(data))
    except (ValueError, RecursionError):
        return {}


def name_of(event: dict[str, Any]) -> str:
    """The event's name; empty for an event of another tool than the shell, which says nothing of a command."""
    name = string(event.get("hook_event_name")) or ""
    return name if name in (START, PROMPT) or event.get("tool_name") == _SHELL else ""


def command_of(event: dict[str, Any]) -> str | None:
    """The command line; None for one too long to be worth taking apart."""
    command = string(mapping(event.get("tool_input")).get("command"))
    return command if command and len(command) <= _LONGEST else None


def directory_of(event: dict[str, Any]) -> str | None:
    """The working directory."""
    return string(event.get("cwd"))


def session_of(event: dict[str, Any]) -> str | None:
    """The file in which the session is recorded."""
    return string(event.get("transcript_path"))


def asks_to_leave(event: dict[str, Any]) -> bool:
    """Whether the call itself asked to run outside the sandbox (Claude Code; Codex tells only its rollout)."""
    return mapping(event.get("tool_input")).get("dangerouslyDisableSandbox") is True


def signed_of(event: dict[str, Any]) -> str:
    """The lines of the block of refusals that Claude Code itself made; empty without one.

    It ends `tool_response.stderr`, where no program writes: what a program prints on either stream stands in `stdout`.
    """
    return _errors(event)[1]


def _errors(event: dict[str, Any]) -> tuple[str, str]:
    """What else stands in `tool_response.stderr`, and the lines of the block at its end."""
    told = (string(mapping(event.get("tool_response")).get("stderr")) or "").rstrip()
    before, opening, block = told.rpartition(OPENING)
    if not opening or not block.endswith(CLOSING) or (before and not before.endswith("\n")):
        return told, ""
    return before, block[: -len(CLOSING)]


def printed_of(event: dict[str, Any]) -> str:
    """What the command printed, as far as the event carries it: the first 30,000 characters, or 10,000 of a failure's."""
    response = event.get("tool_response")
    if isinstance(response, dict):
        printed = string(response.get("stdout")) or text_of(response.get("content"))
        return "\n".join(part for part in (printed, _errors(event)[0]) if part)
    error = string(event.get("error"))
    if error is None:
        return text_of(response)
    return error.partition("\n")[2] if exit_code_of(event) is not None else error


def ends_of(text: str) -> str:
    """A text with its middle left out where it is longer than any that the harnesses send."""
    return text if len(text) <= 2 * _END else f"{text[:_END]}\n{text[-_END:]}"


def persisted_of(event: dict[str, Any]) -> Iterator[bytes] | None:
    """All that was printed, in pieces, from the file that holds it where the event could not carry it; None where there is none.

    Of a file beyond all measure its end, where errors stand.
    """
    path = string(mapping(event.get("tool_response")).get("persistedOutputPath"))
    if path is None:
        return None
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return None
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        return None
    return _pieces(descriptor, max(0, status.st_size - _MOST))


def _pieces(descriptor: int, start: int) -> Iterator[bytes]:
    with open(descriptor, "rb") as file:
        file.seek(start)
        while piece := file.read(_PIECE):
            yield piece


def exit_code_of(event: dict[str, Any]) -> int | None:
    """How the command ended: what a failure says in its first line, 0 for what Claude Code calls a success; Codex does not tell."""
    error = string(event.get("error"))
    if error is None:
        return 0 if isinstance(event.get("tool_response"), dict) else None
    first = error.partition("\n")[0]
    code = first[len(_EXIT) :].strip()
    return int(code) if first.startswith(_EXIT) and code.isascii() and code.isdigit() and len(code) < 6 else None


def timed_out(event: dict[str, Any]) -> bool:
    """Whether the command was stopped because its time was up."""
    return _TIMED_OUT in printed_of(event)[:200] and exit_code_of(event) in (143, 137, 124)
