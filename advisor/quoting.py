"""Makes evidence safe to show: strips what steers terminals and readers, shortens, redacts, fences.

The output that `advise` reads is the attacker's text (DESIGN §6); nothing of it reaches a reader but through here.
"""

from __future__ import annotations

import re

# ESC sequences: CSI, OSC and the other string kinds (DCS, SOS, PM, APC), then any two-byte one. Bounded, so that a
# hostile unterminated OSC costs no more than its bound.
_ESCAPES = re.compile(r"\x1b\[[0-?]{0,64}[ -/]{0,16}[@-~]|\x1b[\]PX^_][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)?|\x1b[ -/]{0,4}[0-~]?|\x9b[0-?]{0,64}[ -/]{0,16}[@-~]")
# Everything else that shows nothing or reorders what is shown: C0/C1 controls but tab and newline, zero-width and
# bidirectional controls, separators that end lines elsewhere, interlinear marks, tags, variation selectors, surrogates.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\ud800-\udfff\U000e0000-\U000e0fff]"
)
_SECRETS = (
    # user:password@ of any URL
    re.compile(r"(?P<keep>\b[A-Za-z][A-Za-z0-9+.-]{1,20}://)[^\s/@'\"]{1,512}@"),
    # NAME=value and "name": "value" where the name says that the value is a secret
    re.compile(
        r"(?P<keep>\b[A-Za-z0-9_.-]{0,40}(?:TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIALS?|_authToken|_auth)"
        r"[A-Za-z0-9_]{0,20}[\"']?\s{0,3}[:=]\s{0,3}[\"']?)[^\s\"',;]{4,4096}",
        re.IGNORECASE,
    ),
    re.compile(r"(?P<keep>\b(?:Bearer|Basic)\s{1,3})[A-Za-z0-9+/=._~-]{8,4096}"),
    re.compile(r"(?P<keep>\bProxy-Authorization:\s{0,3}\S{1,20}\s{0,3})\S{1,4096}"),
    # tokens that carry their maker's mark
    re.compile(r"(?P<keep>)\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_\w{20,255}|npm_[A-Za-z0-9]{30,64}|sk-[A-Za-z0-9_-]{16,200}"
               r"|glpat-[\w-]{16,64}|xox[abprs]-[\w-]{10,200}|AKIA[0-9A-Z]{16}|pypi-[\w-]{16,255}|eyJ[\w-]{10,2048}\.[\w-]{4,2048}\.[\w-]{4,2048})"),
)


def plain(text: str) -> str:
    """`text` without escape sequences and invisible or direction-changing characters; `\\r\\n` becomes `\\n`, a lone `\\r` a space."""
    text = _ESCAPES.sub("", text)
    if "\r" in text:
        text = re.sub(r"\r{1,16}\n", "\n", text).replace("\r", " ")
    return _INVISIBLE.sub("", text)


def redact(text: str) -> str:
    """`text` with every password, token and key in a known form replaced by `[redacted]`."""
    for pattern in _SECRETS:
        text = pattern.sub(lambda found: f"{found['keep']}[redacted]" + ("@" if found[0].endswith("@") else ""), text)
    return text


def shorten(text: str, limit: int) -> str:
    """`text` in at most `limit` characters, its middle replaced by ` … ` when it is longer."""
    if len(text) <= limit:
        return text
    head = (limit - 3) * 2 // 3
    return f"{text[:head]} … {text[len(text) - (limit - 3 - head):]}"


def excerpt(text: str, lines: int = 4, width: int = 200) -> str:
    """Evidence ready to show: plain, redacted, at most `lines` lines of at most `width` characters each."""
    rows = redact(plain(text)).split("\n")
    if len(rows) > lines:
        rows = [*rows[: lines - 1], f"… {len(rows) - lines + 1} more lines"]
    return "\n".join(shorten(row.rstrip(), width) for row in rows)


def inline(text: str, width: int = 200) -> str:
    """A value from the evidence (a path, a host, a command) ready to stand inside one line of ours."""
    return shorten(" ".join(redact(plain(text)).split()), width)


def fenced(text: str, lines: int = 4, width: int = 200) -> str:
    """Evidence for a model: a fence longer than any run of backticks inside, labelled as a program's output."""
    shown = excerpt(text, lines, width)
    longest = max((len(run) for run in re.findall(r"`+", shown)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}program-output\n{shown}\n{fence}"
