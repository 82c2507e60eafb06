"""How Codex is started for a trial, and what its requests and rollout then say.

Sources: `codex exec --help`, `codex app-server --help`; https://developers.openai.com/codex/config-reference
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from advisor.proof import responses_api
from advisor.proof.trial import Ended, Outcome, Prepared, Seen, Step, Trial

RECORDS = ".codex/sessions/*/*/*/rollout-*.jsonl"

_QUIET = ("analytics.enabled=false", "check_for_update_on_startup=false", "features.plugins=false", "features.apps=false")
_PLAIN_EXIT = re.compile(r"^Process exited with code (-?\d{1,9})$", re.MULTILINE)
_BLOCKED = re.compile(r'Network access to \\?"([^"\\]{1,300})\\?" was blocked: ([^"\n]{0,300})')


def prepare(trial: Trial, port: int) -> Prepared:
    """The session of a trial whose scripted model listens on loopback `port`, or the check of its config."""
    provider = f'{{name="advise", base_url="http://127.0.0.1:{port}/v1", wire_api="responses", requires_openai_auth=false}}'
    settings = [*_QUIET]
    if trial.trusted:
        settings.append(f'projects={{{json.dumps(trial.room.project)}={{trust_level="trusted"}}}}')
    if trial.mode == "session":
        settings += ['model_provider="advise"', f"model_providers.advise={provider}"]
    overrides = tuple(part for setting in settings for part in ("-c", setting))
    if trial.mode == "config":
        arguments = (trial.program, "app-server", "--strict-config", "--print-startup-config", *overrides)
    else:
        arguments = (trial.program, "exec", "--json", "--skip-git-repo-check", "-C", trial.start, *overrides, *trial.arguments, "run it")
    environment = {**dict(trial.environment), "HOME": trial.room.home, "CODEX_HOME": f"{trial.config_home or trial.room.home}/.codex"}
    return Prepared(arguments, tuple(environment.items()), trial.files)


def read(trial: Trial, requests: Sequence[Mapping[str, Any]], records: Sequence[str], ended: Ended) -> Outcome:
    """What came of a session: `requests` are the bodies its model received, `records` the lines of its rollout."""
    if trial.mode == "config":
        return Outcome((), ended.exit_code, ended.stderr, ended.seconds, _config_problem(ended))
    policy = _policy(records)
    last = requests[-1] if requests else {}
    seen = []
    for number, step in enumerate(trial.steps):
        shown = responses_api.shown_of(number, last)
        if not shown:
            break
        seen.append(_seen(step, shown, _sandboxed(policy))._replace(context=responses_api.context_of(number, requests)))
    return Outcome(tuple(seen), ended.exit_code, ended.stderr, ended.seconds, _problem(trial, seen, ended), policy)


def _seen(step: Step, shown: Sequence[str], sandboxed: bool | None) -> Seen:
    text = "\n".join(shown)
    blocked = tuple(f"deny network-outbound {host} ({reason})" for host, reason in _BLOCKED.findall(text))
    script = _script_result(text)
    if script is not None:
        return Seen(step, text, str(script.get("output", "")), script.get("exit_code"), True, sandboxed, blocked)
    code = _PLAIN_EXIT.findall(text)
    if code:
        output = "".join(part.partition("\nOutput:\n")[2] for part in shown)
        return Seen(step, text, output, int(code[-1]), True, sandboxed, blocked)
    return Seen(step, text, text, None, bool(blocked), sandboxed, blocked)


def _script_result(text: str) -> Mapping[str, Any] | None:
    """The object that our script printed through Codex's JavaScript tool, or None."""
    head, found, printed = text.partition("\nOutput:\n")
    if not (found and head.startswith("Script completed")):
        return None
    try:
        value = json.loads(printed.strip())
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _policy(records: Sequence[str]) -> Mapping[str, Any] | None:
    """The policy in force as the rollout's last turn context records it, or None."""
    found: Mapping[str, Any] | None = None
    for line in records:
        if '"turn_context"' not in line:
            continue
        payload = json.loads(line).get("payload") or {}
        if "sandbox_policy" in payload or "permission_profile" in payload:
            found = {key: payload[key] for key in ("sandbox_policy", "permission_profile", "approval_policy") if key in payload}
    return found


def _sandboxed(policy: Mapping[str, Any] | None) -> bool | None:
    kind = ((policy or {}).get("sandbox_policy") or {}).get("type")
    return None if kind is None else kind != "danger-full-access"


def _config_problem(ended: Ended) -> str | None:
    if ended.exit_code == 0:
        return None
    try:
        error = json.loads(ended.stdout)["error"]
    except (ValueError, KeyError, TypeError):
        return (ended.stderr or ended.stdout).strip()[:300] or "Codex could not read its configuration"
    return str((error.get("data") or {}).get("detail") or error.get("message"))


def _problem(trial: Trial, seen: Sequence[Seen], ended: Ended) -> str | None:
    if ended.exit_code is None:
        return f"Codex did not finish within {trial.seconds:.0f} s"
    if len(seen) == len(trial.steps):
        return None
    said = (ended.stderr or ended.stdout).strip()[-300:]
    return f"Codex answered {len(seen)} of {len(trial.steps)} steps and exited with {ended.exit_code}: {said}"
