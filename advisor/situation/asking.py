"""Asks a package manager where it downloads from (DESIGN §11): its own answer, within three seconds, or none.

Only fixed command lines are run, never one that would run the project's own code.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping

SECONDS = 3.0
_PIP = "from pip._internal.models.index import PyPI; print(PyPI.simple_url, 'https://' + PyPI.file_storage_domain)"
# The question as a human would put it -> the command lines that are tried, in order.
_COMMANDS: dict[str, tuple[tuple[str, ...], ...]] = {
    "npm config get registry": (("npm", "config", "get", "registry"),),
    "pip config get global.index-url": (("pip", "config", "get", "global.index-url"), ("python3", "-I", "-c", _PIP)),
    "go env GOPROXY": (("go", "env", "GOPROXY"),),
    "gem sources": (("gem", "sources"),),
}
# No toolchain is fetched to answer, and nothing is updated.
_QUIET = {"GOTOOLCHAIN": "local", "NO_UPDATE_NOTIFIER": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def hosts_told(question: str, directory: str | None, environ: Mapping[str, str]) -> str | None:
    """The hosts in a program's answer to one of the known questions, separated by spaces; None when it gives none."""
    for command in _COMMANDS.get(question, ()):
        program = shutil.which(command[0], path=environ.get("PATH"))
        if program is None:
            continue
        try:
            done = subprocess.run(
                (program, *command[1:]),
                cwd=directory,
                env={**environ, **_QUIET},
                capture_output=True,
                text=True,
                timeout=SECONDS,
                stdin=subprocess.DEVNULL,
            )
        except (OSError, subprocess.TimeoutExpired):
            continue
        found = dict.fromkeys(re.findall(r"https?://(?:[^@/\s]{1,256}@)?([A-Za-z0-9][A-Za-z0-9.-]{0,252})", done.stdout))
        if done.returncode == 0 and found:
            return " ".join(found)
    return None
