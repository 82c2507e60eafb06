"""Recorded outputs and the whole answers to them, compared byte for byte; `pytest --accept` records the answers anew.

A case is a folder: `output.txt` as a real command printed it, `case.toml` (how it was recorded, the command, the flags
that `advise explain` gets), and what it answers: `report.json`, `text.txt`, `agent.txt`. `quiet/` holds real failures
that are no refusals: there the answer is that the sandbox did not do it, or that nothing was found.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from advisor.cli import main
from advisor.validate import problems

CASES = Path(__file__).parent / "cases"
# tests/cases/boundaries is another matter: see tests/boundaries.py.
SLUGS = sorted(str(file.parent.relative_to(CASES)) for file in CASES.rglob("case.toml") if file.parent.parent.name != "boundaries")
ANSWERS = {"json": "report.json", "text": "text.txt", "agent": "agent.txt"}
LARGEST_AGENT_TEXT = 2048  # bytes
MOST_LINES = 54  # of a text for one harness and one refusal


def test_there_are_cases():
    assert sum(slug.startswith("quiet/") for slug in SLUGS) >= 8
    assert len(SLUGS) >= 30


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("form", ANSWERS)
def test_the_answer_is_the_recorded_one(slug, form, request, monkeypatch, capsys):
    told, code = explained(slug, form, monkeypatch, capsys)
    expected = CASES / slug / ANSWERS[form]
    if request.config.getoption("--accept"):
        expected.write_bytes(told.encode())
    assert told == expected.read_bytes().decode()
    assert code == (1 if slug.startswith("quiet/") else 0)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_recorded_answers_keep_what_is_promised_of_every_answer(slug):
    folder = CASES / slug
    document = json.loads((folder / "report.json").read_bytes())
    assert problems(document, "report") == ()
    assert (document["verdict"] in ("not-sandbox", "nothing")) is slug.startswith("quiet/")
    assert len((folder / "agent.txt").read_bytes()) <= LARGEST_AGENT_TEXT
    lines = (folder / "text.txt").read_text().split("\n")
    assert len(document["plans"]) > 1 or len(document["denials"]) > 1 or len(lines) <= MOST_LINES


def explained(slug, form, monkeypatch, capsys):
    """(what `advise explain` prints for a case, its exit code); nothing of this machine is looked at."""
    case = tomllib.loads((CASES / slug / "case.toml").read_text())
    monkeypatch.chdir(CASES / slug)
    arguments = ["explain", "--no-probe", "--format", form, "--file", "output.txt", "--command", case["command"]]
    arguments += ["--exit-code", str(case["exit_code"])] if "exit_code" in case else []
    for flag, value in case["flags"].items():
        arguments += [f"--{flag.replace('_', '-')}", value]
    code = main(arguments)
    return capsys.readouterr().out, code
