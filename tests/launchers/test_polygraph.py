"""Polygraph: its session is known by its folder, its off switch and relaunch replace the harness's, its rules are data."""

import json
import re

import pytest

from advisor import launchers
from advisor.launchers.polygraph import LAUNCHER
from advisor.model import OffSwitch, Option, Plan, Risk, Situation, Step, TakesEffect

REPOSITORY = "/home/dev/.polygraph/sessions/s-1/repos/acme/shop"


def plan(harness):
    step = Step("human", "here", run="harness --no-sandbox")
    option = Option("a1", (), "setting", "title", Risk.NARROW, "means")
    return Plan(harness, (option,), ("a1",), (), TakesEffect("new-session", "soon"), (), OffSwitch((step,), "careful"))


def test_launchers_are_found():
    assert launchers.names() == ("polygraph",)
    assert launchers.load("polygraph") is LAUNCHER


@pytest.mark.parametrize(
    ("directory", "home", "expected"),
    [
        (REPOSITORY, "/home/dev", "polygraph"),
        (f"{REPOSITORY}/packages/api", "/home/dev", "polygraph"),
        (REPOSITORY, "/home/other", None),
        ("/home/dev/.polygraph", "/home/dev", None),
        ("/home/dev/shop", "/home/dev", None),
        (None, "/home/dev", None),
        (REPOSITORY, None, None),
    ],
)
def test_a_session_is_known_by_its_folder(directory, home, expected):
    assert launchers.launcher_of({}, Situation(home=home, directory=directory)) == expected


def test_the_environment_may_name_the_home():
    assert launchers.launcher_of({"HOME": "/home/dev"}, Situation(directory=REPOSITORY)) == "polygraph"


@pytest.mark.parametrize("launcher", [None, "another"])
def test_without_a_known_launcher_nothing_changes(launcher):
    assert launchers.adapted(plan("codex"), Situation(launcher=launcher)) == plan("codex")
    assert launchers.agent_rules(Situation(launcher=launcher)) == ()


@pytest.mark.parametrize(("harness", "agent"), [("claude", "Claude"), ("codex", "Codex")])
def test_the_off_switch_is_polygraphs_own_and_warns(harness, agent):
    adapted = launchers.adapted(plan(harness), Situation(launcher="polygraph"))
    said = " ".join(step.say or "" for step in adapted.off_switch.steps)
    assert [step.run for step in adapted.off_switch.steps if step.run] == ["polygraph config"]
    assert f"Agent Options → {agent} → sandbox: off" in said
    assert "Repo Options" in said
    assert "Relaunch" in adapted.off_switch.steps[-1].say
    assert "filesystem isolation" in adapted.off_switch.warning
    assert {step.who for step in adapted.off_switch.steps} == {"human"}
    written = json.loads(re.search(r"\{.*\}(?= merged)", said)[0])
    assert written == {"agentOptions": {harness: {"sandbox": False}}}


def test_a_change_waits_for_a_relaunch_and_codex_hears_that_flags_win():
    for harness in ("claude", "codex"):
        effect = launchers.adapted(plan(harness), Situation(launcher="polygraph")).takes_effect
        assert effect.when == "relaunch"
        assert effect.say.startswith("Relaunch the Polygraph session")
        assert ("Flags" in effect.say) == (harness == "codex")


def test_what_is_needed_stays_as_it_was():
    adapted = launchers.adapted(plan("codex"), Situation(launcher="polygraph"))
    assert (adapted.options, adapted.chosen, adapted.unmet) == (plan("codex").options, ("a1",), ())


def test_the_agents_rules_are_told_and_never_suggest_a_bang_command():
    rules = launchers.agent_rules(Situation(launcher="polygraph"))
    said = " ".join(rules)
    assert "stop" in said
    assert "exact snippet" in said
    assert "broken" in said
    assert "!" not in said
