"""What lets a Codex command write or read a refused path: the workspace, a folder of its own, another place, or nothing."""

from __future__ import annotations

from collections.abc import Sequence

from advisor import programs
from advisor.harnesses.codex.layers import Dialect
from advisor.harnesses.codex.other_places import copied, from_the_root, installs_elsewhere, is_personal, relocation
from advisor.harnesses.codex.plan_git import below_git, plan_git
from advisor.harnesses.codex.planning import (
    Alternatives,
    Answers,
    Planning,
    another_way,
    in_dialects,
    setting,
)
from advisor.harnesses.codex.policy import PROTECTED, TEMPORARY, FileRule, temporary_place
from advisor.harnesses.codex.writing import reads_path, restores_tmp, writes_folder, writes_workspace
from advisor.hazards import Hazard, judge_read, judge_write
from advisor.model import Need, Option, ReadPath, Risk, Step, Unmet, WritePath
from advisor.paths import for_shell, is_anchored, parent, within
from advisor.quoting import inline

OUTSIDE = "outside the sandbox"
_READ_ONLY_SESSION = "The session is read-only: start it with `codex -s workspace-write` if it may write."


def plan_writes(plan: Planning, needs: Sequence[WritePath]) -> Answers:
    """The answers for refused writes: git's together, the workspace's together, every other folder by itself."""
    git: list[WritePath] = []
    workspace: list[WritePath] = []
    answers = Answers()
    for need in needs:
        reason = _never(plan, need)
        if need.across:
            answers = answers.and_(Answers(((copied(need),),)))
        elif reason is not None:
            answers = answers.and_(Answers((), (Unmet(need, *reason),)))
        elif _in_git(plan, need):
            git.append(need)
        elif _in_workspace(plan, need):
            workspace.append(need)
        else:
            answers = answers.and_(_outside(plan, need))
    if workspace:
        answers = Answers((_workspace(plan, tuple(workspace)),)).and_(answers)
    return plan_git(plan, git).and_(answers) if git else answers


def plan_reads(plan: Planning, needs: Sequence[ReadPath]) -> Answers:
    """The answers for refused reads: every file can be read, unless the user's own config denies it or opens little."""
    answers = Answers()
    for need in needs:
        answers = answers.and_(_read(plan, need))
    return answers


def _read(plan: Planning, need: ReadPath) -> Answers:
    rule = _rule_over(plan, need.path)
    if rule is not None and rule.access == "deny":
        return Answers((), (_denied_on_purpose(need, rule),))
    if plan.policy.reads_open or need.path is None:
        return Answers((), (_readable(need),))
    place = plan.place(need.path)
    judged = judge_read(place, plan.situation.home)
    if not judged.grantable:
        return Answers((), (Unmet(need, judged.why, judged.instead),))
    option = setting(
        (need,),
        f"Let commands read {inline(place)}",
        f"The agent can read {inline(place)}, and send it wherever it can connect.",
        reads_path(plan.target("profile", personal=is_personal(plan, place)), place, judged.risk),
        verified=plan.verified,
    )
    return Answers(((option,),))


# --- What gets no setting ---------------------------------------------------------------------------------------


def _never(plan: Planning, need: WritePath) -> tuple[str, str] | None:
    """(why no setting is given, what to do instead), for what nothing should open, whatever stands there."""
    if need.path is None:
        return (
            "The text does not name the path that was refused.",
            f"Run the command again so that it prints the path. Where even a temporary file is refused: {_READ_ONLY_SESSION}",
        )
    rule = _rule_over(plan, need.path)
    if rule is not None and rule.access != "write" and rule.path not in TEMPORARY:
        refusal = _denied_on_purpose(need, rule)
        return refusal.reason, refusal.instead
    names = plan.place(need.path).split("/")
    protected = next((name for name in PROTECTED[1:] if name in names), None)
    if protected == ".aws":
        return (
            "Codex keeps .aws read-only: it holds credentials.",
            "Write it yourself in another terminal, or point AWS_CONFIG_FILE at a file in the workspace.",
        )
    if protected:
        return (
            f"Codex keeps {protected} read-only: what is written there steers later sessions outside the sandbox.",
            "Write it yourself in another terminal.",
        )
    return None


def _rule_over(plan: Planning, path: str | None) -> FileRule | None:
    """The most specific explicit rule of the config in force that covers the path."""
    if path is None:
        return None
    place = plan.place(path)
    over = [(plan.place(_where(plan, rule)), rule) for rule in plan.policy.files]
    covering = [(folder, rule) for folder, rule in over if within(place, folder)]
    return max(covering, key=lambda pair: len(pair[0]))[1] if covering else None


def _where(plan: Planning, rule: FileRule) -> str:
    return temporary_place(rule.path, plan.situation) if rule.path in TEMPORARY else rule.path


def closed_inside(plan: Planning, need: WritePath) -> Unmet | None:
    """The answer for a folder that is open but for an entry that closes something in it on purpose."""
    rules = [rule for rule in plan.policy.files if rule.access == "deny" and within(plan.place(rule.path), plan.place(need.path or "."))]
    return _denied_on_purpose(need, rules[0]) if rules else None


def _denied_on_purpose(need: Need, rule: FileRule) -> Unmet:
    where = rule.provenance.file or "the config"
    return Unmet(
        need,
        f"{where} closes {inline(rule.path)} on purpose ({rule.provenance.key}).",
        "Ask whoever wrote that entry; only removing it would open the path, and no grant beside it should.",
    )


def _readable(need: Need) -> Unmet:
    return Unmet(
        need,
        "Codex lets commands read every file, unless a config entry denies one: this was not refused by the sandbox.",
        "Check the file's own permissions, and for a `deny` entry or an administrator's deny_read.",
    )


# --- The workspace and temporary folders ------------------------------------------------------------------------


def _in_git(plan: Planning, need: WritePath) -> bool:
    """Whether the path is in a repository's own folder; a program's cache may hold folders of that name too."""
    return below_git(plan.place(need.path or "")) is not None and programs.folder_of(need.path or "", plan.situation.home) is None


def _in_workspace(plan: Planning, need: WritePath) -> bool:
    return within(plan.place(need.path or ""), plan.workspace)


def _workspace(plan: Planning, needs: tuple[Need, ...]) -> Alternatives:
    """A workspace that cannot be written is that of a read-only session."""
    alone = plan.needs == frozenset(needs)

    def build(dialect: Dialect) -> Option:
        return setting(
            needs,
            "Let commands write in the workspace",
            "The agent can change every file of the workspace but .git, .codex, .agents and .aws."
            + ("" if plan.policy.posture == "read-only" else " /tmp and $TMPDIR are writable too."),
            writes_workspace(plan.target(dialect), alone=alone),
            verified=plan.verified,
        )

    return in_dialects(plan, build)


def _temporary(plan: Planning, needs: tuple[Need, ...], rule: FileRule) -> Alternatives:
    """A temporary folder that the config closes explicitly: another place leads, taking the exclusion back is broad."""
    shown = _where(plan, rule)

    def build(dialect: Dialect) -> Option:
        return setting(
            needs,
            f"Take back the exclusion of {shown}",
            f"The agent can write everywhere in {shown}, which other programs of the machine use too.",
            restores_tmp(plan.target(dialect), rule.path),
            caveat=f"Only if nobody meant it: {rule.provenance.file or 'the config'} excludes it explicitly.",
            verified=plan.verified,
        )

    way = another_way(
        needs,
        "Write somewhere else",
        f"{shown} stays closed.",
        Step("agent", "the command", say="Write below the workspace, or another temporary folder that is open."),
    )
    return (way, *in_dialects(plan, build))


# --- Other folders ----------------------------------------------------------------------------------------------


def _outside(plan: Planning, need: WritePath) -> Answers:
    """A folder outside the workspace: the grant of just that folder, beside moving the program's files elsewhere."""
    rule = _rule_over(plan, need.path)
    if rule is not None and rule.access != "write":
        return Answers((_temporary(plan, (need,), rule),))
    place = plan.place(need.path or "")
    whole = need.folder or plan.situation.kind_of(place) == "folder"
    folder = place if whole else parent(place)
    refusal = _refusal(plan, place, folder)
    if refusal is not None:
        reason, instead = refusal
        if ways := installs_elsewhere(plan, need):
            return Answers((tuple(way._replace(means=f"{way.means} {reason}") for way in ways),))
        return Answers((), (Unmet(need, reason, instead),))
    grants = in_dialects(plan, lambda dialect: _grant(plan, need, folder, dialect))
    first = from_the_root(plan, need, folder)
    last: Alternatives = ()
    if programs.folder_of(folder, plan.situation.home) is None:
        first = (*installs_elsewhere(plan, need), *first)
    else:  # a cache is written by every command of its program, not only by those that install
        last = installs_elsewhere(plan, need)
    moved = relocation(plan, need, folder)
    if moved is not None and moved[1]:
        first = (*first, moved[0])
    elif moved is not None:
        last = (moved[0], *last)
    return Answers(((*first, *grants, *last),))


def _refusal(plan: Planning, place: str, folder: str) -> tuple[str, str] | None:
    """Why this folder is never granted, and what to do instead; None when it may be."""
    home = plan.situation.home
    if not is_anchored(folder):
        return (
            "The path is relative to a folder that nobody named.",
            "Ask again with `--cwd` and the folder in which the command ran.",
        )
    file = judge_write(place, home, folder=False) if place != folder else judge_write(folder, home)
    if not file.grantable:
        return file.why, file.instead
    if plan.situation.kind_of(folder) in ("file", "other"):
        return (
            f"{inline(folder)} is not a folder: Codex takes only folders, and an entry that names a file stops every command.",
            "Write in a folder of its own, or write this file yourself in another terminal.",
        )
    above = judge_write(folder, home)
    if not above.grantable:
        closed = above.hazard is Hazard.TEMPORARY and plan.policy.posture == "read-only"
        instead = f"{_READ_ONLY_SESSION} {above.instead}" if closed else above.instead
        return f"Codex takes only folders, and {inline(place)} stands straight in {inline(folder)}: {_lowered(above.why)}", instead
    return None


def _lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _grant(plan: Planning, need: WritePath, folder: str, dialect: Dialect) -> Option:
    personal = is_personal(plan, folder)
    at = plan.target(dialect, personal=personal)
    judged = judge_write(folder, plan.situation.home)
    widens = dialect == "legacy" and at.closed
    risk = max(judged.risk, Risk.BROAD) if widens else judged.risk
    caveats = [
        "The older table cannot open it alone: a read-only session's workspace becomes writable too." if widens else "",
        "It is a symlink: what it points to becomes writable." if plan.situation.kind_of(folder) == "symlink" else "",
        plan.everywhere(at),
    ]
    return setting(
        (need,),
        f"Let commands write in {inline(folder)}",
        f"The agent can create, change and delete everything in {inline(folder)}. {judged.why}".strip(),
        writes_folder(at, folder, risk),
        steps=make_folder(plan, folder),
        caveat=" ".join(filter(None, caveats)) or None,
        verified=plan.verified,
    )


def make_folder(plan: Planning, folder: str) -> tuple[Step, ...]:
    """The step that makes a folder before it is granted: Codex skips one that does not exist without a word."""
    if plan.situation.kind_of(folder) in ("folder", "symlink"):
        return ()
    if plan.situation.system.value == "windows":
        return (Step("human", OUTSIDE, say=f"Make the folder {inline(folder)} first: Codex skips one that does not exist."),)
    return (Step("human", OUTSIDE, run=f"mkdir -p {for_shell(folder)}"),)
