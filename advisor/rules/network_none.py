"""The kernel refused the socket or the connection itself: there is no direct network in this sandbox, for anybody.

Codex without network access filters `socket(AF_INET)` and `connect` (seccomp, EPERM) and Seatbelt denies network-outbound
(EPERM), loopback included. Outside a sandbox EPERM for an ordinary outgoing connection is next to unknown: a host
firewall that rejects its own machine's packets is the rare one.
Sources: socket(2), connect(2), https://developers.openai.com/codex/permissions.
"""

from __future__ import annotations

from advisor.model import Confidence, ReachHost, Rule
from advisor.rules._network import ADDRESS, EPERM, HOST, MADE_BY_PYTHON, REST, URL, any_of, node_error

_NOT_PERMITTED = any_of(EPERM)
_ERRNO = "https://man7.org/linux/man-pages/man2/connect.2.html"

_MEANS = (
    "The kernel refused to open the connection: the command has no direct network. The server, the port and the credentials are "
    "fine, and a retry gets the same answer. A client that honours the proxy variables can be let through host by host; one "
    "that connects directly (database drivers, ssh, raw sockets) needs the network itself, or to run outside the sandbox. A "
    "service on this machine is no exception: loopback is refused as well."
)
_NAMELESS = f"{_MEANS} The text does not say where to: look at the command."

RULES: tuple[Rule, ...] = (
    Rule(
        id="network/connect-node",
        title="Node was refused a connection",
        explanation=_MEANS,
        telltales=("EPERM",),
        pattern=r"\bconnect EPERM "
        + ADDRESS
        + r"|"
        + node_error("EPERM", "connect", address=r"(?P<host__2>[\w.:%-]{1,60})", port=r"(?P<port__2>\d{1,5})"),
        need=ReachHost,
        examples=(
            "connect EPERM 203.0.113.80:443 - Local (undefined:undefined)",
            "Error: connect EPERM ::1:5432 - Local (:::0)",
            "  errno: -1,\n  code: 'EPERM',\n  syscall: 'connect',\n  address: '203.0.113.10',\n  port: 80",
        ),
        near_misses=("connect EPERM /tmp/x.sock", "connect ECONNREFUSED 127.0.0.1:5432"),
        source="https://nodejs.org/api/errors.html#common-system-errors",
    ),
    Rule(
        id="network/connect-python-pool",
        title="A Python program was refused a connection",
        explanation=_MEANS,
        telltales=("[Errno 1]", "Error 1 connecting to ", "[Operation not permitted]"),
        pattern=r"ConnectionPool\(host='" + HOST + r"', port=(?P<port>\d{1,5})\)[^\n]{0,1600}\[Errno 1\] "
        r"|\bCannot connect to host (?P<host__2>[\w.:-]{1,253}):(?P<port__2>\d{1,5}) ssl:[^\n\[]{0,200}\[Operation not permitted\]"
        r"|\[Errno 1\] Connect call failed \('(?P<host__3>[\w.:-]{1,253})', (?P<port__3>\d{1,5})"
        r"|\bError 1 connecting to (?P<host__4>[\w.:-]{1,253}):(?P<port__4>\d{1,5})\."
        r"|\bon '(?P<host__5>[\w.:-]{1,253})' \(\[Errno 1\] |(?<![\w.-])(?P<host__6>[\w.-]{1,253}):(?P<port__6>\d{1,5}): \[Errno 1\] ",
        need=ReachHost,
        examples=(
            "HTTPSConnectionPool(host='api.example', port=443): Max retries exceeded with url: / (Caused by NewConnectionError("
            "'<HTTPSConnection object at 0x7f>: Failed to establish a new connection: [Errno 1] Operation not permitted'))",
            "PermissionError: [Errno 1] Connect call failed ('127.0.0.1', 5432)",
            "redis.exceptions.ConnectionError: Error 1 connecting to localhost:6379. Operation not permitted.",
            "pymysql.err.OperationalError: (2003, \"Can't connect to MySQL server on 'db.example' ([Errno 1] Operation not permitted)\")",
            "pymongo.errors.ServerSelectionTimeoutError: localhost:27017: [Errno 1] Operation not permitted",
        ),
        near_misses=("PermissionError: [Errno 1] Operation not permitted: '/home/dev/x'", "[Errno 13] Connect call failed"),
        source="https://docs.python.org/3/library/exceptions.html#PermissionError",
    ),
    Rule(
        id="network/connect-pip",
        title="pip was refused its index",
        explanation=f"{_MEANS} pip names the index in the line `Looking in indexes`, not in the error.",
        telltales=("[Errno 1]",),
        pattern=r"^Looking in indexes: " + URL + r"[^\n]{0,1000}\n(?:[^\n]{0,1000}\n){0,6}?[^\n]{0,1000}new connection: \[Errno 1\]",
        need=ReachHost,
        examples=(
            "Looking in indexes: http://pkg.example/simple/\nWARNING: Retrying (Retry(total=0)) after connection broken by "
            "'NewConnectionError('<HTTPConnection object>: Failed to establish a new connection: [Errno 1] Operation not permitted')': /x/",
        ),
        near_misses=(
            "Looking in indexes: http://pkg.example/simple/\nWARNING: Retrying (Retry(total=0)) after connection broken by "
            "'NewConnectionError('<HTTPConnection object>: Failed to establish a new connection: [Errno 111] Connection refused')': /x/",
        ),
        source="https://pip.pypa.io/en/stable/cli/pip_download/",
    ),
    Rule(
        id="network/connect-python",
        title="A Python program was refused a connection",
        explanation=_NAMELESS,
        telltales=("[Errno 1] Operation not permitted",),
        pattern=r"(?:\b_?create_connection\b|\b_?sock_connect\b|\bsock(?:et)?\.connect\()[^\x00]{0,620}?"
        r"(?:PermissionError|OSError): \[Errno 1\] Operation not permitted(?!: ['\"/])"
        r"|urlopen error \[Errno 1\] Operation not permitted|new connection: \[Errno 1\] Operation not permitted"
        r"|\bConnectError: \[Errno 1\] Operation not permitted",
        need=ReachHost,
        examples=(
            '  File "/usr/lib/python3.11/socket.py", line 836, in create_connection\n    sock.connect(sa)\n'
            "PermissionError: [Errno 1] Operation not permitted",
            "urllib.error.URLError: <urlopen error [Errno 1] Operation not permitted>",
            "httpx.ConnectError: [Errno 1] Operation not permitted",
        ),
        near_misses=(
            "    self.socket.bind(self.server_address)\nPermissionError: [Errno 1] Operation not permitted",
            "PermissionError: [Errno 1] Operation not permitted: '/home/dev/x'",
        ),
        source="https://docs.python.org/3/library/exceptions.html#PermissionError",
    ),
    Rule(
        id="network/python-inet",
        title="A Python program was refused a network socket",
        explanation=(
            f"{_NAMELESS} The socket was refused as it was made: where the sandbox has no direct network, there are none but unix sockets, "
            "neither to connect nor to listen."
        ),
        telltales=("PermissionError: [Errno 1] Operation not permitted",),
        pattern=r"\bAF_INET6?\b(?![^\x00]{0,620}?(?:SOCK_RAW|IPPROTO_ICMP|AF_UNIX))(?:[^\n]{0,300}\n){1,4}?" + MADE_BY_PYTHON,
        need=ReachHost,
        examples=(
            "    s = socket.socket(socket.AF_INET, socket.SOCK_STREAM)\n        ^^^^^^^^^^^^^\n"
            '  File "/usr/lib/python3.12/socket.py", line 233, in __init__\n'
            "    _socket.socket.__init__(self, family, type, proto, fileno)\nPermissionError: [Errno 1] Operation not permitted",
        ),
        near_misses=(
            "    s = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)\n"
            '  File "/usr/lib/python3.12/socket.py", line 233, in __init__\n'
            "    _socket.socket.__init__(self, family, type, proto, fileno)\nPermissionError: [Errno 1] Operation not permitted",
        ),
        source="https://docs.python.org/3/library/socket.html",
    ),
    Rule(
        id="network/python-made",
        title="A Python program was refused a socket",
        explanation=(
            "The kernel refused to make a socket, before any address was named. Codex's sandbox without network makes unix sockets "
            f"and no others, so that there it is a network socket, to connect or to listen: the command tells which. {_NAMELESS}"
        ),
        telltales=("PermissionError: [Errno 1] Operation not permitted",),
        pattern=MADE_BY_PYTHON,
        need=ReachHost,
        confidence=Confidence.POSSIBLE,
        harness="codex",
        examples=(
            '  File "<string>", line 1, in <module>\n  File "/usr/lib/python3.12/socket.py", line 233, in __init__\n'
            "    _socket.socket.__init__(self, family, type, proto, fileno)\nPermissionError: [Errno 1] Operation not permitted",
        ),
        near_misses=("    _socket.socket.__init__(self, family, type, proto, fileno)\nOSError: [Errno 24] Too many open files",),
        source="https://man7.org/linux/man-pages/man2/seccomp.2.html",
    ),
    Rule(
        id="network/connect-go",
        title="A Go program was refused a connection",
        explanation=_MEANS,
        telltales=(": socket: operation not permitted", ": connect: operation not permitted"),
        pattern=r"\bdial (?:tcp|udp)[46]? (?:[\w.:%\[\]-]{1,60}->)?" + ADDRESS + r": (?:connect|socket): operation not permitted",
        need=ReachHost,
        examples=(
            "Unable to connect to the server: dial tcp 127.0.0.1:8080: socket: operation not permitted",
            'Post "https://api.example/v1": dial tcp [2001:db8::7]:443: connect: operation not permitted',
        ),
        near_misses=(
            "dial tcp 127.0.0.1:8080: connect: connection refused",
            "dial unix /var/run/docker.sock: connect: operation not permitted",
        ),
        source="https://pkg.go.dev/net#OpError",
    ),
    Rule(
        id="network/connect-java",
        title="A Java program was refused a connection",
        explanation=f"{_NAMELESS} The JVM reads no proxy variable, so that allowing a host does not help it by itself.",
        telltales=EPERM,
        pattern=r"\b(?:SocketException|ConnectException): " + _NOT_PERMITTED + r"(?! \((?:Bind|Listen))",
        need=ReachHost,
        examples=(
            "java.net.SocketException: Operation not permitted\n\tat java.base/java.net.Socket.createImpl(Socket.java:533)",
            "Caused by: java.net.ConnectException: Operation not permitted",
            "java.net.SocketException: Die Operation ist nicht erlaubt",
        ),
        near_misses=("java.net.SocketException: Operation not permitted (Bind failed)", "java.net.SocketException: Connection reset"),
        source="https://docs.oracle.com/en/java/javase/21/core/java-networking.html",
    ),
    Rule(
        id="network/connect-closed",
        title="A connection was refused by the kernel's own rules",
        explanation=(
            "`Permission denied` (EACCES) on connecting is what Landlock says of a port that its rules do not open, and so do a firewall "
            f"of this machine and SELinux. {_MEANS}"
        ),
        telltales=("Exception: Permission denied", "EACCES (Permission denied)"),
        pattern=r"\b(?:BindException|ConnectException|SocketException): Permission denied(?: \(connect failed\)"
        r"|[^\x00]{0,200}?\b(?:Net\.connect|\w{2,30}\.connect)\d?\()"
        r"|\bconnect\(\d{1,5}, \{[^\n]{0,60}AF_INET[^\n]{0,160}\) = -1 EACCES \(Permission denied\)",
        need=ReachHost,
        confidence=Confidence.POSSIBLE,
        examples=(
            "java.net.BindException: Permission denied\n\tat java.base/sun.nio.ch.Net.connect0(Native Method)",
            'connect(7, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("203.0.113.7")}, 16) = -1 EACCES (Permission denied)',
        ),
        near_misses=("java.net.BindException: Permission denied\n\tat java.base/sun.nio.ch.Net.bind0(Native Method)",),
        source="https://docs.kernel.org/userspace-api/landlock.html#network-flags",
    ),
    Rule(
        id="network/connect-maven",
        title="Maven or Gradle was refused its repository",
        explanation=(
            f"{_MEANS} The JVM reads no proxy variable: give it `-Dhttps.proxyHost` and its kin, work offline (`mvn -o`, "
            "`gradle --offline`), or run that one command outside the sandbox."
        ),
        telltales=("Operation not permitted",),
        pattern=r"(?:from/to [\w.-]{1,60} \(|Could not (?:GET|HEAD) ')" + URL + REST + r"[)'][^\x00]{0,300}?: Operation not permitted"
        r"|Could not (?:GET|HEAD) '(?P<scheme__2>https?)://(?P<host__2>[\w.-]{1,253})[^'\n]{0,1000}'\.\s{1,12}> Operation not permitted",
        need=ReachHost,
        examples=(
            "Could not transfer artifact a:b:pom:1 from/to central (https://repo.maven.example/maven2): Operation not permitted",
            "> Could not GET 'https://plugins.gradle.example/m2/x.pom'.\n   > Operation not permitted",
        ),
        near_misses=("Could not transfer artifact a:b:pom:1 from/to central (https://repo.maven.example/maven2): Connection reset",),
        source="https://maven.apache.org/guides/mini/guide-proxies.html",
    ),
    Rule(
        id="network/connect-ssh",
        title="ssh was refused a connection",
        explanation=(
            "ssh connects directly, and the command has no direct network. No list of hosts opens plain ssh: use the https remote, "
            "run that one command outside the sandbox, or (Codex on Linux) allow the address with `transparent_tcp`."
        ),
        telltales=(": connect to host ",),
        pattern=r"(?:\bsocket: Operation not permitted\n)?(?:ssh|scp|sftp|mosh): connect to host "
        + HOST.replace(r"\w.-", r"\w.:-")
        + r" port (?P<port>\d{1,5}): (?:failure|Operation not permitted)",
        need=ReachHost,
        examples=(
            "socket: Operation not permitted\nssh: connect to host 203.0.113.80 port 22: failure",
            "ssh: connect to host git.example port 22: Operation not permitted",
        ),
        near_misses=("ssh: connect to host git.example port 22: Connection refused",),
        source="https://man.openbsd.org/ssh",
    ),
    Rule(
        id="network/connect-git",
        title="git was refused a connection",
        explanation=f"{_MEANS} The git protocol knows no proxy: use the https remote.",
        telltales=("errno=Operation not permitted",),
        pattern=r"^" + HOST + r"\[\d{1,3}: [\da-fA-F.:]{2,45}\]: errno=Operation not permitted",
        need=ReachHost,
        given=(("port", 9418),),
        examples=("fatal: unable to connect to git.example:\ngit.example[0: 203.0.113.7]: errno=Operation not permitted",),
        near_misses=("git.example[0: 203.0.113.7]: errno=Connection timed out",),
        source="https://git-scm.com/docs/gitprotocol-pack",
    ),
    Rule(
        id="network/connect-shell",
        title="The shell was refused a connection",
        explanation=_MEANS,
        telltales=("/dev/tcp/", "/dev/udp/"),
        pattern=r"/dev/(?:tcp|udp)/(?P<host>[\w.:-]{1,253})/(?P<port>\d{1,5}): " + _NOT_PERMITTED,
        need=ReachHost,
        examples=(
            "bash: socket: Operation not permitted\nbash: line 1: /dev/tcp/203.0.113.80/443: Operation not permitted",
            "bash: Zeile 1: /dev/tcp/203.0.113.80/443: Die Operation ist nicht erlaubt",
        ),
        near_misses=("bash: line 1: /dev/tcp/203.0.113.80/443: Connection timed out",),
        source="https://www.gnu.org/software/bash/manual/html_node/Redirections.html",
    ),
    Rule(
        id="network/connect-tool",
        title="A connection was refused by the kernel",
        explanation=_MEANS,
        telltales=("Operation not permitted", "operation not permitted"),
        pattern=r"\b(?:connectx?|Failed to connect) to \[?(?P<host>[\w.:-]{1,253}?)\]? port (?P<port>\d{1,5})(?: \(\w{2,4}\))?"
        r"(?: after \d{1,7} ms)?(?: failed)?: Operation not permitted"
        r"|\bConnecting to (?P<host__2>[\w.-]{1,253})(?: \([^)\n]{1,260}\))?(?:\|[\da-fA-F.:]{2,45}\|)?:(?P<port__2>\d{1,5})\.\.\. "
        r"[^\n]{0,40}: Operation not permitted"
        r"|\b(?:to|at) (?:tcp|ssl|tls|udp)?(?:://)?\[?(?P<host__3>[\w.:-]{1,253})\]?:(?P<port__3>\d{1,5})(?:: Can't create socket)?"
        r"(?:: | \()Operation not permitted"
        r"|\b[Uu]nable to connect(?: socket)?: [^\n]{0,60}?[,:] Operation not permitted"
        r"|\btcp connect \((?P<host__4>[\w.:-]{1,253}):(?P<port__4>\d{1,5})\): operation not permitted",
        need=ReachHost,
        examples=(
            "nc: connectx to 127.0.0.1 port 5433 (tcp) failed: Operation not permitted",
            "curl: (7) Failed to connect to api.example port 443: Operation not permitted",
            "Connecting to pkg.example (pkg.example)|203.0.113.10|:80... failed: Operation not permitted.",
            "Could not connect to Redis at 127.0.0.1:6379: Can't create socket: Operation not permitted",
            "stream_socket_client(): Unable to connect to tcp://api.example:443 (Operation not permitted)",
            "Unable to connect socket: Error code: -9989(0x-2705), Operation not permitted",
            "** (DBConnection.ConnectionError) tcp connect (localhost:5432): operation not permitted - :eperm",
        ),
        near_misses=("curl: (7) Failed to connect to api.example port 443: Connection refused",),
        source=_ERRNO,
    ),
    Rule(
        id="network/connect-postgres",
        title="A PostgreSQL client was refused its server",
        explanation=_MEANS,
        telltales=EPERM,
        pattern=r"\bserver at \"(?P<host>[^\"\n]{1,253})\"(?: \([^)\n]{1,60}\))?, port (?P<port>\d{1,5}) failed:\s{1,120}"
        r"(?:could not create socket: )?" + _NOT_PERMITTED + r"|could not connect to server: Operation not permitted\s{1,12}"
        r"Is the server running on host \"(?P<host__2>[^\"\n]{1,253})\"[^\x00]{0,120}?on port (?P<port__2>\d{1,5})",
        need=ReachHost,
        examples=(
            'psql: error: connection to server at "127.0.0.1", port 5432 failed: could not create socket: Operation not permitted',
            'connection to server at "127.0.0.1", port 5432 failed:   \n  Operation not permitted',
            'could not connect to server: Operation not permitted\n\tIs the server running on host "db.example" and accepting\n'
            "\tTCP/IP connections on port 5432?",
        ),
        near_misses=('connection to server at "127.0.0.1", port 5432 failed: Connection refused',),
        source="https://www.postgresql.org/docs/current/libpq-connect.html",
    ),
    Rule(
        id="network/connect-mysql",
        title="A MySQL client was refused its server",
        explanation=_MEANS,
        telltales=("MySQL server on ", "create TCP/IP socket (1)", "[2002] Operation not permitted"),
        pattern=r"MySQL server on '(?P<host>[^':\n]{1,253})(?::(?P<port>\d{1,5}))?' \(1\)|create TCP/IP socket \(1\)"
        r"|\[2002\] Operation not permitted",
        need=ReachHost,
        examples=(
            "ERROR 2003 (HY000): Can't connect to MySQL server on '127.0.0.1:3306' (1)",
            "SQLSTATE[HY000] [2002] Operation not permitted",
        ),
        near_misses=("ERROR 2003 (HY000): Can't connect to MySQL server on '127.0.0.1:3306' (111)",),
        source="https://dev.mysql.com/doc/refman/8.4/en/can-not-connect-to-server.html",
    ),
    Rule(
        id="network/connect-ruby",
        title="A Ruby program was refused a connection",
        explanation=_MEANS,
        telltales=("Operation not permitted - connect(2)", "(Operation not permitted - "),
        pattern=r"Operation not permitted - connect\(2\) for (?:\"(?P<host>[\w.:-]{1,253})\" port (?P<port>\d{1,5})"
        r"|(?P<host__2>[\w.:-]{1,253}):(?P<port__2>\d{1,5}))"
        r"|TCP connection to (?P<host__3>[\w.:-]{1,253}):(?P<port__3>\d{1,5}) \(Operation not permitted - ",
        need=ReachHost,
        examples=(
            'Errno::EPERM: Operation not permitted - connect(2) for "localhost" port 5432',
            'Failed to open TCP connection to gems.example:443 (Operation not permitted - connect(2) for "gems.example" port 443)',
        ),
        near_misses=('Operation not permitted - connect(2) for "/tmp/x.sock"',),
        source="https://docs.ruby-lang.org/en/master/Socket.html",
    ),
)
