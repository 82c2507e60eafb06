"""What every part of a Codex plan is made from: the facts to plan on, the scope to write to, and how answers are put."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from advisor.harnesses import verified
from advisor.harnesses.codex.layers import Config, Dialect, dialect_to_write, read_config, table_at
from advisor.harnesses.codex.policy import Policy, read_policy
from advisor.harnesses.codex.rules_file import BARE_ONLY, rule_change
from advisor.harnesses.codex.writing import FILES, Target, target
from advisor.model import Boundary, Change, Need, Option, Risk, Scope, Situation, Step, Unmet, Verified
from advisor.model.tuples import NamedTuple
from advisor.paths import canonical

Alternatives = tuple[Option, ...]  # of one group of needs, best first, still without ids

RAN = verified.RAN["codex"]
READ = Verified("source", "0.171.0", "2026-08-08")  # for macOS, where nothing was run

ELSEWHERE = "another terminal"
SESSION = "the Codex session"


class Answers(NamedTuple):
    """What one part of the plan found: groups of alternatives, and the needs that no setting meets."""

    groups: tuple[Alternatives, ...] = ()
    unmet: tuple[Unmet, ...] = ()

    def and_(self, other: Answers) -> Answers:
        """Both parts' answers."""
        return Answers(self.groups + other.groups, self.unmet + other.unmet)


class Planning(NamedTuple):
    """The facts that a plan is made on.

    dialect: what changes are written in. labelled: the other dialect, given as a labelled alternative, or None.
    """

    needs: frozenset[Need]
    situation: Situation
    boundary: Boundary
    config: Config
    policy: Policy
    dialect: Dialect
    labelled: Dialect | None

    @property
    def linux(self) -> bool:
        """Whether to plan for Linux; an unknown system is, since Linux allows least by a setting."""
        return self.situation.system.value in (None, "linux")

    @property
    def macos(self) -> bool:
        """Whether the system is known to be macOS."""
        return bool(self.situation.system.value == "macos")

    @property
    def verified(self) -> Verified | None:
        """How a plain change is verified on this system."""
        return RAN if self.linux else READ if self.macos else None

    @property
    def workspace(self) -> str:
        """The canonical spelling of the workspace, which is the working directory; `.` when nobody knows it."""
        return canonical(self.situation.directory or self.situation.repository or ".", self.situation.home)

    def place(self, path: str) -> str:
        """The canonical spelling of a path; a relative one counts from the working directory."""
        return canonical(path, self.situation.home, self.situation.directory or self.situation.repository)

    def target(self, dialect: Dialect, *, personal: bool = False) -> Target:
        """Where changes of a dialect go."""
        return target(self.scope(dialect, personal=personal), dialect, self.config, self.policy, self.situation)

    def scope(self, dialect: Dialect, *, personal: bool) -> Scope:
        """The scope to write to: as asked, else the project's for what suits every teammate, the user's for the rest.

        Entries for a profile of the user's own stand beside its definition: `[permissions]` in a file whose reader
        selects no profile stops Codex. A project that selects a posture itself drops what the user's file selects, and
        its own array of roots erases the user's, so that such a project's file gets the change.
        """
        profile = self.policy.profile if dialect == "profile" and self.policy.dialect == "profile" else None
        if profile:
            holder = self.config.holder("permissions", profile)
            defined: Scope = "project" if holder and holder.scope == "project" else "user"
            return "project" if defined == "project" or self.situation.scope == "project" else "user"
        own = self.config.texts.get("project", {}) if self.config.trusted is not False else {}
        deciding = ("sandbox_mode", "default_permissions") if dialect == "profile" else ()
        if any(key in own for key in deciding) or (dialect == "legacy" and "writable_roots" in table_at(own, "sandbox_workspace_write")):
            return "project"
        if self.situation.scope:
            return "project" if self.situation.scope == "project" else "user"
        return "user" if personal else "project"

    def everywhere(self, at: Target) -> str:
        """The warning for a profile in the user's file, which counts in other projects too; empty for other changes."""
        if at.scope != "user" or at.dialect != "profile":
            return ""
        if self.policy.dialect == "profile" and self.policy.profile == at.profile:
            return f"It counts wherever you use the profile {at.profile}."
        if "default_permissions" in at.tables or "sandbox_mode" in at.tables:
            return ""
        return "In your own file the profile counts in every project that you open: also those that were read-only start with it."


def planning(needs: frozenset[Need], boundary: Boundary, situation: Situation) -> Planning:
    """The facts of a situation, read once."""
    config = read_config(situation)
    dialect = dialect_to_write(config, situation)
    labelled: Dialect | None = "profile" if situation.launcher and situation.dialect is None and dialect == "legacy" else None
    return Planning(needs, situation, boundary, config, read_policy(config, situation), dialect, labelled)


def setting(
    needs: tuple[Need, ...],
    title: str,
    means: str,
    changes: tuple[Change, ...],
    *,
    steps: tuple[Step, ...] = (),
    caveat: str | None = None,
    verified: Verified | None = None,
    kind: Literal["setting", "relocate", "rule"] = "setting",
    risk: Risk | None = None,
) -> Option:
    """An option made of changes; its risk is the greatest of theirs unless one is given."""
    greatest = max((change.risk for change in changes), default=Risk.NONE)
    return Option("", needs, kind, title, greatest if risk is None else risk, means, changes, steps, caveat, verified)


def by_hand(needs: tuple[Need, ...], title: str, means: str, *steps: Step, caveat: str | None = None) -> Option:
    """An option without changes: somebody does it outside the sandbox."""
    return Option("", needs, "outside", title, Risk.NONE, means, (), steps, caveat)


def another_way(needs: tuple[Need, ...], title: str, means: str, *steps: Step) -> Option:
    """An option without changes and without leaving the sandbox: the same thing done in another way."""
    return Option("", needs, "command", title, Risk.NONE, means, (), steps)


def run_outside(needs: tuple[Need, ...], what: str, caveat: str | None = None) -> Option:
    """The option to run the command outside the sandbox once: by the human, or approved by the human."""
    return by_hand(
        needs,
        f"{what} outside the sandbox, once",
        "This one command runs with everything that you may do; the sandbox stays as it is.",
        Step("human", ELSEWHERE, say="Run the command yourself."),
        Step("human", SESSION, say="Or approve it when the agent asks to run it unsandboxed (`codex exec` never asks)."),
        caveat=caveat,
    )


def by_rule(plan: Planning, needs: tuple[Need, ...], words: tuple[str, ...] | None, also: str = "") -> Alternatives:
    """The option of an execution rule for a command's words; none where no rule may cover it. also: what runs with it."""
    if words is None:
        return ()
    shown = " ".join(words)
    user_config = plan.situation.file_of("codex", "user", FILES["user"])
    return (
        setting(
            needs,
            f"Let {shown} run outside the sandbox by a rule",
            f"The agent can run `{shown}` with any arguments outside the sandbox, unasked. {also}".strip(),
            (rule_change(words, plan.scope(plan.dialect, personal=False), user_config),),
            caveat=BARE_ONLY,
            verified=plan.verified,
            kind="rule",
        ),
    )


def relabelled(option: Option, dialect: Dialect) -> Option:
    """The option as the labelled alternative of a dialect."""
    session = "a session on permission profiles" if dialect == "profile" else "a session started with a sandbox flag"
    return option._replace(title=f"{option.title} (for {session})")


def in_dialects(plan: Planning, build: Callable[[Dialect], Option | None]) -> Alternatives:
    """The option that `build` makes for the plan's dialect, then its labelled alternative, where there are any."""
    options = [build(plan.dialect)]
    if plan.labelled and (other := build(plan.labelled)):
        options.append(relabelled(other, plan.labelled))
    return tuple(option for option in options if option is not None)
