"""Needs against the boundaries of sessions: what is granted, what is refused, what is planned."""

from advisor.model import Access, ConfigText, HarnessName, Known, ReachHost, ReachLocalService, Situation, WritePath
from advisor.suggest import Necessity, Place
from advisor.suggest.judged import judged, session, to_plan

HOME = "/home/dev"
CLAUDE_ON = '{"sandbox": {"enabled": true, "network": {"allowedDomains": ["code.example"]}}}'


def situation(name: HarnessName, **texts):
    files = {
        "claude": (("user", "~/.claude/settings.json"), ("project", ".claude/settings.json"), ("local", ".claude/settings.local.json")),
        "codex": (("user", "~/.codex/config.toml"), ("project", ".codex/config.toml")),
    }[name]
    configs = tuple(ConfigText(name, file, scope, texts.get(scope)) for scope, file in files)
    here = {"home": HOME, "directory": f"{HOME}/shop", "repository": f"{HOME}/shop"}
    return Situation(system=Known("linux"), harnesses=(name,), configs=configs, looked=True, ahead=True, **here)


def necessity(need, client="proxy"):
    return Necessity(need, (Place("x", 1, "why"),), client)


def test_a_sandbox_that_nobody_switched_on_is_taken_as_on():
    found = session("claude", situation("claude"))
    assert found.assumed == "no file switches its sandbox on: this is what it refuses once it is on"
    (suggestion,) = judged([necessity(WritePath("~/.npm/_cacache", folder=True))], [found])
    assert suggestion.answers[0].access is Access.REFUSED


def test_one_that_a_file_switches_off_refuses_nothing():
    found = session("claude", situation("claude", user='{"sandbox": {"enabled": false}}'))
    assert found.assumed is None
    (suggestion,) = judged([necessity(WritePath("/srv/x"))], [found])
    assert suggestion.granted


def test_a_project_that_nobody_trusts_yet_is_taken_as_trusted():
    found = session("codex", situation("codex"))
    assert found.assumed == "it does not trust this project yet: this is what it refuses once it does"
    assert (found.boundary.posture, found.situation.trusted) == ("workspace", True)
    told = session("codex", situation("codex", user=f'[projects."{HOME}/shop"]\ntrust_level = "untrusted"\n'))
    assert told.assumed is None


def test_what_is_refused_comes_first_and_is_planned():
    sessions = [session("claude", situation("claude", project=CLAUDE_ON))]
    found = judged([necessity(ReachHost("code.example", 443)), necessity(ReachHost("a.example", 443))], sessions)
    assert [(one.necessity.need.host, one.granted) for one in found] == [("a.example", False), ("code.example", True)]
    assert to_plan(found, "claude") == (((ReachHost("a.example", 443), (0,)),), ())
    assert to_plan(found, "codex") == ((), ())


def test_git_s_ssh_is_led_to_the_proxy_by_claude_code_alone():
    ssh = necessity(ReachHost("code.example", 22), "git-ssh")
    (here,) = judged([ssh], [session("claude", situation("claude", project=CLAUDE_ON))])
    assert here.granted
    (there,) = judged([ssh], [session("codex", situation("codex"))])
    assert to_plan([there], "codex")[0][0][0] == ReachHost("code.example", 22, direct=True)


def test_where_a_script_logs_in_is_told_and_never_planned():
    found = [session("codex", situation("codex"))]
    script = necessity(ReachHost("prod.example", 22, direct=True), "direct")._replace(kind="script")
    planned, (never,) = to_plan(judged([script], found), "codex")
    assert planned == ()
    assert never.reason.startswith("Only a script")
    setup = script._replace(kind="setup")
    assert to_plan(judged([setup], found), "codex") == (((setup.need, (0,)),), ())


def test_a_service_of_this_machine_is_never_planned():
    local = necessity(ReachLocalService(5432, "127.0.0.1"), "direct")
    found = judged([local], [session("codex", situation("codex"))])
    planned, (never,) = to_plan(found, "codex")
    assert planned == ()
    assert (never.need, never.denials) == (ReachLocalService(5432, "127.0.0.1"), (0,))
