"""Keys that Claude Code does not know: it passes over them without a word, so what they ask for never happens."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from advisor.lint.claude_settings import _keys
from advisor.lint.claude_settings._reading import RUN, SCHEMA, SEEN, moved, project, removed, said, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule
from advisor.model.lint import Edit, Fix, Severity

_COMMENTS = ("_", "//", "$comment", "#", "comment")
_GROUPS = ("sandbox", "permissions")


def _unknown(config: Config) -> Iterator[tuple[str, ...]]:
    return (path for path in _keys.unknown(config.data) if not _is_comment(path) and path[:1] != ("hooks",))


def _is_comment(path: tuple[str, ...]) -> bool:
    return path[-1].lower().startswith(_COMMENTS)


def _home_of(path: tuple[str, ...]) -> tuple[str, ...] | None:
    """Where a key belongs that stands somewhere else, or under another name."""
    meant = _keys.MEANT.get(".".join(path[-2:])) or _keys.MEANT.get(path[-1])
    if meant and path[0] == "sandbox":
        return meant
    homes = [home for home in _keys.homes(path[-1]) if home != path]
    if homes:
        return min(homes, key=lambda home: (home[0] != path[0], home[0] not in _GROUPS, len(home)))
    return meant if path[0] in _GROUPS or len(path) == 1 else None


def _near(path: tuple[str, ...], cutoff: float = 0.7) -> str | None:
    low = {name.lower(): name for name in _keys.siblings(path)}
    near = get_close_matches(path[-1].lower(), low, 1, cutoff)
    return low[near[0]] if near else None


def _is_codex(path: tuple[str, ...]) -> bool:
    if path[-1] == "mode":
        return path == ("sandbox", "mode")
    return len(path) <= 2 and path[-1] in _keys.CODEX


def _codex(config: Config) -> Iterator[Fault]:
    for path in _unknown(config):
        if _is_codex(path):
            words = f"{_keys.CODEX[path[-1]]} is Codex's, and no key of Claude Code: silently ignored"
            say = "leave it out; Claude Code has sandbox.enabled, sandbox.filesystem.allowWrite and sandbox.network.allowedDomains"
            yield Fault(path, words, removed(path, say, safe=True))


def _misplaced(config: Config) -> Iterator[Fault]:
    for path in _unknown(config):
        if _is_codex(path) or path in _keys.SRT_ONLY:
            continue
        near = _near(path)
        rename = Fix(f"call it {near}", (Edit("rename", path, near),))
        if near is not None and near.lower() == path[-1].lower():
            yield Fault(path, f"not a key of Claude Code, silently ignored; {said(near)} is meant", rename)
        elif home := _home_of(path):
            message = f"not a key of Claude Code here, silently ignored; {'.'.join(home)} is meant"
            yield Fault(path, message, _moved(config, path, home))
        elif near is not None:
            # Names at the top are many, and some of other versions: only a slip of the pen is surely one, above all in what protects.
            sure = len(path) > 1 or _near(path, 0.85 if near in (*_GROUPS, "hooks") else 0.93)
            severity: Severity | None = None if sure else "info"
            yield Fault(path, f"not a key of Claude Code 2.1.332, silently ignored; the nearest is {said(near)}", rename, severity=severity)


def _moved(config: Config, path: tuple[str, ...], home: tuple[str, ...]) -> Fix:
    say = f"put it where it belongs: {'.'.join(home)}"
    value = config.at(*path)
    fits = not config.has(*home) and not isinstance(value, dict) and path[-1] != "dangerouslyDisableSandbox"
    return moved(path, home, value, say) if fits else Fix(say)


def _srt(config: Config) -> Iterator[Fault]:
    for path in _unknown(config):
        if path in _keys.SRT_ONLY:
            message = "a key of the `srt` program, which Claude Code takes no notice of: silently ignored"
            yield Fault(path, message, removed(path, "leave it out: it does nothing here", safe=True))


def _unheard(config: Config) -> Iterator[Fault]:
    for path in _unknown(config):
        if _is_codex(path) or path in _keys.SRT_ONLY or _home_of(path) or _near(path):
            continue
        severity: Severity | None = None if len(path) > 1 else "info"
        yield Fault(
            path,
            "not a key of Claude Code 2.1.332: silently ignored",
            removed(path, "leave it out, or look its name up"),
            severity=severity,
        )


def _comments(config: Config) -> Iterator[Fault]:
    for path in _keys.unknown(config.data):
        if _is_comment(path):
            yield Fault(path, "a remark as a key: unknown, tolerated and ignored")


def _events(config: Config) -> Iterator[Fault]:
    hooks = config.at("hooks")
    for event in hooks if isinstance(hooks, dict) else ():
        path = ("hooks", event)
        if path not in _keys.known() and not _is_comment(path):
            near = _near(path)
            meant = f"; the nearest is {said(near)}" if near else ""
            fix = Fix(f"call it {near}", (Edit("rename", path, near),)) if near else None
            yield Fault(path, f"no event of Claude Code: its hooks never run{meant}", fix)


RULES = (
    LintRule(
        id="claude-settings/misplaced-key",
        title="A key stands in the wrong place or is misspelt",
        explanation=(
            "Unknown keys are tolerated and ignored, with no message at all. A host list directly under sandbox opens no host, a "
            "lower-case letter too many makes a list that nobody reads."
        ),
        severity="warn",
        check=_misplaced,
        source=f"{RUN}; public reports anthropics/claude-code#52231, #16076, #22628, #26262",
        seen_on=SEEN,
        examples=(
            project('{"sandbox": {"allowedDomains": ["api.example"]}}'),
            project('{"sanbox": {"enabled": true}}'),
            project('{"hook": {}}'),
            project('{"enabled": true}'),
            project('{"sandbox": {"filesystem": {"allowwrite": ["~/.npm"]}}}'),
            user('{"sandbox": {"network": {"allowedHosts": ["*"]}}}'),
            project('{"sandbox": {"additionalWritePaths": ["/srv/x"]}}'),
            project('{"sandbox": {"network": {"allow": ["api.example"]}}}'),
            project('{"sandbox": {"env": {"TMPPREFIX": "/tmp/x"}}}'),
            project('{"allowWrite": ["/srv/x"]}'),
            project('{"sandbox": {"excludedCommand": ["git *"]}}'),
        ),
        near_misses=(
            project('{"sandbox": {"network": {"allowedDomains": ["api.example"]}}}'),
            project('{"_allowedDomains": "none yet"}'),
            project('{"env": {"allowedDomains": "x"}}'),
        ),
    ),
    LintRule(
        id="claude-settings/codex-key",
        title="A key of Codex's config in Claude Code's settings",
        explanation="Codex and Claude Code share no key. What is written in the words of the other one is ignored without a message.",
        severity="warn",
        check=_codex,
        source=RUN,
        seen_on=SEEN,
        examples=(project('{"sandbox": {"mode": "workspace-write"}}'), project('{"sandbox_mode": "read-only"}')),
        near_misses=(project('{"sandbox": {"credentials": {"files": [{"path": "~/.netrc", "mode": "deny"}]}}}'),),
    ),
    LintRule(
        id="claude-settings/srt-key",
        title="A key of the srt program in Claude Code's settings",
        explanation=(
            "`srt` is the same sandbox as a program of its own, with a config file of its own. Claude Code reads some of its keys and "
            "silently ignores the others."
        ),
        severity="warn",
        check=_srt,
        source="the source of @anthropic-ai/sandbox-runtime 0.0.83 beside the settings schema of Claude Code 2.1.332",
        seen_on=SEEN,
        examples=(project('{"sandbox": {"allowPty": true}}'), user('{"sandbox": {"network": {"mitmProxy": {"socketPath": "/x"}}}}')),
        near_misses=(project('{"allowPty": true}'),),
    ),
    LintRule(
        id="claude-settings/unknown-key",
        title="A key that Claude Code does not know",
        explanation=(
            "Unknown keys are tolerated and ignored, with no message at all. The name may be one of another version, or one that "
            "somebody made up: what it asks for does not happen here."
        ),
        severity="warn",
        check=_unheard,
        source=f"{SCHEMA}; {RUN}",
        seen_on=SEEN,
        examples=(project('{"sandbox": {"paranoia": "high"}}'), user('{"autoApprove": ["git"]}')),
        near_misses=(project('{"sandbox": {"enabledPlatforms": ["linux"]}}'), user('{"$schema": "https://x.example/s.json"}')),
    ),
    LintRule(
        id="claude-settings/comment-key",
        title="A remark written as a key",
        explanation="JSON has no comments, and a key that nobody knows does no harm: this is the way to leave a remark in settings.",
        severity="info",
        check=_comments,
        source=RUN,
        seen_on=SEEN,
        examples=(project('{"_comment": "ours"}'), project('{"sandbox": {"//": "ours"}}')),
        near_misses=(project('{"model": "opus"}'),),
    ),
    LintRule(
        id="claude-settings/unknown-event",
        title="Hooks of an event that Claude Code does not have",
        explanation="Hooks under an unknown event are passed over with a word in `claude doctor` alone. Names count with their capitals.",
        severity="warn",
        check=_events,
        source=RUN,
        seen_on=SEEN,
        examples=(project('{"hooks": {"preToolUse": []}}'), project('{"hooks": {"OnError": []}}')),
        near_misses=(project('{"hooks": {"PreToolUse": [], "PreSkillShellCommand": []}}'),),
    ),
)
