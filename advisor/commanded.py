"""What a command line itself tells of a refusal whose text leaves it out: where it is, what it writes, makes or installs."""

from __future__ import annotations

import re
from functools import cache

from advisor import paths
from advisor.hazards.places import PATH_FOLDERS_HOME
from advisor.model import ListenOnPort, Program, ReachHost
from advisor.programs import installs_of, named
from advisor.shell import parse

_OUTPUT_FLAGS = ("-o", "--output", "-O", "--output-document", "--outfile", "--out")
_MAKE_NEW_ONES = frozenset({
    ("git", "clone"), ("git", "worktree"), ("hg", "clone"), ("cargo", "new"), ("npm", "create"), ("npm", "init"), ("yarn", "create"),
    ("pnpm", "create"), ("rails", "new"), ("django-admin", "startproject"), ("jj", "git"),
})  # fmt: skip
_SOCKET_CALL = r"\.(bind|connect|connect_ex)\(\( ?['\"]([\w.:-]{0,253})['\"], ?(\d{1,5})\)"
# A call in a line of code that fails where the folder exists.
_MAKES_IT_ONCE = r"\bmkdir(?:Sync)?\((?![^\n]{0,200}(?:exist_ok|recursive))|\bos\.makedirs\((?![^\n]{0,200}exist_ok)"


@cache
def changes_to(command: str | None) -> str | None:
    """The folder that the command changes to before anything else (`cd x && make`), as written; None when it does not."""
    first = next(iter(parse(command).commands), None) if command else None
    if first is None or first.program != "cd" or len(first.words) != 2 or first.words[1] == "-":
        return None
    return first.words[1]


def written_by(command: str | None) -> str | None:
    """The one file that the command line itself writes to by a redirection or an output option, when there is just one."""
    if not command:
        return None
    targets: list[str] = []
    for simple in parse(command).commands:
        targets.extend(simple.writes)
        words = iter(simple.words)
        for word in words:
            if word in _OUTPUT_FLAGS:
                targets.append(next(words, ""))
    targets = [target for target in targets if target not in ("", "-") and not target.startswith(("/dev/", "$"))]
    return targets[0] if len(targets) == 1 else None


def programs_of(command: str | None) -> tuple[Program, ...]:
    """The well-known programs that a command line calls, in order."""
    called = parse(command).commands if command else ()
    return tuple(program for simple in called if (program := named(simple.program)))


def makes_a_new_folder(command: str | None) -> bool:
    """Whether the command fails, or does something else, where the folder that it makes exists already.

    A folder that was made and opened for it is not empty either: Codex shows `.git` and its like in every writable folder.
    """
    for simple in parse(command).commands if command else ():
        options = [word for word in simple.words if word.startswith("-")]
        if simple.program == "mkdir" and not any(word == "--parents" or (word[1:2] != "-" and "p" in word) for word in options):
            return True
        verb = next((word for word in simple.words[1:] if not word.startswith("-")), "")
        if simple.program in ("cp", "mv") or (simple.program, verb) in _MAKE_NEW_ONES:
            return True
    return bool(re.search(_MAKES_IT_ONCE, command or ""))


def socket_call(command: str | None) -> ListenOnPort | ReachHost | None:
    """What the one socket call in a line of code is for (`s.bind(('127.0.0.1', 80))`), where the refusal says no more than `socket`."""
    calls = re.findall(_SOCKET_CALL, command or "")
    if len(calls) != 1:
        return None
    ((call, host, port),) = calls
    return ListenOnPort(int(port), host or None) if call == "bind" else ReachHost(host or None, int(port), direct=True)


def installs_below(place: str, home: str | None, command: str | None) -> bool:
    """Whether the command puts programs below `place`, from where they are run by name: what else it keeps there is not enough."""
    below = paths.below_home(place, home)
    if not below or not any(installs_of(simple.words) for simple in (parse(command).commands if command else ())):
        return False
    return any(folder.startswith(f"{below.lower()}/") for folder in PATH_FOLDERS_HOME)
