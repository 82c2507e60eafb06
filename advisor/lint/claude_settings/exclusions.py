"""`excludedCommands`: entries that take nothing out of the sandbox, or far more than they say."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from advisor.hazards.commands import judge_command
from advisor.lint.claude_settings._reading import RUN, SEEN, permission_rules, project, put, removed, said, sandbox, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule
from advisor.model.lint import Edit, Fix

_AT = ("sandbox", "excludedCommands")
_LONGEST = 400  # characters of a command's beginning that are compared
_BARE = re.compile(r"[^\s*():]{1,200}")
_WRAPPED = re.compile(r"(?P<tool>[A-Z][A-Za-z]{2,30})\((?P<inner>.{0,1000})\)")
# Calls that the sandbox keeps inside whatever the entries say, as they run other programs.
_STAYS = re.compile(
    r"(?:(?:npx|env|xargs|sudo|command)(?: |$)|(?:bun|deno) run(?: |$)|(?:ba|z|)sh -c|python3? (?:-c|-)(?: |$)|node (?:-e|--eval)"
    r"|git (?:-C|-c|--git-dir|worktree add|rebase -x|hook run|config alias)|docker -H|cd )"
)


def _bare(config: Config) -> Iterator[Fault]:
    for path, entry in config.strings(*_AT):
        if _BARE.fullmatch(entry.strip()) and not _STAYS.match(entry.strip()):
            meant = f"{entry.strip()} *"
            message = f"{said(entry)} matches only that exact command without further arguments; {said(meant)} is meant"
            yield Fault(path, message, put(path, meant, f"write {said(meant)}: it matches the bare command, too"))


def _wrapped(config: Config) -> Iterator[Fault]:
    for path, entry in config.strings(*_AT):
        if found := _WRAPPED.fullmatch(entry.strip()):
            message = f"{said(entry)} matches nothing: an entry is the inside of such a rule"
            yield Fault(path, message, put(path, found["inner"], f"write {said(found['inner'])}"))


def _unmatchable(config: Config) -> Iterator[Fault]:
    for path, entry in config.strings(*_AT):
        why = _why_never(entry)
        if why:
            yield Fault(path, f"{said(entry)} takes nothing out of the sandbox: {why}", removed(path, "leave it out", safe=True))


def _why_never(entry: str) -> str | None:
    text = entry.strip()
    if not text:
        return "it is empty"
    if re.search(r"(?<![\w\\])(?:&&|\|\|?|;)(?!\w)|[<>]|\$\(|`", text):
        return "an entry is one command; every part of a chain or pipe needs an entry of its own, and redirects and $(…) always stay inside"
    if re.match(r"[A-Za-z_][A-Za-z0-9_]{0,100}=", text):
        return "a call that begins with VAR=value always stays inside"
    if _STAYS.match(text):
        return "what runs other programs always stays inside"
    return None


def _wide(config: Config) -> Iterator[Fault]:
    for path, entry in config.strings(*_AT):
        text = entry.strip()
        program, _, rest = text.replace(":*", " *").partition(" ")
        if text in ("*", "**", ":*"):
            message = f"{said(entry)} takes every simple command, chain and pipe out of the sandbox"
            yield Fault(path, message, removed(path, "name the commands that need it"))
        elif rest.strip() in ("*", "**") and not _STAYS.match(text) and (why := judge_command((program,)).why):
            message = f"{said(entry)} is a wide hole: {why[:1].lower()}{why[1:].rstrip('.')}"
            yield Fault(path, message, removed(path, f"name the sub-command that needs it, as in {said(program + ' SUBCOMMAND *')}"))


def _one_spelling(config: Config) -> Iterator[Fault]:
    for path, entry in config.strings(*_AT):
        text = entry.strip()
        if re.match(r"[/~][^ ]{0,200}/", text):
            yield Fault(path, f"{said(entry)} matches that spelling only; the same program called by its name stays in the sandbox")
        elif re.match(r"[A-Z]{2}", text) and text.split(" ")[0].isupper() and "(" not in text:
            yield Fault(path, f"{said(entry)}: capitals count, so only a command spelt so matches")


def _unpaired(config: Config) -> Iterator[Fault]:
    allowed = _Allowed.of(config)
    for path, entry in config.strings(*_AT):
        text = entry.strip()
        if _why_never(text) or _WRAPPED.fullmatch(text) or allowed.covers(text):
            continue
        pair = f"Bash({text})"
        message = f"{said(entry)} has no allow rule in this file: outside the sandbox it asks like any command, and is refused in -p"
        edit = Edit("append", ("permissions", "allow"), pair)
        yield Fault(path, message, Fix(f"add {said(pair)} to permissions.allow if it shall not ask", (edit,)))


class _Allowed(NamedTuple):
    """What the Bash allow rules of a file let run: everything, or what begins so (the same in order)."""

    everything: bool
    beginnings: frozenset[str]
    ordered: tuple[str, ...]

    @classmethod
    def of(cls, config: Config) -> _Allowed:
        inner = [rule.inner for rule in permission_rules(config, "allow") if rule.tool == "Bash"]
        beginnings = frozenset(_beginning(text) for text in inner if text is not None)
        return cls(None in inner or "" in beginnings, beginnings, tuple(sorted(beginnings)))

    def covers(self, entry: str) -> bool:
        """Whether a rule lets (a part of) what the entry takes out run without asking."""
        own = _beginning(entry)
        following = self.ordered[(at := bisect_left(self.ordered, own)) : at + 1]
        return (
            self.everything
            or any(beginning.startswith(own) for beginning in following)
            or any(own[:end] in self.beginnings for end in range(1, min(len(own), _LONGEST)))
        )


def _beginning(text: str) -> str:
    """What stands before the first star or colon."""
    return re.split(r"[*:]", text, maxsplit=1)[0].strip()


RULES = (
    LintRule(
        id="claude-settings/bare-exclusion",
        title="An excluded command that matches only without arguments",
        explanation=(
            'An entry is compared with the whole call: "docker" takes `docker` out of the sandbox and leaves `docker ps` in it. A '
            "trailing ` *` or `:*` matches the bare command as well as every call with arguments."
        ),
        severity="warn",
        check=_bare,
        source=f"{RUN}; public reports anthropics/claude-code#10524, #26674",
        seen_on=SEEN,
        examples=(project(sandbox('"excludedCommands": ["docker"]')), user('{"sandbox": {"excludedCommands": ["./mvnw", "gh *"]}}')),
        near_misses=(project(sandbox('"excludedCommands": ["docker *", "gh:*", "git status", "make*"]')),),
    ),
    LintRule(
        id="claude-settings/wrapped-exclusion",
        title="An excluded command written as a permission rule",
        explanation="An entry is what stands inside a Bash rule. With the word and the brackets round it, it matches no command at all.",
        severity="warn",
        check=_wrapped,
        source=RUN,
        seen_on=SEEN,
        examples=(project(sandbox('"excludedCommands": ["Bash(docker *)"]')),),
        near_misses=(project(sandbox('"excludedCommands": ["docker *"]')),),
    ),
    LintRule(
        id="claude-settings/dead-exclusion",
        title="An excluded command that can never match",
        explanation=(
            "Since 2.1.277 every part of a call must match an entry of its own. Redirects, here-documents, $(…), a leading VAR=value, "
            "cd, sub-shells, and programs that run other programs stay in the sandbox whatever the list says."
        ),
        severity="warn",
        check=_unmatchable,
        source=f"{RUN}; public report anthropics/claude-code#95532",
        seen_on=SEEN,
        examples=(
            project(sandbox('"excludedCommands": ["cd web && npm test"]')),
            project(sandbox('"excludedCommands": ["CI=1 make *", ""]')),
            project(sandbox('"excludedCommands": ["bash -c *", "gh api > out.json"]')),
        ),
        near_misses=(project(sandbox('"excludedCommands": ["npm test", "gh api *", "python3 -m build *"]')),),
    ),
    LintRule(
        id="claude-settings/wide-exclusion",
        title="An excluded command that runs anything",
        explanation=(
            "What is excluded runs outside the sandbox. A program that runs what its arguments, its config or the project's files say "
            "takes every command along: the agent can write those files."
        ),
        severity="warn",
        check=_wide,
        source=RUN,
        seen_on=SEEN,
        examples=(project(sandbox('"excludedCommands": ["git *"]')), project(sandbox('"excludedCommands": ["*"]'))),
        near_misses=(project(sandbox('"excludedCommands": ["git push *", "docker compose up", "gh pr view *"]')),),
    ),
    LintRule(
        id="claude-settings/one-spelling",
        title="An excluded command that matches one spelling only",
        explanation=(
            "Entries are compared with the call as it is written. The path of a program does not match its name, nor the other way "
            "round, and capitals count."
        ),
        severity="info",
        check=_one_spelling,
        source=RUN,
        seen_on=SEEN,
        examples=(project(sandbox('"excludedCommands": ["/usr/bin/docker *"]')), project(sandbox('"excludedCommands": ["DOCKER *"]'))),
        near_misses=(project(sandbox('"excludedCommands": ["docker *", "./gradlew test"]')),),
    ),
    LintRule(
        id="claude-settings/exclusion-asks",
        title="An excluded command without a permission",
        explanation=(
            "Outside the sandbox the usual permission flow holds, autoAllowBashIfSandboxed does not. Without an allow rule for it in "
            "some file the command asks; with a path outside the project it is refused in -p even then."
        ),
        severity="info",
        check=_unpaired,
        source=RUN,
        seen_on=SEEN,
        examples=(project(sandbox('"excludedCommands": ["docker compose *"]')),),
        near_misses=(
            project('{"sandbox": {"excludedCommands": ["docker compose *"]}, "permissions": {"allow": ["Bash(docker compose *)"]}}'),
            project('{"sandbox": {"excludedCommands": ["docker compose *"]}, "permissions": {"allow": ["Bash"]}}'),
        ),
    ),
)
