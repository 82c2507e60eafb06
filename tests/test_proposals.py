"""From a report to what a patch would write, over several plans."""

from advisor.choices import Wishes
from advisor.model import Change, ConfigText, Known, OffSwitch, Option, Plan, Report, Risk, Situation, TakesEffect, Unmet, WritePath
from advisor.proposals import propose, unlooked

JSON, TOML = ".claude/settings.json", ".codex/config.toml"
LINE = Change(".gitignore", "lines", "project", (), ".cache/", op="append", role="housekeeping", risk=Risk.NONE)
FOLDER = WritePath("/srv/models", folder=True)


def situation(**texts):
    configs = [
        ConfigText(harness, file, scope, texts.get(f"{harness}_{scope}"), None, f"/shop/{file}")
        for harness, scope, file in (
            ("claude", "user", "~/.claude/settings.json"),
            ("claude", "project", JSON),
            ("claude", "local", ".claude/settings.local.json"),
            ("codex", "user", "~/.codex/config.toml"),
            ("codex", "project", TOML),
        )
    ]
    return Situation(
        system=Known("linux", "flag"), home="/home/dev", directory="/shop", repository="/shop", configs=tuple(configs), looked=True
    )


def plan(harness, *changes, needs=(FOLDER,), unmet=(), kind="relocate"):
    options = (Option("a1", needs, kind, "title", Risk.NARROW, "means", changes),) if changes else ()
    return Plan(harness, options, ("a1",), (), TakesEffect("next-command", ""), unmet, OffSwitch((), ""))


def moving(file, key, value):
    return Change(file, "json" if file == JSON else "toml", "project", key, value, role="relocate", risk=Risk.NONE)


CLAUDE = plan("claude", moving(JSON, ("env", "X"), "y"), LINE)
CODEX = plan("codex", moving(TOML, ("shell_environment_policy", "set", "X"), "y"), LINE)


def report(*plans, **texts):
    return Report("sandbox", situation(**texts), (), (), plans)


def test_a_file_that_two_plans_change_is_one_patch():
    found = propose(report(CLAUDE, CODEX), Wishes())
    assert [(patch.file, patch.before) for patch in found.patches] == [(JSON, None), (".gitignore", None), (TOML, None)]
    assert next(patch.after for patch in found.patches if patch.file == ".gitignore") == ".cache/\n"
    other = CODEX._replace(options=(CODEX.options[0]._replace(changes=(LINE._replace(value="other/"),)),))
    found = propose(report(CLAUDE, other), Wishes())
    assert [(patch.before, patch.after) for patch in found.patches if patch.file == ".gitignore"] == [(None, ".cache/\nother/\n")]


def test_one_plans_obstacle_is_not_the_others():
    found = propose(report(CLAUDE, CODEX, claude_project="{,}"), Wishes())
    assert [patch.file for patch in found.patches] == [TOML, ".gitignore"]
    assert [refusal.file for refusal in found.refusals] == [JSON]
    found = propose(report(CLAUDE, CODEX, codex_project='default_permissions = "missing"\n'), Wishes())
    assert [patch.file for patch in found.patches] == [JSON, ".gitignore"]
    assert "no file defines" in found.refusals[0].reason


def test_a_result_that_is_wrong_is_not_proposed():
    grant = Change(TOML, "toml", "project", ("permissions", "x", "filesystem", "/etc"), "write")
    found = propose(report(plan("codex", grant, kind="setting")), Wishes())
    assert found.patches == ()
    assert found.unsafe[0][0] == "Codex"


def test_what_the_files_hold_is_settled():
    texts = {"claude_project": '{"env": {"X": "y"}}'}
    held = plan("claude", CLAUDE.options[0].changes[0])
    assert propose(report(held, **texts), Wishes()).settled
    assert not propose(report(held), Wishes()).settled
    assert not propose(report(), Wishes()).settled
    open_need = plan("claude", CLAUDE.options[0].changes[0], unmet=(Unmet(WritePath("/etc/x"), "no", "way"),))
    assert not propose(report(open_need, **texts), Wishes()).settled


def test_files_that_nobody_looked_at_are_asked_for():
    assert unlooked([CLAUDE, CODEX], situation()) == ((".gitignore", "/shop/.gitignore"),)
    assert unlooked([CLAUDE], Situation()) == ()


def test_the_options_of_the_patches_are_told():
    assert [option.id for option in propose(report(CLAUDE, CODEX), Wishes()).taken()] == ["a1", "a1"]
