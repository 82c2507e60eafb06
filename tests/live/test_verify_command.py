"""`advise verify -- CMD` in the real harnesses: ten real commands each, right in each, and nothing left behind after ^C."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from advisor.choices import Wishes
from advisor.commands.verify_command import Asked, Network, proven
from advisor.proof import rooms
from advisor.proof.scenarios import ADDRESSES, HOST
from advisor.situation import Flags
from tests.conftest import ROOT

pytestmark = pytest.mark.live

PROVEN, MINIMAL, NOT, CANNOT = "proven", "proven and minimal", "not proven", "cannot be proven here"
PYTHON = "python3 -c "


class Case(NamedTuple):
    """A command, and the verdict for each harness. only: options taken instead of those that are chosen."""

    command: str
    claude: str
    codex: str
    only: tuple[str, ...] = ()


CASES = {
    "a cache": Case("touch ~/.npm/_cacache/x", MINIMAL, MINIMAL),
    "a cache that is not there yet": Case("mkdir -p ~/.cargo/registry/cache && touch ~/.cargo/registry/cache/x", MINIMAL, MINIMAL),
    "a folder of this machine": Case("touch {outside}/data/x", MINIMAL, MINIMAL),
    "two caches": Case("touch ~/.npm/_cacache/x ~/.cache/uv/x", MINIMAL, MINIMAL),
    "a host": Case(f"curl -fsS -m 5 http://{HOST}/", MINIMAL, MINIMAL),
    "a git commit": Case("git commit -q --allow-empty -m second", CANNOT, NOT),
    # What Codex lets Python print of it does not say which kind of socket: what would open any kind is offered, never taken.
    "a socket": Case(f"{PYTHON}\"import socket; socket.create_server(('127.0.0.1', 0))\"", CANNOT, NOT),
    "a file of the project": Case("echo x > built", CANNOT, CANNOT),
    "a git hook": Case("touch .git/hooks/pre-push", NOT, NOT),
    "an ordinary failure": Case("ls no-such-file", NOT, NOT),
}


@pytest.fixture
def machine(tmp_path_factory):
    """A home and a project outside /tmp, as a user has them."""
    root = rooms.lab_root(os.environ)
    with rooms.claim(root) as room:
        home, project = Path(room.home), Path(room.project)
        for folder in (".npm/_cacache", ".cache/uv", ".codex"):
            (home / folder).mkdir(parents=True, exist_ok=True)
        (home / "outside" / "data").mkdir(parents=True)
        run = {"cwd": project, "check": True, "env": {**os.environ, "HOME": str(home)}}
        for words in (("init", "-q"), ("config", "user.name", "a"), ("config", "user.email", "a@advise.test")):
            subprocess.run(["git", *words], **run)
        subprocess.run(["git", "commit", "-q", "--allow-empty", "-m", "first"], **run)
        (home / ".codex/config.toml").write_text(f'[projects."{project}"]\ntrust_level = "trusted"\n')
        yield home, project


def everything(folder):
    return sorted(str(path) for path in folder.rglob("*") if "/.git/" not in str(path))


@pytest.mark.usefixtures("harnesses")
@pytest.mark.parametrize("harness", ["claude", "codex"])
@pytest.mark.parametrize("name", CASES)
def test_the_verdict_is_right(machine, monkeypatch, harness, name):
    home, project = machine
    case = CASES[name]
    environ = {**os.environ, "HOME": str(home), "ADVISE_LAB": str(rooms.lab_root(os.environ))}
    monkeypatch.chdir(project)
    network = Network(((HOST, ADDRESSES[harness]),), ((80, "http"),))
    before = everything(project)
    command = case.command.replace("{outside}", f"{home}/outside")
    (one,) = proven(Asked(command, Flags(harnesses=(harness,)), Wishes(case.only), network=network), environ)
    assert (one.proof.verdict, one.harness) == (getattr(case, harness), harness), one
    assert everything(project) == before, "the project is a copy"
    assert not (home / ".claude").exists() or everything(home / ".claude") == []


def dead_sockets():
    """The sockets in /tmp that nobody listens on any more: Claude Code takes its own away only when it is asked to end."""
    found = set()
    for place in Path("/tmp").glob("*.sock"):
        with socket.socket(socket.AF_UNIX) as client:
            try:
                client.connect(str(place))
            except ConnectionRefusedError:
                found.add(place.name)
            except OSError:  # gone meanwhile
                continue
    return found


@pytest.mark.usefixtures("harnesses")
@pytest.mark.parametrize("harness", ["claude", "codex"])
def test_nothing_is_left_after_an_interrupt(machine, harness):
    home, project = machine
    lab = home.parent / "lab"
    before = dead_sockets()
    command = [sys.executable, "-m", "advisor", "verify", "--yes", "--harness", harness, "--", "touch ~/.pnpm-store/v3/x; sleep 60"]
    environ = {**os.environ, "HOME": str(home), "ADVISE_LAB": str(lab), "PYTHONPATH": str(ROOT)}
    child = subprocess.Popen(command, cwd=project, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    time.sleep(8)
    child.send_signal(signal.SIGINT)
    _, said = child.communicate(timeout=30)
    assert child.returncode == 130, said
    assert list(lab.iterdir()) == []
    assert not (home / ".pnpm-store").exists()
    left = subprocess.run(["pgrep", "-f", f"{lab}/room"], capture_output=True, text=True, check=False)
    assert left.stdout == ""
    assert dead_sockets() - before == set()
