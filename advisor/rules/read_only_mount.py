"""The kernel says no because the sandbox mounted everything but its writable folders read-only: EROFS, errno 30.

Bubblewrap (Claude Code and Codex on Linux) binds `/` read-only and the writable roots over it, so a write anywhere else,
by anyone, root included, meets EROFS before ownership is even looked at. Seatbelt on macOS answers EPERM instead.
Source: bubblewrap(1), `--ro-bind`; open(2), mkdir(2), rename(2), ERRORS.
"""

from __future__ import annotations

from advisor.model import Confidence, Rule, WritePath
from advisor.rules._places import IN_A_CONTAINER, OFTEN_READ_ONLY
from advisor.rules._wording import (
    ANYWHERE,
    JAVA,
    LINK,
    PHP,
    PRINTED,
    RUBY,
    SHELL,
    SHELL_CREATES,
    ZSH,
    about,
    after,
    in_steps,
    led_to_any,
    numbered,
    refused,
    tools,
)

_WORDS = "[Rr]ead-only file system|EROFS"
_TELLTALES = ("ead-only file system", "EROFS")
_SOURCE = "https://man7.org/linux/man-pages/man2/open.2.html"
# Tools that name a file without quotes. The same words from `mkdir`, `touch` or `chown` are BusyBox's or BSD's (below).
_TOOLS = "tee|tar|cat|split|sort|gzip|bzip2|xz|zstd|zip|unzip|patch|wget|curl|gpg|ar|strip|dd|rsync|scp|vim?"
_SMALL = "touch|mkdir|cp|mv|rm|ln|chmod|chown|chgrp|rmdir|install|mktemp|truncate|sh|ash"
_THEIR_LINE = rf"(?:{_SMALL}): (?:can't create (?:directory )?'?|(?=[~./]))[^\n:'\"]{{1,250}}'?: "

_ADVICE = (
    "Nothing is wrong with the program, and trying again or elsewhere by guesswork costs time. Either let the sandbox write "
    "that one folder, or give the program a folder that it may write (most caches move with one environment variable)."
)

RULES: tuple[Rule, ...] = (
    Rule(
        id="filesystem/read-only-mount",
        title="A write outside the writable folders was refused",
        explanation=(
            "The sandbox mounts the whole file system read-only and opens only the project, a temporary folder and what the "
            "settings list. The program tried to create, change or remove something elsewhere, and the kernel answered "
            f"`Read-only file system` (EROFS). {_ADVICE}"
        ),
        telltales=_TELLTALES,
        pattern=refused(
            _WORDS,
            *(LINK, led_to_any(SHELL, SHELL_CREATES, tools(_TOOLS), JAVA), ANYWHERE, after(), RUBY, PHP, PRINTED, ZSH),
            unless=rf"[^\n]{{0,1000}}?(?:{about(_WORDS, OFTEN_READ_ONLY)})|{_THEIR_LINE}|[^\n]{{0,120}}?\bbwrap: ",
        ),
        need=WritePath,
        aliases=("erofs",),
        examples=(
            "touch: cannot touch '/usr/local/x': Read-only file system",
            "mkdir: cannot create directory ‘/home/dev/.cache/foo’: Read-only file system",
            "mv: cannot move 'existing.txt' to '/srv/lab/outside/existing.txt': Read-only file system",
            "mv: inter-device move failed: 'a' to '/srv/lab/a'; unable to remove target: Read-only file system",
            "/bin/bash: line 1: /var/tmp/x: Read-only file system",
            "/bin/sh: 1: cannot create out.txt: Read-only file system",
            "zsh:1: read-only file system: /srv/lab/new",
            "tar: t.tar: Cannot open: Read-only file system",
            "sed: couldn't open temporary file /srv/lab/outside/sedDcB1gH: Read-only file system",
            "/usr/bin/ld: cannot open output file /srv/lab/a.out: Read-only file system",
            "Cannot create temporary file in ./: Read-only file system",
            "fatal: cannot lock ref 'refs/heads/nb': Unable to create '/home/dev/acme/.git/refs/heads/nb.lock': Read-only file system",
            "error: could not lock config file /home/dev/.gitconfig: Read-only file system",
            "fatal: cannot mkdir subrepo: Read-only file system",
            "gpg: Fatal: can't create directory '/home/dev/.gnupg': Read-only file system",
            'Saving key "/home/dev/.ssh/id_lab" failed: Read-only file system',
            "couldn't create directory /tmp/tmux-1001 (Read-only file system)",
            "OSError: [Errno 30] Read-only file system: '/home/dev/.cache/pre-commit'",
            "Error: EROFS: read-only file system, open '/home/dev/zz'",
            "npm error rofs EROFS: read-only file system, symlink '../../../srv/lab/mx' -> '/usr/lib/node_modules/mx'",
            "-e:1:in `write': Read-only file system @ rb_sysopen - /srv/lab/outside/rb (Errno::EROFS)",
            'Exception in thread "main" java.nio.file.FileSystemException: /srv/lab/outside/jv: Read-only file system',
            "error: failed to open file `/home/dev/.cache/uv/sdists-v9/.git`: Read-only file system (os error 30)",
            "failed to initialize build cache at /home/dev/.cache/go-build: mkdir /home/dev/.cache/go-build: read-only file system",
            "W: chown to _apt:root of directory /var/lib/apt/lists/partial failed - SetupAPTPartialDirectory (30: Read-only file system)",
        ),
        near_misses=(
            "The docs mention: Read-only file system",
            "Error: Read-only file system (os error 30)",
            "0.000 Error Failed to open /proc/sys/vm/nr_hugepages: Read-only file system (30)",
            "error: unable to create temporary file: Read-only file system",
            "mount: /mnt: WARNING: source write-protected, mounted read-only.",
            "touch: /srv/x: Read-only file system",
            "bwrap: Can't create file at /srv/lab/.zshrc: Read-only file system",
        ),
        systems=("linux",),
        source=_SOURCE,
    ),
    Rule(
        id="filesystem/read-only-mount-in-steps",
        title="A write outside the writable folders was refused, told over several lines",
        explanation=(
            "The path stands on one line and the kernel's `Read-only file system` (EROFS) on a line below it: Rust programs, "
            f"archivers and build systems report a chain of causes. The sandbox opens only the folders that its settings list. {_ADVICE}"
        ),
        telltales=("ead-only file system",),
        pattern=(
            in_steps("[Rr]ead-only file system")
            + r"|zip I/O error: Read-only file system\nzip error: Could not create output file \((?P<path__2>[^\n)]{1,300})\)"
        ),
        need=WritePath,
        examples=(
            "error: failed to open: /home/dev/.cargo/.crates.toml\n\nCaused by:\n  Read-only file system (os error 30)",
            '  ╰─▶ Failed to open the store operation lock at "pnpm-store-operation-locks":\n      Read-only file system (os error 30)',
            "error:  cannot create /srv/lab/out/a.txt\n        Read-only file system",
        ),
        near_misses=("error: failed to open: /home/dev/.cargo/.crates.toml\n\nCaused by:\n  No such file or directory (os error 2)",),
        systems=("linux",),
        source=_SOURCE,
    ),
    Rule(
        id="filesystem/read-only-elsewhere",
        title="A write to a folder that is often read-only without a sandbox",
        explanation=(
            "The kernel answered `Read-only file system`, but about a place that container images, cloud functions and the kernel "
            "itself keep read-only (`/proc/sys`, `/app`, `/var/www` …), or in the words of BusyBox and BSD tools, which are those of "
            "a container or of a Mac's system volume. The sandbox may be the cause; so may the mount: look at `mount | grep PATH` there."
        ),
        telltales=_TELLTALES,
        pattern=numbered(
            about(_WORDS, IN_A_CONTAINER, "?P<path>")
            + rf"|(?<![\w.-])(?:{_SMALL}): (?:can't create (?:directory )?)?'?(?P<path>[^\n:'\"]{{1,250}})'?: (?:{_WORDS})"
        ),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        examples=(
            "     0.000 Error │ ├ Failed to open /proc/sys/vm/nr_hugepages: Read-only file system (30)",
            "chown: /var/www/html: Read-only file system",
            "mkdir: /data: Read-only file system",
        ),
        near_misses=("touch: cannot touch '/usr/local/x': Read-only file system",),
        source=_SOURCE,
    ),
    Rule(
        id="filesystem/read-only-unnamed",
        title="A write was refused, and the text does not say where",
        explanation=(
            "The kernel answered `Read-only file system` (EROFS), which only a write gets, but the program names no path. Look at "
            "what the command writes: its output, its cache, the temporary folder. In a sandbox everything but the project, a "
            "temporary folder and the listed folders is read-only."
        ),
        telltales=(
            *_TELLTALES,
            "kind: ReadOnlyFilesystem",
            "ReadOnlyFileSystem",
            "[Errno 30]",
            "Code=30",
            "errno: -30,",
            "errno: 30, strerror",
            "erofs",
        ),
        pattern=(
            r"(?:^(?!EROFS: )[\w./()-]{1,60}: |^make[^\n:]{0,8}: [^\n:]{1,60}: |^zip I/O error: |: [a-z][a-z' ]{1,60}: )"
            r"Read-only file system(?: \(os error 30\)|\.(?:  Stop\.)?)?$|Os \{ code: 30, kind: ReadOnlyFilesystem"
            r"|\[Errno 30\]|ead-only file system \(os error 30\)|NSPOSIXErrorDomain Code=30"
            r"|(?:[Ff]ail|[Cc]annot|[Cc]an't|[Cc]ould not|[Uu]nable)[^\n\"'`]{1,300}: Read-only file system$"
            r"|(?:[Ff]ail|[Cc]ould not|[Uu]nable|error)[^\n\"'`]{1,300}(?:: |, ?|\{):?erofs\b"
            r"|\berrno: (?:-30,|30, strerror)|\bReadOnlyFileSystem\b|[a-z_]{3,30}\(\): (?:[Ff]ailed to open stream: )?Read-only file system"
        ),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        examples=(
            "cannot: Read-only file system",
            "error: unable to create temporary file: Read-only file system",
            "Error: Read-only file system (os error 30)",
            'Os { code: 30, kind: ReadOnlyFilesystem, message: "Read-only file system" }',
            "===> Failed to write file /home/dev/.cache/rebar3/x: erofs",
            "# Failed opening the temp RDB file temp-7.rdb (in server root dir /srv/redis) for saving: Read-only file system",
        ),
        near_misses=("The docs mention: Read-only file system when a disk is full", "Read-only file systems are mounted with -o ro"),
        source=_SOURCE,
    ),
)
