"""Which port a call opens."""

import pytest

from tests.foresight.cases import needs


def ports(command):
    return {target for operation, target in needs(command) if operation == "bind"}


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("vite", ":5173"),
        ("vite dev --port 4000", ":4000"),
        ("vite -p 4000", ":4000"),
        ("vite preview", ":4173"),
        ("vite build", None),
        ("next dev", ":3000"),
        ("next build", None),
        ("next start -H 0.0.0.0 -p 8080", "0.0.0.0:8080"),
        ("flask run --host=127.0.0.1", "127.0.0.1:5000"),
        ("uvicorn app:main --port 9001", ":9001"),
        ("hugo server --bind [::1]:1414", "[::1]:1414"),
        ("gunicorn -b 127.0.0.1:9000 app", "127.0.0.1:9000"),
        ("python3 -m http.server", ":8000"),
        ("python3 -m http.server 9000", ":9000"),
        ("python manage.py runserver", ":8000"),
        ("python manage.py runserver 0.0.0.0:8001", "0.0.0.0:8001"),
        ("php -S localhost:8080", "localhost:8080"),
        ("nc -l 1234", ":1234"),
        ("nc -lk", ":0"),
        ("redis-server", ":6379"),
        ("rails s", ":3000"),
        ("ls", None),
    ],
)
def test_servers_by_their_defaults_and_options(command, expected):
    assert ports(command) == ({expected} if expected else set())
