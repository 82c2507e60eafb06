"""Which commands an execution rule may let out of Codex's sandbox, and how the rule reads.

`decision = "allow"` means: runs outside the sandbox, unasked, also in `codex exec`, and only when the whole line is
plain commands that rules cover (no redirection, variable, `cd`, pipe into something else). So only commands that run
nothing of the project's own get one; no rule ever allows `rm`, an interpreter or a runner of other programs.
"""

from __future__ import annotations

import json

from advisor.model import Change, Risk, Scope
from advisor.shell import parse

PROJECT_FILE = ".codex/rules/advise.rules"
BARE_ONLY = "A rule matches bare commands only: not behind `cd`, a variable, a pipe or a redirection."

# program -> subcommands that a rule may name; None: whatever its arguments, it runs nothing else.
# git's are those that run no program which an argument names (not rebase, fetch, bisect, submodule, config).
_RULED: dict[str, frozenset[str] | None] = {
    "docker": frozenset({"images", "info", "inspect", "logs", "ps", "version"}),
    "getent": None,
    "git": frozenset({"add", "branch", "checkout", "cherry-pick", "commit", "merge", "revert", "stash", "switch", "tag", "worktree"}),
    "lsof": None,
    "nvidia-smi": None,
    "ping": None,
    "podman": frozenset({"images", "info", "inspect", "logs", "ps", "version"}),
    "ss": None,
    "systemctl": frozenset({"is-active", "list-units", "status"}),
}


def ruled_words(command: str | None) -> tuple[str, ...] | None:
    """The words of a rule for a command line: the program and its subcommand; None when no rule may cover it."""
    line = parse(command or "")
    if not line.bare:
        return None
    words = line.commands[0].words
    if len(words) < 1 or words[0] not in _RULED:
        return None
    subcommands = _RULED[words[0]]
    if subcommands is None:
        return words[:1]
    return words[:2] if len(words) > 1 and words[1] in subcommands else None


def rule_change(words: tuple[str, ...], scope: Scope, user_config: str) -> Change:
    """The line that lets the command of these words, with any further arguments, run outside the sandbox.

    user_config: the user's config file as shown; Codex reads the rules that stand beside it, wherever CODEX_HOME moved it.
    """
    scope = "user" if scope == "local" else scope
    file = PROJECT_FILE if scope == "project" else f"{user_config.rpartition('/')[0]}/rules/advise.rules"
    line = f'prefix_rule(pattern={json.dumps(list(words))}, decision="allow")'
    return Change(file, "lines", scope, (), line, op="append", role="permission", risk=Risk.BROAD)
