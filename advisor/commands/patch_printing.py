"""What a patch would be, and how it is printed: one root's diff, what it leaves out, or why there is none."""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

from advisor.choices import Wishes
from advisor.commands import patch_words as words
from advisor.commands.denials import Advise
from advisor.commands.patch_roots import Rooted, apply_command, diff_of
from advisor.model import ConfigText, FileQuestion, Report
from advisor.proposals import Proposal, propose, unlooked
from advisor.quoting import inline
from advisor.situation import read_files


def proposed(advise: Advise, wishes: Wishes) -> tuple[Report, Proposal]:
    """The report on the machine as it is now, with every file that a plan may change, and what would be written."""
    report = advise()
    situation = report.situation
    if situation.looked:
        files = unlooked(report.plans, situation)
        answers = read_files(FileQuestion(place) for _, place in files)
        found = zip(files, answers, strict=True)
        texts = (ConfigText("", file, "project", answer.text, answer.problem, answer.path) for (file, _), answer in found)
        report = report._replace(situation=situation._replace(configs=(*situation.configs, *texts)))
    return report, propose(report, wishes)


def tell_why(report: Report, proposal: Proposal) -> int:
    """Say why there is no patch; 0: there is nothing to do, 1: nothing can be patched."""
    if settled := words.nothing_to_do(report, proposal):
        sys.stderr.write(f"advise: {settled}\n")
        return 0
    sys.stderr.write(words.why_nothing(proposal) + words.about_options(proposal))
    return 1


class Where(NamedTuple):
    """Which files' diff is printed, and into which file (None: standard output); verb: the call that prints the others."""

    scope: str | None = None
    output: str | None = None
    verb: str = "advise patch"


def print_diff(files: tuple[Rooted, ...], report: Report, proposal: Proposal, where: Where) -> int:
    """Print the diff of one root: the repository's, or with `--scope user` that of the user's own files; 1: there is none."""
    kinds = ("home", "elsewhere") if where.scope == "user" else ("repository",)
    shown = [file for file in files if file.root.kind in kinds]
    shown = [file for file in shown if file.root == shown[0].root]
    others = [file for file in files if file not in shown]
    say = sys.stderr.write
    say(words.about_options(proposal))
    say("".join(f"advise: {line}\n" for line in words.standing_in_the_way(proposal)))
    if others:
        flag = "--scope project" if where.scope == "user" else "--scope user"
        writes = ", `--apply` writes every file" if where.verb == "advise patch" else ""
        alone = "is the repository's" if where.scope == "user" else "is not the repository's"
        also = "is also needed, and not in this diff" if shown else alone
        say(f"advise: {words.names(others)} {also}: `{where.verb} {flag}` prints it{writes}.\n")
    say(words.for_the_rest(proposal))
    if not shown:
        return 1
    text = diff_of(shown)
    here = report.situation.directory
    if where.output is not None and where.output != "-":
        from advisor.writing import save

        save(text, where.output)
        command = apply_command(shown[0].root, os.path.abspath(where.output), here)
        say(f"advise: the patch is in {inline(where.output)}. Apply it outside the sandbox: {command}\n")
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())  # as it is: no other encoding, no other line ends
        say(f"advise: save it as F and apply it outside the sandbox: {apply_command(shown[0].root, 'F', here)}\n")
    return 0
