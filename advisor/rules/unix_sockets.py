"""A unix socket that was refused, in the words of the runtimes: EPERM where it is made, bound or connected.

Claude Code on Linux filters `socket(AF_UNIX)` itself (no path is ever looked at, so that paths cannot be allowed one by
one there), Codex filters bind and connect without network and the socket behind its proxy, Seatbelt decides by path.
Runtimes print the same for named pipes and for sockets that tools make for themselves (tsx, Nx, multiprocessing).
Sources: unix(7), https://code.claude.com/docs/en/sandboxing, https://developers.openai.com/codex/permissions.
"""

from __future__ import annotations

from advisor.model import Confidence, ConnectSocket, Rule
from advisor.rules._network import MADE_BY_PYTHON, SOCKET, node_error

_UNIX = "https://man7.org/linux/man-pages/man7/unix.7.html"
_DENIED = r"PermissionError: \[Errno 1\] Operation not permitted(?!: ['\"/])"
# Absolute (with the one folder of macOS that has a space), a Windows pipe, or relative with a telling end.
_PLACE = (
    r"(?P<path>(?:/[^\s'\"(),;]{0,200}Application Support)?/[^\s'\"(),;]{0,300}[^\s'\"(),;.:]|\\\\[.?]\\pipe\\[^\s'\"(),;]{1,300}"
    r"|[\w.$~@-][^\s'\":(),]{0,200}(?:\.(?:sock|socket|pipe|ipc)|/[^\s'\":(),]{1,100}))(?=$|[\s'\"),;.:])"
)

_MEANS = (
    "The sandbox does not let the command make or use this unix socket. Its owner, mode and folder are fine, and moving it does not "
    "help on Linux. On macOS one path can be allowed (`allowUnixSockets` in Claude Code, `unix_sockets` in Codex); on Linux it is all "
    "sockets or none (`allowAllUnixSockets`; Codex: network without the proxy, or `dangerously_allow_all_unix_sockets`), and a socket "
    "like docker's is as good as the whole machine. Many tools work without theirs: NX_DAEMON=false, `node --import tsx` in place of "
    "`tsx`, `--watchman=false`."
)
_UNNAMED = f"{_MEANS} The text does not name the socket: look at the command."

RULES: tuple[Rule, ...] = (
    Rule(
        id="socket/node",
        title="Node was refused a unix socket",
        explanation=_MEANS,
        telltales=("EPERM",),
        pattern=r"\b(?:listen|connect|bind) EPERM(?:: operation not permitted)? "
        + _PLACE
        + r"|"
        + node_error("EPERM", "listen|connect|bind", address=r"(?P<path__2>(?![\d.]{7,15}\W|[\da-f:]{2,45}\W)[^'\"`’\n]{1,300})"),
        need=ConnectSocket,
        examples=(
            "Error: listen EPERM: operation not permitted /tmp/tsx-1000/204940.pipe",
            "listen EPERM: operation not permitted y.sock",
            "Error: connect EPERM /Users/dev/Library/Application Support/demo/app.sock",
            r"Error: connect EPERM \\.\pipe\docker_engine",
            "  code: 'EPERM',\n  errno: -1,\n  syscall: 'listen',\n  address: '/tmp/claude-1001/tsx-1001/5.pipe',\n  port: -1",
        ),
        near_misses=(
            "Error: listen EPERM: operation not permitted 127.0.0.1:3000",
            "Error: listen EACCES: permission denied /home/dev/acme/.nx-daemon/d.sock",
            "Error: listen EADDRINUSE: address already in use /tmp/x.sock",
            "bind EPERM 0.0.0.0",
        ),
        source="https://nodejs.org/api/net.html#ipc-support",
    ),
    Rule(
        id="socket/python-path",
        title="A Python program was refused a unix socket",
        explanation=_MEANS,
        telltales=("PermissionError: [Errno 1] Operation not permitted",),
        pattern=r"\.(?:bind|connect)\(['\"](?P<path>[^'\"\n]{1,300})['\"]\)[^\x00]{0,420}?"
        + _DENIED
        + r"|\b(?:create|open|start)_unix_(?:server|connection)\([^\x00]{0,200}?['\"](?P<path__2>[^'\"\n]{1,300})['\"]"
        r"[^\x00]{0,420}?" + _DENIED,
        need=ConnectSocket,
        examples=(
            "    s = socket.socket(socket.AF_UNIX); s.connect('/srv/app/host.sock')\n         ^^^^^^^^^^^^^\n"
            '  File "/usr/lib/python3.11/socket.py", line 232, in __init__\n'
            "PermissionError: [Errno 1] Operation not permitted",
        ),
        near_misses=("    s.bind('x.sock')\nOSError: [Errno 98] Address already in use",),
        source="https://docs.python.org/3/library/socket.html",
    ),
    Rule(
        id="socket/python",
        title="A Python program was refused a unix socket",
        explanation=f"{_UNNAMED} multiprocessing's Manager and Listener need one; its Pool and Queue do not.",
        telltales=("PermissionError: [Errno 1] Operation not permitted",),
        pattern=r"(?:\bAF_UNIX\b|_unix_(?:server|connection|events)\b|\bUnixStreamServer\b|\bmultiprocessing[./](?:connection|managers)\b)"
        r"[^\x00]{0,620}?" + _DENIED,
        need=ConnectSocket,
        examples=(
            "    s = socket.socket(socket.AF_UNIX)\nPermissionError: [Errno 1] Operation not permitted",
            '  File "/usr/lib/python3.11/multiprocessing/connection.py", line 591, in __init__\n    self._socket.bind(address)\n'
            "PermissionError: [Errno 1] Operation not permitted",
        ),
        near_misses=("AF_UNIX sockets are fine", "PermissionError: [Errno 1] Operation not permitted: '/home/dev/x'"),
        source="https://docs.python.org/3/library/multiprocessing.html",
    ),
    Rule(
        id="socket/python-made",
        title="A Python program was refused a socket",
        explanation=(
            "The kernel refused to make a socket, before any address was named. Claude Code's sandbox refuses unix sockets so, and "
            f"so does Codex's while its proxy filters the network; a raw one needs privileges anywhere: the command tells which. {_MEANS}"
        ),
        telltales=("PermissionError: [Errno 1] Operation not permitted",),
        pattern=MADE_BY_PYTHON,
        need=ConnectSocket,
        confidence=Confidence.POSSIBLE,
        harness="claude",
        examples=(
            '  File "<string>", line 1, in <module>\n  File "/usr/lib/python3.12/socket.py", line 233, in __init__\n'
            "    _socket.socket.__init__(self, family, type, proto, fileno)\nPermissionError: [Errno 1] Operation not permitted",
        ),
        near_misses=("    _socket.socket.__init__(self, family, type, proto, fileno)\nOSError: [Errno 24] Too many open files",),
        source="https://docs.python.org/3/library/socket.html",
    ),
    Rule(
        id="socket/python-unnamed",
        title="A Python program was refused something without a path",
        explanation=(
            "Python names the file whenever it opens one, so that this refusal is about a socket, a process or the kernel. In a sandbox "
            "it is mostly a socket: a unix one, or any at all where there is no direct network. The lines above it tell which."
        ),
        telltales=("[Errno 1] Operation not permitted",),
        pattern=r"^(?:PermissionError|OSError|ERR PermissionError):? \[Errno 1\] Operation not permitted$",
        need=ConnectSocket,
        confidence=Confidence.POSSIBLE,
        examples=('  File "<string>", line 1, in <module>\nPermissionError: [Errno 1] Operation not permitted',),
        near_misses=("PermissionError: [Errno 1] Operation not permitted: '/home/dev/x'",),
        source="https://docs.python.org/3/library/exceptions.html#PermissionError",
    ),
    Rule(
        id="socket/go",
        title="A Go program was refused a unix socket",
        explanation=_MEANS,
        telltales=(": operation not permitted",),
        pattern=r"\b(?:dial|listen) unix(?:gram|packet)? (?:@->)?(?P<path>[^\s:'\"]{1,300}): (?:connect|socket|bind"
        r"|listen): operation not permitted",
        need=ConnectSocket,
        examples=(
            "dial unix /run/user/1000/podman/podman.sock: connect: operation not permitted",
            "listen unix /tmp/app.sock: bind: operation not permitted",
        ),
        near_misses=(
            "dial unix /var/run/docker.sock: connect: permission denied",
            "dial unix /var/run/docker.sock: connect: no such file or directory",
        ),
        source="https://pkg.go.dev/net#OpError",
    ),
    Rule(
        id="socket/ruby",
        title="A Ruby program was refused a unix socket",
        explanation=_MEANS,
        telltales=(
            "Operation not permitted - bind(2)",
            "Operation not permitted - connect(2)",
            "Operation not permitted - socket(2) for ",
        ),
        pattern=r"Operation not permitted - (?:bind|connect)\(2\)(?: for \"?(?P<path>/[^\s\"')]{1,300}|[^\s\"':]{1,200}\.sock)\"?"
        r"|(?= \(Errno|$))|Operation not permitted - socket\(2\) for \"?(?P<path__2>/[^\s\"')]{1,300})",
        need=ConnectSocket,
        examples=(
            "Error: Operation not permitted - bind(2)",
            'Errno::EPERM: Operation not permitted - connect(2) for "/run/user/1000/app.sock"',
            "Operation not permitted - bind(2) for /tmp/puma.sock (Errno::EPERM)",
            "Operation not permitted - socket(2) for /tmp/puma.sock (Errno::EPERM)",
        ),
        near_misses=('Operation not permitted - bind(2) for "localhost" port 3000', "Permission denied - bind(2) for /tmp/x.sock"),
        source="https://docs.ruby-lang.org/en/master/UNIXServer.html",
    ),
    Rule(
        id="socket/rust",
        title="A Rust program was refused a unix socket",
        explanation=_MEANS,
        telltales=("Operation not permitted (os error 1)",),
        pattern=r"\b(?:[Bb]ind(?:ing)?|[Cc]onnect(?:ing|ion)?|[Ll]isten(?:ing|er)?|[Oo]pen|[Cc]reate)\b[^\n]{0,60}?\b(?:[Ss]ocket"
        r"|pipe|daemon|agent)\b"
        r"(?:[^\n/~]{0,40}?[\s'\"`(]" + SOCKET + r")?[^\n]{0,60}?: Operation not permitted \(os error 1\)"
        r"|\b(?:[Bb]ind|[Cc]onnect|[Ll]isten)\w{0,4} (?:to |on )?['\"`]?(?P<path__2>/"
        r"[^\s'\"`:]{1,300})['\"`]?: Operation not permitted \(os error 1\)",
        need=ConnectSocket,
        examples=(
            "✗ Failed to bind socket: Operation not permitted (os error 1)",
            "Error: failed to connect to daemon socket at /tmp/app/daemon.sock: Operation not permitted (os error 1)",
            "failed to bind /tmp/x.sock: Operation not permitted (os error 1)",
        ),
        near_misses=("Error: failed to bind to 127.0.0.1:3000: Operation not permitted (os error 1)",),
        source="https://doc.rust-lang.org/std/os/unix/net/index.html",
    ),
    Rule(
        id="socket/java",
        title="A Java program was refused a unix socket",
        explanation=_UNNAMED,
        telltales=("UnixDomainSockets", "AFUNIXSocket"),
        pattern=r"\b(?:SocketException|BindException): Operation not permitted[^\x00]{0,300}?(?:UnixDomainSockets|AFUNIXSocket)",
        need=ConnectSocket,
        examples=("java.net.BindException: Operation not permitted\n\tat java.base/sun.nio.ch.UnixDomainSockets.bind0(Native Method)",),
        near_misses=("java.net.SocketException: Connection reset\n\tat java.base/sun.nio.ch.UnixDomainSockets.connect0",),
        source="https://openjdk.org/jeps/380",
    ),
    Rule(
        id="socket/words",
        title="A unix socket was refused",
        explanation=_MEANS,
        telltales=("Operation not permitted", "operation not permitted"),
        pattern=r"\b(?:connect(?:ing|ion)?|bind(?:ing)?|listen(?:ing)?|[Ss]ocket)\b[^\n/]{0,60}?[\s'\"‘`(<=:](?:unix:(?://)?)?"
        r"(?P<path>/[^\s'\"’`,;()<>:]{1,300}(?:\.s(?:ock(?:et)?)?|[sS]ocket\w{0,12}|\.ipc|\.pipe|/S\.[\w.-]{1,30}|-unix/X\d{1,3}"
        r"|/bus|/agent\.\d{1,9})(?![\w./-]))"
        r"[)'\"’`>]{0,2}[^\n]{0,40}?[:(] ?[Oo]peration not permitted"
        r"|\bunix[ _-](?:domain )?(?:socket|listener)\b[^\n]{0,80}: [Oo]peration not permitted",
        need=ConnectSocket,
        examples=(
            "Control socket connect(/home/dev/.ssh/cm-git.sock): Operation not permitted",
            "error connecting to socket /tmp/app/run.socket (Operation not permitted)",
            "unix_listener: socket: Operation not permitted",
        ),
        near_misses=("Control socket connect(/home/dev/.ssh/cm-git.sock): Connection refused",),
        source=_UNIX,
    ),
)
