"""Events as both harnesses send them, and the records of the sessions that they come from (seen on 2.1.332 and 0.171.0)."""

from __future__ import annotations

import json

CLAUDE = {"CLAUDECODE": "1", "AI_AGENT": "claude-code_2-1-332_harness", "CLAUDE_CODE_SESSION_ID": "s"}
EROFS = "touch: cannot touch '/home/dev/.cache/uv/x': Read-only file system"
TRUST = "trust_level = 'trusted'"
POLICY = {"cwd": "/home/dev/shop", "sandbox_policy": {"type": "workspace-write"}, "permission_profile": {"type": "managed"}}
PROXY = 'exec_command failed: ProcessFailed { message: "Network access to \\"api.example\\" was blocked: domain is not on the allowlist." }'
REJECTED = (
    "exec_command failed: CreateProcess { message: \"Rejected(\\\"`/bin/bash -lc 'rm -rf zz'` rejected: "
    'rm -f style commands are not permitted. Use a safer approach\\")" }'
)


def event(name, command="make", **fields):
    """One event of the shell tool."""
    common = {"session_id": "s", "hook_event_name": name, "tool_name": "Bash", "tool_use_id": "t9"}
    return {**common, "tool_input": {"command": command}, **fields}


def failed(output, command="make", code=1, **fields):
    """Claude Code's event of a command that failed."""
    return event("PostToolUseFailure", command, error=f"Exit code {code}\n{output}", is_interrupt=False, **fields)


def ended_well(output, command="make", signed="", **fields):
    """Claude Code's event of a command that exited 0. signed: the harness's own lines of refusals."""
    block = f"<sandbox_violations>\n{signed}\n</sandbox_violations>" if signed else ""
    return event("PostToolUse", command, tool_response={"stdout": output, "stderr": block, "interrupted": False, **fields})


def codex(output, command="make"):
    """Codex's event of a command that ended, however it did."""
    return event("PostToolUse", command, tool_response=output)


def before(command, **fields):
    """The event before a command runs."""
    given = event("PreToolUse", command)
    return {**given, "tool_input": {**given["tool_input"], **fields}}


def start():
    """The event of a session that begins."""
    return {"session_id": "s", "hook_event_name": "SessionStart", "source": "startup"}


def lines(*records):
    """Records as the lines of a session."""
    return "".join(json.dumps(record) + "\n" for record in records)


INSTRUCTED = {"type": "attachment", "attachment": {"type": "sandbox_instructions", "content": "…"}}


def called(number, command="make", sandboxed=True, **given):
    """A command of Claude Code's and its result, as two records."""
    use = {"type": "tool_use", "name": "Bash", "id": f"t{number}", "input": {"command": command, **given}}
    result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": "ok"}
    return (
        {"type": "assistant", "message": {"content": [use]}},
        {"type": "user", "message": {"content": [result]}, "sandboxed": sandboxed, "sandboxViolations": []},
    )


def hook_said(text):
    """What Claude Code records of a hook's words."""
    return {"type": "attachment", "attachment": {"type": "hook_additional_context", "content": [text], "hookName": "PostToolUse:Bash"}}


def turn(**policy):
    """Codex's record of a turn's policy."""
    return {"type": "turn_context", "payload": {**POLICY, **policy}}


def shell_call(number, command, **given):
    """Codex's record of a call of its shell."""
    arguments = json.dumps({"cmd": command, **given})
    return {
        "type": "response_item",
        "payload": {"type": "function_call", "name": "exec_command", "call_id": f"c{number}", "arguments": arguments},
    }


def shell_output(number, text):
    """Codex's record of what its shell answered."""
    return {"type": "response_item", "payload": {"type": "function_call_output", "call_id": f"c{number}", "output": text}}


def printed(text, code=0):
    """What Codex's shell answers for a command that ran."""
    return f"Chunk ID: 1\nWall time: 0.0 seconds\nProcess exited with code {code}\nOutput:\n{text}"


def developer_said(text):
    """What Codex records of a hook's words."""
    content = [{"type": "input_text", "text": text}]
    passed = {"content_item_kinds": ["hooks.additional_context"]}
    return {"type": "response_item", "payload": {"type": "message", "role": "developer", "content": content, "metadata": passed}}
