"""Which hosts a command line itself names: its clients' URLs and remotes, its package indexes, the URLs in a line of code."""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.foresight.calls import calls_of
from advisor.foresight.seen import Called
from advisor.harmless import HARMLESS
from advisor.hazards.hosts import canonical_host
from advisor.model import ReachHost, Situation

_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21, "ssh": 22, "git": 9418, "redis": 6379, "postgresql": 5432}
_URL = (
    r"(?<![\w+.-])(?:[a-z]{2,8}\+)?(http|https|ws|wss|ftp|ssh|git|redis|postgresql)://(?:[^@/\s'\"]{1,256}@)?"
    r"(\[[\da-fA-F:.]{2,45}\]|[A-Za-z0-9][\w.-]{0,252})(?::(\d{1,5}))?"
)
# Options whose value is where packages come from, in the package managers that have them.
_INDEXES = (
    "--index-url", "-i", "--extra-index-url", "--index", "--default-index", "--find-links", "-f", "--registry", "--source", "-s",
    "--repository",
)  # fmt: skip
# Those of them that stand beside the places that the program knows already, not in their stead.
_BESIDE = ("--extra-index-url", "--find-links", "-f")
_CODE = ("-c", "-e", "--eval", "-p", "--print")
_INTERPRETERS = frozenset({"python", "python3", "node", "ruby", "perl", "php", "deno", "bun", "lua", "Rscript"})


def indexes_of(called: Called) -> Iterator[tuple[str, int]]:
    """(host, port) of each place from which the call itself says that packages come."""
    for place, word in enumerate(called.arguments):
        name, equals, value = word.partition("=")
        if name in _INDEXES:
            yield from _urls(value if equals else " ".join(called.arguments[place + 1 : place + 2]))


def names_every_index(called: Called) -> bool:
    """Whether the call says where all of its packages come from."""
    named = [word.partition("=")[0] for word in called.arguments if word.partition("=")[0] in _INDEXES]
    return any(option not in _BESIDE for option in named)


def hosts_of_command(command: str, situation: Situation) -> tuple[ReachHost, ...]:
    """The hosts that a failing command line was after, for an error that names none; none where several calls could be meant."""
    from advisor.foresight import foresee

    calls = [called for called in calls_of(command) if called.program not in HARMLESS]
    foreseen = foresee(command, situation).needs
    found = [(one.need.host, one.need.port) for one in foreseen if isinstance(one.need, ReachHost) and one.need.host]
    for called in calls:
        found += [*indexes_of(called), *_in_code(called)]
    needs = tuple(dict.fromkeys(ReachHost(canonical_host(host)[0], port) for host, port in found))
    return needs if len(calls) == 1 or len({need.host for need in needs}) == 1 else ()


def _in_code(called: Called) -> Iterator[tuple[str, int]]:
    if called.program.rstrip("0123456789.") in _INTERPRETERS and (code := called.value_of(*_CODE)):
        yield from _urls(code)


def _urls(text: str) -> Iterator[tuple[str, int]]:
    for scheme, host, port in re.findall(_URL, text):
        yield host.strip("[]"), int(port) if port else _PORTS[scheme]
