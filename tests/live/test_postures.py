"""Each posture in the real programs: it loads without a word, and a session may do what the mode says and nothing else."""

import os

import pytest

from advisor.postures import MODES, claude_code, codex
from advisor.proof import laboratory
from advisor.proof.command import CONTROL
from advisor.proof.programs import Program, find, session_environment
from advisor.proof.scenarios import ADDRESSES
from advisor.proof.trial import Trial
from tests.live.judge import ran

pytestmark = pytest.mark.live

PROGRAMS = {"claude": claude_code, "codex": codex}
HOST = "git.example"
# Whether each deed passes: in the modes that write, in the one that also reaches a host, or in none.
DEEDS = {
    "touch inside": ("standard", "trusted"),
    f"curl -fsS -m 20 http://{HOST}/": ("trusted",),
    "touch {outside}/x": (),
    "cat {home}/.ssh/id": (),
    "cat {home}/.netrc": (),
    "ls {home}/.aws/credentials": (),
    "printenv GH_TOKEN": (),
    "touch {other}": (),
}
OTHER = {"claude": ".codex/config.toml", "codex": ".claude/settings.json"}
# A session without anybody to ask would run no command at all in plan mode: here the sandbox alone is judged.
UNASKED = '{"permissions": {"defaultMode": "default"}, "sandbox": {"autoAllowBashIfSandboxed": true}}'
BEFORE = (
    "git init -q .",
    "mkdir -p ~/.ssh ~/.aws .codex .claude && echo key > ~/.ssh/id && echo token > ~/.netrc && echo key > ~/.aws/credentials",
    "touch .codex/config.toml .claude/settings.json",
)


@pytest.fixture(scope="module")
def bench(harnesses):
    with laboratory.open_lab(os.environ) as opened:
        yield opened


def program_of(harness):
    program = find(harness, os.environ)
    assert isinstance(program, Program)
    return program


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("harness", PROGRAMS)
def test_a_mode_is_what_it_says_in_the_real_program(bench, harness, mode):
    opened, root = bench
    posture = PROGRAMS[harness].propose(mode, (HOST,), None)
    with laboratory.trial_room(root) as room:
        places = {"outside": room.outside, "home": room.home, "other": OTHER[harness]}
        beside = ((claude_code.LOCAL_FILE, UNASKED),) if (harness, mode) == ("claude", "read-only") else ()
        outcome = ran(
            opened,
            Trial(
                harness,
                program_of(harness).path,
                room,
                (CONTROL, *(deed.format(**places) for deed in DEEDS)),
                ((posture.file, posture.after), *beside),
                BEFORE,
                environment=(*session_environment(os.environ), ("GH_TOKEN", "made-up")),
                hosts=((HOST, ADDRESSES[harness]),),
                ports=((80, "http"),),
            ),
        )
    assert outcome.problem is None, (outcome.problem, outcome.errors)
    control, *seen = outcome.seen
    assert control.passed, control
    assert all(one.ran for one in seen), [one.shown for one in seen if not one.ran]
    passed = {deed: one.passed for deed, one in zip(DEEDS, seen, strict=True)}
    assert passed == {deed: mode in modes for deed, modes in DEEDS.items()}, "\n".join(one.output[:300] for one in seen)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("hosts", [(), (HOST,)])
def test_codex_takes_every_posture_without_a_word(bench, mode, hosts):
    opened, root = bench
    posture = codex.propose(mode, hosts, None)
    with laboratory.trial_room(root) as room:
        files, environment = ((posture.file, posture.after),), session_environment(os.environ)
        outcome = opened.run(Trial("codex", program_of("codex").path, room, files=files, mode="config", environment=environment))
    assert outcome.problem is None
