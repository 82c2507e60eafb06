"""From many denials to the few needs that a plan must answer."""

import pytest

from advisor.hazards import judge_write
from advisor.model import (
    Channel,
    Confidence,
    ConnectSocket,
    Denial,
    Excerpt,
    ListenOnPort,
    Nest,
    Origin,
    PathQuestion,
    ReachHost,
    ReachLocalService,
    ReadPath,
    ResolveName,
    Rule,
    RunCommand,
    Situation,
    UseDevice,
    WritePath,
)
from advisor.needs import generalised, minimal, questions

RULE = Rule("x/y", "", "", (), "")
HERE = Situation(home="/home/dev", directory="/home/dev/proj", repository="/home/dev/proj")


def denial(need, command=None, text=""):
    return Denial(RULE, need, Confidence.LIKELY, (), Excerpt(Origin("-", 1, 1), text, Channel.OUTPUT), command)


def needs(*found, situation=HERE, command=None):
    return dict(minimal(tuple(denial(need, command) for need in found), situation))


@pytest.mark.parametrize(
    ("path", "folder", "need"),
    [
        ("/home/dev/.npm/_cacache/tmp/x", False, WritePath("~/.npm/_cacache", True)),
        ("/home/dev/.npm", True, WritePath("~/.npm/_cacache", True)),
        ("/home/dev/.npm", False, WritePath("~/.npm/_cacache", True)),
        ("/srv/ci/.npm", False, WritePath("/srv/ci/.npm/_cacache", True)),
        ("/home/dev/.cache/tool/a/x", False, WritePath("~/.cache/tool/a", True)),
        ("/home/dev/.cache/tool", False, WritePath("~/.cache/tool", True)),
        ("/home/dev/.cache/tool.db", False, WritePath("~/.cache/tool.db")),
        ("/srv/out/a", False, WritePath("/srv/out", True)),
        ("/srv/out/a", True, WritePath("/srv/out/a", True)),
        ("/srv/a", False, WritePath("/srv/a")),
        ("/tmp/f", False, WritePath("/tmp/f")),
        ("/tmp/d/f", False, WritePath("/tmp/d", True)),
        ("~/.bashrc", False, WritePath("~/.bashrc")),
        ("/home/dev/qq", False, WritePath("~/qq")),
        ("/home/dev/.ssh/id", False, WritePath("~/.ssh/id")),
        ("/home/dev/.cache", True, WritePath("~/.cache", True)),
        ("/home/dev", True, WritePath("~", True)),
        ("out.txt", False, WritePath(".", True)),
        ("/home/dev/proj/src/a.c", False, WritePath("src", True)),
        ("../x/y", False, WritePath("~/x", True)),
        (".git/config", False, WritePath(".git/config")),
        (".git/refs/heads/x.lock", False, WritePath(".git", True)),
        ("/srv/r2/.git/index.lock", False, WritePath("/srv/r2/.git", True)),
        ("/srv/r2/.git", True, WritePath("/srv/r2/.git", True)),
        (".claude/settings.json", False, WritePath(".claude/settings.json")),
        (".bashrc", False, WritePath(".bashrc")),
        ("/usr/bin/ls", False, WritePath("/usr/bin/ls")),
        ("/srv/x*/y", False, WritePath("/srv/x*/y")),
    ],
)
def test_a_write_becomes_the_narrowest_right_folder(path, folder, need):
    assert generalised(WritePath(path, folder), HERE) == need


def test_a_folder_above_is_the_commands_own():
    assert generalised(WritePath("~/.cache"), HERE, "poetry install") == WritePath("~/.cache/pypoetry/cache", True)
    assert generalised(WritePath("~/.cache"), HERE, "frobnicate") == WritePath("~/.cache")
    assert generalised(WritePath("/var"), HERE, "poetry install") == WritePath("/var")


@pytest.mark.parametrize(
    ("command", "need"),
    [
        ("echo x > /srv/out/f", WritePath("/srv/out", True)),
        ("curl -sS -o /srv/out/f https://api.example/a", WritePath("/srv/out", True)),
        ("wget -O /srv/out/f https://api.example/a", WritePath("/srv/out", True)),
        ("cd /srv/out && echo x > f", WritePath("/srv/out", True)),
        ("a > /srv/x/1; b > /srv/y/2", WritePath()),
        ("tool 2> /dev/null", WritePath()),
        ("tool -o -", WritePath()),
        ("tool -o", WritePath()),
        ("make", WritePath()),
        (None, WritePath()),
    ],
)
def test_the_command_names_what_the_text_leaves_out(command, need):
    assert generalised(WritePath(), HERE, command) == need


@pytest.mark.parametrize(
    ("command", "need"),
    [
        ("cd /srv/out && touch x", WritePath("/srv/out", True)),
        ("cd sub && touch x", WritePath("sub", True)),
        ("cd ~/other && touch x", WritePath("~/other", True)),
        ("cd - && touch x", WritePath(".", True)),
        ("touch x && cd /srv/out", WritePath(".", True)),
        ("", WritePath(".", True)),
    ],
)
def test_a_relative_path_starts_where_the_command_went(command, need):
    assert generalised(WritePath("x"), HERE, command) == need


def test_nothing_known_leaves_relative_paths_relative():
    assert generalised(WritePath("sub/x"), Situation()) == WritePath("sub", True)
    assert generalised(WritePath("/home/dev/.cache/uv/x"), Situation()) == WritePath("~/.cache/uv", True)
    assert generalised(ReadPath("/x"), Situation(directory="/")) == ReadPath("/x")


@pytest.mark.parametrize(
    ("need", "becomes"),
    [
        (ReadPath("/home/dev/x/"), ReadPath("~/x")),
        (UseDevice("/dev//kvm"), UseDevice("/dev/kvm")),
        (ConnectSocket("/home/dev/proj/s.sock"), ConnectSocket("s.sock")),
        (ReachHost("https://API.example:8443/x"), ReachHost("api.example", 8443)),
        (ReachHost("api.example:8443", 443), ReachHost("api.example", 443)),
        (ReachHost("localhost", 80), ReachLocalService(80, "localhost")),
        (ReachHost("[::1]:8080"), ReachLocalService(8080, "::1")),
        (ReachHost(), ReachHost()),
        (ResolveName("API.example."), ResolveName("api.example")),
        (ReachLocalService(5432, "LOCALHOST"), ReachLocalService(5432, "localhost")),
        (ReachLocalService(5432), ReachLocalService(5432)),
        (ListenOnPort(None, "127.0.0.1:3000"), ListenOnPort(3000, "127.0.0.1")),
        (Nest(), Nest()),
        (RunCommand("npm test"), RunCommand("npm test")),
    ],
)
def test_other_needs_in_canonical_form(need, becomes):
    assert generalised(need, HERE) == becomes


def test_curl_tells_a_socket_as_a_host():
    command = "curl -sS --unix-socket /srv/s.sock http://localhost/x"
    assert generalised(ReachLocalService(80, "localhost"), HERE, command) == ConnectSocket("/srv/s.sock")


def test_forty_leaves_of_one_cache_are_one_need():
    found = needs(*(WritePath(f"/home/dev/.cache/uv/wheels/{number}/x") for number in range(40)))
    assert found == {WritePath("~/.cache/uv", True): tuple(range(40))}


def test_folders_of_one_tool_are_the_tools_folder():
    assert needs(WritePath("~/.cache/tool/a/x"), WritePath("~/.cache/tool/b/y")) == {WritePath("~/.cache/tool", True): (0, 1)}
    assert needs(WritePath("~/.tool/a/x"), WritePath("~/.tool/b/y")) == {WritePath("~/.tool", True): (0, 1)}
    assert needs(WritePath("~/.tool/a/b/x"), WritePath("~/.tool/a/c/y")) == {WritePath("~/.tool/a", True): (0, 1)}


def test_few_siblings_stay_and_many_become_their_parent():
    two = [WritePath(f"/srv/out/{name}/x") for name in "ab"]
    assert len(needs(*two)) == 2
    assert needs(*two, WritePath("/srv/out/c/x")) == {WritePath("/srv/out", True): (0, 1, 2)}


def test_siblings_below_what_is_never_granted_stay():
    found = needs(*(WritePath(f"/srv/{name}/x") for name in "abcd"))
    assert set(found) == {WritePath(f"/srv/{name}", True) for name in "abcd"}
    assert len(needs(*(WritePath(f"{name}/x") for name in "abcd"))) == 4


def test_a_part_is_folded_into_the_whole():
    assert needs(WritePath("/srv/out/a/b/x"), WritePath("/srv/out/a", True)) == {WritePath("/srv/out/a", True): (0, 1)}
    assert needs(ReachHost("api.example"), ReachHost("api.example", 443)) == {ReachHost("api.example", 443): (0, 1)}
    assert needs(ResolveName("api.example"), ReachHost("api.example", 443)) == {ReachHost("api.example", 443): (0, 1)}
    assert needs(ReachLocalService(80), ReachLocalService(80, "localhost")) == {ReachLocalService(80, "localhost"): (0, 1)}


def test_what_is_no_part_stays():
    assert len(needs(ReachHost("api.example", 80), ReachHost("api.example", 443))) == 2
    assert len(needs(ResolveName("other.example"), ReachHost("api.example", 443))) == 2
    assert len(needs(WritePath(".git/config"), WritePath(".git/index.lock"))) == 2
    assert len(needs(WritePath("/srv/out", True), WritePath("/srv/out/.claude/x"))) == 2


def test_a_nameless_need_is_folded_into_a_named_one_of_its_kind():
    assert needs(WritePath(), WritePath("/srv/out/x")) == {WritePath("/srv/out", True): (0, 1)}
    assert needs(ReachHost(), ResolveName("api.example")) == {ResolveName("api.example"): (0, 1)}
    assert needs(ReachHost(), WritePath("/srv/out/x")) == {ReachHost(): (0,), WritePath("/srv/out", True): (1,)}
    assert needs(Nest(), Nest()) == {Nest(): (0, 1)}


def test_the_denials_own_command_comes_first():
    situation = HERE._replace(command="make > /srv/b/y")
    assert minimal((denial(WritePath(), "make > /srv/a/x"),), situation) == ((WritePath("/srv/a", True), (0,)),)
    assert minimal((denial(WritePath()),), situation) == ((WritePath("/srv/b", True), (0,)),)


def test_questions_ask_for_paths_and_their_parents():
    asked = questions(
        ((WritePath("~/.cache/uv", True), (0,)), (ReachHost("x.example"), (1,)), (ReadPath("/x"), (2,)), (WritePath(), (3,))), HERE
    )
    assert asked == tuple(PathQuestion(path) for path in ("~/.cache/uv", "~/.cache", "/x", "/", "/home/dev/proj"))
    assert questions((), Situation()) == ()


@pytest.mark.parametrize("path", ["~", "/", "/tmp", "~/.config", "~/.ssh", "/usr/lib/x"])
@pytest.mark.parametrize("folder", [True, False])
def test_what_is_never_granted_stays_what_was_refused(path, folder):
    assert generalised(WritePath(path, folder), HERE, "poetry install") == WritePath(path, folder)
    assert not judge_write(path, HERE.home).grantable


@pytest.mark.parametrize(
    ("command", "need"),
    [
        ("mkdir -p /srv/out/nd", WritePath("/srv/out/nd", True)),
        ("mkdir /srv/out/nd", WritePath("/srv/out", True)),
        ("mkdir ~/.mytool", WritePath("~/.mytool", True)),
        (None, WritePath("/srv/out/nd", True)),
    ],
)
def test_a_folder_that_may_not_exist_yet_needs_the_one_above_where_that_may_be_opened(command, need):
    refused = "~/.mytool" if need.path == "~/.mytool" else "/srv/out/nd"
    assert list(needs(WritePath(refused, True), command=command)) == [need]
    above = need if need.path != "/srv/out/nd" else WritePath("/srv/out", True)
    assert list(needs(WritePath(refused, True, once=True), command=command)) == [above]


def test_what_installs_programs_needs_more_than_its_programs_own_folder():
    assert list(needs(WritePath("~/.cargo", True), command="cargo install x")) == [WritePath("~/.cargo", True)]
    assert list(needs(WritePath("~/.cargo", True), command="cargo build")) == [WritePath("~/.cargo/registry", True)]


def test_a_rename_across_mounts_stays_that():
    across = WritePath("moved.x", across=True)
    assert list(needs(WritePath("/home/dev/proj/moved.x", across=True))) == [across]
    assert set(needs(across, WritePath("other/x"))) == {across, WritePath("other", True)}


def test_of_the_places_that_were_tried_the_working_directory_is_enough():
    text = "FileNotFoundError: [Errno 2] No usable temporary directory found in ['/tmp', '/var/tmp', '/usr/tmp', '/home/dev/proj']"
    assert list(dict(minimal((denial(WritePath("/tmp"), text=text),), HERE))) == [WritePath(".", True)]


@pytest.mark.parametrize("need", [ReachHost(None), ResolveName(None), ReachHost(None, direct=True)])
def test_a_host_that_only_the_command_names(need):
    command = "pip download --index-url http://pkg.example/simple/ x"
    direct = isinstance(need, ReachHost) and need.direct
    assert list(needs(need, command=command)) == [ReachHost("pkg.example", 80, direct)]
    assert list(needs(need, command="make")) == [need]
    assert list(needs(need)) == [need]


def test_the_hosts_file_makes_a_name_this_machine():
    here = HERE._replace(hosts="127.0.0.1 localhost Loop.example\n")
    assert list(needs(ReachHost("loop.example", 80), situation=here)) == [ReachLocalService(80, "loop.example")]
    past = ReachHost("loop.example", 80, direct=True)
    assert list(needs(past, situation=here)) == [past]
    assert list(needs(ReachHost("loop.example", 80))) == [ReachHost("loop.example", 80)]


def test_clients_that_go_differently_are_different_needs():
    both = {ReachHost("a.example", 80), ReachHost("a.example", 80, direct=True)}
    assert set(needs(*both)) == both
    assert list(needs(ReachHost("a.example", 80), ReachHost("a.example"))) == [ReachHost("a.example", 80)]


@pytest.mark.parametrize(
    ("line", "need"),
    [
        ("ssh: Could not resolve hostname git.example: Temporary failure in name resolution", ResolveName("git.example")),
        ("ssh: connect to host git.example port 2222: Operation not permitted", ReachHost("git.example", 2222)),
    ],
)
def test_what_ssh_says_is_of_a_client_that_uses_no_proxy(line, need):
    ((asked, _),) = minimal((denial(need, text=line),), HERE)
    assert asked == need._replace(direct=True)
    assert minimal((denial(need),), HERE)[0][0] == need


def test_a_refused_socket_is_what_the_one_call_of_the_command_wanted():
    assert list(needs(ConnectSocket(None), command="python3 -c \"s.bind(('127.0.0.1',8123))\"")) == [ListenOnPort(8123, "127.0.0.1")]
    assert list(needs(ConnectSocket(None), command="python3 s.py")) == [ConnectSocket(None)]
