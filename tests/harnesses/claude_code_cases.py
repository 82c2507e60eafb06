"""Claude Code situations for tests, and what becomes of them when options are applied."""

import json
from copy import deepcopy

from advisor.harnesses import load
from advisor.harnesses.claude_code.settings import FILES
from advisor.model import (
    ConfigText,
    ConnectSocket,
    ControlProcess,
    GainPrivilege,
    Known,
    ListenOnPort,
    Nest,
    PathAnswer,
    ReachHost,
    ReachLocalService,
    ReadPath,
    ResolveName,
    RunCommand,
    Situation,
    StartSandbox,
    TraceProcess,
    UseDevice,
    UseService,
    WritePath,
)

CLAUDE = load("claude")
HOME = "/home/dev"
PROJECT = "/home/dev/code/shop"
ON = {"sandbox": {"enabled": True, "autoAllowBashIfSandboxed": True}}

# One need of every kind, so that pairs of them can be planned together.
EVERY_KIND = (
    WritePath("~/.npm/_cacache", folder=True),
    ReadPath("/srv/data"),
    ReachHost("pkg.example", 443),
    ResolveName("other.example"),
    ReachLocalService(8099, "127.0.0.1"),
    ListenOnPort(8123, "127.0.0.1"),
    ConnectSocket("/srv/app/app.sock"),
    UseService("com.example.service"),
    UseDevice("/dev/kvm"),
    TraceProcess(),
    ControlProcess("signal"),
    Nest(),
    GainPrivilege(),
    RunCommand("ls src"),
    StartSandbox("bwrap: setting up uid map: Permission denied"),
)


def situation(*, settings=None, system="linux", version=None, command=None, paths=(), **more):
    """A situation with settings given as parsed values by scope (or raw text); scopes that are not given have no file."""
    settings = {"project": ON} if settings is None else settings
    texts = tuple(
        ConfigText("claude", FILES.get(scope, f"/etc/{scope}.json"), scope, _text(settings.get(scope)))
        for scope in (*FILES, *(scope for scope in settings if scope not in FILES))
    )
    return Situation(
        **{
            "system": Known(system, "flag"),
            "harness": Known("claude", "flag"),
            "harnesses": ("claude",),
            "version": Known(version),
            "sandboxed": Known(True, "marker"),
            "home": HOME,
            "directory": PROJECT,
            "repository": PROJECT,
            "configs": texts,
            "paths": tuple(PathAnswer(path, kind) for path, kind in paths),
            "command": command,
            **more,
        }
    )


def _text(document):
    return document if document is None or isinstance(document, str) else json.dumps(document)


def plan(*needs, boundary=None, **given):
    """The plan for needs in a situation given by keywords."""
    here = situation(**given)
    return CLAUDE.plan(frozenset(needs), boundary or CLAUDE.read_boundary(here), here)


def edits(option):
    """{key path: value} of an option's changes, for reading in an assertion."""
    found = {}
    for change in option.changes:
        key = ".".join(change.path) or change.file
        found[key] = [*found.get(key, []), change.value] if change.op == "append" else change.value
    return found


def applied(settings, changes):
    """Settings by scope after `changes`, merged as parsed values."""
    after = deepcopy(settings)
    for change in changes:
        if change.format == "lines":
            continue
        table = after.setdefault(change.scope, {})
        for key in change.path[:-1]:
            table = table.setdefault(key, {})
        if change.op == "append":
            array = table.setdefault(change.path[-1], [])
            array += [] if change.value in array else [change.value]
        else:
            table[change.path[-1]] = change.value
    return after
