"""What a file of Codex's execution rules grants: which commands run outside the sandbox, are asked about, or forbidden.

The files are Starlark, whose expressions are Python's: they are parsed as that, never run. Rules of literals are read; what
is computed is named as not readable.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from itertools import product
from math import prod

from advisor.guard.grants import Fault, Grant, digest, spelled_words
from advisor.guard.meanings import Meaning, of_host, of_outside
from advisor.harnesses.codex.rules_file import ruled_words
from advisor.model import Risk
from advisor.quoting import inline

_LEVELS = {"allow": 1, "prompt": -1, "forbidden": -2}
_MOST = 500  # word sequences that one rule may stand for
_STOPS = "Codex does not start: it cannot load these rules"
_OUR_BOUNDS = ("too many nested", "Exceeds the limit")  # as Python says that it gives up where Starlark reads on
_COMPUTED = "it is computed, or stands for too many commands: what it allows is not read here"


def rule_grants(file: str, text: str) -> tuple[list[Grant], Fault | None]:
    """The grants of one rules file; and what keeps Codex from loading it, or us from reading it."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        if isinstance(error, RecursionError | MemoryError) or any(word in str(error) for word in _OUR_BOUNDS):
            return [], Fault(file, "it holds more than is read here", False, digest(text))
        line = f"line {error.lineno}: " if isinstance(error, SyntaxError) and error.lineno else ""
        return [], Fault(file, f"{line}it is not Starlark: {_STOPS}", stops=True)
    grants: list[Grant] = []
    fault = None
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    own |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    for node in tree.body:
        call = node.value if isinstance(node, ast.Expr) else None
        if isinstance(call, ast.Constant):
            continue
        try:
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)) or call.args or call.func.id in own:
                raise ValueError
            grants += _of_call(call.func.id, {keyword.arg or "": ast.literal_eval(keyword.value) for keyword in call.keywords})
        except _NotLoaded as error:
            return [], Fault(file, f"line {node.lineno}: {error}: {_STOPS}", stops=True)
        except (ValueError, TypeError):
            fault = Fault(file, f"line {node.lineno}: {_COMPUTED}", False, digest(text))
    return grants, fault


class _NotLoaded(Exception):
    """A rule that Codex refuses to load."""


def _of_call(name: str, said: Mapping[str, object]) -> Iterator[Grant]:
    match name:
        case "prefix_rule":
            yield from _prefixes(said)
        case "network_rule":
            yield from _network(said)
        case "host_executable":
            yield from _executables(said)
        case _:
            raise _NotLoaded(f"{inline(name, 40)} is no rule")


def _decision(said: Mapping[str, object]) -> int:
    decision = said.get("decision", "allow")
    if decision not in _LEVELS:
        raise _NotLoaded(f"{inline(str(decision), 40)} is no decision")
    return _LEVELS[str(decision)]


def _prefixes(said: Mapping[str, object]) -> Iterator[Grant]:
    level = _decision(said)
    pattern = said.get("pattern")
    if not isinstance(pattern, list) or not pattern:
        raise _NotLoaded("a prefix_rule needs a pattern of words")
    choices = [[word] if isinstance(word, str) else word if isinstance(word, list) else [] for word in pattern]
    if prod(map(len, choices)) > _MOST:
        raise ValueError
    for words in product(*choices):
        line = spelled_words([str(word) for word in words])
        if level > 0:
            meaning = of_outside(" ".join(str(word) for word in words), asked=False)
            if ruled_words(line) == tuple(str(word) for word in words):  # what a plan may let out, bare, itself
                meaning = meaning._replace(risk=Risk.BROAD)
        else:
            meaning = Meaning(Risk.NARROW, f"`{inline(line, 80)}` can be run as far as nothing else holds it back.")
        key = f"prefix_rule.{said.get('decision', 'allow')}"
        yield Grant(("words", *(str(word) for word in words)), level, key, line, meaning.risk, meaning.means)


def _network(said: Mapping[str, object]) -> Iterator[Grant]:
    level = _decision(said)
    host = str(said.get("host", ""))
    meaning = of_host(host)
    yield Grant(("network", host.lower(), str(said.get("protocol", ""))), level, "network_rule", host, meaning.risk, meaning.means)


def _executables(said: Mapping[str, object]) -> Iterator[Grant]:
    name, places = str(said.get("name", "")), said.get("paths")
    for place in places if isinstance(places, list) else ():
        means = f"The program at {inline(str(place))} counts as `{inline(name, 40)}` to the rules."
        yield Grant(("executable", name, str(place)), 1, f"host_executable.{name}", str(place), Risk.BROAD, means)
