"""Paths of a permission profile that Codex does not take, or takes for something else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from advisor.edits.positions import Path
from advisor.lint.codex_config._grants import WORKSPACE
from advisor.lint.codex_config._keys import nearest
from advisor.lint.codex_config._reading import SEEN, in_force, profile, project, put, renamed, said, table, tables, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule
from advisor.model.lint import Fix, Severity

_SPECIAL = (":root", ":minimal", ":workspace_roots", ":project_roots", ":tmpdir", ":slash_tmp")
_HOME_VARIABLES = ("$HOME/", "${HOME}/")


class _Entry(NamedTuple):
    """One path of a profile: where it stands, the path, its access or the table below it, and the special place that it counts from."""

    path: Path
    key: str
    value: object
    base: str | None


def _entries(config: Config) -> Iterator[_Entry]:
    for name, _ in tables(config, "permissions"):
        at = ("permissions", name, "filesystem")
        for key, value in table(config, *at).items():
            if key == "glob_scan_max_depth":
                continue
            yield _Entry((*at, key), key, value, None)
            if isinstance(value, Mapping):
                yield from (_Entry((*at, key, inner), inner, access, key) for inner, access in value.items())


def _cost(config: Config, path: Path) -> tuple[str, Severity]:
    """What a fault of a profile costs: the start where it is in force, else the sessions that select it."""
    if path[1] in in_force(config):
        return "Codex does not start", "error"
    return "a session that selects this profile cannot begin", "warn"


def _relative(config: Config) -> Iterator[Fault]:
    for entry in _entries(config):
        if entry.base is None:
            if not entry.key.startswith(("/", "~/", ":")) and entry.key != "~":
                yield _fault(config, entry, "is neither absolute nor begins with ~/ or :", _absolute(entry))
        elif ".." in entry.key.split("/") or entry.key.startswith(("/", "./")) or not entry.key:
            yield _fault(config, entry, "is no path below the folder that it counts from (no . and .. in it, no / at its head)", None)


def _fault(config: Config, entry: _Entry, problem: str, fix: Fix | None) -> Fault:
    cost, severity = _cost(config, entry.path)
    return Fault(entry.path, f"{said(entry.key)} {problem}: {cost}", fix, severity=severity)


def _absolute(entry: _Entry) -> Fix | None:
    for start in _HOME_VARIABLES:
        if entry.key.startswith(start):
            return renamed(entry.path, f"~/{entry.key.removeprefix(start)}", "write ~, which is expanded; no variable is", safe=True)
    if entry.value in ("read", "write", "deny") and "$" not in entry.key and entry.key[1:2] != ":":
        return Fix(f'write it below ":workspace_roots", as {said(entry.key.removeprefix("./"))}, if a path of the project is meant')
    return None


def _nested(config: Config) -> Iterator[Fault]:
    for entry in _entries(config):
        special = entry.base is None and entry.key in _SPECIAL and entry.key not in WORKSPACE
        if special and isinstance(entry.value, Mapping) and entry.value:
            yield _fault(config, entry, "takes no table of paths below it", None)


def _patterns(config: Config) -> Iterator[Fault]:
    for entry in _entries(config):
        if entry.value not in ("read", "write"):
            continue
        plain = entry.key.removesuffix("/**")
        if not plain:
            yield _fault(config, entry, "names no folder", renamed(entry.path, ":root", "write :root, if everything is meant"))
        if any(sign in plain for sign in "*?["):
            folder = plain.removesuffix("/*")
            fix = (
                None
                if any(sign in folder for sign in "*?[")
                else renamed(entry.path, folder, "name the folder: everything below it counts with it")
            )
            yield _fault(config, entry, f"is a pattern, and a pattern can only deny: to {entry.value}, only a last /** is taken", fix)


def _special(config: Config) -> Iterator[Fault]:
    for entry in _entries(config):
        if entry.base is None and entry.key.startswith(":") and entry.key not in _SPECIAL:
            near = nearest(entry.key, _SPECIAL)
            fix = renamed(entry.path, near, f"{near} is meant") if near else None
            yield Fault(entry.path, f"{said(entry.key)} is no place that this version knows, so the entry is ignored", fix)


def _aliases(config: Config) -> Iterator[Fault]:
    for entry in _entries(config):
        if entry.base is None and entry.key == ":project_roots":
            fix = (
                None
                if (*entry.path[:-1], ":workspace_roots") in config.places
                else renamed(entry.path, ":workspace_roots", "call it that", safe=True)
            )
            yield Fault(entry.path, ":project_roots is the older name of :workspace_roots", fix)
        if entry.value == "none":
            yield Fault(entry.path, '"none" is the older word for "deny"', put(entry.path, "deny", 'write "deny"', safe=True))


def _temporary(config: Config) -> Iterator[Fault]:
    for entry in _entries(config):
        if entry.key == ":slash_tmp" and entry.value in ("deny", "none"):
            say = 'a closed /tmp was reported to break Codex (0.171 still ran a command with it); "read" keeps it from being written'
            yield Fault(entry.path, say, put(entry.path, "read", 'write "read"'))


def _depth(config: Config) -> Iterator[Fault]:
    for name, _ in tables(config, "permissions"):
        at = ("permissions", name, "filesystem")
        depth = config.at(*at, "glob_scan_max_depth")
        if depth == 0:
            cost, severity = _cost(config, at)
            yield Fault((*at, "glob_scan_max_depth"), f"must be at least 1: {cost}", severity=severity)
        if depth is not None:
            continue
        patterns = (entry for entry in _entries(config) if entry.path[1] == name and entry.value in ("deny", "none") and "*" in entry.key)
        for entry in patterns:
            say = (
                f"{said(entry.key)} is found by looking through the folders: on Linux and "
                "Windows set glob_scan_max_depth (1 or more) beside it"
            )
            yield Fault(entry.path, say, severity="info")


def _roots(config: Config) -> Iterator[Fault]:
    for name, _ in tables(config, "permissions"):
        for root in table(config, "permissions", name, "workspace_roots"):
            if not root.startswith(("/", "~")) and root[1:3] not in (":\\", ":/"):
                say = f"{said(root)} counts from the folder that Codex is started in, and no variable is expanded"
                yield Fault(("permissions", name, "workspace_roots", root), say)


_FACTS = "facts/codex.md 1.4 (filesystem)"

RULES = (
    LintRule(
        id="codex-config/profile-path",
        title="A path that a profile cannot hold",
        explanation=(
            "A profile's paths are absolute, begin with `~/`, or are one of the special places with a colon; below `:workspace_roots` they "
            "are plain descendants. Anything else (`$HOME/x`, `x`, `../x`) and Codex does not start when the profile is in force."
        ),
        severity="error",
        check=_relative,
        source=f"{_FACTS}, 10.5; facts/codex-live.md 3 (relative path)",
        seen_on=SEEN,
        examples=(
            project(profile('[permissions.dev.filesystem]\n"build" = "write"')),
            project(profile('[permissions.dev.filesystem]\n"$HOME/.cache/uv" = "write"')),
            project(profile('[permissions.dev.filesystem.":workspace_roots"]\n"../sibling" = "write"')),
            user('default_permissions = ":workspace"\n[permissions.dev]\nextends = ":workspace"\nfilesystem = { "x" = "read" }\n'),
        ),
        near_misses=(
            project(profile('[permissions.dev.filesystem]\n"~/x" = "write"\n":workspace_roots" = { "." = "write", "a/b" = "read" }')),
        ),
    ),
    LintRule(
        id="codex-config/nested-special-path",
        title="A table of paths below a place that takes none",
        explanation=(
            "Only `:workspace_roots` and paths take a table of paths below them: `does "
            "not support nested entries`, and Codex does not start."
        ),
        severity="error",
        check=_nested,
        source="tried on Codex 0.171.0, 2026-11-29; facts/codex.md 1.4 (special keys)",
        seen_on=SEEN,
        examples=(project(profile('[permissions.dev.filesystem]\n":tmpdir" = { "x" = "write" }')),),
        near_misses=(project(profile('[permissions.dev.filesystem]\n":workspace_roots" = { "x" = "write" }\n"/srv" = { "x" = "read" }')),),
    ),
    LintRule(
        id="codex-config/profile-pattern",
        title="A pattern that opens",
        explanation=(
            "Patterns can deny. To read or write, only a path with a last `/**` is taken (`filesystem glob path … only supports deny "
            "access`): with any other Codex does not start when the profile is in force."
        ),
        severity="error",
        check=_patterns,
        source=f"{_FACTS}: globs; 1.5",
        seen_on=SEEN,
        examples=(
            project(profile('[permissions.dev.filesystem]\n"/srv/x/*.log" = "write"')),
            project(profile('[permissions.dev.filesystem.":workspace_roots"]\n"build/*" = "write"')),
        ),
        near_misses=(project(profile('[permissions.dev.filesystem.":workspace_roots"]\n"build/**" = "write"\n"**/*.env" = "deny"')),),
    ),
    LintRule(
        id="codex-config/unknown-special-path",
        title="A special place that does not exist",
        explanation=(
            "The special places are `:root`, `:minimal`, `:workspace_roots`, `:tmpdir` and `:slash_tmp`. Another is passed over with a "
            "warning at the start: what it was to open stays closed, and what it was to deny stays open."
        ),
        severity="warn",
        check=_special,
        source="facts/codex.md 1.4 (special keys)",
        seen_on=SEEN,
        examples=(
            project(profile('[permissions.dev.filesystem]\n":cwd" = "write"')),
            project(profile('[permissions.dev.filesystem]\n":slash_temp" = "read"')),
        ),
        near_misses=(project(profile('[permissions.dev.filesystem]\n":tmpdir" = "write"')),),
    ),
    LintRule(
        id="codex-config/older-profile-word",
        title="An older word of permission profiles",
        explanation="`:project_roots` is `:workspace_roots` now, and `none` is `deny`. Both are still read.",
        severity="info",
        check=_aliases,
        source="facts/codex.md 1.4 (old alias, accepted alias)",
        seen_on=SEEN,
        examples=(project(profile('[permissions.dev.filesystem]\n":project_roots" = "write"\n"/srv/x" = "none"')),),
        near_misses=(project(profile('[permissions.dev.filesystem]\n":workspace_roots" = "write"\n"/srv/x" = "deny"')),),
    ),
    LintRule(
        id="codex-config/closed-tmp",
        title="/tmp is denied",
        explanation=(
            "A profile that denies `:slash_tmp` was reported to break Codex; 0.171.0 still "
            "ran a plain command with it. `read` is the safer word."
        ),
        severity="info",
        check=_temporary,
        source="facts/codex.md 1.5 and 9 (issue 39944)",
        seen_on=SEEN,
        examples=(project(profile('[permissions.dev.filesystem]\n":slash_tmp" = "deny"')),),
        near_misses=(project(profile('[permissions.dev.filesystem]\n":slash_tmp" = "read"')),),
    ),
    LintRule(
        id="codex-config/pattern-depth",
        title="A denied pattern without a depth",
        explanation=(
            "On Linux and Windows the files that a denied pattern means are looked for when a "
            "command starts, as deep as `glob_scan_max_depth` says."
        ),
        severity="info",
        check=_depth,
        source=f"{_FACTS}: globs (set glob_scan_max_depth of 1 or more on Linux and Windows)",
        seen_on=SEEN,
        examples=(
            project(profile('[permissions.dev.filesystem.":workspace_roots"]\n"**/*.env" = "deny"')),
            project(profile("[permissions.dev.filesystem]\nglob_scan_max_depth = 0")),
        ),
        near_misses=(project(profile('[permissions.dev.filesystem]\nglob_scan_max_depth = 4\n"/srv/**/*.env" = "deny"')),),
    ),
    LintRule(
        id="codex-config/relative-workspace-root",
        title="A relative workspace root",
        explanation=(
            "In `workspace_roots` a relative path counts from the folder that Codex is started in, which differs from session to session."
        ),
        severity="info",
        check=_roots,
        source="facts/codex.md 1.4 (workspace_roots) and 10.5",
        seen_on=SEEN,
        examples=(project(profile('[permissions.dev.workspace_roots]\n"../sibling" = true')),),
        near_misses=(project(profile('[permissions.dev.workspace_roots]\n"/srv/x" = true')),),
    ),
)
