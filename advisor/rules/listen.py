"""A program that was refused to listen: EPERM from `bind`, `listen` or the socket under them.

Codex without network filters these calls (seccomp), Seatbelt denies network-bind; Claude Code on Linux lets a command
bind in its own network namespace. For a port from 1024 up EPERM has no other common cause; EACCES below 1024 and
EADDRINUSE are ordinary (`ordinary_ports`).
Sources: bind(2), listen(2), https://developers.openai.com/codex/permissions.
"""

from __future__ import annotations

from advisor.model import Confidence, ListenOnPort, Rule
from advisor.rules._network import ADDRESS, BIND, EPERM, LISTENING, any_of, node_error

_NOT_PERMITTED = any_of(EPERM)
_NOT_HERE = r"[Cc]an(?:no|')t assign requested address"
RULES: tuple[Rule, ...] = (
    Rule(
        id="network/listen-node",
        title="Node was refused to listen on a port",
        explanation=LISTENING,
        telltales=("EPERM",),
        pattern=r"\b(?:listen|bind) EPERM(?:: operation not permitted)? "
        + ADDRESS
        + r"|\b(?:bind|listen) EPERM(?:: operation not permitted)? (?P<host__2>[\d.]{7,15}|::1?)(?![\w.:/-])"
        r"|" + node_error("EPERM", "listen|bind", address=r"(?P<host__3>[\w.:%-]{1,60})", port=r"(?P<port__3>\d{1,5})"),
        need=ListenOnPort,
        examples=(
            "Error: listen EPERM: operation not permitted 127.0.0.1:18992",
            "Error: listen EPERM: operation not permitted :::3000",
            "Error: listen EPERM: operation not permitted ::1:5173",
            "Error: listen EPERM 0.0.0.0:3000",
            "bind EPERM 0.0.0.0",
            "Error: listen EPERM: operation not permitted 127.0.0.1",
            "  errno: -1,\n  code: 'EPERM',\n  syscall: 'listen',\n  address: '127.0.0.1',\n  port: 8123",
        ),
        near_misses=(
            "Error: listen EADDRINUSE: address already in use :::3000",
            "Error: listen EACCES: permission denied 0.0.0.0:80",
            "Error: listen EPERM: operation not permitted /tmp/tsx-1000/9.pipe",
        ),
        source="https://nodejs.org/api/errors.html#common-system-errors",
    ),
    Rule(
        id="network/listen-elsewhere",
        title="The sandbox's own network does not have this address",
        explanation=(
            "The program wants to listen on an address that no interface has (EADDRNOTAVAIL). Commands run in a network of the sandbox's "
            "own, which has the loopback and none of the machine's addresses: listen on 127.0.0.1 or 0.0.0.0, or run that one command "
            "outside the sandbox. An address that the machine does not have either fails just so there."
        ),
        telltales=("EADDRNOTAVAIL", "t assign requested address"),
        pattern=r"\b(?:listen|bind) EADDRNOTAVAIL(?:: address not available)? "
        + ADDRESS
        + r"|\[Errno (?:99|49)\] error while attempting to bind on address "
        r"\('(?P<host__2>[\w.:%-]{1,253})', (?P<port__2>\d{1,5})[^\n]{0,40}"
        + _NOT_HERE
        + r"|\.bind\(\(['\"](?P<host__3>[\w.:-]{1,253})['\"], ?(?P<port__3>\d{1,5})\)[^\x00]{0,420}?\[Errno (?:99|49)\] "
        + _NOT_HERE
        + r"|\blisten (?:tcp|udp)[46]? \[?(?P<host__4>[\w.:%-]{1,253}?)\]?:(?P<port__4>\d{1,5}): bind: "
        + _NOT_HERE
        + r"|"
        + _NOT_HERE
        + r" - bind\(2\) for (?:\"(?P<host__5>[\w.:%-]{1,253})\" port (?P<port__5>\d{1,5})"
        r"|\[?(?P<host__6>[\w.:%-]{0,252}\w)\]?:(?P<port__6>\d{1,5}))" + r"|\b(?:[Bb]ind(?:ing)?|[Ll]isten(?:ing)?)\b[^\n]{0,60}? "
        r"\[?(?P<host__7>[\w.-]{1,253}|[\da-fA-F:]{2,45})\]?:(?P<port__7>\d{1,5})\b[^\n]{0,120}?" + _NOT_HERE,
        need=ListenOnPort,
        confidence=Confidence.POSSIBLE,
        examples=(
            "Error: listen EADDRNOTAVAIL: address not available 203.0.113.1:8126",
            "    s.bind(('203.0.113.1', 8126))\nOSError: [Errno 99] Cannot assign requested address",
            "[Errno 99] error while attempting to bind on address ('203.0.113.1', 8126): cannot assign requested address",
            "listen tcp 203.0.113.1:8126: bind: cannot assign requested address",
            'Cannot assign requested address - bind(2) for "203.0.113.1" port 8126 (Errno::EADDRNOTAVAIL)',
            "nginx: [emerg] bind() to 203.0.113.1:8126 failed (99: Cannot assign requested address)",
            "Error: failed to bind to 203.0.113.1:8126: Cannot assign requested address (os error 99)",
        ),
        near_misses=(
            "dial tcp 203.0.113.1:443: connect: cannot assign requested address",
            "Error: listen EADDRINUSE: address already in use 203.0.113.1:8126",
        ),
        counts="refused",
        source=BIND,
    ),
    Rule(
        id="network/listen-python-address",
        title="A Python program was refused to listen on a port",
        explanation=LISTENING,
        telltales=("[Errno 1] error while attempting to bind on address", "Operation not permitted"),
        pattern=r"\[Errno 1\] error while attempting to bind on address \('(?P<host>[\w.:%-]{0,253})', (?P<port>\d{1,5})"
        r"|\.bind\(\(['\"](?P<host__2>[\w.:-]{0,253})['\"], ?(?P<port__2>\d{1,5})\)"
        r"[^\x00]{0,420}?PermissionError: \[Errno 1\] Operation not permitted",
        need=ListenOnPort,
        examples=(
            "ERROR:    [Errno 1] error while attempting to bind on address ('127.0.0.1', 8000): operation not permitted",
            "    s.bind(('127.0.0.1', 8126))\nPermissionError: [Errno 1] Operation not permitted",
        ),
        near_misses=("[Errno 98] error while attempting to bind on address ('127.0.0.1', 8000): address already in use",),
        source="https://docs.python.org/3/library/asyncio-eventloop.html#creating-network-servers",
    ),
    Rule(
        id="network/listen-python",
        title="A Python program was refused to listen",
        explanation=LISTENING,
        telltales=("PermissionError: [Errno 1] Operation not permitted",),
        pattern=r"(?:\bserver_bind\b|\bsocketserver\.py\"|\bcreate_server\(|\bbind_sockets?\(|\bhttp[./]server|\bbind_unused_port\("
        r"|\.(?:bind|listen)\((?!['\"][^'\"\n]{1,200}['\"]\)))"
        r"[^\x00]{0,620}?PermissionError: \[Errno 1\] Operation not permitted(?!: ['\"/])",
        need=ListenOnPort,
        examples=(
            '  File "/usr/lib/python3.14/socketserver.py", line 478, in server_bind\n    self.socket.bind(self.server_address)\n'
            "PermissionError: [Errno 1] Operation not permitted",
            '  File "/usr/lib/python3.11/socketserver.py", line 452, in __init__\n    self.socket = socket.socket(self.address_family,\n'
            '  File "/usr/lib/python3.11/socket.py", line 232, in __init__\n    _socket.socket.__init__(self, family, type)\n'
            "PermissionError: [Errno 1] Operation not permitted",
        ),
        near_misses=(
            "    self.socket.bind(self.server_address)\nPermissionError: [Errno 13] Permission denied",
            "    s.bind('x.sock')\nPermissionError: [Errno 1] Operation not permitted",
        ),
        source="https://docs.python.org/3/library/socketserver.html",
    ),
    Rule(
        id="network/listen-go",
        title="A Go program was refused to listen on a port",
        explanation=LISTENING,
        telltales=(": operation not permitted",),
        pattern=r"\blisten (?:tcp|udp)[46]? (?:\[?(?P<host>[\w.:%-]{1,253}?)\]?)?:(?P<port>\d{1,5})"
        r": (?:bind|socket|listen|setsockopt): operation not permitted",
        need=ListenOnPort,
        examples=(
            "listen tcp 127.0.0.1:8080: bind: operation not permitted",
            "panic: httptest: failed to listen on a port: listen tcp6 [::1]:0: bind: operation not permitted",
            "listen tcp :9222: bind: operation not permitted",
            "listen tcp4 0.0.0.0:0: socket: operation not permitted",
        ),
        near_misses=("listen tcp :8080: bind: address already in use", "listen tcp :80: bind: permission denied"),
        source="https://pkg.go.dev/net#OpError",
    ),
    Rule(
        id="network/listen-java",
        title="A Java program was refused to listen",
        explanation=f"{LISTENING} Gradle's daemon and test workers listen on the loopback by design.",
        telltales=EPERM,
        pattern=r"\b(?:SocketException|BindException): " + _NOT_PERMITTED + r"[^\x00]{0,400}?"
        r"(?:Net\.bind0|Net\.listen|\bServerSocket|TcpIncomingConnector|\bDatagram\w{4,20}\.bind)"
        r"|\bBindException: " + _NOT_PERMITTED + r"|\bSocketException: " + _NOT_PERMITTED + r" \((?:Bind|Listen) failed\)"
        r"|\bbind\(\.\.\) failed: Operation not permitted",
        need=ListenOnPort,
        examples=(
            "java.net.SocketException: Operation not permitted\n  at sun.nio.ch.Net.bind0(Native Method)",
            "java.net.SocketException: Operation not permitted\n\tat java.base/java.net.ServerSocket.createImpl(ServerSocket.java:320)",
            "Caused by: java.net.BindException: Operation not permitted",
            "java.net.SocketException: Operation not permitted (Bind failed)",
            "io.netty.channel.unix.Errors$NativeIoException: bind(..) failed: Operation not permitted",
        ),
        near_misses=("java.net.BindException: Address already in use", "java.net.BindException: Permission denied"),
        source="https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/net/BindException.html",
    ),
    Rule(
        id="network/listen-ruby",
        title="A Ruby program was refused to listen on a port",
        explanation=LISTENING,
        telltales=("Operation not permitted - bind(2) for ", "Operation not permitted - listen(2)"),
        pattern=r"Operation not permitted - (?:bind|listen)\(2\) for (?:\"(?P<host>[\w.:%-]{1,253})\" port (?P<port>\d{1,5})"
        r"|\[?(?P<host__2>[\w.:%-]{0,252}\w)\]?:(?P<port__2>\d{1,5})\b)|Operation not permitted - listen\(2\)",
        need=ListenOnPort,
        examples=(
            "jekyll 4.3.3 | Error:  Operation not permitted - bind(2) for 127.0.0.1:4000",
            'Errno::EPERM: Operation not permitted - bind(2) for "localhost" port 3000',
        ),
        near_misses=(
            'Permission denied - bind(2) for "127.0.0.1" port 191 (Errno::EACCES)',
            "Operation not permitted - bind(2) for /tmp/x.sock",
        ),
        source="https://docs.ruby-lang.org/en/master/TCPServer.html",
    ),
    Rule(
        id="network/listen-php",
        title="A PHP program was refused to listen on a port",
        explanation=LISTENING,
        telltales=("Operation not permitted",),
        pattern=r"Failed to listen on " + ADDRESS + r" \(reason: Operation not permitted\)"
        r"|stream_socket_server\(\): Unable to connect to (?:tcp|udp|ssl|tls)://(?P<host__2>[\w.-]{1,253}):(?P<port__2>\d{1,5})"
        r" \(Operation not permitted\)",
        need=ListenOnPort,
        examples=(
            "[Sun Nov 29 10:00:00 2026] Failed to listen on localhost:8000 (reason: Operation not permitted)",
            "stream_socket_server(): Unable to connect to tcp://127.0.0.1:9000 (Operation not permitted)",
        ),
        near_misses=("Failed to listen on localhost:8000 (reason: Address already in use)",),
        source="https://www.php.net/manual/features.commandline.webserver.php",
    ),
    Rule(
        id="network/listen-rust",
        title="A Rust program was refused to listen",
        explanation=LISTENING,
        telltales=("Operation not permitted (os error 1)",),
        pattern=r"\b(?:[Bb]ind(?:ing)?|[Ll]isten(?:ing|er)?|[Ss]tart(?:ing)?)\b(?! socket)[^\n]{0,60}? (?:https?://)?"
        r"\[?(?P<host>[\w.-]{1,253}|[\da-fA-F:]{2,45})\]?:(?P<port>\d{1,5})\b[^\n]{0,120}?: Operation not permitted \(os error 1\)"
        r"|\b(?:[Bb]ind(?:ing)?|[Ll]isten(?:ing|er)?|start http server)\b(?! socket)[^\n/]{0,80}: Operation not permitted \(os error 1\)"
        r"|\b(?:binding to|listening on) a (?:free |random )?port\n[^\n\w]{0,12}(?:\d{1,2}: )?Operation not permitted \(os error 1\)",
        need=ListenOnPort,
        examples=(
            "Error: failed to bind to 127.0.0.1:3000: Operation not permitted (os error 1)",
            "error binding to 0.0.0.0:8080: error creating server listener: Operation not permitted (os error 1)",
            "Error: Can't start http server: Operation not permitted (os error 1)",
            "- creating new process\n- binding to a port\n- Operation not permitted (os error 1)",
        ),
        near_misses=("Error: failed to bind to 127.0.0.1:3000: Address already in use (os error 98)",),
        source="https://doc.rust-lang.org/std/net/struct.TcpListener.html",
    ),
    Rule(
        id="network/listen-traced",
        title="A traced program was refused to listen",
        explanation=(
            f"{LISTENING} The trace of the call says EACCES: Landlock says so of a port that its rules do not open; SELinux ties some "
            "ports to services and says the same."
        ),
        telltales=(" = -1 EACCES (Permission denied)", " = -1 EPERM (Operation not permitted)"),
        pattern=r"\bbind\(\d{1,5}, \{[^\n]{0,60}AF_INET6?[^\n]{0,60}htons\((?P<port>0|\d{4,5})\)[^\n]{0,160}\)"
        r" = -1 (?:EACCES \(Permission denied\)|EPERM \(Operation not permitted\))",
        need=ListenOnPort,
        confidence=Confidence.POSSIBLE,
        examples=(
            'bind(17, {sa_family=AF_INET, sin_port=htons(4096), sin_addr=inet_addr("127.0.0.1")}, 16) = -1 EACCES (Permission denied)',
        ),
        near_misses=(
            'bind(3, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("0.0.0.0")}, 16) = -1 EACCES (Permission denied)',
        ),
        source="https://man7.org/linux/man-pages/man1/strace.1.html",
    ),
    Rule(
        id="network/listen-beam",
        title="An Elixir or Erlang program was refused to listen",
        explanation=LISTENING,
        telltales=("eperm",),
        pattern=r"\b(?:[\w.]{0,60}PubSub|Endpoint|[Ll]istener|Ranch|ranch_tcp|Bandit|[Cc]owboy|gen_tcp|inet_tcp|listen)\b[^\x00]{0,200}?"
        r"(?:\bport: (?P<port>\d{1,5})[^\x00]{0,200}?)?(?:\(EXIT\) |[ ,{(]):?eperm\b",
        need=ListenOnPort,
        examples=(
            "** (Mix) Could not start application mix: Mix.start/2 returned an error: shutdown: failed to start child: Mix.PubSub\n"
            "    ** (EXIT) :eperm",
            "[error] Failed to start Ranch listener Demo.Endpoint.HTTP in :ranch_tcp:listen([port: 4000]) for reason :eperm",
            "Protocol 'inet_tcp': register/listen error: eperm",
        ),
        near_misses=('** (File.Error) could not write to file "x": :eperm', "Failed to start Ranch listener: :eaddrinuse"),
        source="https://www.erlang.org/doc/apps/kernel/gen_tcp.html",
    ),
)
