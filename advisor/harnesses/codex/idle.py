"""What Codex's configs hold that does nothing now, and why: no trust, another form in force, a stronger file, a name that is none.

Measured on Codex 0.171.0 unless said otherwise; inside `[permissions]` it says nothing of unknown keys itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from advisor.harnesses.codex.layers import Config, Layer, read_config, table_at, value_at
from advisor.harnesses.codex.policy import FileRule, Policy, profile_chain, proxy_feature, read_policy
from advisor.model import Access, Entry, NotInForce, Provenance, Situation
from advisor.paths import canonical, within
from advisor.quoting import inline

_TABLE = "sandbox_workspace_write"
_OLDER = ("sandbox_mode", _TABLE)
_NEWER = ("default_permissions", "permissions")
_SETTINGS = ("writable_roots", "network_access", "exclude_tmpdir_env_var", "exclude_slash_tmp")
_NETWORK = frozenset({
    "enabled", "mode", "domains", "unix_sockets", "allow_local_binding", "proxy_url", "socks_url", "enable_socks5", "enable_socks5_udp",
    "allow_upstream_proxy", "dangerously_allow_non_loopback_proxy", "dangerously_allow_all_unix_sockets", "mitm", "transparent_tcp",
})  # fmt: skip
_PROFILE = frozenset({"description", "extends", "workspace_roots", "filesystem", "network"})
_SPECIAL = frozenset({":root", ":minimal", ":workspace_roots", ":project_roots", ":tmpdir", ":slash_tmp"})
_TOP = ("sandbox_mode", _TABLE, "default_permissions", "permissions", "features", "projects", "approval_policy")
_INVENTED = ("network", "sandbox")  # seen in the wild; no version has them


def not_in_force(config: Config, policy: Policy, situation: Situation) -> Iterator[NotInForce]:
    """Everything in the config texts that does nothing, whole files first."""
    yield from _unread(config)
    yield from _untrusted(config, situation)
    yield from _other_form(config, situation)
    yield from _weaker(config)
    yield from _required(config, policy)
    for layer in config.layers:
        yield from _unknown_keys(layer)
        if config.dialect == "profile":
            yield from _unselected(layer, config, policy)
    yield from _network(config, policy, situation)
    yield from _folders(policy, situation)


def _unread(config: Config) -> Iterator[NotInForce]:
    for text, problem in config.unread:
        yield NotInForce(Provenance(text.file, "", text.scope), problem)


def _untrusted(config: Config, situation: Situation) -> Iterator[NotInForce]:
    """Projects' files that nobody trusted, with what each would open and close."""
    if not config.ignored:
        return
    why = "Codex does not trust this project: its own config, hooks and rules do not count until it is asked to (`codex exec --trust`)"
    trusting = situation._replace(trusted=True)
    would = read_policy(read_config(trusting), trusting)
    for layer in config.ignored:
        yield NotInForce(Provenance(layer.file, "", layer.scope), why)
        yield from (NotInForce(rule.provenance, why, _entry(rule)) for rule in would.files if rule.provenance.file == layer.file)
    for text in situation.configs:
        if text.scope == "rules" and text.text:
            yield NotInForce(Provenance(text.file, "", text.scope), why)


def _entry(rule: FileRule) -> Entry:
    return Entry("write", rule.path, Access.ALLOWED if rule.access == "write" else Access.REFUSED, rule.provenance)


def _other_form(config: Config, situation: Situation) -> Iterator[NotInForce]:
    """The keys of the config form that is not in force, or that this session was not started with."""
    selected = config.value("default_permissions")
    if config.dialect == "profile":
        why = "a permission profile is in force, and the older keys do nothing beside one"
        keys = _OLDER
    elif config.dialect == "legacy":
        flag = "this session was started with a sandbox flag or without a profile" if situation.dialect else "sandbox_mode decides here"
        why = f"{flag}, and permission profiles do nothing beside it"
        keys = _NEWER
    else:
        return
    for layer in config.layers:
        for key in keys:
            if key in layer.tables:
                yield NotInForce(Provenance(layer.file, key, layer.scope), why)
    holder = config.holder("default_permissions")
    if situation.profile and selected not in (None, situation.profile) and holder:
        why = (
            f"this session runs with the profile {inline(situation.profile)}: it was resumed, or started before the change or with a flag "
            "of its own; a new session takes it up"
        )
        yield NotInForce(Provenance(holder.file, "default_permissions", holder.scope), why)


def _weaker(config: Config) -> Iterator[NotInForce]:
    """Values that a stronger file replaces."""
    paths = [(key,) for key in ("sandbox_mode", "default_permissions")] + [(_TABLE, key) for key in _SETTINGS]
    for path in paths:
        holder = config.holder(*path)
        for layer in config.layers:
            if holder and layer is not holder and value_at(layer.tables, path) is not None:
                whole = "its array replaces this one" if path[-1] == "writable_roots" else "it counts more"
                yield NotInForce(Provenance(layer.file, ".".join(path), layer.scope), f"{holder.file} sets it too, and {whole}")
    if config.dialect != "profile" and config.value("sandbox_mode") == "read-only":
        for layer in config.layers:
            if _TABLE in layer.tables:
                yield NotInForce(Provenance(layer.file, _TABLE, layer.scope), "in the read-only mode this table does nothing")


def _required(config: Config, policy: Policy) -> Iterator[NotInForce]:
    """What an administrator's file replaces."""
    at = policy.provenance
    if at.scope != "requirements":
        return
    for key in ("sandbox_mode", "default_permissions"):
        if holder := config.holder(key):
            yield NotInForce(Provenance(holder.file, key, holder.scope), f"your administrator's {at.file} replaces it ({at.key})")


def _unknown_keys(layer: Layer) -> Iterator[NotInForce]:
    for key in layer.tables:
        if key in _INVENTED:
            yield NotInForce(Provenance(layer.file, key, layer.scope), "Codex knows no such key")
        elif key not in _TOP and (near := _nearest(key, _TOP)):
            yield _unknown(layer, (key,), near)
    for key in table_at(layer.tables, _TABLE):
        if key not in _SETTINGS:
            yield _unknown(layer, (_TABLE, key), _nearest(key, _SETTINGS))
    for name, profile in table_at(layer.tables, "permissions").items():
        for key in profile if isinstance(profile, Mapping) else ():
            if key not in _PROFILE:
                yield _unknown(layer, ("permissions", name, key), _nearest(key, _PROFILE))
        for key in table_at(layer.tables, "permissions", name, "network"):
            if key not in _NETWORK:
                yield _unknown(layer, ("permissions", name, "network", key), _nearest(key, _NETWORK))
        for path in table_at(layer.tables, "permissions", name, "filesystem"):
            if path.startswith(":") and path not in _SPECIAL:
                yield _unknown(layer, ("permissions", name, "filesystem", path), _nearest(path, _SPECIAL))
    for key in table_at(layer.tables, "features"):
        if key != "network_proxy" and (near := _nearest(key, ("network_proxy",))):
            yield _unknown(layer, ("features", key), near)


def _unknown(layer: Layer, path: tuple[str, ...], near: str | None) -> NotInForce:
    why = f"Codex knows no such key: {near} is meant?" if near else "Codex knows no such key"
    return NotInForce(Provenance(layer.file, ".".join(path), layer.scope), why)


def _nearest(key: str, known: tuple[str, ...] | frozenset[str]) -> str | None:
    from difflib import get_close_matches

    return next(iter(get_close_matches(key, sorted(known), 1, 0.8)), None)


def _unselected(layer: Layer, config: Config, policy: Policy) -> Iterator[NotInForce]:
    chain = profile_chain(config, policy.profile)[0]
    for name in table_at(layer.tables, "permissions"):
        if name not in chain:
            why = f"the profile in force is {inline(policy.profile or str(config.value('default_permissions')))}"
            yield NotInForce(Provenance(layer.file, f"permissions.{name}", layer.scope), why)


def _network(config: Config, policy: Policy, situation: Situation) -> Iterator[NotInForce]:
    network = policy.network
    if network.mode != "proxy":
        why = (
            "nothing filters: without features.network_proxy every host is open"
            if network.mode == "direct"
            else "the network as a whole is off here"
        )
        for _, _, provenance in network.domains:
            yield NotInForce(provenance, why)
    holder = config.holder("features", "network_proxy")
    if network.mode == "off" and proxy_feature(config)[0] and holder:
        yield NotInForce(Provenance(holder.file, "features.network_proxy", holder.scope), "the network as a whole is off here")
    if situation.system.value == "linux" and network.sockets:
        for layer in config.layers:
            for name in table_at(layer.tables, "permissions"):
                if table_at(layer.tables, "permissions", name, "network", "unix_sockets"):
                    at = Provenance(layer.file, f"permissions.{name}.network.unix_sockets", layer.scope)
                    yield NotInForce(at, "single unix sockets are opened on macOS only")


def _folders(policy: Policy, situation: Situation) -> Iterator[NotInForce]:
    for rule in policy.files:
        if is_missing(rule, situation):
            why = f"{inline(rule.path)} does not exist: made with `mkdir -p` outside the sandbox, it counts from the next command on"
            yield NotInForce(rule.provenance, why, _entry(rule))
        elif is_hidden(rule, policy, situation):
            why = f"{inline(rule.path)} lies in a denied folder, in which only an entry that opens for writing counts"
            yield NotInForce(rule.provenance, why, Entry("read", rule.path, Access.ALLOWED, rule.provenance))


def is_missing(rule: FileRule, situation: Situation) -> bool:
    """Whether a rule opens a folder that is known not to exist, which Codex on Linux skips without a word.

    A pattern is one: no rule that opens takes it for more than its letters.
    """
    missing = situation.kind_of(rule.path) == "missing" or any(character in rule.path for character in "*?[")
    return rule.access == "write" and situation.system.value in ("linux", None) and missing


def is_hidden(rule: FileRule, policy: Policy, situation: Situation) -> bool:
    """Whether a rule for reading lies in a denied place and in no writable one below that: it does nothing then (0.171: run)."""
    if rule.access != "read":
        return False
    place = canonical(rule.path, situation.home, situation.directory)
    above = {canonical(other.path, situation.home, situation.directory): other.access for other in policy.files if other.access != "read"}
    inside = [folder for folder in above if folder != place and within(place, folder)]
    return bool(inside) and above[max(inside, key=len)] == "deny"
