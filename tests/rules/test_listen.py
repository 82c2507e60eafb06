"""Programs that were refused to listen (EPERM), by runtime and by program, and those that fail for a reason of their own."""

import pytest

from tests.rules.told import told, usual


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Error: listen EPERM: operation not permitted 0.0.0.0:5173", ("bind", "0.0.0.0:5173", "likely")),
        ("Error: listen EPERM: operation not permitted :::8081", ("bind", "[::]:8081", "likely")),
        ("Error: listen EPERM ::1:24678", ("bind", "[::1]:24678", "likely")),
        ("  code: 'EPERM',\n  errno: -1,\n  syscall: 'listen',\n  address: '::',\n  port: 3000", ("bind", "[::]:3000", "likely")),
        ("Error: bind EPERM 0.0.0.0:5353", ("bind", "0.0.0.0:5353", "likely")),
        ("Error: bind EPERM ::", ("bind", "::", "likely")),
        (
            "[Errno 1] error while attempting to bind on address ('::1', 8080, 0, 0): operation not permitted",
            ("bind", "[::1]:8080", "likely"),
        ),
        (
            '  File "a.py", line 3, in <module>\n    s.bind(("", 9000))\n    ~~~~~~^^^^^\nPermissionError: [Errno 1] Operation '
            "not permitted",
            ("bind", ":9000", "likely"),
        ),
        (
            '  File "tornado/netutil.py", line 162, in bind_sockets\n    sock.bind(sockaddr)\nPermissionError: [Errno 1] '
            "Operation not permitted",
            ("bind", None, "likely"),
        ),
        ("httptest: failed to listen on a port: listen tcp6 [::1]:0: bind: operation not permitted", ("bind", "[::1]:0", "likely")),
        ("listen udp 0.0.0.0:5353: bind: operation not permitted", ("bind", "0.0.0.0:5353", "likely")),
        ("listen tcp :0: socket: operation not permitted", ("bind", ":0", "likely")),
        ("java.net.BindException: Operation not permitted\n\tat java.base/sun.nio.ch.Net.bind0(Native Method)", ("bind", None, "likely")),
        (
            "java.net.SocketException: Die Operation ist nicht erlaubt\n\tat "
            "java.base/java.net.ServerSocket.createImpl(ServerSocket.java:320)",
            ("bind", None, "likely"),
        ),
        ('Errno::EPERM: Operation not permitted - bind(2) for "127.0.0.1" port 3000', ("bind", "127.0.0.1:3000", "likely")),
        ("Operation not permitted - bind(2) for [::1]:9292 (Errno::EPERM)", ("bind", "[::1]:9292", "likely")),
        ("  Failed to listen on 127.0.0.1:8001 (reason: Operation not permitted)", ("bind", "127.0.0.1:8001", "likely")),
        ("error: could not bind to [::1]:1111: Operation not permitted (os error 1)", ("bind", "[::1]:1111", "likely")),
        (
            "thread 'main' panicked: Failed to start the server on http://127.0.0.1:8787: Operation not permitted (os error 1)",
            ("bind", "127.0.0.1:8787", "likely"),
        ),
        ("[error] Running Demo.Endpoint with Bandit at http failed, port: 4000, reason :eperm", ("bind", ":4000", "likely")),
        (
            "** (EXIT) shutdown: failed to start child: {:ranch_listener_sup, Demo.Endpoint.HTTP}\n    ** (EXIT) :eperm",
            ("bind", None, "likely"),
        ),
        ("2026/11/29 [emerg] 7#7: bind() to [::]:8080 failed (1: Operation not permitted)", ("bind", "[::]:8080", "likely")),
        (
            "# Warning: Could not create server TCP listening socket 127.0.0.1:6380: bind: Operation not permitted",
            ("bind", "127.0.0.1:6380", "likely"),
        ),
        ('LOG:  could not bind IPv6 address "::1": Operation not permitted', ("bind", "::1", "likely")),
        (
            "Starting development server at http://127.0.0.1:8000/\nQuit the server with CONTROL-C.\nError: [Errno 1] Operation "
            "not permitted",
            ("bind", "127.0.0.1:8000", "likely"),
        ),
        (
            "SocketException: Failed to create server socket (OS Error: Operation not permitted, errno = 1), address = 0.0.0.0, "
            "port = 8080",
            ("bind", "0.0.0.0:8080", "likely"),
        ),
        (
            "Unable to bind to https://localhost:5001 on the IPv6 loopback interface: 'Permission denied'.",
            ("bind", "localhost:5001", "possible"),
        ),
        (
            "* daemon not running; starting now at tcp:5038\ncould not install *smartsocket* listener: Operation not permitted",
            ("bind", "127.0.0.1:5038", "likely"),
        ),
        ("nc: Operation not permitted", ("bind", None, "likely")),
        ("server.c: bind failed: Operation not permitted", ("bind", None, "likely")),
        ("listen(): Operation not permitted", ("bind", None, "likely")),
    ],
)
def test_a_refused_listener_is_found(text, expected):
    assert told(text) == [expected]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Error: listen EADDRINUSE: address already in use 127.0.0.1:3000", "ordinary/port-in-use"),
        ("OSError: [Errno 48] Address already in use", "ordinary/port-in-use"),
        ("Port 3000 is in use, trying another one...", "ordinary/port-in-use"),
        ("Error: bind: Address already in use (os error 98)", "ordinary/port-in-use"),
        ("Failed to start Ranch listener for reason :eaddrinuse (address already in use)", "ordinary/port-in-use"),
        ("Error: listen EACCES: permission denied 0.0.0.0:443", "ordinary/privileged-port"),
        ("listen tcp :80: bind: permission denied", "ordinary/privileged-port"),
        ("    s.bind(('', 80))\nPermissionError: [Errno 13] Permission denied", "ordinary/privileged-port"),
        ("Permission denied - bind(2) for 127.0.0.1:1023 (Errno::EACCES)", "ordinary/privileged-port"),
        ("Error: listen EACCES: permission denied 0.0.0.0:50000", "ordinary/excluded-port"),
        (
            "listen tcp :8080: bind: An attempt was made to access a socket in a way forbidden by its access permissions.",
            "ordinary/excluded-port",
        ),
        ("OSError: [Errno 99] Cannot assign requested address", "ordinary/address-not-here"),
    ],
)
def test_what_only_looks_like_it(text, rule):
    assert rule in usual(text)


def test_the_error_and_its_object_are_one_need():
    text = (
        "node:events:502\n      throw er; // Unhandled 'error' event\n      ^\n\nError: listen EPERM: operation not permitted "
        "127.0.0.1:8123\n"
        "    at Server.setupListenHandle [as _listen2] (node:net:1886:21) {\n  code: 'EPERM',\n  errno: -1,\n  syscall: 'listen',\n"
        "  address: '127.0.0.1',\n  port: 8123\n}\n"
    )
    assert told(text) == [("bind", "127.0.0.1:8123", "likely")]
