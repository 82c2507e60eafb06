"""Config texts of every style with the data they hold, settings for them, and what those must make of the data."""

import json
import re
import tomllib
from typing import NamedTuple

from hypothesis import strategies as st

from advisor.edits.new_text import Setting

KEYS = ("a", "b", "sandbox", "network", "~/.npm", ":workspace_roots", ".", "x y", "é", 'quo"te', "0", "", "#", "a.b", "back\\slash", "it's")
STRINGS = ("", "a", "write", "~/.npm/_cacache", "é 👍", 'say "x"', "# no", "]},", "// no", "back\\slash", "it's", "tab\t", "line\nend")

keys = st.sampled_from(KEYS)
plain_values = st.sampled_from(STRINGS) | st.booleans() | st.integers(-3, 1000) | st.sampled_from((0.5, -2.0, 1e300))
values = st.recursive(plain_values, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3), max_leaves=8)
tables = st.dictionaries(keys, values, max_size=5)


class Sample(NamedTuple):
    """A text, its data, and settings to put into it."""

    text: str
    data: dict
    settings: tuple[Setting, ...]


class Clash(Exception):
    """A setting does not fit the data."""


# --- What must come out, said as simply as possible ---------------------------------------------------------------


def same(one, other):
    """Equality that tells true from 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True) or (one == other and not {bool} & {type(one), type(other)})


def expected(data, settings):
    """The data after the settings, and whether something old gave way. Raises Clash where they do not fit."""
    data, replaced = json.loads(json.dumps(data)), []
    for setting in settings:
        for path, value in leaves(setting.path, setting.value, setting.op):
            _put(data, path, json.loads(json.dumps(value)), setting, replaced)
    return data, bool(replaced)


def leaves(path, value, op):
    if op == "set" and isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from leaves((*path, key), inner, op)
    else:
        yield path, value


def _put(data, path, value, setting, replaced):
    op = setting.op
    for number, key in enumerate(path):
        if isinstance(data, list):
            if number >= len(setting.path) or not key.isdecimal() or int(key) >= len(data):
                raise Clash
            key = int(key)
        elif not isinstance(data, dict):
            raise Clash
        elif key not in data:
            made = [value] if op == "append" else value
            for outer in reversed(path[number + 1 :]):
                made = {outer: made}
            data[key] = made
            return
        holder, data = data, data[key]
    if op == "append":
        if not isinstance(data, list):
            raise Clash
        if not any(same(value, item) for item in data):
            data.append(value)
        return
    if {type(data), type(value)} & {dict, list} and type(data) is not type(value):
        raise Clash
    if isinstance(value, dict) or same(data, value):
        return
    if not isinstance(value, list) or not same(value[: len(data)], data):
        replaced.append(path)
    holder[key] = value


# --- Settings -----------------------------------------------------------------------------------------------------


@st.composite
def settings_for(draw, data):
    """One to three settings, most of which meet something that is there."""
    found = []
    for _ in range(draw(st.integers(1, 3))):
        path, at = (), data
        while isinstance(at, dict | list) and at and draw(st.integers(0, 3)):
            key = draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
            path, at = (*path, str(key)), at[key]
        more = () if path and draw(st.booleans()) else tuple(draw(st.lists(keys, min_size=1, max_size=2)))
        op = draw(st.sampled_from(("set", "append")))
        found.append(Setting((*path, *more), draw(values | st.just(at)), op))
    return tuple(found)


# --- JSON ---------------------------------------------------------------------------------------------------------


class _Json:
    """Writes JSON in a style that changes from place to place when `mixed`."""

    def __init__(self, random):
        self.random = random
        self.unit = random.choice(["  ", "    ", "\t", " ", "   "])
        self.tall = random.choice([0.0, 0.5, 0.9, 1.0])
        self.colon = random.choice([": ", ":", " : "])
        self.comma = random.choice([", ", ",", " , "])
        self.escapes = random.random() < 0.3

    def value(self, value, indent=""):
        if not isinstance(value, dict | list):
            return json.dumps(value, ensure_ascii=self.escapes)
        if isinstance(value, dict):
            pieces = [self.key(key) + self.value(inner, indent + self.unit) for key, inner in self.pairs(value)]
            opening, closing = "{}"
        else:
            pieces = [self.value(inner, indent + self.unit) for inner in value]
            opening, closing = "[]"
        if not pieces:
            return opening + self.random.choice(["", "", " ", "\n" + indent]) + closing
        if self.random.random() < self.tall:
            parting = "\n" + indent + self.unit
            return opening + parting + ("," + parting).join(pieces) + "\n" + indent + closing
        edge = self.random.choice(["", " ", "\n"])
        return opening + edge + self.comma.join(pieces) + edge + closing

    def key(self, key):
        return json.dumps(key, ensure_ascii=self.escapes) + self.colon

    def pairs(self, value):
        for key, inner in value.items():
            if self.random.random() < 0.05:
                yield key, "the last one counts"
            yield key, inner


def _framed(random, text):
    """The text with its line ends, byte order mark and end."""
    line_end = random.choice(["\n", "\n", "\r\n", "mixed"])
    if line_end != "\n":
        text = re.sub("\n", lambda _: random.choice(["\n", "\r\n"]) if line_end == "mixed" else line_end, text)
    return random.choice(["", "", "\ufeff"]) + text


@st.composite
def json_samples(draw):
    """A strict JSON text and settings for it."""
    data = draw(tables)
    random = draw(st.randoms(use_true_random=False))
    text = random.choice(["", "", "\n", " "]) + _Json(random).value(data) + random.choice(["", "\n", "\n\n", "  \n"])
    return Sample(_framed(random, text), data, draw(settings_for(data)))


# --- TOML ---------------------------------------------------------------------------------------------------------


class _Toml:
    """Writes TOML: dotted keys, inline tables and headers in any order, with comments and blank lines anywhere."""

    def __init__(self, random):
        self.random = random
        self.equals = random.choice([" = ", "=", " =  "])
        self.blank = random.choice(["", "\n"])
        self.indent = random.choice(["", "", "  "])
        self.comments = random.choice([0.0, 0.3])
        self.shuffled = random.random() < 0.5

    def document(self, data):
        lines, groups = self.table((), data)
        if self.shuffled:
            self.random.shuffle(groups)
        head = self.random.choice(["", "", "#:schema x\n", "# about the file\n\n"])
        return head + "".join(lines) + "".join(block for group in groups for block in group)

    def table(self, path, data):
        """The lines of the table itself, and its sub-tables as groups of blocks that must stay together."""
        lines, groups = [], []
        for key, value in data.items():
            form = self.random.choice(["plain", "header", "dotted"])
            if form == "header" and isinstance(value, dict):
                own, below = self.table((*path, key), value)
                if own or not below or self.random.random() < 0.3:
                    below.insert(0, [self.header(f"[{self.path((*path, key))}]", own)])
                groups += below
            elif form == "header" and isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
                groups.append([block for item in value for block in self.item((*path, key), item)])
            elif form == "dotted" and isinstance(value, dict) and value:
                lines += self.dotted((key,), value)
            else:
                lines.append(self.line(self.key(key), value))
        return lines, groups

    def item(self, path, data):
        own, below = self.table(path, data)
        yield self.header(f"[[{self.path(path)}]]", own)
        for group in below:
            yield from group

    def dotted(self, path, data):
        for key, value in data.items():
            if isinstance(value, dict) and value and self.random.random() < 0.5:
                yield from self.dotted((*path, key), value)
            else:
                yield self.line(self.path((*path, key)), value)

    def header(self, header, lines):
        return self.comment() + self.blank + self.comment() + header + self.remark() + "".join(self.indent + line for line in lines)

    def line(self, key, value):
        return self.comment() + key + self.equals + self.value(value) + self.remark()

    def comment(self):
        return self.random.choice(["# [no.table]\n", "# off = 1\n", "# x\n\n", "\n"]) if self.random.random() < self.comments else ""

    def remark(self):
        return ("  # remark" if self.random.random() < self.comments else "") + "\n"

    def path(self, path):
        return self.random.choice([".", ".", " . "]).join(map(self.key, path))

    def key(self, key):
        if re.fullmatch("[A-Za-z0-9_-]+", key) and self.random.random() < 0.8:
            return key
        return f"'{key}'" if "'" not in key and self.random.random() < 0.4 else json.dumps(key, ensure_ascii=False)

    def value(self, value):
        match value:
            case str():
                return self.string(value)
            case list():
                return self.array([self.value(item) for item in value])
            case dict():
                edge = self.random.choice(["", " "])
                pairs = (f"{self.key(key)}{self.equals}{self.value(inner)}" for key, inner in value.items())
                return "{" + edge + ", ".join(pairs) + edge + "}"
            case _:
                return json.dumps(value)

    def string(self, value):
        if "'" not in value and value.isprintable() and self.random.random() < 0.3:
            return self.random.choice([f"'{value}'", f"'''{value}'''", f"'''\n{value}'''"])
        basic = json.dumps(value, ensure_ascii=False)[1:-1]
        if self.random.random() < 0.2:
            basic = basic.replace("a", "\\u0061").replace("é", "\\U000000E9")
        return self.random.choice([f'"{basic}"', f'"{basic}"', f'"""{basic}"""', f'"""\\\n  {basic}"""'])

    def array(self, items):
        form = self.random.choice(["one line", "one line", "tall", "ragged"])
        trailing = self.random.choice(["", ","]) if items else ""
        if form == "one line":
            edge = self.random.choice(["", " "])
            return "[" + edge + ", ".join(items) + trailing + edge + "]"
        if form == "ragged":
            opening, closing = self.random.choice(["[", "[ # open\n", "[\n"]), self.random.choice(["]", "\n # close\n]"])
            return opening + ",\n ".join(items) + trailing + closing
        ends = [","] * (len(items) - 1) + [trailing]
        rows = [f"  {item}{end}{self.remark()}" for item, end in zip(items, ends[: len(items)], strict=True)]
        return "[\n" + "".join(row + ("  # off\n" if self.random.random() < self.comments else "") for row in rows) + "]"


@st.composite
def toml_samples(draw):
    """A TOML text and settings for it."""
    data = draw(tables)
    random = draw(st.randoms(use_true_random=False))
    text = _Toml(random).document(data) + random.choice(["", "", "\n", "# the end", "# the end\n"])
    text = text.removesuffix("\n") if random.random() < 0.3 else text
    text = _framed(random, text)
    assert tomllib.loads(text.removeprefix("\ufeff")) == data, text
    return Sample(text, data, draw(settings_for(data)))
