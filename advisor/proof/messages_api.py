"""The scripted model as Claude Code talks to it: which answer comes next, and what it was shown.

Speaks as much of the Anthropic Messages API as Claude Code uses. Everything is read off the request, which carries
the whole conversation, so there is no state to keep.
Source: https://docs.anthropic.com/en/api/messages-streaming
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from advisor.proof.trial import Step

_MESSAGE = "msg_advise"


def answer(request: Mapping[str, Any], steps: Sequence[Step]) -> dict[str, Any]:
    """The content block that answers `request`: the next step's call of Bash, or a closing text."""
    if not any(tool.get("name") == "Bash" for tool in request.get("tools") or ()):
        return {"type": "text", "text": "ok"}  # A side request (title, topic): no shell is offered.
    answered = results(request)
    for number, step in enumerate(steps):
        if _call(number) not in answered:
            given = {"command": step, "description": "scripted"} if isinstance(step, str) else dict(step)
            return {"type": "tool_use", "id": _call(number), "name": "Bash", "input": given}
    return {"type": "text", "text": "done"}


def results(request: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The tool results that stand in a request, by the id of their call."""
    found: dict[str, Mapping[str, Any]] = {}
    for message in request.get("messages") or ():
        content = message.get("content")
        for block in content if isinstance(content, list) else ():
            if block.get("type") == "tool_result":
                found[block["tool_use_id"]] = block
    return found


def result_of(number: int, requests: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The result of step `number` (from 0) in the first request that shows it, or None."""
    return next((found[_call(number)] for found in map(results, requests) if _call(number) in found), None)


def context_of(number: int, requests: Sequence[Mapping[str, Any]]) -> str:
    """What the harness itself said in the first request that shows step `number`, a hook's words among it, and, after the
    first step, in none before it.
    """
    at = next((at for at, request in enumerate(requests) if _call(number) in results(request)), None)
    if at is None:
        return ""
    said = _said(requests[at])
    before = (_said(request) for request in requests[:at] if number and results(request))
    return said[max((len(earlier) for earlier in before if said.startswith(earlier)), default=0) :]


def _said(request: Mapping[str, Any]) -> str:
    """The texts of the messages that the harness puts in, which are of role `system`."""
    return "\n\n".join(text_of(message) for message in request.get("messages") or () if message.get("role") == "system")


def text_of(result: Mapping[str, Any]) -> str:
    """A tool result as the text the model reads."""
    content = result.get("content")
    if isinstance(content, str):
        return content
    return "\n".join(block.get("text", "") for block in content or ())


def call_id(number: int) -> str:
    """The id under which step `number` was called; the transcript repeats it."""
    return _call(number)


def respond(path: str, body: Mapping[str, Any], steps: Sequence[Step]) -> tuple[str, bytes] | None:
    """The HTTP answer (content type, body) of a request to `path`, or None for what this API does not have."""
    if path.endswith("/count_tokens"):
        return "application/json", b'{"input_tokens":1}'
    if not path.endswith("/v1/messages"):
        return None
    block = answer(body, steps)
    if body.get("stream"):
        events = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in _events(block, body))
        return "text/event-stream", events.encode()
    return "application/json", json.dumps({**_message(body), "content": [block], "stop_reason": _stop(block)}).encode()


def _call(number: int) -> str:
    return f"toolu_advise{number:03d}"


def _stop(block: Mapping[str, Any]) -> str:
    return "tool_use" if block["type"] == "tool_use" else "end_turn"


def _message(body: Mapping[str, Any]) -> dict[str, Any]:
    usage = {"input_tokens": 1, "output_tokens": 1}
    base = {"id": _MESSAGE, "type": "message", "role": "assistant", "model": body.get("model", "scripted")}
    return {**base, "content": [], "stop_reason": None, "stop_sequence": None, "usage": usage}


def _events(block: Mapping[str, Any], body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    if block["type"] == "text":
        start, delta = {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
    else:
        start, delta = {**block, "input": {}}, {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    yield {"type": "message_start", "message": _message(body)}
    yield {"type": "content_block_start", "index": 0, "content_block": start}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    yield {"type": "message_delta", "delta": {"stop_reason": _stop(block), "stop_sequence": None}, "usage": {"output_tokens": 1}}
    yield {"type": "message_stop"}
