"""Go: go.mod and go.work."""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.suggest.manifests import Broken, Keeps, Manifest, Reader, Runs, Said, Tree, above, nearest

_MODULE = re.compile(r"^module\s{1,9}\S{1,300}", re.MULTILINE)
_REQUIRE = re.compile(r"^(?:require\s|\t\S{1,300}\s{1,9}v\d)", re.MULTILINE)


def _module(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    if not _MODULE.search(manifest.text):
        yield Broken(1, "no line of it names the module")
        return
    up = above(manifest.folder)
    if up is not None and nearest(up, ("go.work",), tree) is not None:
        return
    yield from _builds(manifest, bool(_REQUIRE.search(manifest.text)))


def _workspace(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    yield from _builds(manifest, True)


def _builds(manifest: Manifest, downloads: bool) -> Iterator[Said]:
    if downloads:
        because = "its modules are downloaded and built with it"
        yield Runs("go build ./...", manifest.line_of("require", "use", "module"), because, manifest.folder)
    else:
        yield Keeps("go", "compiled packages", manifest.line_of("module"), "go keeps what it compiles there")


READERS = (Reader(("go.mod",), _module), Reader(("go.work",), _workspace))
