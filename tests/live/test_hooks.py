"""In real sessions the model is told what its sandbox refused, and nothing of what passed; what is known is announced before it."""

import json
import sys

import pytest

from advisor.hook_files import installed
from advisor.proof import laboratory, rooms
from advisor.proof.programs import session_environment
from advisor.proof.scenarios import ADDRESSES, HOST
from advisor.proof.trial import Trial
from tests.conftest import ROOT
from tests.live.scoring import environ

pytestmark = pytest.mark.live

ALLOWED, MASKED, COMMIT = "echo fine", "curl -s http://{host}/ || true", "git commit -q --allow-empty -m x"
DENIED = "python3 -c \"open('/usr/local/advise-x', 'w')\""
KNOWN = "touch /usr/local/share/advise-x"
PROFILE = """default_permissions = "dev"
[permissions.dev]
extends = ":workspace"
[permissions.dev.network]
enabled = true
[permissions.dev.network.domains]
"other.example" = "allow"
[features]
network_proxy = true
"""


@pytest.fixture(scope="module")
def session(harnesses):
    """Runs commands in a session of a real harness whose hooks are installed; what the model saw of each."""
    environment = environ()

    def run(harness, steps, *options):
        command = f"{sys.executable} -m advisor hook {harness}{''.join(f' {option}' for option in options)}"
        if harness == "claude":
            settings = json.dumps({"sandbox": {"enabled": True, "autoAllowBashIfSandboxed": True}}, indent=2)
            files, arguments = ((".claude/settings.json", installed(settings, harness, command)),), ()
        else:
            files = ((".codex/hooks.json", installed(None, harness, command)), (".codex/config.toml", PROFILE))
            arguments = ("--dangerously-bypass-hook-trust",)
        with laboratory.open_lab(environment) as (bench, root), rooms.claim(root) as room:
            trial = Trial(
                harness,
                harnesses[harness].path,
                room,
                tuple(step.format(host=HOST) for step in steps),
                files,
                before=("git init -q . && git config user.email a@b.example && git config user.name a",),
                environment=(*session_environment(environment), ("PYTHONPATH", str(ROOT))),
                hosts=((HOST, ADDRESSES[harness]),),
                arguments=arguments,
            )
            outcome = bench.run(trial)
        assert outcome.problem is None, outcome.errors
        return [seen.context for seen in outcome.seen]

    return run


def test_claude_code_s_model_is_told(session):
    allowed, denied, masked, commit, known, again = session("claude", (ALLOWED, DENIED, MASKED, COMMIT, KNOWN, DENIED))
    assert "commands here run in the sandbox of Claude Code" in allowed
    assert "SANDBOX" not in allowed
    assert "LIKELY THE SANDBOX" in denied
    assert "dangerouslyDisableSandbox" in denied
    assert f"CERTAINLY THE SANDBOX. Claude Code's proxy refused a host. Refused: connect to `{HOST}:80`." in masked
    assert f'"allowedDomains": ["{HOST}"]' in masked
    assert "advise: " not in commit  # its sandbox lets git write
    assert known.index("will refuse this command: write to `/usr/local/share/advise-x`") < known.index("LIKELY THE SANDBOX")
    assert "told before in this session" in again
    assert again.count("advise: ") == 1


def test_codex_s_model_is_told(session):
    steps = (ALLOWED, DENIED, MASKED, ALLOWED, COMMIT, KNOWN, "rm -rf no-such", ALLOWED, DENIED)
    allowed, denied, _, after, commit, known, _, rejected, again = session("codex", steps)
    assert "commands here run in the sandbox of Codex" in allowed
    assert "SANDBOX" not in allowed
    assert "LIKELY THE SANDBOX" in denied
    assert "require_escalated" in denied
    assert f"CERTAINLY THE SANDBOX. Codex's proxy refused a host. Refused: connect to `{HOST}`." in after  # no event told of it
    assert "will refuse this command: write to `.git`" in commit or "will refuse this command: write to `.git/" in commit
    assert known.index("will refuse this command: write to `/usr/local/share/advise-x`") < known.index("LIKELY THE SANDBOX")
    assert "NOT THE SANDBOX, A PERMISSION RULE" in rejected
    assert "told before in this session" in again


@pytest.mark.parametrize("harness", ["claude", "codex"])
def test_what_is_known_to_be_blocked_is_not_run_where_that_is_asked_for(session, harness):
    told = session(harness, (KNOWN, ALLOWED), "--deny")
    assert "will refuse this command" in told[0]
    assert "SANDBOX" not in "".join(told)  # it never ran, and our own refusal is no refusal of the sandbox
