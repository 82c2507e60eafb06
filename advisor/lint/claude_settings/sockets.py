"""Sockets and services that commands are let through to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.hazards.sockets import judge_socket
from advisor.lint.claude_settings._reading import RUN, SEEN, project, put, removed, said, sandbox, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule
from advisor.model import Risk

_SOCKETS, _SERVICES = ("sandbox", "network", "allowUnixSockets"), ("sandbox", "network", "allowMachLookup")


def _escapes(config: Config) -> Iterator[Fault]:
    for path, entry in config.strings(*_SOCKETS):
        judged = judge_socket(entry)
        if judged.risk is Risk.ESCAPE:
            host = (
                "access to the Docker socket is host access"
                if "docker" in entry.lower()
                else f"{judged.why[:1].lower()}{judged.why[1:].rstrip('.')}"
            )
            yield Fault(
                path, f"{said(entry)} is {judged.what}: {host}", removed(path, "leave it out, and exclude the one command that needs it")
            )
        elif judged.risk is Risk.BROAD:
            yield Fault(path, f"{said(entry)} is {judged.what}: {judged.why[:1].lower()}{judged.why[1:].rstrip('.')}", severity="info")


def _patterns(config: Config) -> Iterator[Fault]:
    for path, entry in config.strings(*_SOCKETS):
        if re.search(r"[*?\[]", entry):
            folder = re.split(r"/[^/]{0,255}[*?\[]", entry, maxsplit=1)[0] or "/"
            message = f"{said(entry)}: entries are paths and stand for all below them; list the directory instead of a pattern"
            yield Fault(path, message, put(path, folder, f"write {said(folder)}"))


def _services(config: Config) -> Iterator[Fault]:
    for path, entry in config.strings(*_SERVICES):
        if entry.strip() == "*":
            yield Fault(
                path,
                f"{said(entry)} lets commands look up every service of the session",
                removed(path, "name the services that are needed"),
            )
        elif "*" in entry[:-1]:
            yield Fault(
                path,
                f"{said(entry)} matches nothing: a star counts only as the last character",
                removed(path, "write it with one star at the end"),
            )


RULES = (
    LintRule(
        id="claude-settings/socket-escape",
        title="A socket through which commands leave the sandbox",
        explanation=(
            "Whoever talks to a container service, the bus or a terminal has a program start outside the sandbox: the socket is as "
            "good as switching the sandbox off."
        ),
        severity="warn",
        check=_escapes,
        source=f"{RUN}; public reports apache/magpie#1184, anthropics/claude-code#16076",
        seen_on=SEEN,
        examples=(
            user(sandbox('"network": {"allowUnixSockets": ["/var/run/docker.sock"]}')),
            user(sandbox('"network": {"allowUnixSockets": ["/run/user/1000/bus", "~/.ssh/ssh-agent.sock"]}')),
        ),
        near_misses=(user(sandbox('"network": {"allowUnixSockets": ["/tmp/nx"]}')),),
    ),
    LintRule(
        id="claude-settings/socket-pattern",
        title="A pattern in the list of sockets",
        explanation=(
            "Sockets are compared as paths, and a folder stands for all below it. A star is a star in a name, which no socket has."
        ),
        severity="warn",
        check=_patterns,
        source="the source of @anthropic-ai/sandbox-runtime 0.0.83; public report anthropics/claude-code#16076",
        seen_on=SEEN,
        examples=(user(sandbox('"network": {"allowUnixSockets": ["~/.ssh/sockets/*"]}')),),
        near_misses=(user(sandbox('"network": {"allowUnixSockets": ["~/.ssh/sockets"]}')),),
    ),
    LintRule(
        id="claude-settings/mach-service",
        title="A Mach service entry that is too wide or matches nothing",
        explanation=(
            "An entry is the name of a service, or its beginning with one star at its end. A lone star is every service of the Mac."
        ),
        severity="warn",
        check=_services,
        source="the source of @anthropic-ai/sandbox-runtime 0.0.83",
        seen_on=SEEN,
        examples=(user(sandbox('"network": {"allowMachLookup": ["*"]}')), user(sandbox('"network": {"allowMachLookup": ["com.*.agent"]}'))),
        near_misses=(project(sandbox('"network": {"allowMachLookup": ["com.example.agent", "com.example.*"]}')),),
    ),
)
