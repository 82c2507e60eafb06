"""What this session was told before: a repeat is one line. The harness's own record tells, and no file of ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from advisor.model import HarnessName
from advisor.sources.tail import mapping, records, text_of

_LINE = "\n"
_LARGEST = 2048  # bytes of UTF-8, as of one text (agent_text.LARGEST)
_OURS = "advise: "
_MARKS: dict[str, tuple[bytes, ...]] = {"claude": (b'"hook_additional_context"',), "codex": (b'"developer"',)}
_AGAIN = " This was told before in this session and still holds: do not retry, do not work round it; tell your user, then stop and wait.\n"


def once(text: str, harness: HarnessName, session: Sequence[bytes]) -> str:
    """`text` where it was not told yet, else its first line with a reminder. session: the record's end, lines newest first."""
    headline = text.partition("\n")[0]
    if any(headline == told.partition("\n")[0] for context in _contexts(harness, session) for told in context.split("\n\n")):
        return headline + _AGAIN
    return text


def together(texts: Iterable[str]) -> str:
    """The texts as one, a blank line between two; of what does not fit, behind the first, as many first lines as do."""
    told = ""
    for text in dict.fromkeys(text for text in texts if text):
        for form in (text, f"{text.partition(_LINE)[0]}\n"):
            longer = f"{told}\n{form}" if told else form
            if len(longer.encode()) <= _LARGEST or not told:
                told = longer
                break
    return told


def _contexts(harness: HarnessName, session: Sequence[bytes]) -> Iterator[str]:
    """What hooks of ours said, as the session's record has it; no program can write such records."""
    for record in records(session, _MARKS[harness]):
        attachment, payload = mapping(record.get("attachment")), mapping(record.get("payload"))
        if attachment.get("type") == "hook_additional_context" and harness == "claude":
            content = attachment.get("content")
            texts = [text for text in content if isinstance(text, str)] if isinstance(content, list) else [text_of(content)]
        elif payload.get("role") == "developer" and harness == "codex":
            texts = [text_of(payload.get("content"))]
        else:
            continue
        yield from (text for text in texts if text.startswith(_OURS))
