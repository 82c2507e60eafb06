"""Which language and scope a path or a text tells."""

import re

import pytest

from advisor.lint.recognition import FILES, Recognised, named, recognise
from tests.conftest import ROOT


@pytest.mark.parametrize(
    ("path", "language", "standing"),
    [
        (".claude/settings.json", "claude-settings", "project"),
        ("web/app/.claude/settings.json", "claude-settings", "project"),
        ("/home/dev/code/shop/.claude/settings.json", "claude-settings", "project"),
        (".claude/settings.local.json", "claude-settings", "local"),
        ("~/.claude/settings.json", "claude-settings", "user"),
        ("/home/dev/.claude/settings.json", "claude-settings", "user"),
        ("/Users/dev/.claude/settings.json", "claude-settings", "user"),
        ("C:\\Users\\dev\\.claude\\settings.json", "claude-settings", "user"),
        ("/root/.claude/settings.json", "claude-settings", "user"),
        ("dot_claude/settings.json", "claude-settings", "user"),
        ("home/private_dot_claude/private_settings.json.tmpl", "claude-settings", "user"),
        ("claude/settings.json", "claude-settings", "user"),
        ("managed-settings.json", "claude-settings", "managed"),
        ("/etc/claude-code/managed-settings.d/10-base.json", "claude-settings", "managed"),
        (".claude/managed-settings.json", "claude-settings", "nowhere"),
        (".codex/config.toml", "codex-config", "project"),
        ("~/.codex/config.toml", "codex-config", "user"),
        ("codex/config.toml", "codex-config", "user"),
        (".codex/ci.config.toml", "codex-config", "profile"),
        ("/etc/codex/managed_config.toml", "codex-config", "managed"),
        ("/etc/codex/requirements.toml", "codex-requirements", "managed"),
        (".codex/requirements.toml", "codex-requirements", "nowhere"),
        (".codex/rules/default.rules", "codex-rules", "project"),
        ("~/.codex/rules/default.rules", "codex-rules", "user"),
        (".codex/hooks.json", "codex-hooks", "project"),
        ("~/.polygraph/config.json", "polygraph", "user"),
    ],
)
def test_a_path_tells_language_and_scope(path, language, standing):
    assert named(path) == Recognised(language, standing)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ('{"sandbox": {"enabled": true}}', "claude-settings"),
        ('{"hooks": {}}', "claude-settings"),
        ('{\n  // no\n  "permissions": {},\n}', "claude-settings"),
        ('sandbox_mode = "read-only"\n', "codex-config"),
        ('[mcp_servers.docs]\ncommand = "x"\n', "codex-config"),
        ('allowed_sandbox_modes = ["read-only"]\n', "codex-requirements"),
        ('prefix_rule(pattern = ["git", "status"])\n', "codex-rules"),
        ('{"allowedTools": ["Bash"]}', "claude-settings"),
        ('{"$schema": "https://x.example/claude-code/v1.json", "y": 1}', "claude-settings"),
        ('{"agentOptions": {"claude": {"sandbox": false}}}', "polygraph"),
    ],
)
def test_a_text_tells_its_language_under_any_name(text, language):
    assert recognise("some.file", text) == Recognised(language, "unknown")


@pytest.mark.parametrize(
    ("path", "language"),
    [("claude/x.json", "claude-settings"), ("/a/.claude/x/y.jsonc", "claude-settings"), ("codex/base.toml", "codex-config")],
)
def test_a_folder_tells_where_nothing_else_does(path, language):
    assert recognise(path, "") == Recognised(language, "unknown")


@pytest.mark.parametrize("text", ["", "hello", '{"name": "x"}', "title = 'x'\n"])
def test_a_text_of_no_language_tells_none(text):
    assert recognise("some.file", text) is None


LOOKED_FOR = (
    ".claude/settings.json", "a/b/.claude/settings.local.json", "x/managed-settings.json", "managed-settings.d/1.json",
    ".codex/config.toml", "a/.codex/ci.config.toml", ".codex/requirements.toml", ".codex/managed_config.toml", ".codex/hooks.json",
    ".codex/rules/a.rules", ".polygraph/config.json", ".claude/managed-settings.json",
)  # fmt: skip
OTHERS = ("settings.json", ".vscode/settings.json", "x.claude/settings.json", "codex/config.toml", ".codex/notes/config.toml", "a.rules")


@pytest.mark.parametrize("path", LOOKED_FOR)
def test_every_file_that_is_looked_for_is_recognised(path):
    assert re.search(FILES, path)
    assert named(path)


def test_the_hook_of_pre_commit_matches_the_same_files():
    hook = (ROOT / ".pre-commit-hooks.yaml").read_text().partition("id: advise-lint")[2].partition("- id:")[0]
    pattern = re.search(r"files: '(.*)'", hook)[1]
    for path in LOOKED_FOR + OTHERS:
        assert bool(re.search(pattern, path)) == bool(re.search(FILES, path)) == (path in LOOKED_FOR), path
