"""A call of a session as recordings: only what the record lists is signed."""

from __future__ import annotations

import pytest

from advisor.model import Call, Channel
from advisor.sources.session import recordings


def test_output_is_a_program_s_text_and_the_list_is_signed() -> None:
    call = Call("curl: (56)\n", "curl h", "/home/dev", 56, violations=("deny network-outbound h.example:80",))
    output, signed = recordings(call, "s.jsonl")
    assert (b"".join(output.chunks), output.channel) == (b"curl: (56)\n", Channel.OUTPUT)
    assert (b"".join(signed.chunks), signed.channel) == (b"deny network-outbound h.example:80", Channel.TRANSCRIPT)
    assert (output.source, output.command, output.directory, output.exit_code) == ("s.jsonl", "curl h", "/home/dev", 56)


@pytest.mark.parametrize(
    ("call", "channel"),
    [
        (Call("exec_command failed: ProcessFailed", channel=Channel.TOOL_ERROR), Channel.TOOL_ERROR),
        (Call("This command requires approval", refused_by="user-rejected"), Channel.TRANSCRIPT),
        (Call("lone \ud800 surrogate"), Channel.OUTPUT),
    ],
)
def test_whose_words_they_are(call: Call, channel: Channel) -> None:
    assert [recording.channel for recording in recordings(call, "-")] == [channel]


def test_a_silent_call_has_no_recording() -> None:
    assert list(recordings(Call(""), "-")) == []
