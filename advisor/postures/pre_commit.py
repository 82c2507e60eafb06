"""The lines of `.pre-commit-config.yaml` that run the hooks: lint, guard and suggest.

From where this program was installed, when that is a repository that others reach (PEP 610), at the very revision; else as
local hooks, which run the program that is on the PATH. The file is only added to, by its lines: no YAML library is needed.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from advisor.errors import ConfigError
from advisor.postures import Proposed

FILE = ".pre-commit-config.yaml"
IDS = ("advise-lint", "advise-guard", "advise-suggest")
SETTINGS_FILES = (
    r"(^|/)(\.claude/settings(\.local)?\.json|\.codex/(([^/]+\.)?config\.toml|hooks\.json|rules/[^/]+\.rules)|\.polygraph/config\.json)$"
)
_LOCAL = (
    ("advise-lint", "check the agents' settings", "advise lint", (f"files: '{SETTINGS_FILES}'",)),
    (
        "advise-guard",
        "what does this change let the agents do?",
        "advise guard",
        ("always_run: true", "pass_filenames: false", "verbose: true"),  # a file that goes, or moves away, is handed to no hook
    ),
    (
        "advise-suggest",
        "what will a sandboxed agent need here?",
        "advise suggest --staged",
        ("always_run: true", "pass_filenames: false", "verbose: true"),
    ),
)
_REPOS = re.compile(r"^repos:[ \t]*(?P<none>\[[ \t]*\])?[ \t]*(?:#[^\n]{0,400})?$", re.MULTILINE)
_ITEM = re.compile(r"^( {0,16})- ", re.MULTILINE)
_TOP = re.compile(r"^[^\s#-][^\n]{0,4000}$", re.MULTILINE)
_TOLD = "The three hooks run on every commit, once `pre-commit install` was run: lint and guard can stop it, suggest never does."


class Origin(NamedTuple):
    """Where others get this program: a repository and a revision of it."""

    url: str
    revision: str


def propose(origin: Origin | None, before: str | None) -> Proposed:
    """The file with the hooks in it. Raises ConfigError where they cannot be added by lines alone."""
    told = [_TOLD] if origin else [_TOLD, "They run the `advise` that is on the PATH: whoever commits has it installed."]
    if before is None or not before.strip():
        return Proposed(FILE, before, "repos:\n" + _entry(origin, "  "), tuple(told))
    names = tuple(name for name in IDS if not re.search(rf"^[ \t-]{{0,40}}id:[ \t]{{1,8}}['\"]?{name}\b", before, re.MULTILINE))
    if not names:
        return Proposed(FILE, before, before, ("The hooks are there already.",))
    if "\r\n" in before:
        return Proposed(FILE, before, _added(before.replace("\r\n", "\n"), origin, names).replace("\n", "\r\n"), tuple(told))
    return Proposed(FILE, before, _added(before, origin, names), tuple(told))


def _added(text: str, origin: Origin | None, names: tuple[str, ...]) -> str:
    """The text with one more item at the end of its `repos`."""
    opened = _REPOS.search(text)
    if opened is None or re.search(r"^ {0,40}\t", text, re.MULTILINE) or "\r" in text:
        raise ConfigError(f"{FILE} has no list of `repos`, one item on each line", "Add the hooks by hand")
    if opened["none"]:
        return _added(f"{text[: opened.start('none')].rstrip(' ')}{text[opened.end('none') :]}", origin, names)
    first = _ITEM.search(text, opened.end())
    following = _TOP.search(text, opened.end() + 1)
    if first and following and first.start() > following.start():
        first = None  # an item of another list
    end = following.start() if following else len(text)
    body = text[:end].rstrip("\n") + "\n"
    rest = text[end:]
    return body + _entry(origin, first[1] if first else "  ", names) + ("\n" + rest if rest else "")


def _entry(origin: Origin | None, indent: str, names: tuple[str, ...] = IDS) -> str:
    lines = [f"- repo: {origin.url}", f"  rev: {origin.revision}", "  hooks:"] if origin else ["- repo: local", "  hooks:"]
    for name, title, entry, rest in (hook for hook in _LOCAL if hook[0] in names):
        lines.append(f"    - id: {name}")
        if origin is None:
            lines += [f"      {line}" for line in (f'name: "{title}"', f"entry: {entry}", "language: system", *rest)]
    return "".join(f"{indent}{line}\n" for line in lines)


def origin_of(direct_url: str | None) -> Origin | None:
    """Where an installation came from, as its `direct_url.json` says; None where that is no repository that others reach."""
    import json

    try:
        told = json.loads(direct_url or "{}")
        url, revision = told["url"], told["vcs_info"]["commit_id"]
    except (ValueError, KeyError, TypeError):
        return None
    plain = (
        isinstance(url, str) and re.fullmatch(r"(?:https|ssh)://[\w.@:/~+-]{1,500}", url) and re.fullmatch(r"[0-9a-f]{7,64}", str(revision))
    )
    return Origin(url, str(revision)) if plain else None
