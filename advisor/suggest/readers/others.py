"""Other ecosystems: one manifest, one command each."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.suggest.manifests import Broken, Manifest, Reader, Runs, Said, Tree, above, json_table, nearest
from advisor.suggest.services import services_in

# The manifest -> the command that installs or builds with it.
_COMMANDS = {
    "composer.json": "composer install",
    "mix.exs": "mix deps.get",
    "pubspec.yaml": "dart pub get",
    "Package.swift": "swift build",
    "stack.yaml": "stack build",
    "build.sbt": "sbt compile",
    "MODULE.bazel": "bazel build //...",
    "WORKSPACE": "bazel build //...",
    "deno.json": "deno install",
    "build.zig": "zig build",
    "Podfile": "pod install",
}


def _one(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    if manifest.name.endswith(".json"):
        found = json_table(manifest.text)
        if isinstance(found, Broken):
            yield found
            return
    up = above(manifest.folder)
    if up is None or nearest(up, (manifest.name,), tree) is None:
        yield Runs(_COMMANDS[manifest.name], manifest.line_of("require", "dependencies", "deps"), "it is built with it", manifest.folder)


def _dotnet(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    yield Runs("dotnet restore", manifest.line_of("<PackageReference", "Project("), "its packages are restored with it", manifest.folder)


def _example(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    """An example of an environment, which holds no secrets: the services that the project is run with."""
    yield from services_in(manifest.text, f"{manifest.name} says that it works with the service there")


READERS = (
    Reader((".env.example", ".env.sample", ".env.template", ".env.dist"), _example),
    Reader(tuple(_COMMANDS), _one),
    Reader(("*.csproj", "*.fsproj", "*.sln"), _dotnet),
)
