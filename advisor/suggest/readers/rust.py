"""Rust: Cargo.toml, Cargo.lock, and cargo's own settings in the project."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from advisor.model import ListenOnPort, ReachHost, WritePath
from advisor.suggest.hosts import host_of
from advisor.suggest.manifests import Asks, Broken, Keeps, Manifest, Reader, Runs, Said, Tree, above, nearest, table, toml_table

_DEPENDENCIES = ("dependencies", "dev-dependencies", "build-dependencies")


def _manifest(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    found = toml_table(manifest.text)
    if isinstance(found, Broken):
        yield found
        return
    for name, url in _git_dependencies(found):
        if host := host_of(url):
            line = manifest.line_of(f"{name} =", f"{name}=", name)
            yield Asks(ReachHost(host[0], host[1]), line, f"the dependency {name} is fetched from it by git", host[2])
            yield Keeps("cargo", "git dependencies", line, "cargo keeps git dependencies there")
    up = above(manifest.folder)
    is_a_part = up is not None and nearest(up, ("Cargo.toml",), tree) is not None and "workspace" not in found
    if not is_a_part and manifest.beside("Cargo.lock") not in tree:
        line = manifest.line_of("[dependencies]", "[workspace]", "[package]")
        yield Runs("cargo fetch", line, "its crates are fetched with it", manifest.folder)


def _lock(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    found = toml_table(manifest.text)
    if isinstance(found, Broken):
        yield found
    elif "source = " in manifest.text:
        yield Runs("cargo fetch", manifest.line_of("source = "), "it pins the crates that are fetched", manifest.folder)
        if 'source = "git+' in manifest.text:
            yield Keeps("cargo", "git dependencies", manifest.line_of('source = "git+'), "cargo keeps git dependencies there")


def _settings(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    """.cargo/config.toml: a target folder elsewhere, a compiler cache."""
    found = toml_table(manifest.text)
    if isinstance(found, Broken):
        yield found
        return
    build = table(found, "build")
    target = build.get("target-dir")
    if isinstance(target, str) and target.startswith(("/", "~")):
        yield Asks(WritePath(target, folder=True), manifest.line_of("target-dir"), "cargo builds there")
    if str(build.get("rustc-wrapper", "")).endswith("sccache"):
        line = manifest.line_of("rustc-wrapper")
        yield Keeps("sccache", "compiled objects", line, "sccache keeps compiled objects there")
        yield Asks(ListenOnPort(4226, "127.0.0.1"), line, "sccache's server listens on it")


def _git_dependencies(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for group in (document, table(document, "workspace"), *(each for each in table(document, "target").values())):
        for key in _DEPENDENCIES:
            for name, dependency in table(group, key).items():
                if isinstance(dependency, dict) and isinstance(dependency.get("git"), str):
                    yield re.sub(r"\s", "", name), dependency["git"]


READERS = (
    Reader(("Cargo.toml",), _manifest),
    Reader(("Cargo.lock",), _lock),
    Reader((".cargo/config.toml", ".cargo/config"), _settings),
)
