"""Where else a program can keep or install what it was refused to write: ways that need no grant, or a smaller one."""

from __future__ import annotations

from advisor import programs
from advisor.harnesses.codex.layers import table_at
from advisor.harnesses.codex.planning import Alternatives, Planning, another_way, setting
from advisor.harnesses.codex.writing import moves
from advisor.model import Need, Option, ReachHost, ResolveName, Step, WritePath
from advisor.shell import parse


def is_personal(plan: Planning, folder: str) -> bool:
    """Whether the folder is one machine's or one person's, not a place that every teammate's programs use."""
    if programs.folder_of(folder, plan.situation.home) is not None:
        return False
    return not folder.startswith(("~/.", "~/Library/", "~/AppData/"))


def installs_elsewhere(plan: Planning, need: Need) -> Alternatives:
    """The other way of a command that installs programs for later use, when the situation's command is one."""
    for command in parse(plan.situation.command or "").commands:
        if install := programs.installs_of(command.words):
            say = f"{install.instead[:1].upper()}{install.instead[1:]}."
            return (another_way((need,), "Install into the project instead", say, Step("agent", "the command", say=say)),)
    return ()


def relocation(plan: Planning, need: WritePath, folder: str) -> tuple[Option, bool] | None:
    """(the option that moves the program's files to a temporary place, whether it leads); None where there is no such way."""
    found = programs.folder_of(folder, plan.situation.home)
    policy = table_at(plan.config.merged, "shell_environment_policy")
    filtered = "include_only" in policy or "filters" in policy
    if found is None or found.entry.relocate is None or filtered or not _has_slash_tmp(plan):
        return None
    name = found.program.names[0]
    place = f"/tmp/{name}-{found.entry.purpose.replace(' ', '-')}"
    reached = plan.policy.network.mode != "off" or any(isinstance(other, ReachHost | ResolveName) for other in plan.needs)
    option = setting(
        (need,),
        f"Keep {name}'s {found.entry.purpose} in {place} instead",
        f"{found.entry.relocate} is set for sandboxed commands; nothing more can be written than before.",
        moves(plan.target(plan.dialect), found.entry.relocate, place),
        caveat="It starts empty and does not outlive a restart of the machine.",
        verified=plan.verified,
        kind="relocate",
    )
    return option, reached or not found.entry.warm


def _has_slash_tmp(plan: Planning) -> bool:
    """Whether sandboxed commands can write in /tmp, as far as anybody knows."""
    excluded = any(rule.path == ":slash_tmp" and rule.access != "write" for rule in plan.policy.files)
    return plan.policy.posture != "read-only" and not excluded and plan.situation.system.value != "windows"
