"""`advise lint`: what is invalid, ignored, harmful or too wide in config files of harnesses and launchers."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator

from advisor.commands.arguments import parser_of
from advisor.errors import AdviseError, InputError
from advisor.lint import findings
from advisor.lint.document import findings_document, findings_text
from advisor.lint.recognition import AS, FILES, LanguageName, Standing
from advisor.model.lint import Finding
from advisor.quoting import inline
from advisor.situation.checkout import repository_of
from advisor.situation.configs import LARGEST_CONFIG
from advisor.situation.reading import read_text

USAGE = "advise lint [--format text|json] [--as LANGUAGE] [--scope SCOPE] [FILES…]"
_SCOPES: tuple[Standing, ...] = ("managed", "user", "project", "local")
# Folders in which nobody keeps the configuration of a project.
_PASSED = frozenset({".git", ".hg", "node_modules", ".venv", "venv"})


def main(argv: list[str]) -> int:
    """Lint the files; 0: nothing but information, 1: an error or a warning, 2: a file cannot be read."""
    parser = parser_of("lint", USAGE, "Say what is invalid, ignored, harmful or too wide in config files.")
    parser.add_argument("files", nargs="*", metavar="FILES", help="- is standard input (default: those of this repository)")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to answer (default: text)")
    parser.add_argument("--as", dest="language", choices=tuple(AS), help="the language, where the name does not tell")
    parser.add_argument("--scope", choices=_SCOPES, help="whose file it is, where its path does not tell")
    options = parser.parse_args(argv)
    language, standing = AS[options.language] if options.language else (None, None)
    files = options.files or list(_found(os.getcwd()))
    found, problems = _linted(files, language, options.scope or standing)
    if options.format == "json":
        sys.stdout.write(json.dumps(findings_document(found), ensure_ascii=False, indent=1) + "\n")
    else:
        sys.stdout.write(findings_text(found, len(files) - len(problems), len(problems)))
    for problem in problems:
        print(f"advise: {problem}", file=sys.stderr)
    return 2 if problems else 1 if any(finding.severity != "info" for finding in found) else 0


def _linted(files: list[str], language: LanguageName | None, standing: Standing | None) -> tuple[list[Finding], list[AdviseError]]:
    """The findings of all files, and why some of them cannot be read: one bad file does not hide the others."""
    found: list[Finding] = []
    problems: list[AdviseError] = []
    for file in files:
        try:
            found += findings(file, _text(file), language, standing)
        except AdviseError as error:
            problems.append(error)
    return found, problems


def _text(file: str) -> str:
    if file == "-":
        try:
            return sys.stdin.buffer.read().decode()
        except UnicodeDecodeError as error:
            raise InputError("standard input is not UTF-8 text", "Give it a config file's text") from error
    text, problem = read_text(file, LARGEST_CONFIG)
    if text is None:
        raise InputError(
            f"{inline(file) or 'the empty name'} cannot be linted: {problem or 'there is no such file'}", "Name a config file."
        )
    return text


def _found(directory: str) -> Iterator[str]:
    """The config files of the repository around a folder (of the folder itself outside one), by their path from there."""
    root = repository_of(directory) or directory
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(set(folders) - _PASSED)
        for name in sorted(names):
            path = os.path.join(folder, name)
            if re.search(FILES, os.path.relpath(path, root).replace(os.sep, "/")):
                yield os.path.relpath(path, directory)
