"""What is wrong in the config files of the harnesses and launchers: text in, findings out, nothing else is looked at.

Each config language is a package here that bears its name; every module in it holds traps of one kind as `RULES`, one
named `_…` holds what they share. They are discovered: adding a trap touches one file.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from advisor.discovery import modules_of
from advisor.edits.positions import offset_of, span
from advisor.errors import InputError
from advisor.lint.config import Config, read_config
from advisor.lint.recognition import SYNTAX, LanguageName, Recognised, Standing, named, recognise
from advisor.lint.rule import Fault, LintRule
from advisor.model.lint import Finding
from advisor.quoting import inline

_OUR_BOUND = "nests more than"  # how our reader of JSON says that it gives up where others read on

__all__ = ["LanguageName", "Recognised", "Standing", "catalogue", "findings", "named", "recognise"]


def findings(file: str, text: str, language: LanguageName | None = None, standing: Standing | None = None) -> tuple[Finding, ...]:
    """What is wrong in one config file, in the order of the text.

    file: its path as shown; language and scope follow from it, else from the text. Raises InputError when neither tells, and for
    JSON that nests deeper than is read here: a text that is not read is not called clean.
    """
    seen = recognise(file, text)
    if language is None:
        if seen is None:
            raise InputError(f"{inline(file)} is no config file that advise knows", "Say which language it is in with --as.")
        language = seen.language
    own = seen.standing if seen and seen.language == language else "unknown"
    config = read_config(file, text, language, standing or own)
    if config.invalid and _OUR_BOUND in config.invalid:
        raise InputError(f"{inline(file)} cannot be linted: {config.invalid}", "Its program may read it: take out what nests so deep")
    told = [_finding(rule, fault, config) for rule in catalogue(language) for fault in _faults(rule, config)]
    return tuple(sorted(told, key=lambda finding: (finding.line, finding.column, finding.rule)))


@cache
def catalogue(language: LanguageName | None = None) -> tuple[LintRule, ...]:
    """Every rule of a config language (None: of all), in the order of its module's name and its place there."""
    if language is None:
        return tuple(rule for each in SYNTAX for rule in catalogue(each))
    package = import_module(f"{__name__}.{language.replace('-', '_')}")
    modules = (import_module(f"{package.__name__}.{name}") for name in modules_of(package.__path__))
    rules: list[LintRule] = [rule for module in modules for rule in module.RULES]
    return tuple(rules)


def _faults(rule: LintRule, config: Config) -> tuple[Fault, ...]:
    """A rule of data has nothing to say of a text that cannot be read."""
    return () if rule.reads == "data" and config.invalid else tuple(rule.check(config))


def _finding(rule: LintRule, fault: Fault, config: Config) -> Finding:
    named = "".join(f"[{key}]" if isinstance(key, int) else f".{inline(key, 60)}" for key in fault.path).removeprefix(".")
    return Finding(
        rule.id,
        fault.severity or rule.severity,
        config.file,
        *span(config.text, *_offsets(fault, config)),
        ".".join(str(key) for key in fault.path),
        f"{named}: {fault.message}" if named else fault.message,
        rule.explanation,
        fault.fix,
        rule.seen_on,
    )


def _offsets(fault: Fault, config: Config) -> tuple[int, int]:
    """Where the fault is shown: its own place, or the deepest part of its path that exists; the whole file at its first character."""
    if fault.offsets is not None:
        return fault.offsets
    depths = range(len(fault.path), 0, -1)
    place = next((config.places[fault.path[:depth]] for depth in depths if fault.path[:depth] in config.places), None)
    if place is None:
        start = offset_of(config.text, 1, 1)
        return start, start
    return place.key if place.key and fault.part == "key" else place.value
