"""The command that an event is about: the record of its session, and its situation with whether it runs in the sandbox."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from advisor.errors import InputError
from advisor.hooks.confinement import confined
from advisor.hooks.missed import MOST
from advisor.model import Call, HarnessName, Situation
from advisor.situation import Flags
from advisor.situation.recorded import situation_of
from advisor.sources import hook_event
from advisor.sources.tail import mapping, newest_lines


def record_of(event: dict[str, Any]) -> tuple[bytes, ...]:
    """The end of the session's record, lines newest first; empty where there is none to read."""
    path = hook_event.session_of(event)
    try:
        return tuple(newest_lines(path, MOST)) if path else ()
    except InputError:  # not written yet, or not ours to read
        return ()


def situated(event: dict[str, Any], harness: HarnessName, session: Sequence[bytes], environ: Mapping[str, str]) -> Situation:
    """The situation of the command of an event, with whether it runs in the sandbox."""
    policy, version = _of_the_rollout(session) if harness == "codex" else (None, None)
    call = Call("", hook_event.command_of(event), hook_event.directory_of(event), policy=policy, version=version)
    situation = situation_of(call, harness, "its hook told us", Flags(), environ)
    return situation._replace(sandboxed=confined(event, situation, session))


def ahead(situation: Situation, session: Sequence[bytes]) -> Situation:
    """The same situation for what has not run yet. That a project's own config counts, a flag may have said: the policy shows it."""
    policy = _of_the_rollout(session)[0] if situation.harness.value == "codex" else None
    kind = mapping((policy or {}).get("sandbox_policy")).get("type")
    own = situation.profile is not None and not situation.profile.startswith(":")
    return situation._replace(ahead=True, trusted=True if kind == "workspace-write" or own else situation.trusted)


def _of_the_rollout(session: Sequence[bytes]) -> tuple[Mapping[str, Any] | None, str | None]:
    """The policy in force and Codex's version, as far as its rollout tells them."""
    from advisor.sources import codex_rollout

    return codex_rollout.policy_in(session), codex_rollout.version_in(session)
