"""What we tell people to commit passes our own guard: no snippet is linted as a fault, none is an escape that its plan does not name."""

import json

import pytest

from advisor.advice import report_on
from advisor.guard import changes
from advisor.lint import findings, recognise
from advisor.model import Recording, Risk, Situation
from advisor.scan import windows

pytestmark = pytest.mark.corpus
FILES = ("public", "claude-linux", "codex-linux", "claude-fixes", "codex-fixes")


@pytest.fixture(scope="module")
def told(corpus):
    """(file, its whole new text, the greatest risk of the plan's chosen options) of every plan for every recorded output."""
    found = {}
    for name in FILES:
        for line in (corpus / f"{name}.jsonl").read_text().splitlines():
            for dialect in ("profile", "legacy"):
                for plan in plans(json.loads(line), dialect):
                    risk = max((option.risk for option in plan.options if option.id in plan.chosen), default=Risk.NONE)
                    found.update({(file.file, file.snippet): risk for file in plan.files if recognise(file.file, file.snippet)})
    assert len(found) > 150
    return [(file, text, risk) for (file, text), risk in found.items()]


def plans(record, dialect):
    runs = record["base"] if isinstance(record.get("base"), list) else []
    texts = [record.get("output"), (record.get("denied_run") or {}).get("tool_result"), *(run.get("output") for run in runs)]
    output = "\n".join(text for text in texts if text)
    command = record["command"] if isinstance(record.get("command"), str) else None
    situation = Situation(home="/home/dev", directory="/home/dev/shop", repository="/home/dev/shop", dialect=dialect, command=command)
    return report_on(windows(Recording(chunks=iter((output.encode(),)), source="-")), situation).plans


def test_no_snippet_of_ours_is_a_fault(told):
    faults = {(one.rule, one.message) for file, text, _ in told for one in findings(file, text) if one.severity != "info"}
    assert not faults


def test_the_guard_finds_no_escape_that_the_plan_does_not_name(told):
    escapes = [
        (file, found.key, found.value)
        for file, text, risk in told
        for found in changes({}, {file.removeprefix("~/"): text.encode()}, {})
        if found.risk is Risk.ESCAPE > risk
    ]
    assert not escapes
