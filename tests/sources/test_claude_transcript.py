"""Claude Code's transcript records, as real sessions wrote them (facts: claude-code-live.md §5)."""

from __future__ import annotations

import json
from typing import Any

from advisor.model import Call, Channel
from advisor.sources.claude_transcript import calls


def line(**record: Any) -> bytes:
    return json.dumps(record).encode()


def asked(call: str, command: object, name: str = "Bash") -> bytes:
    block = {"type": "tool_use", "id": call, "name": name, "input": command}
    return line(type="assistant", message={"role": "assistant", "content": [{"type": "text", "text": "…"}, block]})


def answered(call: str, content: object, error: bool = True, **siblings: Any) -> bytes:
    block = {"type": "tool_result", "tool_use_id": call, "is_error": error, "content": content}
    return line(type="user", message={"role": "user", "content": [block]}, **siblings)


def test_a_denied_write() -> None:
    text = "Exit code 1\ntouch: cannot touch '/srv/out/f': Read-only file system"
    common = {"cwd": "/home/dev/pro", "version": "2.1.332"}
    lines = (asked("a", {"command": "touch /srv/out/f"}), answered("a", text, sandboxed=True, sandboxViolations=[], **common))
    assert list(calls(lines)) == [Call(text, "touch /srv/out/f", "/home/dev/pro", 1, Channel.TRANSCRIPT, sandboxed=True, version="2.1.332")]


def test_a_denied_host_that_exited_0() -> None:
    violations = [{"kind": "network", "host": "api.lab.example", "port": 80}, {"kind": "other"}, "junk"]
    lines = (
        asked("a", {"command": "curl http://api.lab.example"}),
        answered("a", "blocked", False, sandboxed=True, sandboxViolations=violations),
    )
    (call,) = calls(lines)
    assert call.violations == ("deny network-outbound api.lab.example:80",)
    assert call.exit_code == 0


def test_a_permission_refusal_and_an_old_record() -> None:
    lines = (
        asked("a", {"command": "make"}),
        answered("a", [{"type": "text", "text": "This command requires approval"}], toolDenialKind="user-rejected"),
        asked("b", {"command": "ls"}),
        answered("b", "Error: Exit code 2\nno", sandboxViolations="junk", sandboxed="junk"),
    )
    refused, old = calls(lines)
    assert (refused.refused_by, refused.exit_code, refused.sandboxed) == ("user-rejected", None, None)
    assert (old.exit_code, old.sandboxed, old.violations, old.version) == (2, None, (), None)


def test_other_tools_orphans_and_junk_are_passed_over() -> None:
    lines = (
        asked("a", {"file_path": "x"}, name="Read"),
        answered("a", "text"),
        answered("never asked", "text"),
        line(type="user", message={"content": 'a text with "tool_result"'}),
        line(type="user", message={"content": ["tool_result"]}, tool_result=1),
        line(type="user", message=None, note='"tool_use"'),
        asked("c", None),
        answered("c", None),
    )
    assert list(calls(lines)) == [Call("", None)]
