"""What the plugins' files say: the same version everywhere, a front that is there, only dot-folders at the root."""

import json
import tomllib

import pytest

from advisor import __version__
from advisor.hook_files import _OTHER_EVENTS, _TOOL_EVENTS
from tests.conftest import ROOT

PLUGIN = ROOT / "templates" / "plugins" / "advise"


def read(*parts):
    return json.loads(ROOT.joinpath(*parts).read_text(encoding="utf-8"))


@pytest.mark.parametrize("folder", [".claude-plugin", ".codex-plugin"])
def test_both_manifests_are_of_this_version(folder):
    manifest = json.loads((PLUGIN / folder / "plugin.json").read_text(encoding="utf-8"))
    assert (manifest["name"], manifest["version"]) == ("advise", __version__)


def test_both_marketplaces_lead_to_the_plugin():
    claude = read(".claude-plugin", "marketplace.json")
    codex = read(".agents", "plugins", "marketplace.json")
    assert claude["name"] == codex["name"] == tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["name"]
    assert ROOT / claude["plugins"][0]["source"] == ROOT / codex["plugins"][0]["source"]["path"] == PLUGIN


@pytest.mark.parametrize(("harness", "root"), [("claude", "CLAUDE_PLUGIN_ROOT"), ("codex", "PLUGIN_ROOT")])
def test_the_hooks_are_those_that_install_writes(harness, root):
    hooks = json.loads((PLUGIN / "hooks" / f"{harness}.json").read_text())["hooks"]
    assert set(hooks) == {*_TOOL_EVENTS[harness], *_OTHER_EVENTS[harness], "SessionStart"}
    for name, groups in hooks.items():
        (group,) = groups
        (called,) = group["hooks"]
        assert called["command"] == f'sh "${{{root}}}/hooks/front.sh" {harness}'
        assert group.get("matcher") == ("Bash" if "Tool" in name else None)


def test_the_skill_recognises_stops_asks_and_hands_over():
    text = (PLUGIN / "skills" / "sandbox-denied" / "SKILL.md").read_text(encoding="utf-8")
    _, front, body = text.split("---\n", 2)
    assert front.startswith("name: sandbox-denied\ndescription: Use when ")
    for words in ("## Recognise", "## Stop", "`advise explain", "## Hand over", "keep the sandbox on", "turn the sandbox off"):
        assert words in body or words.removeprefix("`") in body


def test_the_licence_is_the_project_s():
    assert (PLUGIN / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
