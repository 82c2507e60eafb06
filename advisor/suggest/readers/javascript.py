"""JavaScript and TypeScript: package.json, the lock files of npm, pnpm, yarn and bun, the settings of monorepo tools."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from advisor.model import ReachHost
from advisor.suggest.hosts import host_of
from advisor.suggest.manifests import Asks, Broken, Keeps, Manifest, Reader, Runs, Said, Tree, above, json_table, nearest, table

_INSTALLS = {
    "package-lock.json": "npm ci",
    "npm-shrinkwrap.json": "npm ci",
    "pnpm-lock.yaml": "pnpm install",
    "yarn.lock": "yarn install",
    "bun.lock": "bun install",
    "bun.lockb": "bun install",
}
_DEPENDENCIES = ("dependencies", "devDependencies", "optionalDependencies", "peerDependencies")
_LARGEST_JSON = 4 << 20  # characters of a lock file that is parsed only to see whether it can be
# Packages whose install step, or first use, downloads programs into a folder of their own: (program, purpose, because).
_DOWNLOADS = {
    "puppeteer": ("puppeteer", "browsers", "puppeteer's install step downloads a browser there"),
    "cypress": ("cypress", "the Cypress program", "the install step of cypress downloads its program there"),
    "@playwright/test": ("playwright", "browsers", "playwright downloads its browsers there"),
    "playwright": ("playwright", "browsers", "playwright downloads its browsers there"),
    "prisma": ("prisma", "engines", "prisma downloads its engines there"),
}
# `github:owner/name` and the plain `owner/name` mean that forge.
_FORGES = {"github": "github.com", "gitlab": "gitlab.com", "bitbucket": "bitbucket.org"}


def _package(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    package = json_table(manifest.text)
    if isinstance(package, Broken):
        yield package
        return
    yield from _install(manifest, package, tree)
    for name, line in table(package, "scripts").items():
        if isinstance(line, str) and line.strip():
            yield Runs(
                line, manifest.line_of(f'"{name}":', f'"{name}"'), f"the script {name} of package.json runs it", manifest.folder, "script"
            )
    for name, version in _dependencies(package):
        if name in _DOWNLOADS:
            program, purpose, because = _DOWNLOADS[name]
            yield Keeps(program, purpose, manifest.line_of(f'"{name}"'), because)
        if host := _git_host(version):
            line = manifest.line_of(f'"{name}"')
            yield Asks(ReachHost(host[0], host[1]), line, f"the dependency {name} is fetched from it by git", host[2])


def _install(manifest: Manifest, package: Mapping[str, Any], tree: Tree) -> Iterator[Said]:
    """The installation that no lock file speaks for."""
    folder = manifest.folder
    if nearest(folder, tuple(_INSTALLS), tree):
        return
    up = above(folder)
    if up is not None and nearest(up, ("package.json",), tree):
        return
    if not any(table(package, key) for key in _DEPENDENCIES) and not package.get("workspaces"):
        return
    named = re.match(r"(npm|pnpm|yarn|bun)(?:@|$)", str(package.get("packageManager", "")))
    manager = named[1] if named else "pnpm" if manifest.beside("pnpm-workspace.yaml") in tree else "npm"
    line = manifest.line_of(*(f'"{key}"' for key in (*_DEPENDENCIES, "workspaces")))
    yield Runs(f"{manager} install", line, "its dependencies are installed with it", folder)


def _dependencies(package: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key in _DEPENDENCIES:
        yield from ((name, str(version)) for name, version in table(package, key).items())


def _git_host(version: str) -> tuple[str, int, Any] | None:
    """(host, port, client) that git reaches for a dependency's version."""
    if found := re.match(r"(github|gitlab|bitbucket):[\w.-]{1,100}/", version):
        return _FORGES[found[1]], 443, "proxy"
    if re.fullmatch(r"[\w.-]{1,100}/[\w.-]{1,100}(?:#\S{1,200})?", version):
        return _FORGES["github"], 443, "proxy"
    return host_of(version.removeprefix("git+")) if version.startswith(("git", "ssh:")) or re.search(r"\.git(?:#|$)", version) else None


def _lock(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    if manifest.name.endswith(".json") and len(manifest.text) <= _LARGEST_JSON:
        found = json_table(manifest.text)
        if isinstance(found, Broken):
            yield found
            return
    line = manifest.line_of('"packages"', '"dependencies"', "importers:", "packages:")
    yield Runs(_INSTALLS[manifest.name], line, "it pins what is installed", manifest.folder)
    if manifest.name == "package-lock.json" or manifest.name == "yarn.lock":
        for found_ in list(re.finditer(r"\bgit\+(ssh://[^\s\"'#]{1,300})", manifest.text))[:8]:
            if host := host_of(found_[1]):
                line = manifest.text.count("\n", 0, found_.start()) + 1
                yield Asks(ReachHost(host[0], host[1]), line, "a dependency is fetched from it by git", host[2])


def _turbo(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    """turbo.json and nx.json: the host of a remote cache, where they name one."""
    text = re.sub(r"^\s{0,200}//[^\n]{0,2000}$", "", manifest.text, flags=re.MULTILINE)  # comments are allowed here
    value = json_table(text)
    if isinstance(value, Broken):
        yield value
        return
    for address in (table(value, "remoteCache").get("apiUrl"), value.get("nxCloudUrl")):
        if isinstance(address, str) and (host := host_of(address)):
            yield Asks(ReachHost(host[0], host[1]), manifest.line_of(address), "the remote cache of its tasks is there")


READERS = (Reader(("package.json",), _package), Reader(tuple(_INSTALLS), _lock), Reader(("turbo.json", "nx.json"), _turbo))
