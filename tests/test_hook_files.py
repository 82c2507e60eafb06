"""The hooks go into a harness's file and out of it again, and the file is what it was."""

import json

import pytest

from advisor.errors import ConfigError
from advisor.hook_files import commands_in, installed, uninstalled
from tests.edits.test_json_undo import TEXTS

CLAUDE, CODEX = "advise hook claude", "/opt/my tools/bin/advise hook codex"


@pytest.mark.parametrize("before", [None, *TEXTS, '{"hooks": {}}', '{\n  "hooks": {}\n}\n'])
@pytest.mark.parametrize(
    ("harness", "command"), [("claude", CLAUDE), ("codex", CODEX), ("codex", "'/usr/bin/python3' -m advisor hook codex")]
)
def test_in_and_out(before, harness, command):
    after = installed(before, harness, command)
    assert commands_in(after) == (command,)
    assert uninstalled(after) == before


def test_every_event_is_asked_for():
    claude = json.loads(installed(None, "claude", CLAUDE))["hooks"]
    assert set(claude) == {"SessionStart", "PreToolUse", "PostToolUse", "PostToolUseFailure"}
    assert claude["PostToolUse"] == [{"matcher": "Bash", "hooks": [{"type": "command", "command": CLAUDE, "timeout": 10}]}]
    assert "matcher" not in claude["SessionStart"][0]
    codex = json.loads(installed(None, "codex", CODEX))["hooks"]
    assert set(codex) == {"SessionStart", "PreToolUse", "PostToolUse", "UserPromptSubmit"}


def test_the_hooks_of_others_stay():
    before = '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "echo advise"}]}]}, "model": "x"}'
    after = installed(before, "claude", CLAUDE)
    changed = after.replace('"x"', '"y"')
    assert uninstalled(changed) == before.replace('"x"', '"y"')
    mixed = after.replace(
        '"hooks": [{"type": "command", "command": "advise hook claude"',
        '"hooks": [{"command": "other"}, {"type": "command", "command": "advise hook claude"',
    )
    assert "other" in uninstalled(mixed)


def test_a_file_that_was_edited_by_hand_keeps_all_but_our_own():
    after = installed('{"a": 1}', "claude", CLAUDE).replace('"timeout": 10', '"timeout":   10')
    assert commands_in(uninstalled(after)) == ()
    assert json.loads(uninstalled(after))["a"] == 1


@pytest.mark.parametrize(
    "text", [None, "", "{", "[]", '{"hooks": 5}', '{"hooks": {"Stop": 5, "x": [5, {"hooks": 5}, {"hooks": [5, {"command": 5}]}]}}']
)
def test_a_file_without_us(text):
    assert commands_in(text) == ()


@pytest.mark.parametrize("text", ["{", "[]", "{} // note", '{"hooks": []}', '{"hooks": {"PreToolUse": {}}}'])
def test_a_file_that_cannot_be_edited_is_said_so(text):
    with pytest.raises(ConfigError):
        installed(text, "claude", CLAUDE)


def test_real_configs(corpus):
    """Every settings file of the corpus that is strict JSON comes back as it was."""
    tried = 0
    for file in sorted((corpus / "configs" / "claude").glob("*.json")):
        before = file.read_bytes().decode("utf-8")
        try:
            after = installed(before, "claude", CLAUDE)
        except ConfigError:
            continue
        assert uninstalled(after) == before, file.name
        tried += 1
    assert tried >= 20
