"""Where a key path stands in a config text: the span of its key and of its value, for whoever points at it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from advisor.edits.positions import Path, Place, Span, offset_of, position, span

__all__ = ["Language", "Path", "Place", "Span", "offset_of", "places_of", "position", "span", "span_of"]

Language: TypeAlias = Literal["json", "toml"]


def places_of(text: str, language: Language) -> dict[Path, Place]:
    """The offsets of every key path of the text, item numbers as ints; whoever asks for many spans asks this once.

    JSON may hold comments and trailing commas. Raises ConfigError, its problem beginning with `line:column`, when the
    text is not valid.
    """
    # Each reader is imported for its own language: neither harness pays for the other's.
    if language == "json":
        from advisor.edits import json_tree

        return json_tree.places(text)
    from advisor.edits import toml_tree

    return toml_tree.places(text)


def span_of(text: str, path: Path, language: Language, part: Literal["key", "value"] = "key") -> Span:
    """The span of the key (or the value) at the key path; of what has no key, an item or the whole text, the value.

    Where the path does not exist, the span of the deepest part of it that does. Raises ConfigError as `places_of` does.
    """
    places = places_of(text, language)
    place = next(places[path[:count]] for count in range(len(path), -1, -1) if path[:count] in places)
    return span(text, *(place.key if place.key and part == "key" else place.value))
