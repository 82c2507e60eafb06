"""Which grants a repository acknowledges: `.advise/acknowledged.toml`, a reviewed file that holds one entry for each, with a reason.

An entry names one grant exactly (its file, key and value, as the guard prints them): nothing is matched by its beginning. Only
the guard reads this file; what a repository says there silences no answer about the sandbox.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from advisor.errors import ConfigError
from advisor.guard.grants import Difference, digest
from advisor.quoting import clean

FILE = ".advise/acknowledged.toml"
_TABLE = "acknowledged"
_FIELDS = ("file", "key", "value", "reason")


class Acknowledgement(NamedTuple):
    """One grant that somebody looked at, and why it may stand."""

    file: str
    key: str
    value: str
    reason: str


def acknowledgements(content: bytes | str | None) -> tuple[Acknowledgement, ...]:
    """The entries of the file's content; none where there is no file, or a link. Raises ConfigError where it is not what it should be."""
    if not isinstance(content, bytes):
        return ()
    import tomllib

    try:
        tables = tomllib.loads(content.decode())
    except (ValueError, RecursionError) as error:
        raise _wrong(f"is not valid TOML ({error})") from error
    entries = tables.pop(_TABLE, [])
    if tables or not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise _wrong(f"holds something else than [[{_TABLE}]] tables")
    found = []
    for at, entry in enumerate(entries, 1):
        if set(entry) != set(_FIELDS) or not all(isinstance(value, str) for value in entry.values()):
            raise _wrong(f"has an entry, number {at}, that is not just {', '.join(_FIELDS)}, each a text")
        if not re.search(r"\w", clean(entry["reason"])):
            raise _wrong(f"has an entry, number {at}, without a reason")
        found.append(Acknowledgement(*(entry[field] for field in _FIELDS)))
    return tuple(found)


def reason_for(difference: Difference, entries: tuple[Acknowledgement, ...]) -> str | None:
    """Why a grant may stand, as its own entry says; None where none is exactly about it."""
    grant = tuple(map(shown, (difference.file, difference.key, difference.value)))
    return next((entry.reason for entry in entries if (entry.file, entry.key, entry.value) == grant), None)


def entry_for(difference: Difference) -> str:
    """The entry that acknowledges a grant, as TOML, its reason left to be written."""
    from advisor.edits.new_text import toml_value

    values = zip(_FIELDS, (*map(shown, (difference.file, difference.key, difference.value)), ""), strict=True)
    return f"[[{_TABLE}]]\n" + "".join(f"{field} = {toml_value(value)}\n" for field, value in values)


def shown(text: str) -> str:
    """A file, key or value as it is printed and acknowledged: what is secret or unseen in it goes, told apart by a digest of it all."""
    cleaned = clean(text)
    if cleaned == text:
        return text
    return f"{cleaned} ({digest(text)})"


def _wrong(problem: str) -> ConfigError:
    return ConfigError(f"{FILE} {problem}", "Correct it: until then it acknowledges nothing")
