"""The scripted model as Codex talks to it."""

import json

from advisor.proof import responses_api

SCRIPTED = {"type": "additional_tools", "tools": [{"type": "namespace", "tools": [{"type": "custom", "name": "exec"}]}, {"type": "wait"}]}
PLAIN = [{"type": "function", "name": "exec_command"}, {"type": "function", "name": "write_stdin"}]


def shown(call, output):
    return {"type": "function_call_output", "call_id": call, "output": output}


def test_default_models_are_asked_through_their_script():
    asked = responses_api.answer({"input": [SCRIPTED]}, ("touch x",))
    assert (asked["type"], asked["name"]) == ("custom_tool_call", "exec")
    assert '{"yield_time_ms": 30000, "cmd": "touch x"}' in asked["input"]


def test_others_are_asked_through_the_function():
    asked = responses_api.answer({"tools": PLAIN, "input": []}, ({"cmd": "touch x", "yield_time_ms": 5},))
    assert (asked["type"], asked["name"]) == ("function_call", "exec_command")
    assert json.loads(asked["arguments"]) == {"cmd": "touch x", "yield_time_ms": 5}


def test_a_running_command_is_polled_and_then_the_next_step_comes():
    first = responses_api.answer({"tools": PLAIN}, ("a", "b"))["call_id"]
    running = shown(first, "Process running with session ID 7\nOutput:\nx")
    poll = responses_api.answer({"tools": PLAIN, "input": [running]}, ("a", "b"))
    assert (poll["name"], json.loads(poll["arguments"])["session_id"]) == ("write_stdin", 7)
    ended = shown(poll["call_id"], "Process exited with code 0\nOutput:\ny")
    body = {"tools": PLAIN, "input": [running, ended, {"type": "message"}]}
    assert responses_api.shown_of(0, body) == (running["output"], ended["output"])
    assert json.loads(responses_api.answer(body, ("a", "b"))["arguments"])["cmd"] == "b"
    assert responses_api.answer({"tools": PLAIN, "input": [running, ended]}, ("a",))["type"] == "message"


def test_polling_has_an_end():
    first = responses_api.answer({"tools": PLAIN}, ("a",))["call_id"]
    still = "Process running with session ID 7"
    items = [shown(first, still), *(shown(f"{first}_{number}", still) for number in range(1, 21))]
    assert responses_api.answer({"tools": PLAIN, "input": items}, ("a",))["type"] == "message"


def test_an_output_has_several_forms():
    call = responses_api.answer({"tools": PLAIN}, ("a",))["call_id"]
    forms = ["text", {"content": [{"text": "text"}]}, [{"type": "input_text", "text": "text"}], None]
    assert [responses_api.shown_of(0, {"input": [shown(call, form)]}) for form in forms] == [("text",), ("text",), ("text",), ("",)]


def test_the_answer_is_a_stream_that_completes():
    kind, data = responses_api.respond("/v1/responses", {"tools": PLAIN}, ("a",))
    events = [json.loads(line[6:]) for line in data.decode().splitlines() if line.startswith("data: ")]
    assert kind == "text/event-stream"
    assert [event["type"] for event in events] == ["response.created", "response.output_item.done", "response.completed"]
    assert events[1]["item"]["name"] == "exec_command"


def test_other_paths_say_that_there_are_no_models():
    assert json.loads(responses_api.respond("/v1/models", {}, ())[1])["models"] == []


def test_what_the_harness_said_beside_a_step_is_what_it_had_not_said_before():
    calls = [responses_api.answer({"tools": PLAIN}, ("a",))["call_id"]]
    calls.append(responses_api.answer({"tools": PLAIN, "input": [shown(calls[0], "x")]}, ("a", "b"))["call_id"])

    def said(texts, *shows):
        messages = [{"type": "message", "role": "developer", "content": [{"text": text}]} for text in texts]
        return {"input": [*messages, {"type": "message", "role": "user", "content": "x"}, *(shown(call, "x") for call in shows)]}

    requests = [said(["hello"]), said(["hello", "one"], calls[0]), said(["hello", "one", "two"], *calls)]
    assert responses_api.context_of(0, requests) == "hello\n\none"  # what the session began with among it
    assert responses_api.context_of(1, requests) == "\n\ntwo"
    assert responses_api.context_of(2, requests) == ""
    assert responses_api.context_of(1, [requests[1], said(["anew"], *calls)]) == "anew"
    assert responses_api.context_of(0, requests[1:]) == "hello\n\none"
