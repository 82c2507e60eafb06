"""The sandbox itself cannot start, so the command never ran: the host, a missing program, or the harness's own config says no.

Every command then fails with the same line of `bwrap`, `apply-seccomp`, `codex-linux-sandbox` or a Windows helper. No grant
helps; each cause has its own remedy. `problem` names the cause: user namespaces, mounts, missing programs, landlock, seccomp,
helper, windows set-up, profile.
Source: bubblewrap's messages; issues of both harnesses named in each rule.
"""

from __future__ import annotations

from advisor.model import Rule, StartSandbox

RULES: tuple[Rule, ...] = (
    Rule(
        id="startup/user-namespaces",
        title="The sandbox cannot start: the host forbids user namespaces",
        explanation=(
            "Bubblewrap needs a user namespace, and this host lets ordinary users have none, or one without rights (Ubuntu 24.04 and later "
            "by AppArmor; containers by seccomp). Install and load the AppArmor profile for `bwrap` (`apparmor-profiles`, "
            "`bwrap-userns-restrict`), or have the administrator set `kernel.apparmor_restrict_unprivileged_userns=0`; in Docker, give "
            "the container the right or use the harness's setting for nested sandboxes. It is no fault of the command."
        ),
        telltales=(
            "bwrap: setting up ",
            "bwrap: loopback: ",
            "bwrap: error writing to setgroups",
            "bwrap: Unexpected capabilities but not setuid",
            "apply-seccomp: write /proc/self/",
            "needs access to create user namespaces",
            "environment lacks user namespace support",
            "Creating new namespace failed: nesting depth",
            "bwrap: Creating new namespace failed: No space",
        ),
        pattern=(
            r"bwrap: (?:setting up [ug]id map|loopback: |error writing to setgroups|Unexpected capabilities but not setuid)[^\n]{0,200}"
            r"|apply-seccomp: write /proc/self/[^\n]{0,200}"
            r"|needs access to create user namespaces|environment lacks user namespace support"
            r"|bwrap: Creating new namespace failed: (?:nesting depth|No space)[^\n]{0,200}"
        ),
        need=StartSandbox,
        given=(("problem", "user namespaces"),),
        examples=(
            "bwrap: setting up uid map: Permission denied",
            "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted",
            "apply-seccomp: write /proc/self/uid_map: Operation not permitted",
            "bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)",
        ),
        near_misses=("bwrap is a tool for unprivileged sandboxing; setting up uid map needs the kernel's help",),
        systems=("linux",),
        source="https://github.com/anthropics/claude-code/issues/14719",
    ),
    Rule(
        id="startup/mounts",
        title="The sandbox cannot start: one of its mounts fails",
        explanation=(
            "Bubblewrap could not mount one of the paths of the configuration, so no command runs at all. In Codex the cause is nearly "
            "always a writable entry that is a *file*, does not exist inside the project, or holds `$HOME` literally: take the entry named "
            "in the message out, or name an existing folder. Else the path is one that you may not create."
        ),
        telltales=("bwrap: Can", "bwrap: can", "bwrap: Failed to", "bwrap: Unable to", "synthetic bubblewrap mount target"),
        pattern=(
            r"bwrap: (?:[Cc]an't (?:mkdir|bind mount|create|mount|find source|get type of source|remount|make|chmod|write|access|stat"
            r"|open|read|chdir)"
            r"|Failed to (?:make|mount)|Unable to (?:mount|open|lock|re-set|set))[^\n]{0,300}"
            r"|failed to inspect synthetic bubblewrap mount target[^\n]{0,300}"
        ),
        need=StartSandbox,
        given=(("problem", "mounts"),),
        examples=(
            "bwrap: Can't mkdir /run/containerd/containerd.sock: Permission denied",
            "bwrap: Can't mkdir parents for /srv/lab/prod.env/.git: Not a directory",
            "bwrap: Can't bind mount /oldroot/srv/lab/sib on /newroot/srv/lab/sib: Unable to mount source on destination: No such file "
            "or directory",
            "bwrap: Can't create file at /home/dev/acme/.codex/$HOME: Read-only file system",
            "failed to inspect synthetic bubblewrap mount target /srv/lab/prod.env/.aws: Not a directory (os error 20)",
        ),
        near_misses=("Can't mkdir parents: Not a directory",),
        systems=("linux",),
        source="https://github.com/openai/codex/issues/40433",
    ),
    Rule(
        id="startup/missing-programs",
        title="The sandbox cannot start: a program that it needs is missing",
        explanation=(
            "Claude Code's sandbox needs `bubblewrap`, `socat` and `ripgrep` on Linux, and one is missing, so commands run *without* a "
            "sandbox, or, with `failIfUnavailable`, not at all. Install them and relaunch the session."
        ),
        telltales=(
            "sandbox is enabled but dependencies are missing",
            "sandbox required but unavailable",
            "Sandbox dependencies are not available",
            "Sandbox dependencies not available",
            "Sandbox is enabled but failed to initialize",
            "Sandboxing is disabled for the rest of this session",
            "Sandbox failed to initialize",
        ),
        pattern=(
            r"sandbox is enabled but dependencies are missing|sandbox required but unavailable: "
            r"|Sandbox dependencies (?:are )?not available"
            r"|Sandbox is enabled but failed to initialize|Sandboxing is disabled for the rest of this session|Sandbox failed to initialize"
        ),
        need=StartSandbox,
        given=(("problem", "missing programs"),),
        harness="claude",
        examples=(
            "⚠ Sandbox disabled: sandbox is enabled but dependencies are missing: bubblewrap (bwrap) not installed",
            "Error: sandbox required but unavailable: socat not installed",
        ),
        near_misses=("pip: dependencies are missing: numpy",),
        source="https://code.claude.com/docs/en/sandboxing",
    ),
    Rule(
        id="startup/landlock",
        title="The sandbox cannot start: the kernel has no Landlock, or forbids it",
        explanation=(
            "The sandbox is built on Landlock, and this kernel does not have it, has too old a version, or does not let this process use "
            "it (containers). Codex no longer needs Landlock: upgrade it, and take `use_legacy_landlock` out of its configuration. Others "
            "need a kernel with Landlock enabled (`cat /sys/kernel/security/lsm`)."
        ),
        telltales=(
            "error running landlock: ",
            "Ruleset(HandleAccesses(",
            "LandlockRestrict",
            "filesystem-restricted execution requires bubblewrap",
            "are incompatible with --use-legacy-landlock",
        ),
        pattern=(
            r"error running landlock: [^\n]{0,200}|Ruleset\(HandleAccesses\([^\n]{0,300}|Sandbox\(LandlockRestrict\)|LandlockRestrict\b"
            r"|filesystem-restricted execution requires bubblewrap[^\n]{0,200}|\bare incompatible with --use-legacy-landlock"
        ),
        need=StartSandbox,
        given=(("problem", "landlock"),),
        examples=(
            'error running landlock: Io(Os { code: 1, kind: PermissionDenied, message: "Operation not permitted" })',
            "permission profiles requiring direct runtime enforcement are incompatible with --use-legacy-landlock",
            "Error: Ruleset(HandleAccesses(Fs(Compat(Access(Incompatible { access: BitFlags<AccessFs>(0b1111111111111, Execute | "
            "WriteFile) })))))",
        ),
        near_misses=("landlock is a Linux security module",),
        systems=("linux",),
        source="https://docs.kernel.org/userspace-api/landlock.html",
    ),
    Rule(
        id="startup/seccomp",
        title="The sandbox cannot start: its system call filter fails",
        explanation=(
            "The helper that installs the filter is missing or the kernel refuses it. Reinstall or upgrade Claude Code; where only the "
            "filter for unix sockets fails, `sandbox.network.allowAllUnixSockets` leaves that filter out (it opens every unix socket)."
        ),
        telltales=("apply-seccomp: ", "Unable to set up system call filtering", "/apply-seccomp: No such file"),
        pattern=(
            r"apply-seccomp: (?!write /proc/self/)[^\n]{1,200}|Unable to set up system call filtering[^\n]{0,200}"
            r"|/apply-seccomp: No such file[^\n]{0,40}"
        ),
        need=StartSandbox,
        given=(("problem", "seccomp"),),
        examples=("apply-seccomp: prctl(PR_SET_SECCOMP): Invalid argument",),
        near_misses=("seccomp: filter loaded",),
        systems=("linux",),
        source="https://github.com/anthropics/claude-code/issues/46168",
    ),
    Rule(
        id="startup/helper",
        title="The sandbox cannot start: Codex's own helper fails",
        explanation=(
            "Codex starts every command through its helper `codex-linux-sandbox`, and that helper died or could not be found: a profile "
            "that does not extend `:workspace` or `:read-only` hides it, an entry for a file breaks it, and inside another sandbox it "
            "cannot work. Undo the last change of the profile; upgrade Codex if there was none."
        ),
        telltales=("linux-sandbox/src/", "bwrap: execvp ", "error building bubblewrap command"),
        pattern=(
            r"panicked at (?:[^\n]{1,200}/)?linux-sandbox/src/[^\n]{1,120}(?:\n[^\n]{0,300})?"
            r"|bwrap: execvp [^\n]{0,300}/codex(?:-linux-sandbox)?: No such file[^\n]{0,40}"
            r"|error building bubblewrap command[^\n]{0,200}"
        ),
        need=StartSandbox,
        given=(("problem", "helper"),),
        harness="codex",
        examples=(
            "thread 'main' (2) panicked at linux-sandbox/src/linux_run_main.rs:1462:5:\nFailed to execvp /bin/true: Permission denied "
            "(os error 13)",
            "bwrap: execvp /home/dev/.codex/tmp/arg0-linux/codex-linux-sandbox: No such file or directory",
        ),
        near_misses=("thread 'main' panicked at src/main.rs:22:57:\ncalled `Result::unwrap()` on an `Err` value",),
        systems=("linux",),
        source="https://github.com/openai/codex/issues/40433",
    ),
    Rule(
        id="startup/windows",
        title="The sandbox cannot start: its set-up on Windows failed",
        explanation=(
            "Codex runs commands as a restricted user that a helper sets up, and the helper failed: a policy forbids the log-on (1385), a "
            "wrong or expired password (1326, 1909), a declined elevation (1223), or a folder whose permissions it may not change (5). "
            '`[windows] sandbox = "unelevated"` avoids the helper; else repair the folder named and start a new session.'
        ),
        telltales=(
            "CreateProcessWithLogonW failed: ",
            "CreateProcessAsUserW failed: ",
            "SetNamedSecurityInfoW",
            "SetSecurityInfo sandbox",
            "helper_sandbox_lock_failed",
            "helper_unknown_error",
            "setup refresh had errors",
            "ShellExecuteExW failed to launch setup helper",
            "codex-windows-sandbox-setup.exe",
            "windows sandbox: ",
        ),
        pattern=(
            r"(?:CreateProcessWithLogonW|CreateProcessAsUserW) failed: \d{1,6}|SetNamedSecurityInfoW[a-z ]{0,20} failed: \d{1,6}"
            r"|SetSecurityInfo sandbox[a-z ]{0,20} failed: \d{1,6}|helper_(?:sandbox_lock_failed|unknown_error)|setup refresh had errors"
            r"|ShellExecuteExW failed to launch setup helper|codex-windows-sandbox-setup\.exe' failed|windows sandbox: [^\n]{1,120}failed"
        ),
        need=StartSandbox,
        given=(("problem", "windows set-up"),),
        harness="codex",
        examples=(
            "windows sandbox: CreateProcessWithLogonW failed: 1385",
            "helper_sandbox_lock_failed: lock sandbox bin dir C:\\Users\\dev\\.codex\\.sandbox-bin failed: SetNamedSecurityInfoW "
            "sandbox dir failed: 5",
            "helper_unknown_error: setup refresh had errors",
        ),
        near_misses=("The service helper failed to start",),
        systems=("windows",),
        source="https://github.com/openai/codex/issues/45734",
    ),
    Rule(
        id="startup/profile",
        title="The sandbox cannot start: macOS does not accept its profile",
        explanation=(
            "`sandbox-exec` could not read or compile the profile that the harness wrote, so no command runs. A path with odd characters "
            "in the settings is the usual cause: take out the entry added last."
        ),
        telltales=("sandbox-exec: ",),
        pattern=(
            r"sandbox-exec: (?!sandbox_apply|execvp)[^\n]{0,200}(?:profile|unbound variable|syntax error|invalid"
            r"|unsupported)[^\n]{0,100}"
        ),
        need=StartSandbox,
        given=(("problem", "profile"),),
        examples=("sandbox-exec: <input string>:12:0: unbound variable: allow-foo",),
        near_misses=("sandbox-exec: sandbox_apply: Operation not permitted",),
        systems=("macos",),
        source="https://keith.github.io/xcode-man-pages/sandbox-exec.1.html",
    ),
)
