"""What would allow a need: changes, options, plans, and how they take effect."""

from __future__ import annotations

from typing import Any, Literal

from advisor.model.needs import Need
from advisor.model.tuples import NamedTuple
from advisor.model.words import HarnessName, Risk, Scope


class Verified(NamedTuple):
    """How we know that a change works: it ran, it was read in the source, or somebody reported it."""

    how: Literal["ran", "source", "report"]
    version: str
    date: str


class Change(NamedTuple):
    """One edit of one file.

    path: the key path, outermost first. op: `set` puts `value` at the path; `append` adds it to the array there (or,
    for the format `lines`, as a line). role: grant, relocate, permission or housekeeping.
    """

    file: str
    format: Literal["json", "toml", "lines"]
    scope: Scope
    path: tuple[str, ...]
    value: Any
    op: Literal["set", "append"] = "set"
    role: Literal["grant", "relocate", "permission", "housekeeping"] = "grant"
    risk: Risk = Risk.NARROW
    means: str = ""
    caveat: str | None = None
    verified: Verified | None = None


class Step(NamedTuple):
    """Something to do that is not an edit: who does it, where, the command, or what to say or know."""

    who: Literal["human", "agent"]
    where: str
    run: str | None = None
    say: str | None = None


class Option(NamedTuple):
    """One way to meet some needs; options with the same denials are alternatives, best first."""

    id: str
    needs: tuple[Need, ...]
    kind: Literal["setting", "relocate", "rule", "command", "outside", "none"]
    title: str
    risk: Risk
    means: str
    changes: tuple[Change, ...] = ()
    steps: tuple[Step, ...] = ()
    caveat: str | None = None
    verified: Verified | None = None
    denials: tuple[int, ...] = ()


class PlanFile(NamedTuple):
    """The one merged snippet for a file; complete False means: only the lines to add."""

    file: str
    scope: Scope
    snippet: str
    complete: bool


class Unmet(NamedTuple):
    """A need that no setting meets: why, and what to do instead."""

    need: Need
    reason: str
    instead: str
    denials: tuple[int, ...] = ()


class TakesEffect(NamedTuple):
    """When a change counts, and the sentence that says so."""

    when: Literal["next-command", "new-session", "relaunch", "after-trust"]
    say: str


class OffSwitch(NamedTuple):
    """How to turn the sandbox off, with what that gives up."""

    steps: tuple[Step, ...]
    warning: str


class Plan(NamedTuple):
    """A harness's whole answer: the alternatives, which of them are chosen, and the files they make."""

    harness: HarnessName
    options: tuple[Option, ...]
    chosen: tuple[str, ...]
    files: tuple[PlanFile, ...]
    takes_effect: TakesEffect
    unmet: tuple[Unmet, ...]
    off_switch: OffSwitch


class Patch(NamedTuple):
    """What becomes of one file: its whole text before (None: there is no such file) and after; the diff follows from them.

    file: as shown to the user (`.codex/config.toml`, `~/.claude/settings.json`). place: where it stands on the machine,
    absolute, where somebody looked. The texts are decoded without translating line ends.
    """

    file: str
    scope: Scope
    before: str | None
    after: str
    place: str | None = None
