"""Whether settings fit a config text that exists, what its data must be afterwards, and the edit that gets there.

The languages differ in where a new line goes; what counts as already there, as in the way and as a replacement is the
same for all of them, and so is the proof: what was edited is read again and must be the merge, or nothing is edited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from advisor.edits.new_text import Setting, plain, toml_key
from advisor.edits.positions import Path, Place, written
from advisor.edits.splices import Edited, Splice, advanced, replaces_old
from advisor.errors import ConfigError

_BY_HAND = "Nothing was changed; settle it by hand, then run this again"


class Step(NamedTuple):
    """One thing to do to a text.

    act: `add` puts `value` at `path`, of which the first `known` parts exist (as tables) and the next does not;
    `extend` adds it as an item to the array at `path`; `replace` puts it in the place of the plain value or array there.
    """

    act: Literal["add", "extend", "replace"]
    path: Path
    value: Any
    known: int


class Language(NamedTuple):
    """How to read and change one config language.

    read: the text's data; raises ConfigError at its line and column. places: where everything stands in it.
    placements: ways to do a step, best first, each as splices of the text. words: what its readers call a table and
    an array.
    """

    read: Callable[[str], Any]
    places: Callable[[str], Mapping[Path, Place]]
    placements: Callable[[str, Step], Iterable[tuple[Splice, ...]]]
    words: tuple[str, str]


def merged(text: str, settings: Iterable[Setting], language: Language) -> Edited:
    """`text` with the settings in it, everything else as it was to the last character.

    text: decoded without translating line ends. What is there already is not added again. Raises ConfigError, its
    problem beginning with `line:column`, when the text is not valid or something of another type is in the way.
    """
    edited = Edited(text)
    data = language.read(text)
    for setting in settings:
        for leaf in _leaves(setting):
            for step in _steps(data, leaf, len(setting.path), _Clash(edited.text, language)):
                data = _after(data, step)
                edited = _done(edited, step, data, language)
    return edited


def _done(edited: Edited, step: Step, expected: object, language: Language) -> Edited:
    for splices in language.placements(edited.text, step):
        following = advanced(edited, splices)
        gives_way = replaces_old(edited, splices)
        if (step.act == "replace" or not gives_way) and _reads(following.text, language, expected):
            return following._replace(replaced=(*edited.replaced, step.path)) if gives_way else following
    raise _Clash(edited.text, language).at(step.path, f"{spelled(step.path)} cannot be changed without rewriting what stands there")


def _reads(text: str, language: Language, expected: object) -> bool:
    try:
        return same(language.read(text), expected)
    except ConfigError:
        return False


class _Clash(NamedTuple):
    """Makes the errors about one text."""

    text: str
    language: Language

    def at(self, path: Path, problem: str) -> ConfigError:
        """What is wrong, at the deepest part of the path that exists."""
        places = self.language.places(self.text)
        place = next((places[path[:count]] for count in range(len(path), 0, -1) if path[:count] in places), None)
        start = 0 if place is None else (place.key or place.value)[0]
        return ConfigError(f"{written(self.text, start)}: {problem}", _BY_HAND)

    def kind(self, value: object) -> str:
        """What the language's readers call such a value; a boolean is called by its value."""
        table, array = self.language.words
        match value:
            case bool():
                return str(value).lower()
            case dict():
                return table
            case list():
                return array
            case str():
                return "a string"
            case None:
                return "null"
            case _:
                return "a plain value"


# --- What there is to do ----------------------------------------------------------------------------------------


def _leaves(setting: Setting) -> Iterator[Setting]:
    """The setting with its value as lists and dicts, a table that is set as one setting for each of its values."""
    value = plain(setting.value)
    _require_unicode([*setting.path, value])
    if setting.op == "set" and isinstance(value, dict) and value:
        yield from (Setting((*setting.path, *path), inner) for path, inner in _flat(value))
    else:
        yield setting._replace(value=value)


def _flat(table: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key, value in table.items():
        if isinstance(value, dict) and value:
            yield from (((key, *path), inner) for path, inner in _flat(value))
        else:
            yield (key,), value


def _require_unicode(value: object) -> None:
    match value:
        case str():
            try:
                value.encode()
            except UnicodeEncodeError as error:
                raise ConfigError("a name that is not valid Unicode cannot be written into a config file") from error
        case list():
            for item in value:
                _require_unicode(item)
        case dict():
            _require_unicode([*value, *value.values()])


def _steps(data: object, setting: Setting, given: int, clash: _Clash) -> Iterator[Step]:
    path, standing = _walked(data, setting, given, clash)
    value = setting.value
    if len(path) < len(setting.path):
        yield Step("add", (*path, *setting.path[len(path) :]), [value] if setting.op == "append" else value, len(path))
    elif setting.op == "append":
        if not isinstance(standing, list):
            raise clash.at(path, f"{spelled(path)} is {clash.kind(standing)}, and adding to it needs {clash.language.words[1]} there")
        if not any(same(item, value) for item in standing):
            yield Step("extend", path, value, len(path))
    elif _shape(standing) != _shape(value):
        raise clash.at(path, f"{spelled(path)} is {clash.kind(standing)}, and is to become {clash.kind(value)}")
    elif isinstance(value, list) and same(value[: len(standing)], standing):
        yield from (Step("extend", path, item, len(path)) for item in value[len(standing) :])
    elif not isinstance(value, dict) and not same(standing, value):
        yield Step("replace", path, value, len(path))


def _walked(data: object, setting: Setting, given: int, clash: _Clash) -> tuple[Path, Any]:
    """The part of the path that exists, item numbers as ints, and what stands there.

    Only the first `given` keys can be item numbers: the others are keys of a table that is set.
    """
    path: Path = ()
    for depth, key in enumerate(setting.path):
        if isinstance(data, dict):
            if key not in data:
                break
            path, data = (*path, key), data[key]
        elif isinstance(data, list) and depth < given and key.isdecimal() and int(key) < len(data):
            path, data = (*path, int(key)), data[int(key)]
        else:
            whole = spelled(setting.path[: depth + 1])
            raise clash.at(path, f"{spelled(path)} is {clash.kind(data)}, and {whole} needs {clash.language.words[0]} there")
    return path, data


def _shape(value: object) -> type:
    return type(value) if isinstance(value, dict | list) else object


def _after(data: object, step: Step, depth: int = 0) -> object:
    """The data after a step; what the step does not touch is shared with the old."""
    if depth == len(step.path):
        return [*data, step.value] if isinstance(data, list) and step.act == "extend" else step.value
    key = step.path[depth]
    if isinstance(data, list) and isinstance(key, int):
        return [*data[:key], _after(data[key], step, depth + 1), *data[key + 1 :]]
    table = data if isinstance(data, dict) else {}
    return {**table, key: _after(table.get(key), step, depth + 1)}


def same(one: object, other: object) -> bool:
    """Whether two values are the same to a config file: equal, and true is not 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return one == other or (one != one and other != other)


def spelled(path: Sequence[str | int]) -> str:
    """A key path as a reader writes it, quoted where a key is not a plain word."""
    return "`" + ".".join(toml_key(str(key)) for key in path) + "`" if path else "the whole text"
