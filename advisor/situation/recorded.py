"""The situation of a command that a session of a harness recorded, or a hook was told of: this machine's, with the session's own word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from advisor.model import Call, HarnessName, Known, Situation
from advisor.situation import Flags, machine


def situation_of(call: Call, harness: HarnessName, because: str, flags: Flags, environ: Mapping[str, str]) -> Situation:
    """The situation of `call`, which ran here in a session of `harness`. because: how that is known."""
    named = flags._replace(harnesses=(harness,), directory=flags.directory or call.directory)
    situation = machine(named, "unknown", environ)._replace(
        harness=Known(harness, because),
        sandboxed=_sandboxed(flags, call),
        command=call.command,
        ours=True,
    )
    if situation.version.value is None and call.version:
        situation = situation._replace(version=Known(call.version, "the session"))
    if flags.codex_dialect is None and call.policy is not None:
        situation = _with_policy(situation, call.policy)
    return situation


def _with_policy(situation: Situation, policy: Mapping[str, Any]) -> Situation:
    """The situation with what Codex's own `turn_context` says of the config in force: its profile, or that it is the older form."""
    shape = policy.get("permission_profile")
    network = shape.get("network") if isinstance(shape, Mapping) else None
    if isinstance(network, str):
        situation = situation._replace(network=network == "enabled")
    active = policy.get("active_permission_profile")
    profile = active.get("id") if isinstance(active, Mapping) else None
    if isinstance(profile, str):
        return situation._replace(profile=profile, dialect="profile")
    return situation._replace(profile=None, dialect="legacy" if "permission_profile" in policy else None)


def _sandboxed(flags: Flags, call: Call) -> Known:
    if flags.sandboxed in ("yes", "no"):
        return Known(flags.sandboxed == "yes", "flag")
    return Known(call.sandboxed, "the session says so" if call.sandboxed is not None else None)
