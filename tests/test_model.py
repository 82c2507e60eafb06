"""The vocabulary: needs tell what was refused, grades have an order, values cannot change."""

import typing

import pytest

from advisor import model
from advisor.model import (
    Confidence,
    ConfigText,
    ConnectSocket,
    ControlProcess,
    GainPrivilege,
    ListenOnPort,
    Nest,
    PathAnswer,
    ReachHost,
    ReachLocalService,
    ReadPath,
    ResolveName,
    Risk,
    RunCommand,
    Situation,
    StartSandbox,
    TraceProcess,
    UseDevice,
    UseService,
    WritePath,
    operation_of,
    target_of,
)

NEEDS = typing.get_args(model.Need)


@pytest.mark.parametrize(
    ("need", "operation", "target"),
    [
        (WritePath("/a/b"), "write", "/a/b"),
        (WritePath("/a", folder=True), "write", "/a"),
        (ReadPath("/a"), "read", "/a"),
        (ReachHost("npm.example", 443), "connect", "npm.example:443"),
        (ReachHost("npm.example"), "connect", "npm.example"),
        (ReachHost("2001:db8::1", 443), "connect", "[2001:db8::1]:443"),
        (ReachHost("2001:db8::1"), "connect", "2001:db8::1"),
        (ReachHost(), "connect", None),
        (ResolveName("npm.example"), "resolve", "npm.example"),
        (ReachLocalService(5432), "local-connect", "127.0.0.1:5432"),
        (ReachLocalService(5432, "localhost"), "local-connect", "localhost:5432"),
        (ReachLocalService(5432, "::1"), "local-connect", "[::1]:5432"),
        (ListenOnPort(3000, "0.0.0.0"), "bind", "0.0.0.0:3000"),
        (ListenOnPort(3000), "bind", ":3000"),
        (ListenOnPort(), "bind", None),
        (ConnectSocket("/run/x.sock"), "unix-socket", "/run/x.sock"),
        (UseService("com.apple.x"), "service", "com.apple.x"),
        (UseDevice("/dev/kvm"), "device", "/dev/kvm"),
        (TraceProcess(), "trace", None),
        (ControlProcess("signal"), "process", "signal"),
        (Nest(), "nest", None),
        (GainPrivilege(), "privilege", None),
        (RunCommand("git push"), "permission", "git push"),
        (StartSandbox("no bwrap"), "startup", "no bwrap"),
    ],
)
def test_operation_and_target(need, operation, target):
    assert (operation_of(need), target_of(need)) == (operation, target)


def test_every_kind_of_need_has_an_operation_of_its_own():
    assert len({operation_of(kind()) for kind in NEEDS}) == len(NEEDS)


def test_needs_of_different_kinds_are_never_equal():
    assert len({kind() for kind in NEEDS}) == len(NEEDS)


@pytest.mark.parametrize("kind", NEEDS)
def test_a_need_is_frozen(kind):
    need = kind()
    for field in need._fields:
        with pytest.raises(AttributeError):
            setattr(need, field, "/else")


def test_grades_and_risks_are_ordered():
    assert max(Confidence.POSSIBLE, Confidence.CERTAIN, Confidence.LIKELY) is Confidence.CERTAIN
    assert Risk.NONE < Risk.NARROW < Risk.BROAD < Risk.ESCAPE


def test_a_situation_answers_from_what_was_looked_up():
    text = ConfigText("codex", ".codex/config.toml", "project", "")
    situation = Situation(paths=(PathAnswer("/a", "folder"),), configs=(text,))
    assert situation.kind_of("/a") == "folder"
    assert situation.kind_of("/b") == "unknown"
    assert situation.config("codex", "project") is text
    assert situation.config("claude", "project") is None


def test_values_hold_no_lists():
    values = [value for value in vars(model).values() if isinstance(value, type) and hasattr(value, "_fields")]
    assert len(values) > 15
    for value in values:
        for default in value._field_defaults.values():
            assert not isinstance(default, list | dict | set), value


def test_names_are_found_in_the_hosts_file():
    hosts = "# 10.0.0.1 api.example\n10.0.0.2 Api.example api # ours\n\n::1 api.example\n10.0.0.2 api.example\n"
    situation = Situation(hosts=hosts)
    assert situation.addresses_of("API.example") == ("10.0.0.2", "::1")
    assert situation.addresses_of("10.0.0.2") == ()
    assert Situation().addresses_of("api.example") == ()


def test_the_target_of_a_refused_command_is_the_place_that_it_was_refused_for():
    assert target_of(RunCommand("touch /x", "/x")) == "/x"
    assert target_of(RunCommand("touch /x")) == "touch /x"
