"""What Linux tells of this process's own confinement: privileges, filters, network, mounts. Elsewhere it tells nothing.

Sources: proc_pid_status(5), proc_pid_mountinfo(5), proc_pid_net(5). Nothing of it says whose sandbox that is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from advisor.model import Process
from advisor.model.tuples import NamedTuple
from advisor.situation.reading import read_text

_PROC = "/proc/self"
_LARGEST = 1 << 22  # bytes; a machine with thousands of mounts
# The loopback, and what a sandbox itself puts there: Codex's tunnel for clients without proxy support.
_OWN_INTERFACES = frozenset({"lo", "codextun"})
_PROXY_VARIABLES = ("HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy")
_ON_LOOPBACK = r"(?:[a-z0-9+.-]{1,20}://)?(?:[^@/\s]{1,1024}@)?((?:127(?:\.\d{1,3}){3}|localhost|\[::1\]):\d{1,5})/?"


class Mount(NamedTuple):
    """One mount of this process: its number and that of the mount it stands on, where, and whether it is read-only there."""

    number: str
    parent: str
    point: str
    read_only: bool


def process(environ: Mapping[str, str], proc: str = _PROC) -> Process:
    """The confinement of the process that `proc` is the folder of; what cannot be read is unknown."""
    status, _ = read_text(f"{proc}/status", _LARGEST)
    fields = dict(line.split(":", 1) for line in (status or "").splitlines() if ":" in line)
    return Process(
        no_new_privileges=_number(fields.get("NoNewPrivs"), 1),
        seccomp=_number(fields.get("Seccomp"), 2),
        private_network=_private_network(f"{proc}/net/dev"),
        proxy=_proxy(environ),
    )


def mounts(proc: str = _PROC) -> tuple[Mount, ...]:
    """The mounts of this process, in the order in which they were made; none where the system does not tell."""
    text, _ = read_text(f"{proc}/mountinfo", _LARGEST)
    return tuple(mount for line in (text or "").splitlines() if (mount := _mount(line)))


def is_read_only(path: str, table: tuple[Mount, ...]) -> bool | None:
    """Whether `path` (absolute, symlinks followed) lies on a read-only mount; None when no mount is known.

    Sandboxes pile mounts on one another: what counts is what the path meets on its way down, not the longest name.
    """
    numbers = {mount.number for mount in table}
    at = next((mount for mount in table if mount.parent not in numbers - {mount.number} and mount.point == "/"), None)
    while at is not None:
        above = [mount for mount in table if mount.parent == at.number and mount is not at and _holds(mount.point, path)]
        if not above:
            return at.read_only
        at = min(above, key=lambda mount: len(mount.point))
    return None


def _holds(point: str, path: str) -> bool:
    return path == point or path.startswith(point.rstrip("/") + "/")


def _number(value: str | None, least: int) -> bool | None:
    text = (value or "").strip()
    return int(text) >= least if text.isdigit() else None


def _private_network(file: str) -> bool | None:
    text, _ = read_text(file, _LARGEST)
    if text is None:
        return None
    names = {line.split(":", 1)[0].strip() for line in text.splitlines() if ":" in line}
    return names <= _OWN_INTERFACES


def _proxy(environ: Mapping[str, str]) -> str | None:
    """`host:port` of the first proxy variable that names the loopback; what stands before the `@` is a secret."""
    for variable in _PROXY_VARIABLES:
        if found := re.fullmatch(_ON_LOOPBACK, environ.get(variable, "")):
            return found[1]
    return None


def _mount(line: str) -> Mount | None:
    """A line of mountinfo: `36 35 98:0 /root /point ro,noatime … - type source superoptions`."""
    own, _, of_the_system = line.partition(" - ")
    fields, behind = own.split(" "), of_the_system.split(" ")
    if len(fields) < 6 or len(behind) < 3:
        return None
    point = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), fields[4])
    read_only = "ro" in fields[5].split(",") or "ro" in behind[2].split(",")
    return Mount(fields[0], fields[1], point, read_only)
