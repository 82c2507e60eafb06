"""The two forms of the sandbox's config, and what one does to the other: permission profiles, and sandbox_mode with its table."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.lint.codex_config._reading import (
    FULL_ACCESS,
    LEGACY,
    SEEN,
    is_whole,
    profile,
    profile_file,
    project,
    removed,
    selected,
    table,
    user,
)
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule


def _both(config: Config) -> Iterator[Fault]:
    if selected(config) is not None and config.has("sandbox_mode"):
        say = "does nothing: default_permissions in the same file wins; and a start with `-s` drops the profile without a word"
        yield Fault(("sandbox_mode",), say, removed(("sandbox_mode",), "take it out: the profile is what counts", safe=True))


def _inert_table(config: Config) -> Iterator[Fault]:
    if not config.has(LEGACY):
        return
    mode = config.at("sandbox_mode")
    if selected(config) is not None:
        why = "default_permissions is set, and beside a permission profile this table does nothing"
    elif mode in ("read-only", FULL_ACCESS):
        why = f'sandbox_mode is "{mode}", in which this table does nothing'
    else:
        return
    yield Fault((LEGACY,), why)


def _inert_profiles(config: Config) -> Iterator[Fault]:
    if config.at("permissions") and config.has("sandbox_mode") and selected(config) is None:
        yield Fault(("permissions",), "does nothing: sandbox_mode selects the older form, and no default_permissions stands above it")


def _unselected(config: Config) -> Iterator[Fault]:
    if not config.at("permissions") or config.has("sandbox_mode") or config.has("default_permissions"):
        return
    names = list(table(config, "permissions"))
    if not names or any(name.startswith(":") for name in names):
        return  # told by the rule of reserved names
    if not is_whole(config):
        return
    where = "" if config.standing in ("user", "managed") else ", unless the user's own file sets it"
    yield Fault(
        ("default_permissions",), f"no profile is selected: with [permissions] and without this key Codex does not start{where}", None
    )


def _place_of_unselected(config: Config) -> Iterator[Fault]:
    for fault in _unselected(config):
        place = config.places[("permissions",)]
        yield fault._replace(offsets=place.key or place.value)


RULES = (
    LintRule(
        id="codex-config/both-forms",
        title="sandbox_mode beside default_permissions",
        explanation=(
            "A session uses one of the two forms. In one file default_permissions wins and sandbox_mode is dropped without a word; across "
            "files the stronger file's key decides, and a start with `-s` drops every profile. Keep one."
        ),
        severity="warn",
        check=_both,
        source="facts/codex.md 1.3; facts/codex-live.md 2.10",
        seen_on=SEEN,
        examples=(project('sandbox_mode = "workspace-write"\ndefault_permissions = ":workspace"\n'),),
        near_misses=(project('sandbox_mode = "workspace-write"\n'), project('default_permissions = ":workspace"\n')),
    ),
    LintRule(
        id="codex-config/inert-table",
        title="[sandbox_workspace_write] where it does nothing",
        explanation=(
            "The table belongs to the workspace-write mode of the older form. In the read-only mode, without a sandbox, or beside a "
            "permission profile nothing in it counts, and Codex does not say so."
        ),
        severity="warn",
        check=_inert_table,
        source="facts/codex.md 1.2 and 1.3; facts/codex-live.md 3 (which file counts)",
        seen_on=SEEN,
        examples=(
            project('sandbox_mode = "read-only"\nsandbox_workspace_write.network_access = false\n'),
            project('default_permissions = ":workspace"\n[sandbox_workspace_write]\nnetwork_access = false\n'),
            user('sandbox_mode = "danger-full-access"\n[sandbox_workspace_write]\nwritable_roots = ["/srv/x"]\n'),
        ),
        near_misses=(
            project("[sandbox_workspace_write]\nnetwork_access = false\n"),
            project('sandbox_mode = "workspace-write"\n[sandbox_workspace_write]\nnetwork_access = false\n'),
        ),
    ),
    LintRule(
        id="codex-config/inert-profiles",
        title="[permissions] beside sandbox_mode alone",
        explanation=(
            "With sandbox_mode and no default_permissions the older form is in force and the profiles do nothing. A selector that stands "
            "inside an old [profiles.x] table selects nothing."
        ),
        severity="warn",
        check=_inert_profiles,
        source="facts/codex.md 1.3 (in a legacy session [permissions] is inert)",
        seen_on=SEEN,
        examples=(user('sandbox_mode = "read-only"\n[permissions.dev]\nextends = ":workspace"\n'),),
        near_misses=(project(profile("")), user('sandbox_mode = "read-only"\n')),
    ),
    LintRule(
        id="codex-config/no-selector",
        title="Permission profiles, and none selected",
        explanation=(
            "`config defines [permissions] profiles but does not set default_permissions`: Codex does not start. The key stands above the "
            "first table header; a project's file may leave it to the user's only where everyone's own file selects a profile."
        ),
        severity="error",
        check=_place_of_unselected,
        source="facts/codex.md 0.3, 1.4 and 10.2; facts/codex-live.md 3 (Invalid project config)",
        seen_on=SEEN,
        examples=(
            user('[permissions.dev]\nextends = ":workspace"\n'),
            project('permissions.dev.filesystem."/srv/x" = "write"\n'),
        ),
        near_misses=(
            project(profile("")),
            project("[permissions]\n"),
            project('sandbox_mode = "read-only"\n[permissions.dev]\nextends = ":workspace"\n'),
            profile_file('[permissions.dev.filesystem]\n"/srv/x" = "write"\n'),
        ),
    ),
)
