"""Both plugins are installed by the real programs, and speak in their sessions; without `advise` they say once how to get it."""

import json
import os
import shlex
import subprocess
import sys

import pytest

from advisor.proof import laboratory, rooms
from advisor.proof.programs import session_environment
from advisor.proof.trial import Trial
from tests.conftest import ROOT
from tests.live.scoring import environ

pytestmark = pytest.mark.live

PLUGIN = ROOT / "templates" / "plugins" / "advise"
ALLOWED, DENIED = "echo fine", "python3 -c \"open('/usr/local/advise-x', 'w')\""
INSTALL = {
    "claude": "{program} plugin marketplace add {root} && {program} plugin install advise@sandbox-advisor",
    "codex": "{program} plugin marketplace add {root} && {program} plugin add advise@sandbox-advisor",
}


def test_claude_code_s_own_check_finds_nothing(harnesses, tmp_path):
    environment = {**os.environ, "HOME": str(tmp_path)}
    for folder in (ROOT, PLUGIN):
        command = [harnesses["claude"].path, "plugin", "validate", str(folder)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stdout
        assert "✔ Validation passed\n" in done.stdout, done.stdout
        assert "warning" not in done.stdout, done.stdout


@pytest.fixture(scope="module")
def session(harnesses):
    """Runs commands in a session of a real harness in which the plugin is installed; what the model saw of each."""
    environment = environ()

    def run(harness, steps, with_advise):
        program = harnesses[harness].path
        install = INSTALL[harness].format(program=shlex.quote(program), root=shlex.quote(str(ROOT)))
        script = f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(ROOT))} exec {shlex.quote(sys.executable)} -m advisor "$@"\n'
        advise = f"mkdir -p ~/bin && printf %s {shlex.quote(script)} > ~/bin/advise && chmod +x ~/bin/advise"
        given = dict(session_environment(environment))
        with laboratory.open_lab(environment) as (bench, root), rooms.claim(root) as room:
            # Nothing of this machine's own `advise` is on the PATH.
            path = ":".join(place for place in given["PATH"].split(":") if not os.path.exists(os.path.join(place, "advise")))
            trial = Trial(
                harness,
                program,
                room,
                steps,
                ((".claude/settings.json", json.dumps({"sandbox": {"enabled": True, "autoAllowBashIfSandboxed": True}})),)
                if harness == "claude"
                else (),
                before=(install, *((advise,) if with_advise else ())),
                environment=tuple({**given, "PATH": f"{room.home}/bin:{path}"}.items()),
                arguments=() if harness == "claude" else ("--dangerously-bypass-hook-trust", "-c", "features.plugins=true"),
            )
            outcome = bench.run(trial)
        assert outcome.problem is None, outcome.errors
        return [seen.context for seen in outcome.seen]

    return run


@pytest.mark.parametrize("harness", ["claude", "codex"])
def test_the_plugin_speaks_in_a_session(session, harness):
    allowed, denied = session(harness, (ALLOWED, DENIED), True)
    assert "advise: commands here run in the sandbox" in allowed
    assert "SANDBOX" not in allowed
    assert "advise: LIKELY THE SANDBOX" in denied
    assert "sandbox-denied" in allowed  # the skill is offered


@pytest.mark.parametrize("harness", ["claude", "codex"])
def test_without_advise_the_session_is_told_once_how_to_get_it(session, harness):
    allowed, denied = session(harness, (ALLOWED, DENIED), False)
    assert "its program is not on the PATH" in allowed
    assert "advise: " not in denied
    assert "not on the PATH" not in denied
