"""The command line: picks the verb's module by name, prints failures as one sentence."""

from __future__ import annotations

import gc
import sys
from io import TextIOWrapper

VERBS = {
    "explain": "say whether the sandbox refused something in a command's output, and what to change",
    "run": "run a command unchanged, and explain when it fails",
    "status": "say whether this process is sandboxed, by whom, and what a command may do here",
    "check": "say whether a command may do something here, and which key of which file says so",
    "can": "the same as check",
    "patch": "print, write or commit the change that allows what was refused",
    "suggest": "tell what this repository makes necessary, and what a sandboxed session would be refused of it",
    "lint": "say what is invalid, ignored, harmful or too wide in config files",
    "init": "propose how agents may work in this repository, and the hooks that watch it",
    "guard": "say what a change does to the agents' allowlist, and refuse an escape that nobody acknowledged",
    "rules": "list what advise recognises",
    "hook": "answer an event of a session, or set the hooks up that send them",
    "verify": "try the advice in this machine's real sandboxes",
}

USAGE = (
    "usage: advise VERB …\n\n"
    + "".join(f"  {verb:<9} {what}\n" for verb, what in VERBS.items())
    + (
        "\n`advise VERB --help` tells a verb's options.\n"
        'Pipe a log in (`npm install 2>&1 | advise explain`) or paste an error (`advise explain "…"`).\n'
    )
)


def main(argv: list[str] | None = None) -> int:
    """Run one verb; returns the exit code (DESIGN §4). Bad usage or input: one line on stderr, 2."""
    argv = sys.argv[1:] if argv is None else argv
    gc.disable()  # we end soon and make no cycles worth collecting: looking for them took a twentieth of an answer's CPU
    _have_outputs()
    try:
        code = _dispatch(argv)
        sys.stdout.flush()  # a reader that is gone, or a full disk, is noticed here, not at exit
        return code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _give_up_output()
        return 0
    except OSError as error:
        if error.filename is not None:  # not our output: a file that a verb should have answered for
            raise
        _give_up_output()
        sys.stderr.write(f"advise: cannot write the answer: {error.strerror}. Give it another place.\n")
        return 2


def _have_outputs() -> None:
    """Outputs that can always be written: closed ones lead nowhere, and a character that they lack is no reason to fail."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            import os

            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  # it lives as long as we do
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _give_up_output() -> None:
    """Send what is left of our output nowhere: anything more that we print would raise again at exit."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _dispatch(argv: list[str]) -> int:
    verb = argv[0] if argv else ""
    if verb in ("", "-h", "--help", "help"):
        (sys.stdout if verb else sys.stderr).write(USAGE)
        return 0 if verb else 2
    if verb in ("-V", "--version"):
        from advisor import __version__

        print(f"advise {__version__}")
        return 0
    if verb not in VERBS:
        from difflib import get_close_matches

        near = get_close_matches(verb, VERBS, 1)
        hint = f"Did you mean `advise {near[0]}`?" if near else "`advise --help` lists the verbs."
        print(f"advise: there is no verb {verb[:40]!r}. {hint}", file=sys.stderr)
        return 2
    from advisor.errors import AdviseError

    try:
        module = __import__(f"advisor.commands.{verb}", fromlist=["main"])  # `importlib` would bring `warnings`
        return int(module.main(argv[1:]))
    except AdviseError as error:
        from advisor.quoting import clean  # it may tell what a file, git or a hook says

        print(f"advise: {clean(str(error))}".replace("\n", " "), file=sys.stderr)
        return 2
