"""`advise patch --apply` and `--commit`: the files are looked at, changed and written while their folders are locked.

Another run may have changed a file since the first look; under the lock everything is looked at and planned again, so
that two runs at once lose nothing of each other's.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Sequence

from advisor.choices import Wishes
from advisor.commands import patch_words as words
from advisor.commands.denials import Advise
from advisor.commands.patch_printing import proposed, tell_why
from advisor.commands.patch_roots import Rooted, apply_command, diff_of, rooted
from advisor.errors import AdviseError, InputError, UsageError
from advisor.model import Report
from advisor.proposals import Proposal
from advisor.writing import ReadOnly, locked, replace, save, withdraw

# Writes the files, whose folders are locked and open under their paths.
Write = Callable[[tuple[Rooted, ...], "dict[str, int]", Report, Proposal], None]
_MOST_ROUNDS = 8  # of finding another folder to lock than in the round before


def apply(advise: Advise, wishes: Wishes) -> int:
    """Write every file of the patch; 0: written, or nothing to do, 1: nothing can be patched."""

    def write(files: tuple[Rooted, ...], held: dict[str, int], report: Report, proposal: Proposal) -> None:
        for file in files:
            replace(file.text, held[os.path.dirname(file.text.place)])

    return _written_or_as_patch(advise, wishes, lambda file: True, write)


def commit(advise: Advise, wishes: Wishes, branch: str | None) -> int:
    """Write the repository's files and commit them; 0: committed, or nothing to do, 1: nothing can be patched."""

    def write(files: tuple[Rooted, ...], held: dict[str, int], report: Report, proposal: Proposal) -> None:
        from advisor import repository

        root = report.situation.repository
        if root is None:
            raise UsageError("this folder is in no git repository", "Use --apply, or --output F")
        if not os.access(folder := repository.git_folder(root), os.W_OK):  # as in a sandbox that opens all but this
            raise ReadOnly(f"{folder!r} cannot be written here", "")
        names = [file.name for file in files]
        message = words.commit_message(report, proposal, {file.patch.file for file in files})
        made = repository.commit(root, names, message, branch, lambda: _all_written(files, held))
        place = f" on {made.branch}" if made.branch else f", on no branch: `git branch NAME {made.name}` keeps it"
        sys.stderr.write(f"advise: committed {made.name}{place}.\n")

    return _written_or_as_patch(advise, wishes, _is_the_repositorys, write)


def _is_the_repositorys(file: Rooted) -> bool:
    return file.root.kind == "repository" and file.patch.scope == "project"


def _written_or_as_patch(advise: Advise, wishes: Wishes, wanted: Callable[[Rooted], bool], write: Write) -> int:
    """Write the files; where that cannot be done here, raise the one sentence that says where the patch is instead."""
    try:
        return _under_lock(advise, wishes, wanted, write)
    except ReadOnly as error:
        report, proposal = proposed(advise, wishes)  # what was written before is in it no more
        files = [file for file in rooted(proposal.patches, report.situation) if wanted(file)]
        raise _as_patch(error, files, report) from error


def _under_lock(advise: Advise, wishes: Wishes, wanted: Callable[[Rooted], bool], write: Write) -> int:
    folders: set[str] = set()
    for _ in range(_MOST_ROUNDS):
        with locked(folders) as held:
            report, proposal = proposed(advise, wishes)
            if not proposal.patches:
                return tell_why(report, proposal)
            every = rooted(proposal.patches, report.situation)
            files = tuple(file for file in every if wanted(file))
            if any(file.place is None for file in files):
                raise UsageError("nobody looked at the files", "Leave out --no-probe, or print the diff")
            needed = {os.path.dirname(file.text.place) for file in files}
            if files and needed <= folders:
                write(files, held, report, proposal)
            if needed <= folders:
                return _tell(files, every, report, proposal)
        folders |= needed
    raise AdviseError("the files move while they are being looked at", "Run this again")


def _tell(files: tuple[Rooted, ...], every: tuple[Rooted, ...], report: Report, proposal: Proposal) -> int:
    say = sys.stderr.write
    say(words.about_options(proposal))
    say("".join(f"advise: {line}\n" for line in words.standing_in_the_way(proposal)))
    if left := [file for file in every if file not in files]:
        say(f"advise: {words.names(left)} is no file of the repository's to commit: `advise patch --apply` writes it.\n")
    if not files:
        return 1
    say(words.for_the_rest(proposal))
    say(f"advise: wrote {words.names(files)}.\n")
    say(words.after_writing(report, proposal))
    return 0


def _all_written(files: tuple[Rooted, ...], held: dict[str, int]) -> Callable[[], None]:
    """Writes the files, all or none; returns what takes that back."""
    done: list[Rooted] = []

    def undo() -> None:
        for file in reversed(done):
            withdraw(file.text, held[os.path.dirname(file.text.place)])

    try:
        for file in files:
            replace(file.text, held[os.path.dirname(file.text.place)])
            done.append(file)
    except BaseException:
        undo()
        raise
    return undo


def _as_patch(error: ReadOnly, files: Sequence[Rooted], report: Report) -> InputError:
    """The one sentence for files that cannot be written here: where the patch is, and the command that applies it."""
    first = [file for file in files if file.root == files[0].root]
    try:
        descriptor, name = tempfile.mkstemp(prefix="advise-", suffix=".patch")
    except OSError:  # as in a sandbox that opens no folder at all
        return InputError(
            error.problem, "Nothing is written: leave out --apply and --commit, which prints the diff to apply outside the sandbox"
        )
    os.close(descriptor)
    save(diff_of(first), name)
    command = apply_command(first[0].root, name, report.situation.directory)
    return InputError(error.problem, f"The patch is in {name}: outside the sandbox, run `{command}`")
