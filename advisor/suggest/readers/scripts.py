"""Scripts: recipes of make and just, the processes of a Procfile, shell scripts; every line is a command of the project's."""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.suggest.manifests import Manifest, Reader, Runs, Said, Tree

_LARGEST = 1 << 16  # characters; a longer shell script is an installer that was copied in


def _recipes(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    target = ""
    for number, line in _logical(manifest.text):
        if not line[:1].isspace():
            found = re.match(r"([A-Za-z0-9_][\w./-]{0,80})[^:=\n]{0,200}:(?!=)", line)
            target = found[1] if found else target
        elif target and (command := " ".join(line.split()).lstrip("@-+")) and not command.startswith("#"):
            yield Runs(command, number, f"the recipe {target} of {manifest.name} runs it", manifest.folder, "script")


def _processes(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    for number, line in _logical(manifest.text):
        if found := re.match(r"([\w-]{1,60}):\s{1,20}(\S.{0,2000})", line):
            yield Runs(found[2], number, f"the process {found[1]} of {manifest.name} runs it", manifest.folder, "script")


def _shell(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    if len(manifest.text) > _LARGEST:
        return
    end: str | None = None
    for number, line in _logical(manifest.text):
        text = line.strip()
        if end is not None:  # the text of a here-document
            end = None if text == end else end
            continue
        if found := re.search(r"<<-?\s{0,3}[\"']?(\w{1,40})[\"']?", text):
            end = found[1]
        if text and not text.startswith("#"):
            yield Runs(
                text,
                number,
                f"{manifest.path} runs it",
                manifest.folder if manifest.folder not in ("bin", "script", "scripts") else "",
                "script",
            )


def _logical(text: str) -> Iterator[tuple[int, str]]:
    """(number of its first line, the line) with what backslashes continue joined."""
    start, kept = 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        start = start or number
        if line.endswith("\\"):
            kept += line[:-1]
            continue
        yield start, kept + line
        start, kept = 0, ""


READERS = (
    Reader(("Makefile", "makefile", "GNUmakefile", "justfile", "Justfile"), _recipes),
    Reader(("Procfile", "Procfile.*"), _processes),
    Reader(("*.sh", "bin/setup", "bin/dev"), _shell),
)
