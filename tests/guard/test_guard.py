"""Which files count, what stands together, and what is done with files that cannot be read."""

import json
import random

import pytest

from advisor.guard import Effect, changes, is_guarded
from advisor.model import Risk
from tests.guard.repositories import line

SETTINGS, CONFIG = ".claude/settings.json", ".codex/config.toml"
OPEN = json.dumps({"sandbox": {"filesystem": {"allowWrite": ["~/.cache/uv"]}}}).encode()


def lines(before, after, renamed=None):
    return [line(one) for one in changes(before, after, renamed or {})]


@pytest.mark.parametrize(
    ("path", "guarded"),
    [
        (SETTINGS, True),
        ("a/b/.claude/settings.local.json", True),
        (CONFIG, True),
        ("x/.codex/deep.config.toml", True),
        (".codex/rules/a.rules", True),
        (".codex/hooks.json", True),
        ("x/.polygraph/config.json", True),
        (".claude/commands/x.md", False),
        ("settings.json", False),
        ("x.claude/settings.json", False),
        (".codex/rules/deep/a.rules", False),
        (".claude/settings.json/x", False),
    ],
)
def test_the_files_of_the_allowlist(path, guarded):
    assert is_guarded(path) == guarded


def test_nothing_became_of_nothing():
    assert changes({}, {}, {}) == ()
    assert changes({SETTINGS: OPEN}, {SETTINGS: OPEN}, {}) == ()


@pytest.mark.parametrize("path", [".claude", "a/.codex", ".codex/rules", ".polygraph"])
def test_a_folder_that_is_a_link_is_named(path):
    (one,) = changes({}, {path: None}, {})
    assert (one.effect, one.file) == (Effect.UNKNOWN, path)
    assert "symbolic link" in one.means


@pytest.mark.parametrize("content", [None, b"\xff\xfe", b" " * (1 << 20) + b"{}"])
def test_what_is_no_plain_text_is_named_and_not_read(content):
    (one,) = changes({}, {SETTINGS: content}, {})
    assert (one.effect, one.manner, one.file) == (Effect.UNKNOWN, "unreadable", SETTINGS)


def test_a_broken_file_that_goes_is_no_mended_one():
    assert changes({SETTINGS: b"{"}, {}, {}) == ()
    assert [one.effect for one in changes({SETTINGS: b"{"}, {SETTINGS: b"{}"}, {})] == [Effect.UNKNOWN]


def test_codex_starts_again_with_what_its_mended_file_holds():
    mended = changes({CONFIG: b"x = "}, {CONFIG: b'sandbox_mode = "danger-full-access"'}, {})
    assert [(one.effect, one.risk) for one in mended] == [(Effect.UNKNOWN, Risk.NONE), (Effect.WIDENS, Risk.ESCAPE)]


def test_a_move_is_followed_but_not_to_a_folder_above():
    moved = changes({"a/" + SETTINGS: OPEN}, {"b/" + SETTINGS: OPEN}, {"b/" + SETTINGS: "a/" + SETTINGS})
    assert [(one.effect, one.file) for one in moved] == [(Effect.NEUTRAL, "b/" + SETTINGS)]
    assert "a/.claude" in moved[0].means
    up = lines({"a/" + SETTINGS: OPEN}, {SETTINGS: OPEN}, {SETTINGS: "a/" + SETTINGS})
    assert up[0].startswith("widens narrow .claude/settings.json")


def test_a_move_to_another_kind_of_file_is_none():
    told = lines({"a/" + SETTINGS: OPEN}, {"a/.polygraph/config.json": OPEN}, {"a/.polygraph/config.json": "a/" + SETTINGS})
    assert told == ["narrows none a/.claude/settings.json: sandbox.filesystem.allowWrite = ~/.cache/uv"]


def test_the_config_s_own_changes_are_told_once_beside_a_profile_s_file():
    profile = {".codex/x.config.toml": b'approval_policy = "never"', ".codex/hooks.json": b"{}"}
    told = lines({CONFIG: b"", **profile}, {CONFIG: b'[sandbox_workspace_write]\nwritable_roots = ["~/.cache/uv"]', **profile})
    assert told == ["widens narrow .codex/config.toml: sandbox_workspace_write.writable_roots = ~/.cache/uv"]


def test_hooks_of_codex_s_own_file_run_outside():
    hooks = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "./x"}, {"type": "prompt", "prompt": "really?"}]}]}}
    told = lines({}, {".codex/hooks.json": json.dumps(hooks).encode()})
    assert told == ["widens escape .codex/hooks.json: hooks.Stop = ./x", "widens broad .codex/hooks.json: hooks.Stop = really?"]
    (broken,) = changes({}, {".codex/hooks.json": b"{"}, {})
    assert "passes over" in broken.means
    assert changes({}, {".codex/hooks.json": b"[]"}, {}) == ()


def test_no_order_of_keys_makes_a_difference():
    document = {
        "sandbox": {"enabled": True, "filesystem": {"allowWrite": ["~/.cache/uv", "~/.m2"], "denyRead": ["~/.ssh"]}},
        "permissions": {"allow": ["Bash(gh *)", "Edit(//srv/**)"], "deny": ["Read(./.env)"], "ask": ["Bash(git push *)"]},
        "env": {"PATH": "./bin", "CI": "1"},
    }  # fmt: skip
    rolled = random.Random(7)

    def shuffled(value):
        if isinstance(value, dict):
            return {key: shuffled(value[key]) for key in rolled.sample(list(value), len(value))}
        return rolled.sample(value, len(value)) if isinstance(value, list) else value

    for _ in range(5):
        assert changes({SETTINGS: json.dumps(document).encode()}, {SETTINGS: json.dumps(shuffled(document), indent=3).encode()}, {}) == ()
