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
        (".Claude/Settings.json", True),
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
    (one,) = changes({}, {path: "link to 1a2b"}, {})
    assert (one.effect, one.risk, one.file) == (Effect.UNKNOWN, Risk.ESCAPE, path)
    assert "symbolic link" in one.means


_RUNS = '"sandbox": {"excludedCommands": ["*"]}, "hooks": {}}'
_HIDDEN = (
    (SETTINGS, "link to 1a2b"),
    (SETTINGS, f'{{"x": "\xff", {_RUNS}'.encode("latin-1")),
    (SETTINGS, f"{{{_RUNS}".encode("utf-16")),
    (SETTINGS, b" " * (1 << 20) + b"{}"),
    (SETTINGS, f'{{"x": {"[" * 5000}{"]" * 5000}, {_RUNS}'.encode()),
    (".polygraph/config.json", b'{"x": ' + b"[" * 5000 + b"]" * 5000 + b"}"),
    (".codex/rules/a.rules", b'SHELLS = ["sh"]\nprefix_rule(pattern=SHELLS)'),
    (".Claude/settings.json", b"{}"),
    (".codex/CONFIG.toml", b""),
    (".codex/rules/a.rules", b'def rule():\n    prefix_rule(pattern=["sh"])\nrule()\n'),
    (".codex/rules/a.rules", b'rule = prefix_rule\nrule(pattern=["sh"])\n'),
    (".codex/rules/a.rules", b"prefix_rule(pattern=[%b])" % str([str(at) for at in range(900)]).replace("]", ', "sh"]').encode()),
    (".codex/rules/a.rules", b'x = %b\nprefix_rule(pattern=["sh"])' % (b"(" * 300 + b")" * 300)),
    (".codex/rules/a.rules", b'x = %b\nprefix_rule(pattern=["sh"])' % (b"[0" + b"+0" * 200_000 + b"]")),
)


@pytest.mark.parametrize(("file", "content"), _HIDDEN)
def test_what_the_program_may_read_and_we_do_not_is_an_escape(file, content):
    """Else whatever it grants would pass: nobody saw it. What is acknowledged is just this content."""
    (one,) = [one for one in changes({}, {file: content}, {}) if one.effect is not Effect.NEUTRAL]
    assert (one.effect, one.risk, one.manner, one.file) == (Effect.UNKNOWN, Risk.ESCAPE, "unreadable", file)
    linked = "link to 3c4d"
    assert changes({SETTINGS: content}, {SETTINGS: linked}, {})[0].value != one.value


def test_what_was_not_read_before_either_needs_no_acknowledgement_again():
    local = ".claude/settings.local.json"
    told = changes({SETTINGS: "link to 1a2b"}, {SETTINGS: "link to 1a2b", local: b"{}"}, {})
    assert [(one.effect, one.risk) for one in told] == [(Effect.UNKNOWN, Risk.NONE)]
    (one,) = changes({SETTINGS: "link to 1a2b"}, {SETTINGS: "link to 3c4d"}, {})
    assert one.risk is Risk.ESCAPE


def test_a_number_of_thousands_of_digits_hides_nothing():
    told = changes({}, {SETTINGS: b'{"x": %b, "apiKeyHelper": "./x"}' % (b"9" * 6000)}, {})
    assert [one.risk for one in told if one.effect is Effect.WIDENS] == [Risk.ESCAPE]


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


def test_a_config_in_the_newer_toml_that_codex_reads_is_read():
    config = b'default_permissions = "dev"\npermissions = {\n  dev = { extends = ":workspace", filesystem = { "/" = "write", }, },\n}\n'
    told = [line(one) for one in changes({}, {CONFIG: config}, {}) if one.effect is not Effect.NEUTRAL]
    assert told == ["widens escape .codex/config.toml: permissions.dev.filesystem./ = write"]


def test_escapes_of_the_newer_toml_hide_no_key():
    told = changes({}, {CONFIG: b'model = "a\\e\\\\x41"\n"sandbox\\x5fmode" = "danger-full-access"\n'}, {})
    assert [(one.key, one.risk) for one in told if one.effect is Effect.WIDENS] == [("sandbox_mode", Risk.ESCAPE)]


@pytest.mark.parametrize(("old", "warned"), [(SETTINGS, True), ("docs/.claude/settings.json", False)])
def test_a_move_below_says_who_reads_it_no_more(old, warned):
    new = "web/.claude/settings.json"
    (one,) = changes({old: OPEN}, {new: OPEN}, {new: old})
    assert (one.effect, one.file) == (Effect.NEUTRAL, new)
    assert ("do not read it any more" in one.means) == warned


def test_more_values_than_can_be_compared_are_named_and_not_waited_for():
    folders = [f"~/.cache/{number}" for number in range(4000)]
    (one,) = changes({}, {SETTINGS: json.dumps({"sandbox": {"filesystem": {"allowWrite": folders}}}).encode()}, {})
    assert (one.effect, one.risk) == (Effect.UNKNOWN, Risk.ESCAPE)
    assert "too large" in one.means
