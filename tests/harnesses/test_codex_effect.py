"""When a change of Codex's config counts, and how its sandbox is turned off."""

import pytest

from advisor.model import ConfigText, WritePath
from tests.harnesses.codex_cases import FILES, TRUSTED, looked, planned, situated

CACHE = WritePath("~/.npm/_cacache", folder=True)
DATA = WritePath("/srv/shared/data", folder=True)


@pytest.mark.parametrize(
    ("situation", "when", "says"),
    [
        (looked(), "new-session", False),
        (situated(), "new-session", True),
        (looked(TRUSTED.replace('"trusted"', '"untrusted"')), "after-trust", True),
    ],
)
def test_a_projects_file_counts_once_the_project_is_trusted(situation, when, says):
    effect = planned(situation, CACHE).takes_effect
    assert effect.when == when
    assert ("counts only once Codex trusts" in effect.say) is says
    assert effect.say.startswith("In a new session")


def test_the_users_file_needs_no_trust():
    effect = planned(situated(), DATA).takes_effect
    assert effect.when == "new-session"
    assert "trusts" not in effect.say


def test_a_new_profile_does_not_reach_a_resumed_session_by_itself():
    assert "-c 'default_permissions=\"advise\"'" in planned(situated(), CACHE).takes_effect.say
    assert "resume" not in planned(situated(dialect="legacy"), CACHE).takes_effect.say


def test_an_administrators_file_may_win():
    mandate = ConfigText("codex", FILES["requirements"], "requirements", "[rules]\n")
    situation = looked()
    situation = situation._replace(configs=(*situation.configs, mandate))
    assert "administrator's requirements" in planned(situation, CACHE).takes_effect.say


def test_what_is_only_offered_also_says_when_it_counts():
    assert planned(situated(), WritePath(".git", folder=True)).takes_effect.say


def test_the_off_switch_is_a_flag_for_one_session_and_warns():
    switch = planned(situated(), CACHE).off_switch
    assert [step.run for step in switch.steps if step.run] == ["codex -s danger-full-access"]
    assert {step.who for step in switch.steps} == {"human"}
    assert "never put it into a config file" in switch.steps[-1].say
    assert "filesystem" in switch.warning
    assert "every host" in switch.warning
