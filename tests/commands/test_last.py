"""`advise explain --last`: the newest session's last refused command, with what the session signed."""

import json
import os
import re

import pytest

from advisor.commands import explain
from advisor.commands.last import last_report
from advisor.errors import InputError, UsageError
from advisor.situation import Flags

EROFS = "touch: cannot touch '/srv/x': Read-only file system"


def claude(machine, *calls, name="a"):
    """Record a Claude Code session of the project; calls: (command, output, what the record says beside it)."""
    slug = re.sub(r"[^A-Za-z0-9]", "-", str(machine.project))
    lines = []
    for number, (command, output, more) in enumerate(calls):
        use = {"type": "tool_use", "name": "Bash", "id": f"t{number}", "input": {"command": command}}
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": output, "is_error": True}
        common = {"cwd": str(machine.project), "version": "2.1.332"}
        lines += [
            {"type": "assistant", "message": {"content": [use]}},
            {"type": "user", "message": {"content": [result]}, **common, **more},
        ]
    return machine.put(f".claude/projects/{slug}/{name}.jsonl", "\n".join(map(json.dumps, lines)))


def codex(machine, *outputs, policy=None, name="rollout-1"):
    """Record a Codex session of the project."""
    lines = [{"type": "session_meta", "payload": {"cwd": str(machine.project), "cli_version": "0.171.0"}}]
    if policy is not None:
        lines.append(
            {"type": "turn_context", "payload": {"cwd": str(machine.project), "sandbox_policy": {"type": "workspace-write"}, **policy}}
        )
    for number, output in enumerate(outputs):
        call = {
            "type": "function_call",
            "name": "exec_command",
            "call_id": f"c{number}",
            "arguments": json.dumps({"cmd": f"touch {number}"}),
        }
        text = f"Process exited with code 1\nOutput:\n{output}"
        lines += [{"type": "response_item", "payload": call}]
        lines += [{"type": "response_item", "payload": {"type": "function_call_output", "call_id": f"c{number}", "output": text}}]
    return machine.put(f".codex/sessions/2026/11/29/{name}.jsonl", "\n".join(map(json.dumps, lines)))


def report(**flags):
    return last_report(Flags(**flags), os.environ)


def test_the_last_refused_command_is_explained(machine):
    claude(machine, ("touch /srv/x", f"Exit code 1\n{EROFS}", {"sandboxed": True}), ("ls", "Exit code 0\nfine", {"sandboxed": True}))
    code, told = machine.told("explain", "--last")
    assert (code, told["verdict"], told["denials"][0]["target"]) == (0, "sandbox", "/srv/x")
    situation = told["situation"]
    assert situation["harness"] == {"value": "claude", "because": "its session records this command"}
    assert situation["sandboxed"] == {"value": True, "because": "the session says so"}
    assert situation["version"]["value"] == "2.1.332"


def test_what_the_record_itself_lists_is_certain(machine):
    signed = {"sandboxed": True, "sandboxViolations": [{"kind": "network", "host": "a.example", "port": 443}]}
    claude(machine, ("curl https://a.example", "Exit code 56\ncurl: (56) CONNECT tunnel failed, response 403", signed))
    denials = machine.told("explain", "--last")[1]["denials"]
    assert {denial["target"]: denial["confidence"] for denial in denials}["a.example:443"] == "certain"


def test_what_ran_outside_is_passed_over(machine):
    claude(
        machine,
        ("touch /srv/y", f"Exit code 1\n{EROFS.replace('/x', '/y')}", {"sandboxed": True}),
        ("touch /srv/x", f"Exit code 1\n{EROFS}", {"sandboxed": False}),
    )
    assert report().denials[0].command == "touch /srv/y"
    assert report(sandboxed="yes").denials[0].command == "touch /srv/x"


def test_the_same_text_gets_the_same_grade_pasted_piped_and_recorded(machine):
    claude(machine, ("touch /srv/x", f"Exit code 1\n{EROFS}", {}))
    pasted = machine.told("explain", "--harness", "claude", EROFS)[1]
    recorded = machine.told("explain", "--last")[1]
    assert [one["denials"][0]["confidence"] for one in (pasted, recorded)] == ["likely", "likely"]


@pytest.mark.parametrize(
    ("policy", "flags", "profile", "dialect"),
    [
        ({"active_permission_profile": {"id": "dev"}}, {}, "dev", "profile"),
        ({"permission_profile": {}}, {}, None, "legacy"),
        ({}, {}, None, None),
        (None, {}, None, None),
        ({"active_permission_profile": {"id": "dev"}}, {"codex_dialect": "legacy"}, None, "legacy"),
    ],
)
def test_codex_s_own_policy_is_the_situation_s(machine, policy, flags, profile, dialect):
    codex(machine, EROFS, policy=policy)
    found = report(**flags)
    assert found.denials
    assert (found.situation.profile, found.situation.dialect) == (profile, dialect)
    assert found.situation.sandboxed.value is (None if policy is None else True)


def test_whether_codex_s_session_had_a_network_is_the_situation_s(machine):
    codex(machine, EROFS, policy={"permission_profile": {"network": "enabled"}})
    assert report().situation.network is True
    codex(machine, EROFS, policy={"permission_profile": {"network": "restricted"}})
    assert report().situation.network is False
    codex(machine, EROFS, policy={"permission_profile": "none"})
    assert report().situation.network is None


def test_a_known_version_is_not_replaced(machine):
    codex(machine, EROFS)
    assert report().situation.version.value == "0.171.0"
    assert report(harness_version="0.160.0").situation.version.value == "0.160.0"


def test_an_older_session_is_looked_into_where_the_newest_holds_nothing(machine):
    old = claude(machine, ("touch /srv/x", f"Exit code 1\n{EROFS}", {}), name="old")
    new = claude(machine, ("ls", "fine", {}), ("cat x", "", {}), name="new")
    os.utime(old, (1, 1))
    assert new.stat().st_mtime > 1
    assert report().denials[0].command == "touch /srv/x"


def test_what_was_refused_many_sessions_ago_is_not_looked_for(machine):
    for number in range(21):
        path = claude(machine, ("make", EROFS if number == 0 else "fine", {}), name=f"s{number:02}")
        os.utime(path, (1000 + number, 1000 + number))
    assert report().verdict == "nothing"
    os.utime(path, (1, 1))
    assert report().verdict == "sandbox"


def test_a_session_without_a_refusal_is_nothing(machine):
    claude(machine, ("ls", "fine", {}))
    code, told = machine.told("explain", "--last")
    assert (code, told["verdict"]) == (1, "nothing")


def test_where_no_session_is_recorded_that_is_said(machine):
    with pytest.raises(InputError, match="no Claude Code or Codex session"):
        report()
    with pytest.raises(InputError, match="no session to look at"):
        report(probe=False)


def test_a_session_elsewhere_is_named_by_its_whole_path(machine, tmp_path, monkeypatch):
    codex(machine, EROFS)
    monkeypatch.setitem(os.environ, "HOME", str(tmp_path))
    monkeypatch.setitem(os.environ, "CODEX_HOME", str(machine.home / ".codex"))
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    assert report().denials[0].evidence.origin.source.startswith("/")


def test_last_stands_alone():
    for argv in (["--last", "text"], ["--last", "--file", "x"]):
        with pytest.raises(UsageError, match="more than one"):
            explain.main(argv)
