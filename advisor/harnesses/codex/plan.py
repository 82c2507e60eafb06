"""The whole answer of Codex for a set of needs: what is allowed already, what grants meet together, what nothing meets."""

from __future__ import annotations

from typing import assert_never

from advisor.boundary import answer
from advisor.harnesses.codex.credentials import close_credentials
from advisor.harnesses.codex.effect import off_switch, takes_effect
from advisor.harnesses.codex.faults import fault_of
from advisor.harnesses.codex.network_options import READS_OPEN
from advisor.harnesses.codex.plan_files import closed_inside, plan_reads, plan_writes
from advisor.harnesses.codex.plan_network import NetworkNeed, plan_network
from advisor.harnesses.codex.plan_outside import OutsideNeed, plan_outside
from advisor.harnesses.codex.planning import Alternatives, Answers, Planning, planning
from advisor.harnesses.letters import letter
from advisor.model import (
    Access,
    Boundary,
    ConnectSocket,
    ControlProcess,
    Entry,
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
from advisor.quoting import inline


def plan(needs: frozenset[Need], boundary: Boundary, situation: Situation) -> Plan:
    """The plan for all needs at once; `files` stays empty, `patches` composes it from the chosen options."""
    base = planning(needs, boundary, situation)
    ordered = sorted(needs, key=lambda need: (operation_of(need), target_of(need) or "", repr(need)))
    answers = Answers()
    left: list[Need] = []
    for need in ordered:
        settled = _already(base, need)
        if settled is None:
            left.append(need)
        else:
            answers = answers.and_(Answers((), (settled,)))
    answers = _answers(base, left).and_(answers)
    options, chosen = _lettered(answers.groups)
    if (fault := _fault(base)) is not None:
        options = tuple(_behind(option, fault) if option.changes else option for option in options)
    closing = close_credentials(base) if any(READS_OPEN in option.means for option in options) else None
    if closing is not None:
        options += (closing._replace(id=f"{letter(len(answers.groups))}1"),)
    picked = [option for option in options if option.id in chosen]
    return Plan("codex", options, chosen, (), takes_effect(base, picked or options), answers.unmet, off_switch())


def _fault(base: Planning) -> str | None:
    """What keeps Codex, or its sandbox, from starting with the config as it is: one sentence without its full stop, or None."""
    unread = (f"{text.file} cannot be read as it should be: {problem}" for text, problem in base.config.unread)
    return fault_of(base.config, base.policy, base.situation) or next(unread, None)


def _behind(option: Option, fault: str) -> Option:
    return option._replace(caveat=" ".join(filter(None, (f"{inline(fault, 400)}. Correct that first.", option.caveat))))


def _answers(base: Planning, needs: list[Need]) -> Answers:
    """The needs sorted by what answers them together."""
    writes: list[WritePath] = []
    reads: list[ReadPath] = []
    network: list[NetworkNeed] = []
    outside: list[OutsideNeed] = []
    for need in needs:
        match need:
            case WritePath():
                writes.append(need)
            case ReadPath():
                reads.append(need)
            case ReachHost() | ResolveName() | ReachLocalService() | ListenOnPort() | ConnectSocket() | TraceProcess():
                network.append(need)
            case UseService() | UseDevice() | ControlProcess() | Nest() | GainPrivilege() | RunCommand() | StartSandbox():
                outside.append(need)
            case _:
                assert_never(need)
    files = plan_writes(base, writes).and_(plan_reads(base, reads))
    return files.and_(plan_network(base, network)).and_(plan_outside(base, outside))


def _already(base: Planning, need: Need) -> Unmet | None:
    """What the config allows already is not offered again; the answer says why it may not be in force."""
    access, entry = answer(need, base.boundary)
    if entry is None or access not in (Access.ALLOWED, Access.ALLOWED_BUT) or isinstance(need, ReadPath):
        return None
    if isinstance(need, WritePath) and need.across:
        return None  # it fails whatever is allowed
    if isinstance(need, WritePath) and (closed := closed_inside(base, need)):
        return closed
    where = f"{entry.provenance.file} ({entry.provenance.key})" if entry.provenance.file else f"Codex ({entry.provenance.key})"
    but = f", {entry.note}" if entry.note else ""
    return Unmet(need, f"{where} allows this already{but}.", _why_not_in_force(need, entry))


def _why_not_in_force(need: Need, entry: Entry) -> str:
    if isinstance(need, ReachHost | ResolveName) and entry.access is Access.ALLOWED_BUT:
        return (
            "Start a new session if the entry is new. For a client that ignores the proxy variables add transparent_tcp = true "
            "beside the host (Linux, Codex 0.171); for a name that resolves to a private address, allow_local_binding = true."
        )
    return "Start a new session, in a project that Codex trusts, without a -s flag."


def _lettered(groups: tuple[Alternatives, ...]) -> tuple[tuple[Option, ...], tuple[str, ...]]:
    """The options with their ids, and the ids of those that a patch writes: the first narrow one of each group."""
    options: list[Option] = []
    chosen: list[str] = []
    for index, group in enumerate(groups):
        named = [option._replace(id=f"{letter(index)}{number}") for number, option in enumerate(group, start=1)]
        options += named
        chosen += [option.id for option in named if option.changes and option.risk <= Risk.NARROW][:1]
    return tuple(options), tuple(chosen)
