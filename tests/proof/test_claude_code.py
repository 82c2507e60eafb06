"""How Claude Code is started, and what its requests and transcript say."""

import json

import pytest

from advisor.proof import claude_code, messages_api
from advisor.proof.trial import Ended, Room, Trial

ROOM = Room("/lab/r", "/lab/r/project", "/lab/r/home", "/lab/r/outside", "/lab/r/served")
ENDED = Ended("", "", 0, 1.5)


def trial(*steps, **more):
    return Trial("claude", "/bin/claude", ROOM, steps, (("~/.claude/settings.json", "{}"),), **more)


def requests(*results):
    blocks = [
        {"type": "tool_result", "tool_use_id": messages_api.call_id(number), "content": text, "is_error": is_error}
        for number, (text, is_error) in enumerate(results)
    ]
    return [{"messages": [{"role": "user", "content": blocks}]}]


def record(number=0, **fields):
    block = {"type": "tool_result", "tool_use_id": messages_api.call_id(number)}
    return json.dumps({"type": "user", "message": {"content": [{"type": "text"}, block]}, **fields})


def read(*results, records=(), ended=ENDED):
    steps = tuple(f"step {number}" for number in range(len(results)))
    return claude_code.read(trial(*steps), requests(*results), records, ended)


def test_a_session_is_quiet_trusted_and_talks_to_our_model_only():
    prepared = claude_code.prepare(trial("true", environment=(("PATH", "/bin"), ("HOME", "/elsewhere"))), 4711)
    environment = dict(prepared.environment)
    assert prepared.arguments[:2] == ("/bin/claude", "-p")
    assert environment["ANTHROPIC_BASE_URL"] == "http://127.0.0.1:4711"
    assert (environment["HOME"], environment["PATH"], environment["DISABLE_TELEMETRY"]) == (ROOM.home, "/bin", "1")
    files = dict(prepared.files)
    assert json.loads(files["~/.claude.json"])["projects"][ROOM.project] == {"hasTrustDialogAccepted": True}
    assert files["~/.claude/settings.json"] == "{}"


def test_a_trial_adds_to_the_command_line():
    more = ("--add-dir", "/lab/r/outside")
    assert claude_code.prepare(trial("true", arguments=more), 1).arguments[-2:] == more


def test_a_failed_command():
    outcome = read(("Exit code 1\ntouch: no", True), records=[record(sandboxed=True, sandboxViolations=[])])
    seen = outcome.seen[0]
    assert (seen.output, seen.exit_code, seen.ran, seen.sandboxed, seen.violations) == ("touch: no", 1, True, True, ())
    assert (outcome.problem, outcome.exit_code, outcome.seconds) == (None, 0, 1.5)


def test_a_command_that_printed_nothing_but_its_exit_code():
    assert read(("Exit code 1", True)).seen[0].output == ""


def test_a_refused_host_is_read_from_the_block():
    text = "blocked\n<sandbox_violations>\ndeny network-outbound a.example:80 (user denied)\n</sandbox_violations>"
    seen = read((text, False)).seen[0]
    assert (seen.output, seen.exit_code, seen.passed) == ("blocked", 0, False)
    assert seen.violations == ("deny network-outbound a.example:80 (user denied)",)
    assert seen.shown == text


def test_a_refused_host_is_read_from_the_transcript_too():
    kept = record(sandboxViolations=[{"kind": "network", "host": "a.example", "port": 443}])
    assert read(("blocked", False), records=[kept]).seen[0].violations == ("deny network a.example:443",)


@pytest.mark.parametrize("how", ["event", "transcript", "words"])
def test_a_command_that_the_permission_layer_refused_did_not_run(how):
    event = json.dumps({"subtype": "permission_denied", "tool_use_id": messages_api.call_id(0)})
    ended = ENDED._replace(stdout=f"{event}\n[1]\n" if how == "event" else '{"subtype": "permission_denied"}')
    records = [record(toolDenialKind="user-rejected")] if how == "transcript" else ["not json", '{"message": null}']
    seen = read(("This command requires approval", how == "words"), records=records, ended=ended).seen[0]
    assert (seen.ran, seen.exit_code, seen.passed) == (False, None, False)


def test_what_was_not_answered_is_a_problem_with_what_the_program_said():
    outcome = claude_code.read(trial("a", "b"), requests(("ok", False)), (), Ended("", "out of luck", 1, 1.0))
    assert len(outcome.seen) == 1
    assert outcome.problem == "Claude Code answered 1 of 2 steps and exited with 1: out of luck"


def test_a_session_that_had_to_be_ended():
    outcome = claude_code.read(trial("a", seconds=3), (), (), Ended("", "", None, 3.0))
    assert outcome.problem == "Claude Code did not finish within 3 s"


def test_a_config_home_of_its_own_leaves_the_home_as_it_is():
    prepared = claude_code.prepare(trial("true", config_home="/lab/r/config"), 1)
    assert dict(prepared.environment)["CLAUDE_CONFIG_DIR"] == "/lab/r/config/.claude"
    assert dict(prepared.environment)["HOME"] == ROOM.home
    assert prepared.files[0][0] == "~/.claude/.claude.json"
