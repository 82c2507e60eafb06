"""The options that several verbs share, and what they say as values."""

from __future__ import annotations

import argparse
from typing import NoReturn

from advisor.errors import UsageError
from advisor.situation import Flags

FORMATS = ("text", "markdown", "json", "agent")


def parser_of(verb: str, usage: str, description: str) -> argparse.ArgumentParser:
    """A verb's parser; what it refuses is raised as a UsageError, so that every verb fails in the same one line."""
    parser = argparse.ArgumentParser(prog=f"advise {verb}", usage=usage, description=description, allow_abbrev=False)

    def refuse(message: str) -> NoReturn:
        raise UsageError(f"{message[:1].lower()}{message[1:]}", f"`advise {verb} --help` tells the options.")

    parser.error = refuse  # type: ignore[method-assign]  # argparse offers no other way but a subclass
    return parser


def add_situation(parser: argparse.ArgumentParser) -> None:
    """The options that say which situation the text comes from (DESIGN §4)."""
    group = parser.add_argument_group("the situation of the command")
    group.add_argument("--harness", action="append", choices=("claude", "codex"), help="whose sandbox (repeatable)")
    group.add_argument("--harness-version", metavar="V", help="the harness's version")
    group.add_argument("--launcher", choices=("polygraph", "none"), help="what started the session")
    group.add_argument("--codex-dialect", choices=("profile", "legacy"), help="which of Codex's two config forms to write")
    group.add_argument("--codex-profile", metavar="NAME", help="the config profile that Codex is started with (`codex -p NAME`)")
    group.add_argument("--os", choices=("linux", "macos", "windows"), dest="system", help="where the command ran")
    group.add_argument("--home", metavar="DIR", help="the home folder of the user who ran it")
    group.add_argument("--cwd", metavar="DIR", help="the folder it ran in")
    group.add_argument("--sandboxed", choices=("yes", "no", "unknown"), help="whether it ran in the sandbox")
    group.add_argument("--scope", choices=("project", "local", "user"), help="which settings file to change")
    group.add_argument("--no-probe", action="store_true", help="look at no environment, /proc or file: only the options speak")


def add_format(parser: argparse.ArgumentParser) -> None:
    """`--format`, by default text."""
    parser.add_argument("--format", choices=FORMATS, default="text", help="how to answer (default: text)")


def flags_of(options: argparse.Namespace) -> Flags:
    """The Flags that parsed options of `add_situation` say."""
    return Flags(
        harnesses=tuple(dict.fromkeys(options.harness or ())),
        harness_version=options.harness_version,
        launcher=options.launcher,
        codex_dialect=options.codex_dialect,
        system=options.system,
        home=options.home,
        sandboxed=options.sandboxed,
        scope=options.scope,
        directory=options.cwd,
        probe=not options.no_probe,
        codex_profile=options.codex_profile,
    )
