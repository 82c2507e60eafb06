"""A file of execution rules that Codex does not start with."""

from __future__ import annotations

import ast
import shlex
from collections.abc import Iterator

from advisor.lint.codex_config._keys import nearest
from advisor.lint.codex_config._reading import SEEN, said
from advisor.lint.codex_rules._calls import FUNCTIONS, UNREAD, Call, adjoining_strings, calls, read, span_of
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule, Sample
from advisor.model.lint import Edit, Fix
from advisor.quoting import inline

_NO_START = "Codex does not start where this file counts"
_DECISIONS = {
    "prefix_rule": ("allow", "prompt", "forbidden"),
    "network_rule": ("allow", "prompt", "forbidden", "deny"),
}
_MEANT = {"deny": "forbidden", "block": "forbidden", "reject": "forbidden", "never": "forbidden", "ask": "prompt", "approve": "allow"}
_PROTOCOLS = ("http", "https", "socks5_tcp", "socks5_udp")
_REQUIRED = {"prefix_rule": ("pattern",), "host_executable": ("name", "paths"), "network_rule": ("host", "protocol", "decision")}
# Python that Starlark does not have.
_FOREIGN = (
    ast.Import, ast.ImportFrom, ast.ClassDef, ast.While, ast.Try, ast.With, ast.Raise, ast.Global, ast.Nonlocal, ast.Assert, ast.Delete,
    ast.AsyncFunctionDef, ast.Yield, ast.YieldFrom, ast.Await, ast.Set, ast.SetComp, ast.GeneratorExp, ast.NamedExpr, ast.Match, ast.Is,
    ast.IsNot, ast.Pow, ast.MatMult,
)  # fmt: skip
_BUILT_IN = frozenset({
    "abs", "all", "any", "bool", "dict", "dir", "enumerate", "fail", "float", "getattr", "hasattr", "hash", "int", "len", "list", "max",
    "min", "range", "repr", "reversed", "sorted", "str", "tuple", "type", "zip",
})  # fmt: skip


def _not_starlark(config: Config) -> Iterator[Fault]:
    tree, problem = read(config.text)
    if problem:
        say = f"{inline(problem.problem, 120)}: no Starlark, and {_NO_START}"
        yield Fault((), say, offsets=(problem.start, problem.end))
    for node in ast.walk(tree) if tree else ():
        if _is_foreign(node):
            yield Fault((), f"Starlark has nothing of this kind: {_NO_START}", offsets=span_of(config.text, _placed(node, tree)))
    for start, end in adjoining_strings(config.text) if tree else ():
        yield Fault((), f"two strings side by side are not joined here, write + between them: {_NO_START}", offsets=(start, end))


def _is_foreign(node: ast.AST) -> bool:
    """Whether this is Python that Starlark does not have."""
    match node:
        case ast.Compare(ops=[_, _, *_]) | ast.Assign(targets=[_, _, *_]):
            return True
        case ast.FunctionDef(decorator_list=[_, *_]):
            return True
        case _:
            return isinstance(node, _FOREIGN)


def _placed(node: ast.AST, tree: ast.Module | None) -> ast.AST:
    """The node, or where it is a sign that has no place of its own, the expression around it."""
    if hasattr(node, "lineno") or tree is None:
        return node
    return next((outer for outer in ast.walk(tree) if hasattr(outer, "lineno") and node in ast.iter_child_nodes(outer)), node)


def _names(config: Config) -> Iterator[Fault]:
    tree, _ = read(config.text)
    if tree is None:
        return
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    own |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id not in {*FUNCTIONS, *_BUILT_IN, *own}:
            start, end = span_of(config.text, node)
            near = nearest(node.id, tuple(FUNCTIONS))
            fix = Fix(f"{near} is meant", (Edit("replace", value=near, start=start, end=end),)) if near else None
            hint = f" (nearest: {near})" if near else f" ({', '.join(FUNCTIONS)} are)"
            yield Fault((), f"{said(node.id)} is nothing that rules have{hint}: {_NO_START}", fix, offsets=(start, end))


def _arguments(config: Config) -> Iterator[Fault]:
    for call in calls(config.text):
        for name in call.unknown:
            near = nearest(name, FUNCTIONS[call.function])
            hint = f" (nearest: {near})" if near and near != name else ""
            problem = "takes each argument once, not" if near == name else "has no parameter"
            yield _at(call, name, f"{call.function} {problem} {said(name)}{hint}: {_NO_START}")
        for name in _REQUIRED[call.function]:
            if name not in call.arguments and not call.spread:
                yield _at(call, name, f"{call.function} needs {name}: {_NO_START}")
        for name, problem in _problems(call):
            yield _at(call, name, f"{problem}: {_NO_START}")


def _at(call: Call, parameter: str, message: str, fix: Fix | None = None) -> Fault:
    return Fault((), message, fix, offsets=call.at(parameter))


def _problems(call: Call) -> Iterator[tuple[str, str]]:
    match call.function:
        case "prefix_rule":
            yield from _pattern(call.arguments.get("pattern", UNREAD))
            for name in ("match", "not_match"):
                examples = call.arguments.get(name, UNREAD)
                if examples is not UNREAD and not isinstance(examples, list):
                    yield name, f"{name} needs a list of commands"
        case "host_executable":
            yield from _executable(call)
        case _:
            yield from _network(call)
    reason = call.arguments.get("justification", UNREAD)
    if reason is not UNREAD and (not isinstance(reason, str) or not reason.strip()):
        yield "justification", "justification needs a string that is not empty"


def _pattern(pattern: object) -> Iterator[tuple[str, str]]:
    if pattern is UNREAD:
        return
    if not isinstance(pattern, list) or not pattern:
        yield "pattern", "pattern needs a list of words that is not empty"
        return
    for word in pattern:
        if word == []:
            yield "pattern", "a list of alternatives in pattern cannot be empty"
        elif word is not UNREAD and not isinstance(word, str | list):
            yield "pattern", "each part of pattern is a word, or a list of words"


def _executable(call: Call) -> Iterator[tuple[str, str]]:
    name, paths = call.arguments.get("name", UNREAD), call.arguments.get("paths", UNREAD)
    if name == "":
        yield "name", "name cannot be empty"
    elif isinstance(name, str) and "/" in name:
        yield "name", f"{said(name)} is a path, and name is the bare name of the program"
    for path in paths if isinstance(paths, list) else ():
        if isinstance(path, str) and not path.startswith("/"):
            yield "paths", f"{said(path)} is not absolute"
        elif isinstance(path, str) and isinstance(name, str) and "/" not in name and path.rpartition("/")[2] != name:
            yield "paths", f"{said(path)} is no path of {said(name)}"


def _network(call: Call) -> Iterator[tuple[str, str]]:
    host, protocol = call.arguments.get("host", UNREAD), call.arguments.get("protocol", UNREAD)
    if isinstance(host, str) and "*" in host:
        yield "host", f"{said(host)} is a wildcard, and a rule is for one host"
    elif isinstance(host, str) and ("/" in host or not host.strip() or len(host.split()) > 1):
        yield "host", f"{said(host)} is no host (no scheme, no path, no blank)"
    if isinstance(protocol, str) and protocol not in _PROTOCOLS:
        yield "protocol", f"{said(protocol)} is none of {', '.join(_PROTOCOLS)}"


def _decisions(config: Config) -> Iterator[Fault]:
    for call in calls(config.text):
        known = _DECISIONS.get(call.function)
        decision = call.arguments.get("decision", UNREAD)
        if known is None or decision is UNREAD or decision in known:
            continue
        meant = _MEANT.get(str(decision).lower(), str(decision).lower())
        start, end = call.at("decision")
        fix = Fix(f'write "{meant}"', (Edit("replace", value=f'"{meant}"', start=start, end=end),)) if meant in known else None
        yield Fault((), f"{said(decision)} is no decision ({', '.join(known)}): {_NO_START}", fix, offsets=(start, end))


def _examples(config: Config) -> Iterator[Fault]:
    found = list(calls(config.text))
    for call in (call for call in found if call.function == "prefix_rule"):
        for parameter in ("match", "not_match"):
            for example in _commands(call.arguments.get(parameter)):
                if problem := _example_problem(call, parameter, example):
                    yield _at(call, parameter, f"{said(_shown(example))} {problem}: {_NO_START}")


def _example_problem(call: Call, parameter: str, example: object) -> str | None:
    if example is UNREAD or (isinstance(example, list) and UNREAD in example) or UNREAD in _flat(call.arguments.get("pattern", UNREAD)):
        return None
    words = _words(example)
    if not words:
        return "is no command: a string in the shell's spelling, or a list of words"
    if _matches(call, words) is (parameter == "match"):
        return None
    return "is not matched by this rule" if parameter == "match" else "is matched by this rule"


def _commands(examples: object) -> list[object]:
    return examples if isinstance(examples, list) else []


def _flat(pattern: object) -> list[object]:
    parts = pattern if isinstance(pattern, list) else [pattern]
    return [word for part in parts for word in (part if isinstance(part, list) else [part])]


def _shown(example: object) -> str:
    return " ".join(map(str, example)) if isinstance(example, list) else str(example)


def _words(example: object) -> list[str] | None:
    """The words of an example; None when it has none, or is no line of a shell."""
    if isinstance(example, list):
        return [word for word in example if isinstance(word, str)] if all(isinstance(word, str) for word in example) else None
    try:
        return shlex.split(example) if isinstance(example, str) else None
    except ValueError:
        return None


def _matches(call: Call, words: list[str]) -> bool:
    pattern = call.arguments.get("pattern")
    parts = pattern if isinstance(pattern, list) else []
    first = [words[0].rpartition("/")[2] if isinstance(parts[0], str) and "/" not in parts[0] else words[0]] if words and parts else []
    return len(words) >= len(parts) and all(
        word == part or (isinstance(part, list) and word in part) or (number == 0 and bool(first) and first[0] == part)
        for number, (word, part) in enumerate(zip(words, parts, strict=False))
    )


_SOURCE = "facts/codex.md 1.7 (a bad file stops start-up; match and not_match are checked at load); tried with `codex execpolicy check`"

RULES = (
    LintRule(
        id="codex-rules/not-starlark",
        title="The file is no Starlark",
        explanation=(
            "Rules are Starlark: calls, lists, functions, loops over lists; no import, "
            "class, while or try. At a slip Codex does not start: "
            "`Error loading rules`."
        ),
        severity="error",
        check=_not_starlark,
        source=_SOURCE,
        seen_on=SEEN,
        reads="text",
        examples=(
            Sample('prefix_rule(pattern=["git"]\n'),
            Sample("import os\nx = y = 2\n"),
            Sample('prefix_rule(pattern=["git"], justification="a " "b", decision="prompt")\n'),
            Sample('rule prefix "git" allow\n'),
        ),
        near_misses=(Sample('# ours\nfor word in ["add", "log"]:\n    prefix_rule(pattern = ["git", word], decision = "prompt")\n'),),
    ),
    LintRule(
        id="codex-rules/unknown-name",
        title="A name that rules do not have",
        explanation=(
            "Rules are made with prefix_rule, host_executable and network_rule. Another name is not found, and Codex does not start."
        ),
        severity="error",
        check=_names,
        source=_SOURCE,
        seen_on=SEEN,
        reads="text",
        examples=(
            Sample('prefix_rules(pattern=["git"])\n'),
            Sample('print("x")\n'),
            Sample('load("x.bzl", "y")\n'),
            Sample('prefix_rule(["git"], forbidden)\n'),
        ),
        near_misses=(Sample('def rule(word):\n    prefix_rule(pattern=[str(word)], decision="prompt")\nrule("git")\n'),),
    ),
    LintRule(
        id="codex-rules/bad-argument",
        title="An argument that the function does not take",
        explanation=(
            "pattern is a list of words, each a string or a list of alternatives; hosts are single ones without scheme and path; paths are "
            "absolute. Anything else and Codex does not start."
        ),
        severity="error",
        check=_arguments,
        source=_SOURCE,
        seen_on=SEEN,
        reads="text",
        examples=(
            Sample('prefix_rule(pattern="git push")\n'),
            Sample('prefix_rule(pattern=("git", "push"), decision="prompt")\n'),
            Sample(
                'prefix_rule(pattern=["git", []], match="git x", decisions="allow")\nprefix_rule(pattern=[])\nprefix_rule(pattern=[3])\n'
            ),
            Sample('prefix_rule(decision="prompt", justification="")\n'),
            Sample('host_executable(name="/usr/bin/git", paths=["git"])\nhost_executable(name="git", paths=["/usr/bin/hg"])\n'),
            Sample('network_rule(host="*.pkg.example", protocol="ftp", decision="allow")\n'),
            Sample('network_rule(host="https://pkg.example", protocol="https", decision="deny")\n'),
        ),
        near_misses=(
            Sample('words = ["git", "log"]\nprefix_rule(pattern=words, decision="prompt", justification="ours")\n'),
            Sample('host_executable(name="git", paths=["/usr/bin/git"])\nnetwork_rule("pkg.example", "https", "deny")\n'),
        ),
    ),
    LintRule(
        id="codex-rules/bad-decision",
        title="A word that is no decision",
        explanation="prefix_rule decides allow, prompt or forbidden: `invalid decision`, and Codex does not start.",
        severity="error",
        check=_decisions,
        source=_SOURCE,
        seen_on=SEEN,
        reads="text",
        examples=(Sample('prefix_rule(pattern=["git"], decision="deny")\n'), Sample('prefix_rule(["git"], "Allow")\n')),
        near_misses=(Sample('network_rule(host="a.example", protocol="https", decision="deny")\nprefix_rule(["git"], "prompt")\n'),),
    ),
    LintRule(
        id="codex-rules/wrong-example",
        title="An example that the rules do not bear out",
        explanation="match and not_match are checked when the file is loaded. One that does not hold stops Codex.",
        severity="error",
        check=_examples,
        source=_SOURCE,
        seen_on=SEEN,
        reads="text",
        examples=(
            Sample('prefix_rule(pattern=["git", "push"], decision="prompt", match=["git pull"])\n'),
            Sample('prefix_rule(pattern=["git"], decision="prompt", match=["git \'", ""], not_match=[["git", 3]])\n'),
            Sample('prefix_rule(pattern=["git", ["push", "pull"]], decision="prompt", not_match=["git pull x", ["git", "push"]])\n'),
        ),
        near_misses=(
            Sample(
                'prefix_rule(pattern=["git", "push"], decision="prompt", '
                'match=["/usr/bin/git push x", "git push"], not_match=["git log"])\n'
            ),
            Sample('x = ["hg"]\nprefix_rule(pattern=x, match=["hg"])\ny = ["git log"]\nprefix_rule(pattern=["git"], match=y)\n'),
        ),
    ),
)
