"""Keys that another key of the same file shadows, and keys that do nothing any more."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.lint.claude_settings._reading import MANAGED, SCHEMA, SEEN, removed, said, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule, Sample
from advisor.model.lint import Edit, Fix

# alias -> the key that counts where both stand.
_ALIASES = {"additionalMarketplaces": "extraKnownMarketplaces", "allowedMarketplaces": "strictKnownMarketplaces"}
_NO_EFFECT = {
    "taskOutputMaxChars": "the tool that it was for is gone",
    "keybindingFlavor": "the keys for editing words always follow Bash",
}


def _shadowed(config: Config) -> Iterator[Fault]:
    for alias, key in _ALIASES.items():
        if config.has(alias) and config.has(key):
            fix = removed((alias,), f"move its entries to {key} and leave it out")
            yield Fault((alias,), f"another name of {said(key)}, which stands in this file as well: this one is ignored", fix)


def _gone(config: Config) -> Iterator[Fault]:
    for key, why in _NO_EFFECT.items():
        if config.has(key):
            yield Fault((key,), f"no effect any more: {why}", removed((key,), "leave it out", safe=True))


def _superseded(config: Config) -> Iterator[Fault]:
    path = ("includeCoAuthoredBy",)
    if isinstance(config.at(*path), bool):
        rename = Fix("call it attribution, which takes true and false as well", (Edit("rename", path, "attribution"),), True)
        yield Fault(path, "deprecated: attribution says the same, and more of it", None if config.has("attribution") else rename)


RULES = (
    LintRule(
        id="claude-settings/shadowed-alias",
        title="Two names of one key in one file",
        explanation="Of two names for the same key one counts. The other is ignored, with a word in `claude doctor` alone.",
        severity="warn",
        check=_shadowed,
        source=SCHEMA,
        seen_on=SEEN,
        examples=(
            user('{"extraKnownMarketplaces": {}, "additionalMarketplaces": {}}'),
            Sample('{"strictKnownMarketplaces": [], "allowedMarketplaces": []}', MANAGED),
        ),
        near_misses=(user('{"additionalMarketplaces": {}}'),),
    ),
    LintRule(
        id="claude-settings/no-effect-any-more",
        title="A key that does nothing any more",
        explanation="The key is still read, so that old files stay valid; what it was for does not exist any more.",
        severity="warn",
        check=_gone,
        source=SCHEMA,
        seen_on=SEEN,
        examples=(user('{"taskOutputMaxChars": 20000}'), user('{"keybindingFlavor": "classic"}')),
        near_misses=(user('{"bashOutputMaxChars": 20000}'),),
    ),
    LintRule(
        id="claude-settings/deprecated-key",
        title="A key that another one takes the place of",
        explanation="It still works. Its successor says the same, and is what the documentation tells of.",
        severity="info",
        check=_superseded,
        source=SCHEMA,
        seen_on=SEEN,
        examples=(user('{"includeCoAuthoredBy": false}'), user('{"includeCoAuthoredBy": false, "attribution": {"commit": ""}}')),
        near_misses=(user('{"attribution": false}'), user('{"includeCoAuthoredBy": "no"}')),
    ),
)
