"""What is told after a command: whether the sandbox refused something in what it printed, and what the agent shall do now."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, islice, takewhile
from typing import Any

from advisor.advice import report_on
from advisor.agent_text import agent_text
from advisor.harnesses.claude_code.versions import target_of_situation
from advisor.hooks.command import record_of, situated
from advisor.hooks.missed import pending
from advisor.hooks.recalled import once, together
from advisor.model import Call, Channel, Confidence, Evidence, HarnessName, Recording, Report, Situation
from advisor.scan import windows
from advisor.shell import SimpleCommand, parse
from advisor.situation import Flags, look_at
from advisor.situation.recorded import situation_of
from advisor.sources import codex_rollout, hook_event
from advisor.sources.session import recordings

_SIGNS: tuple[int, ...] = (2, 1, 224)  # the first Claude Code that makes the block of refusals itself
_SOURCE = "the output"
_AT_EITHER_END = 1 << 16  # characters that are judged at either end of all windows: a hook has seconds, and nobody reads more
_MOST_MISSED = 8  # refusals that no event told of; more do not fit into what is told
# What Claude Code and Codex say of a host that they refused: on a channel of their own, or in the place of all output.
_CLAIMS = re.compile(
    r"^[ \t]{0,8}deny (?:network-outbound|http-request) [^\n]{0,4000}$"
    r"|^[^\n]{0,400}Network access to \\{0,3}[\"'][^\n]{0,400} was blocked[^\n]{0,4000}$|^[^\n]{0,80}exec_command failed: [^\n]{0,4000}$",
    re.MULTILINE,
)
_SAY = ("echo", "printf")
# They show what stands in files or in the line itself; what they print of that says nothing of themselves.
_SHOW = frozenset({
    *_SAY, "awk", "bat", "cat", "diff", "egrep", "git", "grep", "head", "jq", "less", "more", "nl", "rg", "sed", "tail", "zcat",
})  # fmt: skip
_SPEAK = ("fatal: ", "bash: ", "/bin/bash: ", "sh: ", "/bin/sh: ", "zsh:")  # git, and the shells that start them
_GIT_SHOWS = frozenset({"blame", "diff", "grep", "log", "show"})


def told_after(event: dict[str, Any], harness: HarnessName, environ: Mapping[str, str]) -> str:
    """What the agent is told after its command; empty where there is nothing to say."""
    session = record_of(event)
    situation = situated(event, harness, session, environ)
    if situation.sandboxed.value is False:
        return ""
    evidence = _ends([_believed(window) for recording in _recordings(event, situation) for window in windows(recording)])
    failed = hook_event.exit_code_of(event) if not hook_event.printed_of(event).strip() else None
    report = _report(evidence, situation, hook_event.timed_out(event), failed)
    if not report.denials or _only_shown(report, event):
        return ""
    return once(agent_text(report), harness, session)


def told_of_missed(event: dict[str, Any], environ: Mapping[str, str]) -> str:
    """What the agent is told of the refusals of which Codex sent no event; empty where there is none, or nothing to say."""
    session = record_of(event)
    missed = min(len(pending(session)), _MOST_MISSED)
    newest = reversed(tuple(codex_rollout.calls(tuple(reversed(session)))))
    # A program may print the words of a refusal: only what Codex itself answered is one.
    refused = takewhile(lambda call: call.channel is Channel.TOOL_ERROR, islice(newest, missed))
    texts = [_told_of_call(call, session, environ) for call in refused]
    return together(texts)


def _told_of_call(call: Call, session: Sequence[bytes], environ: Mapping[str, str]) -> str:
    situation = situation_of(call, "codex", "its rollout records this command", Flags(), environ)
    evidence = [window for recording in recordings(call, _SOURCE) for window in windows(recording)]
    report = _report(evidence, situation, stopped=False, failed=None)
    return once(agent_text(report), "codex", session) if report.denials else ""


def _report(evidence: Sequence[Evidence], situation: Situation, stopped: bool, failed: int | None) -> Report:
    """The report; what an ordinary failure prints too is told only of a command that is known to have run sandboxed."""
    least = Confidence.POSSIBLE if situation.sandboxed.value is True else Confidence.LIKELY
    return report_on(evidence, situation, look_at, stopped, failed or None, least)


def _recordings(event: dict[str, Any], situation: Situation) -> Iterator[Recording]:
    """The harness's own block first, then all that was printed: from its file where the event could not carry it."""
    signed, printed = hook_event.signed_of(event), hook_event.printed_of(event)
    if signed and target_of_situation(situation).knows(_SIGNS):
        yield _recording(iter((_bytes(signed),)), event, Channel.HOOK)
    whole = hook_event.persisted_of(event) or iter((_bytes(hook_event.ends_of(printed)),))
    yield _recording(whole, event, Channel.OUTPUT)


def _ends(evidence: Sequence[Evidence]) -> Sequence[Evidence]:
    """The first and last windows: a log that is all refusals says the same in its middle."""
    first, last = _within(evidence), _within(evidence[::-1])
    return evidence if first + last >= len(evidence) else (*evidence[:first], *evidence[-last:])


def _within(evidence: Sequence[Evidence]) -> int:
    """How many of the windows are judged, from the first on; one at least."""
    sizes = accumulate(len(window.text) for window in evidence)
    return max(1, sum(size <= _AT_EITHER_END for size in sizes))


def _believed(window: Evidence) -> Evidence:
    """A window without the lines that only the harness writes, and never into what an event says a command printed.

    Claude Code's own block ends the text of a failure; where a command printed the last line, nobody can tell the two apart.
    """
    if window.channel is not Channel.OUTPUT:
        return window
    _, opening, block = window.text.rpartition(hook_event.OPENING)
    own = opening + block if window.exit_code and block.rstrip().endswith(hook_event.CLOSING) else ""
    claimed = window.text[: len(window.text) - len(own)]
    return window._replace(text=_CLAIMS.sub(lambda found: " " * len(found[0]), claimed) + own)


def _recording(chunks: Iterator[bytes], event: dict[str, Any], channel: Channel) -> Recording:
    return Recording(
        chunks,
        source=_SOURCE,
        command=hook_event.command_of(event),
        directory=hook_event.directory_of(event),
        exit_code=hook_event.exit_code_of(event),
        channel=channel,
    )


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _only_shown(report: Report, event: dict[str, Any]) -> bool:
    """Whether a line that did not fail only shows what stands in files, and none of its programs speaks of itself."""
    commands = parse(hook_event.command_of(event) or "").commands
    if hook_event.exit_code_of(event) or not commands or not all(map(_shows, commands)):
        return False
    programs = tuple(f"{simple.program}: " for simple in commands)
    return not any(
        denial.confidence is Confidence.CERTAIN or line.startswith((*programs, *_SPEAK))
        for denial in report.denials
        for line in denial.evidence.text.split("\n")
    )


def _shows(simple: SimpleCommand) -> bool:
    """Whether a command prints what is there already, and nothing that it runs for it."""
    if simple.program not in _SHOW or simple.writes:
        return False
    if simple.program in _SAY:
        return not any(mark in word for word in simple.words for mark in "$`")
    return simple.program != "git" or bool(_GIT_SHOWS.intersection(simple.words))
