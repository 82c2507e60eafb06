"""An acknowledgement is for exactly one grant, has a reason, and shows no secret."""

import tomllib

import pytest

from advisor.errors import ConfigError
from advisor.guard import changes
from advisor.guard.acknowledged import Acknowledgement, acknowledgements, entry_for, reason_for, shown
from advisor.guard.grants import Difference, Effect
from advisor.model import Risk

GRANT = Difference(
    "claude", ".claude/settings.json", "sandbox.excludedCommands", "docker *", Effect.WIDENS, "added", Risk.ESCAPE, "It runs."
)


def test_the_printed_entry_with_a_reason_acknowledges_the_grant():
    text = entry_for(GRANT).replace('reason = ""', 'reason = "the build needs it"')
    assert reason_for(GRANT, acknowledgements(text.encode())) == "the build needs it"


@pytest.mark.parametrize(
    "other", [{"file": ".claude/settings.local.json"}, {"key": "sandbox"}, {"value": "docker"}, {"value": "docker * "}]
)
def test_nothing_else_is_acknowledged(other):
    entry = Acknowledgement(GRANT.file, GRANT.key, GRANT.value, "why")._replace(**other)
    assert reason_for(GRANT, (entry,)) is None


def test_no_file_acknowledges_nothing():
    assert acknowledgements(None) == ()
    assert acknowledgements(b"") == ()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"[[acknowledged]", "is not valid TOML"),
        (b"\xff", "is not valid TOML"),
        (b"acknowledged = 1", "holds something else"),
        (b"acknowledged = [1]", "holds something else"),
        (b"x = 1", "holds something else"),
        (b'[[acknowledged]]\nfile = "a"', "number 1"),
        (b'[[acknowledged]]\nfile = "a"\nkey = "b"\nvalue = true\nreason = "c"', "number 1"),
        (b'[[acknowledged]]\nfile = "a"\nkey = "b"\nvalue = "c"\nreason = " "', "without a reason"),
        ('[[acknowledged]]\nfile = "a"\nkey = "b"\nvalue = "c"\nreason = "\u200b.\u202e"'.encode(), "without a reason"),
    ],
)
def test_a_file_that_is_not_what_it_should_be_is_named(text, problem):
    with pytest.raises(ConfigError, match=problem):
        acknowledgements(text)


def test_a_secret_is_not_printed_and_still_told_apart():
    one, other = (GRANT._replace(value=f"curl -H 'Authorization: Bearer {token}'") for token in ("a" * 20, "b" * 20))
    assert "a" * 20 not in entry_for(one)
    assert "a" * 20 not in shown(one.value)
    text = entry_for(one).replace('reason = ""', 'reason = "why"')
    assert tomllib.loads(text)["acknowledged"][0]["value"] == shown(one.value)
    assert reason_for(one, acknowledgements(text.encode())) == "why"
    assert reason_for(other, acknowledgements(text.encode())) is None


_SERVER = '[mcp_servers.x]\ncommand = "npx"\nargs = ["good"]\n'
_HOOK = '{"hooks": {"Stop": [{"hooks": [%s]}]}}'
_OURS = '{"type": "command", "command": "node"}'


@pytest.mark.parametrize(
    ("file", "known", "other"),
    [
        (".codex/config.toml", _SERVER, f'{_SERVER}env.LD_PRELOAD = "./x.so"\n'),
        (".codex/config.toml", _SERVER, f'{_SERVER}cwd = "/srv/other"\n'),
        (".codex/config.toml", _SERVER, f'{_SERVER}env_vars = ["AWS_SECRET_ACCESS_KEY"]\n'),
        (".codex/config.toml", _SERVER.replace('"good"', '"a b"'), _SERVER.replace('"good"', '"a", "b"')),
        (".claude/settings.json", _HOOK % _OURS, _HOOK % _OURS.replace("}", ', "args": ["x.js"]}')),
        (".codex/hooks.json", _HOOK % _OURS, _HOOK % _OURS.replace("}", ', "commandWindows": "x"}')),
        (".codex/rules/a.rules", 'prefix_rule(pattern=["npm", "run x"])', 'prefix_rule(pattern=["npm", "run", "x"])'),
    ],
)
def test_what_is_acknowledged_covers_nothing_that_runs_otherwise(file, known, other):
    """A server's or a hook's whole entry is acknowledged, not its first words alone."""
    entries = "".join(entry_for(one).replace('reason = ""', 'reason = "ours"') for one in changes({}, {file: known.encode()}, {}))
    acknowledged = acknowledgements(entries.encode())
    assert all(reason_for(one, acknowledged) for one in changes({}, {file: known.encode()}, {}))
    widened = [one for one in changes({file: known.encode()}, {file: other.encode()}, {}) if one.effect is Effect.WIDENS]
    assert widened
    assert not any(reason_for(one, acknowledged) for one in widened)
