"""The postures in Claude Code's own form: `.claude/settings.json` of the project.

Tried on 2.1.332: `denyWrite` of `.` closes the project, of `.codex` the other program's config; `credentials.envVars` unsets a
variable, and a `Read` rule closes the Read tool. `failIfUnavailable` makes a machine without bubblewrap an error, no open door.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from advisor.edits.new_text import Setting, json_text
from advisor.hazards.places import WORTH_CLOSING
from advisor.paths import leaf
from advisor.postures import SECRET_VARIABLES, Mode, Proposed, merged, opened_beside, wider

FILE = ".claude/settings.json"
LOCAL_FILE = ".claude/settings.local.json"
_FILES = (".netrc", ".git-credentials", ".npmrc", ".pypirc")  # of what is worth closing, those that are no folders
_GIVES = {
    "read-only": "Claude Code looks and plans: it starts in plan mode, and commands write nothing but their own temporary folder.",
    "standard": "Claude Code writes inside the project: commands run in the sandbox unasked, and no host is allowed.",
    "trusted": "Claude Code writes inside the project and reaches {}: commands run in the sandbox unasked.",
}
_CLOSED = (
    "Credentials cannot be read, {} variables of secrets are not passed on, no command leaves the sandbox on request or changes .codex."
)
_BY_NAME = "Claude Code strips variables by name only: add yours to `sandbox.credentials.envVars`."


def propose(mode: Mode, hosts: Sequence[str], before: str | None, beside: str | None = None) -> Proposed:
    """The file with the posture in it. Raises ConfigError where it is not strict JSON or something stands in the way.

    beside: what the local file holds, which counts more and is not changed.
    """
    settings = tuple(_settings(mode, hosts))
    posture = _edit(None, settings)
    after, kept = merged(FILE, before, settings, _edit)
    gives = _GIVES[mode if hosts or mode != "trusted" else "standard"].format(", ".join(hosts))
    told = [gives, _CLOSED.format(len(SECRET_VARIABLES)), _BY_NAME]
    told += [f"{key} is stronger there already: it stays as it is." for key in kept]
    told += opened_beside(FILE, after, LOCAL_FILE, beside) if beside is not None else ()
    return Proposed(FILE, before, after, (*told, *wider(FILE, posture, after)))


def _edit(text: str | None, settings: Sequence[Setting]) -> str:
    if text is None:
        return json_text(settings)
    from advisor.edits.json_edit import edited

    return edited(text, settings).text


def _settings(mode: Mode, hosts: Sequence[str]) -> Iterator[Setting]:
    yield Setting(("sandbox", "enabled"), True)
    yield Setting(("sandbox", "failIfUnavailable"), True)
    yield Setting(("sandbox", "allowUnsandboxedCommands"), False)
    if mode == "read-only":
        yield Setting(("permissions", "defaultMode"), "plan")
        yield Setting(("sandbox", "filesystem", "denyWrite"), ".", "append")
    else:
        yield Setting(("sandbox", "autoAllowBashIfSandboxed"), True)
        yield Setting(("sandbox", "filesystem", "denyWrite"), ".codex", "append")  # its own files it protects itself
    for place, _ in WORTH_CLOSING:
        yield Setting(("sandbox", "filesystem", "denyRead"), place, "append")
    for host in hosts if mode == "trusted" else ():
        yield Setting(("sandbox", "network", "allowedDomains"), host, "append")
    for name in SECRET_VARIABLES:
        yield Setting(("sandbox", "credentials", "envVars"), {"name": name, "mode": "deny"}, "append")
    for place, _ in WORTH_CLOSING:
        rule = f"Read({place})" if leaf(place) in _FILES else f"Read({place}/**)"
        yield Setting(("permissions", "deny"), rule, "append")
    yield Setting(("permissions", "disableBypassPermissionsMode"), "disable")
