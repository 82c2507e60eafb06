"""Landlock says no with EACCES, errno 13: the very words of a missing file permission.

Codex before 0.115, and for long after as an option, confined writes with Landlock; other sandboxes still do. The text alone
cannot tell it from a file of another owner, so nothing here is more than possible, and what lies in folders that only root
may write is an ordinary failure (`ordinary_files`).
Source: landlock(7); path_resolution(7), Permissions.
"""

from __future__ import annotations

from advisor.model import Confidence, Rule, WritePath
from advisor.rules._places import OWNED_BY_ROOT
from advisor.rules._wording import (
    JAVA,
    PHP,
    PRINTED,
    RUBY,
    WRITING,
    WRITING_CALLS,
    about,
    after,
    at,
    called,
    errno,
    in_steps,
    led,
    led_to_any,
    refused,
    tools,
    tried,
)

_WORDS = "[Pp]ermission denied"
_TOOLS = "touch|mkdir|cp|mv|rm|ln|tee|tar|rmdir|install|sed|ditto|unzip|curl|wget|mktemp|dd"
_SOURCE = "https://docs.kernel.org/userspace-api/landlock.html"
# Names whose reading is what people deny: for them an open that says nothing of writing is a read (`read_denied`).
_NO_SECRET = r"(?![^\n'\"]{0,300}(?:\.env|\.pem|\.key|\.netrc|\.npmrc|\.pypirc|credentials|secrets?|id_(?:rsa|ed25519))\b)"
# In a shell, `./deploy.sh: Permission denied` is a script without its x bit; what is left is a redirection.
_SHELL = r": line \d{1,6}: (?!\./|/dev/|cannot |can't )(?=[^\n:'\"]{1,300}[./][^\n:'\"]{0,80}(?<!\.sh): )"
# Files that git writes of its own, on Linux and Windows alike.
_GIT_FILE = r"(?:[^\n'\"`]{0,250}[\\/])?\.git[\\/](?:FETCH_HEAD|ORIG_HEAD|[^\n'\"`]{1,200}\.lock)"
_HINT = (
    "`ls -ld` on the folder tells the two apart: if you own it and may write it, and the command works in a terminal of your own, "
    "the sandbox refused it; if the owner is somebody else, it is an ordinary permission."
)

RULES: tuple[Rule, ...] = (
    Rule(
        id="filesystem/permission-denied",
        title="A write may have been refused by the sandbox",
        explanation=(
            "`Permission denied` (EACCES) is what a file of another owner says, and also what a sandbox built on Landlock says of "
            f"everything outside its folders. {_HINT}"
        ),
        telltales=("ermission denied",),
        pattern=refused(
            _WORDS,
            led(tried(WRITING), called(WRITING_CALLS)),
            led_to_any(tools(_TOOLS), JAVA, _SHELL),
            *at(_NO_SECRET, after("open|openat|opening")),
            after(WRITING_CALLS.replace("open|openat|opening|", "")),
            errno("13", _NO_SECRET),
            *(RUBY, PHP, PRINTED),
            unless=rf"[^\n]{{0,1000}}?(?:{about(_WORDS, OWNED_BY_ROOT)}|"
            rf"['\"`][A-Za-z]:[/\\]|/dev/(?:null|zero|full|u?random|shm|tty)\b|['\"`]{_GIT_FILE}['\"`]: )",
        ),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        aliases=("eacces",),
        examples=(
            "error: failed to open file `/home/dev/.cache/uv/sdists-v9/.git`: Permission denied (os error 13)",
            "touch: cannot touch '/home/dev/.cache/x': Permission denied",
            "PermissionError: [Errno 13] Permission denied: '/home/dev/.cache/huggingface/token.lock'",
            "Error: EACCES: permission denied, mkdir '/home/dev/.cache/acme'",
        ),
        near_misses=(
            "npm ERR! Error: EACCES: permission denied, access '/usr/local/lib/node_modules'",
            "git@github.com: Permission denied (publickey).",
            "E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)",
            "bash: line 1: ./deploy.sh: Permission denied",
            "permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock",
            "PermissionError: [Errno 13] Permission denied",
        ),
        systems=("linux",),
        source=_SOURCE,
    ),
    Rule(
        id="filesystem/permission-denied-traced",
        title="A traced program may have been refused a write",
        explanation=(
            "`strace` shows a call that creates or changes a file and that the kernel answered with EACCES: Landlock does so, and so do "
            "the permissions of the file's folder (`ls -ld`)."
        ),
        telltales=(" = -1 EACCES (Permission denied)",),
        pattern=(
            rf"\b(?:open(?:at2?)?\([^\n\"]{{0,40}}\"(?!{OWNED_BY_ROOT})(?P<path>/[^\"\n]{{1,300}})\", [^\n]{{0,60}}O_(?:WRONLY|RDWR|CREAT)"
            r"|(?:creat|(?:mkdir|unlink|rename|link|symlink)(?:at2?)?|rmdir|truncate)\([^\n\"]{0,40}\""
            rf"(?!{OWNED_BY_ROOT})(?P<path__2>/[^\"\n]{{1,300}})\")[^\n]{{0,400}}\) = -1 EACCES \(Permission denied\)"
        ),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        examples=(
            '[pid 1472] openat(AT_FDCWD, "/tmp/bar/report.json", O_WRONLY|O_CREAT|O_TRUNC, 0666) = -1 EACCES (Permission denied)',
            'mkdir("/srv/lab/out", 0777) = -1 EACCES (Permission denied)',
        ),
        near_misses=(
            'openat(AT_FDCWD, "/srv/lab/secret", O_RDONLY|O_CLOEXEC) = -1 EACCES (Permission denied)',
            'openat(AT_FDCWD, "/etc/shadow", O_WRONLY) = -1 EACCES (Permission denied)',
        ),
        systems=("linux",),
        source="https://man7.org/linux/man-pages/man1/strace.1.html",
    ),
    Rule(
        id="filesystem/permission-denied-git",
        title="git may have been refused its own folder",
        explanation=(
            "Both harnesses keep `.git` closed to sandboxed commands in part or in whole, and on Windows Codex does it with an entry "
            "in the folder's permissions, so that git says `Permission denied`; a repository of another owner says the same. Commit in a "
            "terminal of your own, or approve git once, rather than to open `.git`: a hook written there later runs outside the sandbox."
        ),
        telltales=(": Permission denied",),
        pattern=rf"['\"`](?P<path>{_GIT_FILE})['\"`]: Permission denied",
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        examples=(
            "fatal: Unable to create 'C:/Repos/acme/.git/index.lock': Permission denied",
            "error: cannot open '.git/FETCH_HEAD': Permission denied",
            "fatal: Unable to create '/home/dev/acme/.git/index.lock': Permission denied",
        ),
        near_misses=("error: insufficient permission for adding an object to repository database .git/objects",),
        systems=("linux", "windows"),
        source="https://github.com/openai/codex/issues/18918",
    ),
    Rule(
        id="filesystem/permission-denied-in-steps",
        title="A write may have been refused by the sandbox, told over several lines",
        explanation=f"The path stands on one line and `Permission denied` (EACCES, os error 13) on a line below it. {_HINT}",
        telltales=("ermission denied (os error 13)",),
        pattern=in_steps(r"[Pp]ermission denied \(os error 13\)", r"(?=[^\n]{0,300}[/\\])"),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        examples=("error: failed to open: /home/dev/.cargo/.crates.toml\n\nCaused by:\n  Permission denied (os error 13)",),
        near_misses=("error: could not execute process `./x` (never executed)\n\nCaused by:\n  No such file or directory (os error 2)",),
        systems=("linux",),
        source=_SOURCE,
    ),
    Rule(
        id="filesystem/access-denied-windows",
        title="A write may have been refused by the Windows sandbox",
        explanation=(
            "Windows answers `Access to the path is denied` (error 5, 0x80070005) when the restricted token of the sandbox may not "
            "write there, and just so when the file's own permissions, another program's lock or an antivirus forbid it. If the same "
            "command works in a terminal of your own, it was the sandbox; in Codex, `[windows] sandbox` elevated or unelevated decides."
        ),
        telltales=("ccess to the path ", "Access is denied. (os error 5)", "[WinError 5]", "ermission denied"),
        pattern=(
            r"[Aa]ccess to the path ['\"](?P<path>(?![A-Za-z]:\\(?:Windows|Program|\$))[^\n'\"]{1,300})['\"] is denied"
            r"|[`'\"](?P<path__2>[A-Za-z]:\\Users\\[^\n`'\"]{1,300}(?<!\.exe)(?<!\.dll)(?<!\.pdb))[`'\"][^\n`'\"]{0,60}: "
            r"Access is denied\. \(os error 5\)"
            r"|\[WinError 5\] Access is denied: '(?P<path__3>[A-Za-z]:\\[^\n']{1,300})'"
            r"|[`'\"](?P<path__4>[A-Za-z]:[\\/]{1,2}Users[\\/][^\n`'\"]{1,300})[`'\"]: Permission denied"
            r"|\[Errno 13\] Permission denied: '(?P<path__5>[A-Za-z]:[\\/]{1,2}Users[\\/][^\n']{1,300})'"
            r"|[`'\"](?P<path__6>[A-Za-z]:\\Users\\[^\n`'\"]{1,300}(?<!\.exe)(?<!\.dll)(?<!\.pdb))[`'\"]\n\n?Caused by:\n {1,8}"
            r"Access is denied\. \(os error 5\)"
        ),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        examples=(
            "Set-Content: Access to the path 'C:\\Users\\dev\\project\\validate_active_pipeline.py' is denied.",
            "error: failed to open file `C:\\Users\\dev\\AppData\\Local\\uv\\cache\\x`: Access is denied. (os error 5)",
            "fatal: Unable to create 'C:/Users/dev/acme/.git/index.lock': Permission denied",
            "PermissionError: [Errno 13] Permission denied: 'C:\\\\Users\\\\dev\\\\state.json'",
            "error: failed to create directory `C:\\Users\\dev\\.cargo\\x`\n\nCaused by:\n  Access is denied. (os error 5)",
        ),
        near_misses=(
            "Get-Content : Access to the path 'C:\\Windows\\System32\\config' is denied.",
            "error: failed to remove file `C:\\Users\\dev\\acme\\target\\debug\\acme.exe`\nCaused by: Access is denied. (os error 5)",
        ),
        systems=("windows",),
        source="https://learn.microsoft.com/windows/win32/debug/system-error-codes--0-499-",
    ),
)
