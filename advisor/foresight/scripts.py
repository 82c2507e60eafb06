"""Which command lines a script's name stands for: package.json, Makefile and pyproject.toml, resolved by one level."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from advisor.foresight.seen import Called

Texts = Mapping[str, str]  # file name -> its text, for the files that exist

_PACKAGE_MANAGERS = frozenset({"npm", "pnpm", "yarn", "bun"})
_NPM_SHORT = frozenset({"test", "t", "start", "stop", "restart"})  # run without `run`
# What yarn, pnpm and bun do themselves; any other word may name a script.
_OWN_VERBS = frozenset({
    "add", "audit", "bin", "cache", "ci", "config", "create", "dedupe", "dlx", "exec", "i", "import", "info", "init", "install", "link",
    "list", "ls", "outdated", "pack", "patch", "prune", "publish", "rebuild", "remove", "store", "unlink", "up", "update", "upgrade", "why",
    "workspace", "workspaces", "x", "build", "pm", "view",
})  # fmt: skip
_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
FILES = ("package.json", *_MAKEFILES, "pyproject.toml")


def script_of(called: Called, texts: Texts) -> str | None:
    """The command line behind a call of a script; None when the call runs none, or none that is known."""
    if called.program in _PACKAGE_MANAGERS:
        return _package_script(called, texts)
    resolve = _RESOLVERS.get(called.program)
    return resolve(called, texts) if resolve else None


def _package_script(called: Called, texts: Texts) -> str | None:
    words = called.plain
    name = ""
    if words[:1] in (("run",), ("run-script",)):
        name = words[1] if len(words) > 1 else ""
    elif called.program == "npm":
        name = {"t": "test"}.get(words[0], words[0]) if words and words[0] in _NPM_SHORT else ""
    elif words and words[0] not in _OWN_VERBS:
        name = words[0]
    scripts = _member(_json(texts.get("package.json")), "scripts")
    steps = [scripts.get(f"{hook}{name}") for hook in ("pre", "", "post")] if name in scripts else []
    return " && ".join(step for step in steps if isinstance(step, str)) or None


def _make_recipe(called: Called, texts: Texts) -> str | None:
    given = makefile_of(called)
    text = next((texts[name] for name in (given or "", *_MAKEFILES) if name in texts), None)
    if text is None:
        return None
    target = next((word for word in called.plain if "=" not in word and word != given), None) or _first_target(text)
    lines = text.replace("\\\n", " ").split("\n")
    for place, line in enumerate(lines):
        if target and re.match(rf"{re.escape(target)}\s{{0,9}}:(?!=)", line):
            recipe = []
            for below in lines[place + 1 :]:
                if not below.startswith("\t"):
                    break
                recipe.append(" ".join(below.split()).lstrip("@-+"))
            return " && ".join(step for step in recipe if step) or None
    return None


def makefile_of(called: Called) -> str | None:
    """The makefile that a call of make names itself."""
    return called.value_of("-f", "--file", "--makefile") if called.program in ("make", "gmake") else None


def _first_target(text: str) -> str | None:
    found = re.search(r"^([A-Za-z0-9_][A-Za-z0-9_./-]{0,80})\s{0,9}:(?!=)", text, re.MULTILINE)
    return found[1] if found else None


def _poetry(called: Called, texts: Texts) -> str | None:
    return " ".join(called.arguments[1:]) or None if called.verb == "run" else None


def _task(called: Called, texts: Texts) -> str | None:
    """A task of pyproject.toml, as poe, pdm and hatch keep them."""
    words = called.plain[1:] if called.plain[:1] == ("run",) else called.plain
    document = _toml(texts.get("pyproject.toml"))
    tool = _member(document, "tool")
    for table in (
        _member(tool, "poe", "tasks"),
        _member(tool, "pdm", "scripts"),
        _member(tool, "taskipy", "tasks"),
        _member(tool, "hatch", "envs", "default", "scripts"),
    ):
        task = table.get(words[0]) if words else None
        line = task.get("cmd") if isinstance(task, Mapping) else task
        if isinstance(line, str):
            return line
    return " ".join(called.arguments[1:]) or None if called.program in ("pdm", "hatch") and called.verb == "run" else None


def _uv(called: Called, texts: Texts) -> str | None:
    return " ".join(word for word in called.arguments[1:] if word != "--") or None if called.verb == "run" else None


def _member(value: object, *path: str) -> Mapping[str, object]:
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def _json(text: str | None) -> object:
    try:
        return json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}


def _toml(text: str | None) -> object:
    import tomllib  # only for a project that has such a file

    try:
        return tomllib.loads(text or "")
    except (ValueError, RecursionError):  # a number of thousands of digits is a ValueError of its own
        return {}


_RESOLVERS: dict[str, Callable[[Called, Texts], str | None]] = {
    "make": _make_recipe,
    "gmake": _make_recipe,
    "poetry": _poetry,
    "pdm": _task,
    "poe": _task,
    "task": _task,
    "hatch": _task,
    "uv": _uv,
    "rye": _uv,
    "pipenv": _poetry,
}
