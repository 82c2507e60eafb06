"""Ruby: the Gemfile and its lock, Bundler's settings in the project, and the databases of Rails."""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.model import ConnectSocket, ReachHost
from advisor.suggest.hosts import host_of
from advisor.suggest.manifests import Asks, Keeps, Manifest, Reader, Runs, Said, Tree, nearest
from advisor.suggest.services import service_at, services_in
from advisor.suggest.yaml_lines import lines_of

_SOCKETS = {
    "postgresql": "/var/run/postgresql/.s.PGSQL.5432",
    "mysql2": "/var/run/mysqld/mysqld.sock",
    "trilogy": "/var/run/mysqld/mysqld.sock",
}
_MOST_REMOTES = 8
_DEFAULT_PORTS = {"postgresql": 5432, "mysql2": 3306, "trilogy": 3306}


def _gems(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    if manifest.name == "Gemfile" and manifest.beside("Gemfile.lock") in tree:
        return
    line = manifest.line_of("remote:", "source", "gem ")
    yield Runs("bundle install", line, "its gems are installed with it", manifest.folder)
    for found in list(re.finditer(r"^\s{1,9}remote: (\S{1,300})", manifest.text, re.MULTILINE))[:_MOST_REMOTES]:
        if (host := host_of(found[1])) and host[2] == "git-ssh":  # the others are read where the downloads are
            at = manifest.text.count("\n", 0, found.start(1)) + 1
            yield Asks(ReachHost(host[0], host[1]), at, "a gem is fetched from it by git", host[2])
    if nearest(manifest.folder, (".bundle/config",), tree) is None:
        because = "bundler installs gems there, unless BUNDLE_PATH keeps them in the project"
        yield Keeps("gem", "installed gems", line, because)


def _bundler(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    """.bundle/config: where gems go."""
    if not re.search(r"^BUNDLE_(?:PATH|DEPLOYMENT):", manifest.text, re.MULTILINE):
        yield Keeps("gem", "installed gems", 1, "bundler installs gems there")


def _databases(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    """config/database.yml: a server on this machine, by its socket where no host is named."""
    adapter, host, port, line = "", "", 0, 1
    for one in lines_of(manifest.text):
        if one.key == "adapter" and not adapter:
            adapter, line = one.value, one.number
        elif one.key == "host" and not host:
            host, line = _plain(one.value), one.number
        elif one.key == "port" and not port and _plain(one.value).isdigit():
            port = int(_plain(one.value))
    if adapter not in _SOCKETS:
        return
    because = f"the database of config/{manifest.name} is there"
    if host and not host.startswith("/"):
        yield from service_at(host, port or _DEFAULT_PORTS[adapter], line, because)
    else:
        yield Asks(ConnectSocket(host or _SOCKETS[adapter]), line, because, "direct")


def _services(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    """config/cable.yml and its kin: services by their URLs."""
    yield from services_in(manifest.text, f"the service of config/{manifest.name} is there")


def _plain(value: str) -> str:
    """A value, or the one that an ERB expression falls back to."""
    found = re.search(
        r"ENV(?:\.fetch\(|\[)[\"']\w{1,60}[\"'][,)\]]?\s{0,9}(?:\)?\s{0,9}\{\s{0,9}|\|\|\s{0,9})?[\"']?([\w./-]{1,200})", value
    )
    return found[1] if found else "" if "<%" in value else value


READERS = (
    Reader(("Gemfile", "Gemfile.lock"), _gems),
    Reader((".bundle/config",), _bundler),
    Reader(("config/database.yml",), _databases),
    Reader(("config/cable.yml", "config/cache.yml", "config/queue.yml", "config/sidekiq.yml"), _services),
)
