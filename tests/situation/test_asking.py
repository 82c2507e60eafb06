"""Asking package managers for their hosts: fixed commands, three seconds, no answer is no answer."""

import pytest

from advisor.situation import asking
from advisor.situation.asking import hosts_told


@pytest.fixture
def programs(tmp_path):
    """Puts scripts on a PATH of their own; the environment with it."""

    def put(**scripts):
        for name, script in scripts.items():
            (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
            (tmp_path / name).chmod(0o755)
        return {"PATH": f"{tmp_path}:/usr/bin:/bin"}

    return put


def test_the_host_is_taken_out_of_the_answer(programs):
    environ = programs(npm='[ "$*" = "config get registry" ] && echo https://user:secret@packages.example/npm/')
    assert hosts_told("npm config get registry", None, environ) == "packages.example"


def test_the_next_way_is_tried_where_the_first_says_nothing(programs):
    environ = programs(pip="exit 1", python3='[ "$1" = -I ] && echo https://index.example/simple https://files.example')
    assert hosts_told("pip config get global.index-url", None, environ) == "index.example files.example"


def test_no_answer_is_none(programs, monkeypatch):
    monkeypatch.setattr(asking, "SECONDS", 0.2)
    assert hosts_told("npm config get registry", None, programs(npm="echo undefined")) is None
    assert hosts_told("npm config get registry", None, programs(npm="exec sleep 5")) is None
    assert hosts_told("npm config get registry", None, {"PATH": "/nonexistent"}) is None
    assert hosts_told("rm -rf /", None, programs()) is None


def test_a_program_that_cannot_be_started_is_none(programs, tmp_path):
    environ = programs(npm="")
    (tmp_path / "npm").write_text("#!/nonexistent/interpreter\n")
    assert hosts_told("npm config get registry", None, environ) is None
