"""What a project's `.codex/config.toml` cannot say, and what it takes away from the user's file."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.lint.codex_config._reading import IGNORED_IN_PROJECTS, LEGACY, SEEN, is_project, project, removed, tables, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule


def _of_a_project(config: Config, *path: str, say: str, inert: bool = True) -> Iterator[Fault]:
    """The key at the path, in a project's file; of a file that may be one it is only told what it would be there."""
    if not config.has(*path):
        return
    if is_project(config):
        yield Fault(path, say, removed(path, "take it out: it does nothing here", safe=True) if inert else None)
    elif config.standing == "unknown":
        yield Fault(path, f"if this is a project's file: {say}", severity="info")


def _ignored(config: Config) -> Iterator[Fault]:
    say = "ignored in a project's file: only the user's own ~/.codex/config.toml can set it"
    for key in IGNORED_IN_PROJECTS:
        yield from _of_a_project(config, key, say=say)
    yield from _of_a_project(config, "features", "respect_system_proxy", say=say)


def _trust(config: Config) -> Iterator[Fault]:
    say = "a project cannot trust itself or others: Codex reads trust from the user's file alone"
    yield from _of_a_project(config, "projects", say=say)
    say = "a project cannot say that its hooks were reviewed: Codex reads that from the user's file alone"
    yield from _of_a_project(config, "hooks", "state", say=say)


def _replaces(config: Config) -> Iterator[Fault]:
    roots = config.at(LEGACY, "writable_roots")
    if isinstance(roots, list):
        here = "an empty one, so that nothing of it is left" if not roots else "the folders named here must hold the user's own again"
        say = f"replaces the whole list of the user's file: {here}"
        # With the user's own folders restated it is right, and only the user's file tells whether they are.
        faults = _of_a_project(config, LEGACY, "writable_roots", say=say, inert=False)
        yield from (fault._replace(severity="info") if roots else fault for fault in faults)


def _distrust(config: Config) -> Iterator[Fault]:
    for name, _ in tables(config, "projects"):
        path = ("projects", name, "trust_level")
        if not is_project(config) and config.at(*path) == "untrusted":
            say = (
                '"untrusted" keeps the project\'s own config out, and yet opens its folder: with no entry at all a session starts read-only'
            )
            yield Fault(path, say, part="value")


RULES = (
    LintRule(
        id="codex-config/ignored-in-project",
        title="A key that no project's file can set",
        explanation=(
            "Providers, notifications, telemetry and old profiles count in the user's own file alone. Codex says `Ignored unsupported "
            "project-local config keys` once and passes over them, values of a wrong kind among them."
        ),
        severity="warn",
        check=_ignored,
        source="facts/codex.md 1.1 (keys ignored in a project file)",
        seen_on=SEEN,
        examples=(
            project('notify = ["say"]\n'),
            project('[profiles.fast]\nmodel = "x"\n'),
            project("[features]\nrespect_system_proxy = true\n"),
        ),
        near_misses=(user('notify = ["say"]\n'), project('model = "x"\n')),
    ),
    LintRule(
        id="codex-config/trust-in-project",
        title="A project's file that grants trust",
        explanation=(
            "A project's config, hooks and rules load only once the user trusts the project, and that is written in the user's file. A "
            "user's config that was committed as a project's carries such entries, and other people's paths, for nothing."
        ),
        severity="warn",
        check=_trust,
        source="facts/codex.md 1.1 (trust: a project file cannot trust itself) and 7 (hook trust)",
        seen_on=SEEN,
        examples=(
            project('[projects."/home/dev/x"]\ntrust_level = "trusted"\n'),
            project('[hooks.state."x"]\ntrusted_hash = "sha256:0"\n'),
        ),
        near_misses=(user('[projects."/home/dev/x"]\ntrust_level = "trusted"\n'),),
    ),
    LintRule(
        id="codex-config/replaces-roots",
        title="A project's writable_roots replace the user's",
        explanation=(
            "Arrays of a stronger file replace those of a weaker one. A project that names writable_roots takes away every folder that the "
            "user's own file opens; permission profiles are merged key by key instead."
        ),
        severity="warn",
        check=_replaces,
        source="facts/codex.md 0.5, 1.1 and 10.6; facts/codex-live.md 2.8",
        seen_on=SEEN,
        examples=(
            project("[sandbox_workspace_write]\nwritable_roots = []\n"),
            project('[sandbox_workspace_write]\nwritable_roots = ["/srv/x"]\n'),
        ),
        near_misses=(
            user('[sandbox_workspace_write]\nwritable_roots = ["/srv/x"]\n'),
            project("[sandbox_workspace_write]\nnetwork_access = false\n"),
        ),
    ),
    LintRule(
        id="codex-config/distrusted-project",
        title='trust_level = "untrusted" opens the folder',
        explanation=(
            "Without sandbox_mode and default_permissions a session in a project that has "
            "any entry, a distrusting one too, starts with the "
            "folder writable; one in a folder without an entry starts read-only."
        ),
        severity="info",
        check=_distrust,
        source="facts/codex-live.md 2.16 and 3 (which file counts); facts/codex.md 1.2 (sandbox_mode, default)",
        seen_on=SEEN,
        examples=(user('[projects."/home/dev/x"]\ntrust_level = "untrusted"\n'),),
        near_misses=(user('[projects."/home/dev/x"]\ntrust_level = "trusted"\n'), project('[projects."/x"]\ntrust_level = "untrusted"\n')),
    ),
)
