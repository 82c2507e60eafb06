"""The harness's own read rules say no: a denied file answers EACCES (Linux) or EPERM (macOS), a denied folder looks empty.

Reads are open by default in both harnesses; a refusal needs a `denyRead`, `Read(…)` or `"deny"` entry, or a credential that
the settings hide. The texts are those of ordinary permissions, so nothing here is more than possible.
Source: settings reference of Claude Code, `sandbox.filesystem.denyRead`; Codex, `[permissions.NAME.filesystem]`.
"""

from __future__ import annotations

from advisor.model import Confidence, ReadPath, Rule
from advisor.rules._places import OWNED_BY_ROOT
from advisor.rules._wording import QUOTE, about, after, at, called, errno, led, led_to_any, numbered, refused, tools, tried

_WORDS = "[Pp]ermission denied|[Oo]peration not permitted"
_TELLTALES = ("ermission denied", "peration not permitted")
_READING = "read(?:ing)?|access(?:ing)?|open directory|stat|list(?:ing)?|load(?:ing)?|pars(?:e|ing)|open(?:ing)? for reading|scan(?:ning)?"
_READING_CALLS = "scandir|readdir|opendir|stat|lstat|access|read|readlink|realpath|readfile|statfs"
_READERS = "cat|ls|head|tail|less|more|grep|rg|find|du|stat|file|wc|diff|cmp|source|awk|md5sum|sha256sum|shasum|xxd|od|strings|jq|sort"
_SECRET = (
    r"[^\n'\"]{0,300}(?:\.env[\w.]{0,30}|\.pem|\.key|\.netrc|\.npmrc|\.pypirc|credentials(?:\.\w{1,8})?|secrets?(?:\.\w{1,8})?|"
    r"id_(?:rsa|ed25519))"
)
# A path that starts at a root, or is one word.
_OF_ANYTHING = numbered(about(_WORDS, r"(?=~?/|\.{1,2}/|[A-Za-z]:\\|[\w@+.][^\s'\"’]{0,250}['\"’:,])", "?P<path>"))
_SOURCE = "https://code.claude.com/docs/en/settings"

RULES: tuple[Rule, ...] = (
    Rule(
        id="filesystem/read-denied",
        title="A read may have been refused by a rule of the sandbox",
        explanation=(
            "Sandboxed commands may read nearly everything, so a refused read comes from an entry that somebody wrote on purpose "
            '(`denyRead`, a `Read(…)` deny rule, `"deny"` in a Codex profile, a hidden credential), or it is an ordinary '
            "permission: a file of another owner, or one of macOS's guarded folders. Ask before opening it: the entry protects something."
        ),
        telltales=_TELLTALES,
        pattern=refused(
            _WORDS,
            led(tried(_READING), called(_READING_CALLS), r"[Cc](?:annot|ould not) open (?=[^\n]{1,300} for reading: )"),
            led_to_any(tools(_READERS)),
            rf"\bLoad key {QUOTE}(?P<path>[^\n\"]{{1,300}}?){QUOTE}: WORDS",
            after(_READING_CALLS),
            *at(f"(?={_SECRET}{QUOTE})", after("open|openat")),
            errno(r"\d{1,2}", f"(?={_SECRET}{QUOTE})"),
            r"no permission to read from '(?P<path>[^\n']{1,300})'",
            r"\bgpg: keyblock resource '(?P<path>[^\n']{1,300})': WORDS",
            unless=rf"[^\n]{{0,1000}}?(?:{about(_WORDS, OWNED_BY_ROOT)})",
        ),
        need=ReadPath,
        confidence=Confidence.POSSIBLE,
        examples=(
            "cat: .env: Permission denied",
            "ls: /Users/dev/.gnupg: Operation not permitted",
            "ls: cannot open directory '/mailman': Permission denied",
            "PermissionError: [Errno 13] Permission denied: '.env'",
            "head: cannot open '/home/dev/secret.txt' for reading: Permission denied",
            "find: ‘/home/dev/private’: Permission denied",
            "Error: EACCES: permission denied, open '.env'",
            'Load key "/home/dev/.ssh/id_ed25519": Permission denied',
            "gpg: keyblock resource '/home/dev/.gnupg/pubring.kbx': Permission denied",
        ),
        near_misses=(
            "find: ‘/root’: Permission denied",
            "cat: /etc/shadow: Permission denied",
            "touch: cannot touch '/home/dev/x': Permission denied",
        ),
        source=_SOURCE,
    ),
    Rule(
        id="filesystem/read-closed",
        title="A config file closes this path to reads",
        explanation=(
            "`Permission denied` says no more than that somebody forbids it. Here a config file of the harness does, for this very path "
            '(`denyRead`, a `Read(…)` deny rule, a hidden credential, `"deny"` in a Codex profile): somebody closed it on purpose. Ask '
            "before opening it."
        ),
        telltales=_TELLTALES,
        pattern=rf"^(?=[^\n]{{0,2000}}(?:{_WORDS}))[^\n]{{0,2000}}?(?:{_OF_ANYTHING})(?! \()",
        need=ReadPath,
        confidence=Confidence.POSSIBLE,
        examples=(
            "cat: /srv/lab/secret: Permission denied",
            "PermissionError: [Errno 13] Permission denied: '/etc/acme/token'",
            "open /var/lib/acme/key: permission denied",
        ),
        near_misses=("git@git.example: Permission denied (publickey).", "cat: /srv/lab/secret: No such file or directory"),
        counts="refused",
        source=_SOURCE,
    ),
    Rule(
        id="filesystem/program-denied",
        title="macOS's sandbox did not let the program be started",
        explanation=(
            "`sandbox-exec` set the sandbox up and then could not start the command: its file lies in a folder that the settings close "
            "to reads, or macOS keeps it back itself (a download that nobody approved yet, `xattr -l FILE`)."
        ),
        telltales=("peration not permitted",),
        pattern=r"sandbox-exec: (?:execvp\(\) of ')?(?P<path>/[^\n:']{1,300})'?(?: failed)?: Operation not permitted",
        need=ReadPath,
        confidence=Confidence.POSSIBLE,
        examples=(
            "sandbox-exec: /Users/dev/.rvm/gems/ruby-3.2.2/bin/pod: Operation not permitted",
            "sandbox-exec: execvp() of '/Users/dev/acme/bin/run' failed: Operation not permitted",
        ),
        near_misses=("sandbox-exec: execvp() of '/Users/dev/acme/bin/run' failed: No such file or directory",),
        systems=("macos",),
        source="man 1 sandbox-exec (macOS)",
    ),
    Rule(
        id="filesystem/working-directory-hidden",
        title="The working directory cannot be read",
        explanation=(
            "Node asks for the current directory first, and the sandbox (or macOS's privacy settings, for Desktop, Documents and "
            "Downloads, or a folder that was deleted meanwhile) refused. Start the command in the project's own directory."
        ),
        telltales=("uv_cwd", "getcwd"),
        pattern=(
            r"EPERM: (?:process\.cwd failed with error )?operation not permitted, uv_cwd"
            r"|getcwd: cannot access parent directories: (?:Operation not permitted|Permission denied)"
        ),
        need=ReadPath,
        confidence=Confidence.POSSIBLE,
        examples=(
            "Error: EPERM: process.cwd failed with error operation not permitted, uv_cwd",
            "shell-init: error retrieving current directory: getcwd: cannot access parent directories: Operation not permitted",
        ),
        near_misses=("Error: ENOENT: process.cwd failed with error no such file or directory, uv_cwd",),
        source="https://nodejs.org/api/process.html#processcwd",
    ),
    Rule(
        id="filesystem/parent-hidden-windows",
        title="Node cannot look at a parent folder",
        explanation=(
            "Node looks at each parent of a file (`lstat 'C:\\Users\\NAME'`) and the Windows sandbox's restricted token may not. "
            "In Codex, switch `[windows] sandbox` between elevated and unelevated and start a new session."
        ),
        telltales=("lstat",),
        pattern=r"EPERM: operation not permitted, lstat '(?P<path>[A-Za-z]:\\Users(?:\\[^\\\n']{1,80})?)'",
        need=ReadPath,
        confidence=Confidence.POSSIBLE,
        examples=("Error: EPERM: operation not permitted, lstat 'C:\\Users\\dev'",),
        near_misses=("Error: EPERM: operation not permitted, lstat 'C:\\Users\\dev\\acme\\node_modules\\x'",),
        systems=("windows",),
        harness="codex",
        source="https://github.com/openai/codex/issues/18861",
    ),
)
