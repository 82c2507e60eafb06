"""Asks the harnesses themselves what their config comes to: no session, no network, no model, nothing written to the user's folders.

Sources: `claude sandbox status`; `codex app-server` and its `config/read`, as `codex app-server generate-json-schema` has it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from advisor.model import HarnessName
from advisor.proof.programs import Missing, find

_SECONDS = 20.0
_NO_ANSWER = (None, "it gave no answer")
_QUIET = ("analytics.enabled=false", "check_for_update_on_startup=false", "features.plugins=false", "features.apps=false")


class Told(NamedTuple):
    """What a harness told of its config; problem: why it could not be asked, or did not answer, a clause."""

    harness: HarnessName
    how: str
    version: str | None = None
    values: Mapping[str, Any] | None = None
    problem: str | None = None


def ask(harness: HarnessName, directory: str, environ: Mapping[str, str], seconds: float = _SECONDS) -> Told:
    """What the harness of that name, found as for a trial, says of its config in `directory`."""
    how = "claude sandbox status" if harness == "claude" else "codex app-server, config/read"
    program = find(harness, environ)
    if isinstance(program, Missing):
        return Told(harness, how, None, None, f"{program.what} ({program.remedy})")
    told = Told(harness, how, program.version)
    try:
        lines = (
            _claude(program.path, directory, environ, seconds) if harness == "claude" else _codex(program.path, directory, environ, seconds)
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return told._replace(problem=f"it gave no answer ({type(error).__name__})")
    values, problem = _answer(lines)
    return told._replace(values=values, problem=problem)


def _claude(path: str, directory: str, environ: Mapping[str, str], seconds: float) -> str:
    with _copied(environ, "CLAUDE_CONFIG_DIR", ".claude", "settings.json") as (scratch, _):
        quiet = {"DISABLE_AUTOUPDATER": "1", "DISABLE_TELEMETRY": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"}
        own = {**environ, **quiet, "HOME": scratch, "CLAUDE_CONFIG_DIR": scratch}
        done = subprocess.run(
            (path, "sandbox", "status"), cwd=directory, env=own, capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL
        )
        return done.stdout


def _codex(path: str, directory: str, environ: Mapping[str, str], seconds: float) -> str:
    """The app server's answer to three lines of its protocol."""
    asked = (
        {"id": 0, "method": "initialize", "params": {"clientInfo": {"name": "advise", "version": "0"}}},
        {"method": "initialized"},
        {"id": 1, "method": "config/read", "params": {"cwd": directory, "includeLayers": True}},
    )
    command = (path, "app-server", *(part for setting in _QUIET for part in ("-c", setting)))
    with _copied(environ, "CODEX_HOME", ".codex", "config.toml") as (scratch, home):
        told = _exchange(
            command, "".join(f"{json.dumps(line)}\n" for line in asked), directory, {**environ, "CODEX_HOME": scratch}, seconds
        )
        return told.replace(scratch, home)


@contextmanager
def _copied(environ: Mapping[str, str], variable: str, folder: str, name: str) -> Iterator[tuple[str, str]]:
    """(a folder with a copy of the user's config file, the folder it stands in): both programs keep state beside it."""
    home = environ.get(variable) or os.path.join(environ.get("HOME") or os.path.expanduser("~"), folder)
    with tempfile.TemporaryDirectory(prefix="advise-", ignore_cleanup_errors=True) as scratch:
        if os.path.isfile(os.path.join(home, name)):
            shutil.copyfile(os.path.join(home, name), os.path.join(scratch, name))
        yield scratch, home


def _exchange(command: tuple[str, ...], asked: str, directory: str, environ: Mapping[str, str], seconds: float) -> str:
    """The first line that answers. The program ends with its input, so that this stays open until then."""
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(command, cwd=directory, env=dict(environ), stdin=pipe, stdout=pipe, stderr=nothing, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        limit = threading.Timer(seconds, process.kill)
        limit.start()
        try:
            process.stdin.write(asked)
            process.stdin.flush()
            return next((line for line in process.stdout if _answer(line) != _NO_ANSWER), "")
        finally:
            limit.cancel()
            process.kill()


def _answer(lines: str) -> tuple[Mapping[str, Any] | None, str | None]:
    """(the values that a line holds, None), or (None, what the program said instead)."""
    for line in lines.splitlines():
        try:
            found = json.loads(line)
        except ValueError:
            continue
        if isinstance(found, dict) and "statusVersion" in found:
            return found, None
        if isinstance(found, dict) and found.get("id") == 1:
            error = found.get("error")
            if isinstance(error, dict):
                return None, str(error.get("message"))
            result = found.get("result")
            return (result, None) if isinstance(result, dict) else (None, "it answered with nothing")
    return _NO_ANSWER
