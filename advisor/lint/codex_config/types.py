"""Values of a wrong kind: Codex does not start with any of them, whatever the key is for."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.lint.codex_config._reading import IGNORED_IN_PROJECTS, SEEN, is_project, profile, project, user
from advisor.lint.codex_config._shapes import misfits
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule


def _wrong(config: Config) -> Iterator[Fault]:
    for path, words, fix in misfits(config.data, "codex-config"):
        if not (is_project(config) and path and path[0] in IGNORED_IN_PROJECTS):
            yield Fault(path, f"{words}: Codex does not start with it", fix, part="value")


RULES = (
    LintRule(
        id="codex-config/wrong-type",
        title="A value of a kind that the key does not take",
        explanation=(
            "One value of a wrong kind or with an unknown word stops Codex: `Error loading config.toml`, whatever the key is for. In a "
            "project's file the keys that it cannot set anyway are passed over before that."
        ),
        severity="error",
        check=_wrong,
        source="facts/codex-live.md 2.6 and 3 (wrong type, bad enum, bad access value); 5400 values tried one by one",
        seen_on=SEEN,
        examples=(
            project('sandbox_mode = "workspace_write"\n'),
            project('[sandbox_workspace_write]\nwritable_roots = "/srv/x"\n'),
            project('[sandbox_workspace_write]\nnetwork_access = "true"\n'),
            project("[agents]\nmax_threads = 4\nreviewer = 3\n"),
            project("web_search = true\n"),
            project("approval_policy = { granular = { rules = true } }\n"),
            project(profile('[permissions.dev.filesystem]\n"/srv/x" = "readwrite"')),
            project(profile('[permissions.dev.network]\nenabled = "yes"')),
            project("[features]\nnetwork_proxy = { enabled = true, domain = {} }\n"),
            project('[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\n'),
            user("project_doc_max_bytes = -1\n"),
            user('[otel]\nexporter = "console"\n'),
            user("[tools]\nweb_search = 3\n"),
        ),
        near_misses=(
            project('approval_policy = "on-failure"\n'),
            project('[tools]\nweb_search = true\n[agents.r]\nmodel = "x"\n'),
            project(profile('[permissions.dev.filesystem]\n"/srv/x" = "none"\n"~/y" = { "a" = "read" }')),
            project('notify = "say"\n[profiles.x]\nsandbox_mode = "none"\n'),
            project("sandbox_workspace_write = []\n"),
            user('[otel]\nexporter = "none"\n'),
        ),
    ),
)
