"""Makes evidence safe to show: strips what steers terminals and readers, shortens, redacts, fences.

The output that `advise` reads is the attacker's text (DESIGN §6); nothing of it reaches a reader but through here.
"""

from __future__ import annotations

import re
from functools import cache

REDACTED = "[redacted]"

# ESC sequences: CSI, OSC and the other string kinds (DCS, SOS, PM, APC), then any two-byte one. Bounded, so that a
# hostile unterminated OSC costs no more than its bound; the last alternative takes every ESC that is left.
_ESCAPES = re.compile(
    r"\x1b\[[0-?]{0,64}[ -/]{0,16}[@-~]|\x1b[\]PX^_][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)?|\x1b[ -/]{0,4}[0-~]?"
    r"|\x9b[0-?]{0,64}[ -/]{0,16}[@-~]"
)
# Everything else that shows nothing or reorders what is shown: C0/C1 controls but tab and newline, zero-width and
# bidirectional controls, separators that end lines elsewhere, interlinear marks, tags, variation selectors, surrogates.
# U+FFFD stays: it stands for bytes that were not UTF-8, and a path without it would be another path.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\ufffe\uffff\ud800-\udfff"
    "\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)

# Patterns of secrets, each behind literals of which one stands in every match: most texts hold none, and compiling the
# patterns costs more than all else here. The first kind runs on the text with A-Z made small (re.IGNORECASE costs ten
# times as much); in all of them the group `keep` stays and the rest of the match becomes REDACTED.
_NAMES = ("token", "secret", "passw", "passphrase", "key", "_auth")
_NAMED: tuple[tuple[tuple[str, ...], str], ...] = (
    # user:password@ of any URL; the second also takes a password with a slash in it
    (("://",), r"(?P<keep>\b[a-z][a-z0-9+.-]{1,20}://)(?!git@)[^\s/'\"<>]{1,512}(?=@)"),
    (("://",), r"(?P<keep>\b[a-z][a-z0-9+.-]{1,20}://)[^\s/:@'\"<>]{1,128}:(?!\d{1,5}/)[^\s@'\"<>]{1,256}(?=@)"),
    # NAME=value, name: value and "name": "value", where the name says that the value is a secret; not a path's last part
    (
        _NAMES,
        r"(?P<keep>(?<![\w./\\-])[a-z0-9_.-]{0,40}(?:token|secret|passw(?:or)?d|passphrase|api[_-]?key|access[_-]?key|private[_-]?key|_auth)"
        r"[a-z0-9_]{0,20}[\"']?\s{0,3}[:=]\s{0,3})(?:\"[^\"\n]{1,4096}\"?|'[^'\n]{1,4096}'?|[^\s\"',;&]{4,4096})",
    ),
    (
        ("credential", "signature"),
        r"(?P<keep>(?<![\w./\\-])[a-z0-9_.-]{0,40}(?:credentials?|signature)[a-z0-9_]{0,20}=)[^\s\"',;&]{4,4096}",
    ),
    # --token value
    (_NAMES, r"(?P<keep>(?<!\S)--?[a-z-]{0,30}(?:token|secret|password|passphrase|api-?key)[ \t]{1,3})[^\s-]\S{3,4096}"),
    (("bearer", "basic"), r"(?P<keep>\b(?:bearer|basic)[ \t]{1,3})[a-z0-9+/=._~-]{8,4096}"),
    (("authorization:",), r"(?P<keep>\b(?:proxy-)?authorization:[^\S\n]{0,3})\S[^\n]{0,4096}"),
    (("cookie:",), r"(?P<keep>\b(?:set-)?cookie:[^\S\n]{0,3})\S[^\n]{0,4096}"),
    (("private key-----",), r"(?P<keep>-----begin [a-z ]{0,30}private key-----)[^-]{1,8192}"),
)
# Tokens that carry their maker's mark.
_MARKS = (
    *("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "npm_", "sk-", "k_live_", "k_test_", "glpat-", "xox"),
    *("AKIA", "ASIA", "AIza", "hf_", "pypi-", "eyJ"),
)
_MARKED = (
    r"(?P<keep>)\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_\w{20,255}|npm_[A-Za-z0-9]{30,64}|sk-[A-Za-z0-9_-]{16,200}"
    r"|[rs]k_(?:live|test)_\w{16,200}|glpat-[\w-]{16,64}|xox[abeprs]-[\w-]{10,200}|A[KS]IA[0-9A-Z]{16}|AIza[\w-]{35}|hf_[A-Za-z0-9]{20,64}"
    r"|pypi-[\w-]{16,255}|eyJ[\w-]{10,2048}\.[\w-]{4,2048}\.[\w-]{4,2048})"
)
_SMALL = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


def plain(text: str, gap: str = "") -> str:
    """`text` without escape sequences and invisible or direction-changing characters; `\\r\\n` becomes `\\n`, a lone `\\r` a space.

    gap: what stands for such characters inside a word: a name without them would be another name.
    """
    text = _ESCAPES.sub("", text)
    if "\r" in text:
        text = re.sub(r"\r{1,16}\n", "\n", text).replace("\r", " ")
    if not gap:
        return _INVISIBLE.sub("", text)
    text = re.sub("[\x07\x0e\x0f]", "", text)  # a terminal's bell and its changes of alphabet are in no name
    return re.sub(_INVISIBLE.pattern + "{1,4096}", lambda found: gap if _in_a_word(found) else "", text)


def _in_a_word(found: re.Match[str]) -> bool:
    before, after = found.string[max(0, found.start() - 1) : found.start()], found.string[found.end() : found.end() + 1]
    return bool(before.strip() and after.strip())


def redact(text: str) -> str:
    """`text` with every password, token and key in a known form replaced by `[redacted]`."""
    for literals, pattern in _NAMED:
        small = text.translate(_SMALL)
        if any(literal in small for literal in literals):
            text = _without(_compiled(pattern), text, small)
    if any(mark in text for mark in _MARKS):
        text = _without(_compiled(_MARKED), text, text)
    return text


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _without(pattern: re.Pattern[str], text: str, seen: str) -> str:
    """`text` less the secrets that `pattern` finds in `seen`, a text of the same length."""
    kept, start = [], 0
    for found in pattern.finditer(seen):
        kept += [text[start : found.end("keep")], REDACTED]
        start = found.end()
    return "".join([*kept, text[start:]])


def shorten(text: str, limit: int) -> str:
    """`text` in at most `limit` characters (4 or more), its middle replaced by ` … ` when it is longer."""
    if len(text) <= limit:
        return text
    head = (limit - 3) * 2 // 3
    return f"{text[:head]} … {text[len(text) - (limit - 3 - head) :]}"


def clean(text: str) -> str:
    """`text`, whatever its length and lines, plain and redacted."""
    return redact(plain(text))


def excerpt(text: str, lines: int = 4, width: int = 200) -> str:
    """Evidence ready to show: plain, redacted, at most `lines` lines of at most `width` characters each."""
    rows = clean(text).split("\n")
    if len(rows) > lines:
        rows = [*rows[: lines - 1], f"… {len(rows) - lines + 1} more lines"]
    return "\n".join(shorten(row.rstrip(), width) for row in rows)


def inline(text: str, width: int = 200) -> str:
    """A value from the evidence (a path, a host, a command) ready to stand inside one line of ours."""
    return shorten(" ".join(clean(text).split()), width)


def fence_for(text: str) -> str:
    """A run of backticks longer than any inside `text`, three at least: no line of `text` can close it."""
    return "`" * max(3, _longest_run(text) + 1)


def fenced(text: str, lines: int = 4, width: int = 200, label: str = "program-output") -> str:
    """Evidence for a model: a fence longer than any run of backticks inside, labelled as a program's output."""
    shown = excerpt(text, lines, width)
    fence = fence_for(shown)
    return f"{fence}{label}\n{shown}\n{fence}"


def code(text: str, width: int = 200) -> str:
    """A value from the evidence as a Markdown code span that nothing inside can end."""
    shown = inline(text, width)
    run = "`" * (_longest_run(shown) + 1)
    space = " " if shown[:1] in ("", "`") or shown[-1:] == "`" else ""
    return f"{run}{space}{shown}{space}{run}"


def markdown(text: str) -> str:
    """Prose of ours that may hold values from the evidence, in one line: links, images and tags outside its code spans stay text."""
    parts = " ".join(clean(text).split()).split("`")
    return "`".join(part if at % 2 and at < len(parts) - 1 else re.sub(r"([\\\[\]<>*])", r"\\\1", part) for at, part in enumerate(parts))


def _longest_run(text: str) -> int:
    return max(map(len, re.split("[^`]", text)))
