"""The way out for what no sandbox setting meets: exactly this command, unsandboxed, with the permission rule that it needs.

Never a default: what runs outside has no boundary left. `excludedCommands` has matched only bare simple commands since
2.1.277, and an excluded command still needs an allow rule; some shapes are sandboxed whatever is excluded (run, 2.1.332).
"""

from __future__ import annotations

import re

from advisor.harnesses.claude_code.setup import Setup, option, sentence
from advisor.harnesses.claude_code.versions import RAN
from advisor.model import Need, Option, Risk
from advisor.quoting import inline, redact

# What Claude Code keeps sandboxed although it is excluded, because it runs other programs.
_KEPT_INSIDE = (
    r"git (?:-[cC]|--git-dir|worktree add|rebase -x|hook run|config (?:--\S{1,20} )?alias\.)|(?:python3?|node|bash|sh) -(?:c|e)?(?: |$)"
    r"|(?:npx|env|xargs|sudo|command|bun run|deno run)\b|docker -H"
)
BARE = "Call it exactly so: a pipe, a redirection, `cd`, `VAR=x` or `$(…)` in front or behind puts it back into the sandbox."


def exact_rule(command: str) -> str | None:
    """`Bash(command)` that matches exactly this command; None when a rule cannot say that."""
    line = " ".join(command.split())
    if not line or len(line) > 300 or "*" in line or "\n" in command.strip() or line.endswith(":") or re.search(r"[\x00-\x1f\x7f]", line):
        return None
    return f"Bash({line})" if redact(line) == line else None


def outside(setup: Setup, needs: tuple[Need, ...], why: str) -> Option | None:
    """The alternative that runs the situation's command, and only it, outside the sandbox; None where none can be given."""
    command = setup.situation.command
    if not command or not setup.command.bare:
        return None
    from advisor.hazards.commands import judge_command

    words = setup.command.commands[0].words
    judged = judge_command(words)
    rule = exact_rule(command)
    if rule is None or not judged.grantable or re.match(_KEPT_INSIDE, " ".join(words)):
        return None
    line = rule[len("Bash(") : -1]
    risk = max(Risk.BROAD, judged.risk)
    return option(
        needs,
        "outside",
        f"Run exactly `{inline(line, 80)}` outside the sandbox",
        sentence("This one command runs with no sandbox at all, whenever the agent calls it.", judged.why) or "",
        changes=(
            setup.change(("sandbox", "excludedCommands"), line, "local", risk=risk),
            setup.change(("permissions", "allow"), rule, "local", role="permission", risk=risk),
        ),
        risk=risk,
        caveat=sentence(why, BARE),
        verified=RAN,
    )
