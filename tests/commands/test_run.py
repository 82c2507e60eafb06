"""`advise run`: the command's own streams and exit code, and an explanation on stderr only when it failed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from advisor import silent
from advisor.commands import run
from advisor.errors import UsageError

EROFS = "touch: cannot touch '/home/dev/.cache/uv/x': Read-only file system"


def advise(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name not in ("CLAUDECODE", "CODEX_THREAD_ID")}
    return subprocess.run(
        [sys.executable, "-m", "advisor", "run", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=environment | environ,
        timeout=60,
    )


def test_success_adds_nothing() -> None:
    done = advise("--", "sh", "-c", f'echo out; echo "{EROFS}" >&2')
    assert (done.returncode, done.stdout, done.stderr) == (0, "out\n", EROFS + "\n")


def test_a_refusal_is_explained_behind_the_output() -> None:
    done = advise("--harness", "codex", "--", "sh", "-c", f'echo out; echo "{EROFS}" >&2; exit 7')
    assert (done.returncode, done.stdout) == (7, "out\n")
    assert done.stderr.startswith(EROFS + "\n\n")
    assert "/home/dev/.cache/uv" in done.stderr[len(EROFS) :]


def test_the_form_can_be_chosen() -> None:
    done = advise("--harness", "claude", "--format", "json", "--no-probe", "--", "sh", "-c", f'echo "{EROFS}"; exit 1')
    assert json.loads(done.stderr)["verdict"] == "sandbox"


def test_an_ordinary_failure_is_one_line() -> None:
    done = advise("--", "sh", "-c", "exit 3")
    assert done.returncode == 3
    assert done.stderr.strip().startswith("advise: `sh` exited 3. Nothing here")


def test_a_failure_without_a_word_may_tell_by_its_exit_code(tmp_path: Path) -> None:
    git = tmp_path / "git"
    git.write_text("#!/bin/sh\nexit 1\n")
    git.chmod(0o755)
    done = advise("--format", "json", "--harness", "codex", "--sandboxed", "yes", "--", str(git), "stash")
    assert done.returncode == 1
    assert [denial["rule"] for denial in json.loads(done.stderr)["denials"]] == ["filesystem/silent-stash"]
    assert advise("--", str(git), "status").stderr.strip().startswith("advise: `")
    assert set(run._TELLING) == set(silent._TOLD)


def test_a_sandbox_marker_in_the_environment_is_believed() -> None:
    done = advise("--format", "json", "--", "sh", "-c", f'echo "{EROFS}"; exit 1', CLAUDECODE="1", SANDBOX_RUNTIME="1")
    assert json.loads(done.stderr)["situation"]["sandboxed"]["value"] is True


@pytest.mark.parametrize(("command", "code"), [("/nonexistent/tool", 127), ("/", 126)])
def test_what_cannot_start(command: str, code: int) -> None:
    done = advise("--", command)
    assert done.returncode == code
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("argv", [[], ["--"], ["ls"], ["--format", "json"], ["--nonsense", "--", "ls"]])
def test_bad_usage(argv: list[str]) -> None:
    with pytest.raises(UsageError):
        run.main(argv)


def test_an_interrupted_network_program_may_have_hung(tmp_path: Path) -> None:
    tool = tmp_path / "npm"
    tool.write_text("#!/bin/sh\nkill -INT $$\n")
    tool.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = advise("--harness", "codex", "--", "npm", "install", PATH=path)
    assert done.returncode == 128 + signal.SIGINT
    assert "hung" in done.stderr
    silent = advise("--", "sh", "-c", "kill -INT $$")
    assert (silent.returncode, silent.stderr) == (130, "")


def test_a_reader_that_goes_away_is_nothing_to_explain() -> None:
    done = advise("--", "sh", "-c", "exit 141")
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize("redirection", [">/dev/full", "2>/dev/full", ">/dev/full 2>/dev/full"])
@pytest.mark.parametrize(("script", "code"), [("echo hi; exit 3", 3), ("echo hi >&2; exit 0", 0), (f'echo "{EROFS}"; exit 5', 5)])
def test_what_becomes_of_our_words_changes_no_exit_code(redirection: str, script: str, code: int) -> None:
    command = ["sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-m", "advisor", "run", "--no-probe", "--", "sh", "-c", script]
    assert subprocess.run(command, capture_output=True, check=False, timeout=60).returncode == code


def test_a_removed_folder_is_no_reason_to_fail(tmp_path: Path) -> None:
    script = f'mkdir "$0/gone"; cd "$0/gone"; rmdir "$0/gone"; exec {sys.executable} -m advisor run -- sh -c \'echo "{EROFS}"; exit 5\''
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(["sh", "-c", script, str(tmp_path)], capture_output=True, text=True, check=False, timeout=60, env=environment)
    assert done.returncode == 5
    assert "Traceback" not in done.stderr
    assert "/home/dev/.cache/uv" in done.stderr.replace(EROFS, "")
