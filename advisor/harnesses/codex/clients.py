"""How the refused client talks: through the proxy variables, or past them with connections of its own.

Codex's proxy serves only clients that honour the variables it sets. The rest (ssh, the JVM, database drivers, raw
sockets) reach even an allowed host only over `transparent_tcp`, a network device of the sandbox: Linux, 0.171.
"""

from __future__ import annotations

from advisor.hazards.hosts import address_of
from advisor.model import Need, ReachHost, ReachLocalService, ResolveName, Situation
from advisor.programs import named
from advisor.shell import parse

# Ports of protocols that are not HTTP: ssh, mail, directories, databases, queues, git's own.
RAW_PORTS = frozenset(
    {21, 22, 25, 110, 143, 389, 465, 587, 636, 993, 995, 1433, 1521, 2181, 3306, 4222, 5432, 5671, 5672, 6379, 6380, 9042, 9092, 9418}
    | {11211, 27017}
)


def ignores_proxy(need: Need, situation: Situation) -> bool:
    """Whether the refused client is known to ignore the proxy variables; one that nobody knows is taken to honour them."""
    if isinstance(need, ReachHost | ResolveName) and need.direct:
        return True
    if isinstance(need, ReachHost | ReachLocalService) and need.port in RAW_PORTS:
        return True
    if isinstance(need, ReachHost) and need.host is not None and address_of(need.host) is not None:
        return True  # an error that names the address comes from a connection of the client's own
    commands = parse(situation.command or "").commands
    if any(command.program == "git" and any(map(_is_ssh_remote, command.words)) for command in commands):
        return True
    program = named(commands[0].program) if len(commands) == 1 else None
    return program is not None and program.proxy is None


def _is_ssh_remote(word: str) -> bool:
    return word.startswith(("ssh://", "git://", "git@"))
