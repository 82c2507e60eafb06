"""`advise suggest` in the real harnesses: what it names is what the real tools are refused, and with it they pass.

The cache is filled outside, from a registry of this test's own; in the sandbox the tool runs offline. Which hosts it would
have gone to, it says itself, where nothing can be reached.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from advisor.proof import laboratory, rooms
from advisor.proof.programs import find, session_environment
from advisor.proof.trial import Trial
from tests.conftest import ROOT
from tests.live.ecosystems import ECOSYSTEMS, registry

pytestmark = pytest.mark.live

# Required where live tests are; another one that is absent is skipped with the reason, and tests/suggest/ alone speaks of it.
REQUIRED = ("npm", "pnpm", "pip", "uv", "poetry", "cargo", "mvn")
BASE = {
    "claude": ("~/.claude/settings.json", '{"sandbox": {"enabled": true, "autoAllowBashIfSandboxed": true}}\n'),
    "codex": ("~/.codex/config.toml", '[projects."{project}"]\ntrust_level = "trusted"\n'),
}


@pytest.fixture(scope="module")
def tools():
    """A folder of programs that pip and npm install, kept from run to run beside the lab; not below /tmp, which trials hide."""
    folder = rooms.lab_root(os.environ).parent / "tools"
    python = folder / "python"
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    try:
        if not (python / "bin/poetry").exists():
            subprocess.run([sys.executable, "-m", "venv", python], **quiet)
            subprocess.run([python / "bin/pip", "install", "-q", "uv", "poetry"], **quiet)
        if not (folder / "node_modules/.bin/pnpm").exists():
            subprocess.run(["npm", "install", "--silent", "--prefix", folder, "pnpm@10"], **quiet)
    except (OSError, subprocess.CalledProcessError) as error:
        if os.environ.get("ADVISE_REQUIRE_LIVE") == "1":
            raise
        pytest.skip(f"the tools cannot be installed here: {error}")
    return f"{python}/bin:{folder}/node_modules/.bin"


@pytest.fixture(scope="module")
def bench(harnesses):
    with laboratory.open_lab(os.environ) as (opened, root):
        yield opened, root


def environment(tools, home):
    """The environment of a session: the tools, and what leads them into its home."""
    given = dict(session_environment(os.environ))
    given["PATH"] = f"{_cargo()}{tools}:{given['PATH']}"
    return {**given, "MAVEN_OPTS": f"-Duser.home={home}", "GEM_HOME": f"{home}/.local/share/gem/ruby/3.4.0", "CI": "1"}


def _cargo():
    """The folder of cargo itself: what stands on PATH may ask the home for a toolchain."""
    rustup = shutil.which("rustup")
    found = subprocess.run([rustup, "which", "cargo"], capture_output=True, text=True, check=False).stdout.strip() if rustup else ""
    return f"{Path(found).parent}:" if found else ""


def require(ecosystem, tools):
    """Skip where the tool is absent, unless it is one that every machine of ours has."""
    if shutil.which(ecosystem.program, path=environment(tools, "/")["PATH"]) is None:
        message = f"no program {ecosystem.program} here"
        if os.environ.get("ADVISE_REQUIRE_LIVE") == "1" and ecosystem.program in REQUIRED:
            pytest.fail(message)
        pytest.skip(message)


def shell(line, room, tools, **more):
    done = subprocess.run(
        ["sh", "-c", line],
        cwd=room.project,
        env={**environment(tools, room.home), "HOME": room.home, **more},
        capture_output=True,
        text=True,
        timeout=120,
    )
    return done.returncode, done.stdout + done.stderr


def planted(ecosystem, room, tools):
    """The project in its room, with a cache that was filled outside."""
    served = Path(room.served)
    with registry(served) as url:
        ecosystem.serve(served, url)
        for name, text in ecosystem.files.items():
            file = Path(room.project, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text.replace("{url}", url))
        # Codex runs commands in a login shell, which finds its programs anew.
        Path(room.home, ".bash_profile").write_text(f"export PATH={environment(tools, room.home)['PATH']}\n")
        for line in ("git init -q .", *ecosystem.fill):
            code, said = shell(line.replace("{served}", room.served), room, tools)
            assert code == 0, said


def suggested(harness, room, tools, *options):
    """What `advise suggest` prints for the session in this room."""
    command = [sys.executable, "-m", "advisor", "suggest", "--harness", harness, *options]
    environ = {**environment(tools, room.home), "HOME": room.home, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=room.project, env=environ, capture_output=True, text=True, check=True, timeout=60).stdout


def folders(plan):
    """The ids of the first option of every group that opens a folder, whatever it hands over; the steps that make those."""
    groups = {}
    for option in plan["options"]:
        opens = any("filesystem" in change["path"] for change in option["changes"])
        if option["kind"] == "setting" and opens and option["risk"] in ("narrow", "broad"):
            groups.setdefault(option["id"].rstrip("0123456789"), option)
    steps = [step["run"] for option in groups.values() for step in option["steps"] if step["who"] == "human" and step["run"]]
    return [option["id"] for option in groups.values()], [run for run in steps if run.startswith("mkdir -p ")]


def passes(opened, program, room, command, tools):
    base = BASE[program.harness]
    trial = Trial(
        program.harness,
        program.path,
        room,
        (f"command -v {command.split()[0]}", command),
        ((base[0], base[1].replace("{project}", room.project)),),
        environment=tuple(environment(tools, room.home).items()),
        seconds=120,
    )
    outcome = opened.run(trial)
    assert outcome.problem is None, outcome.problem
    control, seen = outcome.seen
    assert control.passed, control.output
    return seen.passed, seen.output


@pytest.mark.parametrize("harness", ["claude", "codex"])
@pytest.mark.parametrize("name", [name for name, ecosystem in ECOSYSTEMS.items() if ecosystem.command])
def test_refused_without_and_passed_with_what_is_suggested(bench, tools, harness, name):
    ecosystem = ECOSYSTEMS[name]
    require(ecosystem, tools)
    (opened, root), program = bench, find(harness, os.environ)
    with laboratory.trial_room(root) as room:
        planted(ecosystem, room, tools)
        config = Path(room.home, BASE[harness][0][2:])
        config.parent.mkdir(parents=True, exist_ok=True)
        config.write_text(BASE[harness][1].replace("{project}", room.project))
        refused, said = passes(opened, program, room, ecosystem.command, tools)
        assert not refused, said
        (plan,) = json.loads(suggested(harness, room, tools, "--format", "json"))["plans"]
        ids, steps = folders(plan)
        patch = suggested(harness, room, tools, "--format", "patch", "--only", ",".join(ids))
        Path(room.root, "allow.patch").write_text(patch)
        for line in (f"git apply {room.root}/allow.patch", *steps):
            code, said = shell(line, room, tools)
            assert code == 0, said
        passed, said = passes(opened, program, room, ecosystem.command, tools)
        assert passed, f"{said}\n{patch}"


@pytest.mark.parametrize("name", [name for name, ecosystem in ECOSYSTEMS.items() if ecosystem.host])
def test_the_hosts_that_are_suggested_are_those_that_the_tool_wants(bench, tools, name):
    ecosystem = ECOSYSTEMS[name]
    require(ecosystem, tools)
    with laboratory.trial_room(bench[1]) as room:
        for file, text in {**ecosystem.files, **ecosystem.elsewhere}.items():
            place = Path(room.project, file)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
        shell("git init -q .", room, tools)
        document = json.loads(suggested("claude", room, tools, "--format", "json"))
        hosts = {one["target"].partition(":")[0] for one in document["suggestions"] if one["operation"] == "connect"}
        nowhere = {"HTTPS_PROXY": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9", **dict(ecosystem.variables)}
        code, said = shell(ecosystem.online, room, tools, **nowhere)
        assert code != 0
        assert ecosystem.host in said, said
        assert ecosystem.host in hosts
