"""One config file, read: its text, its data, and where every key stands; nothing is looked at but the text and its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from advisor.edits.positions import Path, Place
from advisor.errors import ConfigError
from advisor.lint.recognition import SYNTAX, LanguageName, Standing


class Config(NamedTuple):
    """A config file as the checks see it.

    data: dicts, lists and plain values; None when the text is not valid (JSON with comments or trailing commas is read
    all the same: what else is wrong in it shall be told at once). places: the offsets of every key path. invalid: why
    the text cannot be read, beginning with `line:column`; None when it can.
    standing: which scope the path gives it. An unknown one is judged as a file of a project, and the words say so.
    """

    file: str
    text: str
    language: LanguageName
    standing: Standing
    data: Any
    places: Mapping[Path, Place]
    invalid: str | None = None

    def at(self, *path: str | int) -> object:
        """What stands at the key path; None where nothing does."""
        return value_at(self.data, path)

    def has(self, *path: str | int) -> bool:
        """Whether the key path exists."""
        return path in self.places

    def strings(self, *path: str | int) -> Iterator[tuple[Path, str]]:
        """The strings in the array at the key path, each with its own path."""
        items = self.at(*path)
        for number, item in enumerate(items if isinstance(items, list) else ()):
            if isinstance(item, str):
                yield (*path, number), item

    def is_shared(self) -> bool:
        """Whether a repository can bring the file along; so it is taken where its path does not tell."""
        return self.standing in ("project", "local", "unknown")


def value_at(data: object, path: Path) -> object:
    """What stands at a key path of some data; None where nothing does."""
    for key in path:
        if isinstance(data, dict):
            data = data.get(key)
        elif isinstance(data, list) and isinstance(key, int) and key < len(data):
            data = data[key]
        else:
            return None
    return data


def read_config(file: str, text: str, language: LanguageName, standing: Standing) -> Config:
    """The file, read; never raises for what stands in it."""
    try:
        data, places = _parsed(text, SYNTAX[language])
    except ConfigError as error:
        return Config(file, text, language, standing, None, {}, error.problem)
    return Config(file, text, language, standing, data, places)


def _parsed(text: str, syntax: str) -> tuple[Any, Mapping[Path, Place]]:
    # Each reader is imported for its own language: TOML brings a library that JSON has no use for.
    if syntax == "json":
        from advisor.edits import json_tree

        return json_tree.read(text).root.value, json_tree.places(text)
    if syntax == "toml":
        from advisor.edits import toml_tree
        from advisor.edits.toml_older import older

        try:
            return toml_tree.data_of(text), toml_tree.places(text)
        except ConfigError:  # Codex reads TOML 1.1
            return toml_tree.data_of(older(text)), toml_tree.places(older(text))
    return None, {(): Place(None, (0, len(text)))}
