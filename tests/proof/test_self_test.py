"""The self-test against a scripted lab: what is tried, what is compared, and what is said when it cannot be."""

from contextlib import contextmanager

import pytest

from advisor.model import ReachHost, WritePath
from advisor.proof import rooms, self_test
from advisor.proof.programs import Program
from advisor.proof.scenarios import SCENARIOS, Expected
from advisor.proof.self_test import Planned, Row
from advisor.proof.trial import Chamber, Outcome, Seen

CLAUDE, CODEX = Program("claude", "/bin/claude", "2.1.332"), Program("codex", "/bin/codex", "0.171.0")
PRIVATE = Chamber(True)
ENVIRONMENT = (("PATH", "/bin:/usr/bin"),)


class Lab:
    """A lab whose harness does what the catalogue says, but for the scenarios named in `odd`."""

    def __init__(self, folder, program, odd=(), problem=None, control=""):
        self.folder, self.program, self.odd, self.problem, self.control = folder, program, odd, problem, control
        self.trials = []

    @contextmanager
    def claim(self):
        with rooms.claim(self.folder) as room:
            yield room

    def run(self, trial):
        self.trials.append(trial)
        if self.problem:
            return Outcome((), 1, "", 0.1, self.problem)
        seen = [self._seen(step, trial, fixed=len(trial.steps) == 1) for step in trial.steps]
        return Outcome(tuple(seen), 0, "", 0.1)

    def _seen(self, step, trial, fixed):
        if step == "true":
            return Seen(step, "", self.control, 1 if self.control else 0)
        by_step = {repr(self_test._step_in(self_test.step_of(one, trial.harness), trial.room)): one for one in SCENARIOS}
        scenario = by_step[repr(step)]
        expected = getattr(scenario, trial.harness)
        result = expected.after if fixed else expected.before
        if scenario.id in self.odd:
            result = "refused" if result == "passes" else "passes"
        return Seen(step, "", "said", 0 if result == "passes" else 1, ran=result != "not run")

    def plan(self, program, dialect, needs, room, broad):
        granted = all(not isinstance(need, WritePath) or ".git" not in need.path for need in needs)
        return Planned(("a grant",), ((".claude/settings.json", "{}"),), ("mkdir -p ~/x",)) if granted else Planned()

    def rows(self, chamber=PRIVATE, environment=ENVIRONMENT):
        return list(self_test.self_test(self.program, self_test.Lab(chamber, self.run, self.claim, self.plan, environment)))


@pytest.fixture
def everything_is_installed(monkeypatch):
    monkeypatch.setattr(self_test.shutil, "which", lambda name, path=None: f"/bin/{name}")


@pytest.mark.usefixtures("everything_is_installed")
@pytest.mark.parametrize(("program", "dialects"), [(CLAUDE, [None]), (CODEX, ["profile", "legacy"])])
def test_a_harness_that_does_what_the_catalogue_says(tmp_path, program, dialects):
    rows = Lab(tmp_path, program).rows()
    assert [(row.dialect, row.scenario.id) for row in rows] == [(dialect, one.id) for dialect in dialects for one in SCENARIOS]
    assert all(row.agrees for row in rows)


@pytest.mark.usefixtures("everything_is_installed")
def test_one_session_tries_everything_without_a_plan_and_each_plan_has_its_own(tmp_path):
    lab = Lab(tmp_path, CLAUDE)
    lab.rows()
    planned = [one for one in SCENARIOS if one.claude.after not in (None, "no grant")]
    assert [len(trial.steps) for trial in lab.trials] == [1 + len(SCENARIOS), *[1] * len(planned)]
    assert all("mkdir -p ~/x" in trial.before for trial in lab.trials[1:])
    files = dict(lab.trials[1].files)
    assert set(files) == {"~/.claude/settings.json", ".claude/settings.json"}
    assert dict(lab.trials[0].hosts) == {"allowed.advise.test": "203.0.113.10", "other.advise.test": "203.0.113.10"}


@pytest.mark.usefixtures("everything_is_installed")
@pytest.mark.parametrize("odd", [one.id for one in SCENARIOS])
def test_a_harness_that_does_something_else(tmp_path, odd):
    rows = Lab(tmp_path, CLAUDE, odd=(odd,)).rows()
    assert [row.scenario.id for row in rows if not row.agrees] == [odd]


@pytest.mark.usefixtures("everything_is_installed")
def test_without_a_private_network_what_needs_a_host_is_not_tried(tmp_path):
    rows = Lab(tmp_path, CLAUDE).rows(Chamber(False, "not permitted"))
    untried = {row.scenario.id: row for row in rows if row.agrees is None}
    assert set(untried) == {"reach-host", "reach-other-host"}
    assert untried["reach-host"].because == "no private network here: not permitted"


def test_without_a_program_its_scenarios_are_not_tried(tmp_path, monkeypatch):
    monkeypatch.setattr(self_test.shutil, "which", lambda name, path=None: None)
    lab = Lab(tmp_path, CLAUDE)
    untried = {row.scenario.id: row.because for row in lab.rows() if row.agrees is None}
    assert untried["git-commit"] == "no program git here"
    assert "git init" not in lab.trials[0].before[0]


@pytest.mark.usefixtures("everything_is_installed")
def test_a_session_that_does_not_start_says_so_in_every_row(tmp_path):
    rows = Lab(tmp_path, CLAUDE, problem="it did not start").rows()
    assert {(row.agrees, row.because) for row in rows} == {(None, "it did not start")}


@pytest.mark.usefixtures("everything_is_installed")
def test_a_sandbox_that_does_not_start_refuses_nothing(tmp_path):
    rows = Lab(tmp_path, CODEX, control="bwrap: no namespaces").rows()
    assert {(row.agrees, row.because) for row in rows} == {(None, "the sandbox does not start here: bwrap: no namespaces")}


@pytest.mark.usefixtures("everything_is_installed")
def test_a_session_that_stops_at_a_plan_is_a_difference(tmp_path):
    lab = Lab(tmp_path, CLAUDE)
    run = lab.run
    lab.run = lambda trial: run(trial) if len(trial.steps) > 1 else Outcome((), 1, "", 0.1, "bad config")
    row = next(row for row in lab.rows() if row.scenario.id == "write-outside")
    assert (row.before, row.after, row.output, row.agrees) == ("refused", "not run", "bad config", False)


def test_a_scenarios_words_stand_for_the_rooms_folders(tmp_path):
    with rooms.claim(tmp_path) as room:
        assert self_test.in_room("{outside} {project} {home}", room) == f"{room.outside} {room.project} {room.home}"
        assert self_test._need_in(WritePath("{outside}/x", folder=True), room) == WritePath(f"{room.outside}/x", folder=True)
        assert self_test._need_in(ReachHost("a.example", 80), room) == ReachHost("a.example", 80)
        assert self_test._step_in({"command": "{home}", "flag": True}, room) == {"command": room.home, "flag": True}


def test_a_row_that_was_not_tried_neither_agrees_nor_differs():
    assert Row("claude", None, SCENARIOS[0], Expected("refused", "passes")).agrees is None
