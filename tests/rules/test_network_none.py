"""Connections that the kernel refused (EPERM) and connections that found no network, by runtime."""

import pytest

from tests.rules.told import told, usual


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Error: connect EPERM 2001:db8::7:443 - Local (undefined:undefined)", ("connect", "[2001:db8::7]:443", "likely")),
        (
            "AggregateError [EPERM]:\n  Error: connect EPERM 127.0.0.1:5432 - Local (0.0.0.0:0)",
            ("local-connect", "127.0.0.1:5432", "likely"),
        ),
        (
            "  errno: -1,\n  code: 'EPERM',\n  syscall: 'connect',\n  address: '::1',\n  port: 6379",
            ("local-connect", "[::1]:6379", "likely"),
        ),
        ("dial tcp4 203.0.113.9:443: connect: operation not permitted", ("connect", "203.0.113.9:443", "likely")),
        ("dial udp 203.0.113.9:53: socket: operation not permitted", ("connect", "203.0.113.9:53", "likely")),
        ("dial tcp [::1]:5432: connect: operation not permitted", ("local-connect", "[::1]:5432", "likely")),
        ("OSError: [Errno 1] Connect call failed ('203.0.113.9', 443)", ("connect", "203.0.113.9:443", "likely")),
        ("urllib.error.URLError: <urlopen error [Errno 1] Operation not permitted>", ("connect", None, "likely")),
        (
            '  File "a.py", line 9, in _connect_sock\n    await loop.sock_connect(sock, address)\nPermissionError: [Errno 1] '
            "Operation not permitted",
            ("connect", None, "likely"),
        ),
        (
            '  File "/usr/lib/python3.13/socket.py", line 850, in create_connection\n    sock = socket(af, socktype, proto)\n  '
            'File "/usr/lib/python3.13/socket.py", line 240, in __init__\n    _socket.socket.__init__(self, family, type, '
            "proto, fileno)\n    ~~~~~~~~~~~~~~~~~~~~~~~^^^^\nPermissionError: [Errno 1] Operation not permitted",
            ("connect", None, "likely"),
        ),
        (
            "socket: Operation not permitted\nssh: connect to host build.example port 2222: failure",
            ("connect", "build.example:2222", "likely"),
        ),
        (
            "/bin/sh: socket: Operation not permitted\n/bin/sh: line 1: /dev/tcp/db.example/5432: Operation not permitted",
            ("connect", "db.example:5432", "likely"),
        ),
        ("bash: ligne 1: /dev/udp/203.0.113.9/53: Opération non permise", ("connect", "203.0.113.9:53", "likely")),
        ("nc: connect to 203.0.113.9 port 80 (tcp) failed: Operation not permitted", ("connect", "203.0.113.9:80", "likely")),
        (
            "curl: (7) Failed to connect to 2001:db8::7 port 443 after 1 ms: Operation not permitted",
            ("connect", "[2001:db8::7]:443", "likely"),
        ),
        ("Connecting to files.example:80... failed: Operation not permitted.", ("connect", "files.example:80", "likely")),
        (
            "Could not connect to Redis at cache.example:6380: Can't create socket: Operation not permitted",
            ("connect", "cache.example:6380", "likely"),
        ),
        (
            'psycopg.OperationalError: connection failed: connection to server at "db.example" (203.0.113.4), port 6432 failed: '
            "Operation not permitted",
            ("connect", "db.example:6432", "likely"),
        ),
        ("ERROR 2003 (HY000): Can't connect to MySQL server on 'db.example:3307' (1)", ("connect", "db.example:3307", "likely")),
        ("Errno::EPERM: Operation not permitted - connect(2) for 127.0.0.1:9200", ("local-connect", "127.0.0.1:9200", "likely")),
        ("** (Postgrex.Error) tcp connect (db.example:5432): operation not permitted - :eperm", ("connect", "db.example:5432", "likely")),
        (
            "SocketException: Connection failed (OS Error: Operation not permitted, errno = 1), address = 203.0.113.9, port = 443",
            ("connect", "203.0.113.9:443", "likely"),
        ),
        (
            "System.Net.Http.HttpRequestException: Permission denied (api.tools.example:8443)",
            ("connect", "api.tools.example:8443", "likely"),
        ),
        ("error trying to connect: tcp connect error: Operation not permitted (os error 1)", ("connect", None, "likely")),
        ("net::ERR_NETWORK_ACCESS_DENIED at http://shop.example/", ("connect", "shop.example:80", "likely")),
        ("IO::Socket::IP: connect: Operation not permitted at x.pl line 3.", ("connect", None, "likely")),
        (
            'Exception in thread "main" java.net.SocketException: Operation not permitted\n\tat '
            "java.base/java.net.Socket.createImpl(Socket.java:533)",
            ("connect", None, "likely"),
        ),
        ("A system error occurred: uv_interface_addresses returned EPERM (operation not permitted)", ("connect", None, "likely")),
        ("git.example[0: 2001:db8::7]: errno=Operation not permitted", ("connect", "git.example:9418", "likely")),
        ("tool: socket: Operation not permitted", ("connect", None, "possible")),
    ],
)
def test_a_refused_connection_is_the_kernel_s_word(text, expected):
    assert told(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("connect ENETUNREACH 2001:db8::7:443 - Local (:::0)", ("connect", "[2001:db8::7]:443", "possible")),
        ("ssh: connect to host git.example port 443: Network is unreachable", ("connect", "git.example:443", "possible")),
        ("dial udp 203.0.113.9:53: connect: network is unreachable", ("connect", "203.0.113.9:53", "possible")),
        ("OSError: [Errno 101] Network is unreachable", ("connect", None, "possible")),
        ("OSError: [Errno 51] Network is unreachable", ("connect", None, "possible")),
        ("[Errno 101] Connect call failed ('203.0.113.9', 443)", ("connect", "203.0.113.9:443", "possible")),
        ("bash: line 1: /dev/tcp/203.0.113.9/443: Network is unreachable", ("connect", "203.0.113.9:443", "possible")),
        (
            'psql: error: connection to server at "203.0.113.9", port 5432 failed: Network is unreachable',
            ("connect", "203.0.113.9:5432", "possible"),
        ),
        ('Network is unreachable - connect(2) for "api.tools.example" port 443', ("connect", "api.tools.example:443", "possible")),
        ("Caused by: java.net.ConnectException: Network is unreachable", ("connect", None, "possible")),
        ("java.net.SocketException: Le réseau n'est pas accessible", ("connect", None, "possible")),
        (
            "curl: (7) Failed to connect to 10.9.8.7 port 8080 after 0 ms: Could not connect to server",
            ("connect", "10.9.8.7:8080", "possible"),
        ),
        ('Could not connect to the endpoint URL: "https://s3.cloud.example/bucket"', ("connect", "s3.cloud.example:443", "possible")),
        (
            "dial tcp 203.0.113.9:443: connectex: An attempt was made to access a socket in a way forbidden by its access permissions.",
            ("connect", "203.0.113.9:443", "possible"),
        ),
    ],
)
def test_a_missing_network_is_only_possible(text, expected):
    assert told(text) == [expected]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("ssh: connect to host git.example port 22: Connection refused", "ordinary/refused-by-host"),
        ("connect ECONNREFUSED 203.0.113.7:5432", "ordinary/refused-by-host"),
        ('connection to server at "db.example" (203.0.113.4), port 5432 failed: Connection refused', "ordinary/refused-by-host"),
        ("ssh: connect to host git.example port 22: Connection timed out", "ordinary/timed-out"),
        ("Connection to 203.0.113.80 port 22 timed out", "ordinary/timed-out"),
        ("dial tcp 203.0.113.9:443: i/o timeout", "ordinary/timed-out"),
        ("HTTP Error 429: Too Many Requests", "ordinary/rate-limit"),
    ],
)
def test_another_machine_s_answer_is_ordinary(text, rule):
    assert rule in usual(text)
