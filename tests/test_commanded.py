"""What a command line tells of its own refusals: where it is, what it writes, which folders it makes, what it installs."""

import pytest

from advisor.commanded import changes_to, installs_below, makes_a_new_folder, programs_of, socket_call, written_by
from advisor.model import ListenOnPort, ReachHost


@pytest.mark.parametrize(
    ("command", "folder"), [("cd sub && make", "sub"), ("make; cd sub", None), ("cd - && x", None), ("cd", None), (None, None), ("", None)]
)
def test_the_folder_that_a_command_starts_in(command, folder):
    assert changes_to(command) == folder


@pytest.mark.parametrize(
    ("command", "written"),
    [
        ("curl -o /opt/a https://x.example", "/opt/a"),
        ("make > log", "log"),
        ("make > log 2> errors", None),
        ("make > /dev/null", None),
        ("echo x > $OUT", None),
        (None, None),
    ],
)
def test_the_one_file_that_a_command_writes(command, written):
    assert written_by(command) == written


def test_the_programs_of_a_command():
    assert [program.names[0] for program in programs_of("cd x && npm install | tee log; python3.11 s.py")] == ["npm", "python"]
    assert programs_of(None) == ()


@pytest.mark.parametrize(
    ("command", "new"),
    [
        ("mkdir /srv/a", True),
        ("mkdir -m 700 /srv/a", True),
        ("mkdir -p /srv/a", False),
        ("mkdir -vp /srv/a", False),
        ("mkdir --parents /srv/a", False),
        ("cp -r a /srv/a", True),
        ("mv a /srv/a", True),
        ("python3 -c \"import os; os.mkdir('/srv/a')\"", True),
        ("python3 -c \"import os; os.makedirs('/srv/a')\"", True),
        ("python3 -c \"import os; os.makedirs('/srv/a', exist_ok=True)\"", False),
        ("node -e \"fs.mkdirSync('/srv/a')\"", True),
        ("node -e \"fs.mkdirSync('/srv/a', {recursive: true})\"", False),
        ("git clone -q https://git.example/r.git /srv/a", True),
        ("git -q worktree add /srv/a", True),
        ("git status", False),
        ("make install", False),
        (None, False),
    ],
)
def test_whether_the_folder_must_not_exist_yet(command, new):
    assert makes_a_new_folder(command) is new


@pytest.mark.parametrize(
    ("command", "need"),
    [
        ("python3 -c \"s.bind(('0.0.0.0',8123)); s.listen()\"", ListenOnPort(8123, "0.0.0.0")),
        ("python3 -c \"s.bind(('', 8123))\"", ListenOnPort(8123)),
        ("python3 -c \"s.connect(('pkg.example', 80))\"", ReachHost("pkg.example", 80, direct=True)),
        ("python3 -c \"s.bind(('', 1)); s.connect(('x', 2))\"", None),
        ("python3 -c \"s.bind('x.sock')\"", None),
        (None, None),
    ],
)
def test_what_the_one_socket_call_is_for(command, need):
    assert socket_call(command) == need


@pytest.mark.parametrize(
    ("place", "command", "below"),
    [
        ("~/.cargo", "PATH=/x:$PATH cargo install --path .", True),
        ("~/.cargo", "cargo -q install ripgrep", True),
        ("~/.cargo", "cargo build", False),
        ("~/.local", "pip install --user x", True),
        ("~/.cache", "pip install x", False),
        ("/srv/tools", "cargo install x", False),
        ("~/.cargo", None, False),
    ],
)
def test_whether_programs_are_installed_below(place, command, below):
    assert installs_below(place, "/home/dev", command) is below
