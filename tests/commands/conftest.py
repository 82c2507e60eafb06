"""What tests of verbs share: a made-up machine with a home, a project in it, and an environment of its own."""

import json

import pytest

from advisor.cli import main
from advisor.model import Process
from tests.hooks.conftest import claude, codex, session_of

__all__ = ["claude", "codex", "machine", "session_of"]  # fixtures, those of hooks too


class Machine:
    """A home and a project in it; runs verbs there."""

    def __init__(self, home, capsys):
        self.home = home
        self.project = home / "shop"
        self._capsys = capsys

    def put(self, name, text):
        """Write a file below the home."""
        file = self.home / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def trust(self, more=""):
        """Codex's config, in which the project is trusted."""
        self.put(".codex/config.toml", f'{more}\n[projects."{self.project}"]\ntrust_level = "trusted"\n')

    def advise(self, *arguments):
        """(exit code, what was printed)."""
        code = main(list(arguments))
        return code, self._capsys.readouterr().out

    def told(self, verb, *arguments):
        """(exit code, the document that was printed)."""
        code, printed = self.advise(verb, "--format", "json", *arguments)
        return code, json.loads(printed)


@pytest.fixture
def machine(tmp_path, monkeypatch, capsys):
    """A Machine; the working directory is its project, the environment holds nothing but its home and a PATH of the system's."""
    home = tmp_path / "home"
    (home / "shop" / ".git").mkdir(parents=True)
    monkeypatch.chdir(home / "shop")
    monkeypatch.setattr("os.environ", {"HOME": str(home), "PATH": "/usr/bin:/bin"})
    monkeypatch.setattr("advisor.situation.process", lambda environ: Process(False, False, False, None))
    monkeypatch.setattr("advisor.situation.mounts", lambda: ())
    return Machine(home, capsys)
