"""Values of a wrong kind: most cost the whole file, some only themselves.

Which is which was tried key by key: `schemas/claude-settings.json` holds what drops a file, `claude-settings-parts.json`
what Claude Code passes over alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from advisor.edits.positions import Path
from advisor.lint.claude_settings._reading import RUN, SEEN, managed, project, put, removed, said, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule
from advisor.model.lint import Fix

_KINDS = {
    "boolean": "true or false",
    "string": "a string",
    "array": "an array",
    "object": "an object",
    "number": "a number",
    "integer": "a whole number",
    "null": "null",
}
_COSTS = {
    "managed": "a managed file loses this value, and the same file of a user or project would be dropped whole",
    "unknown": "a user's or project's file is dropped whole for it, and a managed file loses this value",
}


def _dropping(config: Config) -> Iterator[Fault]:
    cost = _COSTS.get(config.standing, "the whole file is dropped without a word, and the sandbox with it")
    for path, message, fix in _wrong(config, "claude-settings"):
        yield Fault(path, f"{message}: {cost}", fix, part="value")


def _ignored(config: Config) -> Iterator[Fault]:
    for path, message, fix in _wrong(config, "claude-settings-parts"):
        if path[:1] == ("env",) and len(path) > 1:  # made a string as JavaScript makes one
            yield Fault(path, f"{message}: Claude Code makes it one, other readers of the file do not", fix, part="value")
        else:
            yield Fault(path, f"{message}: the value is ignored, the rest of the file counts", fix, part="value")


def _wrong(config: Config, schema: str) -> Iterator[tuple[Path, str, Fix | None]]:
    from advisor.validate import mismatches

    if not isinstance(config.data, dict):
        return
    for keys, keyword, wanted, given in mismatches(config.data, schema):
        yield keys, _words(keyword, wanted, given), _fix(keys, keyword, wanted, given)


def _words(keyword: str, wanted: Any, given: object) -> str:  # noqa: ANN401  # what a schema holds
    if keyword == "type":
        kinds = wanted if isinstance(wanted, list) else [wanted]
        return f"needs {' or '.join(_KINDS[kind] for kind in kinds if kind != 'null' or len(kinds) == 1)}, not {_kind(given)}"
    if keyword == "enum":
        return f"{_shown(given)} is none of {', '.join(said(one) for one in wanted if one is not None)}"
    if keyword == "const":
        return f"{_shown(given)} must be {said(wanted)}"
    if keyword == "required":
        return f"lacks one of the keys it needs ({', '.join(wanted)})"
    if keyword == "not":
        return f"{_kind(given)} cannot stand here"
    if keyword == "anyOf":
        return f"{_shown(given)} has none of the forms that are allowed here"
    return f"{_shown(given)} is out of bounds ({keyword} {said(wanted)})"


def _kind(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f"the string {said(value)}"
        case None:
            return "null"
        case list():
            return "an array"
        case dict():
            return "an object"
        case _:
            return f"the number {value}"


def _shown(value: object) -> str:
    return "this" if isinstance(value, dict | list) else said(value) if isinstance(value, str) else _kind(value)


def _fix(keys: Path, keyword: str, wanted: Any, given: object) -> Fix | None:  # noqa: ANN401
    if given is None:
        return removed(keys, "leave the key out: that is what null would mean", safe=True)
    if keyword == "type" and wanted == "boolean" and given in ("true", "false"):
        return put(keys, given == "true", f"write {given} without quotes", safe=True)
    if keyword == "type" and wanted == "array" and isinstance(given, str):
        return put(keys, [given], "put it into an array", safe=True)
    if keyword == "type" and wanted == "string" and isinstance(given, int | float):
        return put(keys, str(given).lower() if isinstance(given, bool) else str(given), "put it into quotes", safe=True)
    if keyword == "enum" and isinstance(given, str) and (near := get_close_matches(given, [one for one in wanted if one], 1)):
        return put(keys, near[0], f"{said(near[0])} is the nearest that is known")
    return None


RULES = (
    LintRule(
        id="claude-settings/wrong-type",
        title="A value of a wrong kind makes Claude Code drop the whole file",
        explanation=(
            "One value that its schema does not allow is enough: a user's, project's or local file is dropped as a whole, with no "
            "word in a session; the sandbox is off and the permission rules are gone. Of a managed file the value alone is left out, "
            "and where it is one of a list of denials, what the same block allows goes with it."
        ),
        severity="error",
        check=_dropping,
        source=RUN,
        seen_on=SEEN,
        examples=(
            project('{"sandbox": {"enabled": "true"}}'),
            project('{"sandbox": {"filesystem": {"allowWrite": "/srv/x"}}}'),
            user('{"apiKeyHelper": null}'),
            user('{"permissions": {"defaultMode": "acceptedits"}}'),
            managed('{"sandbox": {"network": {"httpProxyPort": null}}}'),
            project('{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "x", "async": "true"}]}]}}'),
            project('{"sandbox": {"credentials": {"files": [{"path": "~/.netrc"}]}}}'),
            project('{"hooks": [{"matcher": "Bash", "hooks": []}]}'),
            user('{"attribution": "none"}'),
            user('{"spinnerVerbs": {"mode": "append"}}'),
            user('{"cleanupPeriodDays": 0}'),
        ),
        near_misses=(
            project('{"sandbox": {"enabled": true, "unheardOf": 5}}'),
            project('{"env": {"PORT": 5}}'),
            project('{"permissions": {"defaultMode": "manual", "allow": [5]}}'),
            project('{"hooks": {"PostToolUse": [{"hooks": [{"type": "command", "command": "x", "async": "true"}]}]}}'),
            user('{"editorMode": "emacs"}'),
        ),
    ),
    LintRule(
        id="claude-settings/ignored-value",
        title="A value of a wrong kind is passed over",
        explanation=(
            "These keys are read one by one: a value that is not known there does nothing, and the default holds. Hooks of events "
            "that guard nothing are passed over one by one as well. The rest of the file is in force."
        ),
        severity="warn",
        check=_ignored,
        source=RUN,
        seen_on=SEEN,
        examples=(
            user('{"editorMode": "emacs"}'),
            project('{"env": {"PORT": 3000}}'),
            project('{"hooks": {"PostToolUse": [{"type": "command", "command": "x"}]}}'),
            user('{"effortLevel": "extreme"}'),
        ),
        near_misses=(user('{"editorMode": "vim", "theme": "custom:mine"}'), project('{"env": {"PORT": "3000"}}'), project('{"model": 5}')),
    ),
)
