"""A unix socket that was refused, in the words of the programs that live on one: docker, agents, D-Bus, databases.

Their sockets are doors: docker's is the machine, an ssh or gpg agent's is its keys, the session bus is the desktop. So the
answer is seldom to open the door, and mostly to run that one command outside the sandbox.
Sources: unix(7), https://code.claude.com/docs/en/sandboxing, https://developers.openai.com/codex/permissions.
"""

from __future__ import annotations

from advisor.model import Confidence, ConnectSocket, Rule
from advisor.rules._network import EPERM, any_of

_NOT_PERMITTED = any_of(EPERM)
_UNIX = "https://man7.org/linux/man-pages/man7/unix.7.html"

_DOOR = (
    "The sandbox does not let the command use this unix socket; the daemon behind it runs, and its permissions are fine. What the "
    "socket gives is more than the sandbox protects, so the narrow answer is to run that one command outside the sandbox: ask for it, "
    "or let a rule allow just that command."
)
_DOCKER = (
    f"{_DOOR} Docker's socket is the whole machine. Claude Code: `excludedCommands` with the docker command and a permission rule for "
    'it; Codex: `prefix_rule(pattern = ["docker", "ps"], decision = "allow")`. Docker prints "permission denied" in front, but it is '
    "not about the docker group."
)
_KEYS = (
    f"{_DOOR} An agent's socket lends out its keys. For a signed commit: commit yourself, or run `git commit` outside the sandbox; for "
    "a remote: use https, or push yourself."
)
_DATABASE = (
    "The sandbox does not let the command use the database's unix socket; the server runs, and its permissions are fine. The same "
    "server over TCP on the loopback is refused for the same reason on Linux. On macOS allow this one socket; on Linux run that one "
    "command outside the sandbox, or start a server of its own inside (a socket folder does not help there, a TCP port does)."
)
_OWN = (
    "A tool was refused a socket that it makes for itself, to talk to its own daemon. Most of them work without: switch the daemon off "
    "(NX_DAEMON=false, `turbo run --no-daemon`, `jest --no-watchman`), or allow unix sockets."
)

RULES: tuple[Rule, ...] = (
    Rule(
        id="socket/docker",
        title="Docker's socket was refused",
        explanation=_DOCKER,
        telltales=("ocker API at unix://", "ocker daemon socket at unix://"),
        pattern=r"[Dd]ocker (?:daemon socket|API) at unix://(?P<path>/[^\s:'\"]{1,300})(?::[^\n]{0,600}?(?:connect"
        r"|socket): operation not permitted)",
        need=ConnectSocket,
        aliases=("docker",),
        examples=(
            "permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock: Get "
            '"http://%2Fvar%2Frun%2Fdocker.sock/v1.50/containers/json": dial unix /var/run/docker.sock: socket: operation not permitted',
        ),
        near_misses=(
            "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",
            "permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock: Get "
            '"http://%2Fvar%2Frun%2Fdocker.sock/v1.50/containers/json": dial unix /var/run/docker.sock: connect: permission denied',
        ),
        source="https://docs.docker.com/engine/security/protect-access/",
    ),
    Rule(
        id="socket/docker-unsaid",
        title="Docker's socket was refused, perhaps by the sandbox",
        explanation=(
            "This version of docker does not print the kernel's own word: it may be the sandbox, or a user outside the docker group. "
            f"{_DOCKER}"
        ),
        telltales=("docker API at unix://",),
        pattern=r"permission denied while trying to connect to the docker API at unix://(?P<path>/[^\s:'\"]{1,300})[ \t.]{0,4}$",
        need=ConnectSocket,
        confidence=Confidence.POSSIBLE,
        examples=("permission denied while trying to connect to the docker API at unix:///Users/dev/.docker/run/docker.sock",),
        near_misses=("failed to connect to the docker API at unix:///var/run/docker.sock; check if the path is correct",),
        source="https://docs.docker.com/engine/install/linux-postinstall/",
    ),
    Rule(
        id="socket/ssh-agent",
        title="The ssh agent's socket was refused",
        explanation=_KEYS,
        telltales=("Error connecting to agent: Operation not permitted", "unix_listener: ", "ontrol socket "),
        pattern=r"Error connecting to agent: Operation not permitted"
        r"|\bunix_listener: (?:cannot bind to path (?P<path>[^\n:]{1,300})|socket|listen): Operation not permitted"
        r"|\b[Cc]ontrol socket (?:connect|bind)\((?P<path__2>[^)\n]{1,300})\): Operation not permitted",
        need=ConnectSocket,
        aliases=("ssh-agent",),
        examples=(
            "Error connecting to agent: Operation not permitted",
            "unix_listener: cannot bind to path /tmp/ssh-fvK2ZZcNBLUd/agent.2: Operation not permitted",
            "unix_listener: socket: Operation not permitted",
            "Control socket connect(/Users/dev/.ssh/cm-git@git.example:22): Operation not permitted",
        ),
        near_misses=("Could not open a connection to your authentication agent.", "Error connecting to agent: No such file or directory"),
        source="https://man.openbsd.org/ssh-agent",
    ),
    Rule(
        id="socket/gpg-agent",
        title="The gpg agent's socket was refused",
        explanation=_KEYS,
        telltales=("Operation not permitted",),
        pattern=r"\bcan't connect to the (?:gpg-)?(?:agent|dirmngr|keyboxd)[^\n]{0,40}: Operation not permitted"
        r"|\berror binding socket to '(?P<path>[^'\n]{1,300})': Operation not permitted"
        r"|\bgpg[\w-]{0,10}: can't create socket: Operation not permitted"
        r"|\bgpg[\w-]{0,10}: (?:connecting to agent|can't connect to '(?P<path__2>[^'\n]{1,300})'): Operation not permitted",
        need=ConnectSocket,
        aliases=("gpg-agent",),
        examples=(
            "gpg-agent[7]: error binding socket to '/run/user/1000/gnupg/S.gpg-agent': Operation not permitted",
            "gpg: can't connect to the agent: Operation not permitted",
        ),
        near_misses=("gpg: can't connect to the agent: No such file or directory", "error: gpg failed to sign the data"),
        source="https://www.gnupg.org/documentation/manuals/gnupg/Invoking-GPG_002dAGENT.html",
    ),
    Rule(
        id="socket/signing-agent",
        title="Signing found no agent",
        explanation=(
            "The signing program could not talk to its agent. Outside the sandbox that means the agent is not running or SSH_AUTH_SOCK "
            f"points nowhere; inside, that its socket is closed. {_KEYS}"
        ),
        telltales=(
            "get agent socket?",
            "Could not connect to socket. Is the agent running?",
            "agent: Permission denied",
            "IPC connect call failed",
        ),
        pattern=r"Couldn't get agent socket\?|1Password: Could not connect to socket\. Is the agent running\?"
        r"|can't connect to the (?:gpg-)?agent: Permission denied"
        r"|can't connect to the (?:gpg-)?(?:agent|dirmngr|keyboxd)[^\n]{0,40}: IPC connect call failed",
        need=ConnectSocket,
        confidence=Confidence.POSSIBLE,
        examples=(
            "error: Couldn't get agent socket?",
            "error: 1Password: Could not connect to socket. Is the agent running?",
            "gpg: can't connect to the gpg-agent: IPC connect call failed",
        ),
        near_misses=("error: Load key: invalid format",),
        source="https://git-scm.com/docs/git-config#Documentation/git-config.txt-gpgformat",
    ),
    Rule(
        id="socket/dbus",
        title="The D-Bus socket was refused",
        explanation=f"{_DOOR} The session bus is the desktop with its keyring.",
        telltales=("Operation not permitted",),
        pattern=r"[Ff]ailed to (?:connect to socket (?P<path>/[^\s:]{1,300})|open socket): Operation not permitted"
        r"|[Ff]ailed to (?:connect to (?:system |session |user )?(?:scope )?bus|get D-Bus connection): Operation not permitted"
        r"|Could not connect(?: to bus)?: Operation not permitted",
        need=ConnectSocket,
        examples=(
            'Failed to open connection to "session" message bus: Failed to connect to socket /run/user/1000/bus: Operation not permitted',
            'Failed to open connection to "session" message bus: Failed to open socket: Operation not permitted',
            "Failed to connect to bus: Operation not permitted",
        ),
        near_misses=("Failed to connect to bus: Host is down", "Failed to connect to bus: No medium found"),
        source="https://dbus.freedesktop.org/doc/dbus-daemon.1.html",
    ),
    Rule(
        id="socket/postgres",
        title="PostgreSQL's socket was refused",
        explanation=_DATABASE,
        telltales=EPERM,
        pattern=r"\bserver on socket ['\"`‘“](?P<path>[^'\"`’”\n]{1,300})['\"`’”] failed:\s{1,120}"
        r"(?:could not create socket: )?"
        + _NOT_PERMITTED
        + r"|could not (?:bind|create) Unix (?:address|socket for address) \"(?P<path__2>[^\"\n]{1,300})\": Operation not permitted"
        r"|could not connect to server: Operation not permitted\s{1,12}Is the server running locally"
        r"[^\x00]{0,120}?socket \"(?P<path__3>[^\"\n]{1,300})\"",
        need=ConnectSocket,
        examples=(
            'psql: error: connection to server on socket "/var/run/postgresql/.s.PGSQL.5432" failed: Operation not permitted',
            'connection to server on socket "/tmp/.s.PGSQL.5432" failed: could not create socket: Operation not permitted',
            'LOG:  could not bind Unix address "/tmp/.s.PGSQL.5432": Operation not permitted',
            "psql: could not connect to server: Operation not permitted\n\tIs the server running locally and accepting\n"
            '\tconnections on Unix domain socket "/tmp/.s.PGSQL.5432"?',
        ),
        near_misses=('connection to server on socket "/tmp/.s.PGSQL.5432" failed: No such file or directory',),
        source="https://www.postgresql.org/docs/current/libpq-connect.html",
    ),
    Rule(
        id="socket/mysql",
        title="MySQL's socket was refused",
        explanation=_DATABASE,
        telltales=("MySQL server through socket ", "create UNIX socket (1)"),
        pattern=r"MySQL server through socket '(?P<path>[^'\n]{1,300})' \(1\b|create UNIX socket \(1\)",
        need=ConnectSocket,
        examples=("ERROR 2002 (HY000): Can't connect to local MySQL server through socket '/var/run/mysqld/mysqld.sock' (1)",),
        near_misses=("ERROR 2002 (HY000): Can't connect to local MySQL server through socket '/tmp/mysql.sock' (2)",),
        source="https://dev.mysql.com/doc/refman/8.4/en/can-not-connect-to-server.html",
    ),
    Rule(
        id="socket/tmux",
        title="A program was refused the socket of its own server",
        explanation=_OWN,
        telltales=("rror connecting to ", "rror creating ", "t connect to /", "not connect to /"),
        pattern=r"\b(?:error (?:connecting to|creating)|can(?:'t|not) connect to|[Cc]ould not connect to) (?P<path>/[^\s():]{1,300})"
        r"(?: \(|: )Operation not permitted",
        need=ConnectSocket,
        examples=(
            "error connecting to /tmp/tmux-1000/default (Operation not permitted)",
            "emacsclient: can't connect to /run/user/1000/emacs/server: Operation not permitted",
        ),
        near_misses=("error connecting to /tmp/tmux-1000/default (No such file or directory)",),
        source="https://man.openbsd.org/tmux",
    ),
    Rule(
        id="socket/redis",
        title="Redis's socket was refused",
        explanation=_DATABASE,
        telltales=("Could not connect to Redis at ",),
        pattern=r"Could not connect to Redis at (?P<path>/[^\s:]{1,300}): (?:Can't create socket: )?Operation not permitted",
        need=ConnectSocket,
        examples=("Could not connect to Redis at /run/redis/redis.sock: Operation not permitted",),
        near_misses=("Could not connect to Redis at /run/redis/redis.sock: No such file or directory",),
        source="https://redis.io/docs/latest/develop/tools/cli/",
    ),
    Rule(
        id="socket/agent-browser",
        title="agent-browser was refused its daemon's socket",
        explanation=(
            "agent-browser keeps a daemon with a unix socket in ~/.agent-browser (`default.sock`, or the session's name). On macOS allow "
            "that folder's sockets; the browser itself still needs to run outside the sandbox."
        ),
        telltales=("Daemon process exited during startup",),
        pattern=r"Failed to bind socket: Operation not permitted \(os error 1\)\n[^\n]{0,20}Daemon process exited during startup",
        need=ConnectSocket,
        given=(("path", "~/.agent-browser/default.sock"),),
        examples=(
            "✗ Failed to bind socket: Operation not permitted (os error 1)\n✗ Daemon process exited during startup with no error output.",
        ),
        near_misses=("✗ Daemon process exited during startup with no error output.",),
        source="https://github.com/vercel-labs/agent-browser",
    ),
    Rule(
        id="socket/watchman",
        title="Watchman's socket was refused",
        explanation=f"{_OWN} jest falls back to a slower crawl by itself: the warning is harmless.",
        telltales=("watchman",),
        pattern=r"unable to talk to your watchman on (?P<path>[^\s!]{1,300})! \(Operation not permitted\)"
        r"|\bwatchman\b[^\n]{0,80}(?:connect|bind|socket)[^\n]{0,200}: Operation not permitted",
        need=ConnectSocket,
        examples=("Error: unable to talk to your watchman on /usr/local/var/run/watchman/dev-state/sock! (Operation not permitted)",),
        near_misses=("Error: unable to talk to your watchman on /usr/local/var/run/watchman/dev-state/sock! (Connection refused)",),
        source="https://facebook.github.io/watchman/docs/troubleshooting",
    ),
    Rule(
        id="socket/git-daemons",
        title="git was refused the socket of a helper of its own",
        explanation=_OWN,
        telltales=("cache daemon: Operation not permitted", "fsmonitor"),
        pattern=r"unable to (?:connect to|start) cache daemon: Operation not permitted|fsmonitor[^\n]{0,120}: Operation not permitted",
        need=ConnectSocket,
        examples=("fatal: unable to connect to cache daemon: Operation not permitted",),
        near_misses=("fatal: unable to connect to cache daemon: No such file or directory",),
        source="https://git-scm.com/docs/git-credential-cache",
    ),
    Rule(
        id="socket/msbuild",
        title="MSBuild could not talk to a process of its own",
        explanation=(
            "MSBuild and the compiler server talk over named pipes, which are unix sockets in the temporary folder. In a sandbox that "
            "closes them, build without extra processes: `dotnet build -m:1 -nodeReuse:false --disable-build-servers`, or allow unix "
            "sockets. A runtime of the wrong architecture prints MSB4216 too."
        ),
        telltales=("MSB4216", "CoreFxPipe_", "/MSBuild"),
        pattern=r"\berror MSB4216: [^\n]{0,400}could not create or connect to a task host"
        r"|(?:Operation not permitted|Permission denied) (?P<path>(?:/[^\s'\"/]{1,100}){0,8}/(?:CoreFxPipe_|MSBuild)[^\s'\"]{0,200})",
        need=ConnectSocket,
        confidence=Confidence.POSSIBLE,
        examples=(
            'error MSB4216: Could not run the "BinaryToolTask" task because MSBuild could not create or connect to a task host',
            "System.Net.Sockets.SocketException (13): Permission denied /tmp/CoreFxPipe_VBCSCompiler",
        ),
        near_misses=("error MSB4018: The task failed unexpectedly.",),
        source="https://learn.microsoft.com/visualstudio/msbuild/errors/msb4216",
    ),
    Rule(
        id="socket/daemon-silent",
        title="A tool's own daemon did not answer",
        explanation=f"The tool waited for a daemon of its own that it reaches over a socket or a file watch. {_OWN}",
        telltales=("unable to connect: timeout while watching directory", "Failed to start plugin worker"),
        pattern=r"unable to connect: timeout while watching directory|Failed to start plugin worker\.",
        need=ConnectSocket,
        confidence=Confidence.POSSIBLE,
        examples=("  x unable to connect: timeout while watching directory: deadline has elapsed",),
        near_misses=("timeout while waiting for the test to finish",),
        source="https://turborepo.com/docs/reference/daemon",
    ),
    Rule(
        id="socket/browser",
        title="The browser was refused a socket of its own",
        explanation=(
            "Chromium makes unix sockets for its own processes and dies without them; `--no-sandbox` alone does not help. Allow unix "
            "sockets and give `--no-sandbox`, or run the browser tests outside the sandbox."
        ),
        telltales=("process_singleton_posix.cc", "ailed: . socket() failed"),
        pattern=r"process_singleton_posix\.cc[^\n]{0,80}socket\(\) failed: Operation not permitted",
        need=ConnectSocket,
        examples=(
            "[3:3:FATAL:chrome/browser/process_singleton_posix.cc:297] Check failed: . socket() failed: Operation not permitted (1)",
        ),
        near_misses=("process_singleton_posix.cc:340] Failed to create a ProcessSingleton: File exists (17)",),
        source="https://chromium.googlesource.com/chromium/src/+/main/docs/linux/sandboxing.md",
    ),
    Rule(
        id="socket/pair",
        title="A program was refused its own pair of sockets",
        explanation=(
            "Without network Codex's filter refuses even `send` and `shutdown` on a pair of sockets inside one program (rustup and old "
            "builds of Node stumble over it). Set the network on for that command, or run it outside the sandbox."
        ),
        telltales=("bad error on write fd: Operation not permitted",),
        pattern=r"bad error on write fd: Operation not permitted",
        need=ConnectSocket,
        examples=("bad error on write fd: Operation not permitted (os error 1)",),
        near_misses=("bad error on write fd: Broken pipe (os error 32)",),
        source="https://man7.org/linux/man-pages/man2/socketpair.2.html",
    ),
)
