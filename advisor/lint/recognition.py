"""Which config language a file is in, and which scope its path gives it: from its name, else from what stands in it."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

LanguageName: TypeAlias = Literal["claude-settings", "codex-config", "codex-requirements", "codex-rules", "codex-hooks", "polygraph"]
# `nowhere`: a place from which no harness reads such a file. `profile`: Codex's NAME.config.toml.
Standing: TypeAlias = Literal["managed", "user", "project", "local", "profile", "nowhere", "unknown"]

SYNTAX: dict[LanguageName, Literal["json", "toml", "text"]] = {
    "claude-settings": "json",
    "codex-config": "toml",
    "codex-requirements": "toml",
    "codex-rules": "text",
    "codex-hooks": "json",
    "polygraph": "json",
}
# What `--as` says: a language, and the scope where the word names one.
AS: dict[str, tuple[LanguageName, Standing | None]] = {
    "claude-settings": ("claude-settings", None),
    "claude-managed": ("claude-settings", "managed"),
    "codex-config": ("codex-config", None),
    "codex-managed": ("codex-config", "managed"),
    "codex-requirements": ("codex-requirements", None),
    "codex-rules": ("codex-rules", None),
    "codex-hooks": ("codex-hooks", None),
    "polygraph": ("polygraph", None),
}

# The paths, from a repository's root, of the files that are looked for where none is named; hooks of pre-commit match the same.
FILES = (
    r"(?:^|/)(?:\.claude/(?:settings(?:\.local)?|managed-settings)\.json|managed-settings(?:\.d/[^/]{1,255})?\.json"
    r"|\.codex/(?:(?:[^/]{1,255}\.)?config\.toml|managed_config\.toml|requirements\.toml|hooks\.json|rules/[^/]{1,255}\.rules)"
    r"|\.polygraph/config\.json)$"
)


class Recognised(NamedTuple):
    """A file's language, and the scope that its path gives it."""

    language: LanguageName
    standing: Standing


# A home folder at the end of what stands before a harness's folder; `~` and the homes of Linux, macOS, root and Windows.
_HOME = r"(?:~|(?:/(?:var/)?home|/Users|[A-Za-z]:/Users)/[^/]{1,255}|/root|/var/root)/"
# Folders that dotfile managers copy into the home: chezmoi's, a bare `claude/`, stow's.
_DOTFILES = r"(?:.{0,1000}/)?(?:(?:private_|exact_|symlink_){0,3}dot_NAME|NAME)/"
_END = r"(?:\.tmpl|\.template|\.j2)?"

_CLAUDE_DOTFILES = _DOTFILES.replace("NAME", "claude")
_CODEX_DOTFILES = _DOTFILES.replace("NAME", "codex")
# (pattern of the whole path with forward slashes, language, scope), the first that fits counts.
_PATHS: tuple[tuple[str, LanguageName, Standing], ...] = (
    (r".{0,1000}\.claude/(?:.{0,400}/)?managed-settings(?:\.d/[^/]{1,255})?\.json", "claude-settings", "nowhere"),
    (r"(?:.{0,1000}/)?managed-settings\.json" + _END, "claude-settings", "managed"),
    (r"(?:.{0,1000}/)?managed-settings\.d/[^/]{1,255}\.json" + _END, "claude-settings", "managed"),
    (r"(?:.{0,1000}/)?settings\.local\.jsonc?" + _END, "claude-settings", "local"),
    (_HOME + r"\.claude/settings\.jsonc?" + _END, "claude-settings", "user"),
    (r"(?:.{0,1000}/)?\.claude/settings\.jsonc?" + _END, "claude-settings", "project"),
    (_CLAUDE_DOTFILES + r"(?:private_)?settings\.jsonc?" + _END, "claude-settings", "user"),
    (r"(?:.{0,1000}/)?\.polygraph/config\.json" + _END, "polygraph", "user"),
    (r"/etc/codex/requirements\.toml", "codex-requirements", "managed"),
    (r".{0,1000}\.codex/(?:.{0,400}/)?requirements\.toml", "codex-requirements", "nowhere"),
    (r"(?:.{0,1000}/)?managed_config\.toml" + _END, "codex-config", "managed"),
    (r"/etc/codex/config\.toml", "codex-config", "managed"),
    (_HOME + r"\.codex/config\.toml", "codex-config", "user"),
    (r"(?:.{0,1000}/)?\.codex/config\.toml" + _END, "codex-config", "project"),
    (r"(?:.{0,1000}/)?(?:\.|dot_)?codex/(?:.{0,400}/)?[^/]{1,255}\.config\.toml" + _END, "codex-config", "profile"),
    (_CODEX_DOTFILES + r"(?:private_|modify_)?config\.toml" + _END, "codex-config", "user"),
    (_HOME + r"\.codex/rules/[^/]{1,255}\.rules", "codex-rules", "user"),
    (r"(?:.{0,1000}/)?(?:\.|dot_)?codex/rules/[^/]{1,255}\.rules" + _END, "codex-rules", "project"),
    (_HOME + r"\.codex/hooks\.json", "codex-hooks", "user"),
    (r"(?:.{0,1000}/)?(?:\.|dot_)?codex/hooks\.json" + _END, "codex-hooks", "project"),
)

# What only one language holds: (pattern anywhere in the text, language). Names of files no one agreed on are told by these.
_CONTENTS: tuple[tuple[str, LanguageName], ...] = (
    (r"^\s{0,20}(?:prefix_rule|host_executable)\s{0,4}\(", "codex-rules"),
    (
        r"^\s{0,20}(?:allowed_(?:sandbox_modes|approval_policies|web_search_modes)\s{0,4}=|\[{1,2}(?:requirements|rules)\b)",
        "codex-requirements",
    ),
    (
        r"^\s{0,20}(?:(?:sandbox_mode|default_permissions|approval_policy|model|model_provider|model_reasoning_effort)\s{0,4}="
        r"|\[{1,2}(?:sandbox_workspace_write|permissions|mcp_servers|profiles|projects|features|shell_environment_policy|tui)\b)",
        "codex-config",
    ),
    (r'"(?:agentOptions|repoOptions)"\s{0,4}:', "polygraph"),
    (
        r'"(?:sandbox|permissions|enabledPlugins|extraKnownMarketplaces|allowedDomains|excludedCommands|apiKeyHelper|statusLine'
        r'|cleanupPeriodDays|enableAllProjectMcpServers|includeCoAuthoredBy|defaultMode)"\s{0,4}:',
        "claude-settings",
    ),
    (r'"(?:hooks|env|allowedTools|allowedCommands)"\s{0,4}:|"\$schema"\s{0,4}:\s{0,4}"[^"\n]{0,400}claude', "claude-settings"),
)
# What a folder's name leaves to be guessed where neither tells: (pattern of the path, language).
_FOLDERS: tuple[tuple[str, LanguageName], ...] = (
    (r"(?:.{0,1000}/)?(?:\.|dot_)?claude(?:-code)?/(?:.{0,400}/)?[^/]{1,255}\.jsonc?", "claude-settings"),
    (r"(?:.{0,1000}/)?(?:\.|dot_)?codex/(?:.{0,400}/)?[^/]{1,255}\.toml", "codex-config"),
)


def recognise(file: str, text: str) -> Recognised | None:
    """The language and scope of a file; None when neither its path nor its text tells a language."""
    return named(file) or _told(text) or _guessed(file)


def named(file: str) -> Recognised | None:
    """The same by its path alone."""
    path = _forward(file)
    return next((Recognised(language, standing) for pattern, language, standing in _PATHS if _is(path, pattern)), None)


def _told(text: str) -> Recognised | None:
    languages = (language for pattern, language in _CONTENTS if re.search(pattern, text, re.MULTILINE))
    return next((Recognised(language, "unknown") for language in languages), None)


def _guessed(file: str) -> Recognised | None:
    path = _forward(file)
    return next((Recognised(language, "unknown") for pattern, language in _FOLDERS if _is(path, pattern)), None)


def _is(path: str, pattern: str) -> bool:
    return re.fullmatch(pattern, path, re.DOTALL) is not None  # a folder's name may hold a line break


def _forward(file: str) -> str:
    """The path with forward slashes, and nothing that stands for the folder one is in."""
    return file.replace("\\", "/").removeprefix("./")
