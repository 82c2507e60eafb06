"""`advise check`: may a command of an agent do this here, which key of which file says so, and what would allow it?"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from advisor.advice import planned
from advisor.answers import Answer, Question, worst
from advisor.checking import Looks, check, is_plannable
from advisor.commands.arguments import add_situation, flags_of, parser_of
from advisor.commands.showing import wants_colour
from advisor.errors import UsageError
from advisor.foresight import Foresight
from advisor.hazards.hosts import HostHazard, canonical_host, is_loopback, judge_host
from advisor.model import (
    Access,
    ConnectSocket,
    ListenOnPort,
    Need,
    Plan,
    ReachHost,
    ReachLocalService,
    ReadPath,
    Situation,
    WritePath,
)
from advisor.needs import merged
from advisor.situation import look_at, machine, read_files
from advisor.situation.asking import hosts_told

USAGE = "advise {verb} [options] [--write P] [--read P] [--host H[:PORT]] [--listen N] [--local PORT] [--socket P] [-- COMMAND…]"
_EXIT = {Access.ALLOWED: 0, Access.ALLOWED_BUT: 0, Access.REFUSED: 1, Access.PROTECTED: 1, Access.UNKNOWN: 3}


class _Checked(NamedTuple):
    """All that came of the questions."""

    situation: Situation
    answers: tuple[Answer, ...]
    plans: tuple[Plan, ...]
    commands: tuple[tuple[str, Foresight], ...]


def main(argv: list[str], verb: str = "check") -> int:
    """Answer the questions; 0: allowed (perhaps with a catch), 1: one is refused, 3: unknown. verb: the name it was called by."""
    own, command = _split(argv)
    options = _parser(verb).parse_args(own)
    questions = tuple(_questions(options))
    if not questions and command is None:
        raise UsageError("there is nothing to check", "Give --write, --read, --host, --listen, --local, --socket, or -- COMMAND.")
    checked = _check(questions, command, options, os.environ)
    _show(checked, options.format)
    return _EXIT[worst(checked.answers)]


def _parser(verb: str) -> argparse.ArgumentParser:
    parser = parser_of(
        verb, USAGE.format(verb=verb), "Say whether a command of an agent may do something here, and by which key of which file."
    )
    group = parser.add_argument_group("the questions (each may be given several times)")
    group.add_argument("--write", metavar="P", action="append", default=[], help="may it create, change or remove P?")
    group.add_argument("--read", metavar="P", action="append", default=[], help="may it read P?")
    group.add_argument("--host", metavar="H[:PORT]", action="append", default=[], help="may it connect to H?")
    group.add_argument("--listen", metavar="[ADDRESS:]N", action="append", default=[], help="may it listen on port N?")
    group.add_argument("--local", metavar="PORT", action="append", default=[], help="may it connect to this machine's own service on PORT?")
    group.add_argument("--socket", metavar="P", action="append", default=[], help="may it use the unix socket at P?")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to answer (default: text)")
    add_situation(parser)
    return parser


def _split(argv: list[str]) -> tuple[list[str], str | None]:
    """Our own options, and the command line behind `--`; a single word there is a whole line."""
    if "--" not in argv:
        return argv, None
    at = argv.index("--")
    words = argv[at + 1 :]
    if not words:
        raise UsageError("there is no command behind --", "Name one, as in `advise check -- npm ci`, or leave the -- out.")
    return argv[:at], words[0] if len(words) == 1 else shlex.join(words)


def _questions(options: argparse.Namespace) -> Iterable[Question]:
    for path in options.write:
        yield Question(WritePath(_path(path)), f"--write {path}")
    for path in options.read:
        yield Question(ReadPath(_path(path)), f"--read {path}")
    for host in options.host:
        yield Question(_host(host), f"--host {host}")
    for address in options.listen:
        host, _, port = address.rpartition(":")
        yield Question(ListenOnPort(_port(port), host.strip("[]") or None), f"--listen {address}")
    for port in options.local:
        yield Question(ReachLocalService(_port(port), "127.0.0.1"), f"--local {port}")
    for path in options.socket:
        yield Question(ConnectSocket(_path(path)), f"--socket {path}")


def _path(path: str) -> str:
    if not path.strip():
        raise UsageError("an empty path names nothing", "Give a path.")
    return path


def _host(text: str) -> Need:
    host, port = canonical_host(text)
    if judge_host(host).hazard is HostHazard.MALFORMED or (port is not None and port > 65535):
        raise UsageError(f"{text!r} is no host", "Give a name or an address, with :PORT behind it if you like.")
    return ReachLocalService(port, host) if is_loopback(host) else ReachHost(host, port)


def _port(text: str) -> int:
    if not text.isdigit() or int(text) > 65535:
        raise UsageError(f"{text!r} is no port", "Give a number from 0 to 65535.")
    return int(text)


def _check(questions: tuple[Question, ...], command: str | None, options: argparse.Namespace, environ: Mapping[str, str]) -> _Checked:
    situation = machine(flags_of(options), "itself", environ)._replace(command=command)
    looks = Looks(look_at, read_files, lambda how: hosts_told(how, situation.directory, environ))
    checked = check(questions, command, situation, looks)
    plans: list[Plan] = []
    for boundary in checked.boundaries:
        told = [(at, answer) for at, answer in enumerate(checked.answers) if answer.harness == boundary.harness and is_plannable(answer)]
        if told:
            served = merged(((answer.question.need, command, at) for at, answer in told), checked.situation)
            plans.append(planned(boundary.harness, served, boundary, checked.situation))
    return _Checked(checked.situation, checked.answers, tuple(plans), checked.commands)


def _show(checked: _Checked, form: str) -> None:
    from advisor.answers.document import answers_document

    document = answers_document(checked.answers, checked.plans, checked.commands, checked.situation)
    if form == "json":
        sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=1) + "\n")
    else:
        from advisor.render import answers_text

        sys.stdout.write(answers_text(document, wants_colour(sys.stdout)))
