"""Places that a config file hides from sandboxed commands, which only the command and the boundary tell."""

import json

import pytest

from advisor.advice import advise
from advisor.harnesses import load
from advisor.hidden import hidden, hides
from advisor.model import Confidence, ConfigText, Known, ReadPath, Recording, Risk, Situation

HOME, PROJECT = "/home/dev", "/home/dev/code/shop"


def situated(command, denied=("/srv/priv",), sandboxed=True, **fields):
    settings = {"sandbox": {"enabled": True, "filesystem": {"denyRead": list(denied)}}}
    files = {"user": "~/.claude/settings.json", "project": ".claude/settings.json", "local": ".claude/settings.local.json"}
    texts = {"user": None, "project": json.dumps(settings), "local": None}
    configs = tuple(ConfigText("claude", file, scope, texts[scope]) for scope, file in files.items())
    return Situation(
        system=Known("linux", "flag"), harness=Known("claude", "flag"), harnesses=("claude",), sandboxed=Known(sandboxed, "flag"),
        home=HOME, directory=PROJECT, repository=PROJECT, command=command, configs=configs, **fields,
    )  # fmt: skip


def found(situation):
    boundaries = {name: load(name).read_boundary(situation) for name in situation.harnesses}
    return [denial.need for denial in hidden(situation, boundaries)]


@pytest.mark.parametrize(
    ("command", "places"),
    [
        ("cat /srv/priv/f", ["/srv/priv/f"]),
        ("cat /srv/priv/f; ls -la /srv/priv", ["/srv/priv/f"]),
        ("ls /srv/priv", ["/srv/priv"]),
        ("python3.11 /srv/priv/s.py", ["/srv/priv/s.py"]),
        ("cat /srv/public/f", []),
        ("echo /srv/priv/f", []),
        ("cat '/srv/priv/*'", []),
        ("cd /srv && cat priv/f", []),
        ("cp -r /srv ./copy", ["/srv/priv"]),
        ("cp --archive /srv ./copy", ["/srv/priv"]),
        ("rsync /srv host:", ["/srv/priv"]),
        ("tar czf x.tgz /srv", ["/srv/priv"]),
        ("tar xf /srv/x.tgz", []),
        ("cp /srv/a b", []),
        ("grep -r x /srv", []),
    ],
)
def test_what_a_command_names_or_copies_and_the_settings_close(command, places):
    assert found(situated(command)) == [ReadPath(place) for place in places]


def test_a_project_below_a_closed_home_is_the_sessions_own():
    assert found(situated("cat ~/.npmrc README.md; ls ~", denied=["~/"])) == [ReadPath("~/.npmrc")]
    assert found(situated("cat secrets/a", denied=["./secrets"])) == [ReadPath(f"~{PROJECT.removeprefix(HOME)}/secrets/a")]


def test_a_pattern_hides_no_folder_of_a_copy():
    assert found(situated("cp -r /srv x", denied=["/srv/*.pem"])) == []


def test_it_is_asked_only_where_a_config_closes_something_to_a_command_in_the_sandbox():
    assert hides(situated("cat /srv/priv/f"))
    assert not hides(situated(None))
    assert not hides(situated("cat /srv/priv/f", sandboxed=False))
    assert not hides(situated("cat /srv/priv/f")._replace(configs=(ConfigText("claude", "x", "user", '{"sandbox": {}}'),)))


def test_a_silent_read_of_a_closed_folder_is_told_and_offered_as_a_decision():
    report = advise(Recording(iter((b"copy\n",))), situated("cp -r /srv ./copy"))
    (denial,) = report.denials
    assert (denial.rule.id, denial.confidence) == ("filesystem/hidden-by-settings", Confidence.LIKELY)
    assert denial.evidence.text == "cp -r /srv ./copy"
    (plan,) = report.plans
    assert plan.chosen == ()
    assert [option.risk for option in plan.options] == [Risk.BROAD]
    assert report.verdict == "sandbox"


def test_what_the_text_tells_already_is_not_told_twice():
    report = advise(Recording(iter((b"cat: /srv/priv/f: Permission denied\n",))), situated("cat /srv/priv/f"))
    assert [denial.need for denial in report.denials] == [ReadPath("/srv/priv/f")]
    assert report.ordinary == ()
