"""Codex situations for tests, and what becomes of them when options are applied."""

import tomllib

from advisor.edits.new_text import Setting, put, toml_text
from advisor.harnesses import load
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

CODEX = load("codex")
HOME = "/home/dev"
PROJECT = "/home/dev/code/shop"
FILES = {
    "requirements": "/etc/codex/requirements.toml",
    "system": "/etc/codex/config.toml",
    "user": "~/.codex/config.toml",
    "profile": "~/.codex/ci.config.toml",
    "project": ".codex/config.toml",
}
TRUSTED = f'[projects."{PROJECT}"]\ntrust_level = "trusted"\n'

# One need of every kind, so that pairs of them can be planned together.
EVERY_KIND = (
    WritePath("~/.npm/_cacache", folder=True),
    ReadPath("/etc/hosts"),
    ReachHost("pkg.example", 443),
    ResolveName("other.example"),
    ReachLocalService(8099, "127.0.0.1"),
    ListenOnPort(8123, "127.0.0.1"),
    ConnectSocket("/run/user/1000/app.sock"),
    UseService("org.freedesktop.secrets"),
    UseDevice("/dev/kvm"),
    TraceProcess(),
    ControlProcess("signal"),
    Nest(),
    GainPrivilege(),
    RunCommand("deploy now"),
    StartSandbox("bwrap: setting up uid map: Permission denied"),
)


def situated(*, system="linux", texts=None, version="0.171.0", home=HOME, directory=PROJECT, repository=PROJECT, paths=None, **fields):
    """A situation; texts: config texts by scope, None for a missing file; no texts: nobody looked."""
    configs = tuple(ConfigText("codex", FILES[scope], scope, text) for scope, text in (texts or {}).items())
    answers = tuple(PathAnswer(path, kind) for path, kind in (paths or {}).items())
    return Situation(
        system=Known(system, "flag"),
        harness=Known("codex", "flag"),
        harnesses=("codex",),
        version=Known(version, "flag") if version else Known(),
        home=home,
        directory=directory,
        repository=repository,
        configs=configs,
        paths=answers,
        **fields,
    )


def looked(user=TRUSTED, project=None, **fields):
    """A situation whose files were looked at: by default a trusted project without config of its own."""
    return situated(texts={"user": user, "project": project}, **fields)


def planned(situation, *needs):
    """The plan for the needs."""
    return CODEX.plan(frozenset(needs), CODEX.read_boundary(situation), situation)


def chosen(plan):
    """The chosen options."""
    return [option for option in plan.options if option.id in plan.chosen]


def applied(situation, options):
    """The situation after the options' changes were written into its files and the project was trusted."""
    texts = {text.scope: text for text in situation.configs}
    tables = {scope: tomllib.loads(text.text or "") for scope, text in texts.items()}
    for change in (change for option in options for change in option.changes if change.format == "toml"):
        table = tables.setdefault(change.scope, {})
        if change.path == ("features", "network_proxy") and isinstance(change.value, dict):
            plain = table["features"].pop("network_proxy")  # the change replaces the plain value, a further one adds to the table
            table["features"].update({"network_proxy": plain} if isinstance(plain, dict) else {})
        put(table, Setting(change.path, change.value, change.op))
    tables.setdefault("user", {}).setdefault("projects", {}).setdefault(PROJECT, {})["trust_level"] = "trusted"
    configs = tuple(ConfigText("codex", FILES[scope], scope, toml_text(settings_of(table))) for scope, table in tables.items())
    return situation._replace(configs=configs)


def settings_of(document, path=()):
    """One setting for each plain value of nested tables."""
    for key, value in document.items():
        if isinstance(value, dict) and value:
            yield from settings_of(value, (*path, key))
        else:
            yield Setting((*path, key), value)


def values(option):
    """The option's changes as {file: nested tables}."""
    files = {}
    for change in option.changes:
        if change.format == "toml":
            put(files.setdefault(change.file, {}), Setting(change.path, change.value, change.op))
    return files
