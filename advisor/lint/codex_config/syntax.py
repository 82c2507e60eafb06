"""How a config.toml can fail to be read at all: Codex does not start then."""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.edits.positions import offset_of
from advisor.lint.codex_config._reading import SEEN, project, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule, Sample
from advisor.quoting import inline

_TEMPLATE = re.compile(r"\{\{[-~]?\s{0,4}[\w.$#/]|\{%[-~]?\s{0,4}\w")
_SCRIPT = re.compile(r"#!\s?/")
_TWICE = re.compile(r"overwrite a value|declare .{0,400} twice|already exists|mutate immutable|extend .{0,400} inline")


def _not_toml(config: Config) -> Iterator[Fault]:
    if config.invalid is None:
        return
    line, column, problem = config.invalid.split(":", 2)
    start = offset_of(config.text, int(line), int(column))
    end = min(start + 1, len(config.text))
    yield Fault((), f"{_words(config, problem.strip())}: not TOML, so Codex does not start with this file", offsets=(min(start, end), end))


def _words(config: Config, problem: str) -> str:
    if _SCRIPT.match(config.text):
        return "a script that writes a config, not one"
    if config.file.endswith((".tmpl", ".template", ".j2")) or _TEMPLATE.search(config.text):
        return f"a template, which is a config once it is rendered: lint what comes of it ({inline(problem, 120)})"
    if _TWICE.search(problem):
        return f"a table or key stands here a second time ({inline(problem, 120)})"
    return inline(problem, 160)


RULES = (
    LintRule(
        id="codex-config/not-toml",
        title="The file is not TOML",
        explanation=(
            "Codex reads its config as TOML. One slip, a table or key that stands twice among them, and no session starts in the project "
            "(or, for the user's file, at all): `Error loading config.toml`. Only an untrusted project's file is passed over."
        ),
        severity="error",
        check=_not_toml,
        source="facts/codex.md 1.1 (TOML/type error in any loaded file), facts/codex-live.md 3 (Invalid project config)",
        seen_on=SEEN,
        reads="text",
        examples=(
            project('sandbox_mode = "read-only'),
            project("[features]\nnetwork_proxy = true\n[features.network_proxy]\nenabled = true\n"),
            project('[sandbox_workspace_write]\nnetwork_access = true\n[sandbox_workspace_write]\nwritable_roots = ["/srv/x"]\n'),
            project('model = "a"\nmodel = "b"\n'),
            Sample('#!/bin/bash\ncat <<EOF\nmodel = "x"\nEOF\n', "dot_codex/modify_config.toml"),
            Sample('{{ if .work }}\nmodel = "x"\n{{ end }}\n', "dot_codex/config.toml.tmpl"),
            user("approval_policy = never\n"),
        ),
        near_misses=(
            project('sandbox_mode = "read-only"\n'),
            project('tui = {\n  theme = "x", # 1.1 of TOML, which Codex reads\n}\nmodel = "\\e[0m"\n'),
            user("\ufeffmodel = 'x'\r\n"),
        ),
    ),
)
