"""The scripted model as Claude Code talks to it."""

import json

from advisor.proof import messages_api

BASH = [{"name": "Read"}, {"name": "Bash"}]
STEPS = ("touch x", {"command": "sleep 1", "run_in_background": True})


def request(*results, **more):
    content = [{"type": "tool_result", "tool_use_id": call, "content": text} for call, text in results]
    content.append({"type": "text", "text": "a reminder"})
    return {"tools": BASH, "messages": [{"role": "user", "content": "run it"}, {"role": "user", "content": content}], **more}


def test_the_steps_are_asked_for_one_after_the_other():
    first, second = messages_api.call_id(0), messages_api.call_id(1)
    asked = messages_api.answer(request(), STEPS)
    assert asked == {"type": "tool_use", "id": first, "name": "Bash", "input": {"command": "touch x", "description": "scripted"}}
    asked = messages_api.answer(request((first, "no")), STEPS)
    assert (asked["id"], asked["input"]) == (second, {"command": "sleep 1", "run_in_background": True})
    assert messages_api.answer(request((first, "no"), (second, "ok")), STEPS) == {"type": "text", "text": "done"}


def test_a_request_without_a_shell_is_answered_with_a_word():
    assert messages_api.answer({"messages": []}, STEPS)["type"] == "text"
    assert messages_api.answer({"tools": [{"name": "Read"}]}, STEPS)["type"] == "text"


def test_results_are_found_in_the_first_request_that_shows_them():
    first = messages_api.call_id(0)
    requests = [request(), request((first, "old")), request((first, "new"))]
    assert messages_api.text_of(messages_api.result_of(0, requests)) == "old"
    assert messages_api.result_of(1, requests) is None


def test_a_result_in_parts_is_one_text():
    assert messages_api.text_of({"content": [{"type": "text", "text": "a"}, {"type": "image"}, {"text": "b"}]}) == "a\n\nb"
    assert messages_api.text_of({"content": None}) == ""


def test_a_streamed_answer_holds_the_call_whole():
    kind, data = messages_api.respond("/v1/messages", request(stream=True, model="m"), STEPS)
    events = [json.loads(line[6:]) for line in data.decode().splitlines() if line.startswith("data: ")]
    assert kind == "text/event-stream"
    assert [event["type"] for event in events][:2] == ["message_start", "content_block_start"]
    assert json.loads(events[2]["delta"]["partial_json"])["command"] == "touch x"
    assert events[4]["delta"]["stop_reason"] == "tool_use"
    assert events[0]["message"]["model"] == "m"


def test_a_streamed_text_ends_the_turn():
    _, data = messages_api.respond("/v1/messages", {"stream": True}, STEPS)
    assert b'"text_delta"' in data
    assert b'"end_turn"' in data


def test_an_answer_at_once_is_one_message():
    kind, data = messages_api.respond("/v1/messages", request(), STEPS)
    message = json.loads(data)
    assert kind == "application/json"
    assert (message["stop_reason"], message["content"][0]["name"]) == ("tool_use", "Bash")


def test_other_paths():
    assert messages_api.respond("/v1/messages/count_tokens", {}, STEPS) == ("application/json", b'{"input_tokens":1}')
    assert messages_api.respond("/v1/elsewhere", {}, STEPS) is None


def test_what_the_harness_said_beside_a_step_is_what_it_had_not_said_before():
    first, second = messages_api.call_id(0), messages_api.call_id(1)

    def said(*texts, shows=()):
        body = request(*((call, "ok") for call in shows))
        return {**body, "messages": [*body["messages"], *({"role": "system", "content": text} for text in texts)]}

    requests = [said("hello"), said("hello\n\none", shows=(first,)), said("hello\n\none\n\ntwo", shows=(first, second))]
    assert messages_api.context_of(0, requests) == "hello\n\none"  # what the session began with among it
    assert messages_api.context_of(1, requests) == "\n\ntwo"
    assert messages_api.context_of(2, requests) == ""
