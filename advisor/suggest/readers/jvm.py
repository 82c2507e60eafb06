"""The JVM: Gradle's build files and wrapper, Maven's pom.xml and wrapper."""

from __future__ import annotations

from collections.abc import Iterator
from xml.parsers import expat

from advisor.model import ListenOnPort
from advisor.suggest.manifests import Asks, Broken, Keeps, Manifest, Reader, Runs, Said, Tree, above, nearest

_BUILD_FILES = ("settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts")


def _gradle(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    up = above(manifest.folder)
    if up is not None and nearest(up, _BUILD_FILES, tree) is not None:
        return
    if manifest.name.startswith("build.") and any(manifest.beside(name) in tree for name in _BUILD_FILES[:2]):
        return
    program = "./gradlew" if manifest.beside("gradlew") in tree else "gradle"
    line = manifest.line_of("repositories", "plugins", "rootProject", "include")
    yield Runs(f"{program} build", line, "it is built with it", manifest.folder)
    yield Asks(ListenOnPort(0, "127.0.0.1"), line, "gradle's daemon listens on a port of its own")


def _gradle_wrapper(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    line = manifest.line_of("distributionUrl")
    yield Keeps("gradle", "Gradle versions", line, "gradlew keeps the Gradle that it downloads there")


def _maven(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    parser = expat.ParserCreate()
    try:
        parser.Parse(manifest.text.encode(), True)
    except expat.ExpatError as error:
        yield Broken(error.lineno, f"it is not XML: {expat.ErrorString(error.code)}")
        return
    up = above(manifest.folder)
    if up is None or nearest(up, ("pom.xml",), tree) is None:
        program = "./mvnw" if manifest.beside("mvnw") in tree else "mvn"
        yield Runs(f"{program} verify", manifest.line_of("<dependencies>", "<modules>", "<project"), "it is built with it", manifest.folder)


def _maven_wrapper(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    line = manifest.line_of("distributionUrl")
    yield Keeps("mvn", "Maven versions", line, "mvnw keeps the Maven that it downloads there")


READERS = (
    Reader(_BUILD_FILES, _gradle),
    Reader(("gradle-wrapper.properties",), _gradle_wrapper),
    Reader(("pom.xml",), _maven),
    Reader(("maven-wrapper.properties",), _maven_wrapper),
)
