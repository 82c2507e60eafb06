"""What a git command will need: its own folder, the remote that its config names, and what makes git run programs.

Source: gitrepository-layout(5) and each command's manual page, on what it writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.foresight.seen import Called, Client, Foreseen
from advisor.harmless import GIT_READS_ONLY
from advisor.model import ReachHost, WritePath

_WRITES = frozenset({
    "add", "am", "apply", "bisect", "branch", "checkout", "cherry-pick", "clean", "commit", "fetch", "gc", "merge", "mv", "notes", "prune",
    "pull", "rebase", "reset", "restore", "revert", "rm", "stash", "switch", "tag", "update-index", "update-ref",
})  # fmt: skip
_WRITES_CONFIG = frozenset({"submodule", "remote", "sparse-checkout", "maintenance"})
_REACHES = frozenset({"fetch", "pull", "push", "ls-remote", "clone", "submodule"})
_SCP_LIKE = r"(?:[^@/\s]{1,64}@)?([A-Za-z0-9][A-Za-z0-9.-]{0,252}):(?!//)\S{1,4096}"
_URL = r"(https?|ssh|git|git\+ssh)://(?:[^@/\s]{1,256}@)?(\[[^\]]{1,64}\]|[^:/\s]{1,253})(?::(\d{1,5}))?(?:/\S{0,4096})?"
_PORTS = {"https": 443, "http": 80, "ssh": 22, "git+ssh": 22, "git": 9418}


def git_needs(called: Called, git_folder: str, config: str | None) -> Iterator[Foreseen]:
    """The needs of one git call. git_folder: where this checkout's git files are, as the user would write it."""
    verb, words = called.verb, called.plain
    listing = verb in ("branch", "tag", "stash", "remote", "notes", "bisect") and len(words) == 1 and verb != "stash"
    if verb in _WRITES and not listing:
        yield Foreseen(WritePath(f"{git_folder}/index.lock"), f"git {verb} writes in the repository's git folder")
    if verb == "init":
        yield Foreseen(WritePath(".git", folder=True), "git init makes it")
    if verb == "worktree" and len(words) > 1 and words[1] == "add":
        yield Foreseen(WritePath(f"{git_folder}/worktrees", folder=True), "git keeps every worktree's own files there")
    if _changes_config(called) and verb != "clone":
        at = "~/.gitconfig" if "--global" in called.arguments else f"{git_folder}/config"
        yield Foreseen(WritePath(at), f"git {verb} writes there")
    if verb in _REACHES and not (verb == "submodule" and words[1:2] not in (("add",), ("update",))):
        yield from _remote(called, config)


def reads_only(called: Called) -> bool:
    """Whether the call is known to need nothing but to read."""
    return called.verb in GIT_READS_ONLY or (called.verb in ("branch", "tag", "remote") and len(called.plain) == 1)


def _changes_config(called: Called) -> bool:
    verb, words = called.verb, called.plain
    if verb == "config":
        return len(words) > 2 or any(word.startswith(("--unset", "--add", "--edit")) for word in called.arguments)
    if verb in ("push", "branch", "checkout", "switch"):
        return any(word in ("-u", "--set-upstream", "--track", "-t", "--set-upstream-to") for word in called.arguments)
    if verb == "remote":
        return words[1:2] in (("add",), ("remove",), ("rename",), ("set-url",))
    return verb in _WRITES_CONFIG


def _remote(called: Called, config: str | None) -> Iterator[Foreseen]:
    """The host of the remote that the call names, or of the one that git takes by itself."""
    named = next((word for word in called.plain[1:] if _address(word)), None)
    if named is None:
        remotes = dict(_remotes(config or ""))
        chosen = next((word for word in called.plain[1:] if word in remotes), "origin")
        named = remotes.get(chosen) or next(iter(remotes.values()), None)
    found = _address(named or "")
    if found is None:
        if named is None:
            yield Foreseen(ReachHost(), f"git {called.verb} talks to its remote, which the repository's config does not name")
        return
    scheme, host, port = found
    client: Client = "git-ssh" if scheme in ("ssh", "git+ssh") else "direct" if scheme == "git" else "proxy"
    yield Foreseen(ReachHost(host, port), f"git {called.verb} talks to its remote over {scheme}", client)


def _remotes(config: str) -> Iterator[tuple[str, str]]:
    """(name, url) of every remote in a git config text."""
    name = None
    for line in config.splitlines():
        if section := re.match(r'\s{0,20}\[\s{0,9}([A-Za-z0-9.-]{1,40})(?:\s{1,9}"([^"]{1,200})")?\s{0,9}\]', line):
            name = section[2] if section[1] == "remote" else None
        elif name and (found := re.match(r"\s{0,20}url\s{0,9}=\s{0,9}(\S{1,2000})", line)):
            yield name, found[1]


def _address(text: str) -> tuple[str, str, int | None] | None:
    """(scheme, host, port) of a remote's address; None for a path or a name."""
    if found := re.fullmatch(_URL, text):
        return found[1], found[2].strip("[]"), int(found[3]) if found[3] else _PORTS[found[1]]
    if (found := re.fullmatch(_SCP_LIKE, text)) and len(found[1]) > 1:  # a single letter is a drive
        return "ssh", found[1], 22
    return None
