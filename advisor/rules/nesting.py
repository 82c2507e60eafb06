"""A sandbox, a namespace or a mount that a program wanted to build inside the sandbox, and may not.

Both harnesses refuse user namespaces inside theirs (Claude Code from 2.1.304 on), and Seatbelt cannot be applied twice, so
that every tool with a sandbox of its own fails: browsers, bazel, nix, podman, SwiftPM, another harness. Containers and
kernels that switch user namespaces off say the same, hence mostly POSSIBLE.
Sources: user_namespaces(7), https://code.claude.com/docs/en/sandboxing, https://developers.openai.com/codex/permissions.
"""

from __future__ import annotations

from advisor.model import Confidence, Nest, Rule

_NAMESPACES = "https://man7.org/linux/man-pages/man7/user_namespaces.7.html"

_MEANS = (
    "The tool wanted a sandbox or a namespace of its own, and none can be made inside this one. Switch the tool's own sandbox off for "
    "this run, where it has such a switch, since the outer sandbox still holds; else run that one command outside. Claude Code has "
    "`allowNestedUserNamespaces`, in the user's own settings only, and it gives up the protection against escapes. Outside a sandbox "
    "the same words mean a container, or a system that switches user namespaces off (Ubuntu's AppArmor)."
)
_BROWSER = (
    f"{_MEANS} For browsers: `--no-sandbox` (Playwright: `chromiumSandbox: false`), together with unix sockets, or the tests outside."
)

RULES: tuple[Rule, ...] = (
    Rule(
        id="nest/namespaces",
        title="A namespace was refused",
        explanation=_MEANS,
        telltales=(
            "unshare: ",
            "nsenter: ",
            "cannot clone: ",
            "cloning builder process",
            "idmap: ",
            "setns",
            "network namespace",
            "CLONE_NEW",
        ),
        pattern=r"\bunshare: (?:unshare failed|write failed (?P<what>/proc/self/\w{3}_map)|cannot [^\n:]{1,60}): (?:Operation not permitted"
        r"|No space left on device|"
        r"Permission denied|Invalid argument)|\bnsenter: [^\n]{0,120}: Operation not permitted"
        r"|\b(?:cannot clone|cloning builder process): Operation not permitted|\bnew[ug]idmap: [^\n]{0,120}: Operation not permitted"
        r"|\bsetting the network namespace [^\n]{1,120}: Operation not permitted|\bsetns\b[^\n]{0,60}: Operation not permitted"
        r"|\b(?:unshare|clone)\(CLONE_NEW\w{2,6}[^)\n]{0,80}\)[^\n]{0,40}(?:Operation not permitted|EPERM)",
        need=Nest,
        confidence=Confidence.POSSIBLE,
        examples=(
            "unshare: unshare failed: Operation not permitted",
            "error: cloning builder process: Operation not permitted",
            "unshare: write failed /proc/self/uid_map: Operation not permitted",
            "unshare: unshare failed: No space left on device",
            "newuidmap: write to uid_map failed: Operation not permitted",
            "Sandbox: CanCreateUserNamespace() unshare(CLONE_NEWPID): EPERM",
        ),
        near_misses=("unshare: failed to execute foo: No such file or directory",),
        source=_NAMESPACES,
    ),
    Rule(
        id="nest/bubblewrap",
        title="Bubblewrap could not build a sandbox",
        explanation=(
            f"{_MEANS} When the harness itself prints this for every command, its own sandbox cannot start: the system's settings decide."
        ),
        telltales=("bwrap: ",),
        pattern=r"^(?:[^\n]{0,80} )?bwrap: (?:No permissions to creat\w{1,3} (?:a )?new namespace|Creating new namespace failed: "
        r"(?:Operation not permitted|"
        r"No space left on device|Resource temporarily unavailable)|Failed to make / slave: |pivot_root: Operation not permitted"
        r"|Can't mount proc on )[^\n]{0,400}",
        need=Nest,
        confidence=Confidence.POSSIBLE,
        examples=(
            "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.",
            "bwrap: Creating new namespace failed: Operation not permitted",
        ),
        near_misses=("bwrap: execvp foo: No such file or directory", "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted"),
        source="https://github.com/containers/bubblewrap",
    ),
    Rule(
        id="nest/seatbelt",
        title="A second macOS sandbox was refused",
        explanation=(
            "A process that runs in a macOS sandbox may not apply another. Switch the tool's own off: `swift build --disable-sandbox`, "
            "`HOMEBREW_NO_SANDBOX`; a harness inside a harness has to run outside."
        ),
        telltales=("sandbox_apply", "sandbox_init"),
        pattern=r"\bsandbox-exec: (?P<what>sandbox_apply(?:_container)?): Operation not permitted|\b(?P<what__2>sandbox_(?:init"
        r"|apply)\w{0,12})(?:\(\))?"
        r"[^\n]{0,40}: Operation not permitted",
        need=Nest,
        systems=("macos",),
        examples=(
            "error: manifest parse error(s):\nsandbox-exec: sandbox_apply_container: Operation not permitted",
            "sandbox-exec: sandbox_apply: Operation not permitted",
        ),
        near_misses=("sandbox-exec: no profile given",),
        source="man 1 sandbox-exec (macOS)",
    ),
    Rule(
        id="nest/chromium",
        title="The browser could not build its own sandbox",
        explanation=_BROWSER,
        telltales=(
            "No usable sandbox!",
            "Failed to move to new namespace",
            "zygote_host_impl_linux.cc",
            "credentials.cc",
            "sandbox_host_linux.cc",
            "SUID sandbox helper binary was found",
        ),
        pattern=r"\bNo usable sandbox!|\bFailed to move to new namespace[^\n]{0,200}|\bzygote_host_impl_linux\.cc[^\n]{0,60}Check failed"
        r"|\bcredentials\.cc[^\n]{0,60}Check failed[^\n]{0,160}(?:Operation not permitted|Permission denied)"
        r"|The SUID sandbox helper binary was found, but is not configured correctly",
        need=Nest,
        confidence=Confidence.POSSIBLE,
        examples=(
            "FATAL:content/browser/zygote_host/zygote_host_impl_linux.cc:132] No usable sandbox! If you are running on Ubuntu 23.10+",
            "Failed to move to new namespace: PID namespaces supported, but failed: errno = Operation not permitted",
        ),
        near_misses=("Running as root without --no-sandbox is not supported.",),
        source="https://chromium.googlesource.com/chromium/src/+/main/docs/linux/sandboxing.md",
    ),
    Rule(
        id="nest/chromium-socket",
        title="The browser was refused a call on its own sockets",
        explanation=f"Codex's filter refuses `shutdown` on any socket to a command without network, and the browser dies of it. {_BROWSER}",
        telltales=("sandbox_host_linux.cc",),
        pattern=r"\bsandbox_host_linux\.cc[^\n]{0,60}Check failed[^\n]{0,60}Operation not permitted",
        need=Nest,
        examples=("[FATAL:sandbox_host_linux.cc(41)] Check failed: . shutdown: Operation not permitted (1)",),
        near_misses=("[FATAL:sandbox_host_linux.cc(41)] Check failed: pipe failed: Too many open files (24)",),
        source="https://github.com/openai/codex/issues/2940",
    ),
    Rule(
        id="nest/bazel",
        title="Bazel could not build its own sandbox",
        explanation=f"{_MEANS} For bazel: `--spawn_strategy=local` (or `standalone` for single actions).",
        telltales=("linux-sandbox",),
        pattern=r"\blinux-sandbox[\w.-]{0,20}:\d{1,5}: \"?(?:re)?(?:mount|unshare|clone|sethostname|write)\b[^\n]{0,400}: "
        r"(?:Operation not permitted|Permission denied)"
        r"|\blinux-sandbox failed: error executing command",
        need=Nest,
        confidence=Confidence.POSSIBLE,
        examples=(
            'linux-sandbox-pid1.cc:398: "remount(NULL, /home/dev/.cache/bazel/tmp/proc, NULL, 2101281, NULL)": Operation not permitted',
        ),
        near_misses=("linux-sandbox is enabled",),
        source="https://bazel.build/docs/sandboxing",
    ),
    Rule(
        id="nest/containers",
        title="A rootless container could not be built",
        explanation=(
            f"{_MEANS} Containers of the machine are reached over docker's socket, which is another matter; podman can build none inside."
        ),
        telltales=("namespace", "rootlesskit", "cannot re-exec process", "fork/exec /proc/self/exe"),
        pattern=r"\bcannot (?:set up|create|join) (?:a )?(?:user |mount |new )?namespaces?\b[^\n]{0,200}|\bcannot re-exec process\b"
        r"|\[rootlesskit:parent\] error: [^\n]{0,200}operation not permitted|\bfork/exec /proc/self/exe: operation not permitted"
        r"|\bsetting up a private mount namespace: Operation not permitted"
        r"|does not support the kernel namespaces that are required for sandboxing",
        need=Nest,
        confidence=Confidence.POSSIBLE,
        examples=(
            'Error: cannot set up namespace using "/usr/bin/newuidmap": exit status 1',
            "[rootlesskit:parent] error: failed to start the child: fork/exec /proc/self/exe: operation not permitted",
            "error: setting up a private mount namespace: Operation not permitted",
        ),
        near_misses=("error: cannot find namespace 'demo'",),
        source="https://github.com/containers/podman/blob/main/rootless.md",
    ),
    Rule(
        id="nest/mount",
        title="A mount was refused",
        explanation=(
            "Mounting needs root, or a namespace of one's own, and the sandbox gives neither. Copy or unpack the content into the project "
            "instead, or let the human mount it."
        ),
        telltales=("mount: ", "mount failed: Operation not permitted", "mount("),
        pattern=r"^mount: (?P<what>[^\n:]{1,300}): (?:permission denied|cannot mount [^\n]{1,200} read-only)\.?$"
        r"|\bfusermount3?: mount failed: Operation not permitted"
        r"|^mount: [^\n]{1,300}: Operation not permitted|\bmount\([^\n)]{1,300}\)[^\n]{0,20}: [Oo]peration not permitted",
        need=Nest,
        confidence=Confidence.POSSIBLE,
        examples=(
            "mount: /tmp/mxdir: permission denied.\n       dmesg(1) may have more information after failed mount system call.",
            "fusermount3: mount failed: Operation not permitted",
        ),
        near_misses=("mount: /mnt: must be superuser to use mount.", "mount: /mnt: mount point does not exist."),
        source="https://man7.org/linux/man-pages/man2/mount.2.html",
    ),
    Rule(
        id="nest/harness",
        title="A harness could not start inside the sandbox",
        explanation="A coding agent's own sandbox does not start inside another one. Run the inner agent outside, or without its "
        "sandbox: the outer one still holds.",
        telltales=("error building bubblewrap command: ",),
        pattern=r"(?:\bWARNING: proceeding, even though we could not create PATH aliases: [^\n]{1,200}\n)?"
        r"\berror building bubblewrap command: app-server socket directory must be[^\n]{1,200}",
        need=Nest,
        given=(("what", "bubblewrap"),),
        examples=("error building bubblewrap command: app-server socket directory must be a user-owned directory with mode 0700",),
        near_misses=("error building bubblewrap command: No such file or directory",),
        source="https://developers.openai.com/codex/permissions",
    ),
)
