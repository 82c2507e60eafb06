"""Failures of services, processes and privileges that no sandbox caused: a daemon that is stopped, a right that needs root.

Each has the face of a refusal and a sign that tells it apart. They win over the denials that they overlap.
Source: named in each rule.
"""

from __future__ import annotations

from advisor.model import Rule, Says

_LINE = r"[^\n]{0,400}"

RULES: tuple[Rule, ...] = (
    Rule(
        id="ordinary/docker-stopped",
        title="Docker's daemon is not running",
        explanation=(
            "The socket is not there or nobody answers on it: start Docker, or look at DOCKER_HOST and `docker context ls`. A sandbox that "
            "refuses the socket says `operation not permitted`."
        ),
        telltales=("Is the docker daemon running?", "docker API at ", "error during connect: ", "Cannot connect to the Docker daemon"),
        pattern=r"\bCannot connect to the Docker daemon at " + _LINE + r"|\bfailed to connect to the docker API at [^\n]{1,300}"
        r"(?:no such file|check if)"
        + _LINE
        + r"|\berror during connect: [^\n]{1,600}(?:connection reset by peer|The system cannot find the file specified"
        r"|EOF)" + _LINE,
        says=Says.ORDINARY,
        examples=("Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",),
        near_misses=("permission denied while trying to connect to the docker API at unix:///Users/dev/.docker/run/docker.sock",),
        source="https://docs.docker.com/engine/daemon/troubleshoot/",
    ),
    Rule(
        id="ordinary/docker-group",
        title="This user may not use Docker",
        explanation=(
            "EACCES on docker's socket: the user is not in the docker group, with or without a sandbox. Membership is as good as root; the "
            "human decides (`sudo usermod -aG docker USER`, then log in again)."
        ),
        telltales=("connect: permission denied", "EACCES /"),
        pattern=r"^[^\n]{0,700}\bdial unix [^\s:]{1,300}: connect: permission denied" + _LINE + r"|\bconnect EACCES /[^\s'\"]{1,300}",
        says=Says.ORDINARY,
        examples=(
            "permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock: Get "
            '"http://%2Fvar%2Frun%2Fdocker.sock/v1.50/containers/json": dial unix /var/run/docker.sock: connect: permission denied',
            "Error: connect EACCES /var/run/docker.sock",
        ),
        near_misses=("dial unix /var/run/docker.sock: connect: operation not permitted",),
        source="https://docs.docker.com/engine/install/linux-postinstall/",
    ),
    Rule(
        id="ordinary/in-a-container",
        title="The container's engine or its network refused, not this sandbox",
        explanation=(
            "The line comes from docker's daemon or from inside a container: its network, its names and its rights are the "
            "container's own. "
            "Look at the image, the compose file and the engine."
        ),
        telltales=(
            "Error response from daemon",
            "failed to solve: ",
            "OCI runtime ",
            "ERROR [internal] load metadata",
            "No usable sandbox",
            "new namespace",
            "no such host",
            "UnknownHostException",
            "unnel failed",
            "403 Forbidden",
            "/var/lib/docker/",
            "/var/lib/containers/",
            "/var/lib/containerd/",
            "/var/lib/kubelet/",
            "Exiting PID 1...",
        ),
        pattern=r"^(?=[^\n]{0,1000}(?:ead-only file system|ermission denied|peration not permitted))[^\n]{0,300}?"
        r"/var/lib/(?:docker|containers|containerd|kubelet)/[^\n]{1,1000}"
        r"|^(?:[^\n]{0,300}: Read-only file system\n){1,3}(?:\[!{3,9}\] [^\n]{1,200}\n)?Exiting PID 1\.\.\."
        r"|^[^\n]{0,80}\b(?:Error response from daemon: |failed to solve: )[^\n]{1,1500}"
        r"|^[^\n]{0,200}\bOCI runtime [^\n]{1,1000}|^ERROR \[internal\] load metadata [^\n]{1,1000}"
        r"|^[\w.-]{1,60}[_-]\d{1,3} {1,40}\| [^\n]{0,1500}"
        r"(?:No usable sandbox|new namespace|no such host|UnknownHostException|unnel failed|403 Forbidden)[^\n]{0,1000}",
        says=Says.ORDINARY,
        examples=(
            'Error response from daemon: Get "https://registry.example/v2/": dial tcp: lookup registry.example: no such host',
            "mkdir /var/lib/docker/tmp/docker-builder8: read-only file system",
            "Failed to allocate manager object: Read-only file system\n[!!!!!!] Failed to allocate manager object.\nExiting PID 1...",
            "carbone-1   | ERROR Chrome: [FATAL:zygote_host_impl_linux.cc:132] No usable sandbox!",
        ),
        near_misses=("jekyll 4.3.3 | Error:  Operation not permitted - bind(2) for 127.0.0.1:4000", "web-1  | listening on :3000"),
        source="https://docs.docker.com/reference/cli/docker/compose/logs/",
    ),
    Rule(
        id="ordinary/another-sandbox",
        title="A build tool's own sandbox refused, not the agent's",
        explanation=(
            "Bazel, Nix and Xcode run each build step in a sandbox of their own, and this line comes from such a step. Declare the step's "
            "inputs and outputs there (Bazel's `srcs` and `outs`, a fixed-output derivation, Xcode's `ENABLE_USER_SCRIPT_SANDBOXING`); no "
            "setting of the agent's harness changes it."
        ),
        telltales=("(in target ", "Use --sandbox_debug to see", "error: builder for "),
        pattern=r"^(?:error: )?Sandbox: [^\n]{1,200} deny\(1\) [\w*-]{3,40} [^\n]{1,1000}\(in target '[^\n]{1,200}"
        r"(?:\n(?:/bin/)?(?:ba|z)?sh: [^\n]{1,300}: Operation not permitted)?"
        r"|\bUse --sandbox_debug to see [^\n]{1,200}(?:\n(?!Target |ERROR: |INFO: |FAILED: )[^\n]{0,1000}){0,20}"
        r"|\berror: builder for '/nix/store/[^\n]{1,300}(?:\n {7}[^\n]{0,1000}){0,30}",
        says=Says.ORDINARY,
        examples=(
            "error: Sandbox: rsync(42) deny(1) file-write-create /Users/dev/A.framework/.A.x1 (in target 'Acme' from project 'Acme')",
            "Use --sandbox_debug to see verbose messages from the sandbox\n/bin/bash: line 1: /home/dev/x: Read-only file system",
            "error: builder for '/nix/store/4d0z-acme.drv' failed with exit code 6;\n       last 1 log lines:\n"
            "       > curl: (6) Could not resolve host: files.example",
        ),
        near_misses=("Sandbox: node(412) deny(1) file-write-create /Users/dev/.npm/_cacache/tmp/x",),
        source="https://bazel.build/docs/sandboxing",
    ),
    Rule(
        id="ordinary/no-agent",
        title="No ssh or gpg agent runs here",
        explanation="Nothing serves keys in this session: SSH_AUTH_SOCK is unset or its agent has ended. Start one, or use https.",
        telltales=(
            "Could not open a connection to your authentication agent",
            "agent: No such file",
            "agent: Connection refused",
            "no running gpg-agent",
        ),
        pattern=r"Could not open a connection to your authentication agent|Error connecting to agent: (?:No such file or directory"
        r"|Connection refused)"
        r"|can't connect to the (?:gpg-)?agent: (?:No such file or directory|Connection refused)|no running gpg-agent",
        says=Says.ORDINARY,
        examples=("Could not open a connection to your authentication agent.",),
        near_misses=("Error connecting to agent: Operation not permitted",),
        source="https://man.openbsd.org/ssh-agent",
    ),
    Rule(
        id="ordinary/no-service-manager",
        title="No service manager or message bus runs here",
        explanation="systemd or the session bus is not running where the command ran (a container, ssh, WSL). Start the service by hand.",
        telltales=(
            "has not been booted with systemd",
            "Failed to connect to bus: ",
            "Cannot autolaunch D-Bus",
            "Could not parse server address",
            "Failed to get D-Bus connection: ",
        ),
        pattern=r"System has not been booted with systemd as init system"
        + _LINE
        + r"|Failed to (?:connect to bus|get D-Bus connection): (?!Operation not permitted|Permission denied)"
        + _LINE
        + r"|Cannot autolaunch D-Bus"
        + _LINE
        + r"|Failed to connect to the bus: Could not parse server address"
        + _LINE,
        says=Says.ORDINARY,
        examples=(
            "System has not been booted with systemd as init system (PID 1). Can't operate.\nFailed to connect to bus: Host is down",
        ),
        near_misses=("Failed to connect to bus: Operation not permitted",),
        source="https://www.freedesktop.org/software/systemd/man/latest/systemctl.html",
    ),
    Rule(
        id="ordinary/no-display",
        title="There is no display here",
        explanation="No graphical session belongs to this command. Use the tool's headless mode, or `xvfb-run`.",
        telltales=("annot open display", "t open display", "Missing X server or $DISPLAY", "could not connect to display"),
        pattern=r"\b[Cc]an(?:not|'t) open display\b" + _LINE + r"|Missing X server or \$DISPLAY|\bcould not connect to display\b" + _LINE,
        says=Says.ORDINARY,
        examples=("Error: cannot open display: :0", "qt.qpa.xcb: could not connect to display"),
        near_misses=("display opened",),
        source="https://www.x.org/releases/current/doc/man/man7/X.7.xhtml",
    ),
    Rule(
        id="ordinary/needs-root",
        title="This needs root",
        explanation=(
            "The program says itself that it wants root or a password, which it does on any machine. Do without, or let the human run it."
        ),
        telltales=(
            "must be superuser",
            "are you root?",
            "a password is required",
            "a terminal is required to read the password",
            "Authentication failure",
            "be root",
            "be run as root",
            "Interactive authentication required",
            "sudo: command not found",
            "is not in the sudoers file",
            "permission denied on key",
        ),
        pattern=r"\bmust be superuser to " + _LINE + r"|^[^\n]{0,300}, are you root\?|\bsudo: (?:a password is required"
        r"|a terminal is required to read the password)"
        r"|\bsu: Authentication failure|\b(?:must|needs to|has to) be (?:run as )?root\b|Interactive authentication required"
        r"|\bsudo: command not found|is not in the sudoers file|\bsysctl: permission denied on key" + _LINE,
        says=Says.ORDINARY,
        examples=(
            "mount: /mnt: must be superuser to use mount.",
            "E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), are you root?",
            "Password: su: Authentication failure",
            "s/sudo.sh: line 1: sudo: command not found",
        ),
        near_misses=('sudo: The "no new privileges" flag is set, which prevents sudo from running as root.', "you must not be root"),
        source="https://man7.org/linux/man-pages/man7/capabilities.7.html",
    ),
    Rule(
        id="ordinary/ptrace-scope",
        title="The kernel's own rule against tracing",
        explanation=(
            "The debugger names the kernel's setting (Yama's ptrace_scope, perf_event_paranoid): it holds without any sandbox for "
            "processes "
            "that are already running. Start the program under the debugger, or let the human change the setting."
        ),
        telltales=("ptrace_scope", "perf_event_paranoid", "check gdb is codesigned"),
        pattern=r"^(?:[^\n]{0,300}Operation not permitted[^\n]{0,200}\n)?[^\n]{0,400}(?:\bptrace_scope\b|\bperf_event_paranoid\b)"
        + _LINE
        + r"|\(please check gdb is codesigned"
        + _LINE,
        says=Says.ORDINARY,
        examples=("ptrace: Operation not permitted.\nCould not attach to process. See /proc/sys/kernel/yama/ptrace_scope for details.",),
        near_misses=("strace: ptrace(PTRACE_TRACEME, ...): Operation not permitted",),
        source="https://www.kernel.org/doc/Documentation/security/Yama.rst",
    ),
    Rule(
        id="ordinary/apple-event",
        title="macOS did not deliver an Apple event, without a sandbox",
        explanation=(
            "There is no desktop session (ssh), or the person did not allow this program to drive the other one (System Settings, Privacy, "
            "Automation)."
        ),
        telltales=("-10810", "-1743"),
        pattern=r"^(?![^\n]{0,400}Connection)[^\n]{0,200}execution error: [^\n]{0,300}\(-(?:10810|1743)\)",
        says=Says.ORDINARY,
        examples=("36:45: execution error: An error of type -10810 has occurred. (-10810)",),
        near_misses=("osascript[1:2] Connection Invalid error for service com.apple.hiservices-xpcservice.",),
        source="https://developer.apple.com/documentation/coreservices",
        systems=("macos",),
    ),
    Rule(
        id="ordinary/limit",
        title="A limit of the system was reached",
        explanation="The kernel counts processes, open files or shared memory, and the count is used up. Raise the limit or use less.",
        telltales=("Too many open files", "fork: Resource temporarily", "cannot modify limit", "EMFILE", "ENOSPC: System limit"),
        pattern=r"\bToo many open files\b|\bfork: Resource temporarily unavailable|\bulimit: [^\n]{1,80}: cannot modify limit"
        + _LINE
        + r"|\bEMFILE\b"
        + _LINE
        + r"|\bENOSPC: System limit for number of file watchers reached"
        + _LINE,
        says=Says.ORDINARY,
        examples=("bash: fork: Resource temporarily unavailable", "bash: ulimit: open files: cannot modify limit: Operation not permitted"),
        near_misses=("unshare: unshare failed: No space left on device",),
        source="https://man7.org/linux/man-pages/man2/setrlimit.2.html",
    ),
    Rule(
        id="ordinary/socket-on-a-share",
        title="This folder cannot hold sockets",
        explanation=(
            "Shared folders of virtual machines (vboxsf, /vagrant, hgfs) and drives of Windows take no unix sockets: the kernel says "
            "`Operation not permitted` without any sandbox. Put the socket into /tmp."
        ),
        telltales=("vagrant", "/media/sf_", "/mnt/"),
        pattern=r"^(?=[^\n]{0,1000}(?:peration not permitted|EPERM))[^\n]{0,600}(?:connect\(2\)|bind\(2\)|listen|bind|socket|unix"
        r"|Operation not permitted -)[^\n]{0,200}"
        r"[\s\"'(/](?:/{0,2}vagrant|/media/sf_|/mnt/hgfs|/mnt/[a-z]/)[^\n]{0,400}",
        says=Says.ORDINARY,
        examples=(
            '`initialize\': Operation not permitted - connect(2) for "///vagrant/rails/test/tmp/tests-fd" (Errno::EPERM)',
            '`initialize\': Operation not permitted - "/media/sf_Sites/mentor/tmp/spring/spring" (Errno::EPERM)',
        ),
        near_misses=("Operation not permitted - bind(2) for /tmp/puma.sock",),
        source="https://www.virtualbox.org/manual/topics/guestadditions.html",
    ),
    Rule(
        id="ordinary/browser-as-root",
        title="The browser does not start as root",
        explanation="Chromium wants `--no-sandbox` when root starts it, in a container for instance. That is its own rule.",
        telltales=("Running as root without --no-sandbox is not supported",),
        pattern=r"Running as root without --no-sandbox is not supported" + _LINE,
        says=Says.ORDINARY,
        examples=("Running as root without --no-sandbox is not supported. See https://crbug.com/638180.",),
        near_misses=("No usable sandbox!",),
        source="https://crbug.com/638180",
    ),
)
