"""Codex's rollout: the shell commands of a session and what came back, oldest first.

One JSON object a line in `$CODEX_HOME/sessions/YYYY/MM/DD/rollout-….jsonl`. Only the tool calls and their outputs are
complete: the `CommandExecution` items leave out fast denials (0.171). Older files name the tool `shell` or
`shell_command`, and their outputs are a JSON text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from advisor.model import Call, Channel
from advisor.model.tuples import NamedTuple
from advisor.sources.tail import mapping, records, string, text_of

_MARKS = (b'"response_item"', b'"turn_context"', b'"session_meta"')
_EXIT = re.compile(r"^Process exited with code (\d{1,3})$", re.MULTILINE)
_SESSION = re.compile(r"^Process running with session ID (\d{1,12})$", re.MULTILINE)
# In code mode the command stands in a script: `tools.exec_command({"cmd": "…", …})`.
_SCRIPTED = re.compile(r"exec_command\(\s{0,20}(\{)")
_SANDBOXES = {"read-only": True, "workspace-write": True, "danger-full-access": False, "external-sandbox": False}
_TOOL_ERROR = ("exec_command failed:", "patch rejected:", "approval policy is Never", "approval required by policy")
_PREAMBLE = re.compile(r"\A(?:Script (?:completed|failed)\nWall time [^\n]{0,60}\n(?:Output:\n)?|Chunk ID: [^\n]{0,40}\n)")


class _Asked(NamedTuple):
    command: str | None
    directory: str | None
    outside: bool = False


_UNREAD = _Asked(None, None)


def calls(lines: tuple[bytes, ...]) -> Iterator[Call]:
    """The shell calls among these lines whose output is there too, each with the policy in force."""
    asked: dict[str, _Asked] = {}
    running: dict[str, _Asked] = {}  # commands that went on, by the session id that later outputs name
    policy: dict[str, Any] | None = None
    version: str | None = None
    for record in records(lines, _MARKS):
        payload = mapping(record.get("payload"))
        kind, call_id = payload.get("type"), str(payload.get("call_id"))
        if record.get("type") == "session_meta":
            version = string(payload.get("cli_version"))
        elif record.get("type") == "turn_context":
            policy = payload
        elif kind in ("function_call", "custom_tool_call", "local_shell_call"):
            if (found := _asked(payload, running)) is not None:
                asked[call_id] = found
        elif kind in ("function_call_output", "custom_tool_call_output") and call_id in asked:
            text = _output_text(payload.get("output"))
            if session := _SESSION.search(text):
                running[session[1]] = asked[call_id]
            yield _call(text, asked[call_id], policy, version)


def policy_in(lines: Iterable[bytes]) -> dict[str, Any] | None:
    """The policy in force at the end of a rollout, given its lines newest first."""
    turns = (mapping(record.get("payload")) for record in records(lines, (b'"turn_context"',)) if record.get("type") == "turn_context")
    return next(turns, None)


def version_in(lines: Sequence[bytes]) -> str | None:
    """Codex's version, given all of a rollout's lines, newest first: the oldest one names it."""
    metas = (record for record in records(lines[-1:], (b'"session_meta"',)) if record.get("type") == "session_meta")
    return next((string(mapping(record.get("payload")).get("cli_version")) for record in metas), None)


def asked_to_leave(lines: Iterable[bytes], command: str | None) -> bool:
    """Whether the newest shell call of a rollout (lines newest first), which is `command`, asked to run outside the sandbox.

    A script may write its call as JavaScript and not as JSON; then the word alone decides.
    """
    for line in lines:
        for record in records((line,), (b'_call"',)):
            asked = _asked(mapping(record.get("payload")), {})
            if asked is not None:
                return asked.outside if asked.command == command else b"require_escalated" in line
    return False


def _asked(payload: dict[str, Any], running: dict[str, _Asked]) -> _Asked | None:
    """The command that a tool call runs, or None for a call that runs none."""
    if payload.get("type") == "local_shell_call":
        action = mapping(payload.get("action"))
        return _Asked(_joined(action.get("command")), string(action.get("working_directory")))
    if payload.get("type") == "custom_tool_call":
        return _scripted(str(payload.get("input")))
    arguments = _json_object(payload.get("arguments"))
    if payload.get("name") == "write_stdin":
        return running.get(str(arguments.get("session_id")))
    if payload.get("name") not in ("exec_command", "shell", "shell_command"):
        return None
    return _of_arguments(arguments)


def _scripted(script: str) -> _Asked | None:
    found = _SCRIPTED.search(script)
    if not found:
        return None
    try:
        arguments, _ = json.JSONDecoder().raw_decode(script, found.start(1))
    except (ValueError, RecursionError):  # a JavaScript object that is no JSON: the command is not known
        return _UNREAD
    return _of_arguments(mapping(arguments))


def _of_arguments(arguments: dict[str, Any]) -> _Asked:
    outside = arguments.get("sandbox_permissions") == "require_escalated" or arguments.get("with_escalated_permissions") is True
    return _Asked(_joined(arguments.get("cmd", arguments.get("command"))), string(arguments.get("workdir")), outside)


def _joined(command: object) -> str | None:
    """A command as one line: a string, or an argument list whose `bash -lc SCRIPT` is the script."""
    if not isinstance(command, list):
        return string(command)
    words = [word for word in command if isinstance(word, str)]
    if len(words) == 3 and words[1] in ("-c", "-lc"):
        return words[2]
    return " ".join(words)


def _output_text(output: object) -> str:
    """The output as text; older files wrap it in a JSON text with `output` and `metadata.exit_code`."""
    text = text_of(output)
    wrapped = _json_object(text)
    inner = string(wrapped.get("output"))
    if inner is None or "metadata" not in wrapped:
        return text
    code = mapping(wrapped.get("metadata")).get("exit_code")
    return (f"Process exited with code {code}\nOutput:\n" if isinstance(code, int) else "") + inner


def _call(text: str, asked: _Asked, policy: dict[str, Any] | None, version: str | None) -> Call:
    body = _PREAMBLE.sub("", text)
    inner = _json_object(body.strip())
    code = _EXIT.search(text)
    exit_code = int(code[1]) if code else None
    if isinstance(inner.get("output"), str):  # code mode: the script printed the result object
        body = inner["output"]
        exit_code = inner["exit_code"] if isinstance(inner.get("exit_code"), int) else exit_code
    elif "\nOutput:\n" in text and code:
        body = text.split("\nOutput:\n", 1)[1]
    # What ran may print anything, and so may a script that completed; only one that failed, or the plain tool, speaks for Codex here.
    if text.startswith("Script failed\n"):
        body = body.lstrip("\n").removeprefix("Script error:\n")
    failed = exit_code is None and not text.startswith("Script completed\n") and body.startswith(_TOOL_ERROR)
    return Call(
        output=body,
        command=asked.command,
        directory=asked.directory or string(mapping(policy).get("cwd")),
        exit_code=exit_code,
        channel=Channel.TOOL_ERROR if failed else Channel.TRANSCRIPT,
        sandboxed=False if asked.outside and not failed else sandboxed_by(policy),
        version=version,
        policy=policy,
        outside=asked.outside,
    )


def sandboxed_by(policy: Mapping[str, Any] | None) -> bool | None:
    """Whether the policy in force sandboxes commands at all; None without a policy, or for one of a kind that is not known."""
    kind = string(mapping((policy or {}).get("sandbox_policy")).get("type"))
    return None if kind is None else _SANDBOXES.get(kind)


def _json_object(text: object) -> dict[str, Any]:
    """The JSON object that a text is, or an empty one."""
    if not isinstance(text, str) or not text.lstrip().startswith("{"):
        return {}
    try:
        return mapping(json.loads(text))
    except (ValueError, RecursionError):
        return {}
