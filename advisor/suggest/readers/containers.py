"""Containers: Dockerfiles and compose files. Their daemon does the work outside; what a session needs is its socket, and the ports."""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.model import ReachLocalService
from advisor.suggest.hosts import DATABASE_PORTS
from advisor.suggest.manifests import Asks, Broken, Manifest, Reader, Runs, Said, Tree
from advisor.suggest.services import services_in
from advisor.suggest.yaml_lines import Line, lines_of, tab_in

_PUBLISHED = re.compile(r"(?:(?:127\.0\.0\.1|0\.0\.0\.0|localhost):)?(?:\$\{\w{1,60}:-)?(\d{2,5})\}?:(\d{2,5})(?:/tcp)?")


def _dockerfile(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    found = re.search(r"^\s{0,9}FROM\s", manifest.text, re.MULTILINE | re.IGNORECASE)
    if found:
        line = manifest.text.count("\n", 0, found.end()) + 1
        yield Runs("docker build .", line, "its image is built with it", manifest.folder)


def _compose(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    if (tab := tab_in(manifest.text)) is not None:
        yield Broken(tab, "it is not YAML: a tab where only spaces may stand")
        return
    yield Runs("docker compose up", manifest.line_of("services:"), "its services are started with it", manifest.folder)
    for line in lines_of(manifest.text):
        yield from _published(line)
    yield from services_in(manifest.text, "a service that it names is there")


def _published(line: Line) -> Iterator[Said]:
    """The ports of databases that a line of `ports` publishes, an item or a whole list in brackets."""
    path = (*line.path, line.key) if line.key else line.path
    if path[-1:] != ("ports",):
        return
    service = path[-2] if len(path) > 1 else "the service"
    for word in re.split(r"[\s,\[\]\"']{1,9}", line.value):
        found = _PUBLISHED.fullmatch(word)
        if found and int(found[2]) in DATABASE_PORTS:
            yield Asks(ReachLocalService(int(found[1]), "127.0.0.1"), line.number, f"the service {service} listens there", "direct")


READERS = (
    Reader(("Dockerfile", "Dockerfile.*", "*.Dockerfile", "Containerfile"), _dockerfile),
    Reader(("compose.yaml", "compose.yml", "docker-compose*.yml", "docker-compose*.yaml"), _compose),
)
