"""`advise init`: how agents may work in this repository, and the hooks that watch it, as one diff, or as written files."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator

from advisor.commands.arguments import parser_of
from advisor.edits.unified_diff import diff
from advisor.errors import ConfigError, InputError, UsageError
from advisor.hazards.hosts import HostHazard, canonical_host, judge_host
from advisor.postures import MODES, Mode, Proposed
from advisor.quoting import clean, inline
from advisor.screen import wrap
from advisor.situation.checkout import repository_of
from advisor.writing import Text, locked, real_place, replace

USAGE = "advise init [--mode read-only|standard|trusted [--host H]…] [--harness claude|codex]… [--pre-commit] [--apply]"
# Makes a proposal from what a file holds.
_Make = Callable[["str | None"], Proposed]
_MEND = "Mend it first: `advise lint` tells more"
_DONE = "Nothing to do: the files say all of it already."


def main(argv: list[str]) -> int:
    """Print the diff, or write it; 0: done, or nothing to do."""
    options = _parser().parse_args(argv)
    hosts = _hosts(options.host, options.mode)
    root = _root()
    if options.apply:
        return _apply(root, options, hosts)
    proposals = [_proposed(root, file, make) for file, make in _makers(root, options, hosts)]
    changed = [proposal for proposal in proposals if proposal.after != proposal.before]
    sys.stdout.flush()
    sys.stdout.buffer.write("".join(diff(one.file, one.before, one.after) for one in sorted(changed)).encode())
    _tell(proposals, options, hosts)
    sys.stderr.write("advise: read it, then run the same with --apply.\n" if changed else f"advise: {_DONE}\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = parser_of("init", USAGE, "Propose how agents may work in this repository, merged with the files that exist.")
    parser.add_argument("--mode", choices=MODES, help="look and plan; write inside, no network (the default); the same with named hosts")
    parser.add_argument("--host", metavar="H", action="append", default=[], help="a host of the trusted mode (repeatable)")
    parser.add_argument("--harness", action="append", choices=("claude", "codex"), help="for which program (default: both)")
    parser.add_argument("--pre-commit", action="store_true", help="the hooks that lint, guard and suggest; alone, nothing else")
    parser.add_argument("--apply", action="store_true", help="write the files")
    return parser


def _hosts(told: list[str], mode: str | None) -> tuple[str, ...]:
    if told and mode != "trusted":
        raise UsageError("--host belongs to --mode trusted", "Say --mode trusted too.")
    hosts = []
    for text in told:
        host, port = canonical_host(text)
        judged = judge_host(text if "*" in text else host)
        if not judged.grantable or judged.hazard is not HostHazard.NOTHING:
            raise UsageError(f"{inline(text, 60)!r} is no host to name here. {judged.why}", judged.instead)
        if port is not None:
            raise UsageError(f"{inline(text, 60)!r} has a port, which Codex does not look at", "Give the name alone.")
        hosts.append(host)
    return tuple(dict.fromkeys(hosts))


def _root() -> str:
    """The repository's folder, or this one where there is none."""
    return repository_of(os.getcwd()) or os.getcwd()


def _makers(root: str, options: argparse.Namespace, hosts: tuple[str, ...]) -> Iterator[tuple[str, _Make]]:
    """Each file that is proposed, and what makes its proposal."""
    mode: Mode = options.mode or "standard"
    harnesses = options.harness or (() if options.pre_commit and options.mode is None else ("claude", "codex"))
    if "claude" in harnesses:
        from advisor.postures import claude_code

        beside = _text(root, claude_code.LOCAL_FILE)
        yield claude_code.FILE, lambda text: claude_code.propose(mode, hosts, text, beside)
    if "codex" in harnesses:
        from advisor.postures import codex

        yield codex.FILE, lambda text: codex.propose(mode, hosts, text)
    if options.pre_commit or not (options.mode or options.harness):
        from advisor.postures import pre_commit

        yield pre_commit.FILE, lambda text: pre_commit.propose(pre_commit.origin_of(_direct_url()), text)


def _direct_url() -> str | None:
    """What the installation says of where it came from; None where it says nothing."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        return distribution("sandbox-advisor").read_text("direct_url.json")
    except PackageNotFoundError:
        return None


def _text(root: str, file: str) -> str | None:
    place = real_place(os.path.join(root, file), root)
    try:
        with open(place, encoding="utf-8", newline="") as opened:
            return opened.read()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} cannot be read ({error})", "Mend it first") from error


def _proposed(root: str, file: str, make: _Make) -> Proposed:
    """What is proposed for a file. Raises ConfigError where the file stands in the way, its name in the sentence."""
    try:
        proposed = make(_text(root, file))
    except ConfigError as error:
        if file in error.problem:
            raise
        raise ConfigError(f"{file} cannot be merged ({error.problem})", error.remedy or _MEND) from error
    _require_used(file, proposed.after)
    return proposed


def _require_used(file: str, text: str) -> None:
    """Nothing is promised of a file that its program, for what else stands in it, would drop, or not start with."""
    from advisor.lint import findings, named

    errors = [finding for finding in findings(file, text) if finding.severity == "error"] if named(file) else []
    if errors:
        raise ConfigError(f"{file} cannot be merged ({errors[-1].message})", _MEND)


def _apply(root: str, options: argparse.Namespace, hosts: tuple[str, ...]) -> int:
    """Look, propose and write while the folders are locked."""
    makers = list(_makers(root, options, hosts))
    places = {file: real_place(os.path.join(root, file), root) for file, _ in makers}
    with locked({os.path.dirname(place) for place in places.values()}) as held:
        proposals = [_proposed(root, file, make) for file, make in makers]
        changed = [proposal for proposal in proposals if proposal.after != proposal.before]
        for one in changed:
            place = places[one.file]
            replace(Text(place, one.before, one.after), held[os.path.dirname(place)])
    _tell(proposals, options, hosts)
    names = ", ".join(one.file for one in changed)
    sys.stderr.write(f"advise: wrote {names}.\n" if changed else f"advise: {_DONE}\n")
    return 0


def _tell(proposals: list[Proposed], options: argparse.Namespace, hosts: tuple[str, ...]) -> None:
    if options.mode == "trusted" and not hosts:
        sys.stderr.write("advise: no host is named, so that this is the standard mode: name them with --host H.\n")
    for proposal in proposals:
        sys.stderr.write(f"{proposal.file}\n" + "".join(f"  {wrap(clean(line), 2)}\n" for line in proposal.told))
