"""Where else a program can keep or install what it was refused to write: ways that need no grant, or a smaller one."""

from __future__ import annotations

from advisor import programs
from advisor.boundary import answer
from advisor.harnesses.codex.layers import table_at
from advisor.harnesses.codex.planning import ELSEWHERE, Alternatives, Planning, another_way, setting
from advisor.harnesses.codex.writing import moves
from advisor.model import Access, Need, Option, Program, ReachHost, ResolveName, Step, WritePath
from advisor.paths import for_shell, leaf, within
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
    filled = _can_fill(plan, found.program)
    if found.entry.executed_later and not filled:
        return None  # programs that cannot be fetched again are of no use in a new place
    place = f"/tmp/{name}-{_word(found)}"
    option = setting(
        (need,),
        f"Keep {name}'s {found.entry.purpose} in {place} instead",
        f"{found.entry.relocate} is set for sandboxed commands; nothing more can be written than before.",
        moves(plan.target(plan.dialect), found.entry.relocate, place),
        caveat="It starts empty and does not outlive a restart of the machine.",
        verified=plan.verified,
        kind="relocate",
    )
    return option, filled or not found.entry.kept


def _can_fill(plan: Planning, program: Program) -> bool:
    """Whether a cache of `program` that starts empty can be filled: every host is open, or the plan opens this program's own.

    A host that is open already may be another tool's.
    """
    connects = any(isinstance(need, ReachHost | ResolveName) and need.host for need in plan.needs)
    called = [programs.named(command.program) for command in parse(plan.situation.command or "").commands]
    return plan.policy.network.mode == "direct" or (connects and called == [program])


_SHORT = (("cache", "cache"), ("package", "cache"), ("module", "cache"), ("download", "cache"), ("log", "logs"), ("state", "state"))


def _word(found: programs.Found) -> str:
    """What a folder is for in one word: its own name where another folder of the program, moved by another variable, has that word."""
    word = _short(found.entry.purpose)
    others = (entry for entry in found.program.paths if entry.relocate not in (None, found.entry.relocate))
    if not any(_short(entry.purpose) == word for entry in others):
        return word
    return leaf(found.place).strip("._").removeprefix(f"{found.program.names[0]}-").lower()


def _short(purpose: str) -> str:
    low = purpose.lower()
    return next((word for told, word in _SHORT if told in low), low.split()[-1])


def downloads_into(plan: Planning) -> str | None:
    """The folder that the command's program must write for any download, where it is closed and is not asked for anyway."""
    for command in parse(plan.situation.command or "").commands:
        program = programs.named(command.program)
        for path in program.paths if program else ():
            place = dict(path.places).get("macos" if plan.macos else "linux")
            if place is None or not path.downloads or plan.situation.system.value == "windows":
                continue
            need = WritePath(place, folder=True)
            access, entry = answer(need, plan.boundary)
            on_purpose = entry is not None and entry.provenance.file is not None
            if need not in plan.needs and access not in (Access.ALLOWED, Access.ALLOWED_BUT) and not on_purpose:
                return place
    return None


def _has_slash_tmp(plan: Planning) -> bool:
    """Whether sandboxed commands can write in /tmp, as far as anybody knows."""
    excluded = any(rule.path == ":slash_tmp" and rule.access != "write" for rule in plan.policy.files)
    return plan.policy.posture != "read-only" and not excluded and plan.situation.system.value != "windows"


def from_the_root(plan: Planning, need: WritePath, folder: str) -> Alternatives:
    """The other way where Codex was started below the repository's root: only its working directory is the workspace."""
    root = plan.situation.repository
    if root is None or not within(folder, plan.place(root)):
        return ()
    return (
        another_way(
            (need,),
            "Start Codex at the root of the repository",
            "The whole repository is then the workspace; it was started in a folder below.",
            Step("human", ELSEWHERE, run=f"cd {for_shell(root)} && codex"),
        ),
    )


def copied(need: WritePath) -> Option:
    """The way of a rename or hard link across the sandbox's mounts, which no grant allows."""
    say = "Copy and delete (shutil.move, fs.cp with fs.rm, cp) in place of the rename or link, or make the file where it is to end."
    means = "Nothing is opened: a rename or hard link cannot cross the mounts that the sandbox is made of, whatever is writable."
    return another_way((need,), "Copy instead of renaming or linking", means, Step("agent", "the command", say=say))
