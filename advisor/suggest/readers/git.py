"""Git: the submodules that a checkout needs. What fetches them writes git's own config, which no setting opens."""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.model import ReachHost, WritePath
from advisor.suggest.hosts import host_of
from advisor.suggest.manifests import Asks, Broken, Manifest, Reader, Runs, Said, Tree


def _submodules(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    first: int | None = None
    name = ""
    for number, line in enumerate(manifest.text.splitlines(), 1):
        if section := re.match(r'\s{0,20}\[submodule "([^"]{1,300})"\]', line):
            name = section[1]
        elif line.lstrip().startswith("["):
            yield Broken(number, "it is not a section of a submodule")
        elif found := re.match(r"\s{0,20}url\s{0,9}=\s{0,9}(\S{1,2000})", line):
            first = first or number
            if found[1].startswith(("./", "../")):
                yield Runs("git ls-remote", number, f"the submodule {name} lies beside this repository's own remote", "")
            elif host := host_of(found[1]):
                yield Asks(ReachHost(host[0], host[1]), number, f"the submodule {name} is fetched from it", host[2])
    if first is not None:
        yield Asks(WritePath(".git/config"), first, "`git submodule update --init` writes each submodule's address there")


READERS = (Reader((".gitmodules",), _submodules),)
