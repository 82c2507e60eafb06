"""Plans refused reads for Claude Code: every read is open by default, so that a rule of somebody's closed this one."""

from __future__ import annotations

from advisor import paths
from advisor.harnesses.claude_code.setup import Answer, Setup, advice, only, option, told
from advisor.harnesses.claude_code.versions import ALLOW_READ
from advisor.hazards import judge_read
from advisor.model import Access, ReadPath, Risk
from advisor.quoting import inline

_ALLOW_READ = ("sandbox", "filesystem", "allowRead")


def read(need: ReadPath, setup: Setup) -> Answer:
    """What to do about a refused read: only ever the exact leaf, only if the rule was not meant for it, never credentials."""
    if need.path is None:
        closing = "`denyRead`, `Read(…)` deny rules and `credentials`"
        return advice(need, "The text names no path.", f"Look at {closing} in your settings; `/sandbox` shows the values in force.")
    access, entry = setup.answer(need)
    where = "A `denyRead` entry, a `Read(…)` deny rule or a `credentials` entry of a settings file"
    if access is Access.REFUSED and entry is not None:
        where = told(entry.provenance)
    elif setup.boundary.complete:
        return advice(need, "No setting closes this path to reads.", "Look for an ordinary cause: owner, mode, or there is no such file.")
    judged = judge_read(need.path, setup.situation.home)
    if not judged.grantable:
        return advice(need, f"{where} closes {inline(need.path)}, and it stays closed. {judged.why}", judged.instead)
    if not setup.target.knows(ALLOW_READ):
        return advice(
            need, f"{where} closes it; this version cannot open a part again.", "Narrow the deny rule yourself, if it was not meant."
        )
    anchored = paths.is_anchored(need.path)
    opened = option(
        (need,),
        "setting",
        f"Open {inline(need.path)} to reads again, if the rule was not meant for it",
        f"Sandboxed commands can read {inline(need.path)}, which a rule had closed, and send it to every host that they reach.",
        changes=(
            setup.change(_ALLOW_READ, need.path if anchored else f"./{need.path}", "local" if anchored else "project", risk=Risk.BROAD),
        ),
        risk=Risk.BROAD,
        caveat=f"The rule is somebody's decision ({where}): leave it when it was meant.",
        verified=setup.target.verified,
    )
    return Answer(only(opened)) if opened else setup.scope_refuses(need)
