"""How the older form's writable_roots miss the place they mean."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.edits.positions import Path
from advisor.lint.codex_config._reading import LEGACY, SEEN, project, put, said, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule
from advisor.quoting import inline

_HOME_VARIABLES = ("$HOME/", "${HOME}/", "%USERPROFILE%/", "%USERPROFILE%\\")
_DIRECTORY = "the folder of this file"


def _roots(config: Config) -> Iterator[tuple[Path, str]]:
    return config.strings(LEGACY, "writable_roots")


def _is_anchored(root: str) -> bool:
    return root.startswith(("/", "~/", "\\\\")) or root == "~" or root[1:3] in (":\\", ":/")


def _variables(config: Config) -> Iterator[Fault]:
    for path, root in _roots(config):
        if "$" not in root and not root.startswith("%"):
            continue
        home = next((root[len(start) :] for start in _HOME_VARIABLES if root.startswith(start)), None)
        fix = None if home is None else put(path, f"~/{home}", "write ~, which is expanded", safe=True)
        where = "every sandboxed command fails with it" if config.is_shared() else "it opens nothing"
        say = f"{said(root)}: no variable is expanded here, so it names a folder of that very name below {_DIRECTORY}, and {where}"
        yield Fault(path, say, fix, severity="error" if config.is_shared() else "warn")


def _relative(config: Config) -> Iterator[Fault]:
    folder = ".codex" if config.is_shared() else "the Codex home"
    for path, root in _roots(config):
        if _is_anchored(root) or "$" in root or root.startswith("%"):
            continue
        means = f" ({inline(_meaning(root), 80)})" if config.is_shared() and root.startswith(".") else ""
        yield Fault(
            path,
            (
                f"{said(root)} counts from {_DIRECTORY}, {folder}, not from the "
                f"project{means}; one that is missing there can stop every command"
            ),
        )


def _meaning(root: str) -> str:
    """Which place a relative root names, seen from the project."""
    parts = [part for part in root.split("/") if part not in ("", ".")]
    climbs = next((number for number, part in enumerate(parts) if part != ".."), len(parts))
    if not climbs:
        return "/".join([".codex", *parts])
    return "/".join([*[".."] * (climbs - 1), *parts[climbs:]]) or "the project itself"


def _patterns(config: Config) -> Iterator[Fault]:
    for path, root in _roots(config):
        if any(sign in root for sign in "*?["):
            whole = root.removesuffix("/**").removesuffix("/*")
            fix = (
                None
                if any(sign in whole for sign in "*?[")
                else put(path, whole, "name the folder: everything below it is opened with it", safe=True)
            )
            yield Fault(path, f"{said(root)} is taken letter by letter: no pattern opens anything here", fix)


RULES = (
    LintRule(
        id="codex-config/root-variable",
        title="A variable in writable_roots",
        explanation=(
            "`~/` is expanded, `$HOME` and its kin are not: the text becomes a folder of that name below the config's own folder. In a "
            "project's file every sandboxed command then fails (`bwrap: Can't create file at …/.codex/$HOME: Read-only file system`)."
        ),
        severity="error",
        check=_variables,
        source="facts/codex.md 1.2 and 10.5; facts/codex-live.md 2.9 and 3 (Merging and paths)",
        seen_on=SEEN,
        examples=(
            project('[sandbox_workspace_write]\nwritable_roots = ["$HOME/.cache/uv"]\n'),
            user('[sandbox_workspace_write]\nwritable_roots = ["${XDG_CACHE_HOME}/uv"]\n'),
        ),
        near_misses=(project('[sandbox_workspace_write]\nwritable_roots = ["~/.cache/uv"]\n'),),
    ),
    LintRule(
        id="codex-config/relative-root",
        title="A relative path in writable_roots",
        explanation=(
            "A relative root counts from the folder of the config file: in a project from "
            '`.codex`, so that ".." is the project and "./" is '
            "`.codex` itself. One inside the workspace that does not exist makes every command fail; others open nothing."
        ),
        severity="warn",
        check=_relative,
        source="facts/codex.md 1.2 and 10.5; facts/codex-live.md 2.7 and 2.9",
        seen_on=SEEN,
        examples=(
            project('[sandbox_workspace_write]\nwritable_roots = ["build"]\n'),
            project('[sandbox_workspace_write]\nwritable_roots = ["../.git", "../../sibling", "./"]\n'),
            user('[sandbox_workspace_write]\nwritable_roots = ["__HOME__/.cache/mise"]\n'),
        ),
        near_misses=(user('[sandbox_workspace_write]\nwritable_roots = ["/srv/x", "~/x", "~", \'C:\\work\', "D:/x"]\n'),),
    ),
    LintRule(
        id="codex-config/root-pattern",
        title="A pattern in writable_roots",
        explanation=(
            "writable_roots are folders, each opened with everything below it. A pattern is taken letter by letter and opens nothing."
        ),
        severity="warn",
        check=_patterns,
        source="facts/codex-live.md 3 (Merging and paths: glob /x/* is literal, no effect)",
        seen_on=SEEN,
        examples=(
            user('[sandbox_workspace_write]\nwritable_roots = ["/srv/x/*"]\n'),
            user('[sandbox_workspace_write]\nwritable_roots = ["/srv/*/x"]\n'),
        ),
        near_misses=(user('[sandbox_workspace_write]\nwritable_roots = ["/srv/x"]\n'),),
    ),
)
