"""Repositories of two states for the tests of the guard: the older one committed, the newer one staged."""

import subprocess
from pathlib import Path

from advisor.guard import changes, is_guarded
from advisor.repository import two_states


class Repository:
    """A git repository in a folder of its own, whatever the user's own git is set to."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments):
        """What git prints."""
        identity = ("-c", "user.name=dev", "-c", "user.email=dev@mail.example", "-c", "core.excludesFile=", "-c", "core.hooksPath=")
        command = ["git", "-C", str(self.folder), *identity, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def put(self, texts):
        """Stage exactly these files: path → text."""
        for name in filter(None, self.git("ls-files", "-z").split("\0")):
            (self.folder / name).unlink(missing_ok=True)
        for name, text in texts.items():
            file = self.folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text if isinstance(text, bytes) else text.encode())
        self.git("add", "--all", "--force")

    def commit(self, texts):
        """Commit exactly these files; the commit's name."""
        self.put(texts)
        self.git("commit", "--quiet", "--allow-empty", "--message=x")
        return self.git("rev-parse", "HEAD").strip()

    def told(self):
        """What became of every grant between HEAD and the index."""
        states = two_states(str(self.folder), None, None, is_guarded)
        return changes(states.before, states.after, states.renamed)


def line(difference):
    """A difference as the cases write it: effect, risk, and which value of which file."""
    what = f"{difference.file}: {difference.key} = {difference.value}" if difference.key else difference.file
    return f"{difference.effect.value} {difference.risk.name.lower()} {what}"
