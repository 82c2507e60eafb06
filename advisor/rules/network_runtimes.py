"""A connection that the kernel refused, in the words of the smaller runtimes and of programs that name no target.

The mechanism is that of `network_none`: EPERM from `socket` or `connect`. Here stand the runtimes whose words need a
pattern of their own, and what fails beside the connection: listing the network interfaces asks the kernel over a socket too.
"""

from __future__ import annotations

from advisor.model import Confidence, ReachHost, Rule
from advisor.rules._network import REST, URL

_MEANS = (
    "The kernel refused to open the connection: the command has no direct network, loopback included. The server and the "
    "credentials are fine, and a retry gets the same answer. A client that honours the proxy variables can be let through host by "
    "host; one that connects directly needs the network itself, or to run outside the sandbox."
)
_ERRNO = "https://man7.org/linux/man-pages/man2/connect.2.html"

RULES: tuple[Rule, ...] = (
    Rule(
        id="network/connect-rust-url",
        title="A Rust program was refused a connection",
        explanation=_MEANS,
        telltales=("Operation not permitted (os error 1)",),
        pattern=r"(?:for url \(|Failed to fetch: `|downloading `)(?>"
        + URL
        + REST
        + r")[^\x00]{0,300}?(?:tcp connect error[^\n]{0,80}|Connect[^\n]{0,40}\n[^\n]{0,80}): Operation not permitted \(os error 1\)",
        need=ReachHost,
        examples=(
            "error sending request for url (https://api.example/v1): error trying to connect: tcp connect error: "
            "Operation not permitted (os error 1)",
        ),
        near_misses=("for url (https://api.example/v1): error trying to connect: tcp connect error: Connection refused (os error 111)",),
        source="https://docs.rs/reqwest/latest/reqwest/struct.Error.html",
    ),
    Rule(
        id="network/connect-rust",
        title="A Rust program was refused a connection",
        explanation=_MEANS,
        telltales=("Operation not permitted (os error 1)",),
        pattern=r"\btcp connect error(?:, (?P<host>[\d.]{7,15}|\[[\da-fA-F:]{2,45}\]):(?P<port>\d{1,5}),?)?:? {0,2}"
        r"Operation not permitted \(os error 1\)"
        r"|\b[Cc]onnect(?:ion|ing)?\b[^\n]{0,30}?(?: to)? (?P<host__2>[\w.-]{1,253}):(?P<port__2>\d{1,5})[^\n]{0,60}?"
        r": Operation not permitted \(os error 1\)",
        need=ReachHost,
        examples=(
            "Caused by: tcp connect error: Operation not permitted (os error 1)",
            "client error (Connect): tcp connect error, 203.0.113.9:443, Operation not permitted (os error 1)",
            "Error: failed to connect to 127.0.0.1:6379: Operation not permitted (os error 1)",
        ),
        near_misses=("Error: Operation not permitted (os error 1)",),
        source="https://doc.rust-lang.org/std/io/enum.ErrorKind.html",
    ),
    Rule(
        id="network/connect-php",
        title="A PHP program was refused a connection",
        explanation=_MEANS,
        telltales=("Operation not permitted",),
        pattern=r"\b(?:[Uu]nable to connect to|[Cc]onnection to) (?:(?:tcp|ssl|tls)://)?(?P<host>[\w.-]{1,253}):(?P<port>\d{1,5})[^\n]{0,60}?"
        r"[:(\[] ?Operation not permitted",
        need=ReachHost,
        examples=(
            "fsockopen(): Unable to connect to api.example:443 (Operation not permitted)",
            "Connection to tcp://127.0.0.1:6379 failed: Operation not permitted",
        ),
        near_misses=("fsockopen(): Unable to connect to api.example:443 (Connection refused)",),
        source="https://www.php.net/manual/function.fsockopen.php",
    ),
    Rule(
        id="network/connect-beam",
        title="An Elixir or Erlang program was refused a connection",
        explanation=_MEANS,
        telltales=("eperm",),
        pattern=r"\{:?to_address, ?\{(?:~c\"|'|\")(?P<host>[\w.-]{1,253})['\"], ?(?P<port>\d{1,5})\}\}[^\n]{0,120}:?eperm\b",
        need=ReachHost,
        examples=('{:failed_connect, [{:to_address, {~c"repo.hex.example", 443}}, {:inet, [:inet], :eperm}]}',),
        near_misses=("** (File.Error) could not write to file: :eperm",),
        source="https://www.erlang.org/doc/apps/kernel/inet.html",
    ),
    Rule(
        id="network/connect-dart",
        title="A Dart program was refused a connection",
        explanation=_MEANS,
        telltales=("errno = 1)",),
        pattern=r"Connection failed \(OS Error: [^\n(]{1,80}, errno = 1\), address = (?P<host>[\w.:-]{1,253}), port = (?P<port>\d{1,5})",
        need=ReachHost,
        examples=("SocketException: Connection failed (OS Error: Operation not permitted, errno = 1), address = pub.example, port = 443",),
        near_misses=("SocketException: Connection refused (OS Error: Connection refused, errno = 111), address = localhost, port = 4",),
        source="https://api.dart.dev/dart-io/SocketException-class.html",
    ),
    Rule(
        id="network/connect-dotnet",
        title="A .NET program was refused a connection",
        explanation=f"{_MEANS} .NET words the kernel's EPERM as `Permission denied`.",
        telltales=("Permission denied ", "Operation not permitted "),
        pattern=r"\b(?:Exception(?: \(\d{1,5}\))?: |---> )?(?:Permission denied|Operation not permitted) "
        r"(?:\((?P<host>[\w.-]{1,253}):(?P<port>\d{1,5})\)|\[?(?:::ffff:)?(?P<host__2>[\d.]{7,15}|[\da-fA-F:]{2,45})\]?:(?P<port__2>\d{1,5})\b)",
        need=ReachHost,
        examples=(
            "System.Net.Http.HttpRequestException: Permission denied (api.nuget.example:443)",
            "System.Net.Sockets.SocketException (13): Permission denied [::ffff:203.0.113.9]:443",
        ),
        near_misses=("open (/home/dev/x:1): Permission denied", "Permission denied (publickey)."),
        source="https://learn.microsoft.com/dotnet/api/system.net.sockets.socketerror",
    ),
    Rule(
        id="network/connect-swift",
        title="A Swift program was refused a connection",
        explanation=_MEANS,
        telltales=("connect(descriptor:addr:size:): Operation not permitted", "socket(domain:type:protocol:): Operation not permitted"),
        pattern=r"(?:connect\(descriptor:addr:size:\)|socket\(domain:type:protocol:\)): Operation not permitted",
        need=ReachHost,
        examples=("connect(descriptor:addr:size:): Operation not permitted (errno: 1)",),
        near_misses=("connect(descriptor:addr:size:): Connection refused (errno: 61)",),
        source="https://github.com/apple/swift-nio",
    ),
    Rule(
        id="network/connect-browser",
        title="The browser was refused the network",
        explanation=_MEANS,
        telltales=("ERR_NETWORK_ACCESS_DENIED",),
        pattern=r"ERR_NETWORK_ACCESS_DENIED(?: at " + URL + r")?",
        need=ReachHost,
        examples=("page.goto: net::ERR_NETWORK_ACCESS_DENIED at https://shop.example/",),
        near_misses=("net::ERR_ACCESS_DENIED",),
        source="https://chromium.googlesource.com/chromium/src/+/main/net/base/net_error_list.h",
    ),
    Rule(
        id="network/connect-words",
        title="A connection was refused by the kernel",
        explanation=f"{_MEANS} The text does not say where to: look at the command.",
        telltales=("Operation not permitted", "EPERM"),
        pattern=r"(?<![\w/.])connect(?:\(\)|\(2\))?(?: failed| error)?: Operation not permitted"
        r"|Immediate connect fail for [\w.:]{2,60}: Operation not permitted"
        r"|IO::Socket::\w{2,6}: (?:connect: )?Operation not permitted|Socket\.connect: [^\n]{0,60}\(Operation not permitted\)"
        r"|Unix_error\(Unix\.EPERM, \"connect\"|\[[\d.]{7,15}\] \d{1,5} \([\w?-]{1,20}\) : Operation not permitted",
        need=ReachHost,
        examples=(
            "connect: Operation not permitted",
            "* Immediate connect fail for 203.0.113.9: Operation not permitted",
            "IO::Socket::INET: Operation not permitted",
            "IO::Socket::SSL: connect: Operation not permitted",
            "Network.Socket.connect: <socket: 12>: permission denied (Operation not permitted)",
            'Fatal error: exception Unix.Unix_error(Unix.EPERM, "connect", "")',
            "(UNKNOWN) [203.0.113.9] 443 (https) : Operation not permitted",
        ),
        near_misses=("IO::Socket::INET: bind: Operation not permitted", "reconnect: Operation not permitted"),
        source=_ERRNO,
    ),
    Rule(
        id="network/interfaces",
        title="A program was refused the list of network interfaces",
        explanation=(
            "Listing interfaces or routes asks the kernel over a netlink socket, which Codex's sandbox filters unless the command has "
            "the network. Most programs only want the machine's own address to print it: give them a host (`--host 127.0.0.1`, "
            "`HOST=127.0.0.1`) or a fixed address. Else it takes network access for the command."
        ),
        telltales=("etlink socket: ", "netlinkrib: ", "uv_interface_addresses returned ", "if_nameindex"),
        pattern=r"\b[Nn]etlink socket: Operation not permitted|netlinkrib: operation not permitted|uv_interface_addresses returned "
        r"(?:Unknown system error 1\b|EPERM)|if_nameindex[^\x00]{0,120}?PermissionError: \[Errno 1\]",
        need=ReachHost,
        examples=(
            "Cannot open netlink socket: Operation not permitted",
            "route ip+net: netlinkrib: operation not permitted",
            "A system error occurred: uv_interface_addresses returned Unknown system error 1 (Unknown system error 1)",
        ),
        near_misses=("uv_interface_addresses returned Unknown system error 13", "netlink: message too long"),
        source="https://man7.org/linux/man-pages/man7/netlink.7.html",
    ),
    Rule(
        id="network/socket-refused",
        title="A socket was refused",
        explanation=(
            "The kernel refused to make a socket, before any address was named. It can be a network socket (no direct network in this "
            "sandbox), a unix socket or a raw one: the command tells which. Raw sockets need root anywhere."
        ),
        telltales=("Operation not permitted", "operation not permitted"),
        pattern=r"(?:^|[\s:])socket(?:\(\)|\(2\))?(?: failed)?: [Oo]peration not permitted",
        need=ReachHost,
        confidence=Confidence.POSSIBLE,
        examples=("/bin/bash: socket: Operation not permitted", "tool: socket(): Operation not permitted"),
        near_misses=("websocket: Operation not permitted", "socket: Too many open files"),
        source="https://man7.org/linux/man-pages/man2/socket.2.html",
    ),
)
