"""What every part of a Claude Code plan stands on: target, settings in force, scope to write to, and edits to make."""

from __future__ import annotations

from typing import Literal

from advisor import paths
from advisor.boundary import answer
from advisor.harnesses.claude_code.settings import FILES, TRUSTED_ONLY, Settings, read_settings
from advisor.harnesses.claude_code.versions import READ, Target, target_of_situation
from advisor.harnesses.verified import verified
from advisor.model import (
    Access,
    Boundary,
    Change,
    Entry,
    Need,
    Option,
    Program,
    Provenance,
    Risk,
    Scope,
    Situation,
    Step,
    Unmet,
    Verified,
    WritePath,
)
from advisor.model.tuples import NamedTuple
from advisor.programs import folder_of, named
from advisor.quoting import inline
from advisor.shell import CommandLine, parse

Kind = Literal["setting", "relocate", "rule", "command", "outside", "none"]
Role = Literal["grant", "relocate", "permission", "housekeeping"]

OUTSIDE = "another terminal, outside the sandbox"
AGENT = "the Claude Code session"


class Answer(NamedTuple):
    """What is to be said of some needs together: alternatives best first (still without ids), or why there are none."""

    alternatives: tuple[Option, ...] = ()
    unmet: tuple[Unmet, ...] = ()


class Setup(NamedTuple):
    """The situation of a plan, read once, and all the needs that it is for."""

    situation: Situation
    boundary: Boundary
    settings: Settings
    target: Target
    command: CommandLine
    needs: frozenset[Need]

    @property
    def programs(self) -> tuple[Program, ...]:
        """The well-known programs that the command calls."""
        return tuple(program for simple in self.command.commands if (program := named(simple.program)))

    @property
    def folders(self) -> frozenset[str]:
        """The folders that the plan is asked to open."""
        return frozenset(need.path for need in self.needs if isinstance(need, WritePath) and need.folder and need.path)

    @property
    def owners(self) -> tuple[Program, ...]:
        """Whose step this is: the command's programs, else those whose folders were refused."""
        refused = (folder_of(folder, self.situation.home) for folder in sorted(self.folders))
        return self.programs or tuple(found.program for found in refused if found)

    def answer(self, need: Need) -> tuple[Access, Entry | None]:
        """What the boundary in force says of a need."""
        return answer(need, self.boundary)

    def scope(self, default: Scope, path: tuple[str, ...]) -> Scope | None:
        """The scope to write the key at `path` to, or None when the one that is asked for ignores it."""
        forced = self.situation.scope
        if path in TRUSTED_ONLY or self.settings.mandate:
            return "user" if forced in (None, "user") else None
        if path == ("sandbox", "network", "allowedDomains") and self.settings.on("sandbox", "network", "strictAllowlist"):
            return "user" if forced in (None, "user") else None
        return forced or default

    def change(
        self,
        path: tuple[str, ...],
        value: object,
        default: Scope = "project",
        *,
        risk: Risk = Risk.NARROW,
        role: Role = "grant",
        means: str = "",
        caveat: str | None = None,
    ) -> Change | None:
        """An edit of a settings file: a string joins the array at `path`, anything else is set; None when no scope takes it."""
        scope = self.scope(default, path)
        if scope is None:
            return None
        append = isinstance(value, str) and path[0] != "env"
        return Change(
            file=self.situation.file_of("claude", scope, FILES[scope]),
            format="json",
            scope=scope,
            path=path,
            value=value,
            op="append" if append else "set",
            role=role,
            risk=risk,
            means=means,
            caveat=caveat,
            verified=(verified("claude", path) if self.target.linux else None) or READ,
        )

    def allowed_already(self, need: Need) -> Unmet | None:
        """What to say when a settings file already allows `need`; None when none does."""
        access, entry = self.answer(need)
        if access is not Access.ALLOWED or entry is None or entry.provenance.file is None:
            return None
        if self.boundary.posture == "off":
            reason = f"The sandbox is switched off by {told(entry.provenance)}: it refused nothing."
            return Unmet(need, reason, "Look for an ordinary cause, or whether the command ran under other settings.")
        reason = f"Your settings already allow it: {told(entry.provenance)} has {inline(entry.value)}."
        return Unmet(need, reason, self.why_not_in_force(entry))

    def scope_refuses(self, need: Need) -> Answer:
        """What to say when the scope that is asked for, or an administrator, takes no widening."""
        return advice(
            need,
            "The settings file that was asked for does not count for this: only your own, ~/.claude/settings.json, does.",
            "Use `--scope user`; where an administrator has locked the sandbox, ask them.",
        )

    def why_not_in_force(self, entry: Entry) -> str:
        """What keeps an entry that stands in a file from counting."""
        reasons = ["the command ran before the file was saved (a change counts about a second later)"]
        if entry.operation == "write" and self.target.linux:
            made = paths.for_shell(entry.value)
            reasons.insert(0, f"on Linux an entry for a folder that does not exist does nothing: run `mkdir -p {made}` outside the sandbox")
            reasons.insert(1, "an entry that is a symlink does nothing: name the real folder")
        reasons.append("the session was started with another settings file (`--settings`) or in another project")
        return "Look for why it was not in force: " + "; ".join(reasons) + ". `/sandbox` shows the values in force."


def setup_of(needs: frozenset[Need], boundary: Boundary, situation: Situation) -> Setup:
    """The setup of a plan for `needs` that a boundary and a situation describe."""
    return Setup(
        situation,
        boundary,
        read_settings(situation),
        target_of_situation(situation),
        parse(situation.command) if situation.command else CommandLine((), False),
        needs,
    )


def told(provenance: Provenance) -> str:
    """A place in a file, in words: `sandbox.filesystem.allowWrite in .claude/settings.json`."""
    return f"`{provenance.key}` in {provenance.file}" if provenance.file else provenance.key


def option(
    needs: tuple[Need, ...],
    kind: Kind,
    title: str,
    means: str,
    *,
    changes: tuple[Change | None, ...] = (),
    steps: tuple[Step, ...] = (),
    risk: Risk = Risk.NARROW,
    caveat: str | None = None,
    verified: Verified | None = None,
) -> Option | None:
    """An alternative, or None when one of its changes has no scope that takes it."""
    made = tuple(change for change in changes if change is not None)
    if len(made) != len(changes):
        return None
    return Option(
        id="",
        needs=needs,
        kind=kind,
        title=title,
        risk=risk,
        means=means,
        changes=tuple(change._replace(risk=max(change.risk, risk)) if change.role == "grant" else change for change in made),
        steps=steps,
        caveat=caveat,
        verified=verified,
    )


def only(*options: Option | None) -> tuple[Option, ...]:
    """The options that exist."""
    return tuple(one for one in options if one is not None)


def advice(need: Need, reason: str, instead: str) -> Answer:
    """A need that no setting meets."""
    return Answer(unmet=(Unmet(need, reason, instead),))


def human(run: str | None = None, say: str | None = None) -> Step:
    """Something that the person does, outside the sandbox."""
    return Step("human", OUTSIDE, run, say)


def agent(run: str | None = None, say: str | None = None) -> Step:
    """Something that the agent does, in its session."""
    return Step("agent", AGENT, run, say)


def sentence(*parts: str | None) -> str | None:
    """The parts that are there as one text."""
    return " ".join(part for part in parts if part) or None
