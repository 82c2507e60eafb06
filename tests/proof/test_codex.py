"""How Codex is started, and what its requests and rollout say."""

import json

import pytest

from advisor.proof import codex
from advisor.proof.trial import Ended, Room, Trial

ROOM = Room("/lab/r", "/lab/r/project", "/lab/r/home", "/lab/r/outside", "/lab/r/served")
ENDED = Ended("", "", 0, 1.5)
BLOCKED = 'exec_command failed: ProcessFailed { message: "Network access to \\"a.example\\" was blocked: domain is not on the allowlist" }'


def trial(*steps, **more):
    return Trial("codex", "/bin/codex", ROOM, steps, **more)


def read(*outputs, records=(), ended=ENDED):
    items = [
        {"type": "custom_tool_call_output", "call_id": f"call_advise{number:03d}", "output": text} for number, text in enumerate(outputs)
    ]
    steps = tuple(f"step {number}" for number in range(len(outputs)))
    return codex.read(trial(*steps), [{"input": []}, {"input": items}], records, ended)


def scripted(**result):
    return f"Script completed\nWall time 0.1 seconds\nOutput:\n\n{json.dumps(result)}"


def test_a_session_is_quiet_and_talks_to_our_model_only():
    prepared = codex.prepare(trial("true", environment=(("PATH", "/bin"),), files=((".codex/config.toml", ""),)), 4711)
    line = " ".join(prepared.arguments)
    assert prepared.arguments[:2] == ("/bin/codex", "exec")
    assert 'base_url="http://127.0.0.1:4711/v1"' in line
    assert "analytics.enabled=false" in line
    assert f'projects={{"{ROOM.project}"={{trust_level="trusted"}}}}' in prepared.arguments
    assert dict(prepared.environment) == {"PATH": "/bin", "HOME": ROOM.home, "CODEX_HOME": f"{ROOM.home}/.codex"}
    assert prepared.files == ((".codex/config.toml", ""),)


def test_an_untrusted_project_is_not_trusted():
    assert "trust_level" not in " ".join(codex.prepare(trial("true", trusted=False), 1).arguments)


def test_a_session_starts_where_the_trial_says_with_what_it_adds():
    arguments = codex.prepare(trial("true", directory="/lab/r/project/sub", arguments=("-p", "ci")), 1).arguments
    assert arguments[arguments.index("-C") + 1] == "/lab/r/project/sub"
    assert arguments[-3:] == ("-p", "ci", "run it")
    plain = codex.prepare(trial("true"), 1).arguments
    assert plain[plain.index("-C") + 1] == ROOM.project


def test_a_config_is_checked_without_a_model():
    arguments = codex.prepare(trial(mode="config"), 1).arguments
    assert arguments[1:4] == ("app-server", "--strict-config", "--print-startup-config")
    assert "model_provider" not in " ".join(arguments)


@pytest.mark.parametrize(
    ("ended", "problem"),
    [
        (Ended("{}", "", 0, 0.1), None),
        (Ended('{"error":{"data":{"detail":"c.toml:2:1: unknown field"},"message":"m"}}', "", 1, 0.1), "c.toml:2:1: unknown field"),
        (Ended('{"error":{"message":"failed"}}', "", 1, 0.1), "failed"),
        (Ended("", "no such thing\n", 1, 0.1), "no such thing"),
        (Ended("[]", "", 1, 0.1), "[]"),
        (Ended("", "", 1, 0.1), "Codex could not read its configuration"),
    ],
)
def test_what_is_wrong_with_a_config(ended, problem):
    assert codex.read(trial(mode="config"), (), (), ended).problem == problem


def test_a_failed_command_in_the_script():
    seen = read(scripted(exit_code=1, output="touch: no\n")).seen[0]
    assert (seen.output, seen.exit_code, seen.ran, seen.violations) == ("touch: no\n", 1, True, ())


def test_a_failed_command_of_the_plain_tool():
    text = "Chunk ID: 1\nProcess exited with code 1\nOriginal token count: 2\nOutput:\ntouch: no\n"
    seen = read(text).seen[0]
    assert (seen.output, seen.exit_code, seen.shown) == ("touch: no\n", 1, text)


@pytest.mark.parametrize("text", [BLOCKED, f"Script failed\nWall time 0.1 seconds\nOutput:\n\nScript error:\n{BLOCKED}"])
def test_a_refused_host_costs_the_output(text):
    seen = read(text).seen[0]
    assert (seen.ran, seen.exit_code) == (True, None)
    assert seen.violations == ("deny network-outbound a.example (domain is not on the allowlist)",)


@pytest.mark.parametrize(
    "text", ["rejected: rm -f style commands", "Script completed\nOutput:\nnot json", "Script completed\nOutput:\n[1]"]
)
def test_a_command_that_the_policy_refused_did_not_run(text):
    seen = read(text).seen[0]
    assert (seen.ran, seen.exit_code, seen.output) == (False, None, text)


@pytest.mark.parametrize(("kind", "sandboxed"), [("workspace-write", True), ("danger-full-access", False)])
def test_the_policy_in_force_is_read_from_the_rollout(kind, sandboxed):
    context = {"type": "turn_context", "payload": {"sandbox_policy": {"type": kind}, "approval_policy": "never", "model": "m"}}
    records = [json.dumps({"type": "session_meta"}), json.dumps(context), '{"type": "turn_context"}']
    outcome = read(scripted(exit_code=0), records=records)
    assert outcome.policy == {"sandbox_policy": {"type": kind}, "approval_policy": "never"}
    assert outcome.seen[0].sandboxed is sandboxed


def test_without_a_rollout_nobody_says_whether_it_was_sandboxed():
    outcome = read(scripted(exit_code=0))
    assert (outcome.policy, outcome.seen[0].sandboxed) == (None, None)


def test_what_was_not_answered_is_a_problem_with_what_the_program_said():
    outcome = codex.read(trial("a"), (), (), Ended("out of luck", "", 1, 1.0))
    assert outcome.problem == "Codex answered 0 of 1 steps and exited with 1: out of luck"


def test_a_session_that_had_to_be_ended():
    assert codex.read(trial("a", seconds=3), (), (), Ended("", "", None, 3.0)).problem == "Codex did not finish within 3 s"
