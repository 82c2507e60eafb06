"""Claude Code's transcript: the shell commands of a session and what came back, oldest first.

One JSON object a line in `<config>/projects/<slug>/<session>.jsonl`; the fields and their versions are those seen at
2.1.197 to 2.1.332. `sandboxed` and `sandboxViolations` are there since 2.1.308; older records have only the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from advisor.model import Call
from advisor.sources.tail import mapping, records, string, text_of

_MARKS = (b'"tool_use"', b'"tool_result"')
_EXIT = re.compile(r"\A(?:Error: )?Exit code (\d{1,3})\b")


def calls(lines: tuple[bytes, ...]) -> Iterator[Call]:
    """The Bash calls among these lines whose result is there too."""
    commands: dict[str, dict[str, Any]] = {}
    for record in records(lines, _MARKS):
        content = mapping(record.get("message")).get("content")
        for block in content if isinstance(content, list) else ():
            if not isinstance(block, dict):
                continue
            if block.get("type") == "tool_use" and block.get("name") == "Bash":
                commands[str(block.get("id"))] = mapping(block.get("input"))
            elif block.get("type") == "tool_result" and (asked := commands.get(str(block.get("tool_use_id")))) is not None:
                yield _call(record, block, asked)


def _call(record: dict[str, Any], block: dict[str, Any], asked: dict[str, Any]) -> Call:
    output = text_of(block.get("content"))
    sandboxed = record.get("sandboxed")
    return Call(
        output=output,
        command=string(asked.get("command")),
        directory=string(record.get("cwd")),
        exit_code=_exit_code(output, block),
        sandboxed=sandboxed if isinstance(sandboxed, bool) else None,
        violations=tuple(_violations(record.get("sandboxViolations"))),
        refused_by=string(record.get("toolDenialKind")),
        version=string(record.get("version")),
        outside=asked.get("dangerouslyDisableSandbox") is True,
    )


def _exit_code(output: str, block: dict[str, Any]) -> int | None:
    """The exit code as the result words it; a result that is no error exited 0."""
    if found := _EXIT.match(output):
        return int(found[1])
    return None if block.get("is_error") else 0


def _violations(listed: object) -> Iterator[str]:
    """The record's own list as the lines that the program prints; entries that name no host say nothing."""
    for entry in listed if isinstance(listed, list) else ():
        violation = mapping(entry)
        if violation.get("kind") == "network" and (host := string(violation.get("host"))):
            yield f"deny network-outbound {host}:{violation.get('port')}"
