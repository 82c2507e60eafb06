"""Nothing is left behind, however a run ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from advisor.proof import rooms
from tests.conftest import ROOT

pytestmark = pytest.mark.live


@pytest.fixture(params=["claude", "codex"])
def harness(request, harnesses):
    return request.param


@pytest.fixture(params=["private", "shared"])
def victim(request, harness):
    """A run in the middle of a command that would take five minutes, with the token that all its processes carry."""
    lab = Path.home() / ".cache" / "advise" / f"lab-test-{os.getpid()}"
    token = f"victim-{os.getpid()}-{time.monotonic_ns()}"
    command = [sys.executable, "-m", "tests.live.victim", harness, request.param, token]
    environment = {**os.environ, "ADVISE_LAB": str(lab)}
    running = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        wait_for(lambda: list(lab.glob("room-*/project/started")) and len(carrying(token)) >= 4, running)
        yield running, lab, token
    finally:
        running.kill()
        running.wait()
        running.stdout.close()
        rooms.sweep(lab)
        lab.rmdir()


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM], ids=lambda ending: ending.name)
def test_a_run_that_is_stopped_leaves_neither_processes_nor_files(victim, ending):
    running, lab, token = victim
    running.send_signal(ending)
    running.wait(20)
    assert running.returncode != 0
    assert carrying(token) == []
    assert list(lab.iterdir()) == []


def test_a_run_that_is_killed_leaves_no_process_and_the_next_one_removes_its_room(victim):
    running, lab, token = victim
    running.kill()
    running.wait()
    wait_for(lambda: carrying(token) == [], None)  # The kernel takes a moment.
    left = list(lab.iterdir())
    assert len(left) == 1
    assert rooms.sweep(lab) == 1
    assert list(lab.iterdir()) == []


def carrying(token):
    """The command lines of the processes that carry the token, beside the run itself."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            line = (entry / "cmdline").read_bytes() if entry.name.isdigit() else b""
            state = (entry / "stat").read_bytes().rpartition(b")")[2].split()[:1] if line else []
        except OSError:
            continue
        if token.encode() in line and state != [b"Z"]:
            found.append(line)
    return found


def wait_for(condition, running):
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline, "it did not happen within 30 s"
        assert running is None or running.poll() is None, running.stdout.read().decode()
        time.sleep(0.05)
