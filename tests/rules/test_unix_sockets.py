"""Unix sockets that were refused, by runtime and by the programs that live on one, and sockets that are merely not there."""

import pytest

from tests.rules.told import told, usual


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Error: listen EPERM: operation not permitted /var/folders/x1/T/tsx-501/7.pipe",
            ("unix-socket", "/var/folders/x1/T/tsx-501/7.pipe", "likely"),
        ),
        ("Error: connect EPERM /run/user/1000/vscode-ipc-1.sock", ("unix-socket", "/run/user/1000/vscode-ipc-1.sock", "likely")),
        (
            "Error: listen EPERM: operation not permitted .nx/workspace-data/d/daemon.sock",
            ("unix-socket", ".nx/workspace-data/d/daemon.sock", "likely"),
        ),
        (r"Error: listen EPERM: operation not permitted \\.\pipe\nx\d.sock", ("unix-socket", r"\\.\pipe\nx\d.sock", "likely")),
        ("(Error: listen EPERM: operation not permitted /tmp/cdp-1.sock)", ("unix-socket", "/tmp/cdp-1.sock", "likely")),
        (
            "  errno: -1,\n  code: 'EPERM',\n  syscall: 'connect',\n  address: '/srv/app/host.sock'",
            ("unix-socket", "/srv/app/host.sock", "likely"),
        ),
        (
            '    s.connect("/run/app/ctl.sock")\n    ~~~~~~~~~^^^^^\nPermissionError: [Errno 1] Operation not permitted',
            ("unix-socket", "/run/app/ctl.sock", "likely"),
        ),
        (
            '  File "/usr/lib/python3.11/multiprocessing/managers.py", line 156, in __init__\n    self.listener = '
            "Listener(address=address)\nPermissionError: [Errno 1] Operation not permitted",
            ("unix-socket", None, "likely"),
        ),
        (
            "dial unix /Users/dev/.colima/default/docker.sock: connect: operation not permitted",
            ("unix-socket", "/Users/dev/.colima/default/docker.sock", "likely"),
        ),
        ("listen unix /tmp/gopls.sock: bind: operation not permitted", ("unix-socket", "/tmp/gopls.sock", "likely")),
        ('Operation not permitted - connect(2) for "/tmp/.s.PGSQL.5432" (Errno::EPERM)', ("unix-socket", "/tmp/.s.PGSQL.5432", "likely")),
        (
            "Error: failed to connect to socket `/tmp/zellij/main`: Operation not permitted (os error 1)",
            ("unix-socket", "/tmp/zellij/main", "likely"),
        ),
        (
            "permission denied while trying to connect to the Docker daemon socket at unix:///run/podman.sock: dial unix "
            "/run/podman.sock: socket: operation not permitted",
            ("unix-socket", "/run/podman.sock", "likely"),
        ),
        (
            "permission denied while trying to connect to the docker API at unix:///var/run/docker.sock",
            ("unix-socket", "/var/run/docker.sock", "possible"),
        ),
        (
            "unix_listener: cannot bind to path /home/dev/.ssh/cm/x.1: Operation not permitted",
            ("unix-socket", "/home/dev/.ssh/cm/x.1", "likely"),
        ),
        ("gpg: can't connect to the keyboxd: Operation not permitted", ("unix-socket", None, "likely")),
        ("gpg: can't connect to the agent: IPC connect call failed", ("unix-socket", None, "possible")),
        ("Failed to connect to user scope bus: Operation not permitted", ("unix-socket", None, "likely")),
        (
            'psql: error: connection to server on socket "/tmp/.s.PGSQL.5433" failed: Operation not permitted',
            ("unix-socket", "/tmp/.s.PGSQL.5433", "likely"),
        ),
        (
            "ERROR 2002 (HY000): Can't connect to local MySQL server through socket '/tmp/mysql.sock' (1)",
            ("unix-socket", "/tmp/mysql.sock", "likely"),
        ),
        (
            "error connecting to /private/tmp/tmux-501/default (Operation not permitted)",
            ("unix-socket", "/private/tmp/tmux-501/default", "likely"),
        ),
        ("System.Net.Sockets.SocketException (1): Operation not permitted /tmp/MSBuild77", ("unix-socket", "/tmp/MSBuild77", "possible")),
        (
            "Could not connect to Redis at /run/redis/redis.sock: Operation not permitted",
            ("unix-socket", "/run/redis/redis.sock", "likely"),
        ),
        ("PermissionError: [Errno 1] Operation not permitted", ("unix-socket", None, "possible")),
    ],
)
def test_a_refused_socket_is_found(text, expected):
    assert told(text) == [expected]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?", "ordinary/docker-stopped"),
        ("dial unix /var/run/docker.sock: connect: permission denied", "ordinary/docker-group"),
        ("Error: connect EACCES /var/run/docker.sock", "ordinary/docker-group"),
        ("Could not open a connection to your authentication agent.", "ordinary/no-agent"),
        ('connection to server on socket "/tmp/.s.PGSQL.5432" failed: No such file or directory', "ordinary/socket-in-the-way"),
        ("Error: listen EACCES: permission denied /home/dev/acme/.nx/d.sock", "ordinary/socket-in-the-way"),
        ('`initialize\': Operation not permitted - connect(2) for "/vagrant/tmp/drb-1" (Errno::EPERM)', "ordinary/socket-on-a-share"),
        ("Failed to connect to bus: No such file or directory", "ordinary/no-service-manager"),
        ("Error: cannot open display: :0", "ordinary/no-display"),
    ],
)
def test_a_socket_that_is_merely_not_there_is_ordinary(text, rule):
    assert rule in usual(text)
