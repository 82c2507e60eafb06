"""What lets git write its own folder, which Codex keeps read-only because what stands there runs later: the decided answer.

Run git yourself or approve it once; else a rule for that one subcommand, whose hooks then run outside; else the folder
itself, as an escape. See https://github.com/openai/codex/issues/7071 and, for worktrees, /issues/23661.
"""

from __future__ import annotations

from collections.abc import Sequence

from advisor.harnesses.codex.layers import Dialect
from advisor.harnesses.codex.planning import ELSEWHERE, SESSION, Answers, Planning, by_hand, by_rule, in_dialects, setting
from advisor.harnesses.codex.rules_file import ruled_words
from advisor.harnesses.codex.writing import writes_git
from advisor.model import Need, Option, Step, Unmet, WritePath
from advisor.paths import leaf, within
from advisor.shell import parse

ESCAPE_SENTENCE = "a file written there later runs outside the sandbox"
_COMMIT = ("git", "commit")
_MOVERS = {"mkdir", "mv", "rm", "rmdir"}


def below_git(path: str) -> tuple[str, tuple[str, ...]] | None:
    """(what holds the `.git` folder, the names below it) of a path, or None when it is not in one."""
    parts = path.split("/")
    if ".git" not in parts:
        return None
    at = parts.index(".git")
    return "/".join(parts[:at]), tuple(parts[at + 1 :])


def plan_git(plan: Planning, needs: Sequence[WritePath]) -> Answers:
    """The answer for writes below `.git`: one group for all of them, and what is never opened."""
    unmet: list[Unmet] = []
    met: list[WritePath] = []
    for need in needs:
        reason = _never(plan, need)
        if reason is None:
            met.append(need)
        else:
            unmet.append(Unmet(need, *reason))
    if not met:
        return Answers((), tuple(unmet))
    return Answers((_alternatives(plan, tuple(met)),), tuple(unmet))


def _never(plan: Planning, need: WritePath) -> tuple[str, str] | None:
    """(why no setting is given, what to do instead) for what is executed later and for the mount point itself."""
    _, inner = below_git(plan.place(need.path or "")) or ("", ())
    if inner[:1] in (("hooks",), ("config",)):
        return (
            f"Codex keeps .git/{inner[0]} read-only: {ESCAPE_SENTENCE}.",
            "Write it yourself in another terminal, after reading it.",
        )
    programs = {command.program for command in parse(plan.situation.command or "").commands}
    if not inner and programs & _MOVERS and "git" not in programs:
        return (
            "In the sandbox .git is a mount point, which cannot be made, moved or removed, whatever is opened.",
            "Do it yourself in another terminal.",
        )
    return None


def _alternatives(plan: Planning, needs: tuple[Need, ...]) -> tuple[Option, ...]:
    words = ruled_words(plan.situation.command)
    yourself = by_hand(
        needs,
        f"Run {' '.join(words or ('git',))} yourself, or approve it once",
        "Git runs once with everything that you may do; the sandbox stays as it is.",
        Step("human", ELSEWHERE, say="Run the git command yourself."),
        Step("human", SESSION, say="Or approve it when the agent asks to run it unsandboxed (`codex exec` never asks)."),
    )
    if words is None and plan.situation.command is None:
        words = _COMMIT  # most likely: it is what agents are stopped at most often
    rule = by_rule(plan, needs, words, "The repository's hooks run outside with it.")
    return (yourself, *rule, *in_dialects(plan, lambda dialect: _escape(plan, needs, dialect)))


def _escape(plan: Planning, needs: tuple[Need, ...], dialect: Dialect) -> Option:
    folders = tuple(dict.fromkeys(folder for need in needs if isinstance(need, WritePath) for folder in _folders(plan, need)))
    at = plan.target(dialect, personal=any(folder != ".git" for folder in folders))
    return setting(
        needs,
        "Open git's own folder to writing, as an escape",
        f"The agent can write all of {' and '.join(folders)}, hooks and config too: {ESCAPE_SENTENCE}.",
        writes_git(at, folders),
        caveat="In a linked worktree both are needed; `git rev-parse --git-dir` names the second." if len(folders) > 1 else None,
        verified=plan.verified,
    )


def _folders(plan: Planning, need: WritePath) -> tuple[str, ...]:
    """The entries that open the git folder of a path: `.git` for the workspace's own, absolute ones for any other.

    A linked worktree needs two, the repository's folder and the worktree's below it; either alone does nothing. Where
    only the repository's is refused, the worktree's has, as a rule, the name of its folder.
    """
    place = plan.place(need.path or "")
    root, inner = below_git(place) or ("", ())
    git = f"{root}/.git" if root else ".git"
    if root in ("", plan.workspace):
        return (".git",)
    if (checkout := plan.situation.checkout) is not None and checkout.kind != "clone":
        own = tuple(dict.fromkeys((plan.place(checkout.shared), plan.place(checkout.git_folder))))
        if any(within(place, folder) for folder in own):
            return own
    if inner[:1] == ("modules",) and len(inner) > 1:
        return (f"{git}/modules/{inner[1]}",)
    if plan.situation.directory is None:
        return (".git",)
    inside_repository = within(plan.workspace, root or "/")
    if inner[:1] == ("worktrees",) and len(inner) > 1:
        return (git, f"{git}/worktrees/{inner[1]}")
    return (git,) if inside_repository else (git, f"{git}/worktrees/{leaf(plan.workspace)}")
