"""`advise verify --self-test` with a lab that is not opened: arguments, exit codes, both forms of the answer."""

import json
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from advisor.commands import verify
from advisor.errors import UsageError
from advisor.harnesses import NAMES
from advisor.model import ReachHost, WritePath
from advisor.proof import rooms
from advisor.proof.programs import Missing, Program
from advisor.proof.scenarios import SCENARIOS
from advisor.proof.self_test import Planned, Row
from advisor.proof.trial import Chamber, Room
from advisor.validate import problems

PROGRAM = Program("codex", "/bin/codex", "0.171.0")
MISSING = Missing("claude", "no program `claude`", "`npm install -g @anthropic-ai/claude-code`")
SCENARIO = SCENARIOS[0]
AGREES = Row("codex", "profile", SCENARIO, SCENARIO.codex, "refused", "passes", Planned(("Let commands write there",)), "out")
DIFFERS = AGREES._replace(after="refused", output="touch: \x1b[31mno\nsecond line")
UNTRIED = Row("codex", "profile", SCENARIO, SCENARIO.codex, because="no private network here")


@pytest.fixture
def lab(monkeypatch):
    """Answers of a lab: `programs` by harness, the rows of Codex, and what the chamber is."""
    answers = SimpleNamespace(programs={"claude": MISSING, "codex": PROGRAM}, rows=(AGREES,), chamber=Chamber(True))

    @contextmanager
    def open_lab(environment):
        yield SimpleNamespace(chamber=answers.chamber, run=None), Path("/lab")

    monkeypatch.setattr(verify.laboratory, "open_lab", open_lab)
    monkeypatch.setattr(verify, "find", lambda name, environment: answers.programs[name])
    monkeypatch.setattr(verify, "self_test", lambda program, *rest: iter(answers.rows))
    return answers


@pytest.mark.parametrize(("rows", "code"), [((AGREES,), 0), ((AGREES, UNTRIED), 0), ((AGREES, DIFFERS), 1), ((UNTRIED,), 3)])
def test_exit_codes(lab, capsys, rows, code):
    lab.rows = rows
    assert verify.main(["--self-test"]) == code
    assert verify.main(["--self-test", "--format", "json"]) == code


def test_where_nothing_can_run(lab, capsys):
    assert verify.main(["--self-test", "--harness", "claude"]) == 3
    said = capsys.readouterr().out
    assert "no program `claude`" in said
    assert "npm install" in said
    assert "Nothing could be tried." in said


def test_there_is_nothing_else_to_verify_yet(lab):
    with pytest.raises(UsageError, match="--self-test"):
        verify.main([])


def test_the_table_tells_what_differs(lab, capsys):
    lab.rows = (AGREES, DIFFERS, UNTRIED)
    verify.main(["--self-test"])
    said = capsys.readouterr().out
    assert "Codex 0.171.0, " in said
    assert "as said    write-outside (profile)" in said
    assert "refused → passes       here: refused → refused" in said
    assert "| touch: no\n             | second line\n             plan: Let commands write there\n" in said
    assert "not tried  write-outside (profile)" in said
    assert "1 as said, 1 DIFFERS, 1 not tried" in said


def test_a_scenario_without_a_plan_has_one_result(lab, capsys):
    permission = next(one for one in SCENARIOS if one.id == "permission")
    lab.rows = (Row("codex", None, permission, permission.codex, "not run"),)
    verify.main(["--self-test"])
    assert "permission                   catalogue: not run                here: not run" in capsys.readouterr().out


def test_another_version_than_the_catalogues_is_said(lab, capsys):
    lab.programs["codex"] = PROGRAM._replace(version="9.9.9")
    verify.main(["--self-test"])
    assert "9.9.9" in capsys.readouterr().out.partition("the catalogue was measured on")[0]


def test_without_a_private_network_the_table_says_so(lab, capsys):
    lab.chamber = Chamber(False, "Operation not permitted")
    verify.main(["--self-test"])
    assert "No private network on this machine (Operation not permitted)" in capsys.readouterr().out


@pytest.mark.parametrize("rows", [(AGREES, DIFFERS, UNTRIED), (UNTRIED,), (AGREES,)])
def test_the_document_fits_its_schema(lab, capsys, rows):
    lab.rows = rows
    verify.main(["--self-test", "--format", "json"])
    document = json.loads(capsys.readouterr().out)
    assert problems(document, "proof") == ()
    assert document["harnesses"][0]["missing"]["what"] == MISSING.what


def test_the_document_of_a_machine_without_harnesses_fits_its_schema(lab, capsys):
    verify.main(["--self-test", "--harness", "claude", "--format", "json"])
    document = json.loads(capsys.readouterr().out)
    assert problems(document, "proof") == ()
    assert (document["verdict"], document["private_network"]) == ("cannot", None)


@pytest.mark.parametrize("harness", NAMES)
def test_the_plan_of_a_room_is_the_one_that_advise_prints(harness):
    program = Program(harness, "", "1.2.3")
    room = Room("/srv/lab/r", "/srv/lab/r/project", "/srv/lab/r/home", "/srv/lab/r/outside", "/srv/lab/r/served")
    planned = verify.plan_in_room(program, None, frozenset([WritePath(room.outside, folder=True)]), room, broad=False)
    assert len(planned.files) == 1
    assert room.outside in planned.files[0][1]
    hook = frozenset([WritePath(f"{room.project}/.git/hooks/x")])
    assert verify.plan_in_room(program, None, hook, room, broad=False).files == ()
    host = frozenset([ReachHost("pkg.example", 443)])
    assert "pkg.example" in verify.plan_in_room(program, None, host, room, broad=True).files[0][1]


@pytest.mark.parametrize(
    ("harness", "file", "text"),
    [
        ("claude", ".claude/settings.json", '{"model": "opus", "sandbox": {"enabled": true}}'),
        ("codex", ".codex/config.toml", 'model = "m"\ndefault_permissions = ":workspace"\n'),
    ],
)
def test_a_plan_is_put_onto_a_file_that_stands_there(tmp_path, harness, file, text):
    with rooms.claim(tmp_path) as room:
        Path(room.project, ".git").mkdir()
        place = Path(room.project, file)
        place.parent.mkdir()
        place.write_text(text)
        planned = verify.plan_in_room(Program(harness, "", "1.2.3"), None, frozenset([ReachHost("pkg.example", 443)]), room, broad=False)
    merged = dict(planned.files)[file]
    assert "model" in merged
    assert "pkg.example" in merged
