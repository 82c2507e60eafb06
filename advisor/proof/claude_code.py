"""How Claude Code is started for a trial, and what its requests and transcript then say.

Sources: `claude --help`; https://docs.claude.com/en/docs/claude-code/settings (environment variables, transcript).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from advisor.proof import messages_api
from advisor.proof.trial import Ended, Outcome, Prepared, Seen, Step, Trial

RECORDS = ".claude/projects/*/*.jsonl"

_QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "CLAUDE_CODE_DISABLE_TERMINAL_TITLE": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_BUG_COMMAND": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_TELEMETRY": "1",
}
_EXIT = re.compile(r"\A(?:Error: )?Exit code (\d{1,3})(?:\n|\Z)")
_SIGNED = re.compile(r"\n{0,2}<sandbox_violations>\n(.{0,16000}?)\n</sandbox_violations>\s{0,9}\Z", re.DOTALL)


def prepare(trial: Trial, port: int) -> Prepared:
    """The headless session of a trial whose scripted model listens on loopback `port`."""
    arguments = (trial.program, "-p", "run it", "--output-format", "stream-json", "--verbose", *trial.arguments)
    environment = {
        **dict(trial.environment),
        **_QUIET,
        "HOME": trial.room.home,
        "SHELL": "/bin/bash",
        "ANTHROPIC_API_KEY": "made-up",
        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{port}",
    }
    trust = {"projects": {trial.room.project: {"hasTrustDialogAccepted": trial.trusted}}}
    where = "~/.claude.json"
    if trial.config_home is not None:
        environment["CLAUDE_CONFIG_DIR"] = f"{trial.config_home}/.claude"
        where = "~/.claude/.claude.json"
    return Prepared(arguments, tuple(environment.items()), ((where, json.dumps(trust)), *trial.files))


def read(trial: Trial, requests: Sequence[Mapping[str, Any]], records: Sequence[str], ended: Ended) -> Outcome:
    """What came of a session: `requests` are the bodies its model received, `records` the lines of its transcript."""
    recorded = dict(_recorded(records))
    denied = frozenset(_denied(ended.stdout))
    seen = []
    for number, step in enumerate(trial.steps):
        result = messages_api.result_of(number, requests)
        if result is None:
            break
        call = messages_api.call_id(number)
        one = _seen(step, result, recorded.get(call, {}), call in denied)
        seen.append(one._replace(context=messages_api.context_of(number, requests)))
    return Outcome(tuple(seen), ended.exit_code, ended.stderr, ended.seconds, _problem(trial, seen, ended))


def _seen(step: Step, result: Mapping[str, Any], record: Mapping[str, Any], denied: bool) -> Seen:
    shown = messages_api.text_of(result)
    started = _EXIT.match(shown)
    ran = not (denied or "toolDenialKind" in record) and not (result.get("is_error") and started is None)
    code = int(started.group(1)) if started else (0 if ran else None)
    output = shown[started.end() :] if started else shown
    signed = _SIGNED.search(output)
    violations = tuple(signed.group(1).split("\n")) if signed else tuple(_violations(record))
    output = output[: signed.start()] if signed else output
    return Seen(step, shown, output, code, ran, record.get("sandboxed"), violations)


def _violations(record: Mapping[str, Any]) -> Iterator[str]:
    for entry in record.get("sandboxViolations") or ():
        yield f"deny {entry.get('kind')} {entry.get('host')}:{entry.get('port')}"


def _recorded(records: Sequence[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The transcript's record of each tool result, by the id of its call."""
    for record in _objects(records):
        content = (record.get("message") or {}).get("content")
        for block in content if record.get("type") == "user" and isinstance(content, list) else ():
            if block.get("type") == "tool_result":
                yield block["tool_use_id"], record


def _denied(events: str) -> Iterator[str]:
    """The ids of the calls that the permission layer refused."""
    for event in _objects(events.splitlines()):
        if event.get("subtype") == "permission_denied" and event.get("tool_use_id"):
            yield event["tool_use_id"]


def _objects(lines: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    for line in lines:
        try:
            value = json.loads(line)
        except ValueError:
            continue  # A line cut short by a session that was ended.
        if isinstance(value, dict):
            yield value


def _problem(trial: Trial, seen: Sequence[Seen], ended: Ended) -> str | None:
    if ended.exit_code is None:
        return f"Claude Code did not finish within {trial.seconds:.0f} s"
    if len(seen) == len(trial.steps):
        return None
    said = (ended.stderr or ended.stdout).strip()[-300:]
    return f"Claude Code answered {len(seen)} of {len(trial.steps)} steps and exited with {ended.exit_code}: {said}"
