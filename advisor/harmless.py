"""Which commands need nothing that a sandbox could refuse: words alone, so that the commonest ones cost no more than a look at them."""

from __future__ import annotations

# Programs that need nothing but to read, and to write where the command line says.
HARMLESS = frozenset({
    "[", "awk", "basename", "cal", "cat", "cd", "cmp", "column", "comm", "cut", "date", "df", "diff", "dirname", "du", "echo", "env",
    "expr", "false", "fd", "file", "find", "fold", "grep", "head", "hostname", "id", "jq", "less", "ls", "md5sum", "more", "nl",
    "nproc", "od", "paste", "printenv", "printf", "pwd", "readlink", "realpath", "rg", "seq", "sha256sum", "sleep", "sort", "stat",
    "strings", "sum", "tail", "test", "tr", "tree", "true", "tty", "uname", "uniq", "wait", "wc", "which", "whoami", "xxd", "yes",
    "yq", "exit", "set", "type", "export",
})  # fmt: skip
# Of those and others, the programs that read what they are given: a place may be closed to reads.
READERS = frozenset({"cat", "head", "tail", "less", "more", "base64", "xxd", "od", "source", "."})
# Words of git that only look at the repository.
GIT_READS_ONLY = frozenset({
    "status", "log", "diff", "show", "blame", "grep", "ls-files", "rev-parse", "describe", "shortlog", "help", "version",
})  # fmt: skip
# What makes a shell do more than the words say, or write somewhere.
_MORE = frozenset("$`<>\\(){}&!*?[]=~")


def is_harmless(command: str) -> bool:
    """Whether every command of a line is known to need nothing; False where that takes more than a look at the words."""
    for parting in ("&&", "||", "|", "\n"):
        command = command.replace(parting, ";")
    if _MORE.intersection(command):
        return False
    calls = [call.split() for call in command.split(";") if call.strip()]
    return bool(calls) and all(map(_needs_nothing, calls))


def _needs_nothing(words: list[str]) -> bool:
    if words[0] == "git":
        return words[1:2] != [] and words[1] in GIT_READS_ONLY
    return words[0] in HARMLESS and words[0] not in READERS and words[0] != "env"
