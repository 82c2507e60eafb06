"""`advise explain --last`: the last refused command of this folder's newest session, with what the session signed."""

from __future__ import annotations

import os
from collections.abc import Mapping

from advisor.advice import report_on
from advisor.errors import InputError
from advisor.model import Call, Report, Situation
from advisor.scan import windows
from advisor.situation import Flags, look_at, machine
from advisor.situation.recorded import situation_of
from advisor.sources import claude_transcript, codex_rollout
from advisor.sources.newest import Session, sessions
from advisor.sources.session import recordings
from advisor.sources.tail import last_lines

_SESSIONS = 20  # newest first: what was refused longer ago is not what is asked about
_READERS = {"claude": claude_transcript.calls, "codex": codex_rollout.calls}


def last_report(flags: Flags, environ: Mapping[str, str]) -> Report:
    """The report on the newest call in which something was refused. Raises InputError when there is no such session or call."""
    here = machine(flags, "unknown", environ)
    if not flags.probe or here.directory is None or here.home is None:
        raise InputError("there is no session to look at", "`--last` reads the sessions of this folder: run it there, without --no-probe.")
    found = sessions(here.directory, here.home, environ, here.harnesses)
    if not found:
        raise InputError(
            f"no Claude Code or Codex session of {here.directory!r} is recorded here",
            "Run it in the folder the agent works in, or pipe the output in.",
        )
    for session in found[:_SESSIONS]:
        for call in reversed(tuple(_READERS[session.harness](last_lines(session.path)))):
            report = _report(session, call, flags, environ)
            if report.denials:
                return report
    return Report("nothing", here)


def _report(session: Session, call: Call, flags: Flags, environ: Mapping[str, str]) -> Report:
    evidence = [window for recording in recordings(call, _shown(session.path)) for window in windows(recording)]
    if not evidence:
        return Report("nothing", Situation())
    situation = situation_of(call, session.harness, "its session records this command", flags, environ)
    return report_on(evidence, situation, look_at)


def _shown(path: str) -> str:
    home = os.path.expanduser("~")
    return "~" + path[len(home) :] if path.startswith(home + "/") else path
