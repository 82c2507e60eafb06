"""A run that never ends by itself, for the tests that end it: `python -m tests.live.victim HARNESS private|shared TOKEN`."""

import sys

from advisor.proof import laboratory
from advisor.proof.programs import find, session_environment
from advisor.proof.trial import Trial
from tests.live.scoring import environ

# Without /tmp: a Codex that is killed leaves the mount points of its writable folders behind.
WITHOUT_TMP = 'sandbox_mode = "workspace-write"\nsandbox_workspace_write = {exclude_slash_tmp = true, exclude_tmpdir_env_var = true}\n'
BASE = (
    ("~/.claude/settings.json", '{"sandbox": {"enabled": true, "autoAllowBashIfSandboxed": true}}'),
    (".codex/config.toml", WITHOUT_TMP),
)


def main(harness, kind, token):
    program = find(harness, environ())
    # One process in the command's own group, one in a session of its own: both must go.
    step = f"echo started > started; python3 -c 'import os, time; os.fork() or os.setsid(); time.sleep(300)' {token}"
    with laboratory.open_lab(environ(), private=kind == "private") as (bench, root), laboratory.trial_room(root) as room:
        outcome = bench.run(Trial(harness, program.path, room, (step,), BASE, environment=session_environment(environ()), seconds=300))
    print(outcome)


if __name__ == "__main__":
    main(*sys.argv[1:])
