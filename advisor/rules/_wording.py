"""How programs word a refused file operation: pattern pieces that hold a place for the path.

A voice is a pattern with the mark `WORDS` where the system's message stands and a group `path` where the path stands.
`refused` puts voices together into one pattern that costs nothing on lines without the message.
"""

from __future__ import annotations

_OPEN = "['\"`‘“„«「『]"
_CLOSE = "['\"`’”“»」』]"
_INSIDE = "[^\\n'\"`‘’“”„«»「」『』]"

# ` (30: MSG)`, ` [MSG]`, `: 'MSG'`, `: [Errno 30] MSG`: what stands between a path and the message about it.
_THEN = r"(?:: | ?[(\[](?:\d{1,3}: |OS Error: )?)['\"]?(?:\[Errno \d{1,3}\] )?"
_TAR = r"(?:: Cannot (?:open|mkdir|unlink|rmdir|rename|write|utime|create symlink))?"
_FOR = r"(?: for (?:writing|reading|appending)| failed(?: - \w{1,40})?)?"
# ` for writing`, ` failed`, `; unable to remove target`
_ON = "[^\\n'\"`‘’“”„«»「」『』:/]{0,60}?"

# The Ruby frame `:in `write': ` is no path, whatever its quotes.
_QUOTED = rf"(?<!:in )b?{_OPEN}(?P<path>{_INSIDE}{{1,400}}?)\\{{0,2}}{_CLOSE}"
# Without quotes a path may hold spaces, but of two paths (`rename A B`, `A to B`, `A -> B`) the second is the one refused.
_ONE_PATH = r"(?![^\n:'\"]{0,200} (?:(?:to|->|=>|and) )?[~.]{0,2}/)"
_ROOT = rf"(?<![\w.~$/):\]-])(?P<path>(?:~?/|\.{{1,2}}/|\$[A-Z]{{1,20}}/){_ONE_PATH}[^\n:'\"`,\]]{{0,250}}"
_ROOTED = rf"{_ROOT}?)"
_RELATIVE = r"(?<=\s)(?P<path>(?=[^\s:'\"()]{0,250}[./])[\w@+.$~-][^\s:'\"()]{0,250})"

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

IN_QUOTES = rf"{_QUOTED}{_ON}{_THEN}WORDS"
ROOTED = rf"{_ROOTED}{_FOR}{_TAR}(?:: cannot create|: \w{{2,30}}: permission denied)?{_THEN}WORDS"
RELATIVE = rf"{_RELATIVE}{_FOR}{_TAR}{_THEN}WORDS"
# `MSG: 'P'`, `MSG, open 'P'`, `MSG: 'A' -> 'B'`, `MSG (os error 30) at path "P"`; CALL stands for the system call.
_AFTER = (
    rf"WORDS(?: \(os error \d{{1,3}}\))?(?: ?[:,]| at path) ?CALL (?:b?{_OPEN}{_INSIDE}{{1,400}}{_CLOSE} ?[-=]> ?)?"
    rf"b?{_OPEN}(?P<path>{_INSIDE}{{1,400}}?)\\{{0,2}}{_CLOSE}(?! ?[-=]>)"
)
RUBY = r"WORDS @ (?!apply2files)[\w.]{2,40} - (?:\([^\n,]{1,300}, )?(?P<path>[^\n()]{1,300}[^\s()])"
_PHP_CALLS = "file_put_contents|fopen|touch|mkdir|unlink|rename|copy|rmdir|tempnam|symlink|link|move_uploaded_file|fwrite"
PHP = rf"(?<![\w.])(?:{_PHP_CALLS})\((?:[^\n,()]{{1,250}}, ?)?(?P<path>[^\n,()]{{1,250}})\): (?:[Ff]ailed to open stream: )?WORDS"
SHELL = (
    r"(?:: (?:line|ligne|Zeile|línea|riga|linha|行|строка) ?\d{1,6} ?: |(?<![\w.-])\w{0,3}sh: (?:\d{1,6}: )?)"
    r"(?!cannot |can't |socket|connect|write error|fork|\S{0,60}/s?bin/)(?P<path>[^\n:'\"]{1,300}): WORDS"
)
SHELL_CREATES = r"[Cc](?:annot|an't) (?:mkdir|create) (?P<path>[^\s:'\"]{1,300}): WORDS"
ZSH = r"(?:zsh|sh|\.\w{1,4}):(?:\d{1,6}:)? WORDS: (?P<path>[^\n:'\"]{1,300})"
# A lookahead for SHELL and ZSH, where the word may also be a program or a builtin.
A_FILE_NAME = r"(?!/dev/)(?=[^\n:'\"]{0,300}[./])"


def after(syscalls: str = "") -> str:
    """The voice of runtimes that put the path last (Node, Python, Deno, .NET): after one of `syscalls`, or after any or none."""
    return _AFTER.replace("CALL ", rf"(?:{syscalls}) " if syscalls else r"(?:[a-z]\w{1,20} )?")


def tools(names: str) -> str:
    """The voice `tool: P: MSG` of the tools `names` (an alternation), which quote nothing."""
    no_path = "cannot |can't |write error|read error|standard |stdout|stdin"
    return (
        rf"(?<![\w.-])(?:{names}): (?:open failed: |rename [^\n]{{1,250}} to )?(?!{no_path})(?P<path>[^\n:'\"]{{1,300}}?){_TAR}: WORDS"
    )


def tried(verbs: str) -> str:
    """The voice `cannot VERB … P: MSG`, for the `verbs` (an alternation) that tell what was tried."""
    place = _alternatives((rf"{_QUOTED}{_ON}", rf"{_ROOTED}{_FOR}", rf"{_RELATIVE}{_FOR}"))
    return (
        r"(?:[Cc]annot|[Cc]an't|[Cc]an not|[Cc]ould not|[Cc]ouldn't|[Uu]nable to|[Ff]ailed to|[Ee]rror)"
        rf" (?:while |when )?(?:{verbs})(?![\w-])[^\n'\"`‘“/~]{{0,60}}?(?:{_OPEN}{_INSIDE}{{1,300}}{_CLOSE} (?:to|as|=>) )?"
        rf"{place}{_THEN}WORDS"
    )


def called(syscalls: str) -> str:
    """The voice `open P: MSG` of Go and C++, for the `syscalls` (an alternation) named."""
    return rf"(?<![\w/.'\"-])(?:{syscalls}):? {_alternatives((_ROOTED, _RELATIVE))}: WORDS"


def java(exceptions: str = "FileNotFoundException|FileSystemException|AccessDeniedException") -> str:
    """The voice `FileNotFoundException: P (MSG)` and `FileSystemException: A -> B: MSG`."""
    return rf"(?:{exceptions}): (?:[^\n:]{{1,250}} -> )?(?P<path>[^\n:'\"]{{1,300}}?)(?: \(|: )WORDS"


def at(place: str, *voices: str) -> tuple[str, ...]:
    """`voices` whose path passes the lookahead `place`."""
    return tuple(voice.replace("(?P<path>", f"(?P<path>{place}") for voice in voices)


def refused(words: str, *voices: str) -> str:
    """A pattern for one line on which one of `voices` says `words` (an alternation) of a path."""
    line = rf"(?:^|(?<=\\n))(?=[^\n]{{0,2000}}(?:{words}))[^\n]{{0,2000}}?"
    return numbered(line + _alternatives(voices).replace("WORDS", rf"(?:{words})(?!\w)"))


def in_steps(words: str) -> str:
    """A pattern for a path at the end of one line and `words` on a line below it, as chains of causes are told."""
    return numbered(
        rf"(?:{_QUOTED}|{_ROOT}))(?: for writing)?[:.]?\n(?:\n?Caused by:\n)?"
        rf"(?:CMake Error: : System Error: |[ \t│├╰─▶→0-9:]{{0,24}}(?:open: |cause: )?)(?:{words})"
    )


def numbered(pattern: str) -> str:
    """`pattern` with its groups `path` told apart as path, path__2, path__3 …, as the catalogue spells them."""
    first, *rest = pattern.split("(?P<path>")
    return first + "".join(f"(?P<path{f'__{count}' if count > 1 else ''}>{part}" for count, part in enumerate(rest, 1))


def _alternatives(voices: tuple[str, ...]) -> str:
    return f"(?:{'|'.join(voices)})"
