"""Puts a Claude Code plan together: every need answered, same answers joined, groups lettered, the safe first ones chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from advisor.harnesses.claude_code.effect import off_switch, takes_effect
from advisor.harnesses.claude_code.setup import Answer, Setup, sentence, setup_of
from advisor.harnesses.letters import letter
from advisor.model import (
    Boundary,
    Change,
    ConnectSocket,
    ControlProcess,
    GainPrivilege,
    ListenOnPort,
    Need,
    Nest,
    Option,
    Plan,
    ReachHost,
    ReachLocalService,
    ReadPath,
    ResolveName,
    Risk,
    RunCommand,
    Situation,
    StartSandbox,
    TraceProcess,
    Unmet,
    UseDevice,
    UseService,
    WritePath,
    operation_of,
    target_of,
)

_Group = tuple[Option, ...]


def plan(needs: frozenset[Need], boundary: Boundary, situation: Situation) -> Plan:
    """The whole answer to `needs` where `boundary` is in force; `files` stays empty."""
    setup = setup_of(needs, boundary, situation)
    ordered = sorted(needs, key=lambda need: (list(_ORDER).index(operation_of(need)), target_of(need) or ""))
    groups: list[_Group] = []
    unmet: list[Unmet] = []
    for need in ordered:
        answered = answer(need, setup)
        if answered.alternatives:
            groups.append(answered.alternatives)
        unmet.extend(answered.unmet)
    groups = [tuple(_with_dropped_file(option, setup) for option in group) for group in _joined(groups)]
    opened = any(change.path[-1:] == ("allowedDomains",) for group in groups for option in group for change in option.changes)
    options = [
        option._replace(id=f"{letter(index)}{number}") for index, group in enumerate(groups) for number, option in enumerate(group, 1)
    ]
    chosen = tuple(_chosen(group, letter(index)) for index, group in enumerate(groups))
    if opened and (closing := _closing(setup)):
        options.append(closing._replace(id=f"{letter(len(groups))}1"))
    return Plan(
        harness="claude",
        options=tuple(options),
        chosen=tuple(one for one in chosen if one),
        files=(),
        takes_effect=takes_effect(needs, setup),
        unmet=tuple(unmet),
        off_switch=off_switch(setup),
    )


def answer(need: Need, setup: Setup) -> Answer:
    """What Claude Code's settings can do for one need; only the part that knows this kind of need is loaded."""
    match need:
        case WritePath():
            from advisor.harnesses.claude_code.writes import write

            return write(need, setup)
        case ReadPath():
            from advisor.harnesses.claude_code.reads import read

            return read(need, setup)
        case ReachHost() | ResolveName():
            from advisor.harnesses.claude_code.network import connect

            return connect(need, setup)
        case ReachLocalService() | ListenOnPort() | ConnectSocket():
            from advisor.harnesses.claude_code.local import local

            return local(need, setup)
        case UseService() | UseDevice() | TraceProcess() | ControlProcess() | Nest() | GainPrivilege() | StartSandbox():
            from advisor.harnesses.claude_code.machine import machine

            return machine(need, setup)
        case RunCommand():
            from advisor.harnesses.claude_code.permission import run

            return run(need, setup)
        case _:
            assert_never(need)


def _with_dropped_file(option: Option, setup: Setup) -> Option:
    """The option, with a word on a settings file that Claude Code drops: an edit of it changes nothing."""
    dropped = {layer.file: layer.problem for layer in setup.settings.layers if layer.problem}
    if not dropped or not option.changes:
        return option
    broken = next((change.file for change in option.changes if change.file in dropped), next(iter(dropped)))
    said = f"Claude Code drops {broken} as a whole, the sandbox settings in it too: {dropped[broken]}. Correct that first."
    return option._replace(caveat=sentence(said, option.caveat))


def _closing(setup: Setup) -> Option | None:
    from advisor.harnesses.claude_code.credentials import close_credentials

    return close_credentials(setup)


# Startup first: nothing else counts while the sandbox does not start.
_ORDER = (
    "startup", "permission", "connect", "resolve", "local-connect", "bind", "write", "read", "unix-socket", "service", "device", "nest",
    "process", "trace", "privilege",
)  # fmt: skip


def _joined(groups: list[_Group]) -> list[_Group]:
    """Groups whose first alternative makes the same edits are one group; one that is a part of another's is met by it."""
    kept: list[_Group] = []
    for group in groups:
        index = next((index for index, other in enumerate(kept) if _same(group, other)), None)
        if index is None:
            kept.append(group)
        else:
            larger, smaller = (group, kept[index]) if len(_edits(group[0])) > len(_edits(kept[index][0])) else (kept[index], group)
            needs = tuple(need for option in smaller for need in option.needs)
            kept[index] = tuple(option._replace(needs=tuple(dict.fromkeys((*option.needs, *needs)))) for option in larger)
    return kept


def _same(one: _Group, other: _Group) -> bool:
    """Whether one group's answer holds the other's: the same edits, or the edits of a part of it."""
    first, second = _edits(one[0]), _edits(other[0])
    if not first or not second:
        return not first and not second and (one[0].kind, one[0].title, one[0].steps) == (other[0].kind, other[0].title, other[0].steps)
    return first <= second or second <= first


def _edits(option: Option) -> frozenset[tuple[object, ...]]:
    return frozenset(_key(change) for change in option.changes)


def _key(change: Change) -> tuple[object, ...]:
    return (change.file, change.path, change.value, change.op)


def _chosen(group: Iterable[Option], name: str) -> str | None:
    """The id of the first alternative that hands over no more than is narrow, and changes something."""
    return next((f"{name}{number}" for number, option in enumerate(group, 1) if option.risk <= Risk.NARROW and option.changes), None)
