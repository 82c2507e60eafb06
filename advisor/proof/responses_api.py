"""The scripted model as Codex talks to it: which answer comes next, and what it was shown.

Speaks as much of the Responses API as Codex uses. Codex's default models get their shell inside a JavaScript tool
(`exec`), others as a plain function (`exec_command`); whichever the request offers is called. Everything is read off
the request, which carries the whole conversation, so there is no state to keep.
Source: https://platform.openai.com/docs/api-reference/responses-streaming
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from advisor.proof.trial import Step

_WAIT_MS = 30000
_STILL_RUNNING = re.compile(r"Process running with session ID (\d{1,9})")
# The script polls a command until it ends, so that the model sees one result with the whole output.
_SCRIPT = """// @exec: {"yield_time_ms": 300000}
let r = await tools.exec_command(%s);
let out = r.output ?? '';
while (r.session_id !== undefined && r.exit_code === undefined) {
  r = await tools.write_stdin({session_id: r.session_id, chars: '', yield_time_ms: 30000});
  out += r.output ?? '';
}
text({...r, output: out});
"""


def answer(request: Mapping[str, Any], steps: Sequence[Step]) -> dict[str, Any]:
    """The output item that answers `request`: the next call of the shell, a poll of a running one, or a closing text."""
    offered = frozenset(_offered(request))
    for number, step in enumerate(steps):
        shown = shown_of(number, request)
        if not shown:
            return _first_call(number, step, offered)
        running = _STILL_RUNNING.search(shown[-1])
        if running and len(shown) <= 20:
            given = {"session_id": int(running.group(1)), "chars": "", "yield_time_ms": _WAIT_MS}
            return _function(f"{_call(number)}_{len(shown)}", "write_stdin", given)
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "done"}]}


def shown_of(number: int, request: Mapping[str, Any]) -> tuple[str, ...]:
    """What a request shows of step `number` (from 0): its result, then the result of each poll."""
    wanted = re.compile(rf"{_call(number)}(_\d{{1,3}})?")
    items = (item for item in request.get("input") or () if str(item.get("type", "")).endswith("_call_output"))
    return tuple(_text(item.get("output")) for item in items if wanted.fullmatch(str(item.get("call_id"))))


def context_of(number: int, requests: Sequence[Mapping[str, Any]]) -> str:
    """What the harness itself said in the first request that shows step `number`, a hook's words among it, and, after the
    first step, in none before it.
    """
    at = next((at for at, request in enumerate(requests) if shown_of(number, request)), None)
    if at is None:
        return ""
    said, before = _said(requests[at]), _said(requests[at - 1]) if at and number else ""
    return said[len(before) :] if said.startswith(before) else said


def _said(request: Mapping[str, Any]) -> str:
    """The texts of the messages that the harness puts in, which are of role `developer`."""
    items = (item for item in request.get("input") or () if item.get("type") == "message" and item.get("role") == "developer")
    return "\n\n".join(_text(item.get("content")) for item in items)


def respond(path: str, body: Mapping[str, Any], steps: Sequence[Step]) -> tuple[str, bytes] | None:
    """The HTTP answer (content type, body) of a request to `path`."""
    if not path.endswith("/responses"):
        return "application/json", b'{"models":[],"data":[],"object":"list"}'
    events = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in _events(answer(body, steps)))
    return "text/event-stream", events.encode()


def _call(number: int) -> str:
    return f"call_advise{number:03d}"


def _first_call(number: int, step: Step, offered: frozenset[str]) -> dict[str, Any]:
    given: dict[str, Any] = {"yield_time_ms": _WAIT_MS, **({"cmd": step} if isinstance(step, str) else step)}
    if "exec" in offered and "exec_command" not in offered:
        return {"type": "custom_tool_call", "name": "exec", "input": _SCRIPT % json.dumps(given), "call_id": _call(number)}
    return _function(_call(number), "exec_command", given)


def _function(call: str, name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "function_call", "name": name, "arguments": json.dumps(given), "call_id": call}


def _offered(request: Mapping[str, Any]) -> Iterator[str]:
    """The names of the tools a request offers: default models get them in an input item, others in `tools`."""
    yield from _names(request.get("tools") or ())
    for item in request.get("input") or ():
        if item.get("type") == "additional_tools":
            yield from _names(item.get("tools") or ())


def _names(tools: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for tool in tools:
        if tool.get("type") == "namespace":
            yield from _names(tool.get("tools") or ())
        else:
            yield str(tool.get("name") or tool.get("type"))


def _text(output: object) -> str:
    if isinstance(output, str):
        return output
    parts = output.get("content") if isinstance(output, Mapping) else output
    return "\n".join(part.get("text", "") for part in parts) if isinstance(parts, list) else ""


def _events(item: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    yield {"type": "response.created", "response": {"id": "resp_advise"}}
    yield {"type": "response.output_item.done", "output_index": 0, "item": item}
    yield {"type": "response.completed", "response": {"id": "resp_advise", "usage": usage}}
