"""What Linux tells of a process, read from texts as the kernel writes them."""

import pytest

from advisor.model import Process
from advisor.situation.process import Mount, is_read_only, mounts, process

STATUS = "Name:\tpython\nNoNewPrivs:\t{privileges}\nSeccomp:\t{seccomp}\nSeccomp_filters:\t1\n"
DEVICES = "Inter-|   Receive\n face |bytes\n    lo: 0 0\n{more}"


@pytest.fixture
def proc(tmp_path):
    """Writes a /proc/self of these values; its path."""

    def write(privileges="1", seccomp="2", more="", mountinfo=""):
        (tmp_path / "net").mkdir(exist_ok=True)
        (tmp_path / "status").write_text(STATUS.format(privileges=privileges, seccomp=seccomp))
        (tmp_path / "net" / "dev").write_text(DEVICES.format(more=more))
        (tmp_path / "mountinfo").write_text(mountinfo)
        return str(tmp_path)

    return write


def test_a_confined_process_on_a_network_of_its_own(proc):
    found = process({"HTTPS_PROXY": "http://srt.x:secret@127.0.0.1:3128"}, proc())
    assert found == Process(True, True, True, "127.0.0.1:3128")
    assert found.confined


@pytest.mark.parametrize(("privileges", "seccomp"), [("0", "2"), ("1", "0"), ("1", "1"), ("0", "0")])
def test_one_of_the_two_alone_confines_nothing(proc, privileges, seccomp):
    assert not process({}, proc(privileges, seccomp)).confined


def test_codex_s_own_tunnel_is_no_other_network(proc):
    assert process({}, proc(more=" codextun: 0 0\n")).private_network is True
    assert process({}, proc(more="  eth0: 0 0\n")).private_network is False


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"http_proxy": "http://localhost:8080/"}, "localhost:8080"),
        ({"ALL_PROXY": "socks5h://[::1]:1080"}, "[::1]:1080"),
        ({"HTTPS_PROXY": "http://proxy.corp.example:3128", "http_proxy": "127.0.0.1:99"}, "127.0.0.1:99"),
        ({"HTTPS_PROXY": "http://proxy.corp.example:3128"}, None),
        ({}, None),
    ],
)
def test_only_a_proxy_on_the_loopback_counts(proc, environ, expected):
    assert process(environ, proc()).proxy == expected


def test_elsewhere_the_system_tells_nothing(tmp_path):
    assert process({}, str(tmp_path / "none")) == Process()
    assert mounts(str(tmp_path / "none")) == ()
    assert is_read_only("/x", ()) is None


def test_a_status_that_is_no_number_tells_nothing(proc):
    assert process({}, proc(privileges="yes", seccomp="")).no_new_privileges is None


PILED = """\
10 1 0:1 / / ro,relatime - overlay overlay rw
11 10 0:2 / /tmp rw - tmpfs tmpfs rw
12 11 0:2 /c /tmp/c ro - tmpfs tmpfs rw
13 11 0:3 / /tmp rw - tmpfs tmpfs rw
14 10 0:1 /home/dev/my\\040work /home/dev/my\\040work rw - ext4 /dev/a rw
15 14 0:4 / /home/dev/my\\040work/.git ro - ext4 /dev/a rw
16 10 0:5 / /srv rw - iso9660 /dev/b ro
broken line
17 10 - nothing
"""


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/etc/passwd", True),
        ("/tmp/x", False),
        ("/tmp/c/x", False),  # hidden by the second /tmp, piled on the first
        ("/tmpfile", True),
        ("/home/dev/my work/x", False),
        ("/home/dev/my work/.git/index", True),
        ("/srv/x", True),
        ("/", True),
    ],
)
def test_what_counts_is_what_a_path_meets_on_its_way(proc, path, expected):
    table = mounts(proc(mountinfo=PILED))
    assert is_read_only(path, table) is expected


def test_a_root_that_is_its_own_parent_ends_the_way():
    assert is_read_only("/x", (Mount("1", "1", "/", False),)) is False
    assert is_read_only("/x", (Mount("2", "1", "/x", True),)) is None


def test_this_process_has_mounts():
    assert any(mount.point == "/" for mount in mounts())
