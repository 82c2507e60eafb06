"""How a settings file can fail to be read at all, and what is lost in one that is read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.edits.positions import BOM
from advisor.lint.claude_settings._reading import RUN, SEEN, project, user
from advisor.lint.config import Config
from advisor.lint.json_faults import duplicates, not_json
from advisor.lint.rule import Fault, LintRule, Sample
from advisor.model.lint import Edit, Fix

_TEMPLATE_NAME = (".tmpl", ".template", ".j2")
_TEMPLATE = re.compile(r"\{\{[-~]?\s{0,4}[\w.$#/]|\{%[-~]?\s{0,4}\w")


def _is_template(config: Config) -> bool:
    return config.file.endswith(_TEMPLATE_NAME) or (config.invalid is not None and _TEMPLATE.search(config.text) is not None)


def _not_json(config: Config) -> Iterator[Fault]:
    if not _is_template(config):
        yield from not_json(config, "the whole file is dropped without a word, and the sandbox with it")


def _no_object(config: Config) -> Iterator[Fault]:
    if not isinstance(config.data, dict):
        yield Fault((), "the file holds no JSON object, so it is dropped without a word", part="value", offsets=(0, len(config.text)))


def _template(config: Config) -> Iterator[Fault]:
    if _is_template(config):
        yield Fault((), "a template, which is JSON only once it is rendered: as it stands Claude Code would drop it; lint what comes of it")


def _marked(config: Config) -> Iterator[Fault]:
    if config.text.startswith(BOM):
        edit = Edit("replace", value="", start=0, end=1)
        yield Fault((), "a byte order mark: Claude Code reads on, strict JSON readers refuse the file", Fix("take it out", (edit,), True))


RULES = (
    LintRule(
        id="claude-settings/not-json",
        title="The file is not strict JSON",
        explanation=(
            "Claude Code reads settings as strict JSON. A comment, a comma before a closing bracket, a raw line break in a string or "
            "any other slip makes it drop the whole file, without a word in a session: the sandbox that the file turns on is off, and "
            "its denials are gone. `claude doctor` names the file."
        ),
        severity="error",
        check=_not_json,
        source=RUN,
        seen_on=SEEN,
        reads="text",
        examples=(
            project('{"sandbox": {"enabled": true},}'),
            project('{\n  // ours\n  "sandbox": {"enabled": true}\n}'),
            project('{"sandbox": {"enabled": true}'),
            project('{"a": "x\ny"}'),
            project(""),
            project("{'sandbox': {}}"),
        ),
        near_misses=(
            project('{"_comment": "// ours, really"}'),
            user('\ufeff{"model": "opus"}'),
            Sample("{{ x }}", ".claude/settings.json.tmpl"),
        ),
    ),
    LintRule(
        id="claude-settings/no-object",
        title="The file holds no JSON object",
        explanation="Settings are one JSON object. A list or a plain value is dropped as a whole, without a word.",
        severity="error",
        check=_no_object,
        source=RUN,
        seen_on=SEEN,
        examples=(project('[{"sandbox": {"enabled": true}}]'), project("null")),
        near_misses=(project("{}"),),
    ),
    LintRule(
        id="claude-settings/template",
        title="The file is a template",
        explanation=(
            "Dotfile managers render such a file to settings.json. It is no JSON before that: edit it as the template that it is, and "
            "lint its result, for example `chezmoi execute-template < FILE | advise lint --as claude-settings -`."
        ),
        severity="warn",
        check=_template,
        source=RUN,
        seen_on=SEEN,
        reads="text",
        examples=(
            Sample('{{ if eq .os "darwin" }}{"model": "opus"}{{ end }}', "dot_claude/settings.json.tmpl"),
            project('{{- if .work }}\n{"model": "opus"}\n{{- end }}'),
        ),
        near_misses=(project('{"env": {"GREETING": "{{ name }}"}}'),),
    ),
    LintRule(
        id="claude-settings/duplicate-key",
        title="A key stands twice in one object",
        explanation=(
            "JSON readers keep the last of two equal keys, and so does Claude Code: of two `sandbox` blocks the first does nothing at "
            "all. A program that rewrites the file loses it for good."
        ),
        severity="warn",
        check=duplicates,
        source=RUN,
        seen_on=SEEN,
        reads="text",
        examples=(project('{"sandbox": {"enabled": true}, "sandbox": {"failIfUnavailable": true}}'), user('{"model": "a", "model": "a"}')),
        near_misses=(project('{"env": {"A": "1"}, "sandbox": {"env": {"A": "1"}}}'),),
    ),
    LintRule(
        id="claude-settings/byte-order-mark",
        title="The file begins with a byte order mark",
        explanation="Claude Code passes over the mark. Other readers of JSON, `jq` and Python's among them, refuse such a file.",
        severity="info",
        check=_marked,
        source=RUN,
        seen_on=SEEN,
        reads="text",
        examples=(project('\ufeff{"model": "opus"}'),),
        near_misses=(project('{"model": "opus"}'),),
    ),
)
