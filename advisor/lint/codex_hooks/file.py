"""A hooks.json that Codex drops as a whole, and hooks in it that never run or wait for a review."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from advisor.edits import json_tree
from advisor.edits.positions import offset_of
from advisor.lint.codex_config._hooks import (
    EVENTS_TOLD,
    KINDS_TOLD,
    LISTS_TOLD,
    REVIEW_TOLD,
    outside_of_a_list,
    unknown_events,
    unreviewed,
    unsupported,
)
from advisor.lint.codex_config._reading import SEEN, removed
from advisor.lint.codex_config._shapes import misfits
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule, Sample
from advisor.model.lint import Edit, Fix
from advisor.quoting import inline

_DROPPED = "Codex drops the whole file with a warning, and none of its hooks runs"
_ONE = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say"}]}]}}'


def _not_json(config: Config) -> Iterator[Fault]:
    if config.invalid is not None:
        line, column, problem = config.invalid.split(":", 2)
        start = offset_of(config.text, int(line), int(column))
        yield Fault((), f"{inline(problem.strip(), 160)}: {_DROPPED}", offsets=(start, min(start + 1, len(config.text))))
        return
    blemishes = json_tree.read(config.text).blemishes
    if blemishes:
        edits = tuple(Edit("replace", value="", start=blemish.start, end=blemish.end) for blemish in blemishes)
        fix = Fix("take out what JSON does not know", edits, all(blemish.kind != "a comment" for blemish in blemishes))
        yield Fault((), f"{blemishes[0].kind} is not JSON: {_DROPPED}", fix, offsets=(blemishes[0].start, blemishes[0].end))


def _misshapen(config: Config) -> Iterator[Fault]:
    if not isinstance(config.data, Mapping):
        yield Fault((), f"holds no JSON object: {_DROPPED}")
        return
    for key in config.data:
        if key not in ("hooks", "description"):
            fix = None if "hooks" in config.data else Fix('put the events into an object under "hooks"')
            say = f'no key of this file, which takes "description" and "hooks" alone: {_DROPPED}'
            yield Fault((key,), say, fix or removed((key,), "take it out", safe=True))
    for path, words, fix in misfits({"hooks": config.at("hooks")} if "hooks" in config.data else {}, "codex-config"):
        yield Fault(path, f"{words}: {_DROPPED}", fix, part="value")


RULES = (
    LintRule(
        id="codex-hooks/not-json",
        title="The file is not strict JSON",
        explanation=f"Hooks are read as strict JSON. At a comment or a trailing comma {_DROPPED}.",
        severity="error",
        check=_not_json,
        source="tried on Codex 0.171.0 (`failed to parse hooks config`); facts/codex.md 7",
        seen_on=SEEN,
        reads="text",
        examples=(Sample(f"{_ONE[:-1]},}}"), Sample("{'hooks': {}}"), Sample(f"// ours\n{_ONE}")),
        near_misses=(Sample(_ONE),),
    ),
    LintRule(
        id="codex-hooks/wrong-shape",
        title="The file does not have the shape of hooks",
        explanation=f"The object holds `hooks` and, if you like, `description`. At any other key, or a value of a wrong kind, {_DROPPED}.",
        severity="error",
        check=_misshapen,
        source="tried on Codex 0.171.0 (unknown field, missing field `command`, unknown variant); facts/codex.md 7",
        seen_on=SEEN,
        examples=(
            Sample('{"PostToolUse": [{"hooks": [{"type": "command", "command": "x"}]}]}'),
            Sample('{"hooks": {"Stop": [{"hooks": [{"type": "command"}]}]}}'),
            Sample('{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", "timeout": "10"}]}]}, "version": 1}'),
            Sample("[]"),
        ),
        near_misses=(
            Sample(_ONE),
            Sample('{"description": "ours", "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", "note": 1}]}]}}'),
        ),
    ),
    LintRule(
        id="codex-hooks/unknown-event",
        title="Hooks of an event that Codex does not have",
        explanation=EVENTS_TOLD,
        severity="warn",
        check=unknown_events,
        source="facts/codex.md 7 (Events); facts/codex-live.md 4 (Hooks)",
        seen_on=SEEN,
        examples=(Sample(_ONE.replace("Stop", "post_tool_use")), Sample(_ONE.replace("Stop", "Notification"))),
        near_misses=(Sample(_ONE),),
    ),
    LintRule(
        id="codex-hooks/unsupported-hook",
        title="A hook that is skipped",
        explanation=KINDS_TOLD,
        severity="warn",
        check=unsupported,
        source="facts/codex.md 7 (Handler keys: type command or mcp_tool); tried on Codex 0.171.0",
        seen_on=SEEN,
        examples=(Sample('{"hooks": {"Stop": [{"hooks": [{"type": "agent"}]}]}}'),),
        near_misses=(Sample(_ONE),),
    ),
    LintRule(
        id="codex-hooks/hook-outside-a-list",
        title="A hook stands where its list belongs",
        explanation=LISTS_TOLD,
        severity="warn",
        check=outside_of_a_list,
        source="tried on Codex 0.171.0 (`hooks/list` names no hook, no warning and no error); facts/codex.md 7",
        seen_on=SEEN,
        examples=(Sample('{"hooks": {"Stop": [{"type": "command", "command": "say"}]}}'),),
        near_misses=(Sample(_ONE),),
    ),
    LintRule(
        id="codex-hooks/unreviewed-hook",
        title="Hooks wait for a review",
        explanation=REVIEW_TOLD,
        severity="info",
        check=unreviewed,
        source="facts/codex.md 7 (Trust) and 10.19; facts/codex-live.md 4",
        seen_on=SEEN,
        examples=(Sample(_ONE),),
        near_misses=(Sample('{"hooks": {}}'),),
    ),
)
