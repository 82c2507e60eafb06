"""The same refusal has the same grade, whichever way its text comes; and nobody's sandbox is taken for a harness's."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from advisor.cli import main
from advisor.model import Process

STRONG = {
    "read-only": "touch: cannot touch '/srv/data/x': Read-only file system",
    "npm": "npm error code EROFS\nnpm error syscall mkdir\nnpm error path /srv/cache/_cacache\nnpm error errno EROFS\n"
    "npm error rofs EROFS: read-only file system, mkdir '/srv/cache/_cacache'",
    "listen": "Error: listen EPERM: operation not permitted 127.0.0.1:3000",
    "proxy": "curl: (56) CONNECT tunnel failed, response 403\n< X-Proxy-Error: blocked-by-allowlist",
    "violation": "curl: (22) The requested URL returned error: 403\n\n<sandbox_violations>\n"
    "deny network-outbound api.example:443 (user denied)\n</sandbox_violations>",
    "codex-proxy": 'Network access to "api.example" was blocked: domain is not on the allowlist for the current sandbox mode.',
}
WEAK = {
    "git": "error: could not lock config file .git/config: File exists",
    "denied": "touch: cannot touch '/srv/data/x': Permission denied",
    "name": "curl: (6) Could not resolve host: api.example",
    "refused": "curl: (7) Failed to connect to localhost port 5432 after 0 ms: Couldn't connect to server",
}
ORDINARY = {
    "in-use": "Error: listen EADDRINUSE: address already in use 127.0.0.1:3000",
    "nothing": "SyntaxError: invalid syntax",
}
ALL = {**STRONG, **WEAK, **ORDINARY}
# What other sandboxes, containers and runners set in the environment of their commands.
STRANGERS = {
    "docker": {"HOSTNAME": "3f2a", "container": "docker"},
    "podman": {"container": "podman"},
    "nspawn": {"container": "systemd-nspawn"},
    "kubernetes": {"KUBERNETES_SERVICE_HOST": "10.0.0.1"},
    "devcontainer": {"REMOTE_CONTAINERS": "true", "CODESPACES": "true", "IS_SANDBOX": "1"},
    "github": {"CI": "true", "GITHUB_ACTIONS": "true", "RUNNER_OS": "Linux"},
    "gitlab": {"CI": "true", "GITLAB_CI": "true"},
    "jenkins": {"JENKINS_URL": "https://ci.example/", "BUILD_ID": "7"},
    "buildkite": {"CI": "true", "BUILDKITE": "true"},
    "flatpak": {"FLATPAK_ID": "org.example.App"},
    "snap": {"SNAP": "/snap/app/1"},
    "proxy": {"HTTPS_PROXY": "http://127.0.0.1:3128", "NO_PROXY": "localhost"},
    "own": {"SANDBOX": "1"},
}
CONFINED = {
    "plain": Process(False, False, False),
    "no-new-privileges": Process(True, False, True),
    "hardened": Process(True, True, True),
}


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch, tmp_path):
    """A project in an empty home, and an environment that tells of no harness."""
    home = tmp_path / "home"
    (home / "project" / ".git").mkdir(parents=True)
    for name in list(os.environ):
        if name not in ("PATH", "LANG", "PYTHONPATH") and not name.startswith("COV"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home / "project")
    monkeypatch.setattr("advisor.situation.process", lambda environ: CONFINED["plain"])


@pytest.fixture
def explain(capsys, monkeypatch):
    """The report of `advise explain` on its arguments, and on what stands on its input."""
    kept = os.dup(0)

    def report(*arguments, given=None):
        monkeypatch.setattr(sys, "stdin", io.StringIO() if given is not None else None)
        if given is not None:
            with tempfile.TemporaryFile() as file:
                file.write(given.encode())
                file.seek(0)
                os.dup2(file.fileno(), 0)
        main(["explain", "--format", "json", *arguments])
        return json.loads(capsys.readouterr().out)

    yield report
    os.dup2(kept, 0)
    os.close(kept)


def grades(report):
    """(rule, grade) of every denial, and the verdict."""
    return {denial["rule"]: denial["confidence"] for denial in report["denials"]}, report["verdict"]


def transcript(text, **fields):
    """A Claude Code session of this folder whose one command printed `text`."""
    folder = Path(os.environ["HOME"], ".claude", "projects", re.sub(r"[^A-Za-z0-9]", "-", os.getcwd()))
    folder.mkdir(parents=True, exist_ok=True)
    use = {"type": "tool_use", "id": "a", "name": "Bash", "input": {"command": "make"}}
    result = {"type": "tool_result", "tool_use_id": "a", "is_error": True, "content": f"Exit code 1\n{text}"}
    records = [
        {"type": "assistant", "message": {"content": [use]}},
        {"type": "user", "message": {"content": [result]}, "cwd": os.getcwd(), **fields},
    ]
    (folder / "session.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))


def rollout(text, policy=None):
    """A Codex session of this folder whose one command printed `text`."""
    folder = Path(os.environ["HOME"], ".codex", "sessions", "2026", "11", "29")
    folder.mkdir(parents=True, exist_ok=True)
    call = {"type": "function_call", "name": "exec_command", "arguments": json.dumps({"cmd": "make"}), "call_id": "a"}
    output = f"Chunk ID: 1\nWall time: 0.0 seconds\nProcess exited with code 1\nOriginal token count: 9\nOutput:\n{text}"
    records = [
        ("session_meta", {"cwd": os.getcwd()}),
        *([("turn_context", {"cwd": os.getcwd(), "sandbox_policy": {"type": policy}})] if policy else []),
        ("response_item", call),
        ("response_item", {"type": "function_call_output", "call_id": "a", "output": output}),
    ]
    lines = (json.dumps({"type": kind, "payload": payload}) + "\n" for kind, payload in records)
    (folder / "rollout-2026-11-29T10-00-00-a.jsonl").write_text("".join(lines))


@pytest.mark.parametrize("name", ALL)
def test_pasted_from_a_file_and_piped_are_one(name, explain):
    text = ALL[name]
    Path("log").write_text(text)
    pasted = grades(explain("--text", text))
    assert grades(explain("--file", "log")) == pasted
    assert grades(explain(given=text)) == pasted
    assert pasted[1] == (
        "nothing" if name == "nothing" else "not-sandbox" if name in ORDINARY else "sandbox" if name in STRONG else "possible"
    )


@pytest.mark.parametrize("name", {**STRONG, **WEAK})
def test_a_session_that_does_not_say_where_the_command_ran_changes_nothing(name, explain):
    text = {**STRONG, **WEAK}[name]
    claude, codex = grades(explain("--harness", "claude", "--text", text)), grades(explain("--harness", "codex", "--text", text))
    transcript(text)
    assert grades(explain("--harness", "claude", "--last")) == claude
    rollout(text)
    assert grades(explain("--harness", "codex", "--last")) == codex


@pytest.mark.parametrize("name", {**STRONG, **WEAK})
def test_a_session_that_says_the_command_was_sandboxed_lowers_nothing(name, explain):
    order = ("possible", "likely", "certain")
    text = {**STRONG, **WEAK}[name]
    pasted, _ = grades(explain("--text", text))
    transcript(text, sandboxed=True)
    told, _ = grades(explain("--harness", "claude", "--last"))
    assert told.keys() == pasted.keys()
    assert all(order.index(told[rule]) >= order.index(grade) for rule, grade in pasted.items())
    assert "certain" not in told.values(), "words in the output are not signed, whoever prints them"


def test_the_records_own_list_makes_certain_what_the_words_made_likely(explain):
    listed = [{"kind": "network", "host": "api.example", "port": 443}]
    assert set(grades(explain("--text", STRONG["violation"]))[0].values()) == {"likely"}
    transcript(STRONG["violation"], sandboxed=True, sandboxViolations=listed)
    assert "certain" in grades(explain("--last"))[0].values()


def test_a_weak_text_is_backed_by_a_boundary_that_refuses_the_very_place(explain):
    settings = Path(os.environ["HOME"], ".claude", "settings.json")
    settings.parent.mkdir()
    settings.write_text('{"sandbox": {"enabled": true}}')
    assert set(grades(explain("--harness", "claude", "--text", WEAK["denied"]))[0].values()) == {"possible"}
    transcript(WEAK["denied"], sandboxed=True)
    assert set(grades(explain("--last"))[0].values()) == {"likely"}


@pytest.mark.parametrize("name", {**STRONG, **WEAK})
def test_a_session_that_says_the_command_ran_outside_rules_the_sandbox_out(name, explain):
    text = {**STRONG, **WEAK}[name]
    transcript(text, sandboxed=False)
    assert explain("--harness", "claude", "--last")["denials"] == []
    rollout(text, "danger-full-access")
    assert explain("--harness", "codex", "--last")["denials"] == []


@pytest.mark.parametrize("confined", CONFINED)
@pytest.mark.parametrize("stranger", STRANGERS)
def test_no_harness_is_claimed_in_somebody_elses_sandbox(stranger, confined, explain, monkeypatch, capsys):
    pasted = grades(explain("--text", STRONG["read-only"]))
    weak = grades(explain("--text", WEAK["denied"]))
    for name, value in STRANGERS[stranger].items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("advisor.situation.process", lambda environ: CONFINED[confined])
    for way in ({"given": STRONG["read-only"]}, {}):
        report = explain(*(() if way else ("--text", STRONG["read-only"])), **way)
        assert report["situation"]["harness"] == {"value": None, "because": None}
        assert grades(report) == pasted
    assert grades(explain(given=WEAK["denied"])) == weak
    main(["status", "--format", "json"])
    situation = json.loads(capsys.readouterr().out)["situation"]
    assert situation["harness"]["value"] is None
    assert situation["launcher"] is None


def test_a_hardened_container_is_no_reason_to_believe_a_harnesses_settings(explain, monkeypatch):
    settings = Path(os.environ["HOME"], ".claude", "settings.json")
    settings.parent.mkdir()
    settings.write_text('{"sandbox": {"enabled": true}}')
    monkeypatch.setattr("advisor.situation.process", lambda environ: CONFINED["hardened"])
    assert set(grades(explain(given=WEAK["denied"]))[0].values()) == {"possible"}
    monkeypatch.setenv("CLAUDECODE", "1")
    assert set(grades(explain(given=WEAK["denied"]))[0].values()) == {"likely"}


def test_a_sandbox_of_ones_own_is_nobody_elses():
    program = shutil.which("bwrap")
    wrapped = [program or "bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-net"]
    if program is None or subprocess.run([*wrapped, "true"], capture_output=True).returncode:
        pytest.skip("bubblewrap does not run here")
    script = 'touch "$HOME/x" 2>&1 | LC_ALL=C tee /dev/stderr | "$0" -m advisor explain --format json'
    root = Path(__file__).parent.parent
    environment = {**os.environ, "LC_ALL": "C", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [*wrapped, "sh", "-c", script, sys.executable], cwd=root, env=environment, capture_output=True, text=True, timeout=60
    )
    assert "Read-only file system" in done.stderr
    report = json.loads(done.stdout)
    assert report["situation"]["harness"]["value"] is None
    assert {plan["harness"] for plan in report["plans"]} == {"claude", "codex"}
    assert report["verdict"] in ("sandbox", "possible")
