"""Whether a command that failed without a word failed as it does where the sandbox refuses it: its exit code tells."""

from __future__ import annotations

import re
from collections.abc import Callable

from advisor.model import Channel, Confidence, Denial, Excerpt, Need, Origin, ReachHost, ReachLocalService, ResolveName, Rule, WritePath
from advisor.rules.untold import SILENT_CLIENT, SILENT_STASH
from advisor.shell import SimpleCommand, parse

_URL = re.compile(r"(https?)://(?:[^\s/@]{1,200}@)?([\w.-]{1,253})(?::(\d{1,5}))?(?:[/?#]|$)")
_LOOPBACK = re.compile(r"localhost$|127\.[\d.]{1,11}$")


def silent(command: str | None, exit_code: int | None, source: str) -> tuple[Denial, ...]:
    """A possible denial for the last command of a line that ended so without printing anything; none for any other."""
    commands = parse(command or "").commands
    if not commands or exit_code in (None, 0):
        return ()
    simple = commands[-1]
    told = _TOLD.get(simple.program)
    need = told and told(simple, exit_code)
    if not need:
        return ()
    rule: Rule = SILENT_STASH if isinstance(need, WritePath) else SILENT_CLIENT
    excerpt = Excerpt(Origin(source, 1, 1), f"{simple.program}: exit code {exit_code} and no output", Channel.NARRATION)
    return (Denial(rule, need, Confidence.POSSIBLE, (), excerpt, command),)


def _git(simple: SimpleCommand, code: int | None) -> Need | None:
    """`git stash` writes the index before anything else, and says nothing when it may not."""
    at = next((number for number, word in enumerate(simple.words, 1) if word.rpartition("/")[2] == "git"), len(simple.words))
    words = simple.words[at:]
    saves = words[:1] == ("stash",) and (len(words) == 1 or words[1] in ("push", "save") or words[1].startswith("-"))
    return WritePath(".git/index.lock") if saves and code == 1 else None


def _wget(simple: SimpleCommand, code: int | None) -> Need | None:
    """4: network failure; 8: the answer was an error, which for plain http may be the proxy's own."""
    url = _url(simple)
    quiet = _short(simple, "q") or "--quiet" in simple.words
    return _reached(url) if url and quiet and (code == 4 or (code == 8 and url[1] == "http")) else None


def _curl(simple: SimpleCommand, code: int | None) -> Need | None:
    """5 and 6: no such name; 7: not connected; 56 and 97: the proxy refused. `-S` would have told which."""
    url = _url(simple)
    quiet = (_short(simple, "s") or "--silent" in simple.words) and not (_short(simple, "S") or "--show-error" in simple.words)
    if not url or not quiet:
        return None
    return ResolveName(url[2]) if code == 6 else _reached(url) if code in (7, 56, 97) else None


def _getent(simple: SimpleCommand, code: int | None) -> Need | None:
    asks = len(simple.words) == 3 and simple.words[1] in ("hosts", "ahosts", "ahostsv4", "ahostsv6")
    return ResolveName(simple.words[2]) if asks and code == 2 and "." in simple.words[2] else None


_TOLD: dict[str, Callable[[SimpleCommand, int | None], Need | None]] = {"git": _git, "wget": _wget, "curl": _curl, "getent": _getent}


def _short(simple: SimpleCommand, letter: str) -> bool:
    return any(re.fullmatch(r"-[a-zA-Z]{1,12}-?", word) and letter in word for word in simple.words)


def _url(simple: SimpleCommand) -> re.Match[str] | None:
    return next((found for word in simple.words if (found := _URL.match(word))), None)


def _reached(url: re.Match[str]) -> Need:
    host, port = url[2], int(url[3] or (80 if url[1] == "http" else 443))
    return ReachLocalService(port, host) if _LOOPBACK.match(host) else ReachHost(host, port)
