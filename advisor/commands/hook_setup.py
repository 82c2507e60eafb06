"""`advise hook install|uninstall|status`: puts the hooks into a harness's own file, takes them out again, says whether they work."""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import sys
from contextlib import suppress

from advisor.commands.arguments import parser_of
from advisor.commands.hook_places import TRUST, Place, place_of
from advisor.edits.unified_diff import diff
from advisor.errors import ConfigError, InputError
from advisor.hook_files import commands_in, holds_ours, installed, is_installed, uninstalled
from advisor.model import HarnessName
from advisor.writing import ReadOnly, Text, locked, real_place, replace, withdraw

USAGE = "advise hook claude|codex [--deny] < EVENT, or advise hook install|uninstall|status [claude|codex] [options]"
_DESCRIPTION = (
    "Answer one event of a session (what its agent is told, as JSON on standard output), "
    "or put the hooks that send them into the harness's own file, take them out, or say whether they work."
)


def main(argv: list[str]) -> int:
    """Install, uninstall or tell; 0: done, or there was nothing to do."""
    options = _parser().parse_args(argv)
    harnesses: tuple[HarnessName, ...] = (options.harness,) if options.harness else ("claude", "codex")
    if options.action == "status":
        from advisor.commands.hook_status import tell

        return tell([place_of(harness, scope, os.environ) for harness in harnesses for scope in ("project", "user")])
    for harness in harnesses:
        place = place_of(harness, options.scope, os.environ)
        before = place.read()
        try:
            texts = _with_hooks(before, place, options) if options.action == "install" else _without_hooks(before)
        except ConfigError as error:
            raise ConfigError(f"{place.shown}:{error.problem}", "Put that right first: nothing was written") from error
        _change(place, texts, options.print)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = parser_of("hook", USAGE, _DESCRIPTION)
    parser.add_argument("action", choices=("install", "uninstall", "status"), help="what to do with the hooks")
    parser.add_argument("harness", nargs="?", choices=("claude", "codex"), help="in whose file (default: in both)")
    parser.add_argument("--scope", choices=("project", "user"), default="project", help="in the project's file, for all, or in your own")
    parser.add_argument("--deny", action="store_true", help="refuse to run what is known to fail, instead of only saying so")
    parser.add_argument("--print", action="store_true", help="only print what would change")
    return parser


def _with_hooks(before: str | None, place: Place, options: argparse.Namespace) -> tuple[str | None, str | None]:
    """(the text before, the text with the hooks): an older command of ours gives way to this one."""
    command = f"{_program(place.scope)} hook {place.harness}{' --deny' if options.deny else ''}"
    if is_installed(before, place.harness, command):
        return before, before
    return before, installed(_without_hooks(before)[1], place.harness, command)


def _without_hooks(before: str | None) -> tuple[str | None, str | None]:
    return before, uninstalled(before) if before is not None and holds_ours(before) else before


def _program(scope: str) -> str:
    """How the hook calls us: by name where the file is everybody's, by its absolute path where it is the user's own."""
    if scope == "project":
        return "advise"
    own = sys.argv[0] if os.path.basename(sys.argv[0]).startswith("advise") else "advise"
    found = shutil.which(own)
    return shlex.quote(os.path.abspath(found)) if found else f"{shlex.quote(sys.executable)} -m advisor"


def _change(place: Place, texts: tuple[str | None, str | None], only_print: bool) -> None:
    """Show what changes, and write it unless it is only to be shown."""
    before, after = texts
    if before == after:
        sys.stderr.write(f"advise: {place.shown} stays as it is: there is nothing to do.\n")
        return
    sys.stdout.write(diff(os.path.relpath(place.path, place.root).replace(os.sep, "/"), before, after))
    if only_print:
        return
    folder = os.path.dirname(real_place(place.path, place.root))
    try:
        _write(place, folder, before, after)
    except ReadOnly as error:
        raise InputError(f"{place.shown} is read-only here, as in a sandbox", "Run this in another terminal, outside it") from error
    if after is None and place.scope == "project":
        with suppress(OSError):  # it is not empty: others have files in it
            os.rmdir(folder)
    _told(place, after)


def _write(place: Place, folder: str, before: str | None, after: str | None) -> None:
    """Write the file whole or not at all, or take it away. Raises ReadOnly where this process may not."""
    real = real_place(place.path, place.root)
    with locked([folder]) as held:
        if after is None:
            withdraw(Text(real, None, before or ""), held[folder])
        else:
            replace(Text(real, before, after), held[folder])


def _told(place: Place, after: str | None) -> None:
    sys.stderr.write(f"advise: {'removed' if after is None else 'wrote'} {place.shown}.\n")
    if place.harness == "codex" and after is not None and commands_in(after):
        sys.stderr.write(f"advise: {TRUST}\n")
