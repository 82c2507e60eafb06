"""How a boundary answers: the most specific entry wins, deny beats allow, silence of half-read config is unknown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.boundary import answer, host_matches
from advisor.model import (
    Access,
    Boundary,
    ConnectSocket,
    ControlProcess,
    Entry,
    GainPrivilege,
    ListenOnPort,
    Nest,
    Provenance,
    ReachHost,
    ReachLocalService,
    ReadPath,
    ResolveName,
    RunCommand,
    StartSandbox,
    TraceProcess,
    UseDevice,
    UseService,
    WritePath,
)

FILE = Provenance("settings.json", "key", "project")
BUILT_IN = Provenance(None, "default", "built-in")


def boundary(*entries, complete=True, home="/home/dev", directory="/home/dev/proj"):
    return Boundary("claude", tuple(entries), "workspace", complete=complete, home=home, directory=directory)


def entry(operation, value, access, provenance=FILE):
    return Entry(operation, value, access, provenance)


WRITES = (
    entry("write", "/", Access.REFUSED, BUILT_IN),
    entry("write", ".", Access.ALLOWED, BUILT_IN),
    entry("write", ".git/hooks", Access.PROTECTED, BUILT_IN),
    entry("write", "~/.cache", Access.ALLOWED),
    entry("write", "~/.cache/closed", Access.REFUSED),
    entry("write", "~/.cache/closed/open", Access.ALLOWED),
)


@pytest.mark.parametrize(
    ("path", "access"),
    [
        ("x", Access.ALLOWED),
        ("/home/dev/proj/sub/x", Access.ALLOWED),
        ("~/proj/x", Access.ALLOWED),
        (".git/hooks/pre-commit", Access.PROTECTED),
        ("/home/dev/proj/.git/hooks", Access.PROTECTED),
        ("/home/dev/.cache/x", Access.ALLOWED),
        ("~/.cache/closed", Access.REFUSED),
        ("~/.cache/closed/open/x", Access.ALLOWED),
        ("~/.cached", Access.REFUSED),
        ("/srv/x", Access.REFUSED),
        ("../x", Access.REFUSED),
        (None, Access.REFUSED),
    ],
)
def test_the_most_specific_path_wins(path, access):
    found, which = answer(WritePath(path), boundary(*WRITES))
    assert found is access
    assert which in WRITES


def test_of_equally_specific_entries_the_stricter_wins():
    entries = (entry("write", "/a", Access.REFUSED), entry("write", "/a/", Access.ALLOWED), entry("write", "/a", Access.ALLOWED_BUT))
    assert answer(WritePath("/a/x"), boundary(*entries))[0] is Access.REFUSED
    assert answer(WritePath("/a/x"), boundary(*entries[::-1]))[0] is Access.REFUSED


def test_a_default_gives_way_to_a_file_and_a_protected_place_does_not():
    default, written = entry("connect", "*", Access.REFUSED, BUILT_IN), entry("connect", "*", Access.ALLOWED)
    assert answer(ReachHost("x.test"), boundary(default, written))[0] is Access.ALLOWED
    kept, opened = entry("write", "~/.ssh", Access.PROTECTED, BUILT_IN), entry("write", "~/.ssh", Access.ALLOWED)
    assert answer(WritePath("~/.ssh/x"), boundary(kept, opened))[0] is Access.PROTECTED


def test_silence_is_unknown():
    assert answer(WritePath("/x"), boundary()) == (Access.UNKNOWN, None)
    assert answer(ReadPath("/x"), boundary(*WRITES)) == (Access.UNKNOWN, None)


def test_a_default_of_half_read_config_is_unknown_but_a_written_refusal_stands():
    half = boundary(*WRITES, complete=False)
    assert answer(WritePath("/srv/x"), half)[0] is Access.UNKNOWN
    assert answer(WritePath("~/.cache/closed"), half)[0] is Access.REFUSED
    assert answer(WritePath(".git/hooks"), half)[0] is Access.PROTECTED


def test_without_home_and_directory_spellings_still_meet():
    bare = boundary(*WRITES, home=None, directory=None)
    assert answer(WritePath("/Users/x/.cache/y"), bare)[0] is Access.ALLOWED
    assert answer(WritePath("sub/x"), bare)[0] is Access.ALLOWED
    assert answer(WritePath("/srv/x"), bare)[0] is Access.REFUSED


def test_a_pattern_that_starts_in_the_project_says_nothing_of_a_place_elsewhere():
    unknown = boundary(entry("write", "*/.git/hooks", Access.PROTECTED), home=None, directory=None)
    for path, access in (
        ("part/.git/hooks/x", Access.PROTECTED),
        ("~/part/.git/hooks", Access.UNKNOWN),
        ("/part/.git/hooks", Access.UNKNOWN),
    ):
        assert answer(WritePath(path), unknown)[0] is access
    anywhere = boundary(entry("read", "**/.env", Access.REFUSED), home=None, directory=None)
    assert answer(ReadPath("/srv/x/.env"), anywhere)[0] is Access.REFUSED


def test_a_star_is_every_path():
    starred = boundary(entry("device", "*", Access.REFUSED), entry("unix-socket", "*", Access.ALLOWED))
    assert answer(UseDevice("/dev/kvm"), starred)[0] is Access.REFUSED
    assert answer(ConnectSocket("s.sock"), starred)[0] is Access.ALLOWED
    assert answer(ConnectSocket(), starred)[0] is Access.ALLOWED


@pytest.mark.parametrize(
    ("pattern", "host", "port", "matches"),
    [
        ("api.example", "API.example", 443, True),
        ("API.Example", "api.example.", 22, True),
        ("api.example", "sub.api.example", 443, False),
        ("*.example", "api.example", 443, True),
        ("*.example", "a.b.example", 443, True),
        ("*.example", "example", 443, False),
        ("**.example", "example", 443, True),
        ("**.example", "a.b.example", None, True),
        ("**.example", "notexample", None, False),
        ("*.example", "notexample", None, False),
        ("*", "anything", None, True),
        ("api.example:8080", "api.example", 8080, True),
        ("api.example:8080", "api.example", 443, False),
        ("api.example:8080", "api.example", None, False),
        ("*:443", "x.example", 443, True),
        ("[::1]:443", "::1", 443, True),
        ("[::1]:443", "::1", 80, False),
        ("::1", "[::1]", 80, True),
        ("127.0.0.1", "127.0.0.1", 5432, True),
    ],
)
def test_host_patterns(pattern, host, port, matches):
    assert host_matches(pattern, host, port) is matches


HOSTS = (
    entry("connect", "*", Access.REFUSED, BUILT_IN),
    entry("connect", "*.example", Access.ALLOWED),
    entry("connect", "bad.example", Access.REFUSED),
    entry("connect", "bad.example:8443", Access.ALLOWED),
    entry("resolve", "*", Access.REFUSED, BUILT_IN),
    entry("local-connect", "127.0.0.1:8080", Access.ALLOWED_BUT),
    entry("bind", "*", Access.ALLOWED, BUILT_IN),
)


@pytest.mark.parametrize(
    ("need", "access"),
    [
        (ReachHost("api.example", 443), Access.ALLOWED),
        (ReachHost("bad.example", 443), Access.REFUSED),
        (ReachHost("bad.example", 8443), Access.ALLOWED),
        (ReachHost("other.test"), Access.REFUSED),
        (ReachHost(), Access.REFUSED),
        (ResolveName("api.example"), Access.REFUSED),
        (ReachLocalService(8080, "127.0.0.1"), Access.ALLOWED_BUT),
        (ReachLocalService(8081, "127.0.0.1"), Access.UNKNOWN),
        (ListenOnPort(3000), Access.ALLOWED),
    ],
)
def test_hosts(need, access):
    assert answer(need, boundary(*HOSTS))[0] is access


def test_names():
    entries = (
        entry("service", "*", Access.REFUSED),
        entry("service", "com.apple.trustd*", Access.ALLOWED),
        entry("service", "com.apple.trustd.bad", Access.REFUSED),
        entry("permission", "npm test", Access.ALLOWED),
        entry("nest", "*", Access.ALLOWED),
        entry("process", "signal", Access.REFUSED),
    )
    drawn = boundary(*entries)
    assert answer(UseService("com.apple.trustd.agent"), drawn)[0] is Access.ALLOWED
    assert answer(UseService("com.apple.trustd.bad"), drawn)[0] is Access.REFUSED
    assert answer(UseService("x"), drawn)[0] is Access.REFUSED
    assert answer(UseService(), drawn)[0] is Access.REFUSED
    assert answer(RunCommand("npm test"), drawn)[0] is Access.ALLOWED
    assert answer(RunCommand("npm run"), drawn)[0] is Access.UNKNOWN
    assert answer(Nest(), drawn)[0] is Access.ALLOWED
    assert answer(ControlProcess(), drawn)[0] is Access.UNKNOWN
    for need in (TraceProcess(), GainPrivilege(), StartSandbox("x")):
        assert answer(need, drawn) == (Access.UNKNOWN, None)


@given(
    st.lists(st.tuples(st.sampled_from(["/", "/a", "/a/b", "~", "~/a", ".", "x"]), st.sampled_from(list(Access))), max_size=8),
    st.sampled_from(["/a/b/c", "~/a", "x/y", "/z"]),
)
def test_the_answer_does_not_hang_on_the_order_of_entries(entries, path):
    drawn = tuple(entry("write", value, access) for value, access in entries)
    assert answer(WritePath(path), boundary(*drawn))[0] is answer(WritePath(path), boundary(*drawn[::-1]))[0]
