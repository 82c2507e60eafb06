"""Services on this machine's loopback: refused connections are possible there, and ordinary anywhere else."""

import pytest

from tests.rules.told import told, usual


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("curl: (7) Failed to connect to localhost port 4000 after 2 ms: Could not connect to server", "localhost:4000"),
        ("curl: (7) Failed to connect to ::1 port 4000: Connection refused", "[::1]:4000"),
        ('psql: error: connection to server at "127.0.0.1", port 5433 failed: Connection refused', "127.0.0.1:5433"),
        ('psql: error: connection to server at "localhost" (::1), port 5432 failed: Connection refused', "localhost:5432"),
        ("Could not connect to Redis at localhost:6379: Connection refused", "localhost:6379"),
        ("Error: connect ECONNREFUSED ::1:27017", "[::1]:27017"),
        ("dial tcp 127.0.0.1:2379: connect: connection refused", "127.0.0.1:2379"),
        ("redis.exceptions.ConnectionError: Error 111 connecting to localhost:6379. Connection refused.", "localhost:6379"),
        ("OSError: [Errno 61] Connect call failed ('127.0.0.1', 9092)", "127.0.0.1:9092"),
        ("Errno::ECONNREFUSED: Connection refused - connect(2) for 127.0.0.1:9200", "127.0.0.1:9200"),
        ("ssh: connect to host localhost port 2222: Connection refused", "localhost:2222"),
        ("stream_socket_client(): Unable to connect to tcp://127.0.0.1:6379 (Connection refused)", "127.0.0.1:6379"),
        ("page.goto: net::ERR_CONNECTION_REFUSED at http://127.0.0.1:5173/", "127.0.0.1:5173"),
        ("Connection refused (localhost:5001)", "localhost:5001"),
        ("Connecting to localhost (localhost)|127.0.0.1|:8000... failed: Connection refused.", "127.0.0.1:8000"),
        ("ERROR 2003 (HY000): Can't connect to MySQL server on '127.0.0.1:3306' (111)", "127.0.0.1:3306"),
        ("tcp connect error: error 127.0.0.1:50051: Connection refused (os error 111)", "127.0.0.1:50051"),
        ("** (DBConnection.ConnectionError) tcp connect (localhost:5432): connection refused - :econnrefused", "localhost:5432"),
    ],
)
def test_the_loopback_s_refusal_is_possible(text, target):
    assert told(text) == [("local-connect", target, "possible")]


@pytest.mark.parametrize(
    "text",
    [
        "Server running at http://localhost:3000/",
        "Error: connect ECONNREFUSED /tmp/app.sock",
        "web-1  | Error: connect ECONNREFUSED 127.0.0.1:5432",
        "Error: connect ECONNREFUSED 203.0.113.7:5432",
    ],
)
def test_other_refusals_are_not(text):
    assert told(text) == []


def test_a_socket_nobody_listens_on_is_ordinary():
    assert usual("Error: connect ECONNREFUSED /tmp/app.sock") == ["ordinary/socket-in-the-way"]
