"""What a file opens of the network, and the settings of it that do nothing or the reverse of what they seem to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from advisor.edits.positions import Path
from advisor.hazards.sockets import judge_socket
from advisor.lint.codex_config._reading import (
    LEGACY,
    SEEN,
    in_force,
    is_project,
    opens_network,
    profile,
    project,
    proxy,
    put,
    said,
    selected,
    table,
    tables,
    user,
)
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule
from advisor.model import Risk
from advisor.model.lint import Severity

_PROXY = ("features", "network_proxy")
_LOOPBACK = ("127.0.0.1", "localhost", "::1", "[::1]")
_DANGEROUS: Mapping[str, str] = {
    "dangerously_allow_all_unix_sockets": (
        "every unix socket can be connected to: the container service, the session bus and key agents among them"
    ),
    "dangerously_allow_non_loopback_proxy": "the filtering proxy can listen where others of the network reach it",
}
_ON = "\n[permissions.dev.network]\nenabled = true\n"


def networks(config: Config) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """The tables about the network: of each profile, and of the proxy itself."""
    for name, _ in tables(config, "permissions"):
        yield ("permissions", name, "network"), table(config, "permissions", name, "network")
    yield _PROXY, table(config, *_PROXY)


def _elsewhere(config: Config) -> str:
    return ", unless the user's own file turns the proxy on" if is_project(config) and proxy(config) is None else ""


def _whole_network(config: Config) -> Iterator[Fault]:
    if proxy(config):
        return
    path = (LEGACY, "network_access")
    if config.at(*path) is True:
        yield Fault(path, f"all or nothing: commands reach every host, and what they read they can send{_elsewhere(config)}", part="value")
    for name, _ in tables(config, "permissions"):
        at = ("permissions", name, "network", "enabled")
        if config.at(*at) is True:
            say = f"without features.network_proxy this opens the whole network, whatever hosts are listed{_elsewhere(config)}"
            fix = put(_PROXY, True, "turn the proxy on (features.network_proxy = true)") if proxy(config) is None else None
            yield Fault(at, say, fix, part="value")


def _idle_domains(config: Config) -> Iterator[Fault]:
    for path, network in networks(config):
        if not network.get("domains"):
            continue
        if not proxy(config):
            why = "no host is filtered: only features.network_proxy (true, or a table with enabled = true) makes these entries count"
            yield Fault((*path, "domains"), f"{why}{_elsewhere(config)}")
        elif path[0] == "permissions" and path[1] in in_force(config) and not opens_network(config):
            yield Fault((*path, "domains"), "does nothing: the network as a whole is off without enabled = true beside it")


def _proxy_off(config: Config) -> Iterator[Fault]:
    value = config.at(*_PROXY)
    if value is False or (isinstance(value, Mapping) and value.get("enabled") is False):
        yield Fault(_PROXY, "false: no host is filtered, and what opens the network opens all of it")
    elif isinstance(value, Mapping) and "enabled" not in value:
        fix = put((*_PROXY, "enabled"), True, "add enabled = true")
        yield Fault(_PROXY, "a table without enabled = true leaves the proxy off: nothing in it counts", fix, severity="warn")


def _proxy_without_network(config: Config) -> Iterator[Fault]:
    decides = selected(config) in table(config, "permissions") or config.at("sandbox_mode") == "workspace-write"
    if proxy(config) and decides and not opens_network(config):
        what = "sandbox_workspace_write.network_access" if selected(config) is None else "the profile's network.enabled"
        yield Fault(_PROXY, f"the network stays off: the proxy filters what {what} opens, and that is not true here")


def _no_hosts(config: Config) -> Iterator[Fault]:
    if not proxy(config) or not opens_network(config) or selected(config) is None:
        return
    counted = [network for path, network in networks(config) if path == _PROXY or path[1] in in_force(config)]
    if any(network.get("domains") or network.get("allow_local_binding") for network in counted):
        return
    for name in sorted(in_force(config)):
        if config.at("permissions", name, "network", "enabled") is True:
            say = "every host is refused: the proxy is on, and no entry in domains allows one"
            yield Fault(("permissions", name, "network", "enabled"), say, part="value")


def _sockets(config: Config) -> Iterator[Fault]:
    for path, network in networks(config):
        entries = network.get("unix_sockets")
        for socket, access in entries.items() if isinstance(entries, Mapping) else ():
            if access != "allow":
                continue
            at = (*path, "unix_sockets", socket)
            if not socket.startswith("/"):
                counts = proxy(config) and opens_network(config) and (path == _PROXY or path[1] in in_force(config))
                severity: Severity = "error" if counts else "warn"
                say = f"{said(socket)} is no absolute path (nothing is expanded): a session with it cannot begin"
                yield Fault(at, say, severity=severity)
                continue
            judged = judge_socket(socket)
            why = f". {judged.why.rstrip('.')}" if judged.risk is Risk.ESCAPE else ""
            yield Fault(at, f"{said(socket)} is opened on macOS alone: on Linux single sockets stay closed{why}")


def _dangerous(config: Config) -> Iterator[Fault]:
    for path, network in networks(config):
        for key, why in _DANGEROUS.items():
            if network.get(key) is True:
                yield Fault((*path, key), why)


def _local_binding(config: Config) -> Iterator[Fault]:
    for path, network in networks(config):
        if network.get("allow_local_binding") is not True:
            continue
        at = (*path, "allow_local_binding")
        domains = network.get("domains")
        loopback = [host for host in _LOOPBACK if isinstance(domains, Mapping) and domains.get(host) == "allow"]
        if loopback:
            say = f"cuts off what {said(loopback[0])} beside it allows: with it commands reach only servers that they started themselves"
            yield Fault(at, say, severity="warn")
        else:
            yield Fault(at, "on Linux commands reach servers that they started themselves, and no longer any service of this machine")


def _transparent(config: Config) -> Iterator[Fault]:
    for path, network in networks(config):
        if "transparent_tcp" in network:
            older = "Codex 0.168 and older do not start with it" if path == _PROXY else "new in 0.171"
            yield Fault((*path, "transparent_tcp"), f"{older}; on Linux it also carries clients that know no proxy, and no UDP")


RULES = (
    LintRule(
        id="codex-config/whole-network",
        title="The whole network is open",
        explanation=(
            "Without the filtering proxy the network is all or nothing. Reads are open, so whatever the agent can read it can send "
            "anywhere. Name hosts: features.network_proxy with `enabled` and `domains`."
        ),
        severity="warn",
        check=_whole_network,
        source="facts/codex.md 0.2, 1.2 and 2.3; facts/codex-live.md 2.4",
        seen_on=SEEN,
        examples=(
            project("[sandbox_workspace_write]\nnetwork_access = true\n"),
            project(profile(_ON)),
            user(profile(f"{_ON}\n[features]\nnetwork_proxy = false")),
        ),
        near_misses=(
            project("[sandbox_workspace_write]\nnetwork_access = false\n"),
            project(profile(f'{_ON}domains = {{ "pkg.example" = "allow" }}\n[features]\nnetwork_proxy = true')),
        ),
    ),
    LintRule(
        id="codex-config/idle-domains",
        title="Hosts that nothing filters",
        explanation=(
            "`domains` counts only while features.network_proxy is on and the network itself is enabled. Without the feature, "
            "`enabled = true` opens every host in silence; without `enabled` none is open."
        ),
        severity="warn",
        check=_idle_domains,
        source="facts/codex.md 0.2, 2.3 and 10.1; facts/codex-live.md 2.4 and 6",
        seen_on=SEEN,
        examples=(
            project(profile(f'{_ON}domains = {{ "pkg.example" = "allow" }}')),
            project(profile('[permissions.dev.network]\ndomains = { "pkg.example" = "allow" }\n[features]\nnetwork_proxy = true')),
            project('[features.network_proxy]\ndomains = { "pkg.example" = "allow" }\n'),
        ),
        near_misses=(project(profile(f'{_ON}domains = {{ "pkg.example" = "allow" }}\n[features]\nnetwork_proxy = true')),),
    ),
    LintRule(
        id="codex-config/proxy-off",
        title="The filtering proxy is off",
        explanation="Hosts are filtered by the proxy alone. Written as a table, the feature is on only with `enabled = true` in it.",
        severity="info",
        check=_proxy_off,
        source="facts/codex.md 2.3; tried on Codex 0.171.0: a table without `enabled` starts no proxy",
        seen_on=SEEN,
        examples=(user("[features]\nnetwork_proxy = false\n"), project('[features.network_proxy]\nmode = "limited"\n')),
        near_misses=(user("[features]\nnetwork_proxy = true\n"), user("[features.network_proxy]\nenabled = true\n")),
    ),
    LintRule(
        id="codex-config/proxy-without-network",
        title="A proxy without a network",
        explanation=(
            "The feature alone opens nothing: a profile needs `network.enabled = true`, the older form "
            "`sandbox_workspace_write.network_access = true`. Until then every connection is refused, listed host or not."
        ),
        severity="info",
        check=_proxy_without_network,
        source="facts/codex.md 2.3 and 10.1; facts/codex-live.md 6 (legacy table without network_access)",
        seen_on=SEEN,
        examples=(
            project(profile("[features]\nnetwork_proxy = true")),
            project('sandbox_mode = "workspace-write"\n[features.network_proxy]\nenabled = true\n'),
        ),
        near_misses=(user("[features]\nnetwork_proxy = true\n"), project(profile(f"{_ON}[features]\nnetwork_proxy = true"))),
    ),
    LintRule(
        id="codex-config/no-hosts",
        title="A proxy that lets nothing through",
        explanation=(
            "With the proxy on and the network enabled only listed hosts are reached; with none listed every request is answered 403."
        ),
        severity="info",
        check=_no_hosts,
        source="facts/codex.md 2.3 (feature + enabled + no domains: everything 403); facts/codex-live.md 6",
        seen_on=SEEN,
        examples=(project(profile(f"{_ON}[features]\nnetwork_proxy = true")),),
        near_misses=(
            project(profile(f"{_ON}allow_local_binding = true\n[features]\nnetwork_proxy = true")),
            project(profile(f'{_ON}[features.network_proxy]\nenabled = true\ndomains = {{ "pkg.example" = "allow" }}')),
        ),
    ),
    LintRule(
        id="codex-config/single-socket",
        title="A single unix socket",
        explanation=(
            "Entries of `unix_sockets` count on macOS alone. On Linux they do nothing, "
            "and while the proxy is on no unix socket can even be "
            "made. A container socket is the whole machine wherever it is opened. Paths are absolute: with another no session begins."
        ),
        severity="warn",
        check=_sockets,
        source="facts/codex.md 0.7, 2.5 and 10.7; facts/codex-live.md 6",
        seen_on=SEEN,
        examples=(
            project(profile(f'{_ON}unix_sockets = {{ "/var/run/docker.sock" = "allow" }}')),
            project(profile(f'{_ON}unix_sockets = {{ "~/x.sock" = "allow" }}\n[features]\nnetwork_proxy = true')),
        ),
        near_misses=(project(profile(f'{_ON}unix_sockets = {{ "/srv/x.sock" = "deny" }}')),),
    ),
    LintRule(
        id="codex-config/dangerous-network",
        title="A network switch that its own name calls dangerous",
        explanation="All unix sockets together are about as much as the machine itself; a proxy beyond the loopback serves others too.",
        severity="warn",
        check=_dangerous,
        source="facts/codex.md 1.4 and 2.5",
        seen_on=SEEN,
        examples=(project(profile(f"{_ON}dangerously_allow_all_unix_sockets = true")),),
        near_misses=(project(profile(f"{_ON}dangerously_allow_all_unix_sockets = false")),),
    ),
    LintRule(
        id="codex-config/local-binding",
        title="allow_local_binding closes the machine's own services",
        explanation=(
            "It does not open local services, it does the reverse: on Linux commands "
            "reach servers which they started themselves, directly, "
            "and no service of the host. For those, allow `127.0.0.1` and `localhost` and leave it out."
        ),
        severity="info",
        check=_local_binding,
        source="facts/codex.md 0.8, 2.4 and 10.8; facts/codex-live.md 6",
        seen_on=SEEN,
        examples=(
            project(profile(f"{_ON}allow_local_binding = true")),
            project(profile(f'{_ON}allow_local_binding = true\ndomains = {{ "localhost" = "allow" }}')),
        ),
        near_misses=(project(profile(f"{_ON}allow_local_binding = false")),),
    ),
    LintRule(
        id="codex-config/transparent-tcp",
        title="transparent_tcp is new",
        explanation="The key came with 0.171. Teammates with 0.168 or older cannot start Codex with it in features.network_proxy.",
        severity="info",
        check=_transparent,
        source="facts/codex.md 1.9, 1.10 and 2.3",
        seen_on=SEEN,
        examples=(
            project("[features.network_proxy]\nenabled = true\ntransparent_tcp = true\n"),
            project(profile(f"{_ON}transparent_tcp = true")),
        ),
        near_misses=(project("[features.network_proxy]\nenabled = true\n"),),
    ),
)
