"""Whether a command met a place that a config file hides from its sandbox, which no text tells.

A folder that is closed to reads is there and empty, its files do not exist, and a copy of what lies above it lacks them
without a word (Claude Code 2.1.332 on Linux, run). Only the command and the boundary tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from advisor import paths
from advisor.boundary import answer
from advisor.model import Access, Boundary, Channel, Confidence, Denial, Excerpt, HarnessName, Origin, ReadPath, Situation
from advisor.rules.untold import HIDDEN
from advisor.shell import SimpleCommand, parse

# What closes a place to reads in the config files of the harnesses.
_CLOSING = ("denyRead", "Read(", "credentials", "blockReads", '"deny"', "'deny'", '"none"', "'none'")
_READERS = frozenset({
    ".", "awk", "base64", "bash", "cat", "cksum", "cmp", "column", "comm", "cp", "cut", "diff", "file", "find", "grep", "gunzip", "gzip",
    "head", "jq", "less", "ls", "md5sum", "more", "mv", "node", "od", "perl", "python", "rg", "rsync", "ruby", "scp", "sed", "sh",
    "sha256sum", "shasum", "sort", "source", "stat", "strings", "tac", "tail", "tar", "tree", "uniq", "unzip", "wc", "xxd", "yq", "zcat",
    "zip",
})  # fmt: skip
# Programs that copy whole trees, with what makes them: a letter among their short options, or a long one; empty: always.
_COPY_TREES = {"cp": ("rRa", "recursive", "archive"), "rsync": (), "scp": ("r",), "tar": ("c", "create"), "zip": ("r", "recurse-paths")}


def hides(situation: Situation) -> bool:
    """Whether it is worth asking: a command is known, and some config file closes places to reads."""
    if not situation.command or situation.sandboxed.value is False:
        return False
    return any(word in (config.text or "") for config in situation.configs for word in _CLOSING)


def hidden(situation: Situation, boundaries: Mapping[HarnessName, Boundary]) -> tuple[Denial, ...]:
    """A possible denial for each place that the command reads and a config file closes; the file rather than its folder."""
    found: dict[str, str] = {}
    for simple in parse(situation.command or "").commands:
        if simple.program == "cd":
            break  # what relative paths mean is no longer known
        for boundary in boundaries.values():
            found |= dict.fromkeys(_closed(simple, boundary, situation), " ".join(simple.words))
    leaves = [place for place in found if not any(other != place and paths.within(other, place) for other in found)]
    return tuple(_denial(place, found[place], situation.command) for place in leaves)


def _denial(place: str, line: str, command: str | None) -> Denial:
    return Denial(HIDDEN, ReadPath(place), Confidence.POSSIBLE, (), Excerpt(Origin("-", 1, 1), line, Channel.NARRATION), command)


def _closed(simple: SimpleCommand, boundary: Boundary, situation: Situation) -> Iterator[str]:
    """The places that one command names, or copies with a folder above them, and a config file closes."""
    if simple.program.rstrip("0123456789.") not in _READERS and simple.program not in _READERS:
        return
    for word in simple.words[1:]:
        if word.startswith("-") or any(character in word for character in "*?[$\n"):
            continue
        place = paths.canonical(word, situation.home, situation.directory)
        access, entry = answer(ReadPath(place), boundary)
        if access in (Access.REFUSED, Access.PROTECTED):
            if entry is not None and entry.provenance.file and not _holds_the_project(entry.value, place, situation):
                yield place
        elif _copies_trees(simple):
            yield from _closed_below(place, boundary)


def _holds_the_project(closed: str, place: str, situation: Situation) -> bool:
    """Whether the place lies in the project, and what is closed is a folder above that: sessions read their own project."""
    here = situation.directory and paths.canonical(situation.directory, situation.home)
    return bool(here) and paths.within(place, here or "") and paths.within(here or "", paths.canonical(closed, situation.home))


def _closed_below(folder: str, boundary: Boundary) -> Iterator[str]:
    for entry in boundary.entries:
        if entry.operation == "read" and entry.provenance.file and entry.access in (Access.REFUSED, Access.PROTECTED):
            place = paths.canonical(entry.value, boundary.home, boundary.directory)
            if place != folder and paths.within(place, folder) and not any(character in place for character in "*?["):
                yield place


def _copies_trees(simple: SimpleCommand) -> bool:
    signs = _COPY_TREES.get(simple.program)
    if not signs:
        return signs is not None
    letters, *names = signs
    options = simple.words[1:2] if simple.program == "tar" else [word for word in simple.words if word.startswith("-")]
    short = (word.lstrip("-") for word in options if not word.startswith("--"))
    return any(set(letters) & set(word) for word in short) or any(f"--{name}" in simple.words for name in names)
