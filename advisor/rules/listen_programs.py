"""Programs that were refused to listen and say so in words of their own: servers, tools and the smaller runtimes.

The mechanism is that of `listen`: EPERM from `bind` or `listen`, which a port from 1024 up meets only in a sandbox.
Sources: bind(2), listen(2), https://developers.openai.com/codex/permissions.
"""

from __future__ import annotations

from advisor.model import Confidence, ListenOnPort, Rule
from advisor.rules._network import ADDRESS, BIND, LISTENING

RULES: tuple[Rule, ...] = (
    Rule(
        id="network/listen-server",
        title="A server was refused its port",
        explanation=LISTENING,
        telltales=("peration not permitted", "(errno: 1"),
        pattern=r"\bbind\(\) to " + ADDRESS + r" failed \(1: Operation not permitted\)"
        r"|listening socket \[?(?P<host__2>[\w.:*-]{1,253}?)\]?:(?P<port__2>\d{1,5}): bind: Operation not permitted"
        r"|\bbind\(\d{1,3}, \{"
        r"[^\n}]{0,40}?AF=\d{1,2} \[?(?P<host__3>[\w.:*-]{1,60}?)\]?:(?P<port__3>\d{1,5})\}, \d{1,3}\): Operation not permitted"
        r"|\b(?:[Bb]ind|[Ll]isten)(?:ing)? (?:to|on) \[?(?P<host__5>[\w.:*-]{1,253}?)\]?:(?P<port__5>\d{1,5}): [Oo]peration not permitted"
        r"|\bZMQError: Operation not permitted(?: \(addr='tcp://(?P<host__6>[\w.:*-]{1,253}?):(?P<port__6>\d{1,5})'\))?"
        r"|socket has failed to (?:bind|listen on|listen) (?:to|on)?"
        r"[^\n]{0,60}?\[?(?P<host__4>[\w.:*-]{1,60}?)\]?:(?P<port__4>\d{1,5}) \(errno: 1\b",
        need=ListenOnPort,
        examples=(
            "nginx: [emerg] bind() to 0.0.0.0:8080 failed (1: Operation not permitted)",
            "org.apache.kafka.common.KafkaException: Socket server failed to bind to 127.0.0.1:9092: Operation not permitted.",
            "zmq.error.ZMQError: Operation not permitted (addr='tcp://127.0.0.1:52113')",
            "Warning: Could not create server TCP listening socket *:6379: bind: Operation not permitted",
            "socat[7] E bind(5, {AF=2 0.0.0.0:8080}, 16): Operation not permitted",
            "[c10d] The server socket has failed to bind to [::]:29500 (errno: 1 - Operation not permitted).",
        ),
        near_misses=("nginx: [emerg] bind() to 0.0.0.0:80 failed (13: Permission denied)",),
        source=BIND,
    ),
    Rule(
        id="network/listen-database",
        title="A database server was refused its port",
        explanation=LISTENING,
        telltales=("Operation not permitted",),
        pattern=r"could not (?:bind|create socket for) IPv[46](?: address)? \"(?P<host>[^\"\n]{1,60})\": Operation not permitted"
        r"|[Bb]ind on TCP/IP port: Operation not permitted|Failed to set up listener: [^\n]{0,80}Operation not permitted"
        r"|Error setting up listener[^\n]{0,300}Operation not permitted",
        need=ListenOnPort,
        examples=(
            'LOG:  could not bind IPv4 address "127.0.0.1": Operation not permitted',
            "[ERROR] Can't start server: Bind on TCP/IP port: Operation not permitted",
            "Failed to set up listener: SocketException: Operation not permitted",
        ),
        near_misses=('LOG:  could not bind IPv4 address "127.0.0.1": Address already in use',),
        source="https://www.postgresql.org/docs/current/server-start.html",
    ),
    Rule(
        id="network/listen-announced",
        title="A development server was refused its port",
        explanation=LISTENING,
        telltales=("Operation not permitted",),
        pattern=r"\b(?:[Ss]erver|[Ss]erving|[Rr]unning|[Ll]istening)\b[^\n]{0,60}? (?:at|on) (?:https?://)"
        + ADDRESS
        + r"[^\x00]{0,400}?(?:Error|ERROR)\]?:? {1,6}(?:\[Errno 1\] )?Operation not permitted(?!: ['\"/])",
        need=ListenOnPort,
        examples=(
            "Starting development server at http://127.0.0.1:8000/\nQuit the server with CONTROL-C.\nError: [Errno 1] Operation not "
            "permitted",
        ),
        near_misses=("Starting development server at http://127.0.0.1:8000/\nError: That port is already in use.",),
        source="https://docs.djangoproject.com/en/stable/ref/django-admin/#runserver",
    ),
    Rule(
        id="network/listen-http-server",
        title="Python's http.server was refused its port",
        explanation=f"`python -m http.server` listens on every address unless `--bind` names one. {LISTENING}",
        telltales=("PermissionError: [Errno 1] Operation not permitted",),
        pattern=r"\bhttp/server\.py\", line \d{1,6}, in test\n"
        r"[^\x00]{0,900}?PermissionError: \[Errno 1\] Operation not permitted(?!: ['\"/])",
        need=ListenOnPort,
        given=(("host", "0.0.0.0"),),
        examples=(
            '  File "/usr/lib/python3.14/http/server.py", line 1348, in test\n    server = ServerClass(addr, HandlerClass)\n'
            "    self.socket.bind(self.server_address)\nPermissionError: [Errno 1] Operation not permitted",
        ),
        near_misses=('  File "/usr/lib/python3.14/http/server.py", line 1348, in test\nOSError: [Errno 98] Address already in use',),
        source="https://docs.python.org/3/library/http.server.html",
    ),
    Rule(
        id="network/listen-dart",
        title="A Dart or Flutter program was refused to listen",
        explanation=LISTENING,
        telltales=("errno = 1)",),
        pattern=r"Failed to create server socket \(OS Error: "
        r"[^\n(]{1,80}, errno = 1\), address = (?P<host>[\w.:-]{1,253}), port = (?P<port>\d{1,5})",
        need=ListenOnPort,
        examples=(
            "SocketException: Failed to create server socket (OS Error: Operation not permitted, errno = 1), address = 127.0.0.1, port = 0",
        ),
        near_misses=("Failed to create server socket (OS Error: Address already in use, errno = 98), address = 0.0.0.0, port = 8080",),
        source="https://api.dart.dev/dart-io/ServerSocket-class.html",
    ),
    Rule(
        id="network/listen-dotnet",
        title="A .NET program was refused to listen",
        explanation=f"{LISTENING} .NET words the kernel's EPERM as `Permission denied`; below port 1024 that is an ordinary refusal.",
        telltales=("Permission denied", "Operation not permitted"),
        pattern=r"SocketException \((?:13|1)\): (?:Permission denied|Operation not permitted)[^\x00]{0,400}?Sockets\.(?:Socket\."
        r"(?:DoBind|Bind|Listen)\b|TcpListener)"
        r"|Unable to bind to https?://\[?(?P<host>[\w.:-]{1,253}?)\]?:(?P<port>[1-9]\d{3,4})\b[^\n]{0,100}(?:Permission denied"
        r"|Operation not permitted)",
        need=ListenOnPort,
        confidence=Confidence.POSSIBLE,
        examples=(
            "System.Net.Sockets.SocketException (13): Permission denied\n   at System.Net.Sockets.Socket.DoBind(EndPoint endPointSnapshot)",
            "Unable to bind to http://localhost:5000 on the IPv4 loopback interface: 'Permission denied'.",
        ),
        near_misses=("Unable to bind to http://localhost:80 on the IPv4 loopback interface: 'Permission denied'.",),
        source="https://learn.microsoft.com/dotnet/api/system.net.sockets.socketerror",
    ),
    Rule(
        id="network/listen-deno",
        title="A Deno program was refused to listen",
        explanation=LISTENING,
        telltales=("Operation not permitted (os error 1)",),
        pattern=r"Operation not permitted \(os error 1\)\n[^\x00]{0,300}?(?:at (?:Object\.)?(?:listen|serve|listenTls)\b|deno_net/"
        r"|deno_http/)",
        need=ListenOnPort,
        examples=(
            "error: Uncaught (in promise) PermissionDenied: Operation not permitted (os error 1)\n"
            "    at Object.listen (ext:deno_net/01_net.js:540:35)",
        ),
        near_misses=("error: Uncaught NotCapable: Requires net access to 0.0.0.0:8000, run again with the --allow-net flag",),
        source="https://docs.deno.com/api/deno/~/Deno.listen",
    ),
    Rule(
        id="network/listen-adb",
        title="adb was refused to start its own server",
        explanation=(
            "adb starts a server on the loopback, which the sandbox refuses, and USB devices are out of reach as well. No setting opens "
            "USB: run adb outside the sandbox."
        ),
        telltales=("*smartsocket* listener: Operation not permitted",),
        pattern=r"(?:starting now at tcp:(?P<port>\d{1,5})"
        r"[^\x00]{0,300}?)?could not install \*smartsocket\* listener: Operation not permitted",
        need=ListenOnPort,
        given=(("host", "127.0.0.1"), ("port", 5037)),
        examples=("* daemon not running; starting now at tcp:5037\ncould not install *smartsocket* listener: Operation not permitted",),
        near_misses=("could not install *smartsocket* listener: Address already in use",),
        source="https://developer.android.com/tools/adb",
    ),
    Rule(
        id="network/listen-gradle",
        title="Gradle was refused to listen for its own workers",
        explanation=(
            f"{LISTENING} Gradle's daemon, test workers and Kotlin compiler talk over a free port of the loopback; `--no-daemon` does not "
            "avoid it."
        ),
        telltales=("TcpIncomingConnector", "FileLockCommunicator"),
        pattern=r"\bSocketException: Operation not permitted[^\x00]{0,900}?(?:TcpIncomingConnector|FileLockCommunicator)",
        need=ListenOnPort,
        given=(("host", "localhost"), ("port", 0)),
        examples=(
            "java.net.SocketException: Operation not permitted\n  at sun.nio.ch.Net.bind0(Native Method)\n"
            "  at org.gradle.internal.remote.internal.inet.TcpIncomingConnector.accept(TcpIncomingConnector.java:60)",
        ),
        near_misses=("java.net.SocketException: Connection reset\n  at org.gradle.internal.inet.TcpIncomingConnector.accept",),
        source="https://docs.gradle.org/current/userguide/gradle_daemon.html",
    ),
    Rule(
        id="network/listen-words",
        title="A program was refused to listen",
        explanation=LISTENING,
        telltales=("peration not permitted", "Unix_error(Unix.EPERM"),
        pattern=r"(?<![\w/.])(?:bind|listen)(?:\(\)|\(2\))?(?: failed| error)?: Operation not permitted"
        r"|^nc(?:\.\w{3,11})?: Operation not permitted$|IO::Socket::\w{2,6}: (?:bind|listen): Operation not permitted"
        r"|bind\(descriptor:ptr:bytes:\): Operation not permitted|Socket\.(?:bind|listen): [^\n]{0,60}\(Operation not permitted\)"
        r"|Unix_error\(Unix\.EPERM, \"(?:bind|listen)\""
        r"|^[^\n\"'`]{0,120}: bind: operation not permitted$|[Ff]ailed to (?:bind|listen)(?: (?:on|to))? (?:port|address)"
        r"[^\n]{0,80}: Operation not permitted",
        need=ListenOnPort,
        examples=(
            "bind: Operation not permitted",
            "nc: Operation not permitted",
            "bind(descriptor:ptr:bytes:): Operation not permitted (errno: 1)",
            "IO::Socket::INET: bind: Operation not permitted",
            "Network.Socket.bind: permission denied (Operation not permitted)",
        ),
        near_misses=(
            "bind: Address already in use",
            "- The first run failed because tests need a local listener (`bind: operation not permitted`); rerunning passed.",
            'strings.Contains(err.Error(), "bind: operation not permitted")',
        ),
        source=BIND,
    ),
    Rule(
        id="network/listen-rust-test",
        title="A Rust test was probably refused to listen",
        explanation=(
            "A Rust test whose name speaks of a server or a connection met EPERM where it unwrapped a result. Tests of this kind listen "
            f"on a free port of the loopback, but the text does not say what was refused. {LISTENING}"
        ),
        telltales=("Os { code: 1, kind: PermissionDenied",),
        pattern=r"^thread '[^'\n]{0,200}(?:http|server|serve|transport|socket|listen|tcp|udp|port|proxy|client|bind|net|rpc|web)"
        r"[^'\n]{0,200}'"
        r"[^\x00]{0,300}?Os \{ code: 1, kind: PermissionDenied",
        need=ListenOnPort,
        given=(("host", "127.0.0.1"), ("port", 0)),
        confidence=Confidence.POSSIBLE,
        examples=(
            "thread 'provider_transport::tests::redirects_fail_closed' panicked at src/provider_transport.rs:412:58:\n"
            'called `Result::unwrap()` on an `Err` value: Os { code: 1, kind: PermissionDenied, message: "Operation not permitted" }',
        ),
        near_misses=(
            "thread 'main' panicked at src/main.rs:22:57:\n"
            'called `Result::unwrap()` on an `Err` value: Os { code: 1, kind: PermissionDenied, message: "Operation not permitted" }',
        ),
        source="https://doc.rust-lang.org/std/net/struct.TcpListener.html",
    ),
)
