"""Files are the old ones or the new ones, whoever writes beside us and whenever we are killed."""

import errno
import os
import random
import signal
import stat
import time

import pytest

from advisor import writing
from advisor.errors import AdviseError, InputError
from advisor.writing import ReadOnly, Text, locked, real_place, replace, save, withdraw

KILLS = 200
OLD, NEW = "old\n" * 20_000, "new\n" * 30_000


def write(text):
    folder = os.path.dirname(text.place)
    with locked([folder]) as held:
        replace(text, held[folder])


def in_child(run):
    """Runs in a process of its own, and gives its id; it never comes back."""
    child = os.fork()
    if child:
        return child
    try:
        run()
    finally:
        os._exit(0)


def test_a_text_is_written_and_the_mode_stays(tmp_path):
    file = tmp_path / "settings.json"
    file.write_bytes(b"old\r\n")
    file.chmod(0o640)
    write(Text(str(file), "old\r\n", "new\r\n\u00e9"))
    assert file.read_bytes() == "new\r\n\u00e9".encode()
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["settings.json"]


def test_a_new_file_is_made_with_its_folders(tmp_path):
    file = tmp_path / "a" / ".codex" / "config.toml"
    write(Text(str(file), None, "x = 1\n"))
    assert file.read_text() == "x = 1\n"


def test_folders_that_nothing_was_written_into_are_not_left(tmp_path):
    with locked([str(tmp_path / "a" / "b")]):
        assert (tmp_path / "a" / "b").is_dir()
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("before", [None, "another\n"])
def test_a_file_that_changed_since_it_was_looked_at_is_not_written(tmp_path, before):
    file = tmp_path / "x"
    file.write_text("mine\n")
    with pytest.raises(InputError, match="changed while it was being looked at"):
        write(Text(str(file), before, "ours\n"))
    assert file.read_text() == "mine\n"


def test_a_file_that_went_away_is_not_made_again(tmp_path):
    with pytest.raises(InputError, match="changed while"):
        write(Text(str(tmp_path / "x"), "old", "new"))


def test_something_that_is_no_file_is_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "x")
    with pytest.raises(InputError):
        write(Text(str(tmp_path / "x"), None, "new"))


def test_a_link_in_the_place_of_the_file_is_not_followed(tmp_path):
    (tmp_path / "secret").write_text("mine")
    (tmp_path / "x").symlink_to(tmp_path / "secret")
    with pytest.raises(InputError, match="cannot be written"):
        write(Text(str(tmp_path / "x"), "mine", "ours"))
    assert (tmp_path / "secret").read_text() == "mine"


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.EPERM])
def test_a_place_that_cannot_be_written_is_told_apart(tmp_path, monkeypatch, number):
    def refuse(*words, **more):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(writing.os, "rename", refuse)
    with pytest.raises(ReadOnly, match="cannot be written here"):
        write(Text(str(tmp_path / "x"), None, "new"))
    assert os.listdir(tmp_path) == []


def test_a_full_disk_leaves_the_old_file(tmp_path, monkeypatch):
    file = tmp_path / "x"
    file.write_text("old")

    def refuse(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(writing.os, "fsync", refuse)
    with pytest.raises(InputError, match="No space left"):
        write(Text(str(file), "old", "new"))
    assert (file.read_text(), os.listdir(tmp_path)) == ("old", ["x"])


def test_a_file_that_may_not_be_written_is_not_replaced_behind_its_back(tmp_path, monkeypatch):
    file = tmp_path / "x"
    file.write_text("old")
    monkeypatch.setattr(writing.os, "access", lambda *words, **more: False)
    with pytest.raises(ReadOnly):
        write(Text(str(file), "old", "new"))
    assert file.read_text() == "old"


def test_the_owner_stays(tmp_path, monkeypatch):
    file = tmp_path / "x"
    file.write_text("old")
    asked = []
    given = os.fstat

    def fstat(descriptor):
        state = given(descriptor)
        return state if state.st_size == 0 else os.stat_result((*state[:4], 12, 34, *state[6:]))

    monkeypatch.setattr(writing.os, "fstat", fstat)
    monkeypatch.setattr(writing.os, "fchown", lambda descriptor, *owner: asked.append(owner))
    write(Text(str(file), "old", "new"))
    assert asked == [(12, 34)]


def test_what_was_written_can_be_taken_back(tmp_path):
    old, fresh = Text(str(tmp_path / "old"), "before", "after"), Text(str(tmp_path / "fresh"), None, "after")
    (tmp_path / "old").write_text("after")
    (tmp_path / "fresh").write_text("after")
    with locked([str(tmp_path)]) as held:
        withdraw(old, held[str(tmp_path)])
        withdraw(fresh, held[str(tmp_path)])
    assert (tmp_path / "old").read_text() == "before"
    assert os.listdir(tmp_path) == ["old"]


@pytest.mark.parametrize("now", ["as a hook formats it", None])
@pytest.mark.parametrize("before", ["before", None])
def test_what_a_hook_made_of_it_is_taken_back_too(tmp_path, before, now):
    if now is not None:
        (tmp_path / "x").write_text(now)
    with locked([str(tmp_path)]) as held:
        withdraw(Text(str(tmp_path / "x"), before, "ours"), held[str(tmp_path)])
    assert [file.read_text() for file in tmp_path.iterdir()] == ([before] if before else [])


def test_taking_back_what_cannot_be_removed_says_so(tmp_path, monkeypatch):
    (tmp_path / "x").write_text("ours")

    def refuse(*words, **more):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(writing.os, "unlink", refuse)
    with locked([str(tmp_path)]) as held, pytest.raises(ReadOnly):
        withdraw(Text(str(tmp_path / "x"), None, "ours"), held[str(tmp_path)])


def test_a_folder_that_cannot_be_opened_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(AdviseError, match="cannot be written here"), locked([str(tmp_path / "file" / "below")]):
        pass


def test_a_folder_that_another_run_removed_is_made_again(tmp_path, monkeypatch):
    folder = tmp_path / ".codex"
    given, rounds = writing.fcntl.flock, []

    def flock(descriptor, how):
        given(descriptor, how)
        rounds.append(how)
        if len(rounds) == 1:
            folder.rmdir()

    monkeypatch.setattr(writing.fcntl, "flock", flock)
    write(Text(str(folder / "config.toml"), None, "x = 1\n"))
    assert (folder / "config.toml").read_text() == "x = 1\n"
    assert len(rounds) == 2


def test_a_folder_that_is_gone_before_it_is_opened_is_made_again(tmp_path, monkeypatch):
    folder = tmp_path / ".codex"
    given, rounds = os.open, []

    def opened(path, *words, **more):
        rounds.append(path)
        if len(rounds) == 1:
            folder.rmdir()
        return given(path, *words, **more)

    monkeypatch.setattr(writing.os, "open", opened)
    with locked([str(folder)]):
        assert folder.is_dir()


# --- Links ------------------------------------------------------------------------------------------------------


def test_a_link_inside_the_root_is_followed(tmp_path):
    root = tmp_path / "root"
    (root / "dotfiles").mkdir(parents=True)
    (root / ".claude").symlink_to("dotfiles")
    assert real_place(str(root / ".claude" / "settings.json"), str(root)) == str(root / "dotfiles" / "settings.json")


@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_link_that_leaves_the_root_is_refused(tmp_path, what):
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (outside / "settings.json").write_text("{}")
    if what == "folder":
        (root / ".claude").symlink_to(outside)
    else:
        (root / ".claude").mkdir()
        (root / ".claude" / "settings.json").symlink_to(outside / "settings.json")
    with pytest.raises(InputError, match="symbolic link that leaves"):
        real_place(str(root / ".claude" / "settings.json"), str(root))


def test_a_place_that_is_a_folder_is_refused(tmp_path):
    (tmp_path / "x").mkdir()
    with pytest.raises(InputError, match="not a regular file"):
        real_place(str(tmp_path / "x"), str(tmp_path))


# --- Files of our own -------------------------------------------------------------------------------------------


def test_a_file_of_our_own_takes_the_place_of_an_older_one(tmp_path):
    for text in ("one\n", "two\n"):
        save(text, str(tmp_path / "f.patch"))
        assert (tmp_path / "f.patch").read_text() == text


@pytest.mark.parametrize("name", [".", "missing/f.patch"])
def test_a_place_for_our_own_file_that_cannot_be_is_refused(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError):
        save("text", name)


def test_an_older_file_that_cannot_be_read_is_named(tmp_path, monkeypatch):
    (tmp_path / "f").write_text("")

    def refuse(*words, **more):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(writing, "open", refuse, raising=False)
    with pytest.raises(ReadOnly):
        save("text", str(tmp_path / "f"))


# --- Kills ------------------------------------------------------------------------------------------------------


def apply_once(file):
    write(Text(str(file), OLD, NEW))


def test_killed_at_any_moment_the_file_is_the_old_one_or_the_new_one(tmp_path):
    file = tmp_path / ".claude" / "settings.json"
    file.parent.mkdir()
    file.write_text(OLD)
    started = time.monotonic()
    os.waitpid(in_child(lambda: apply_once(file)), 0)
    whole = time.monotonic() - started
    assert file.read_text() == NEW
    chance = random.Random(6)
    seen = {OLD: 0, NEW: 0}
    left = 0
    for _ in range(KILLS):
        file.write_text(OLD)
        child = in_child(lambda: apply_once(file))
        time.sleep(chance.uniform(0, whole))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        seen[file.read_text()] += 1  # a KeyError is a bad file
        left = max(left, len(os.listdir(file.parent)) - 1)
    print(f"\nkilled {KILLS} times: {seen[OLD]} old, {seen[NEW]} new, at most {left} unfinished file beside it")
    assert seen[OLD]
    assert left <= 1, "a later run takes away what a killed one left"
    file.write_text(OLD)
    (file.parent / ".settings.json.advise-1-0a1b2c3d").write_text("unfinished")
    apply_once(file)
    assert os.listdir(file.parent) == ["settings.json"]
