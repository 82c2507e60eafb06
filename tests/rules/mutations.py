"""The ways in which the same output is printed elsewhere: other names, quotes, prefixes, line ends, widths and colours."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable

Mutation = Callable[[str], str]

# Names that a case may hold -> names of another machine, as long or longer, with the marks that names may have.
_PLACES = (
    ("/home/dev/", "/home/r2.d-2_x/"),
    ("/Users/dev/", "/Users/robin.smith/"),
    ("/srv/lab/", "/srv/teams/ci-7/"),
    ("/acme/", "/web-shop_2/"),
)
_HOST = re.compile(r"(?<![\w.@-])(?:[a-z][\w-]{0,40}\.){1,4}(?:example|test|invalid)\b|(?<![\w.@/-])example\.com\b")
_QUOTED_PATH = re.compile(r"(?<=[\s(])(['\"`‘])((?:[~.]{0,2}/|\.[a-z])[^'\"`‘’\n\\]{1,200})['\"`’](?=[\s:,.);]|$)", re.MULTILINE)
_WORD = re.compile(r"[^\s\x1b]+")


def elsewhere(text: str) -> str:
    """Other people's folders."""
    for old, new in _PLACES:
        text = text.replace(old, new)
    return text


def other_hosts(text: str) -> str:
    """Other hosts, each the same one wherever it stands."""
    return _HOST.sub(lambda found: f"m{len(found[0])}-eu.depot.example", text)


def quoted_with(opening: str, closing: str) -> Mutation:
    """Paths in other quotes; an output that is data keeps its own."""

    def quoted(line: str) -> str:
        is_data = line.lstrip()[:1] in ("{", "[", "<")
        return line if is_data else _QUOTED_PATH.sub(rf"{opening}\g<2>{closing}", line)

    return lambda text: "\n".join(map(quoted, text.split("\n")))


def prefixed(prefix: str) -> Mutation:
    """The same text before every line that says anything."""
    return lambda text: "\n".join(prefix + line if line.strip() else line for line in text.split("\n"))


def wrapped_at_words(text: str) -> str:
    """Lines of 80 columns, broken between words, as cmake, terraform and rich break what they print; the rest is indented."""
    lines = (textwrap.wrap(line, 80, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False) for line in text.split("\n"))
    return "\n".join("\n".join(parts) for parts in lines)


def cut_at_the_margin(text: str) -> str:
    """Lines of 80 columns, cut wherever that is, as a copy from a terminal has them."""
    return "\n".join("\n".join(line[at : at + 80] for at in range(0, max(1, len(line)), 80)) for line in text.split("\n"))


def with_dos_line_ends(text: str) -> str:
    return text.replace("\n", "\r\n")


def coloured_lines(text: str) -> str:
    return "\n".join(f"\x1b[1;31m{line}\x1b[0m" if line else line for line in text.split("\n"))


def coloured_words(text: str) -> str:
    return _WORD.sub("\x1b[38;5;160m\\g<0>\x1b[39m", text)


def in_a_log(text: str) -> str:
    """Between the lines of a run that went well up to there."""
    before = "".join(f"[{step}/40] Compiling src/part_{step}.c\n" for step in range(1, 41))
    return f"{before}{text}\n2 warnings generated.\nDone in 3.20s.\n"


MUTATIONS: dict[str, Mutation] = {
    "elsewhere": elsewhere,
    "other hosts": other_hosts,
    "curly quotes": quoted_with("‘", "’"),
    "single quotes": quoted_with("'", "'"),
    "double quotes": quoted_with('"', '"'),
    "backquotes": quoted_with("`", "`"),
    "old GNU quotes": quoted_with("`", "'"),
    "npm error": prefixed("npm error "),
    "npm ERR!": prefixed("npm ERR! "),
    "a time": prefixed("2026-11-29T10:00:01.123Z "),
    "a clock": prefixed("12:01:33 "),
    "a step": prefixed("[1/4] "),
    "an annotation": prefixed("##[error]"),
    "a task": prefixed("app:build: "),
    "a scoped task": prefixed("@acme/web:test: "),
    "a named process": prefixed("[web] "),
    "a job of the CI": prefixed("build\tRun tests\t2026-11-29T10:00:01.1234567Z "),
    "a frame": prefixed("│ "),
    "an indentation": prefixed("    "),
    "wrapped": wrapped_at_words,
    "cut": cut_at_the_margin,
    "CRLF": with_dos_line_ends,
    "coloured lines": coloured_lines,
    "coloured words": coloured_words,
    "in a log": in_a_log,
}
