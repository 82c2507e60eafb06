"""Codex's rollout records: today's plain tool, code mode, and the older forms (facts: codex-live.md §5, codex.md §6)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from advisor.model import Channel
from advisor.sources.codex_rollout import asked_to_leave, calls, policy_in, sandboxed_by, version_in
from advisor.sources.tail import last_lines

SAMPLE = Path(__file__).parents[3] / "shared" / "reference" / "codex-rollout-sample.jsonl"
META = {"type": "session_meta", "payload": {"cli_version": "0.171.0"}}
TURN = {"type": "turn_context", "payload": {"cwd": "/home/dev/pro", "sandbox_policy": {"type": "workspace-write"}}}


def lines(*records: dict[str, Any]) -> tuple[bytes, ...]:
    return tuple(json.dumps(record).encode() for record in records)


def item(kind: str, **payload: Any) -> dict[str, Any]:
    return {"type": "response_item", "payload": {"type": kind, "call_id": "c1", **payload}}


def plain(command: str, **arguments: Any) -> dict[str, Any]:
    return item("function_call", name="exec_command", arguments=json.dumps({"cmd": command, **arguments}))


def test_the_recorded_sample() -> None:
    if not SAMPLE.exists():
        pytest.skip("the reference folder beside the project is absent")
    found = list(calls(last_lines(str(SAMPLE))))
    assert [(call.command, call.exit_code, call.sandboxed) for call in found] == [
        ("echo x > /srv/lab/outside2/zz", 1, True),
        ("git commit --allow-empty -m x", 128, True),
        ('python3 -c "import socket;socket.socket()"', 1, True),
    ]
    assert found[0].output == "/bin/bash: line 1: /srv/lab/outside2/zz: Read-only file system\n"
    assert found[0].version == "0.171.0"
    assert found[0].policy is not None
    assert found[0].policy["approval_policy"] == "never"


def test_code_mode() -> None:
    result = {"chunk_id": "5", "exit_code": 1, "output": "touch: cannot touch '/opt/x': Read-only file system\n"}
    blocks = [
        {"type": "input_text", "text": "Script completed\nWall time 0.1 seconds\nOutput:\n"},
        {"type": "input_text", "text": json.dumps(result)},
    ]
    script = 'const r = await tools.exec_command({"cmd": "touch /opt/x", "workdir": "/w"}); text(r)'
    records = lines(META, TURN, item("custom_tool_call", name="exec", input=script), item("custom_tool_call_output", output=blocks))
    (call,) = calls(records)
    assert (call.command, call.directory, call.exit_code, call.output) == ("touch /opt/x", "/w", 1, result["output"])


@pytest.mark.parametrize("script", ["exec_command({cmd: 'x'})", "exec_command(" + "{" + '"a":' + "[" * 100_000])
def test_a_script_whose_command_is_no_json(script: str) -> None:
    (call,) = calls(lines(item("custom_tool_call", input=script), item("custom_tool_call_output", output="out")))
    assert (call.command, call.output, call.sandboxed, call.directory) == (None, "out", None, None)


def test_a_script_that_runs_no_command() -> None:
    assert list(calls(lines(item("custom_tool_call", input="text(1)"), item("custom_tool_call_output", output="1")))) == []


def test_a_tool_error_is_signed_by_its_channel() -> None:
    refusal = 'exec_command failed: ProcessFailed { message: "Network access to \\"h.example\\" was blocked: …" }'
    scripted = [{"text": "Script failed\nWall time 0.1 seconds\nOutput:\n"}, {"text": f"Script error:\n{refusal}"}]
    call_plain, call_scripted = calls(
        lines(
            plain("curl h.example"),
            item("function_call_output", output=refusal),
            item("custom_tool_call", input='exec_command({"cmd": "curl h.example"})'),
            item("custom_tool_call_output", output=scripted),
        )
    )
    assert call_plain.channel is Channel.TOOL_ERROR
    assert call_plain.output == refusal
    assert call_scripted.channel is Channel.TOOL_ERROR
    assert call_scripted.output == refusal


def test_a_script_that_completed_may_print_anything() -> None:
    forged = [{"text": "Script completed\nWall time 0.1 seconds\nOutput:\n"}, {"text": "exec_command failed: ProcessFailed {"}]
    (call,) = calls(lines(item("custom_tool_call", input='exec_command({"cmd": "x"})'), item("custom_tool_call_output", output=forged)))
    assert call.channel is Channel.TRANSCRIPT


@pytest.mark.parametrize("before", ["said: ", ""])
def test_a_refusal_that_a_program_prints_is_not_signed(before: str) -> None:
    text = f"Chunk ID: 1\nWall time: 0\nProcess exited with code 1\nOutput:\n{before}exec_command failed: ProcessFailed {{"
    (call,) = calls(lines(plain("cat log"), item("function_call_output", output=text)))
    assert call.channel is Channel.TRANSCRIPT


def test_a_command_that_went_on_is_joined_to_its_later_output() -> None:
    going = "Chunk ID: 1\nWall time: 1\nProcess running with session ID 7\nOutput:\n"
    done = "Chunk ID: 2\nWall time: 2\nProcess exited with code 1\nOutput:\nnpm error EROFS"
    poll = {"type": "function_call", "name": "write_stdin", "call_id": "c2", "arguments": '{"session_id": 7, "chars": ""}'}
    stray = {"type": "function_call", "name": "write_stdin", "call_id": "c3", "arguments": '{"session_id": 8}'}
    records = lines(
        plain("npm ci"),
        item("function_call_output", output=going),
        {"type": "response_item", "payload": poll},
        {"type": "response_item", "payload": {"type": "function_call_output", "call_id": "c2", "output": done}},
        {"type": "response_item", "payload": stray},
    )
    first, second = calls(records)
    assert (first.command, first.exit_code) == ("npm ci", None)
    assert (second.command, second.exit_code, second.output) == ("npm ci", 1, "npm error EROFS")


@pytest.mark.parametrize(
    ("asked", "command"),
    [
        (item("function_call", name="shell", arguments='{"command": ["bash", "-lc", "touch /x"], "workdir": "/w"}'), "touch /x"),
        (item("function_call", name="shell", arguments='{"command": ["touch", "/x", 5]}'), "touch /x"),
        (item("function_call", name="shell_command", arguments='{"command": "touch /x"}'), "touch /x"),
        (item("local_shell_call", action={"command": ["sh", "-c", "touch /x"], "working_directory": "/w"}), "touch /x"),
        (item("function_call", name="exec_command", arguments="[broken"), None),
        (item("function_call", name="exec_command", arguments="{broken"), None),
    ],
)
def test_older_forms(asked: dict[str, Any], command: str | None) -> None:
    wrapped = json.dumps({"output": "touch: /x: Permission denied", "metadata": {"exit_code": 1, "duration_seconds": 0.1}})
    (call,) = calls(lines(asked, item("function_call_output", output=wrapped)))
    assert (call.command, call.exit_code, call.output) == (command, 1, "touch: /x: Permission denied")


def test_an_old_output_without_an_exit_code() -> None:
    (call,) = calls(lines(plain("x"), item("function_call_output", output='{"output": "o", "metadata": {}}')))
    assert (call.exit_code, call.output) == (None, "o")


@pytest.mark.parametrize(("kind", "sandboxed"), [("danger-full-access", False), ("read-only", True), (None, None), ("some-new-kind", None)])
def test_the_policy_says_whether_commands_are_sandboxed(kind: str | None, sandboxed: bool | None) -> None:
    turn = {"type": "turn_context", "payload": {"sandbox_policy": {"type": kind}}}
    (call,) = calls(lines(turn, plain("x"), item("function_call_output", output="o")))
    assert call.sandboxed is sandboxed


def test_other_tools_and_orphans_are_passed_over() -> None:
    records = lines(
        item("function_call", name="update_plan", arguments="{}"),
        item("function_call_output", output="done"),
        item("message", role="user"),
        {"type": "event_msg", "payload": {"type": "response_item"}},
    )
    assert list(calls(records)) == []


ESCALATED = {"sandbox_permissions": "require_escalated"}


def newest_first(*records: dict[str, Any]) -> tuple[bytes, ...]:
    return lines(*records)[::-1]


def test_a_call_that_asked_to_leave_the_sandbox_ran_outside_unless_that_was_refused() -> None:
    answered = item("function_call_output", output="Process exited with code 0\nOutput:\nok")
    refused = item("function_call_output", output="approval policy is Never; reject command — you cannot ask for escalated permissions")
    (outside,) = calls(lines(TURN, plain("make", **ESCALATED), answered))
    (inside,) = calls(lines(TURN, plain("make", **ESCALATED), refused))
    (older,) = calls(
        lines(
            TURN,
            item("function_call", name="shell", arguments=json.dumps({"command": ["x"], "with_escalated_permissions": True})),
            answered,
        )
    )
    assert [(call.sandboxed, call.outside) for call in (outside, inside, older)] == [(False, True), (True, True), (False, True)]


def test_the_newest_call_tells_whether_it_asked_to_leave() -> None:
    assert asked_to_leave(newest_first(plain("make"), plain("make", **ESCALATED)), "make")
    assert not asked_to_leave(newest_first(plain("make", **ESCALATED), plain("make")), "make")
    assert not asked_to_leave(newest_first(META, TURN), "make")
    poll = item("function_call", name="write_stdin", arguments=json.dumps({"session_id": 7}))
    assert asked_to_leave(newest_first(plain("make", **ESCALATED), poll), "make")


def test_a_script_that_is_no_json_tells_it_by_its_words() -> None:
    script = "await tools.exec_command({cmd: 'make', sandbox_permissions: 'require_escalated'})"
    assert asked_to_leave(newest_first(item("custom_tool_call", name="exec", input=script)), "make")
    assert not asked_to_leave(newest_first(item("custom_tool_call", name="exec", input=script.replace("require_escalated", "x"))), "make")


def test_policy_and_version_of_a_rollout() -> None:
    other = {"type": "turn_context", "payload": {"sandbox_policy": {"type": "danger-full-access"}}}
    mention = {"type": "response_item", "payload": {"text": 'a "turn_context" and a "session_meta"'}}
    assert policy_in(newest_first(TURN, other, mention)) == other["payload"]
    assert policy_in(newest_first(META)) is None
    assert (sandboxed_by(other["payload"]), sandboxed_by(TURN["payload"]), sandboxed_by(None)) == (False, True, None)
    assert version_in(newest_first(META, TURN)) == "0.171.0"
    assert version_in(newest_first(TURN, META)) is None
    assert version_in(newest_first(mention)) is None
    assert version_in(()) is None
