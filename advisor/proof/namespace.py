"""Cuts a process off from the machine's network and processes, where the kernel and this user's rights allow that.

Linux namespaces, by the system calls themselves: see namespaces(7), user_namespaces(7), mount_namespaces(7).
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from advisor.proof import leash

_NEW_MOUNTS, _NEW_USERS, _NEW_PROCESSES, _NEW_NETWORK = 0x00020000, 0x10000000, 0x20000000, 0x40000000
_MS_BIND, _MS_REC, _MS_PRIVATE, _MNT_DETACH = 0x1000, 0x4000, 0x40000, 2

# Every address of these is answered here. No interface has them: a harness refuses the addresses of its own machine.
# Claude Code takes documentation addresses for public ones, Codex does not: it gets the last of the former 6to4 relays.
NETWORKS = ("203.0.113.0/24", "192.88.99.0/24", "2001:db8::/64")


def enter() -> None:
    """Go on as the first process of new mount, process and network namespaces; the old process waits and exits with it.

    Raises OSError with the reason where that is not possible; nothing has changed for the machine then.
    """
    user, group = os.getuid(), os.getgid()
    wanted = _NEW_MOUNTS | _NEW_PROCESSES | _NEW_NETWORK
    try:
        _unshare(wanted)
    except OSError:
        # Not privileged: a user namespace of our own, in which we are root, gives the right to the others.
        _unshare(wanted | _NEW_USERS)
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"0 {user} 1")
        Path("/proc/self/gid_map").write_text(f"0 {group} 1")
    child = os.fork()
    if child:
        os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) & 0xFF)
    leash.die_with_parent(os.getppid())


def furnish() -> None:
    """Mount a /proc of this namespace, and make its loopback answer for the made-up NETWORKS."""
    _mount("none", "/", None, _MS_REC | _MS_PRIVATE)
    _mount("proc", "/proc", "proc", 0)
    program = shutil.which("ip", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if program is None:
        raise FileNotFoundError("the program `ip` is missing")
    _ip(program, "link", "set", "lo", "up")
    for network in NETWORKS:
        _ip(program, "route", "add", "local", network, "dev", "lo")


@contextmanager
def covered(target: str, file: str) -> Iterator[None]:
    """Show `file` in the place of `target`, in this mount namespace only, while the context lasts."""
    _mount(file, target, None, _MS_BIND)
    try:
        yield
    finally:
        _call("umount2", target.encode(), _MNT_DETACH)


@contextmanager
def emptied(folder: str) -> Iterator[None]:
    """Show an empty folder in the place of `folder`, in this mount namespace only, while the context lasts."""
    _mount("tmpfs", folder, "tmpfs", 0, "mode=1777")
    try:
        yield
    finally:
        _call("umount2", folder.encode(), _MNT_DETACH)


@contextmanager
def layered(folder: str, layer: Path) -> Iterator[None]:
    """Let what is written in `folder` go to `layer`, in this mount namespace only, while the context lasts."""
    for part in (layer / "files", layer / "work"):
        part.mkdir(parents=True)
    _mount("overlay", folder, "overlay", 0, f"lowerdir={folder},upperdir={layer / 'files'},workdir={layer / 'work'}")
    try:
        yield
    finally:
        _call("umount2", folder.encode(), _MNT_DETACH)


def _ip(program: str, *arguments: str) -> None:
    done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=10)
    if done.returncode:
        raise OSError(f"`ip {' '.join(arguments)}`: {done.stderr.strip()}")


def _unshare(flags: int) -> None:
    _call("unshare", flags)


def _mount(source: str, target: str, kind: str | None, flags: int, options: str | None = None) -> None:
    _call("mount", *(text and text.encode() for text in (source, target, kind)), flags, options and options.encode())


def _call(name: str, *arguments: int | bytes | str | None) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    converted = [ctypes.c_ulong(argument) if isinstance(argument, int) else argument for argument in arguments]
    if getattr(library, name)(*converted):
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
