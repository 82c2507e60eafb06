"""A service on this machine's own loopback that a sandboxed command could not reach.

With a network namespace of its own (Claude Code on Linux, Codex with its proxy) a command's loopback is not the
machine's: whatever listens outside is refused (ECONNREFUSED) although it runs. A service that is simply stopped prints
the same words, so all of these are POSSIBLE; where the kernel refuses the connection (EPERM), `network_none` tells it.
Sources: network_namespaces(7), https://code.claude.com/docs/en/sandboxing.
"""

from __future__ import annotations

from advisor.model import Confidence, ReachLocalService, Rule
from advisor.rules._network import LOOPBACK, REFUSED, any_of

_REFUSED = any_of(REFUSED)
_NAMESPACE = "https://man7.org/linux/man-pages/man7/network_namespaces.7.html"
_HERE = r"(?<![\w.-])\[?(?P<host>" + LOOPBACK.replace(r"\[?::1\]?", "::1") + r")\]?['\"]?"

_MEANS = (
    "Nothing answered on this port of the loopback. Either the service is not running (start it), or it runs outside the sandbox: "
    "on Linux a sandboxed command has a loopback of its own and cannot see it. Then start the service and use it in one command; "
    "or run that one command outside the sandbox. On macOS, Claude Code's `allowLocalBinding` opens the loopback; Codex's proxy "
    'passes http to a listed "127.0.0.1" or "localhost" as long as `allow_local_binding` is off.'
)

RULES: tuple[Rule, ...] = (
    Rule(
        id="local/refused",
        title="Nothing answered on this machine's loopback",
        explanation=_MEANS,
        telltales=(*REFUSED, "connect to server", "[Errno 111]", "[Errno 61]", "was refused", " refused.", "os error 111", "os error 61"),
        pattern=_HERE + r"(?: \([\d.:a-f]{3,45}\)|\|)?(?::|, ?port[= ]| port |/)(?P<port>\d{1,5})\b(?:[^\n]{0,400}?|\"? failed:\s{1,120})"
        r"(?:" + _REFUSED + r"|Couldn't connect to server|Could not connect to server|\[Errno (?:111|61)\]|was refused| refused\."
        r"|os error (?:111|61)\))",
        need=ReachLocalService,
        confidence=Confidence.POSSIBLE,
        examples=(
            "curl: (7) Failed to connect to localhost port 18080 after 0 ms: Couldn't connect to server",
            'psql: error: connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused',
            "Could not connect to Redis at 127.0.0.1:6379: Connection refused",
            "dial tcp [::1]:8080: connect: connection refused",
            "HTTPConnectionPool(host='localhost', port=8000): Max retries exceeded with url: / (Caused by NewConnectionError('<C>: "
            "Failed to establish a new connection: [Errno 111]'))",
            "The connection to the server localhost:8080 was refused - did you specify the right host or port?",
            "Connection to localhost:5432 refused. Check that the hostname and port are correct",
            "bash: Zeile 1: /dev/tcp/127.0.0.1/80: Verbindungsaufbau abgelehnt",
        ),
        near_misses=(
            "Could not connect to Redis at cache.example:6379: Connection refused",
            "unable to talk to your watchman on /usr/local/var/run/watchman/dev-state/sock! (Connection refused)",
            "Server running at http://localhost:3000/",
        ),
        source=_NAMESPACE,
    ),
    Rule(
        id="local/refused-first",
        title="Nothing answered on this machine's loopback",
        explanation=_MEANS,
        telltales=(*REFUSED, "ECONNREFUSED", "ERR_CONNECTION_REFUSED", "[Errno 111]", "[Errno 61]"),
        pattern=r"(?:ECONNREFUSED|ERR_CONNECTION_REFUSED at https?:/|"
        + _REFUSED
        + r"|\[Errno (?:111|61)\] Connect call failed)[^\n]{0,60}?"
        + _HERE
        + r"(?::|, ?| port )(?P<port>\d{1,5})\b",
        need=ReachLocalService,
        confidence=Confidence.POSSIBLE,
        examples=(
            "Error: connect ECONNREFUSED 127.0.0.1:5432",
            "connect ECONNREFUSED ::1:6379",
            "page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:3000/",
            "ConnectionRefusedError: [Errno 111] Connect call failed ('127.0.0.1', 5432)",
            'Errno::ECONNREFUSED: Connection refused - connect(2) for "localhost" port 3000',
            "System.Net.Http.HttpRequestException: Connection refused (localhost:5000)",
        ),
        near_misses=("connect ECONNREFUSED 203.0.113.7:5432", "connect ECONNREFUSED /tmp/x.sock"),
        source=_NAMESPACE,
    ),
    Rule(
        id="local/refused-mysql",
        title="No MySQL server answered on this machine's loopback",
        explanation=_MEANS,
        telltales=("MySQL server on ",),
        pattern=r"MySQL server on '" + _HERE.replace(r"['\"]?", "") + r"(?::(?P<port>\d{1,5}))?' \((?:111|61)",
        need=ReachLocalService,
        confidence=Confidence.POSSIBLE,
        examples=("ERROR 2003 (HY000): Can't connect to MySQL server on '127.0.0.1:3306' (111)",),
        near_misses=("ERROR 2003 (HY000): Can't connect to MySQL server on 'db.example:3306' (111)",),
        source="https://dev.mysql.com/doc/refman/8.4/en/can-not-connect-to-server.html",
    ),
    Rule(
        id="local/adb-daemon",
        title="adb could not reach or start its own server",
        explanation=(
            "adb talks to a server of its own on the loopback, which the sandbox refuses, and USB devices are out of reach as well. No "
            "setting opens USB: run adb outside the sandbox."
        ),
        telltales=("cannot connect to daemon",),
        pattern=r"\bcannot connect to daemon(?: at tcp:(?P<port>\d{1,5}))?: Operation not permitted",
        need=ReachLocalService,
        given=(("port", 5037),),
        examples=("adb: cannot connect to daemon at tcp:5037: Operation not permitted",),
        near_misses=("error: cannot connect to daemon",),
        source="https://developer.android.com/tools/adb",
    ),
)
