"""What well-known programs need, by their words."""

import pytest

from tests.foresight.cases import foreseen, needs


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("cat ~/.ssh/id -n", {("read", "~/.ssh/id")}),
        ("head -5 x", {("read", "x")}),
        ("touch a ~/b", {("write", "a"), ("write", "~/b")}),
        ("mkdir -p a/b", {("write", "a/b")}),
        ("chmod +x run.sh", {("write", "run.sh")}),
        ("cp a b /srv/out", {("write", "/srv/out")}),
        ("cp -t /srv/out a b", {("write", "/srv/out")}),
        ("mv a /srv/out", {("write", "/srv/out"), ("write", "a")}),
        ("cp a", set()),
        ("rsync -a x host.example:y", {("connect", "host.example:22")}),
        ("dd if=a of=/dev/sda1", {("write", "/dev/sda1")}),
        ("dd if=a", set()),
        ("gcc -o /opt/x a.c", {("write", "/opt/x"), ("write", ".")}),
        ("curl -O https://a.example/x", {("connect", "a.example:443")}),
        ("curl -o - http://a.example", {("connect", "a.example:80")}),
        ("curl http://localhost:3000/x", {("local-connect", "localhost:3000")}),
        ("curl --unix-socket /run/a.sock http://x/", {("unix-socket", "/run/a.sock")}),
        ("curl file.txt", set()),
        ("wget --no-proxy https://a.example:8443/x", {("connect", "a.example:8443")}),
        ("ssh -p 2222 dev@a.example ls", {("connect", "a.example:2222")}),
        ("scp x a.example:/y", {("connect", "a.example:22")}),
        ("scp x y", set()),
        ("nc a.example 25", {("connect", "a.example:25")}),
        ("nc a.example", set()),
        ("dig a.example", {("resolve", "a.example")}),
        ("ping a.example", {("privilege", None)}),
        ("psql", {("unix-socket", "/var/run/postgresql/.s.PGSQL.5432")}),
        ("psql -h db.example", {("connect", "db.example:5432")}),
        ("psql -h /run/pg", {("unix-socket", "/run/pg")}),
        ("psql postgresql://u:p@db.example:5433/x", {("connect", "db.example:5433")}),
        ("redis-cli", {("local-connect", "127.0.0.1:6379")}),
        ("mysql -h 127.0.0.1 -P 3307", {("local-connect", "127.0.0.1:3307")}),
        ("docker ps", {("unix-socket", "/var/run/docker.sock")}),
        ("docker --version", set()),
        ("docker version", set()),
        ("docker-compose up", {("unix-socket", "/var/run/docker.sock")}),
        ("podman ps", {("unix-socket", "/run/user/1000/podman/podman.sock")}),
        ("bwrap --ro-bind / / true", {("nest", None)}),
        ("cypress run", {("nest", None)}),
        ("strace ls", {("trace", None)}),
        ("kill 5", {("process", "signal")}),
        ("apt-get install x", {("privilege", None)}),
        ("sudo ls", {("privilege", None)}),
        ("ls -la", set()),
        ("pytest -q", {("write", ".")}),
    ],
)
def test_needs_by_words(command, expected):
    assert needs(command) == expected


def test_docker_s_socket_is_the_system_s():
    from advisor.model import Known

    assert needs("docker ps", system=Known("macos", "flag")) == {("unix-socket", "~/.docker/run/docker.sock")}


def test_who_goes_round_the_proxy_is_known():
    clients = {command: [one.client for one in foreseen(command).needs] for command in ("curl http://a.example", "ssh a.example")}
    assert clients == {"curl http://a.example": ["proxy"], "ssh a.example": ["direct"]}
    assert [one.client for one in foreseen("curl --noproxy '*' http://a.example").needs] == ["direct"]
