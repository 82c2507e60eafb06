"""Refused file operations that no sandbox caused: other machines, owners, Apple's own guards, Windows locks, missing rights.

Each has the words of a denial and a sign that tells it apart: a prefix, a path, an errno, a second line. They win over the
denials that they overlap.
Source: named in each rule.
"""

from __future__ import annotations

from advisor.model import Rule, Says
from advisor.rules._places import BEHIND_PRIVACY, IN_A_STORE, OF_THE_SYSTEM, ON_A_FOREIGN_DISK, OWNED_BY_ROOT
from advisor.rules._wording import about

_EPERM = "[Oo]peration not permitted"
_EACCES = "[Pp]ermission denied"

RULES: tuple[Rule, ...] = (
    Rule(
        id="ordinary/macos-privacy",
        title="macOS's privacy settings guard this folder",
        explanation=(
            "Mail, Safari, Messages, the Trash and their like are closed to every program without Full Disk Access, whoever owns the "
            "files. "
            "Give it to the terminal under System Settings, Privacy & Security, or leave the folder out (`--exclude`)."
        ),
        telltales=("peration not permitted",),
        pattern=about(_EPERM, BEHIND_PRIVACY),
        says=Says.ORDINARY,
        examples=(
            "error: Open: open /Users/dev/Library/Mail: operation not permitted",
            "Error: EPERM: operation not permitted, scandir '/Users/dev/.Trash'",
        ),
        near_misses=("open /Users/dev/Library/Caches/go-build/trim.txt: operation not permitted",),
        systems=("macos",),
        source="https://support.apple.com/guide/mac-help/mchld5a35146/mac",
    ),
    Rule(
        id="ordinary/macos-system-files",
        title="System Integrity Protection guards this file",
        explanation=(
            "Nobody, root included, may change `/System`, `/usr` (but for `/usr/local`) or another developer's signed application. Install "
            "into a folder of your own: Homebrew, a version manager, `--user-install`, a virtual environment."
        ),
        telltales=("peration not permitted",),
        pattern=about(_EPERM, OF_THE_SYSTEM),
        says=Says.ORDINARY,
        examples=(
            "Operation not permitted @ rb_sysopen - /System/Library/Frameworks/Ruby.framework/Versions/2.3/usr/bin/gem",
            "cp: /Applications/Parallels Desktop.app/Contents/MacOS/prl_disp_service: Operation not permitted",
        ),
        near_misses=("/bin/sh: /bin/ps: Operation not permitted", "mkdir: /usr/local/var/x: Operation not permitted"),
        systems=("macos",),
        source="https://support.apple.com/en-us/102149",
    ),
    Rule(
        id="ordinary/not-the-owner",
        title="Only the owner may change a file's mode, owner or times",
        explanation=(
            "`chmod`, `chown` and `utime` answer EPERM to everybody but the file's owner (chown: to everybody but root), in every sandbox "
            "and without one. Look at `ls -l`: a run with `sudo`, a container or another user made the file."
        ),
        telltales=("peration not permitted",),
        pattern=(
            r"(?:changing (?:permissions|ownership|group) of|setting (?:permissions|times) (?:for|of)|preserving (?:times|permissions) for|"
            r"failed to preserve ownership for|failed to set (?:times|permissions) on|chgrp \"[^\n\"]{1,200}\" failed|"
            r"(?:Cannot|cannot|Couldn't|can't|Unable to) (?:ch(?:mod|own|grp|ange (?:mode|ownership"
            r"|file mode))|utime))"
            rf"[^\n]{{0,300}}: {_EPERM}"
            rf"|(?<![\w.-])(?:chmod|chown|chgrp): (?!/Users/|/private/)[^\n:]{{1,300}}: {_EPERM}"
            rf"|{_EPERM}(?:, (?:chmod|fchmod|lchown|chown|fchown|utime|lutimes|futimes) '(?!/Users/|/private/)"
            rf"| @ apply2files)[^\n]{{0,300}}"
            rf"|{_EPERM} - [\w:]{{1,80}}:chmod\b"
        ),
        says=Says.ORDINARY,
        examples=(
            "chmod: changing permissions of '/home/dev/acme/x': Operation not permitted",
            "Errno::EPERM: Operation not permitted @ apply2files - ./config/frontend/env.js",
            "Error: EPERM: operation not permitted, chmod '/home/dev/acme/node_modules/rimraf/bin.js'",
        ),
        near_misses=("chmod: changing permissions of '/usr/bin/ls': Read-only file system",),
        source="https://man7.org/linux/man-pages/man2/chmod.2.html",
    ),
    Rule(
        id="ordinary/foreign-disk",
        title="The file system itself cannot do this",
        explanation=(
            "Shared folders of virtual machines, network shares, Windows drives under WSL and USB disks know no links, sockets, modes or "
            "locks as Linux and macOS do, and answer EPERM or `not supported`. Work on a native disk, or copy the project there."
        ),
        telltales=("peration not permitted", "Operation not supported (os error"),
        pattern=about(_EPERM, ON_A_FOREIGN_DISK) + r"|Operation not supported \(os error (?:45|95)\)",
        says=Says.ORDINARY,
        examples=(
            'server.rb:34:in `initialize\': Operation not permitted - "/media/sf_Sites/acme/tmp/spring/spring" (Errno::EPERM)',
            "ln: failed to create symbolic link '/mnt/c/acme/x': Operation not permitted",
            "  Operation not supported (os error 45)",
        ),
        near_misses=("ln: failed to create symbolic link '/home/dev/x': Read-only file system",),
        source="https://www.virtualbox.org/manual/topics/guestadditions.html",
    ),
    Rule(
        id="ordinary/owned-by-root",
        title="Only root may write there",
        explanation=(
            "`Permission denied` about `/usr`, `/etc`, `/var`, `/opt` and the like is the ordinary answer to an ordinary user: on "
            "Linux the "
            "sandbox would have said `Read-only file system`. Install into your own folders, or let a person do it with `sudo`."
        ),
        telltales=("ermission denied",),
        pattern=(
            rf"^(?![^\n]{{0,120}}?\b(?:bwrap: |apply-seccomp|u?mount: ))(?=[^\n]{{0,2000}}{_EACCES})[^\n]{{0,2000}}?"
            rf"(?:{about(_EACCES, OWNED_BY_ROOT)})"
        ),
        says=Says.ORDINARY,
        examples=(
            "npm ERR! Error: EACCES: permission denied, access '/usr/local/lib/node_modules'",
            "E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)",
            "cat: /etc/shadow: Permission denied",
            "PermissionError: [Errno 13] Permission denied: '/usr/lib/python3/dist-packages/acme'",
        ),
        near_misses=(
            "bwrap: Can't mkdir /run/containerd/containerd.sock: Permission denied",
            "touch: cannot touch '/home/dev/x': Permission denied",
            "Failed to execvp /bin/true: Permission denied (os error 13)",
        ),
        source="https://refspecs.linuxfoundation.org/FHS_3.0/fhs-3.0.html",
    ),
    Rule(
        id="ordinary/npm-root-owned-cache",
        title="npm's cache belongs to root",
        explanation=(
            "An earlier `sudo npm` left files of root in the cache, and npm met EACCES there. Do what npm says: "
            "`sudo chown -R $(id -u):$(id -g) ~/.npm`, in a terminal of your own."
        ),
        telltales=("Your cache folder contains root-owned files",),
        pattern=r"npm (?:ERR!|error) code EACCES\n[\s\S]{0,1500}?Your cache folder contains root-owned files",
        says=Says.ORDINARY,
        examples=(
            "npm ERR! code EACCES\nnpm ERR! syscall open\nnpm ERR! path /home/dev/.npm/_cacache/tmp/7d3c1a\nnpm ERR! errno -13\n"
            "npm ERR! Your cache folder contains root-owned files, due to a bug in",
        ),
        near_misses=(
            "npm error code EPERM\nnpm error syscall open\nnpm error path /Users/dev/.npm/_cacache/tmp/7d3c1a\nnpm error errno EPERM\n"
            "npm error Your cache folder contains root-owned files, due to a bug in",
        ),
        source="https://docs.npmjs.com/resolving-eacces-permissions-errors-when-installing-packages-globally",
    ),
    Rule(
        id="ordinary/pip-without-cache",
        title="pip goes on without its cache",
        explanation=(
            "pip warns that its cache folder is not writable and works without it: slower, not wrong. If something failed, it is another "
            "line. To silence it, set `PIP_NO_CACHE_DIR=1`, or `PIP_CACHE_DIR` to a folder of the project."
        ),
        telltales=("or its parent directory is not owned ",),
        pattern=(
            r"The directory '[^\n']{1,300}' or its parent directory is not owned (?:or is not writable )?by the current user[^\n]{0,200}"
        ),
        says=Says.ORDINARY,
        examples=(
            "WARNING: The directory '/home/dev/.cache/pip' or its parent directory is not owned or is not writable by the current user. "
            "The cache has been disabled.",
        ),
        near_misses=("/home/dev/.matplotlib is not a writable directory",),
        source="https://pip.pypa.io/en/stable/topics/caching/",
    ),
    Rule(
        id="ordinary/not-executable",
        title="The file may not be executed",
        explanation=(
            "The shell or the program could not *start* it: the file has no x bit (`chmod +x`), its interpreter is missing, the disk is "
            "mounted `noexec`, or, on macOS, it was downloaded and is in quarantine (`xattr -d com.apple.quarantine FILE`). Neither "
            "harness's sandbox stops a program from being started."
        ),
        telltales=("ermission denied", "peration not permitted", " EACCES"),
        pattern=(
            rf"^(?:[^\n:]{{1,120}}: )?(?:line \d{{1,6}}: )?(?:\./|/(?!dev/))[^\s:]{{1,200}}(?:\.(?:sh|py|rb|pl|js|bin|run|command)"
            rf"|/gradlew|/mvnw): {_EACCES}$"
            rf"|(?:bad interpreter|cannot execute(?: binary file)?|[Ff]ailed to exec(?:ute)?\b|fork/exec) ?[^\n]{{0,200}}: {_EACCES}"
            rf"|^(?:[^\n:]{{1,120}}: )?(?:line \d{{1,6}}: )?(?:\./|[\w./-]{{0,200}}[./]bin/)[\w./-]{{1,200}}: {_EACCES}$"
            rf"|^(?:/bin/)?sh: \d{{1,6}}: [\w./-]{{1,200}}: {_EACCES}$|\[Errno 13\] {_EACCES}: '[\w./-]{{1,200}}\.(?:sh|bin|run|command)'"
            rf"|^[^\n]{{0,60}}zsh: (?:{_EACCES}|{_EPERM}): \./[^\n:]{{1,200}}|\bspawn [^\n]{{1,200}} EACCES"
        ),
        says=Says.ORDINARY,
        examples=(
            "bash: ./deploy.sh: Permission denied",
            "bash: line 3: ./gradlew: Permission denied",
            "zsh: operation not permitted: ./deploy.sh",
            "Error: spawn /home/dev/acme/node_modules/.bin/esbuild EACCES",
        ),
        near_misses=("bash: line 1: /srv/lab/out.txt: Permission denied", "thread panicked: Failed to execvp /bin/true"),
        source="https://man7.org/linux/man-pages/man2/execve.2.html",
    ),
    Rule(
        id="ordinary/ssh-key",
        title="The server did not accept the key",
        explanation=(
            "The connection works; the remote host refused to log you in. Check which key is offered (`ssh -v`) and that it is registered "
            "there. In a sandbox the agent's socket may be out of reach, which `ssh-add -l` tells."
        ),
        telltales=("Permission denied (",),
        pattern=r"Permission denied \((?:publickey|password|keyboard-interactive|gssapi)[^\n)]{0,120}\)",
        says=Says.ORDINARY,
        examples=("git@github.com: Permission denied (publickey).",),
        near_misses=("touch: cannot touch '/home/dev/x': Permission denied",),
        source="https://man.openbsd.org/ssh",
    ),
    Rule(
        id="ordinary/windows-lock",
        title="Windows holds the file, or its own permissions forbid it",
        explanation=(
            "On Windows, EPERM (errno -4048) and `Access is denied` mean that another program has the file open (an editor, a virus "
            "scanner, a running build) or that the file's permissions forbid it. Close that program and try again."
        ),
        telltales=("-4048", "peration not permitted", "ermission denied", "ccess to the path ", "Access is denied", "[WinError 32]"),
        pattern=(
            r"npm (?:ERR!|error) code EPERM\n[\s\S]{0,600}?errno -4048[^\n]{0,40}(?:\nnpm (?:ERR!|error) Error: EPERM[^\n]{0,400})?"
            r"|EACCES: permission denied, \w{2,20} '[A-Za-z]:\\(?:Windows|Program)[^\n']{1,300}"
            rf"|EPERM: {_EPERM}, (?!lstat 'C:\\Users\\[^\\']{{1,80}}'|lstat 'C:\\Users')\w{{2,20}} '[A-Za-z]:\\[^\n']{{1,300}}|errno: -4048"
            rf"|EPERM: {_EPERM}, (?!lstat 'C:\\Users)\w{{2,20}} [^\n]{{1,400}}(?:\n[^\n]{{0,300}}){{0,14}}?\n[^\n]{{0,20}}errno: -4048"
            r"|[Aa]ccess to the path ['\"][A-Za-z]:\\(?:Windows|Program|\$)[^\n]{1,300}? is denied"
            r"|Get-ChildItem ?: Access to the path [^\n]{1,300}"
            r"|[^\n]{0,200}\.(?:exe|dll|pdb)[`'\"][^\n]{0,60}: Access is denied\.|\[WinError 32\]"
        ),
        says=Says.ORDINARY,
        examples=(
            "npm ERR! code EPERM\nnpm ERR! syscall open\nnpm ERR! path C:\\Users\\dev\\x\nnpm ERR! errno -4048",
            "Error: EPERM: operation not permitted, mkdir 'D:\\Projects\\acme\\.yarn\\cache\\x.zip'",
            "Get-ChildItem : Access to the path 'C:\\Windows\\System32\\ias' is denied.",
        ),
        near_misses=(
            "Error: EPERM: operation not permitted, lstat 'C:\\Users\\dev'",
            "Set-Content: Access to the path 'C:\\Users\\dev\\acme\\x.py' is denied.",
        ),
        systems=("windows",),
        source="https://learn.microsoft.com/windows/win32/debug/system-error-codes--0-499-",
    ),
    Rule(
        id="ordinary/deno-permission",
        title="Deno's own permissions forbid it",
        explanation="Deno runs programs without rights and names the flag that gives one: run it with that flag (`--allow-read=DIR`).",
        telltales=("NotCapable: Requires ", "PermissionDenied: Requires "),
        pattern=r"(?:NotCapable|PermissionDenied): Requires [^\n]{1,400}",
        says=Says.ORDINARY,
        examples=(
            'error: Uncaught (in promise) NotCapable: Requires read access to "/private/tmp/x", run again with the --allow-read flag',
        ),
        near_misses=("error: Uncaught PermissionDenied: Operation not permitted (os error 1): mkdir '/x'",),
        source="https://docs.deno.com/runtime/fundamentals/security/",
    ),
    Rule(
        id="ordinary/git-safe-directory",
        title="git does not trust this repository's owner",
        explanation=(
            "Another user owns the repository. If you trust it, let the user run the `git config --global --add safe.directory` line."
        ),
        telltales=("detected dubious ownership in repository at ",),
        pattern=r"detected dubious ownership in repository at [^\n]{1,300}",
        says=Says.ORDINARY,
        examples=("fatal: detected dubious ownership in repository at '/source'",),
        near_misses=("fatal: not a git repository",),
        source="https://git-scm.com/docs/git-config#Documentation/git-config.txt-safedirectory",
    ),
    Rule(
        id="ordinary/git-lock",
        title="Another git runs here, or one died",
        explanation=(
            "A lock file exists: another git command is running in this repository, or one was killed. Wait, or make sure that none runs "
            "and delete the lock that the message names."
        ),
        telltales=("File exists",),
        pattern=r"Unable to create '[^\n']{1,300}\.lock': File exists",
        says=Says.ORDINARY,
        examples=("fatal: Unable to create '/home/dev/acme/.git/index.lock': File exists.",),
        near_misses=("error: could not lock config file .git/config: File exists",),
        source="https://git-scm.com/docs/gitrepository-layout",
    ),
    Rule(
        id="ordinary/git-objects-of-another",
        title="Another user owns part of the repository",
        explanation=(
            "git may not add to a folder of objects, because a run with `sudo` or in a container made it. Let the user give the files "
            "back: "
            "`sudo chown -R $(id -u):$(id -g) .git`."
        ),
        telltales=("insufficient permission for adding an object",),
        pattern=r"insufficient permission for adding an object to repository database[^\n]{0,200}",
        says=Says.ORDINARY,
        examples=("error: insufficient permission for adding an object to repository database .git/objects",),
        near_misses=("error: unable to create temporary file: Read-only file system",),
        source="https://git-scm.com/docs/gitrepository-layout",
    ),
    Rule(
        id="ordinary/package-store",
        title="A package store is read-only by design",
        explanation=(
            "`/nix/store`, `/gnu/store` and `/snap` are never written by hand, in a sandbox or out of it. Change the package's definition, "
            "or copy the file to a place of your own."
        ),
        telltales=("ead-only file system", "EROFS"),
        pattern=about("[Rr]ead-only file system|EROFS", IN_A_STORE),
        says=Says.ORDINARY,
        examples=("sed: couldn't open temporary file /nix/store/abc-hello/sedX: Read-only file system",),
        near_misses=("touch: cannot touch '/nix/var/x': Read-only file system",),
        source="https://nix.dev/manual/nix/stable/store/",
    ),
    Rule(
        id="ordinary/no-terminal",
        title="There is no terminal here",
        explanation=(
            "A harness runs commands without a terminal, sandboxed or not: nothing can be asked on `/dev/tty`, and no screen can be drawn. "
            "Use the program's non-interactive mode (`--batch`, `--yes`, `--no-tty`, `GPG_TTY` unset)."
        ),
        telltales=("/dev/tty", "the input device is not a TTY", "Inappropriate ioctl for device"),
        pattern=(
            r"/dev/tty['\"]?: (?:No such device or address|Device not configured)|the input device is not a TTY"
            r"|Inappropriate ioctl for device"
        ),
        says=Says.ORDINARY,
        examples=("sh: 1: cannot open /dev/tty: No such device or address", "gpg: signing failed: Inappropriate ioctl for device"),
        near_misses=("sh: /dev/tty: Operation not permitted",),
        source="https://man7.org/linux/man-pages/man4/tty.4.html",
    ),
    Rule(
        id="ordinary/security-module",
        title="SELinux or AppArmor refused it",
        explanation=(
            'The kernel\'s security module logged the refusal (`avc:  denied`, `apparmor="DENIED"`): its policy decides, not the sandbox. '
            "For a container's volume, mount it with `:Z`."
        ),
        telltales=("avc:  denied", "apparmor="),
        pattern=r"avc:  denied [^\n]{0,300}|apparmor=\"DENIED\"[^\n]{0,300}",
        says=Says.ORDINARY,
        examples=('type=AVC msg=audit(1700000000.1:2): avc:  denied  { write } for pid=1 comm="touch"',),
        near_misses=("Access denied for user 'root'@'localhost'",),
        source="https://github.com/SELinuxProject/selinux-notebook",
    ),
)
