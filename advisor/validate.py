"""Answers whether a document fits its JSON Schema, and where it does not; the only module that imports jsonschema."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from jsonschema import Draft202012Validator

from advisor.resources import text


class Problem(NamedTuple):
    """One place where a document breaks its schema.

    path: keys and indices from the document's root, as in `denials[0].target`; empty for the root itself.
    """

    path: str
    message: str


class Mismatch(NamedTuple):
    """The same, taken apart for whoever says it in words of his own.

    keys: where it is, from the document's root. keyword, wanted: what of the schema is not met (`type`, `enum`, …) and
    what it says there. given: what stands in the document.
    """

    keys: tuple[str | int, ...]
    keyword: str
    wanted: Any
    given: Any


def mismatches(document: object, schema: str) -> tuple[Mismatch, ...]:
    """Where `document` does not fit `schemas/<schema>.json`, in the order of its keys. Raises FileNotFoundError as `problems` does."""
    errors = sorted(_validator(schema).iter_errors(document), key=lambda error: [str(key) for key in error.absolute_path])
    return tuple(Mismatch(tuple(error.absolute_path), str(error.validator), error.validator_value, error.instance) for error in errors)


def problems(document: object, schema: str) -> tuple[Problem, ...]:
    """What is wrong with `document` by `schemas/<schema>.json`, in the document's order; empty when it fits.

    Raises FileNotFoundError for a schema that does not exist.
    """
    errors = sorted(_validator(schema).iter_errors(document), key=lambda error: [str(key) for key in error.absolute_path])
    return tuple(Problem(_spelt(error.absolute_path), error.message) for error in errors)


@cache
def _validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(text("schemas", f"{schema}.json")))


def _spelt(path: Iterable[str | int]) -> str:
    spelt = ""
    for key in path:
        spelt += f"[{key}]" if isinstance(key, int) else f".{key}" if spelt else str(key)
    return spelt
