"""What a command may not do to other processes or to the kernel: trace, signal, schedule, share memory, read a knob.

Codex's filter refuses ptrace and its kin, both sandboxes give a command its own process namespace on Linux, and Seatbelt
denies by operation. Debuggers in a container, an ordinary user and a hardened kernel meet the same EPERM, so that most of
these are POSSIBLE. Sources: ptrace(2), kill(2), sem_open(3), https://developers.openai.com/codex/permissions.
"""

from __future__ import annotations

from advisor.model import Confidence, ControlProcess, Rule, TraceProcess

_PTRACE = "https://man7.org/linux/man-pages/man2/ptrace.2.html"

_TRACED = (
    "The kernel refused to trace a process. Codex's sandbox does so unless the command has the network (which is far more than "
    "tracing): run the debugger outside the sandbox. Without a sandbox it is a container's filter, or "
    "/proc/sys/kernel/yama/ptrace_scope for a process that is already running."
)
_OUTSIDE = "No setting opens this one: run that one command outside the sandbox, or do without it."
_SHARED = (
    "The sandbox of macOS refuses this kind of shared memory or semaphore. Most libraries have a way without: one thread or process "
    f"(OMP_NUM_THREADS=1, KMP_USE_SHM=0, `n_jobs=1`), the threading backend, a server that runs outside. {_OUTSIDE}"
)
# Programs of macOS that run as root for a moment.
_SET_USER_ID = r"(?:ps|top|su|sudo|crontab|at|batch|traceroute6?|quota|login|newgrp|passwd)"

RULES: tuple[Rule, ...] = (
    Rule(
        id="process/ptrace",
        title="Tracing a process was refused",
        explanation=_TRACED,
        telltales=("PTRACE_", "ptrace", "process_vm_"),
        pattern=r"\b(?:strace|ltrace|proot|rr|gdb|lldb|warning|error)\w{0,6}: [^\n]{0,120}(?:PTRACE_\w{2,30}|\bptrace)\b"
        r"[^\n]{0,80}: Operation not permitted"
        r"|^(?:warning: )?ptrace: Operation not permitted|\bptrace\(\w{2,30}[^\n)]{0,60}\): Operation not permitted"
        r"|\bprocess_vm_(?:readv|writev)\b[^\n]{0,60}Operation not permitted",
        need=TraceProcess,
        confidence=Confidence.POSSIBLE,
        examples=(
            "strace: test_ptrace_get_syscall_info: PTRACE_TRACEME: Operation not permitted",
            "strace: ptrace(PTRACE_TRACEME, ...): Operation not permitted",
            "warning: ptrace: Operation not permitted",
            "proot error: ptrace(TRACEME): Operation not permitted",
        ),
        near_misses=("strace: attach: ptrace(PTRACE_SEIZE, 12): No such process",),
        source=_PTRACE,
    ),
    Rule(
        id="process/debugger",
        title="A debugger was refused",
        explanation=_TRACED,
        telltales=(
            "LeakSanitizer does not work under ptrace",
            "Error disabling address space randomization: Operation not permitted",
            "shell expansion failed (reason: Operation not permitted)",
            "could not launch process: fork/exec ",
            "attach failed (Operation not permitted)",
            "could not attach to pid ",
            "failed to set personality",
        ),
        pattern=r"LeakSanitizer does not work under ptrace|Error disabling address space randomization: Operation not permitted"
        r"|attach failed \(Operation not permitted\)|could not (?:launch process: fork/exec [^\n:]{1,300}"
        r"|attach to pid \d{1,9}): operation not permitted"
        r"|failed to set personality[^\n]{0,60}: Operation not permitted",
        need=TraceProcess,
        confidence=Confidence.POSSIBLE,
        examples=(
            "HINT: LeakSanitizer does not work under ptrace (strace, gdb, etc)",
            "warning: Error disabling address space randomization: Operation not permitted",
            "could not launch process: fork/exec ./__debug_bin: operation not permitted",
        ),
        near_misses=("could not launch process: fork/exec ./__debug_bin: permission denied",),
        source=_PTRACE,
    ),
    Rule(
        id="process/debug-shell",
        title="lldb was refused its helper",
        explanation=(
            "lldb starts the program through a shell and a helper of its own, and the sandbox refused one. `process launch` without the "
            f"shell may pass. {_OUTSIDE}"
        ),
        telltales=("shell expansion failed (reason: ",),
        pattern=r"shell expansion failed \(reason: (?:Operation not permitted|lldb-argdumper[^)\n]{0,80})\)",
        need=ControlProcess,
        given=(("action", "spawn"),),
        confidence=Confidence.POSSIBLE,
        examples=("error: shell expansion failed (reason: Operation not permitted). consider launching with 'process launch'.",),
        near_misses=("error: shell expansion failed (reason: invalid JSON).",),
        source="https://lldb.llvm.org/use/tutorial.html",
    ),
    Rule(
        id="process/signal",
        title="Signalling a process was refused",
        explanation=(
            "A sandboxed command may signal only the processes that it started itself; another's, root's and the host's it may not. Stop "
            "what you started in the same command; what runs outside the human stops."
        ),
        telltales=("peration not permitted", "kill EPERM"),
        pattern=r"\bkill: (?:\(\d{1,9}\) - |\d{1,9}: |kill %?\d{1,9} failed: |sending signal to \d{1,9} failed: "
        r"|\(\d{1,9}\): )[Oo]peration not permitted"
        r"|\bError: kill EPERM\b|\b(?:killall|pkill): [^\n]{0,80}(?:killing pid \d{1,9} failed|\d{1,9}): Operation not permitted",
        need=ControlProcess,
        given=(("action", "signal"),),
        confidence=Confidence.POSSIBLE,
        examples=(
            "bash: line 1: kill: (4711) - Operation not permitted",
            "kill: kill 4711 failed: operation not permitted",
            "Error: kill EPERM",
        ),
        near_misses=("bash: line 1: kill: (28941) - No such process",),
        source="https://man7.org/linux/man-pages/man2/kill.2.html",
    ),
    Rule(
        id="process/priority",
        title="Changing a priority was refused",
        explanation=(
            "Raising a priority needs root anywhere; a sandbox can refuse lowering it too. The command runs without: leave `nice`, "
            "`renice`, "
            "`chrt` or `os.setPriority` out."
        ),
        telltales=("setpriority", "renice: ", "chrt: ", "ionice: ", "uv_os_setpriority"),
        pattern=r"\bsetpriority[^\n]{0,60}: Operation not permitted|\b(?:renice|chrt|ionice): [^\n]{0,120}: Operation not permitted"
        r"|uv_os_setpriority returned E(?:PERM|ACCES)",
        need=ControlProcess,
        given=(("action", "priority"),),
        confidence=Confidence.POSSIBLE,
        examples=(
            "setpriority: Operation not permitted",
            "chrt: failed to set pid 0's policy: Operation not permitted",
            "A system error occurred: uv_os_setpriority returned EACCES (permission denied)",
        ),
        near_misses=("renice: bad priority value",),
        source="https://man7.org/linux/man-pages/man2/setpriority.2.html",
    ),
    Rule(
        id="process/semaphore",
        title="A semaphore or shared memory was refused",
        explanation=_SHARED,
        telltales=("joblib will operate in serial mode", "SemLock", "sem_open", "shm_open", "open SHM2 failed", "SC_SEM_NSEMS_MAX"),
        pattern=r"\[Errno 1\] Operation not permitted\.  joblib will operate in serial mode"
        r"|(?:\b_?multiprocessing\.SemLock\(|\bSC_SEM_NSEMS_MAX\b)[^\x00]{0,320}?PermissionError: \[Errno 1\] Operation not permitted"
        r"|\b(?:sem|shm)_open\b[^\n]{0,80}Operation not permitted|Function Can't open SHM2 failed:?[^\x00]{0,120}?System error #1\b",
        need=ControlProcess,
        given=(("action", "semaphore"),),
        examples=(
            "UserWarning: [Errno 1] Operation not permitted.  joblib will operate in serial mode",
            "    sl = self._semlock = _multiprocessing.SemLock(\n                         ^^^^^\nPermissionError: [Errno 1] "
            "Operation not permitted",
            "sem_open failed: Operation not permitted",
            '    nsems_max = os.sysconf("SC_SEM_NSEMS_MAX")\nPermissionError: [Errno 1] Operation not permitted',
            "OMP: Error #179: Function Can't open SHM2 failed:\nOMP: System error #1: Operation not permitted",
        ),
        near_misses=("UserWarning: [Errno 28] No space left on device.  joblib will operate in serial mode",),
        source="https://man7.org/linux/man-pages/man3/sem_open.3.html",
    ),
    Rule(
        id="process/semaphore-closed",
        title="Semaphores or message queues cannot be made",
        explanation=(
            "POSIX semaphores are files of `/dev/shm`, System V queues need the kernel's leave: where the sandbox keeps them closed, so "
            "do containers and cloud functions. Run without worker processes (`num_workers=0`, threads), or outside the sandbox."
        ),
        telltales=("SemLock", "while creating message channels: "),
        pattern=r"\b_?multiprocessing\.SemLock\([^\x00]{0,320}?(?:PermissionError: \[Errno 13\]|FileNotFoundError: \[Errno 2\])[^\n]{0,80}"
        r"|\bfakeroot, while creating message channels: [^\n]{0,80}",
        need=ControlProcess,
        given=(("action", "semaphore"),),
        confidence=Confidence.POSSIBLE,
        examples=(
            "    sl = self._semlock = _multiprocessing.SemLock(\nPermissionError: [Errno 13] Permission denied",
            "fakeroot, while creating message channels: Operation not permitted",
        ),
        near_misses=("PermissionError: [Errno 13] Permission denied: 'x'",),
        source="https://man7.org/linux/man-pages/man7/sem_overview.7.html",
    ),
    Rule(
        id="process/shared-memory",
        title="Shared memory was refused",
        explanation=(
            f"PostgreSQL needs System V shared memory to start, which the sandbox of macOS refuses. {_OUTSIDE} A database that runs "
            "outside can be used from inside where the loopback is open."
        ),
        telltales=("shmget", "shared memory segment"),
        pattern=r"could not (?:create|open|attach to) shared memory segment[^\n]{0,120}: Operation not permitted(?:"
        r"[^\x00]{0,60}?shmget\([^\n)]{0,80}\))?"
        r"|\bshmget\b[^\n]{0,80}: Operation not permitted",
        need=ControlProcess,
        given=(("action", "shared-memory"),),
        examples=(
            "FATAL:  could not create shared memory segment: Operation not permitted\n"
            "DETAIL:  Failed system call was shmget(key=12345, size=56, 03600).",
        ),
        near_misses=("FATAL:  could not create shared memory segment: No space left on device",),
        source="https://www.postgresql.org/docs/current/kernel-resources.html",
    ),
    Rule(
        id="process/sysctl",
        title="A kernel setting was refused",
        explanation=f"Changing a kernel setting needs root anywhere; the sandbox of macOS also keeps most of them unreadable. {_OUTSIDE}",
        telltales=("sysctl",),
        pattern=r"\bsysctl(?:byname|nametomib)?\b[^\n]{0,100}: [Oo]peration not permitted",
        need=ControlProcess,
        given=(("action", "sysctl"),),
        confidence=Confidence.POSSIBLE,
        examples=("sysctl: sysctl fmt -1 1024 1: Operation not permitted", "sysctlbyname(hw.model): operation not permitted"),
        near_misses=("sysctl: permission denied on key 'net.ipv4.ip_forward'",),
        source="man 8 sysctl",
    ),
    Rule(
        id="process/io-uring",
        title="io_uring was refused",
        explanation=(
            "The kernel's io_uring is off here: both sandboxes refuse it, and so do containers and hardened kernels. Programs fall back to "
            f"ordinary calls when told so (UV_USE_IO_URING=0, `--no-io-uring`). {_OUTSIDE}"
        ),
        telltales=("io_uring",),
        pattern=r"\bio_uring(?:_setup|_queue_init\w{0,8}|_enter|_register)?\b[^\n\"'`;]{0,60}: [Oo]peration not permitted(?![\"'`])",
        need=ControlProcess,
        given=(("action", "io_uring"),),
        confidence=Confidence.POSSIBLE,
        examples=("SKIP io_uring_setup: Operation not permitted", "io_uring_queue_init failed: Operation not permitted"),
        near_misses=('}"#).has("io_uring_setup: Operation not permitted"),',),
        source="https://man7.org/linux/man-pages/man2/io_uring_setup.2.html",
    ),
    Rule(
        id="process/spawn-refused-after",
        title="Node was refused to run a program that in fact ran",
        explanation=(
            "The program ran (its status is 0) and then a call on its pipes was refused, which is what Codex's filter does to a command "
            "without network. Set the network on for that command, use an asynchronous `spawn`, or run it outside the sandbox."
        ),
        telltales=("EPERM",),
        pattern=r"\bError: spawnSync [^\n]{1,200} EPERM\b[^\x00]{0,900}?\bstatus: 0\b",
        need=ControlProcess,
        given=(("action", "spawn"),),
        examples=(
            "Error: spawnSync git EPERM\n    at Object.spawnSync (node:internal/child_process:1120:20) {\n  status: 0,\n  signal: null",
        ),
        near_misses=("Error: spawnSync git ENOENT\n  status: null",),
        source="https://nodejs.org/api/child_process.html",
    ),
    Rule(
        id="process/spawn",
        title="A program was refused to start another",
        explanation=(
            "The system refused to start the program. In a sandbox that is a set-user-id program on macOS, or Windows' restricted token; "
            "without one, macOS's quarantine (`xattr -d com.apple.quarantine FILE`), antivirus, or an application policy."
        ),
        telltales=("EPERM",),
        pattern=r"\b(?:spawn(?:Sync)?(?: [^\n]{1,200})?|uv_spawn) EPERM\b|\bEPERM: operation not permitted, (?:uv_)?spawn\b",
        need=ControlProcess,
        given=(("action", "spawn"),),
        confidence=Confidence.POSSIBLE,
        examples=("Error: spawn EPERM", "Error: spawn /opt/demo/tool EPERM", "EPERM: operation not permitted, uv_spawn 'powershell.exe'"),
        near_misses=("Error: spawn ENOENT", "Error: spawn /opt/demo/tool EACCES"),
        source="https://nodejs.org/api/child_process.html",
    ),
    Rule(
        id="process/set-user-id",
        title="A set-user-id program was refused",
        explanation=(
            "ps, top, su and their kin run as root for a moment, which a sandbox never allows; nothing is wrong with the program. Use what "
            f"needs no root (`pgrep` fails too on macOS; remember the process ids). {_OUTSIDE}"
        ),
        telltales=("peration not permitted",),
        pattern=r"(?:^|[\s:(])(?P<action>/(?:usr/)?s?bin/" + _SET_USER_ID + r"): [Oo]peration not permitted"
        r"|\bzsh:(?:\d{1,6}:)? operation not permitted: (?P<action__2>(?:/(?:usr/)?s?bin/)?" + _SET_USER_ID + r")$"
        r"|\bPermissionError: \[Errno 1\] Operation not permitted: '(?P<action__3>(?:/(?:usr/)?s?bin/)?" + _SET_USER_ID + r")'",
        need=ControlProcess,
        systems=("macos",),
        examples=(
            "/bin/sh: /bin/ps: Operation not permitted",
            "zsh:1: operation not permitted: ps",
            "PermissionError: [Errno 1] Operation not permitted: 'ps'",
        ),
        near_misses=("zsh: operation not permitted: ./deploy.sh", "/bin/sh: /home/dev/ps: Operation not permitted"),
        source="https://github.com/anthropics/claude-code/issues/95813",
    ),
)
