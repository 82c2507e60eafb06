"""How each recorded fix scenario is set up here again: what stands there first, and what is run.

The texts are the recorded ones. What is run is the recorded command, or `act`, which does the same to the sandbox,
where the program is heavy or not on every machine (a build tool, a browser, a library).
"""

from __future__ import annotations

from typing import NamedTuple

# Whole exchanges: a proxy that takes every connection and drops what it does not allow must not pass for an open way.
RAW = "python3 -c \"import http.client as c; h = c.HTTPConnection('{address}', 80, timeout=3); h.request('GET', '/'); h.getresponse()\""
TCP = r"exec 3<>/dev/tcp/{address}/80 && printf 'GET / HTTP/1.0\r\n\r\n' >&3 && grep -q 200 <&3"
SOCKET = 'python3 -c "import socket; socket.socket(socket.AF_UNIX)"'
NAMESPACE = 'python3 -c "import ctypes, sys; sys.exit(ctypes.CDLL(None).unshare(0x10000000) != 0)"'
TRACE = 'python3 -c "import ctypes, sys; sys.exit(ctypes.CDLL(None).ptrace(0, 0, 0, 0) != 0)"'
PACKAGE = (
    """mkdir package && echo '{"name":"tinylab","version":"1.0.0"}' > package/package.json"""
    " && tar czf tinylab-1.0.0.tgz package && rm -r package && mkdir -p ~/.npm"
)
REGISTRY = (
    "mkdir -p ~/.npm && printf '%s' '"
    '{"name":"tinylab","dist-tags":{"latest":"1.0.0"},"versions":{"1.0.0":{"name":"tinylab","version":"1.0.0",'
    '"dist":{"tarball":"https://npm.advise-lab.test/t.tgz","shasum":"0000000000000000000000000000000000000000"}}}}'
    "' > {served}/tinylab"
)
# Codex runs commands in a login shell, which finds its programs anew.
DOCKER = (
    r"mkdir {root}/bin && printf '#!/bin/sh\nexec curl -fsS -m 5 --unix-socket {sock}/http.sock http://d/\n' > {root}/bin/docker"
    " && chmod +x {root}/bin/docker && echo 'export PATH={root}/bin:$PATH' > ~/.bash_profile"
)
REPOSITORY = "git clone -q --bare . {served}/repo.git && git -C {served}/repo.git update-server-info"


class Stage(NamedTuple):
    """What a scenario needs beyond its record.

    before: shell commands run first, without a sandbox; None: those of the record. act: what is run in the place of the
    recorded command. wants: what its output must hold to have passed, for a command whose exit code says nothing.
    reached: it passed when the harness signed no refusal, whatever the exit code (the lab's server only greets).
    cut: the record's text ends before the line that says what failed; what comes back here is read in its place.
    """

    before: str | None = None
    act: str | None = None
    wants: str | None = None
    reached: bool = False
    cut: bool = False


# A plain http page that is refused may end with exit code 0 and nothing said, where the proxy hangs up: only the page tells.
PAGE = Stage(wants="ok")

STAGES: dict[str, Stage] = {
    **dict.fromkeys(("claude/B07", "claude/B08", "claude/N01", "claude/N34", "claude/N35", "claude/N43"), PAGE),
    "claude/N07": Stage(REGISTRY),
    "claude/N09": Stage(REPOSITORY),
    "claude/N10": Stage(reached=True),
    "claude/N13": Stage(act="curl -fsS https://api.advise-lab.test/a"),
    "claude/N18": Stage(act="curl -fsS https://api.advise-lab.test/go/m"),
    "claude/N45": Stage("true", act="curl -fsS http://api.advise-lab.test/a"),
    "claude/P02": Stage(REPOSITORY),
    "claude/R02": Stage(wants="s3"),
    "claude/R05": Stage("echo loglevel=error > ~/.npmrc", wants="loglevel=error"),
    "claude/R07": Stage(wants="copy/priv/f"),
    "claude/S01": Stage(wants="nested-ok"),
    "claude/S03": Stage(act=f"{NAMESPACE} && {SOCKET}"),
    "claude/S04": Stage(act=SOCKET),
    "claude/W08": Stage(PACKAGE),
    "claude/W15": Stage("true", act="mkdir -p ~/.cache/go-build/00"),
    "claude/W16": Stage("true", act="mkdir -p ~/.m2/repository/x"),
    "codex/A08": Stage("mkdir -p ~/.npm"),
    "codex/A10": Stage(act='python3 -c "import tempfile; tempfile.mkdtemp()" && mkdir out', cut=True),
    "codex/A11": Stage(act="echo x > Cargo.lock"),
    "codex/A13": Stage("echo a > {outside}/f.txt"),
    "codex/A19": Stage("echo a > {outside}/f.txt"),
    "codex/D02": Stage(act="curl -sS -m 8 https://pkg.lab.test/x"),
    "codex/D03b": Stage(act="curl -sS -m 5 http://pkg.lab.test/x"),
    "codex/D04": Stage(act="curl -fsS http://pkg.lab.test/simple/labdemo/"),
    "codex/D06": Stage(REPOSITORY),
    "codex/D07": Stage(wants="Connection closed by", reached=True),
    "codex/D10": Stage(act=RAW),
    "codex/D15": Stage(act=TCP),
    "codex/E07": Stage(DOCKER, act="docker ps"),
    "codex/F07": Stage(act=TRACE),
}

_NO_TRANSPARENT = ("relocate", "the older table has no transparent_tcp: naming the profile, or another way, is the answer")

# Records whose label DESIGN §6, or the dialect they are put in, overrules: the class that is right, and why.
OVERRULED = {
    "claude/P06": ("offer-broad", "what is installed into a `bin` folder is run from there later: the folder is broad, and offered"),
    "claude/R05": ("escape-only", "~/.npmrc holds a registry's token: credentials are never opened to reads"),
    "claude/W14": ("relocate", "~/.cargo is an ancestor of what runs later: `cargo install --root` keeps it in the project"),
    "codex/A09": ("relocate", "~/.local is a bare base folder: a virtual environment in the workspace needs no grant"),
    "codex/A11b": ("relocate", "~/.cargo is an ancestor of what runs later: `cargo install --root` keeps it in the workspace"),
    "codex/C01": ("relocate", "/tmp as a whole is a bare base folder: the workspace is the place to write"),
    "codex/D07/legacy": _NO_TRANSPARENT,
    "codex/D09/legacy": _NO_TRANSPARENT,
    "codex/D10/legacy": _NO_TRANSPARENT,
    "codex/D15/legacy": _NO_TRANSPARENT,
}

# Paths that the records show garbled, with what they were.
GARBLED = {"-c01.x": "/tmp/lab-c01.x", "-c04.x": "/tmp/lab-c04.x", "-mv.x": "/tmp/lab-mv.x"}
