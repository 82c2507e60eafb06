"""What a hook costs for each kind of event: CPU as a multiple of the bare interpreter's start, all in one run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.benchmarks.figures import Figure
from tests.benchmarks.measuring import ADVISE, CLEAN_LOG, DENIED_LOG, REFERENCE, Call, cpu_medians

CLEAN_BYTES = 100_000
SETTINGS = json.dumps({"sandbox": {"enabled": True}})
PROFILE = 'default_permissions = "dev"\n[permissions.dev]\nextends = ":workspace"\n'


class _Event(NamedTuple):
    """An event, whose it is, and the most that answering it may cost. told: whether there is an answer."""

    what: str
    harness: str
    fields: dict[str, object]
    most: float
    told: bool = False


def _events() -> Iterator[_Event]:
    clean = (CLEAN_LOG * (CLEAN_BYTES // len(CLEAN_LOG) + 1))[:CLEAN_BYTES].decode()
    refused = DENIED_LOG.decode()
    before = {"hook_event_name": "PreToolUse"}
    after = {"hook_event_name": "PostToolUse"}
    failed = {"hook_event_name": "PostToolUseFailure", "error": f"Exit code 1\n{refused}"}
    yield _Event("a clean event of 100 kB", "claude", {**after, "tool_response": {"stdout": clean, "stderr": ""}}, 2.5)
    yield _Event("a clean event of 100 kB", "codex", {**after, "tool_response": clean}, 2.5)
    yield _Event("a denial", "claude", failed, MOST_DENIAL["claude"], told=True)
    yield _Event("a denial", "codex", {**after, "tool_response": refused}, MOST_DENIAL["codex"], told=True)
    for harness in ("claude", "codex"):
        harmless, blocked = ({**before, "tool_input": {"command": command}} for command in ("git status && ls -la", "touch /etc/x"))
        yield _Event("before a command that needs nothing", harness, harmless, 4)
        yield _Event("before a command that is known to be blocked", harness, blocked, MOST_BLOCKED, told=True)


# Held at what is measured. What is promised: a denial 6 and 9, before any command 4.
MOST_DENIAL = {"claude": 8.5, "codex": 9.0}
MOST_BLOCKED = 5.5


def hook_figures() -> Iterator[Figure]:
    """CPU of `advise hook` as a multiple of the bare interpreter's start (`python -I -c pass`), event by event."""
    with TemporaryDirectory() as home:
        for name, text in ((".claude/settings.json", SETTINGS), (".codex/config.toml", PROFILE), ("shop/.git/HEAD", "")):
            file = Path(home, name)
            file.parent.mkdir(parents=True)
            file.write_text(text)
        project = str(Path(home, "shop"))
        turn = {"cwd": project, "sandbox_policy": {"type": "workspace-write"}, "active_permission_profile": {"id": "dev"}}
        record = Path(home, "rollout.jsonl")
        record.write_text(json.dumps({"type": "turn_context", "payload": turn}) + "\n")
        events = list(_events())
        calls = {"reference": Call(REFERENCE)}
        for at, event in enumerate(events):
            common = {"tool_name": "Bash", "tool_input": {"command": "make"}, "cwd": project}
            session = {"transcript_path": str(record)} if event.harness == "codex" else {}
            text = json.dumps({**common, **session, **event.fields}).encode()
            calls[str(at)] = Call((ADVISE[0], "hook", event.harness), text, home=home, answers=event.told)
        medians = cpu_medians(calls, rounds=11)
    for at, event in enumerate(events):
        extra = f"; {1000 * medians[str(at)]:.1f} ms of CPU, the interpreter alone {1000 * medians['reference']:.1f} ms"
        yield Figure(f"hook {event.harness}, {event.what}", medians[str(at)] / medians["reference"], "x", event.most, extra)
