"""The sandbox's switches: off, never on, half on, or on without what it needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from advisor.edits.positions import Path
from advisor.lint.claude_settings._reading import (
    RUN,
    SCHEMA,
    SEEN,
    is_on,
    managed,
    permission_rules,
    project,
    put,
    removed,
    sandbox,
    user,
)
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule
from advisor.model.lint import Severity

_MACOS_ONLY: tuple[tuple[Path, str], ...] = (
    (("sandbox", "network", "allowUnixSockets"), "on Linux only allowAllUnixSockets opens unix sockets"),
    (
        ("sandbox", "network", "allowLocalBinding"),
        "on Linux every command can listen in a network of its own, and this machine's own services stay out of reach",
    ),
    (("sandbox", "network", "allowMachLookup"), "Mach services exist on macOS alone"),
    (("sandbox", "enableWeakerNetworkIsolation"), "it opens com.apple.trustd.agent, by which data can leave"),
    (("sandbox", "allowAppleEvents"), "other programs then do what a sandboxed command asks them to"),
)
_LINUX_ONLY: tuple[tuple[Path, str], ...] = (
    (
        ("sandbox", "enableWeakerNestedSandbox"),
        "it weakens the isolation: the host's /proc stays readable; meant for unprivileged containers",
    ),
    (("sandbox", "allowNestedUserNamespaces"), "it takes away what keeps a command's code inside"),
)


def _off(config: Config) -> Iterator[Fault]:
    if config.at("sandbox", "enabled") is not False:
        return
    block = config.at("sandbox")
    alone = isinstance(block, dict) and len(block) == 1
    inert = "commands run unsandboxed" if alone else "everything else in the block is inert"
    for_all = {
        "managed": ", for everybody, whatever their own files say",
        "user": "; a project's true turns it on there",
        "local": "; it also switches off what the project and the user turned on",
    }
    reach = for_all.get(config.standing, "; a project's file so switches off the user's true as well")
    fix = removed(("sandbox", "enabled"), "leave the key out, so that each user's own choice counts")
    yield Fault(("sandbox", "enabled"), f"false: {inert}{reach}", fix, part="value")


def _never_on(config: Config) -> Iterator[Fault]:
    block = config.at("sandbox")
    if isinstance(block, dict) and "enabled" not in block:
        message = "not set: this block never turns the sandbox on; it counts only where another file or /sandbox does"
        severity: Severity | None = "info" if config.standing in ("project", "local") and _only_opens(block) else None
        yield Fault(("sandbox", "enabled"), message, put(("sandbox", "enabled"), True, "turn it on here"), severity=severity)


def _only_opens(block: dict[str, Any]) -> bool:
    """Whether a block holds nothing but grants, and what closes a part of one again: it adds to a sandbox that is on."""
    files, network = (block.get(name, {}) for name in ("filesystem", "network"))
    if not (isinstance(files, dict) and isinstance(network, dict)) or set(block) - {"filesystem", "network"}:
        return False
    grants = {key for key in (*files, *network) if key.startswith("allow") and not key.endswith("Only")}
    return bool(grants) and set(files) | set(network) <= grants | ({"denyWrite"} if "allowWrite" in files else set())


def _may_fail(config: Config) -> Iterator[Fault]:
    if is_on(config) and config.at("sandbox", "failIfUnavailable") is not True:
        path = ("sandbox", "failIfUnavailable")
        message = "not true: where the sandbox cannot start (bwrap or socat missing), commands run UNSANDBOXED after a warning"
        yield Fault(path, message, put(path, True, "refuse to start instead"))


def _asks(config: Config) -> Iterator[Fault]:
    path = ("sandbox", "autoAllowBashIfSandboxed")
    if is_on(config) and not config.has(*path):
        message = "not set: since 2.1.324 the default is false, so every sandboxed command still asks, and is refused in -p"
        yield Fault(path, message, put(path, True, "let sandboxed commands run without asking"))


def _escape(config: Config) -> Iterator[Fault]:
    path = ("sandbox", "allowUnsandboxedCommands")
    if config.standing == "managed" and is_on(config) and config.at(*path) is not False:
        message = "not false: an agent can ask to run a command outside the sandbox (dangerouslyDisableSandbox)"
        yield Fault(path, message, put(path, False, "close that way; note that it is a mandate, too"))
    elif is_on(config) and config.at(*path) is False and any(config.strings("sandbox", "excludedCommands")):
        yield Fault(path, "false does not cover excludedCommands: those still run unsandboxed")


def _no_hosts(config: Config) -> Iterator[Fault]:
    path = ("sandbox", "network", "allowedDomains")
    told = any(rule.tool == "WebFetch" and (rule.inner or "").startswith("domain:") for rule in permission_rules(config, "allow"))
    if is_on(config) and not told and not any(config.strings(*path)) and not config.at("sandbox", "network", "httpProxyPort"):
        yield Fault(path, "no host is listed: every command that needs the network asks, and is refused in -p")


def _other_system(config: Config) -> Iterator[Fault]:
    for path, why in _MACOS_ONLY:
        if config.at(*path):
            yield Fault(path, f"macOS only, no effect on Linux: {why}")
    for path, why in _LINUX_ONLY:
        if config.at(*path) is True:
            yield Fault(path, f"Linux only: {why}")


def _all_sockets(config: Config) -> Iterator[Fault]:
    path = ("sandbox", "network", "allowAllUnixSockets")
    if config.at(*path) is True:
        message = "every unix socket that you can reach, the Docker daemon's, D-Bus and key agents' among them: ways out of the sandbox"
        yield Fault(path, message, removed(path, "leave it out, and exclude the one command that needs a socket"))


def _no_files(config: Config) -> Iterator[Fault]:
    path = ("sandbox", "filesystem", "disabled")
    if config.at(*path) is True:
        yield Fault(path, "true: no filesystem isolation at all, only the network is held back", removed(path, "leave it out"))


def _plain_inject(config: Config) -> Iterator[Fault]:
    path = ("sandbox", "credentials", "allowPlaintextInject")
    if config.at(*path) is True:
        yield Fault(path, "true: masked credentials are sent over unencrypted connections", removed(path, "leave it out"))


def _unreported(config: Config) -> Iterator[Fault]:
    path = ("sandbox", "ignoreViolations")
    if config.at(*path):
        yield Fault(
            path, "hides the report of a refusal and allows nothing: the command fails without a word why", removed(path, "leave it out")
        )


RULES = (
    LintRule(
        id="claude-settings/sandbox-off",
        title="The sandbox is switched off",
        explanation=(
            "Of enabled, the nearest file counts: false in a project's or local file undoes a user's true, and in managed settings it "
            "holds for everybody. The lists beside it then hold nothing back."
        ),
        severity="warn",
        check=_off,
        source=RUN,
        seen_on=SEEN,
        examples=(project('{"sandbox": {"enabled": false}}'), managed('{"sandbox": {"enabled": false, "failIfUnavailable": true}}')),
        near_misses=(project('{"sandbox": {"enabled": true}}'), project('{"sandbox": {}}')),
    ),
    LintRule(
        id="claude-settings/never-on",
        title="A sandbox block that turns nothing on",
        explanation=(
            "The sandbox is off unless enabled is true somewhere. A block without it adds to what another file turns on, and does "
            "nothing where none does. That may be meant; it is told because it looks like protection."
        ),
        severity="warn",
        check=_never_on,
        source=RUN,
        seen_on=SEEN,
        examples=(project('{"sandbox": {"excludedCommands": ["make *"]}}'), user('{"sandbox": {}}')),
        near_misses=(project('{"sandbox": {"enabled": false}}'), project('{"permissions": {}}')),
    ),
    LintRule(
        id="claude-settings/fails-open",
        title="Without its programs the sandbox is silently off",
        explanation=(
            "Where bubblewrap or socat is missing, Claude Code warns once and runs commands unsandboxed. With failIfUnavailable true "
            "it exits instead."
        ),
        severity="info",
        check=_may_fail,
        source=RUN,
        seen_on=SEEN,
        examples=(project('{"sandbox": {"enabled": true}}'), project(sandbox('"failIfUnavailable": false'))),
        near_misses=(project(sandbox('"failIfUnavailable": true')), project('{"sandbox": {"enabled": false}}')),
    ),
    LintRule(
        id="claude-settings/still-asks",
        title="Sandboxed commands still ask",
        explanation=(
            "Up to 2.1.316 the sandbox came with permission to run; since 2.1.324 that has to be said. Without it, `claude -p` "
            "refuses nearly every command before the sandbox is reached, which looks like a sandbox that is too tight."
        ),
        severity="info",
        check=_asks,
        source=f"{RUN}, and nine releases before it",
        seen_on=SEEN,
        examples=(project('{"sandbox": {"enabled": true}}'),),
        near_misses=(project(sandbox('"autoAllowBashIfSandboxed": false')), project('{"sandbox": {"enabled": false}}')),
    ),
    LintRule(
        id="claude-settings/way-out",
        title="A way past the sandbox stays open",
        explanation=(
            "Two things run outside: a call for which the agent sets dangerouslyDisableSandbox, unless allowUnsandboxedCommands is "
            "false, and every excluded command, whatever that key says."
        ),
        severity="info",
        check=_escape,
        source=RUN,
        seen_on=SEEN,
        examples=(
            managed('{"sandbox": {"enabled": true}}'),
            project(sandbox('"allowUnsandboxedCommands": false, "excludedCommands": ["docker *"]')),
        ),
        near_misses=(managed(sandbox('"allowUnsandboxedCommands": false')), project('{"sandbox": {"enabled": true}}')),
    ),
    LintRule(
        id="claude-settings/no-host",
        title="The network is closed to every host",
        explanation=(
            "Hosts come from sandbox.network.allowedDomains and from WebFetch(domain:HOST) allow rules of every file. With none, each "
            "host asks, and without a person to ask it is refused."
        ),
        severity="info",
        check=_no_hosts,
        source=RUN,
        seen_on=SEEN,
        examples=(project('{"sandbox": {"enabled": true}}'), project(sandbox('"network": {"allowedDomains": []}'))),
        near_misses=(
            project(sandbox('"network": {"allowedDomains": ["api.example"]}')),
            user('{"sandbox": {"enabled": true}, "permissions": {"allow": ["WebFetch(domain:api.example)"]}}'),
        ),
    ),
    LintRule(
        id="claude-settings/one-system-only",
        title="A key that counts on one system only",
        explanation="The sandboxes of macOS and Linux are two programs; some keys reach only one of them and are ignored on the other.",
        severity="info",
        check=_other_system,
        source=f"{RUN}; the source of @anthropic-ai/sandbox-runtime 0.0.83",
        seen_on=SEEN,
        examples=(
            project(sandbox('"network": {"allowLocalBinding": true}')),
            user(sandbox('"network": {"allowUnixSockets": ["~/.ssh/agent"]}')),
            project(sandbox('"enableWeakerNestedSandbox": true')),
        ),
        near_misses=(project(sandbox('"network": {"allowLocalBinding": false}')), project(sandbox('"network": {"allowUnixSockets": []}'))),
    ),
    LintRule(
        id="claude-settings/all-sockets",
        title="Every unix socket is open",
        explanation=(
            "A unix socket is a way to programs that run outside the sandbox. On Linux this key is the only one that opens sockets, "
            "and it opens all of them, by leaving the filter of system calls out."
        ),
        severity="warn",
        check=_all_sockets,
        source=RUN,
        seen_on=SEEN,
        examples=(project(sandbox('"network": {"allowAllUnixSockets": true}')),),
        near_misses=(project(sandbox('"network": {"allowAllUnixSockets": false}')),),
    ),
    LintRule(
        id="claude-settings/no-file-isolation",
        title="The file sandbox is switched off",
        explanation="Sandboxed commands then write wherever you can, the agent's own settings and your shell's start-up files included.",
        severity="warn",
        check=_no_files,
        source=RUN,
        seen_on=SEEN,
        examples=(user(sandbox('"filesystem": {"disabled": true}')),),
        near_misses=(user(sandbox('"filesystem": {"disabled": false}')),),
    ),
    LintRule(
        id="claude-settings/plaintext-credentials",
        title="Masked credentials may leave unencrypted",
        explanation="A masked credential is put in by the proxy on its way out; with this key it is put into plain HTTP as well.",
        severity="warn",
        check=_plain_inject,
        source=SCHEMA,
        seen_on=SEEN,
        examples=(user(sandbox('"credentials": {"allowPlaintextInject": true}')),),
        near_misses=(user(sandbox('"credentials": {"allowPlaintextInject": false}')),),
    ),
    LintRule(
        id="claude-settings/hidden-refusals",
        title="Refusals are hidden, not allowed",
        explanation=(
            "ignoreViolations takes the lines out that say what the sandbox refused. Nothing more is allowed: what failed still "
            "fails, and nobody is told why. Both patterns are compared as parts of words."
        ),
        severity="warn",
        check=_unreported,
        source=RUN,
        seen_on=SEEN,
        examples=(project(sandbox('"ignoreViolations": {"*": ["/usr/bin"]}')),),
        near_misses=(project(sandbox('"ignoreViolations": {}')),),
    ),
)
