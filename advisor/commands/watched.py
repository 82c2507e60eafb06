"""A child process whose output reaches ours live and unchanged, and is handed on in whole lines.

A pty stands in when our stdout is a terminal, so that the child keeps its colours and progress bars; else two pipes.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType, TracebackType

_READ = 1 << 16
_LONGEST_LINE = 1 << 16
# A daemon that the command left behind may hold its output open for ever, or write to it for ever; after the command
# ended, we follow the output only while it keeps coming, and not for long.
_QUIET_SECONDS = 0.25
_LONGEST_AFTER = 2.0
_FORWARDED = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
# What a terminal sends to the command as well, when it is ^C or ^\\.
_BY_TERMINAL = tuple(getattr(signal, name) for name in ("SIGINT", "SIGQUIT") if hasattr(signal, name))


class Child:
    """A started command. Iterate `pieces()` to the end, then `wait()` for its exit code; close it by `with`."""

    def __init__(self, process: subprocess.Popen[bytes], outputs: dict[int, int], resized: Callable[[], None] | None = None) -> None:
        """outputs: a descriptor to read from the child -> ours to write to. resized: what to do when our terminal is."""
        self._process = process
        self._outputs = outputs
        self.printed = False  # whether anything came yet
        self._ended, ending = os.pipe()
        threading.Thread(target=_announce_end, args=(process, ending), daemon=True).start()
        # However we are told to end, the child decides; we end after it, with its exit code.
        self._handlers = {number: signal.signal(number, self._forward) for number in (*_FORWARDED, *_BY_TERMINAL)}
        if resized is not None:
            self._handlers[signal.SIGWINCH] = signal.signal(signal.SIGWINCH, lambda number, frame: resized())

    def __enter__(self) -> Child:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        for descriptor in (*self._outputs, self._ended):
            os.close(descriptor)

    def pieces(self) -> Iterator[bytes]:
        """What the child prints, already passed on; whole lines of one stream at a time, so that streams do not mix."""
        partial = dict.fromkeys(self._outputs, b"")
        with selectors.DefaultSelector() as selector:
            for descriptor in (*self._outputs, self._ended):
                selector.register(descriptor, selectors.EVENT_READ)
            last_moment: float | None = None
            while len(selector.get_map()) > (1 if last_moment is None else 0):
                ready = selector.select(None if last_moment is None else _QUIET_SECONDS)
                if not ready or (last_moment is not None and time.monotonic() > last_moment):
                    break
                for key, _ in ready:
                    if key.fd == self._ended:
                        last_moment = time.monotonic() + _LONGEST_AFTER
                        selector.unregister(key.fd)
                        continue
                    data = self._pass_on(key.fd)
                    if not data:
                        selector.unregister(key.fileobj)
                    whole, partial[key.fd] = _whole_lines(partial[key.fd] + data, final=not data)
                    if whole:
                        yield whole
        yield from (rest for rest in partial.values() if rest)

    def wait(self) -> int:
        """The exit code: 128 + N when signal N ended the child, as shells report it."""
        code = self._process.wait()
        return 128 - code if code < 0 else code

    def _pass_on(self, descriptor: int) -> bytes:
        """Read once and write it out; empty at the end of the stream, or when nobody reads ours any more."""
        try:
            data = os.read(descriptor, _READ)
        except OSError:  # a pty whose last writer is gone answers EIO
            return b""
        self.printed = self.printed or bool(data)
        try:
            left = memoryview(data)
            while left:
                left = left[os.write(self._outputs[descriptor], left) :]
        except BrokenPipeError:
            # As in a plain pipeline the child shall notice that nobody reads: its next write then fails.
            os.close(descriptor)
            del self._outputs[descriptor]
            return b""
        except OSError:  # a full disk, say: the child goes on, and what it says is still worth explaining
            pass
        return data

    def _forward(self, number: int, frame: FrameType | None) -> None:
        if number not in _BY_TERMINAL or not _in_foreground():
            self._process.send_signal(number)


def start(command: list[str]) -> Child:
    """Start `command` with our stdin. Raises OSError when it cannot be started."""
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name == "posix" and os.isatty(1):
        return _on_terminal(command)
    return _connected(command, {1: os.pipe(), 2: os.pipe()})


def _on_terminal(command: list[str]) -> Child:
    """A pty for each of our streams that is a terminal: one and the same for both when both are."""
    import pty

    terminal = pty.openpty()
    _take_size(terminal[1])
    _keep_line_ends(terminal[1])
    errors = {} if os.isatty(2) else {2: os.pipe()}
    return _connected(command, {1: terminal, **errors}, lambda: _take_size(terminal[0]))


def _connected(command: list[str], pairs: dict[int, tuple[int, int]], resized: Callable[[], None] | None = None) -> Child:
    """Start `command` with its outputs on the writing ends of `pairs` (ours -> (to read, to write))."""
    to_write = {ours: pair[1] for ours, pair in pairs.items()}
    try:
        process = subprocess.Popen(command, stdout=to_write[1], stderr=to_write.get(2, to_write[1]))
    except OSError:
        for pair in pairs.values():
            os.close(pair[0])
        raise
    finally:
        for descriptor in to_write.values():
            os.close(descriptor)
    return Child(process, {pair[0]: ours for ours, pair in pairs.items()}, resized)


def _take_size(descriptor: int) -> None:
    """Give a pty our terminal's size."""
    import fcntl
    import termios

    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, fcntl.ioctl(1, termios.TIOCGWINSZ, bytes(8)))


def _keep_line_ends(descriptor: int) -> None:
    """Stop a pty from translating line ends: our terminal does that already."""
    import termios

    attributes = termios.tcgetattr(descriptor)
    attributes[1] &= ~termios.OPOST
    termios.tcsetattr(descriptor, termios.TCSANOW, attributes)


def _whole_lines(data: bytes, final: bool) -> tuple[bytes, bytes]:
    """(what can be handed on, what must wait for its line end)."""
    if final or len(data) > _LONGEST_LINE:
        return data, b""
    at = data.rfind(b"\n") + 1
    return data[:at], data[at:]


def _announce_end(process: subprocess.Popen[bytes], ending: int) -> None:
    process.wait()
    os.close(ending)  # the other end becomes readable: the selector wakes


def _in_foreground() -> bool:
    """Whether we have a terminal whose keys signal us and, in the same group, the command."""
    try:
        return os.tcgetpgrp(0) == os.getpgrp()
    except OSError:
        return False
