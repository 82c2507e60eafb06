"""How a Claude Code plan is put together, when it counts, and how the sandbox is turned off."""

from itertools import combinations

import pytest

from advisor.harnesses import load
from advisor.harnesses.claude_code.versions import parse, target_of_situation, version_from
from advisor.model import Known, ReachHost, Risk, WritePath
from tests.harnesses.claude_code_cases import CLAUDE, EVERY_KIND, ON, edits, plan, situation


@pytest.mark.parametrize("system", ["linux", "macos", "windows", None])
@pytest.mark.parametrize("need", EVERY_KIND, ids=lambda need: type(need).__name__)
def test_every_need_is_answered_on_every_system(need, system):
    for settings in (None, {}):
        made = plan(need, system=system, settings=settings, command="frobnicate --now")
        answered = {one for option in made.options for one in option.needs} | {unmet.need for unmet in made.unmet}
        assert need in answered


@pytest.mark.parametrize("system", ["linux", "macos", None])
def test_every_pair_of_needs_is_answered_together(system):
    for pair in combinations(EVERY_KIND, 2):
        made = plan(*pair, system=system)
        answered = {one for option in made.options for one in option.needs} | {unmet.need for unmet in made.unmet}
        assert set(pair) <= answered
        ids = [option.id for option in made.options]
        assert len(ids) == len(set(ids))
        assert set(made.chosen) <= set(ids)
        assert all(option.risk <= Risk.NARROW and option.changes for option in made.options if option.id in made.chosen)
        assert len({identifier.rstrip("0123456789") for identifier in made.chosen}) == len(made.chosen)
        whole = [
            (change.file, change.path, str(change.value))
            for option in made.options
            if option.id in made.chosen
            for change in option.changes
        ]
        assert len(whole) == len(set(whole)), pair
        assert made.files == ()


def test_the_plan_does_not_hang_on_the_order_of_needs():
    for pair in combinations(EVERY_KIND, 2):
        assert plan(*pair) == plan(*reversed(pair))


def test_groups_with_the_same_edits_are_one():
    made = plan(ReachHost("api.example", 80), ReachHost("api.example", 443))
    assert set(made.options[0].needs) == {ReachHost("api.example", 80), ReachHost("api.example", 443)}
    assert made.chosen == ("a1",)
    apart = plan(ReachHost("a.example", 443), ReachHost("b.example", 443), WritePath("/srv/out", True))
    assert apart.chosen == ("a1", "b1", "c1")
    assert [option.id for option in apart.options] == ["a1", "b1", "c1", "d1"]


def test_a_file_that_claude_code_drops_is_told_with_every_edit_of_it():
    made = plan(WritePath("~/.cache/uv", True), WritePath("/srv/out", True), settings={"user": ON, "project": '{"sandbox": {},}'})
    told = {option.changes[0].file: option.caveat or "" for option in made.options if option.changes}
    assert "Correct that first" in told[".claude/settings.json"]
    assert "drops .claude/settings.json" in told[".claude/settings.local.json"]


def test_many_hosts_have_many_groups():
    made = plan(*(ReachHost(f"h{number:02}.example", 443) for number in range(30)))
    assert len(made.chosen) == 30
    assert "aa1" in made.chosen


def test_a_change_counts_at_once_and_says_where_the_sandbox_is_switched_on():
    assert plan(WritePath("/srv/out", True)).takes_effect.when == "next-command"
    assert "switched on elsewhere" not in plan(WritePath("/srv/out", True)).takes_effect.say
    assert "switched on elsewhere" in plan(WritePath("/srv/out", True), settings={}).takes_effect.say


def test_the_sandbox_is_never_switched_on_or_off_by_a_change():
    for pair in combinations(EVERY_KIND, 2):
        for option in plan(*pair, settings={}).options:
            assert not any(change.path in (("sandbox", "enabled"), ("sandbox", "filesystem", "disabled")) for change in option.changes)


def test_the_off_switch_is_for_the_human_and_warns():
    switch = plan(WritePath("/srv/out", True)).off_switch
    assert all(step.who == "human" for step in switch.steps)
    assert any('"enabled":false' in (step.run or "") for step in switch.steps)
    assert "credentials" in switch.warning
    mandate = {"managed": {"sandbox": {"allowUnsandboxedCommands": False}}, "project": ON}
    assert "administrator" in plan(WritePath("/srv/out", True), settings=mandate).off_switch.warning


def test_no_step_is_a_bang_command():
    for need in EVERY_KIND:
        for option in plan(need, command="frobnicate").options:
            assert not any((step.run or "").startswith("!") or "`!" in (step.say or "") for step in option.steps)


def test_the_declarations():
    assert load("claude") is CLAUDE
    assert {"user", "project", "local", "managed"} <= {file.scope for file in CLAUDE.files}
    assert ("SANDBOX_RUNTIME", "sandboxed", "1") in {(marker.variable, marker.means, marker.value) for marker in CLAUDE.markers}


@pytest.mark.parametrize(
    ("text", "numbers"), [("2.1.332", (2, 1, 332)), ("v2.0.5-beta", (2, 0, 5)), ("x", None), ("2.1", None), ("1.2.3.4", None)]
)
def test_versions(text, numbers):
    assert parse(text) == numbers


def test_the_version_of_a_session():
    assert version_from({"AI_AGENT": "claude-code_2-1-332_agent"}) == "2.1.332"
    assert version_from({"AI_AGENT": "other"}) is None
    assert version_from({}) is None


def test_an_unknown_version_is_assumed_and_said():
    assert target_of_situation(situation()).assumed
    assert not target_of_situation(situation(version="2.1.300")).assumed
    assert target_of_situation(situation(version="nonsense")).assumed
    other = situation(version="0.171.0", harness=Known("codex"))
    assert target_of_situation(other).version == (2, 1, 332)


def test_text_of_the_output_is_shown_as_quoting_shows_it():
    made = plan(WritePath("/srv/a\u202eb", True), ReachHost("exa\u202emple", 443))
    told = " ".join((*(option.title + option.means for option in made.options), *(unmet.reason + unmet.instead for unmet in made.unmet)))
    assert "\u202e" not in told
    assert not any("\u202e" in str(edits(option)) for option in made.options)
