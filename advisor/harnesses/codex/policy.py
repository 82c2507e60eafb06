"""What the config in force lets a sandboxed command do: files, network, posture, each with where it comes from."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from typing import Literal

from advisor.harnesses.codex.layers import Config, Dialect, Tables, is_listed, table_at, value_at
from advisor.model import Provenance, Situation
from advisor.model.tuples import NamedTuple

Posture = Literal["read-only", "workspace", "off", "unknown"]

WORKSPACE = ":workspace_roots"
PROTECTED = (".git", ".codex", ".agents", ".aws")  # at the top of every writable root; .aws since 0.160
TEMPORARY = (":slash_tmp", ":tmpdir")
LOOPBACK = ("127.0.0.1", "localhost", "::1")
BUILT_IN: Mapping[str, Posture] = {":read-only": "read-only", ":workspace": "workspace", ":danger-full-access": "off"}
MODES: Mapping[str, Posture] = {"read-only": "read-only", "workspace-write": "workspace", "danger-full-access": "off"}
_IN_SESSION = Provenance(None, "the profile that this session was started with", "session")
_DEEPEST = 16  # profiles in one chain of `extends`; Codex itself refuses a cycle


class FileRule(NamedTuple):
    """One path and what may be done there: absolute, `~`-anchored, `.`-anchored in the workspace, or special (`:tmpdir`)."""

    path: str
    access: Literal["read", "write", "deny"]
    provenance: Provenance


class Network(NamedTuple):
    """What the network looks like from inside.

    mode: `off`; `direct`, every host without a filter; `proxy`, only allowed hosts, through the filtering proxy.
    domains: (pattern, allow or deny, where from) in force or, while the mode is not `proxy`, waiting to be.
    sockets: unix sockets allowed by path (macOS only in effect).
    """

    mode: Literal["off", "direct", "proxy"]
    provenance: Provenance
    domains: tuple[tuple[str, str, Provenance], ...] = ()
    local_binding: bool = False
    all_sockets: bool = False
    transparent: bool = False
    sockets: tuple[str, ...] = ()


class Policy(NamedTuple):
    """The sandbox that the config in force makes.

    profile: the name of the user's own profile in force, or None. files: explicit rules, the base's own not among them.
    temporary: whether the base opens the temporary folders.
    """

    posture: Posture
    provenance: Provenance
    profile: str | None
    dialect: Dialect | None
    files: tuple[FileRule, ...]
    network: Network
    temporary: bool = False

    @property
    def unprotected(self) -> bool:
        """Whether everything is writable, what is protected too: the root is opened, and nothing else is closed (0.171: run)."""
        closed = any(rule.access != "write" for rule in self.files)
        return not closed and any(rule.path == ":root" for rule in self.files)

    @property
    def reads_open(self) -> bool:
        """Whether every file can be read; only a profile that stands on no built-in one may open less."""
        return self.profile is None or self.posture != "unknown" or any(rule.path == ":root" for rule in self.files)


def read_policy(config: Config, situation: Situation) -> Policy:
    """The policy of the config in force; a part that no text decides is the harness's own default.

    What the session itself names counts before any text, and what an administrator requires before that.
    """
    selected = config.value("default_permissions") if config.dialect == "profile" else None
    name = situation.profile or selected
    if selected is None and name is not None and BUILT_IN.get(name) == _implicit(config, situation):
        name = None  # what the session runs with is what the files come to by themselves
    at = _IN_SESSION if situation.profile and situation.profile != selected else _provenance(config, "default_permissions")
    requirements = config.requirements or {}
    allowed = requirements.get("allowed_permission_profiles")
    if isinstance(allowed, Mapping) and not (isinstance(name, str) and allowed.get(name) is True):
        name, at = requirements.get("default_permissions"), _required("default_permissions")
    named = name if isinstance(name, str) else None
    policy = _legacy_policy(config, situation) if name is None else _profile_policy(config, named, at)
    return _within_requirements(policy, requirements)


def _within_requirements(policy: Policy, requirements: Tables) -> Policy:
    """The policy as an administrator's file leaves it: a mode that it does not allow becomes read-only; its denials are added."""
    modes = requirements.get("allowed_sandbox_modes")
    if isinstance(modes, list) and policy.posture != "unknown" and not any(MODES.get(str(mode)) == policy.posture for mode in modes):
        at = _required("allowed_sandbox_modes")
        policy = Policy("read-only", at, None, policy.dialect, (), Network("off", at))
    denied = value_at(requirements, ("permissions", "filesystem", "deny_read"))
    rules = [FileRule(path, "deny", _required("permissions.filesystem.deny_read")) for path in _strings(denied)]
    return policy._replace(files=(*policy.files, *rules))


def _required(key: str) -> Provenance:
    return Provenance("/etc/codex/requirements.toml", key, "requirements")


def _strings(value: object) -> Iterator[str]:
    yield from (item for item in (value if isinstance(value, list) else ()) if isinstance(item, str))


# --- Permission profiles ----------------------------------------------------------------------------------------


def _profile_policy(config: Config, name: str | None, where: Provenance) -> Policy:
    chain, base = profile_chain(config, name)
    # A profile's own word for a path replaces that of the one it extends.
    files = tuple({rule.path: rule for profile in chain for rule in _file_rules(config, profile)}.values())
    opened = any(rule.access == "write" and rule.path == "." for rule in files)
    posture = "workspace" if opened and base == "read-only" else base
    return Policy(posture, where, chain[-1] if chain else None, "profile", files, _profile_network(config, chain), base == "workspace")


def profile_chain(config: Config, name: str | None) -> tuple[list[str], Posture]:
    """The named profiles from the base up to `name`, and the posture of the built-in that they stand on."""
    chain: list[str] = []
    while name and name not in BUILT_IN and len(chain) < _DEEPEST:
        chain.insert(0, name)
        parent = config.value("permissions", name, "extends")
        name = parent if isinstance(parent, str) else None
    return chain, BUILT_IN.get(name or "", "unknown")


def _file_rules(config: Config, profile: str) -> Iterator[FileRule]:
    at = ("permissions", profile, "filesystem")
    for path, value in table_at(config.merged, *at).items():
        pairs = [(path, value)]
        if isinstance(value, Mapping):
            pairs = [("." if inner == "." else f"./{inner}", access) for inner, access in value.items()]
        elif path in (WORKSPACE, ":project_roots"):
            pairs = [(".", value)]
        for shown, access in pairs:
            if access in ("read", "write", "deny", "none"):
                opened = shown.removesuffix("/**") if access in ("read", "write") else shown
                yield FileRule(opened, "deny" if access == "none" else access, _provenance(config, *at, path))
    for root, on in table_at(config.merged, "permissions", profile, "workspace_roots").items():
        if on is True:
            yield FileRule(root, "write", _provenance(config, "permissions", profile, "workspace_roots", root))


def _profile_network(config: Config, chain: list[str]) -> Network:
    network: dict[str, object] = {}
    domains: dict[str, tuple[str, str, Provenance]] = {}
    sockets: dict[str, str] = {}
    for profile in chain:
        at = ("permissions", profile, "network")
        network.update(table_at(config.merged, *at))
        sockets.update({path: str(access) for path, access in table_at(config.merged, *at, "unix_sockets").items()})
        for host, access in table_at(config.merged, *at, "domains").items():
            domains[host] = (host, str(access), _provenance(config, *at, "domains", host))
    where = _provenance(config, "permissions", chain[-1], "network", "enabled") if chain else Provenance(None, "network off", "built-in")
    return _network(config, network.get("enabled") is True, where, network, domains, sockets)


# --- sandbox_mode -----------------------------------------------------------------------------------------------


def _legacy_policy(config: Config, situation: Situation) -> Policy:
    """The policy of `sandbox_mode`, or of no selector at all: then the table still counts where the project is known."""
    at = "sandbox_workspace_write"
    mode = config.value("sandbox_mode")
    posture = MODES.get(mode, "unknown") if isinstance(mode, str) else _implicit(config, situation)
    table = table_at(config.merged, at) if posture != "read-only" else {}
    roots = table.get("writable_roots")
    holder = config.holder(at, "writable_roots")
    where = _provenance(config, at, "writable_roots")
    files = [FileRule(rooted(root, holder.file if holder else "", situation), "write", where) for root in _strings(roots)]
    for key, special in (("exclude_slash_tmp", ":slash_tmp"), ("exclude_tmpdir_env_var", ":tmpdir")):
        if table.get(key) is True:
            files.append(FileRule(special, "read", _provenance(config, at, key)))
    network = _network(config, table.get("network_access") is True, _provenance(config, at, "network_access"), {}, {}, {})
    return Policy(posture, _provenance(config, "sandbox_mode"), None, config.dialect, tuple(files), network, posture == "workspace")


def _implicit(config: Config, situation: Situation) -> Posture:
    """The posture when nothing selects one: workspace for a project with any trust entry; unknown where nobody can say."""
    if config.value("default_permissions") is not None or not config.known:
        return "unknown"
    if is_listed(config, situation) or situation.trusted:
        return "workspace"
    return "read-only" if situation.ahead else "unknown"


def temporary_place(special: str, situation: Situation) -> str:
    """Where a temporary folder of `TEMPORARY` is; `$TMPDIR` where nobody knows what the variable holds."""
    if special == ":slash_tmp":
        return "/tmp"
    if situation.temporary and situation.ahead:
        return situation.temporary
    return "/var/folders" if situation.system.value == "macos" else "$TMPDIR"


def rooted(root: str, file: str, situation: Situation) -> str:
    """A writable root as an absolute or `~`-anchored path: a relative one counts from its config file's folder."""
    if root.startswith(("/", "~")) or root[1:2] == ":":
        return root
    folder = posixpath.dirname(file)
    if not folder.startswith(("/", "~")):
        folder = f"{situation.repository or situation.directory or '.'}/{folder}"
    return posixpath.normpath(f"{folder}/{root}")


# --- The network of either dialect ------------------------------------------------------------------------------


def proxy_feature(config: Config) -> tuple[bool, Tables]:
    """Whether the filtering proxy is switched on, and its table where `features.network_proxy` is one."""
    feature = config.value("features", "network_proxy")
    if isinstance(feature, Mapping):
        return feature.get("enabled") is True, feature
    return feature is True, {}


def _network(
    config: Config,
    enabled: bool,
    where: Provenance,
    own: Mapping[str, object],
    domains: Mapping[str, tuple[str, str, Provenance]],
    sockets: Mapping[str, str],
) -> Network:
    """The profile's network keys over those of the feature's table, which count in both dialects."""
    on, feature = proxy_feature(config)
    keys = {**feature, **own}
    at = ("features", "network_proxy")
    shared = {host: (host, str(access), _provenance(config, *at, "domains", host)) for host, access in table_at(feature, "domains").items()}
    allowed = {**table_at(feature, "unix_sockets"), **sockets}
    return Network(
        mode="off" if not enabled else "proxy" if on else "direct",
        provenance=where,
        domains=tuple({**shared, **domains}.values()),
        local_binding=keys.get("allow_local_binding") is True,
        all_sockets=keys.get("dangerously_allow_all_unix_sockets") is True,
        transparent=keys.get("transparent_tcp") is True,
        sockets=tuple(path for path, access in allowed.items() if access == "allow"),
    )


def _provenance(config: Config, *path: str) -> Provenance:
    """Where the key path is set; a key that no text sets is the harness's own default."""
    holder = config.holder(*path)
    key = ".".join(path)
    return Provenance(holder.file, key, holder.scope) if holder else Provenance(None, f"{key}, by default", "built-in")
