"""How hosts, addresses, URLs and the kernel's refusals are spelled in what network programs print."""

from __future__ import annotations

import re

from advisor.rules.strerror_languages import MESSAGES

# A name or an IPv4 address; it never ends in the full stop that closes a sentence.
HOST = r"(?P<host>[\w.-]{0,252}\w)"
# host:port, where the host may be IPv6 with or without its brackets, or the any-address of a listener.
ADDRESS = r"\[?(?P<host>[\w.:%-]{0,252}\w|::|\*)\]?:(?P<port>\d{1,5})"
# The part of a URL that says where it leads; user names and passwords are passed over.
URL = r"(?P<scheme>https?)://(?:[^\s/@'\"]{1,200}@)?\[?(?P<host>[\w.-]{0,252}\w|[\da-fA-F:.]{2,45})\]?(?::(?P<port>\d{1,5}))?"
# What may follow in the same URL.
REST = r"[^\s'\"<>`\\]{0,2000}"
# A place that only this machine has, as clients spell it.
LOOPBACK = r"(?:localhost|127\.[\d.]{1,11}|\[?::1\]?|0\.0\.0\.0)"
# A path of a socket: absolute or from home.
SOCKET = r"(?P<path>(?:~|\.{1,2})?/[^\s'\"`:;,()<>]{1,400})"

BIND = "https://man7.org/linux/man-pages/man2/bind.2.html"
LISTENING = (
    "The program wanted to accept connections and the sandbox does not let it. The port is not in use and another port gets the same "
    "answer: it is one switch, not a list of ports. Codex: the network behind its proxy, and `allow_local_binding` too where the command "
    "also talks to what it started (on macOS always); Claude Code on macOS: `allowLocalBinding`. What then listens is for this command "
    "and its children: start the server and test it in one command."
)

# Python was refused a socket as it was made: nothing says of which family, unless a line above does.
MADE_BY_PYTHON = (
    r"^    _socket\.socket\.__init__\(self, family, type, proto, fileno\)\n(?:[ ~^]{1,160}\n)?"
    r"PermissionError: \[Errno 1\] Operation not permitted(?!: ['\"/])"
)

# Node prints an error's properties after its stack, and loggers print them as JSON or in quotes of their own.
QUOTE = r"['\"`‘’]"


def node_error(code: str, syscalls: str, **properties: str) -> str:
    """The properties of a Node error with this code: of one of `syscalls`, then the named ones, each as its value's pattern."""
    pattern = rf"{QUOTE}?code{QUOTE}?: ?{QUOTE}{code}{QUOTE},\s{{0,12}}(?:{QUOTE}?errno{QUOTE}?: ?-?\d{{1,5}},\s{{0,12}})?"
    pattern += rf"{QUOTE}?syscall{QUOTE}?: ?{QUOTE}(?:{syscalls}){QUOTE}"
    return pattern + "".join(rf",\s{{0,12}}{QUOTE}?{name}{QUOTE}?: ?{QUOTE}?{value}{QUOTE}?" for name, value in properties.items())


def _in_every_language(errno: str, *english: str) -> tuple[str, ...]:
    """The messages of an errno; of those with an apostrophe what follows it, since telltales hold no quotes."""
    return (*english, *(message.rpartition("'")[2] for message in MESSAGES[errno]))


EPERM = _in_every_language("EPERM", "Operation not permitted", "operation not permitted")
UNREACHABLE = _in_every_language("ENETUNREACH", "Network is unreachable", "network is unreachable")
TRY_AGAIN = _in_every_language("EAI_AGAIN", "Temporary failure in name resolution", "Temporary failure resolving")
REFUSED = _in_every_language("ECONNREFUSED", "Connection refused", "connection refused")


def any_of(words: tuple[str, ...]) -> str:
    """A pattern that matches any of `words` and nothing else."""
    return "(?:" + "|".join(re.escape(word) for word in words) + ")"
