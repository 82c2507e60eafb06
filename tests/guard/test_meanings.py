"""What grants hand over: the risk, and words that say it."""

import pytest

from advisor.guard.meanings import of_entry, of_outside, of_read, of_socket, of_unasked, of_write
from advisor.model import Risk


@pytest.mark.parametrize(
    ("place", "risk"),
    [
        (".", Risk.NARROW),
        ("~/.cache/uv", Risk.NARROW),
        ("~/.cache", Risk.BROAD),
        ("/tmp", Risk.BROAD),
        ("/dev/kvm", Risk.BROAD),
        ("~/.cache/pre-commit", Risk.BROAD),
        ("~/.cache/*", Risk.BROAD),
        ("~", Risk.ESCAPE),
        ("/home", Risk.ESCAPE),
        ("/", Risk.ESCAPE),
        ("*", Risk.ESCAPE),
        ("/usr/local", Risk.ESCAPE),
        ("~/.config", Risk.ESCAPE),
        ("~/.bashrc", Risk.ESCAPE),
        (".git/hooks", Risk.ESCAPE),
        ("/*/x", Risk.ESCAPE),
        ("*.lock", Risk.NARROW),
        ("/srv", Risk.BROAD),
        ("../lib", Risk.NARROW),
        ("../lib/.git/hooks", Risk.ESCAPE),
        ("..", Risk.ESCAPE),
        ("../..", Risk.ESCAPE),
    ],
)
def test_a_writable_place_has_the_risk_of_what_starts_there(place, risk):
    assert of_write(place).risk == risk


@pytest.mark.parametrize(
    ("place", "risk"),
    [("~/docs", Risk.NARROW), ("~/.aws", Risk.ESCAPE), ("**/*.pem", Risk.ESCAPE), ("**/.env*", Risk.ESCAPE), ("~", Risk.ESCAPE)],
)
def test_a_readable_place_has_the_risk_of_its_secrets(place, risk):
    assert of_read(place).risk == risk


@pytest.mark.parametrize(
    ("operations", "value", "risk", "words"),
    [
        ({"connect", "resolve", "local-connect", "bind"}, "*", Risk.BROAD, "nothing filters"),
        ({"connect"}, "*", Risk.BROAD, "every host"),
        ({"resolve"}, "a.example", Risk.NARROW, "a.example"),
        ({"connect"}, "127.0.0.1", Risk.BROAD, "this machine"),
        ({"local-connect"}, "localhost", Risk.BROAD, "listens on this machine"),
        ({"bind"}, "localhost", Risk.NARROW, "network of the sandbox's own"),
        ({"bind", "local-connect"}, "*", Risk.BROAD, "every port"),
        ({"unix-socket"}, "*", Risk.ESCAPE, "every unix socket"),
        ({"trace"}, "*", Risk.BROAD, "trace"),
        ({"read", "write"}, "~/.ssh", Risk.ESCAPE, "can read"),
        ({"write"}, "~/.cache/uv", Risk.NARROW, "can create"),
    ],
)
def test_operations_on_one_thing_are_said_together(operations, value, risk, words):
    meaning = of_entry(operations, value)
    assert meaning.risk == risk
    assert words in meaning.means


def test_a_socket_is_what_listens_there():
    assert of_socket("/run/user/1/app.sock").risk == Risk.NARROW
    assert of_socket("/var/run/docker.sock").risk == Risk.ESCAPE


@pytest.mark.parametrize(
    ("command", "outside", "unasked", "inside"),
    [
        ("gh pr *", Risk.BROAD, Risk.NARROW, Risk.NARROW),
        ("npm test", Risk.ESCAPE, Risk.ESCAPE, Risk.BROAD),
        ("", Risk.ESCAPE, Risk.ESCAPE, Risk.BROAD),
        (">out", Risk.ESCAPE, Risk.ESCAPE, Risk.BROAD),
        ("print*", Risk.ESCAPE, Risk.ESCAPE, Risk.BROAD),
    ],
)
def test_a_command_has_the_risk_of_what_it_runs(command, outside, unasked, inside):
    assert of_outside(command, asked=True).risk == outside
    assert "unasked" in of_outside(command, asked=False).means
    assert of_unasked(command, kept_inside=False).risk == unasked
    assert of_unasked(command, kept_inside=True).risk == inside
