"""Turns one call of a recorded session into recordings: what the program printed, and what the harness signed."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.model import Call, Channel, Recording


def recordings(call: Call, source: str) -> Iterator[Recording]:
    """The recordings of a call. Its output is a program's text, whatever it says; only what the record itself lists is signed.

    A block of violations inside the output can be forged by the program; the record's own list cannot.
    """
    signed = "\n".join(call.violations)
    for text, channel in ((call.output, _channel(call)), (signed, Channel.TRANSCRIPT)):
        if text:
            yield Recording(
                chunks=iter((text.encode("utf-8", "surrogatepass"),)),
                source=source,
                command=call.command,
                directory=call.directory,
                exit_code=call.exit_code,
                channel=channel,
            )


def _channel(call: Call) -> Channel:
    """A tool error, and a refusal that the record names, are the harness's words; all else is output."""
    if call.channel is Channel.TOOL_ERROR:
        return Channel.TOOL_ERROR
    return Channel.TRANSCRIPT if call.refused_by else Channel.OUTPUT
