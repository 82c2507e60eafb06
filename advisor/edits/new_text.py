"""How a set of settings reads as a new file: JSON, TOML, or plain lines.

Values may come from a stranger's output: every key and string is quoted here, and whatever a terminal or a reader
would not show as it is written as an escape.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from advisor.errors import ConfigError

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]{1,256}\Z")
_TOML_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
# Letters and marks that Python counts as printable and that show nothing.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {chr(code) for code in range(0xFE00, 0xFE10)}
_LINE = 100  # characters; a longer array gets a line for each item


class Setting(NamedTuple):
    """One value at a key path, outermost key first; `append` adds it to the array there, unless it stands there."""

    path: tuple[str, ...]
    value: Any
    op: Literal["set", "append"] = "set"


def tree(settings: Iterable[Setting]) -> dict[str, Any]:
    """The nested tables that the settings make, in their order; a later `set` of the same path wins.

    Raises ConfigError when one setting wants a table where another put a plain value.
    """
    root: dict[str, Any] = {}
    for setting in settings:
        put(root, setting)
    return root


def put(root: dict[str, Any], setting: Setting) -> None:
    """Puts one setting into nested tables; a table set onto a table is merged into it."""
    table = root
    *outer, last = setting.path
    for key in outer:
        inner = table.setdefault(key, {})
        if not isinstance(inner, dict):
            raise _clash(setting)
        table = inner
    if setting.op == "append":
        array = table.setdefault(last, [])
        if not isinstance(array, list):
            raise _clash(setting)
        if setting.value not in array:
            array.append(plain(setting.value))
        return
    if isinstance(setting.value, Mapping):
        if not isinstance(table.get(last, {}), dict):
            raise _clash(setting)
        inner = table.setdefault(last, {})
        for key, value in setting.value.items():
            put(inner, Setting((key,), value))
        return
    if isinstance(table.get(last), dict):
        raise _clash(setting)
    table[last] = plain(setting.value)


def _clash(setting: Setting) -> ConfigError:
    return ConfigError(f"two changes disagree on what stands at {'.'.join(setting.path)}: a table or a plain value", "Apply one of them")


def plain(value: object) -> object:
    """`value` with tuples as lists, so that what is written compares equal to what is read back."""
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return value


# --- JSON -------------------------------------------------------------------------------------------------------


def json_text(settings: Iterable[Setting]) -> str:
    """A strict JSON object of two-space indentation, ending in a newline. Raises ConfigError where JSON has no form."""
    return json_value(tree(settings), indent=2) + "\n"


def json_value(value: object, indent: int | None = None) -> str:
    """A value as strict JSON, on one line unless `indent` (spaces) is given. Raises ConfigError where JSON has no form."""
    try:
        text = json.dumps(value, indent=indent, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ConfigError(f"this value cannot be written as JSON ({error})") from error
    # Outside strings json.dumps prints only ASCII, so that every such character stands inside one.
    return "".join(char if char == "\n" or _shown(char) else _json_escape(char) for char in text)


def _json_escape(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def _shown(char: str) -> bool:
    """Whether the character is seen as itself: no control, separator, surrogate, direction mark or blank letter."""
    return char.isprintable() and char not in _BLANK


# --- TOML -------------------------------------------------------------------------------------------------------


def toml_text(settings: Iterable[Setting]) -> str:
    """A TOML document: plain values first, then one table per path, a blank line before each header.

    Raises ConfigError where TOML has no form for a value (None, a lone surrogate).
    """
    blocks = list(_blocks((), tree(settings)))
    return "\n".join(blocks)


def _blocks(path: tuple[str, ...], table: Mapping[str, Any]) -> Iterable[str]:
    """The table at `path` as text, its own values under one header, then its sub-tables."""
    own = [f"{toml_key(key)} = {toml_value(value)}\n" for key, value in table.items() if not isinstance(value, Mapping)]
    if own or (path and not table):
        header = f"[{'.'.join(toml_key(key) for key in path)}]\n" if path else ""
        yield header + "".join(own)
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _blocks((*path, key), value)


def toml_key(key: str) -> str:
    """One key as TOML spells it, in quotes unless it is bare. Raises ConfigError for a lone surrogate."""
    return key if _BARE_KEY.match(key) else _quoted(key)


def toml_value(value: object) -> str:
    """A value as TOML spells it, a table as an inline one. Raises ConfigError where TOML has no form."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return _quoted(value)
        case list():
            items = [toml_value(item) for item in value]
            line = f"[{', '.join(items)}]"
            return line if len(line) <= _LINE else "[\n" + "".join(f"  {item},\n" for item in items) + "]"
        case Mapping():
            pairs = ", ".join(f"{toml_key(key)} = {toml_value(item)}" for key, item in value.items())
            return f"{{ {pairs} }}" if pairs else "{}"
        case _:
            raise ConfigError(f"TOML has no form for a value of type {type(value).__name__}")


def _quoted(text: str) -> str:
    """A basic string. Raises ConfigError for a lone surrogate, which TOML cannot hold."""
    return '"' + "".join(_TOML_SHORT.get(char) or (char if _shown(char) else _escaped(char)) for char in text) + '"'


def _escaped(char: str) -> str:
    code = ord(char)
    if 0xD800 <= code <= 0xDFFF:
        raise ConfigError("a name that is not valid Unicode cannot be written as TOML")
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"


# --- Lines ------------------------------------------------------------------------------------------------------


def lines_text(lines: Iterable[str]) -> str:
    """A file of these lines, each once and ended by a newline. Raises ConfigError for a line that would be two."""
    kept = list(dict.fromkeys(lines))
    for line in kept:
        if len(line.splitlines()) > 1 or not all(map(_shown, line)):
            raise ConfigError("a line to add holds a line break or an invisible character")
    return "".join(f"{line}\n" for line in kept)
