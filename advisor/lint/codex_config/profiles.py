"""Which permission profile a file selects, and what it stands on: names that lead nowhere, and profiles on nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from advisor.lint.codex_config._keys import nearest
from advisor.lint.codex_config._reading import (
    BUILT_IN,
    SEEN,
    chain,
    in_force,
    is_whole,
    profile,
    profile_file,
    project,
    put,
    said,
    selected,
    table,
    tables,
    user,
)
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule
from advisor.model.lint import Fix
from advisor.quoting import inline

_BASES = (":read-only", ":workspace")
_EXTENDS = 'extends = ":workspace"'


def _selection(config: Config) -> Iterator[Fault]:
    name = selected(config)
    if name is None or name in BUILT_IN or name in table(config, "permissions"):
        return
    if name.startswith(":"):
        near = nearest(name, BUILT_IN)
        say = f"{said(name)} is no built-in profile ({', '.join(BUILT_IN)}): Codex does not start"
        yield Fault(("default_permissions",), say, _put(near), part="value")
        return
    if not is_whole(config):
        return  # the user's own file may define it
    elsewhere = "" if config.standing == "user" else ", unless the user's own file defines it"
    colon = f":{name}" if f":{name}" in BUILT_IN else None
    hint = f' (":{name}" is a built-in one)' if colon else ""
    say = f"no profile {said(name)} is defined{hint}: Codex does not start{elsewhere}"
    yield Fault(("default_permissions",), say, _put(colon or nearest(name, tuple(table(config, "permissions")))), part="value")


def _put(name: str | None) -> Fix | None:
    """Selecting the profile that was meant, where one is near."""
    return put(("default_permissions",), name, f"{said(name)} is meant") if name else None


def _reserved(config: Config) -> Iterator[Fault]:
    for name in table(config, "permissions"):
        if name.startswith(":"):
            say = f"a profile cannot be called {said(name)}: names with a colon are the built-in ones', and Codex does not start"
            yield Fault(("permissions", name), say)


def _parents(config: Config) -> Iterator[Fault]:
    for name, _ in tables(config, "permissions"):
        parent = config.at("permissions", name, "extends")
        if not isinstance(parent, str) or parent in _BASES:
            continue
        path = ("permissions", name, "extends")
        if parent.startswith(":"):
            problem = f"no profile can stand on {said(parent)}, only on :read-only, :workspace or a profile of yours"
        elif parent in table(config, "permissions"):
            names = chain(config, name)
            last = config.at("permissions", names[-1], "extends")
            if last not in names:
                continue
            problem = f"the profiles stand on each other in a circle ({inline(' -> '.join((*names, str(last))), 120)})"
        else:
            problem = f"no profile {said(parent)} is defined here"
        if name in in_force(config):
            yield Fault(path, f"{problem}: Codex does not start", part="value")
        else:
            yield Fault(path, f"{problem}: a session that selects this profile cannot begin", part="value", severity="warn")


def _baseless(config: Config) -> Iterator[Fault]:
    for name, value in tables(config, "permissions"):
        if name.startswith(":") or isinstance(value.get("extends"), str) or _reads_root(value):
            continue
        elsewhere = "" if config.standing == "user" else " (unless another file says what it extends)"
        say = (
            f"stands on nothing{elsewhere}: without extends and without a rule for :root every sandboxed command fails once it is selected"
        )
        yield Fault(("permissions", name), say, put(("permissions", name, "extends"), ":workspace", f"add {_EXTENDS}, or :read-only"))


def _reads_root(value: Mapping[str, object]) -> bool:
    filesystem = value.get("filesystem")
    return isinstance(filesystem, Mapping) and any(filesystem.get(place) in ("read", "write") for place in (":root", "/"))


RULES = (
    LintRule(
        id="codex-config/undefined-profile",
        title="The selected profile does not exist",
        explanation=(
            "`default_permissions refers to undefined profile` (or, for a forgotten "
            "colon, `requires a [permissions] table`): Codex does not "
            "start. The built-in ones are `:read-only`, `:workspace` and `:danger-full-access`; a profile of one's own is a table "
            "`[permissions.NAME]`, which may stand in another file that the session also reads."
        ),
        severity="error",
        check=_selection,
        source="facts/codex.md 1.4 (Missing); facts/codex-live.md 3 (Invalid project config)",
        seen_on=SEEN,
        examples=(
            project('default_permissions = "workspace"\n'),
            user('default_permissions = "dve"\n[permissions.dev]\nextends = ":workspace"\n'),
            user('default_permissions = ":danger-no-sandbox"\n'),
            profile_file('default_permissions = ":workspaces"\n'),
        ),
        near_misses=(project(profile("")), project('default_permissions = ":read-only"\n'), profile_file('default_permissions = "wide"\n')),
    ),
    LintRule(
        id="codex-config/reserved-profile-name",
        title="A profile with a built-in one's name",
        explanation="Names that begin with a colon are reserved: `uses a reserved built-in profile prefix`, in either form of the config.",
        severity="error",
        check=_reserved,
        source="facts/codex.md 1.4 and 2.2; facts/codex-live.md 3 (Legacy and profiles together)",
        seen_on=SEEN,
        examples=(project('default_permissions = ":workspace"\n[permissions.":workspace".filesystem]\n"/srv/x" = "write"\n'),),
        near_misses=(project(profile("")),),
    ),
    LintRule(
        id="codex-config/bad-extends",
        title="A profile stands on one that it cannot stand on",
        explanation=(
            "`extends` names `:read-only`, `:workspace` or a profile of one's own. Codex does not start when a profile in force stands on "
            "another built-in one, on one that is not defined, or on itself. Others are not looked at until they are selected."
        ),
        severity="error",
        check=_parents,
        source="facts/codex.md 1.4 (description, extends)",
        seen_on=SEEN,
        examples=(
            project('default_permissions = "dev"\n[permissions.dev]\nextends = ":danger-full-access"\n'),
            project('default_permissions = "a"\n[permissions.a]\nextends = "b"\n[permissions.b]\nextends = "a"\n'),
            user('default_permissions = "dev"\n[permissions.dev]\nextends = "base"\n'),
            user('default_permissions = ":workspace"\n[permissions.dev]\nextends = "workspace"\n'),
        ),
        near_misses=(project('default_permissions = "a"\n[permissions.a]\nextends = "b"\n[permissions.b]\nextends = ":read-only"\n'),),
    ),
    LintRule(
        id="codex-config/baseless-profile",
        title="A profile that stands on nothing",
        explanation=(
            "Without `extends` a profile opens only what it lists, and Codex's own helper is not in it: every sandboxed command fails "
            "(`bwrap: execvp …/codex-linux-sandbox: No such file or directory`), with `:minimal` and `:workspace_roots` too."
        ),
        severity="error",
        check=_baseless,
        source="facts/codex.md 1.4 (no `extends`, no `:root`); facts/codex-live.md 3",
        seen_on=SEEN,
        examples=(
            project('default_permissions = "dev"\n[permissions.dev.filesystem]\n":minimal" = "read"\n'),
            project('default_permissions = "dev"\n[permissions]\ndev = { network = { enabled = false } }\n'),
        ),
        near_misses=(
            project(profile("")),
            project('default_permissions = "dev"\n[permissions.dev.filesystem]\n":root" = "read"\n"." = "read"\n'),
            project('default_permissions = "dev"\n[permissions.dev.filesystem]\n"/" = "read"\n'),
        ),
    ),
)
