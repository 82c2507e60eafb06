"""Credentials: entries that cannot be kept, and secrets that stand in the file itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from advisor.edits.positions import Path
from advisor.lint.claude_settings._reading import RUN, SCHEMA, SEEN, project, removed, sandbox, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule
from advisor.quoting import redact

_PAIR = ("accessKeyIdVar", "secretAccessKeyVar", "sessionTokenVar")

_OPEN = ("missing ), unterminated subpattern", "unbalanced parenthesis", "unterminated character set")


def _contradictions(config: Config) -> Iterator[Fault]:
    cost = "the whole file is dropped" if config.standing != "managed" else "a managed file loses this entry"
    for kind in ("files", "envVars"):
        entries = config.at("sandbox", "credentials", kind)
        for number, entry in enumerate(entries if isinstance(entries, list) else ()):
            if isinstance(entry, dict) and entry.get("mode") == "mask":
                for key, why in _wrong(entry, kind):
                    yield Fault(("sandbox", "credentials", kind, number, key), f"{why}: {cost}", part="value")
    yield from (Fault(path, f"{why}: {cost}", part="value") for path, why in _pairs(config.at("sandbox", "credentials", "awsPairs")))


def _wrong(entry: dict[str, Any], kind: str) -> Iterator[tuple[str, str]]:
    """(key, why it does not fit the others) of a masked entry."""
    extract, claims, decode = entry.get("extract"), entry.get("maskClaims"), entry.get("decode")
    if kind == "files" and str(entry.get("path", "")).endswith("/"):
        yield "path", "only a single file can be masked, not a folder"
    if isinstance(extract, str) and (why := _no_pattern(extract)):
        yield "extract", why
    if isinstance(claims, list) and (not claims or not all(claims)):
        yield "maskClaims", "it must name a claim, or be left out"
    if claims is not None and decode is None:
        yield "maskClaims", "claims need decode"
    if kind == "envVars" and decode is not None and extract is not None:
        yield "extract", "it cannot stand beside decode"
    if kind == "envVars" and decode is not None and entry.get("onExtractNoMatch") in ("deny", "error"):
        yield "onExtractNoMatch", "it cannot be kept beside decode"


def _no_pattern(pattern: str) -> str | None:
    try:
        groups = re.compile(pattern).groups
    except re.error as error:
        # JavaScript's patterns are others than ours; brackets that do not close are none in either.
        return "its brackets do not close" if error.msg in _OPEN else None
    except OverflowError:
        return "it repeats too often"
    except RecursionError:  # nested deeper than Python's stack, and not for us to judge
        return None
    return None if groups else "it needs a group in brackets, which is what will be masked"


def _pairs(entries: object) -> Iterator[tuple[Path, str]]:
    seen: set[str] = set()
    for number, entry in enumerate(entries if isinstance(entries, list) else ()):
        for key in _PAIR:
            variable = entry.get(key) if isinstance(entry, dict) else None
            if isinstance(variable, str) and variable in seen:
                yield ("sandbox", "credentials", "awsPairs", number, key), "each variable fills one place only"
            elif isinstance(variable, str):
                seen.add(variable)


def _secrets(config: Config) -> Iterator[Fault]:
    variables = config.at("env")
    for name, value in variables.items() if isinstance(variables, dict) else ():
        if isinstance(value, str) and redact(value) != value:
            who = (
                "everybody who reads the repository"
                if config.standing == "project"
                else "every program that reads the file, and every command"
            )
            path = ("env", name)
            yield Fault(
                path,
                f"a credential stands here in plain text: {who} has it",
                removed(path, "take it out, make a new one, and use apiKeyHelper"),
            )


RULES = (
    LintRule(
        id="claude-settings/credential-entry",
        title="A masked credential that contradicts itself",
        explanation="Some keys of a masked entry exclude or need each other. One that does not fit makes the whole file invalid.",
        severity="error",
        check=_contradictions,
        source=f"{RUN}; {SCHEMA}",
        seen_on=SEEN,
        examples=(
            user(sandbox('"credentials": {"files": [{"path": "~/.aws/", "mode": "mask"}]}')),
            user(sandbox('"credentials": {"envVars": [{"name": "JWT", "mode": "mask", "maskClaims": ["sub"]}]}')),
            user(sandbox('"credentials": {"files": [{"path": "~/.netrc", "mode": "mask", "extract": "token: .*", "maskClaims": []}]}')),
            user(sandbox('"credentials": {"envVars": [{"name": "A", "mode": "mask", "decode": "jwt", "extract": "(x)"}]}')),
            user(sandbox('"credentials": {"envVars": [{"name": "A", "mode": "mask", "decode": "jwt", "onExtractNoMatch": "deny"}]}')),
            user(sandbox('"credentials": {"files": [{"path": "~/.npmrc", "mode": "mask", "extract": "=(.*"}]}')),
            user(sandbox('"credentials": {"files": [{"path": "~/.npmrc", "mode": "mask", "extract": "(a{99999999999999999999})"}]}')),
            user(sandbox('"credentials": {"awsPairs": [{"accessKeyIdVar": "A", "secretAccessKeyVar": "A"}]}')),
        ),
        near_misses=(
            user(sandbox('"credentials": {"files": [{"path": "~/.aws/", "mode": "deny"}]}')),
            user(sandbox('"credentials": {"awsPairs": [{"accessKeyIdVar": "A", "secretAccessKeyVar": "B"}, "x"]}')),
            user(sandbox('"credentials": {"files": [{"path": "~/.npmrc", "mode": "mask", "extract": "(?<name>x)"}]}')),
        ),
    ),
    LintRule(
        id="claude-settings/secret-in-file",
        title="A secret in the settings file",
        explanation=(
            "env reaches every command of the agent, sandboxed ones as well, and the file is readable in the sandbox. Whatever the "
            "agent can read, it can send wherever it can connect."
        ),
        severity="warn",
        check=_secrets,
        source=RUN,
        seen_on=SEEN,
        examples=(
            project('{"env": {"GH_TOKEN": "ghp_0123456789abcdefghijABCDEFGHIJ012345"}}'),
            user('{"env": {"HTTPS_PROXY": "http://me:secret@proxy.example"}}'),
        ),
        near_misses=(project('{"env": {"MAX_THINKING_TOKENS": "32000", "HTTPS_PROXY": "http://proxy.example:3128"}}'),),
    ),
)
