"""Patched real configs in the real programs: what loaded loads, nothing new is complained of, and the grant is there.

The files are other people's. The programs are asked about the whole file; sessions get only the keys that decide what a
command may do, so that no stranger's hook or server is started.
"""

import json
import os
import re
import subprocess
from collections import Counter

import pytest

from advisor.commands.verify_staging import staged_texts, with_own_file
from advisor.harnesses import load
from advisor.model import ConfigText
from advisor.proof import laboratory
from advisor.proof.command import CONTROL
from advisor.proof.programs import Program, find, session_environment
from advisor.proof.scenarios import ADDRESSES
from advisor.proof.trial import Trial
from tests.live.judge import ran
from tests.test_patch_real_configs import FILES, proposals

pytestmark = [pytest.mark.live, pytest.mark.corpus]

# What was refused -> what passes once the patch is applied, of what can be tried on any machine.
DEEDS = {"a program's cache": "touch {home}/.npm/_cacache/x", "a host": "curl -fsS -m 20 http://git.example/"}


@pytest.fixture(scope="module")
def patched(corpus):
    """(row, scope, what was refused, report, patch) of each patch of a config file."""
    folder = corpus / "configs"
    rows = [json.loads(line) for line in (folder / "index.jsonl").read_text().splitlines()]
    configs = [(row, (folder / row["file"]).read_bytes().decode()) for row in rows]
    found = []
    for row, name, report, proposal, file in proposals(configs):
        scope = next(scope for scope, path in FILES[row["kind"]].items() if path == file)
        moves = any(change.role == "relocate" for option in proposal.taken() for change in option.changes)
        found += [(row, scope, f"{name}, moved" if moves else name, report, patch) for patch in proposal.patches if patch.file == file]
    return found


@pytest.fixture(scope="module")
def bench(harnesses):
    with laboratory.open_lab(os.environ) as (opened, root):
        yield opened, root


def codex_says(bench, program, file, text):
    """What Codex says of its config at the start, and where; lines move, so they are left out."""
    opened, root = bench
    with laboratory.trial_room(root) as room:
        trial = Trial("codex", program.path, room, files=((file, text),), mode="config", environment=session_environment(os.environ))
        problem = opened.run(trial).problem
        return problem and re.sub(r":\d+:\d+", "", problem.replace(room.root, ""))


def test_codex_says_nothing_that_it_did_not_say_before(patched, bench):
    program = find("codex", os.environ)
    assert isinstance(program, Program)
    before, tried = {}, 0
    for row, _, name, _, patch in patched:
        if row["kind"] == "codex":
            if row["file"] not in before:
                before[row["file"]] = codex_says(bench, program, patch.file, patch.before)
            assert codex_says(bench, program, patch.file, patch.after) == before[row["file"]], (row["file"], name)
            tried += 1
    print(f"\nCodex: {tried} patched files, {sum(one is None for one in before.values())} of {len(before)} load without a word")
    assert tried > 100


def claude_says(program, room, file, text):
    """What `claude doctor` says of invalid settings."""
    home, project = os.path.join(room.root, "home"), room.project
    place = os.path.join(home, file[2:]) if file.startswith("~/") else os.path.join(project, file)
    os.makedirs(os.path.dirname(place), exist_ok=True)
    with open(place, "w", encoding="utf-8", newline="") as written:
        written.write(text)
    environ = {**dict(session_environment(os.environ)), "HOME": home, "DISABLE_AUTOUPDATER": "1"}
    done = subprocess.run(
        [program.path, "doctor"], cwd=project, env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60
    )
    found = re.search(r"\nInvalid settings\n(.{0,4000}?)\n\n", done.stdout, re.DOTALL)
    return found and found[1].replace(room.root, "")


def test_claude_doctor_says_nothing_that_it_did_not_say_before(patched, bench):
    program = find("claude", os.environ)
    assert isinstance(program, Program)
    seen = {row["file"]: (row, patch) for row, _, _, _, patch in patched if row["kind"] == "claude"}
    for row, patch in seen.values():
        with laboratory.trial_room(bench[1]) as room:
            before = claude_says(program, room, patch.file, patch.before)
            assert claude_says(program, room, patch.file, patch.after) == before, row["file"]
    print(f"\nClaude Code: {len(seen)} patched files")
    assert len(seen) > 25


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("harness", ["claude", "codex"])
def test_the_patched_files_grant_what_the_patch_says(patched, bench, harness, deed):
    program, (opened, root) = find(harness, os.environ), bench
    assert isinstance(program, Program)
    results = Counter()
    refused = []
    for row, scope, _, report, patch in [one for one in patched if one[0]["kind"] == harness and one[2] == deed]:
        posture = load(harness).read_boundary(report.situation).posture
        text = ConfigText(harness, patch.file, scope, patch.after)
        with laboratory.trial_room(root) as room:
            files = with_own_file(staged_texts([text], {"/home/dev": room.home}), harness, posture == "unknown")
            trial = Trial(
                harness,
                program.path,
                room,
                (CONTROL, DEEDS[deed].format(home=room.home)),  # some files take HOME away
                files,
                ("mkdir -p ~/.npm/_cacache", "git init -q ."),
                environment=session_environment(os.environ),
                hosts=(("git.example", ADDRESSES[harness]),),
                ports=((80, "http"),),
            )
            outcome = ran(opened, trial)
        result = came_of(outcome)
        results[result] += 1
        if result == "refused":
            refused.append((row["file"], [seen.output[-160:] for seen in outcome.seen], outcome.problem))
    print(f"\n{harness}, {deed}: {dict(results)}")
    assert not refused, refused
    assert results["passes"] > 15


def came_of(outcome):
    """What a session came to; some of the files ask before they run anything, or want what nobody has here."""
    if len(outcome.seen) < 2:
        problem = f"{outcome.problem} {outcome.errors}"
        return "not as root" if "root/sudo" in problem else "wants a login" if "credentials" in problem else "refused"
    control, seen = outcome.seen
    return "passes" if seen.passed else "refused" if seen.ran and control.ran else "asks first"
