"""Python: pyproject.toml, the lock files of uv, poetry, pdm and pipenv, requirements, and the settings of hook runners."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from advisor.model import ReachHost
from advisor.suggest.hosts import host_of
from advisor.suggest.manifests import Asks, Broken, Keeps, Manifest, Reader, Runs, Said, Tree, above, nearest, table, toml_table
from advisor.suggest.yaml_lines import lines_of

_INSTALLS = {"uv.lock": "uv sync", "poetry.lock": "poetry install", "pdm.lock": "pdm install", "Pipfile.lock": "pipenv install"}
_IN_PROJECT = re.compile(r"^in-project\s{0,9}=\s{0,9}true\b", re.MULTILINE)


def _lock(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    command = _INSTALLS[manifest.name]
    line = manifest.line_of("[[package]]", '"default"')
    yield Runs(command, line, "it pins what is installed", manifest.folder)
    if manifest.name == "poetry.lock" and manifest.beside("poetry.toml") not in tree:
        because = "poetry makes the project's environment there, unless poetry.toml keeps it in the project"
        yield Keeps("poetry", "environments", line, because)
    if manifest.name == "Pipfile.lock":
        yield Keeps("pipenv", "environments", line, "pipenv makes the project's environment there")


def _poetry_settings(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    """poetry.toml: where environments are made."""
    found = toml_table(manifest.text)
    if isinstance(found, Broken):
        yield found
    elif not _IN_PROJECT.search(manifest.text) and manifest.beside("poetry.lock") in tree:
        yield Keeps("poetry", "environments", 1, "poetry makes the project's environment there")


def _project(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    found = toml_table(manifest.text)
    if isinstance(found, Broken):
        yield found
        return
    folder = manifest.folder
    if nearest(folder, tuple(_INSTALLS), tree) is None and not _is_a_part(folder, tree):
        yield from _install(manifest, found)
    for name, line in _tasks(found):
        yield Runs(line, manifest.line_of(f"{name} =", f"{name}=", name), f"the task {name} of pyproject.toml runs it", folder, "script")
    for match in list(re.finditer(r"\bgit(?: = \"|\+)((?:https|ssh)://[^\s\"'@#]{1,300}(?:@[^\s\"'@#]{1,300})?)", manifest.text))[:8]:
        if host := host_of(match[1]):
            at = manifest.text.count("\n", 0, match.start()) + 1
            yield Asks(ReachHost(host[0], host[1]), at, "a dependency is fetched from it by git", host[2])


def _is_a_part(folder: str, tree: Tree) -> bool:
    """Whether a project further up installs this one too."""
    up = above(folder)
    return up is not None and nearest(up, ("pyproject.toml",), tree) is not None


def _install(manifest: Manifest, project: Mapping[str, Any]) -> Iterator[Said]:
    """The installation that no lock file speaks for."""
    tools = table(project, "tool")
    line = manifest.line_of("dependencies", "[tool.poetry", "[project]", "[build-system]")
    if "poetry" in tools and ("dependencies" in table(tools, "poetry") or "group" in table(tools, "poetry")):
        yield Runs("poetry install", line, "its dependencies are installed with it", manifest.folder)
    elif "uv" in tools:
        yield Runs("uv sync", line, "its dependencies are installed with it", manifest.folder)
    elif "pdm" in tools:
        yield Runs("pdm install", line, "its dependencies are installed with it", manifest.folder)
    elif "project" in project or "build-system" in project:
        yield Runs("pip install -e .", line, "its dependencies are installed with it", manifest.folder)


def _tasks(project: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    tool = table(project, "tool")
    for tasks in (
        table(tool, "poe", "tasks"),
        table(tool, "pdm", "scripts"),
        table(tool, "taskipy", "tasks"),
        table(tool, "hatch", "envs", "default", "scripts"),
    ):
        for name, task in tasks.items():
            line = task.get("cmd") if isinstance(task, dict) else task
            if isinstance(line, str):
                yield name, line


def _requirements(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    lines = [line for line in manifest.text.splitlines() if line.strip() and not line.lstrip().startswith(("#", "-r", "-c"))]
    if lines and nearest(manifest.folder, tuple(_INSTALLS), tree) is None:
        first = next(line for line in lines)
        indexes = re.findall(r"^--?(?:extra-)?index-url[ =]\S{1,300}|^-i \S{1,300}", manifest.text, re.MULTILINE)
        # What another file of requirements names is told by its own lines: foresight looks at requirements.txt alone.
        command = " ".join(["pip install -r", manifest.name, *(indexes if manifest.name != "requirements.txt" else ())])
        yield Runs(command, manifest.line_of(first), "its packages are installed with it", manifest.folder)


def _pipfile(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    found = toml_table(manifest.text)
    if isinstance(found, Broken):
        yield found
    elif manifest.beside("Pipfile.lock") not in tree:
        yield Runs("pipenv install", manifest.line_of("[packages]"), "its packages are installed with it", manifest.folder)


def _setup(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    """setup.py and setup.cfg, where they are setuptools' own: any module may have that name."""
    if not re.search(r"\b(?:setuptools|distutils)\b|^\[(?:metadata|options)\]", manifest.text, re.MULTILINE):
        return
    if manifest.beside("pyproject.toml") not in tree and nearest(manifest.folder, tuple(_INSTALLS), tree) is None:
        yield Runs(
            "pip install -e .", manifest.line_of("install_requires", "setup("), "its dependencies are installed with it", manifest.folder
        )


def _hooks(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    """.pre-commit-config.yaml: where hooks are cloned from, and the folder they are kept in."""
    first: int | None = None
    for line in lines_of(manifest.text):
        if line.key == "repo" and (host := host_of(line.value)):
            first = first or line.number
            yield Asks(ReachHost(host[0], host[1]), line.number, "pre-commit clones its hooks from it", host[2])
    if first is not None:
        yield Keeps("pre-commit", "hook programs", first, "pre-commit keeps its hooks there")


READERS = (
    Reader(tuple(_INSTALLS), _lock),
    Reader(("poetry.toml",), _poetry_settings),
    Reader(("pyproject.toml",), _project),
    Reader(("requirements*.txt", "requirements/*.txt"), _requirements),
    Reader(("Pipfile",), _pipfile),
    Reader(("setup.py", "setup.cfg"), _setup),
    Reader((".pre-commit-config.yaml",), _hooks),
)
