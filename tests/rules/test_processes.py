"""What a command may not do to processes, the kernel, namespaces and privileges, and what needs root on any machine."""

import pytest

from tests.rules.told import told, usual


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("strace: attach: ptrace(PTRACE_SEIZE, 4711): Operation not permitted", ("trace", None, "possible")),
        ("ltrace: Could not trace child: ptrace: Operation not permitted", ("trace", None, "possible")),
        ("could not attach to pid 4711: operation not permitted", ("trace", None, "possible")),
        ("bash: kill: (4711) - Operation not permitted", ("process", "signal", "possible")),
        ("zsh: kill: kill 4711 failed: operation not permitted", ("process", "signal", "possible")),
        ("renice: failed to set priority for 7 (process ID): Operation not permitted", ("process", "priority", "possible")),
        (
            "    sl = self._semlock = _multiprocessing.SemLock(\n        kind, value, maxvalue)\nPermissionError: [Errno 1] "
            "Operation not permitted",
            ("process", "semaphore", "likely"),
        ),
        (
            "OMP: Error #179: Function Can't open SHM2 failed:\nOMP: System error #1: Operation not permitted",
            ("process", "semaphore", "likely"),
        ),
        ('FATAL:  could not open shared memory segment "/PostgreSQL.12": Operation not permitted', ("process", "shared-memory", "likely")),
        ("sysctl: kern.maxfiles: Operation not permitted", ("process", "sysctl", "possible")),
        ("io_uring_queue_init: Operation not permitted", ("process", "io_uring", "possible")),
        ("Error: spawn /usr/bin/git EPERM", ("process", "spawn", "possible")),
        ("bash: /usr/bin/top: Operation not permitted", ("process", "/usr/bin/top", "likely")),
        ("zsh: operation not permitted: ps", ("process", "ps", "likely")),
        ("unshare: write failed /proc/self/gid_map: Operation not permitted", ("nest", "/proc/self/gid_map", "possible")),
        ("bwrap: No permissions to create a new namespace", ("nest", None, "possible")),
        ("sandbox-exec: sandbox_apply: Operation not permitted", ("nest", "sandbox_apply", "likely")),
        ("[FATAL:sandbox_host_linux.cc(41)] Check failed: . shutdown: Operation not permitted (1)", ("nest", None, "likely")),
        ("nsenter: reassociate to namespace 'ns/net' failed: Operation not permitted", ("nest", None, "possible")),
        ("mount: /home/dev/mnt: permission denied.", ("nest", "/home/dev/mnt", "possible")),
        ("ping: socket: Operation not permitted", ("privilege", None, "possible")),
        ("ping: socktype: SOCK_DGRAM\nping: socket: Operation not permitted", ("privilege", None, "possible")),
        ("arping: socket: Die Operation ist nicht erlaubt", ("privilege", None, "possible")),
        ("sudo: /usr/bin/sudo must be owned by uid 0 and have the setuid bit set", ("privilege", None, "possible")),
        ("su: cannot set groups: Operation not permitted", ("privilege", None, "possible")),
        ("tar: a: Cannot change ownership to uid 501, gid 20: Invalid argument", ("privilege", None, "possible")),
        ("dmesg: read kernel buffer failed: Operation not permitted", ("privilege", None, "possible")),
    ],
)
def test_a_refused_operation_is_found(text, expected):
    assert told(text) == [expected]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("mount: /mnt: must be superuser to use mount.", "ordinary/needs-root"),
        ("sudo: a terminal is required to read the password; either use the -S option", "ordinary/needs-root"),
        ("su: Authentication failure", "ordinary/needs-root"),
        ("ptrace: Operation not permitted.\nSee the documentation of /proc/sys/kernel/yama/ptrace_scope.", "ordinary/ptrace-scope"),
        ("bash: fork: Resource temporarily unavailable", "ordinary/limit"),
        ("bash: ulimit: open files: cannot modify limit: Operation not permitted", "ordinary/limit"),
        ("System has not been booted with systemd as init system (PID 1). Can't operate.", "ordinary/no-service-manager"),
        ("app-1  | Failed to move to new namespace: errno = Operation not permitted", "ordinary/another-machine"),
        ("app-1  | ERROR: No usable sandbox! You could use --no-sandbox", "ordinary/in-a-container"),
        (
            'Error response from daemon: Get "https://registry.example/v2/": dial tcp: lookup registry.example: no such host',
            "ordinary/in-a-container",
        ),
        ("Running as root without --no-sandbox is not supported.", "ordinary/browser-as-root"),
    ],
)
def test_what_needs_root_or_comes_from_elsewhere_is_ordinary(text, rule):
    assert rule in usual(text)
