"""Files that stand where Claude Code does not look for them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.lint.claude_settings._reading import RUN, SEEN
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule, Sample

_OTHER_NAME = re.compile(r"(?:.{0,1000}/)?\.claude/(?!settings(?:\.local)?\.json$)[^/]{1,255}")


def _never_read(config: Config) -> Iterator[Fault]:
    if config.standing == "nowhere":
        yield Fault((), "managed settings inside a .claude folder are never read: nothing in this file is in force")
    elif _OTHER_NAME.fullmatch(config.file.replace("\\", "/")):
        message = "of a .claude folder settings.json and settings.local.json are read: this file counts only where --settings names it"
        yield Fault((), message, severity="info")


RULES = (
    LintRule(
        id="claude-settings/never-read",
        title="The file stands where Claude Code never reads it",
        explanation=(
            "Managed settings count only from the system's own place: /etc/claude-code/ on Linux, /Library/Application "
            "Support/ClaudeCode/ on macOS, C:\\Program Files\\ClaudeCode\\ on Windows. In a repository the names are "
            ".claude/settings.json and .claude/settings.local.json."
        ),
        severity="warn",
        check=_never_read,
        source=RUN,
        seen_on=SEEN,
        reads="text",
        examples=(
            Sample('{"sandbox": {"enabled": true}}', ".claude/managed-settings.json"),
            Sample('{"sandbox": {"enabled": true}}', "web/.claude/settings.team.json"),
        ),
        near_misses=(
            Sample('{"sandbox": {"enabled": true}}', "/etc/claude-code/managed-settings.json"),
            Sample('{"sandbox": {"enabled": true}}', "images/base/managed-settings.json"),
            Sample('{"sandbox": {"enabled": true}}', ".claude/settings.local.json"),
        ),
    ),
)
