"""What a file says of the environment of commands, and which other files must be there for Codex to start."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.lint.codex_config._reading import SEEN, profile, project, put, removed, said, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule

_POLICY = "shell_environment_policy"
_NEEDED = ("model_catalog_json", "model_instructions_file", "experimental_compact_prompt_file")


def _needed(config: Config) -> Iterator[Fault]:
    for key in _NEEDED:
        file = config.at(key)
        if isinstance(file, str):
            yield Fault((key,), f"{said(file)} must exist wherever this config is used: without it Codex does not start", part="value")


def _kept_nothing(config: Config) -> Iterator[Fault]:
    if config.at(_POLICY, "inherit") == "none" and config.at(_POLICY, "include_only"):
        say = '"none" drops everything first, so that include_only has nothing left to keep: commands get what `set` holds and no more'
        fix = put((_POLICY, "inherit"), "all", 'write "all": include_only then keeps the variables that it names')
        yield Fault((_POLICY, "inherit"), say, fix, part="value")


def _mixed(config: Config) -> Iterator[Fault]:
    if config.has(_POLICY, "filters"):
        for key in ("exclude", "include_only"):
            if config.has(_POLICY, key):
                say = "cannot stand beside filters, which took its place: Codex does not start"
                yield Fault((_POLICY, key), say, removed((_POLICY, key), "take it out, and write its names into filters"))


def _secrets_kept(config: Config) -> Iterator[Fault]:
    path = (_POLICY, "ignore_default_excludes")
    if config.at(*path) is True:
        say = "true: variables with KEY, SECRET or TOKEN in their name are handed to every command"
        yield Fault(path, say, put(path, False, "write false, which leaves those out"), part="value")
    elif config.at(_POLICY, "inherit") == "all" and not any(
        config.has(_POLICY, key) for key in ("ignore_default_excludes", "exclude", "include_only", "filters")
    ):
        say = "variables that hold keys, secrets and tokens are handed to every command too: ignore_default_excludes is true by itself"
        fix = put((_POLICY, "ignore_default_excludes"), False, "add ignore_default_excludes = false, which leaves those out")
        yield Fault((_POLICY, "inherit"), say, fix, part="value")


RULES = (
    LintRule(
        id="codex-config/needed-file",
        title="Codex does not start without this file",
        explanation=(
            "The file is read at the start. Where it is missing (another machine, a "
            "relative path that counts from the config's own folder) "
            "Codex does not start: `No such file or directory (os error 2)`."
        ),
        severity="error",
        check=_needed,
        source="seen in a real config; tried on Codex 0.171.0 for these three keys",
        seen_on=SEEN,
        examples=(user('model_catalog_json = "~/.codex/models.json"\n'), project('model_instructions_file = "AGENTS.md"\n')),
        near_misses=(project('[agents.r]\nconfig_file = "agents/r.toml"\n'), user('log_dir = "/srv/log"\n')),
    ),
    LintRule(
        id="codex-config/nothing-inherited",
        title="include_only beside inherit = none",
        explanation=(
            "`inherit` decides first what of the environment is there, `include_only` then keeps some of it. After `none` nothing is there "
            "to keep: PATH and HOME are missing unless `set` holds them."
        ),
        severity="error",
        check=_kept_nothing,
        source="facts/codex.md 1.9 (shell_environment_policy)",
        seen_on=SEEN,
        examples=(user('[shell_environment_policy]\ninherit = "none"\ninclude_only = ["PATH"]\n'),),
        near_misses=(
            user('[shell_environment_policy]\ninherit = "all"\ninclude_only = ["PATH"]\n'),
            user('[shell_environment_policy]\ninherit = "none"\nset = { PATH = "/usr/bin" }\n'),
        ),
    ),
    LintRule(
        id="codex-config/mixed-filters",
        title="filters beside exclude or include_only",
        explanation="`cannot mix filters with legacy exclude or include_only`, and Codex does not start.",
        severity="error",
        check=_mixed,
        source="facts/codex.md 1.9 (filters, or legacy exclude/include_only); tried on Codex 0.171.0",
        seen_on=SEEN,
        examples=(user('[shell_environment_policy]\nfilters = { "A*" = "include" }\nexclude = ["B"]\n'),),
        near_misses=(user('[shell_environment_policy]\nfilters = { "A*" = "include" }\n'),),
    ),
    LintRule(
        id="codex-config/secrets-inherited",
        title="Secrets of the environment reach every command",
        explanation=(
            "By itself Codex hands down the whole environment, variables with KEY, SECRET or TOKEN in their name among it. Reads are open: "
            "whatever a command sees it can send wherever it can connect."
        ),
        severity="info",
        check=_secrets_kept,
        source="facts/codex.md 1.9 (ignore_default_excludes is true by default)",
        seen_on=SEEN,
        examples=(
            user('[shell_environment_policy]\ninherit = "all"\n'),
            project("[shell_environment_policy]\nignore_default_excludes = true\n"),
        ),
        near_misses=(
            user('[shell_environment_policy]\ninherit = "all"\nignore_default_excludes = false\n'),
            project(profile('[shell_environment_policy]\ninherit = "core"')),
        ),
    ),
)
