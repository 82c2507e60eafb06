"""The watched child: output live and unchanged, whole lines handed on, exit codes as shells report them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

# The child runs in a process of its own, because it writes to descriptors 1 and 2 as they are.
PROGRAM = """
import sys
from advisor.commands import watched
with watched.start(sys.argv[2:]) as child:
    seen = b"|".join(child.pieces())
    code = child.wait()
open(sys.argv[1], "wb").write(seen)
sys.exit(code)
"""


def watch(tmp_path: Path, script: str, **options: object) -> tuple[subprocess.CompletedProcess[bytes], bytes]:
    """Watch `sh -c script`; returns the finished process and what the pieces were, joined by `|`."""
    seen = tmp_path / "seen"
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(seen), "sh", "-c", script], capture_output=True, timeout=60, check=False)
    return done, seen.read_bytes()


def test_both_streams_pass_unchanged(tmp_path: Path) -> None:
    done, seen = watch(tmp_path, r"printf 'a\r\n\0\377'; printf 'b\033[31m' >&2; exit 7")
    assert (done.returncode, done.stdout, done.stderr) == (7, b"a\r\n\0\xff", b"b\x1b[31m")
    assert sorted(seen.replace(b"|", b"")) == sorted(b"a\r\n\0\xffb\x1b[31m")


def test_lines_of_two_streams_do_not_mix(tmp_path: Path) -> None:
    script = "for i in 1 2 3 4; do printf out$i; printf err$i >&2; sleep 0.05; echo o; echo e >&2; done"
    done, seen = watch(tmp_path, script)
    assert done.stdout == b"out1o\nout2o\nout3o\nout4o\n"
    assert set(seen.replace(b"|", b"").split()) == {f"{kind}{n}{kind[0]}".encode() for kind in ("out", "err") for n in (1, 2, 3, 4)}


def test_a_very_long_line_is_handed_on(tmp_path: Path) -> None:
    done, seen = watch(tmp_path, "head -c 300000 /dev/zero | tr '\\0' x; sleep 0.1; echo end")
    assert len(done.stdout) == 300004
    assert seen.replace(b"|", b"") == done.stdout


def test_a_signal_is_reported_as_shells_do(tmp_path: Path) -> None:
    done, _ = watch(tmp_path, "kill -TERM $$")
    assert done.returncode == 128 + signal.SIGTERM


def test_a_daemon_that_holds_the_output_does_not_hold_us(tmp_path: Path) -> None:
    begun = time.monotonic()
    done, seen = watch(tmp_path, "sleep 20 & echo started; exit 3")
    assert (done.returncode, seen) == (3, b"started\n")
    assert time.monotonic() - begun < 15


def test_a_daemon_that_never_stops_writing_does_not_hold_us(tmp_path: Path) -> None:
    begun = time.monotonic()
    done, _ = watch(tmp_path, "(while :; do echo spam; sleep 0.01; done) & sleep 0.3; exit 3")
    assert done.returncode == 3
    assert time.monotonic() - begun < 25


def test_a_full_output_does_not_stop_the_child(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    command = [sys.executable, "-c", PROGRAM, str(seen), "sh", "-c", "echo lost; exit 4"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, timeout=60, check=False)
    assert (done.returncode, seen.read_bytes()) == (4, b"lost\n")


def test_what_cannot_start(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "seen"), "/nonexistent/program"], capture_output=True, timeout=60, check=False
    )
    assert b"FileNotFoundError" in done.stderr


def test_when_nobody_reads_the_child_is_told(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    with subprocess.Popen([sys.executable, "-c", PROGRAM, str(seen), "yes"], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.read(2) == b"y\n"
        process.stdout.close()
        assert process.wait(60) == 128 + signal.SIGPIPE


def test_what_ends_us_is_forwarded_to_the_child(tmp_path: Path) -> None:
    script = "trap 'echo term; exit 9' TERM; trap 'echo int' INT; echo ready; while :; do sleep 0.05; done"
    arguments = [sys.executable, "-c", PROGRAM, str(tmp_path / "seen"), "sh", "-c", script]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(signal.SIGINT)  # to us alone, as a supervisor does
        assert process.stdout.readline() == b"int\n"
        process.send_signal(signal.SIGTERM)
        assert process.stdout.readline() == b"term\n"
        assert process.wait(60) == 9


def test_a_terminal_s_interrupt_reaches_the_child_once(tmp_path: Path) -> None:
    import pty

    pid, terminal = pty.fork()
    if pid == 0:  # pragma: no cover
        script = "trap 'echo int; exit 8' INT; echo ready; while :; do sleep 0.05; done"
        os.execv(sys.executable, [sys.executable, "-c", PROGRAM, str(tmp_path / "seen"), "sh", "-c", script])
    shown = b""
    while b"ready" not in shown:
        shown += os.read(terminal, 4096)
    os.write(terminal, b"\x03")
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 8
    assert (tmp_path / "seen").read_bytes().count(b"int") == 1


@pytest.mark.parametrize("errors_too", [True, False])
def test_a_terminal_stays_a_terminal(tmp_path: Path, errors_too: bool) -> None:
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 31, 117, 0, 0))
    awaited = "[ \"$(stty size <&3)\" != '40 90' ] || { stty size <&3; exit 5; }"
    resized = f"exec 3>&1; for try in $(seq 100); do {awaited}; sleep 0.1; done"
    script = f"test -t 1 && echo terminal; test -t 2 && echo errors >&2; stty size <&1; {resized}"
    arguments = [sys.executable, "-c", PROGRAM, str(tmp_path / "seen"), "sh", "-c", script]
    process = subprocess.Popen(arguments, stdout=theirs, stderr=theirs if errors_too else subprocess.DEVNULL)
    os.close(theirs)
    shown = b""
    while b"31 117" not in shown:
        shown += os.read(ours, 4096)
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 90, 0, 0))
    process.send_signal(signal.SIGWINCH)
    while b"40 90" not in shown:
        shown += os.read(ours, 4096)
    assert process.wait(60) == 5
    os.close(ours)
    assert b"terminal\r\n" in shown
    assert b"\r\r\n" not in shown
    assert (b"errors" in shown) is errors_too


def test_a_terminal_on_which_nothing_starts(tmp_path: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    arguments = [sys.executable, "-c", PROGRAM, str(tmp_path / "seen"), "/nonexistent/program"]
    done = subprocess.run(arguments, stdout=theirs, stderr=subprocess.PIPE, timeout=60, check=False)
    os.close(theirs)
    os.close(ours)
    assert b"FileNotFoundError" in done.stderr
