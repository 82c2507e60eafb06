"""The folders of trials: claimed by a living process, and swept when it is gone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from advisor.errors import InputError
from advisor.proof import rooms


@pytest.mark.parametrize(
    ("environment", "root"),
    [
        ({"HOME": "/home/dev"}, "/home/dev/.cache/advise/lab"),
        ({"HOME": "/home/dev", "XDG_CACHE_HOME": "/srv/cache"}, "/srv/cache/advise/lab"),
        ({"HOME": "/home/dev", "ADVISE_LAB": "/srv/lab"}, "/srv/lab"),
    ],
)
def test_where_the_lab_is(environment, root):
    assert str(rooms.lab_root(environment)) == root


def test_without_a_home_variable_the_users_own_is_taken():
    assert rooms.lab_root({}) == Path("~/.cache/advise/lab").expanduser()


@pytest.mark.parametrize("place", ["/tmp", "/tmp/lab", "/tmp/../tmp/lab"])
def test_the_lab_is_never_below_tmp(place):
    with pytest.raises(InputError, match="ADVISE_LAB"):
        rooms.lab_root({"ADVISE_LAB": place})


def test_a_room_is_there_while_it_is_claimed(tmp_path):
    with rooms.claim(tmp_path / "lab") as room, rooms.claim(tmp_path / "lab") as other:
        assert room.root != other.root
        for folder in (room.project, room.home, room.outside, room.served, f"{room.home}/.codex"):
            assert os.listdir(folder) in ([], [".codex"])
        assert rooms.sweep(tmp_path / "lab") == 0
    assert os.listdir(tmp_path / "lab") == []


def test_a_room_goes_when_its_work_fails(tmp_path):
    with pytest.raises(ValueError, match="no"), rooms.claim(tmp_path):
        raise ValueError("no")
    assert os.listdir(tmp_path) == []


def test_a_room_can_be_emptied(tmp_path):
    with rooms.claim(tmp_path) as room:
        Path(room.project, "a").write_text("")
        Path(room.root, "hosts").write_text("")
        os.symlink(tmp_path, Path(room.root, "link"))
        rooms.renew(room)
        assert os.listdir(room.project) == []
        assert sorted(os.listdir(room.root)) == ["home", "outside", "project", "served"]
    assert tmp_path.is_dir()


def test_a_read_only_folder_is_removed_too(tmp_path):
    kept = tmp_path / "room" / "kept"
    kept.mkdir(parents=True)
    (kept / "file").write_text("")
    kept.chmod(0o500)
    rooms.remove(tmp_path / "room")
    assert os.listdir(tmp_path) == []


def test_what_cannot_be_removed_stays_without_a_word(tmp_path, monkeypatch):
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "file").write_text("")

    def refuse(*_, **__):
        raise PermissionError

    monkeypatch.setattr(os, "unlink", refuse)
    monkeypatch.setattr(os, "rmdir", refuse)
    rooms.remove(tmp_path / "room")
    assert (tmp_path / "room" / "file").exists()


def test_the_room_of_a_process_that_is_gone_is_swept(tmp_path):
    living, gone = rooms.start_of(os.getpid()), subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    for name in (f"room-{gone.pid}-123-0", f"room-{os.getpid()}-{living + 1}-0", f"room-{os.getpid()}-{living}-0", "notes"):
        (tmp_path / name / "project").mkdir(parents=True)
    assert rooms.sweep(tmp_path) == 2
    assert sorted(os.listdir(tmp_path)) == sorted([f"room-{os.getpid()}-{living}-0", "notes"])
    assert rooms.sweep(tmp_path / "absent") == 0


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_process_that_is_left_in_a_swept_room_is_ended(tmp_path):
    folder = tmp_path / "room-1-1-0"
    folder.mkdir()
    left = subprocess.Popen(["sleep", "60"], env={**os.environ, "ADVISE_ROOM": str(folder)})
    assert rooms.sweep(tmp_path) == 1
    assert left.wait(10) == -9


def test_start_times_come_from_ps_where_there_is_no_proc(monkeypatch):
    said = {"1": "Sun Nov 29 10:11:12 2026\n"}
    monkeypatch.setattr(os.path, "isdir", lambda path: False)
    monkeypatch.setattr(Path, "read_bytes", lambda path: (_ for _ in ()).throw(FileNotFoundError))
    monkeypatch.setattr(subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, 0, said.get(command[-1], "")))
    assert rooms.start_of(1) == 291011122026
    assert rooms.start_of(2) is None
