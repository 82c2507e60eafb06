"""Which host, port and kind of client an address in a manifest stands for."""

from __future__ import annotations

import re

from advisor.foresight import Client
from advisor.hazards.hosts import HostHazard, judge_host

_URL = re.compile(
    r"(?:git\+)?([a-z][a-z0-9.]{1,11})://(?:[^@/\s\"']{1,256}@)?(\[[^\]]{1,64}\]|[A-Za-z0-9][A-Za-z0-9.-]{0,252})(?::(\d{1,5}))?"
)
_SCP_LIKE = re.compile(r"(?:[^@/\s]{1,64}@)([A-Za-z0-9][A-Za-z0-9.-]{0,252}):(?!//)\S{1,4096}")
_PORTS = {
    "http": 80, "https": 443, "ssh": 22, "git": 9418, "sparse": 443,
    "postgres": 5432, "postgresql": 5432, "mysql": 3306, "redis": 6379, "rediss": 6379, "mongodb": 27017, "amqp": 5672,
}  # fmt: skip
DATABASE_PORTS = frozenset({5432, 3306, 6379, 27017, 5672, 9200, 11211, 9092})


def host_of(address: str) -> tuple[str, int, Client] | None:
    """(host, port, client) of a URL or of git's `user@host:path`; None for what names no host, or one that cannot be one."""
    text = address.strip().strip("\"'")
    if found := _URL.match(text.removeprefix("sparse+").removeprefix("registry+")):
        scheme, host, port = found[1], found[2].strip("[]").lower(), found[3]
        if scheme not in _PORTS or judge_host(host).hazard is HostHazard.MALFORMED:
            return None
        return host, int(port) if port else _PORTS[scheme], _client(scheme)
    if (found := _SCP_LIKE.fullmatch(text)) and judge_host(found[1]).hazard is not HostHazard.MALFORMED:
        return found[1].lower(), 22, "git-ssh"
    return None


def _client(scheme: str) -> Client:
    if scheme in ("ssh", "git"):
        return "git-ssh" if scheme == "ssh" else "direct"
    return "proxy" if scheme in ("http", "https", "sparse") else "direct"
