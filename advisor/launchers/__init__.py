"""The programs that start agent sessions over the harnesses: each is a module here that holds one `LAUNCHER`.

A launcher changes how a plan is carried out (who sandboxes, what switches it off, when a change counts), never what
is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module

from advisor.discovery import modules_of
from advisor.model import Plan, Situation
from advisor.model.tuples import NamedTuple


class Launcher(NamedTuple):
    """A launcher: what gives its sessions away, its rules for the agent, and how it changes a plan.

    session: whether this environment and situation are those of one of its sessions. agent_rules: sentences that it
    gives its agents about a refusal, for texts that an agent reads.
    """

    name: str
    title: str
    session: Callable[[Mapping[str, str], Situation], bool]
    agent_rules: tuple[str, ...]
    adapt: Callable[[Plan, Situation], Plan]


@cache
def names() -> tuple[str, ...]:
    """The names of all launchers, sorted."""
    return modules_of(__path__)


def load(name: str) -> Launcher:
    """The launcher of that name, one of `names()`."""
    launcher: Launcher = import_module(f"{__name__}.{name}").LAUNCHER
    return launcher


def launcher_of(environ: Mapping[str, str], situation: Situation) -> str | None:
    """The name of the launcher whose session this is, or None."""
    return next((name for name in names() if load(name).session(environ, situation)), None)


def adapted(plan: Plan, situation: Situation) -> Plan:
    """The plan as the situation's launcher needs it; unchanged without a launcher."""
    return load(situation.launcher).adapt(plan, situation) if situation.launcher in names() else plan


def agent_rules(situation: Situation) -> tuple[str, ...]:
    """The launcher's rules for the agent; none without a launcher."""
    return load(situation.launcher).agent_rules if situation.launcher in names() else ()
