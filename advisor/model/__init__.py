"""The vocabulary every room shares: evidence, denials, needs, boundaries, changes, plans and reports.

Everything here is a frozen value; nothing here reads, writes or decides. The values are tuples with named fields
(`tuples.NamedTuple`): defining a frozen dataclass costs twenty times as much, and importing `dataclasses` alone as much again as
the bare interpreter, on a path that runs after every failing command. Needs end in their `operation`, which tells kinds apart
that would else be equal tuples.
"""

from advisor.model.boundaries import Access, Boundary, Entry, NotInForce, Provenance
from advisor.model.evidence import Call, Evidence, Excerpt, Origin, Recording
from advisor.model.findings import Denial, Ordinary, Rule
from advisor.model.needs import (
    ConnectSocket,
    ControlProcess,
    GainPrivilege,
    ListenOnPort,
    Need,
    Nest,
    ReachHost,
    ReachLocalService,
    ReadPath,
    ResolveName,
    RunCommand,
    StartSandbox,
    TraceProcess,
    UseDevice,
    UseService,
    WritePath,
    operation_of,
    target_of,
)
from advisor.model.plans import Change, OffSwitch, Option, Patch, Plan, PlanFile, Step, TakesEffect, Unmet, Verified
from advisor.model.programs import Flag, Installs, Program, ProgramPath
from advisor.model.reports import Report
from advisor.model.situations import Checkout, ConfigText, FileAnswer, FileQuestion, Known, PathAnswer, PathQuestion, Process, Situation
from advisor.model.words import Channel, Confidence, HarnessName, Risk, Says, Scope, System, Verdict

__all__ = [
    "Access",
    "Boundary",
    "Call",
    "Change",
    "Channel",
    "Checkout",
    "Confidence",
    "ConfigText",
    "ConnectSocket",
    "ControlProcess",
    "Denial",
    "Entry",
    "Evidence",
    "Excerpt",
    "FileAnswer",
    "FileQuestion",
    "Flag",
    "GainPrivilege",
    "HarnessName",
    "Installs",
    "Known",
    "ListenOnPort",
    "Need",
    "Nest",
    "NotInForce",
    "OffSwitch",
    "Option",
    "Ordinary",
    "Origin",
    "Patch",
    "PathAnswer",
    "PathQuestion",
    "Plan",
    "PlanFile",
    "Process",
    "Program",
    "ProgramPath",
    "Provenance",
    "ReachHost",
    "ReachLocalService",
    "ReadPath",
    "Recording",
    "Report",
    "ResolveName",
    "Risk",
    "Rule",
    "RunCommand",
    "Says",
    "Scope",
    "Situation",
    "StartSandbox",
    "Step",
    "System",
    "TakesEffect",
    "TraceProcess",
    "Unmet",
    "UseDevice",
    "UseService",
    "Verdict",
    "Verified",
    "WritePath",
    "operation_of",
    "target_of",
]
