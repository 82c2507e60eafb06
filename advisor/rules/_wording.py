"""How programs word a refused file operation: pattern pieces that hold a place for the path.

A *lead* is what stands before a path (`cannot create `, `open `, `tee: `). A *voice* is a whole way of saying it: a pattern
with the mark `WORDS` where the system's message stands and a group `path` where the path stands. `refused` puts voices
together into one pattern, which costs nothing on lines without the message.

Character classes keep to Latin-1: `re` needs longer to compile one wide class than all the rest of a pattern.
"""

from __future__ import annotations

# A quote, straight or curly (U+2018 to U+201F); the lookahead keeps `re` from joining the two classes into a wide one.
QUOTE = "(?:['\"`]|(?=[‘-‟]).)"
_INSIDE = "(?:(?![‘-‟])[^\\n'\"`])"

# ` (30: MSG)`, ` [MSG]`, `: 'MSG'`, `: [Errno 30] MSG`: what stands between a path and the message about it.
_THEN = r"(?:: (?:\(error: \d{1,3}\): )?|, | ?[(\[](?:\d{1,3}: |OS Error: |errno ?= ?)?)['\"]?(?:\[Errno \d{1,3}\] )?"
# ` for writing`, ` failed`, `; unable to remove target` after a quoted path; the like after a bare one, with tar's, ksh's and Haskell's.
_ON = rf"\\{{0,2}}{QUOTE}(?:(?![‘-‟])[^\n'\"`:/]){{0,60}}?"
_FOR = (
    r"(?: for (?:writing|reading|appending)|(?: does not exist and)? could not be created|(?: failed)?(?: - \w{1,40})?)"
    r"(?:: (?:mkdir\(\)|Cannot (?:open|mkdir|unlink|rmdir|rename|write|utime|create symlink)|cannot create|failed to open for writing|"
    r"\w{2,30}: permission denied))?"
)
_TAIL = rf"(?:{_ON}|{_FOR}){_THEN}WORDS"

# The Ruby frame `:in `write': ` is no path, whatever its quotes, and neither is an error's name or a comma between two strings.
_NO_PATH = r"(?<!:in .)(?!E[A-Z]{3,12}(?![\w/.-]))(?=[^\n\w'\"`]{0,20}[\w.~/])"
_QUOTED = (
    rf"(?:(?<=['\"`])|(?<=[‘-‟])){_NO_PATH}{_INSIDE}{{1,400}}?(?={QUOTE}|\\)"
    r"|(?<=\")[~./\w][^\n\"]{1,400}(?=\")"
)
# Without quotes a path may hold spaces, but of two paths (`rename A B`, `A to B`, `A -> B`) the second is the one refused.
_ONE = r"(?![^\n:'\"]{0,200} (?:(?:to|->|=>|and) )?[~.]{0,2}/)"
_ROOTED = rf"(?<![\w.~$/):\]'\"`-])(?:~?/|\.{{1,2}}/|\$[A-Z]{{1,20}}/){_ONE}[^\n:'\"`,\]]{{0,250}}"
_RELATIVE = r"(?<=\s)(?=[^\s:'\"()]{0,250}[./])[\w@+.$~-][^\s:'\"()]{0,250}"
_PATH = rf"{QUOTE}?(?P<path>(?:{_QUOTED}|{_ROOTED}?|{_RELATIVE}))"
_ANY_PATH = rf"{QUOTE}?(?P<path>(?:{_QUOTED}|(?!['\"`]|[‘-‟])[^\n:'\"]{{1,300}}?))"

# The system's refusals in the words of any program, for rules that care only for where such words stand.
REFUSAL_TELLTALES = (
    "ead-only file system",
    "peration not permitted",
    "ermission denied",
    "EPERM",
    "EACCES",
    "EROFS",
    "ENOTFOUND",
    "EAI_AGAIN",
    "ECONNREFUSED",
    "ENETUNREACH",
    "onnection refused",
    "in name resolution",
    "ould not resolve host",
    "etwork is unreachable",
    "unnel failed, response",
    "unnel connection failed",
    "user denied",
    "proxy-error: blocked",
    "roxy-Error: blocked",
    "network allowlist",
    "Network access to ",
    "deny network-outbound",
    "OSStatus -26276",
    "servname provided",
    "service not known",
    "UnknownHostException",
    "no such host",
    "not allowed by ruleset",
    "method negotiation failed",
    "change ownership to uid",
    "sysmond service not found",
)
REFUSALS = "|".join(REFUSAL_TELLTALES)
# What rules that tell by a line's form are made of: the words, a lookahead for them in this line, and the rest of the line.
SAID = f"(?:{REFUSALS})"
AHEAD = rf"(?=[^\n]{{0,2000}}{SAID})"
REST = r"[^\n]{1,2000}"

# What was tried, in words and in system calls. What only creates or renames meets no owner, mode or flag of a file.
CREATING = "touch|creat(?:e|ing)|mak(?:e|ing)|mkdir|lock(?:ing)?|renam(?:e|ing)|symlink(?:ing)?|write config file|trim cache"
WRITING = (
    f"{CREATING}|writ(?:e|ing)(?: to)?|remov(?:e|ing)|delet(?:e|ing)|unlink(?:ing)?|mov(?:e|ing)|overwrit(?:e|ing)|truncat(?:e|ing)|"
    "sav(?:e|ing)|(?:hard )?link(?:ing)?|cop(?:y|ying)|replac(?:e|ing)|stor(?:e|ing)|append(?:ing)? to|updat(?:e|ing)|install(?:ing)?|"
    "extract(?:ing)?|open(?:ing)?(?! directory)"
)
CREATING_CALLS = "mkdir|mkdirat|mkdtemp|mkstemp|rename|renameat|symlink|symlinkat|link|linkat|copyfile|mkfifo"
WRITING_CALLS = (
    f"{CREATING_CALLS}|open|openat|opening|create|unlink|unlinkat|rm|rmdir|remove|truncate|ftruncate|write|writefile|cp|removeall|openfile"
)

# Leads after which any word is the path: bash's line numbers, shells by name, `cannot create out.txt`.
SHELL = (
    r"(?:: (?:line|ligne|Zeile|línea|riga|linha|行|строка) ?\d{1,6} ?: |(?<![\w.-])\w{0,3}sh: (?:\d{1,6}: )?)"
    r"(?!cannot |can't |socket|connect|write error|fork|/dev/|\S{0,60}/s?bin/)"
)
# The same where the word could also be a program or a builtin: only what looks like a file.
SHELL_FILE = rf"{SHELL}(?=[^\n:'\"]{{0,300}}[./])"
SHELL_CREATES = r"[Cc](?:annot|an't) (?:mkdir|create) (?!director|file|temp|socket)(?=[^\s:'\"]{1,300}: )"
JAVA = r"(?:FileNotFoundException|FileSystemException|AccessDeniedException): (?:[^\n:]{1,250} -> )?"

# Voices that need no lead. A link that cannot be made is the refused path, what it points to is not.
LINK = rf"creat(?:e|ing) (?:[a-z]{{1,9}} )?link {QUOTE}(?P<path>{_INSIDE}{{1,300}}){QUOTE} (?:to|[=-]>) [^\n]{{1,300}}: WORDS"
ANYWHERE = f"{_PATH}{_TAIL}"
RUBY = r"WORDS @ (?!apply2files)[\w.]{2,40} - (?:\([^\n,]{1,300}, )?(?P<path>[^\n()]{1,300}[^\s()])"
_PHP_CALLS = "file_put_contents|fopen|touch|mkdir|unlink|rename|copy|rmdir|tempnam|symlink|link|move_uploaded_file|fwrite"
PHP = (
    rf"(?<![\w.])(?:{_PHP_CALLS})\((?:[^\n,()]{{1,250}}, ?)?'?(?P<path>[^\n,()'\"]{{1,250}})'?\): (?:[Ff]ailed to open stream: )?WORDS"
    r"|(?<![\w.])open\((?P<path>/[^\n,()'\"]{1,250}), O_[A-Z|_]{3,30}\) failed: WORDS"
)
ZSH = r"(?:zsh|sh|\.\w{1,4}):(?:\d{1,6}:)? WORDS: (?P<path>[^\n:'\"]{1,300})$"
# `MSG ["P"]` of C++, `path: "P", err: Os { … MSG` of Rust's Debug, `MSG (os error 30) at path "P"` of its tempfile.
PRINTED = (
    r"WORDS(?: \[\"?[^\n\]\"]{1,300}\"?\])? \[\"?(?P<path>[^\n\]\"]{1,300})\"?\]"
    r"|path: \"(?P<path>[^\n\"]{1,300})\", err: Os \{[^\n]{0,80}?WORDS|WORDS \(os error \d{1,3}\) at path \"(?P<path>[^\n\"]{1,300})\""
)
ZSH_FILE = ZSH.replace("(?P<path>", r"(?P<path>(?!/dev/)(?=[^\n:'\"]{0,300}[./])")
_AFTER = (
    rf"WORDS(?: \(os error \d{{1,3}}\))?(?: ?[:,]| at path) ?CALL(?:b?{QUOTE}{_INSIDE}{{1,400}}{QUOTE} ?[-=]> ?)?"
    rf"b?{QUOTE}(?P<path>{_INSIDE}{{1,400}}?)\\{{0,2}}{QUOTE}(?! ?[-=]>)"
    # A logger took Node's quotes away.
    r"|WORDS, CALL(?P<path>(?:[A-Za-z]:[\\/]|~?/)[^\s'\"`:,;()]{1,400})$"
)


def tried(verbs: str) -> str:
    """The lead `cannot VERB …`, for the `verbs` (an alternation) that tell what was tried."""
    return (
        r"(?:[Cc]annot|[Cc]an't|[Cc]an not|[Cc]ould not|[Cc]ouldn't|[Uu]nable to|[Ff]ailed to|[Ee]rror)"
        rf" (?:while |when )?(?:{verbs})(?![\w-])[^\n'\"`/~]{{0,60}}?(?:{QUOTE}{_INSIDE}{{1,300}}{QUOTE} (?:to|as|=>) )?"
    )


def called(syscalls: str) -> str:
    """The lead `open P: MSG` of Go and C++, for the `syscalls` (an alternation) named."""
    return rf"(?<![\w/.'\"-])(?:{syscalls})(?::? |\()"


def tools(names: str) -> str:
    """The lead `tool: P: MSG` of the tools `names` (an alternation), which quote nothing."""
    no_path = "cannot |can't |write error|read error|standard |stdout|stdin"
    return rf"(?<![\w.-])(?:{names}): (?:open failed: |rename [^\n]{{1,250}} to )?(?!{no_path})"


def led(*leads: str) -> str:
    """The voice: one of `leads`, a path that shows it is one (in quotes, from a root, or with a dot or slash), the message."""
    return f"{_alternatives(leads)}{_PATH}{_TAIL}"


def led_to_any(*leads: str) -> str:
    """The voice: one of `leads`, after which any word is the path, then the message."""
    return f"{_alternatives(leads)}{_ANY_PATH}{_TAIL}"


def after(syscalls: str = "") -> str:
    """The voice of runtimes that put the path last (`MSG: 'P'`, `MSG, open 'A' -> 'P'`, `MSG (os error 30) at path "P"`).

    syscalls: an alternation, one of which stands before the path; without it any or none does.
    """
    return _AFTER.replace("CALL", rf"(?:{syscalls}) " if syscalls else r"(?:[a-z]\w{1,20} )?")


def errno(number: str, place: str = "") -> str:
    """The voice of Python's exceptions (`[Errno 13] MSG: 'A' -> 'B'`), for the errno `number` (a pattern)."""
    return (
        rf"\[Errno {number}\] (?:WORDS): b?{QUOTE}(?:{_INSIDE}{{1,300}}{QUOTE} -> b?{QUOTE})?"
        rf"(?P<path>{place}{_INSIDE}{{1,300}}){QUOTE}(?! ->)"
    )


def at(place: str, *voices: str) -> tuple[str, ...]:
    """`voices` whose path passes the lookahead `place`."""
    return tuple(voice.replace("(?P<path>", f"(?P<path>{place}") for voice in voices)


def refused(words: str, *voices: str, unless: str = "") -> str:
    """A pattern for one line on which one of `voices` says `words` (an alternation) of a path.

    unless: a pattern that may not match at the line's start.
    """
    # An output that was printed as JSON has its line ends in escaped form.
    start = rf"(?:^(?=[^\n]{{0,2000}}(?:{words}))|(?<=\\n)(?=[^\n\\]{{0,400}}(?:{words})))" + (f"(?!{unless})" if unless else "")
    return numbered(rf"{start}[^\n]{{0,2000}}?{_alternatives(voices)}".replace("WORDS", rf"(?:{words})(?!\w)"))


def in_steps(words: str, place: str = "") -> str:
    """A pattern for a path at the end of one line and `words` on a line below it, as chains of causes are told.

    place: a lookahead that the path passes.
    """
    return (
        rf"{QUOTE}?(?P<path>{place}(?:{_QUOTED}|{_ROOTED}))\\?{QUOTE}?(?: for writing)?[:.]?\n(?:\n?Caused by:\n)?"
        rf"(?:CMake Error: : System Error: |[^\nA-Za-z]{{0,24}}(?:open: |cause: )?)(?:{words})"
        rf"|to open for writing \((?:{words})\):\n\n {{2,8}}(?P<path__9>{place}[^\n]{{1,300}})$"
    )


def about(words: str, place: str, group: str = "?:") -> str:
    """A pattern for `words` said after or before a path that passes the lookahead `place`, whatever was tried.

    group: how the path's group opens, `?P<path>` to catch it (the caller then tells the two groups apart with `numbered`).
    """
    return (
        rf"(?<![\w.~$/-])(?<!execvp )(?<!sh: )({group}{place}[^\n:'\"`]{{1,300}}?)['\"`’\])]{{0,2}}{_FOR}"
        rf"(?:: |, | ?\((?:\d{{1,3}}: )?)['\"]?(?:{words})"
        rf"|(?:{words})(?: @ \w{{2,40}} - \(?| - (?:[a-z]{{1,12}}\(2\) for )?[\"']|(?::|, \w{{2,20}}) b?{QUOTE})"
        rf"(?:{_INSIDE}{{1,300}}{QUOTE} -> {QUOTE})?({group}{place}(?:(?![‘-‟])[^\n'\"`()]){{1,300}})"
    )


def numbered(pattern: str) -> str:
    """`pattern` with its groups `path` told apart as path, path__2, path__3 …, as the catalogue spells them."""
    first, *rest = pattern.split("(?P<path>")
    return first + "".join(f"(?P<path{f'__{count}' if count > 1 else ''}>{part}" for count, part in enumerate(rest, 1))


def _alternatives(parts: tuple[str, ...]) -> str:
    return f"(?:{'|'.join(parts)})"
