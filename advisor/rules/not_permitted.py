"""Seatbelt, the sandbox of macOS, says no with EPERM, errno 1, whatever the owner and mode of the file.

Ownership answers EACCES (13) instead, which is what makes EPERM telling there: what else gives it is macOS's privacy
settings, System Integrity Protection, a locked file, or changing the mode or owner of someone else's file; `ordinary_files`
knows those. On Linux no sandbox of the two harnesses answers a file write with EPERM.
Source: sandbox(7), chflags(2) and open(2) of macOS.
"""

from __future__ import annotations

from advisor.model import Confidence, Rule, WritePath
from advisor.rules._places import ON_A_MAC
from advisor.rules._wording import (
    CREATING,
    CREATING_CALLS,
    JAVA,
    PHP,
    PRINTED,
    RUBY,
    SHELL_FILE,
    WRITING,
    WRITING_CALLS,
    ZSH_FILE,
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

_WORDS = "[Oo]peration not permitted|not owner"
_TELLTALES = ("peration not permitted", "not owner")
_TOOLS = "touch|mkdir|cp|mv|rm|ln|tee|tar|rmdir|install|sed|ditto|rsync|unzip|curl|wget|mktemp|dd"
_SOURCE = "https://developer.apple.com/documentation/security/app-sandbox"

_GIT_FILE = (
    r"(?=(?!/(?:mnt|media|vagrant|Volumes)/)[^\n'\":]{0,300}"
    r"\.git/(?:[\w/.-]{0,200}\.lock|config|FETCH_HEAD|index|logs/|objects/|worktrees/))"
)

_ADVICE = (
    "Nothing is wrong with the program or its permissions, and `sudo`, `chmod` or another try will not help. Either let the "
    "sandbox write that one folder, or give the program a folder that it may write."
)

RULES: tuple[Rule, ...] = (
    Rule(
        id="filesystem/not-permitted",
        title="Creating a file or folder outside the writable folders was refused",
        explanation=(
            "macOS's sandbox answers a write outside the project, the temporary folder and the listed folders with `Operation not "
            "permitted` (EPERM). Creating or renaming something in a folder of your own gets this answer from almost nothing else: "
            f"wrong ownership would say `Permission denied`. {_ADVICE}"
        ),
        telltales=_TELLTALES,
        pattern=refused(
            _WORDS,
            *at(ON_A_MAC, led(tried(CREATING), called(CREATING_CALLS), tools("touch|mkdir|tee")), after(CREATING_CALLS)),
            *at(_GIT_FILE, led(tried(f"{CREATING}|open|append to|unlink"))),
        ),
        need=WritePath,
        aliases=("eperm",),
        examples=(
            "EPERM: operation not permitted, mkdir '/Users/dev/.stim/workspaces/acme-1f2e'",
            "error: could not write config file /private/tmp/sandbox-test-repo/.git/config: Operation not permitted",
            "fatal: Unable to create '/Users/dev/acme/.git/index.lock': Operation not permitted",
            "go: creating work dir: mkdir /var/folders/g0/T/go-build: operation not permitted",
            "touch: /Users/dev/.cache/x: Operation not permitted",
        ),
        near_misses=(
            "pnpm: EPERM: operation not permitted, chmod '/Users/dev/acme/node_modules/rimraf/bin.js'",
            "Error: EPERM: operation not permitted, scandir '/Users/dev/.Trash'",
            "PermissionError: [Errno 1] Operation not permitted",
            "mkdir: /Users/dev/Documents/x: Operation not permitted",
        ),
        systems=("macos",),
        source=_SOURCE,
    ),
    Rule(
        id="filesystem/not-permitted-npm",
        title="npm could not write its cache or packages",
        explanation=(
            "npm met EPERM while creating a file. It then blames root-owned files or an antivirus, because it knows nothing of "
            f"sandboxes: running the `sudo chown` that it suggests changes nothing. {_ADVICE}"
        ),
        telltales=("code EPERM",),
        pattern=(
            r"npm (?:ERR!|error) code EPERM\nnpm (?:ERR!|error) syscall (?:open|mkdir|rename|link|symlink|copyfile|write|rm|unlink)\n"
            r"npm (?:ERR!|error) path (?P<path>(?:/Users/|/private/|/var/folders/|/opt/homebrew/)[^\n]{1,300})"
        ),
        need=WritePath,
        examples=(
            "npm error code EPERM\nnpm error syscall open\nnpm error path /Users/dev/.npm/_cacache/tmp/7d3c1a\nnpm error errno EPERM\n"
            "npm error\nnpm error Your cache folder contains root-owned files, due to a bug in",
        ),
        near_misses=("npm ERR! code EPERM\nnpm ERR! syscall open\nnpm ERR! path C:\\Users\\dev\\.pnpm-store\\v3\\files\\00\\1a2b3c",),
        systems=("macos",),
        source=_SOURCE,
    ),
    Rule(
        id="filesystem/maybe-not-permitted",
        title="A write may have been refused by the sandbox",
        explanation=(
            "`Operation not permitted` (EPERM) on opening, removing or replacing a file. macOS's sandbox says so of every file "
            "outside its folders, but so do privacy settings (System Settings, Privacy & Security), a locked file (`ls -lO` shows "
            "`uchg`), endpoint security and odd file systems. If the same command works in a terminal of your own, it was the sandbox."
        ),
        telltales=_TELLTALES,
        pattern=refused(
            _WORDS,
            led(tried(WRITING), called(WRITING_CALLS)),
            led_to_any(tools(_TOOLS), JAVA, SHELL_FILE),
            after(WRITING_CALLS),
            errno("1"),
            RUBY,
            PHP,
            PRINTED,
            ZSH_FILE,
            r"(?<![\w./-])(?P<path>(?:/|~/)[^\n:'\"(]{1,250}\.(?:lck|lock|bin|db)) \(WORDS\)",
            unless=r"[^\n]{0,300}/dev/(?:tty|ptmx|pts/)",
        ),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        examples=(
            "open /Users/dev/Library/Caches/go-build/2f/2f1c0e-d: operation not permitted",
            "Operation not permitted @ rb_sysopen - /Users/dev/.fast/gains-20260401.json",
            "  Error: Watchman error: std::__1::system_error: open: /Users/dev/.local/state/watchman/dev-state/: Operation not permitted.",
            "PermissionError: [Errno 1] Operation not permitted: 'out/report.md'",
            "/Users/dev/.gradle/wrapper/dists/gradle-8.11.1-bin.zip.lck (Operation not permitted)",
            "zsh: operation not permitted: ./deploy.sh",
        ),
        near_misses=(
            "PermissionError: [Errno 1] Operation not permitted",
            "/bin/sh: /bin/ps: Operation not permitted",
            "Error: listen EPERM: operation not permitted /tmp/tsx-1000/204940.pipe",
            "permission denied while trying to connect: dial unix /Users/dev/.orbstack/run/docker.sock: connect: operation not permitted",
            "unix_listener: cannot bind to path /tmp/ssh-x/agent.1: Operation not permitted",
            "nc: connectx to 127.0.0.1 port 5433 (tcp) failed: Operation not permitted",
        ),
        source=_SOURCE,
    ),
    Rule(
        id="filesystem/not-permitted-in-steps",
        title="A write may have been refused by the sandbox, told over several lines",
        explanation=(
            "The path stands on one line and `Operation not permitted` (EPERM, os error 1) on a line below it. macOS's sandbox says so "
            "of every file outside its folders; privacy settings and locked files do as well. If the same command works in a terminal "
            "of your own, it was the sandbox."
        ),
        telltales=("peration not permitted",),
        pattern=in_steps("[Oo]peration not permitted", r"(?=[^\n]{0,300}[/\\])"),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        examples=("error: failed to open: /Users/dev/.cargo/.crates.toml\n\nCaused by:\n  Operation not permitted (os error 1)",),
        near_misses=("Fatal error: Error in canonizing path:\nOperation not permitted",),
        source=_SOURCE,
    ),
    Rule(
        id="filesystem/not-permitted-foundation",
        title="An Apple framework could not write a file",
        explanation=(
            "Foundation wraps the kernel's EPERM or EROFS in `NSCocoaErrorDomain Code=513` (or 642): the sandbox refused the write, or "
            "macOS's privacy settings did. If the same command works in a terminal of your own, it was the sandbox."
        ),
        telltales=("NSFilePath=",),
        pattern=(
            r"NSCocoaErrorDomain Code=(?:513|642|512)[^\n]{0,600}NSFilePath=(?P<path>[^\n,}]{1,300})"
            r"[^\n]{0,600}NSPOSIXErrorDomain Code=(?:1|30)\b"
        ),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        examples=(
            'Error Domain=NSCocoaErrorDomain Code=513 "You don’t have permission to save the file “x” in the folder “acme”." '
            "UserInfo={NSFilePath=/Users/dev/Library/Developer/x, NSUnderlyingError=0x600 "
            '{Error Domain=NSPOSIXErrorDomain Code=1 "Operation not permitted"}}',
        ),
        near_misses=('Error Domain=NSCocoaErrorDomain Code=4 "The file doesn’t exist." UserInfo={NSFilePath=/Users/dev/x}',),
        systems=("macos",),
        source="https://developer.apple.com/documentation/foundation/cocoaerror/code",
    ),
    Rule(
        id="filesystem/not-permitted-unnamed",
        title="A temporary file may have been refused",
        explanation=(
            "A shell here document or a program's temporary file met `Operation not permitted` and the text names no path: it is made "
            "in `$TMPDIR`. In a sandbox, `$TMPDIR` must point to the folder that the harness opens for it; a value kept from a login "
            "shell or a script points elsewhere."
        ),
        telltales=("peration not permitted",),
        pattern=(
            r"(?:[Cc]an(?:not|'t)|[Uu]nable to|[Ff]ailed to) (?:create|make) (?:a )?temp(?:orary)? (?:file|dir)[^\n/'\"]{0,60}: "
            r"[Oo]peration not permitted"
        ),
        need=WritePath,
        examples=("validate.sh: line 406: cannot create temp file for here document: Operation not permitted",),
        near_misses=("cannot create temp file for here document: No space left on device",),
        systems=("macos",),
        source="https://www.gnu.org/software/bash/manual/bash.html#Here-Documents",
    ),
    Rule(
        id="filesystem/not-permitted-bun",
        title="Bun could not create a file or folder",
        explanation=(
            "Bun reports the system call in parentheses and the path on a line of its own. The sandbox answered EPERM or EROFS: the "
            f"folder is outside those it may write. {_ADVICE}"
        ),
        telltales=("EPERM: Operation not permitted (", "EROFS: Read-only file system ("),
        pattern=(
            r"(?:EPERM: Operation not permitted|EROFS: Read-only file system) "
            r"\((?:mkdir|open|rename|symlink|link|write|copyfile|unlink|rm)\w{0,8}\(\)\)(?:\n[^\n]{0,120})?(?:\n[^\n]{0,120})?"
            r"\n\s{0,8}path: ['\"](?P<path>[^\n'\"]{1,300})['\"]"
        ),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        examples=('EPERM: Operation not permitted (mkdir())\n   path: "/Users/dev/.cache/acme",\n syscall: "mkdir",',),
        near_misses=('EPERM: Operation not permitted (listen())\n   path: "/tmp/a.sock"',),
        source="https://bun.sh/docs/runtime/nodejs-apis",
    ),
)
