"""What tests of hooks share: a project whose commands are sandboxed, and a hook that answers events of its sessions."""

import io
import json
import sys

import pytest

from advisor.cli import main
from advisor.model import Process
from tests.hooks.events import CLAUDE, lines


class Session:
    """A home with a project in it, the record of one session, and the hook that its harness calls."""

    def __init__(self, home, harness, monkeypatch, capfd):
        self.home, self.harness = home, harness
        self.project = home / "shop"
        self.record = home / "session.jsonl"
        self._monkeypatch, self._capfd = monkeypatch, capfd

    def put(self, name, text):
        """Write a file below the home."""
        file = self.home / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def settings(self, **sandbox):
        """Claude Code's settings of the project."""
        self.put("shop/.claude/settings.json", json.dumps({"sandbox": sandbox}))

    def recorded(self, *records):
        """What the session recorded so far."""
        self.record.write_text(lines(*records))

    def raw(self, data, *options):
        """(exit code, standard output, standard error) of the hook on these bytes."""
        stdin = io.TextIOWrapper(io.BytesIO(data))
        self._monkeypatch.setattr(sys, "stdin", stdin)
        code = main(["hook", self.harness, *options])
        captured = self._capfd.readouterr()
        return code, captured.out, captured.err

    def answer(self, event, *options):
        """The hook's whole output on an event, parsed; {} for silence. Anything but exit code 0 and quiet errors fails."""
        whole = {"cwd": str(self.project), "transcript_path": str(self.record), **event}
        code, out, err = self.raw(json.dumps(whole).encode(), *options)
        assert (code, err) == (0, "")
        if not out:
            return {}
        answer = json.loads(out)["hookSpecificOutput"]
        assert answer["hookEventName"] == event["hook_event_name"]
        return answer

    def told(self, event, *options):
        """What the agent is told; empty for silence."""
        return self.answer(event, *options).get("additionalContext", "")


@pytest.fixture
def session_of(tmp_path, monkeypatch, capfd):
    """Makes a Session of a harness; the environment is that of its hook."""

    def make(harness):
        home = tmp_path / "home"
        (home / "shop" / ".git").mkdir(parents=True)
        monkeypatch.chdir(home / "shop")
        environment = {"HOME": str(home), "PATH": "/usr/bin:/bin", **(CLAUDE if harness == "claude" else {})}
        monkeypatch.setattr("os.environ", environment)
        monkeypatch.setattr("advisor.situation.process", lambda environ: Process(False, False, False, None))
        session = Session(home, harness, monkeypatch, capfd)
        if harness == "claude":
            session.settings(enabled=True)
        else:
            session.put(".codex/config.toml", f'[projects."{session.project}"]\ntrust_level = "trusted"\n')
        return session

    return make


@pytest.fixture
def claude(session_of):
    """A session of Claude Code in a project that switches the sandbox on."""
    return session_of("claude")


@pytest.fixture
def codex(session_of):
    """A session of Codex in a trusted project."""
    return session_of("codex")
