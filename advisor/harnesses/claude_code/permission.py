"""Plans for Claude Code what its permission layer refused before the sandbox was reached: a rule for exactly that command.

An allow rule for exactly a command also lets the agent run it outside the sandbox unasked (`dangerouslyDisableSandbox`,
run 2.1.332), unless `allowUnsandboxedCommands` is false; so what runs files that the agent can write is an escape.
"""

from __future__ import annotations

import re

from advisor import paths
from advisor.harnesses.claude_code.outside import exact_rule
from advisor.harnesses.claude_code.setup import Answer, Setup, advice, only, option, sentence
from advisor.harnesses.claude_code.versions import RAN
from advisor.hazards import judge_write
from advisor.hazards.commands import CommandHazard, judge_command
from advisor.model import Option, Risk, RunCommand
from advisor.quoting import inline
from advisor.shell import parse

_YOURSELF = "Run it yourself, in a terminal of your own, or approve it when Claude Code asks."
# What Claude Code refuses whatever the rules say (2.1.332: run).
_NEVER_ASKED = frozenset({"unshare", "strace", "chrt", "eval", "source", ".", "exec", "trap", "export"})
_SHAPES = r"[$`]|^\s{0,8}\w{1,80}=|\b(?:for|while|until|case|function)\b|\(\(|\{ |<\(|<<"


def run(need: RunCommand, setup: Setup) -> Answer:
    """What to do about a command that a permission rule, or its absence, refused."""
    command = need.command or setup.situation.command
    if need.path and _is_personal(need.path, setup):
        return _guarded(need, need.path, setup)
    if not command:
        ways = only(_unasked(need, setup))
        return Answer(
            ways, advice(need, "Claude Code asked for approval and got none; no key of the sandbox changes that.", _YOURSELF).unmet
        )
    line = parse(command)
    programs = [simple.program for simple in line.commands]
    if touched := _personal_place(command, setup):
        return _guarded(need, touched, setup)
    if any(program in _NEVER_ASKED for program in programs):
        return advice(
            need, f"Claude Code never lets `{inline(command, 80)}` through, whatever the rules: it cannot check what it starts.", _YOURSELF
        )
    if re.search(_SHAPES, command):
        reason = "Claude Code cannot check a command with variables, loops, substitutions or assignments before it runs: no rule lets it."
        return advice(need, reason, "Write it as plain commands, with the values in place of the variables.")
    if already := setup.allowed_already(RunCommand(command)):
        return Answer(unmet=(already._replace(need=need),))
    return _rule(need, command, setup)


def _rule(need: RunCommand, command: str, setup: Setup) -> Answer:
    line = parse(command)
    judged = [judge_command(simple.words) for simple in line.commands]
    worst = max(judged, key=lambda one: (not one.grantable, one.risk), default=None)
    if worst is None or not worst.grantable:
        why = worst.why if worst else "There is no program in it."
        harmless = worst is not None and worst.hazard is CommandHazard.RUNS_ITS_WORDS
        ways = only(_unasked(need, setup) if harmless else None)
        return Answer(ways, advice(need, f"`{inline(command, 80)}` gets no rule. {why}", _YOURSELF).unmet)
    rule = exact_rule(command) if line.bare else None
    inside = setup.settings.scalar("sandbox", "allowUnsandboxedCommands")[0] is False
    risk = Risk.NARROW if inside or worst.hazard is CommandHazard.NOTHING else Risk.ESCAPE
    exact = None
    if rule is not None:
        hatch = None if inside else "The rule also lets the agent run exactly this outside the sandbox, unasked."
        exact = option(
            (need,),
            "rule",
            f"Let exactly `{inline(command, 80)}` run unasked",
            sentence("The agent can run exactly this command without asking.", hatch, worst.why if risk > Risk.NARROW else None) or "",
            changes=(setup.change(("permissions", "allow"), rule, "local", role="permission", risk=risk),),
            risk=risk,
            caveat="A rule does not open the sandbox, and does not cover a path outside the project.",
            verified=RAN,
        )
    ways = only(exact, _unasked(need, setup)) if risk is Risk.NARROW else only(_unasked(need, setup), exact)
    if exact is None:
        reason = "No rule says exactly this: it has several parts, a redirection, a wildcard, or something secret in it."
        return Answer(
            ways, advice(need, reason, "Run the parts as plain commands of their own, or approve it when Claude Code asks.").unmet
        )
    return Answer(ways)


def _personal_place(command: str, setup: Setup) -> str | None:
    """A place in the command that the permission layer guards itself: start-up files, an agent's own folder."""
    line = parse(command)
    words = [word for simple in line.commands for word in (*simple.words, *simple.writes)]
    for word in words:
        if not word.startswith(("-", "http:", "https:")) and re.search(r"[/~.]", word) and _is_personal(word, setup):
            return word
    return None


def _is_personal(place: str, setup: Setup) -> bool:
    judged = judge_write(paths.canonical(place, setup.situation.home), setup.situation.home, folder=False)
    return judged.hazard.name in ("HARNESS", "START_UP", "CREDENTIALS", "AUTOSTART")


def _guarded(need: RunCommand, place: str, setup: Setup) -> Answer:
    touched = paths.canonical(place, setup.situation.home)
    why = judge_write(touched, setup.situation.home, folder=False).why
    return advice(need, f"No rule lets a command touch {inline(touched)}. {why}", _YOURSELF)


def _unasked(need: RunCommand, setup: Setup) -> Option | None:
    """Sandboxed commands run without asking, which was the default before 2.1.324."""
    if setup.settings.scalar("sandbox", "autoAllowBashIfSandboxed")[0] is True:
        return None
    means = "Every sandboxed command runs without asking; what the sandbox refuses stays refused."
    return option(
        (need,),
        "setting",
        "Run sandboxed commands unasked",
        means,
        changes=(setup.change(("sandbox", "autoAllowBashIfSandboxed"), True, "local", role="permission", risk=Risk.BROAD, means=means),),
        risk=Risk.BROAD,
        caveat="It helps only while the sandbox is on. Variables, loops and a few other shapes are asked for all the same.",
        verified=RAN,
    )
