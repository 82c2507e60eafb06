"""What of a command's foreseen needs a repository makes necessary, by where the command stands."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from advisor.foresight import Foreseen, Foresight
from advisor.foresight.calls import calls_of
from advisor.foresight.registries import registry_of
from advisor.hazards import judge_write
from advisor.model import ConnectSocket, ListenOnPort, Need, Nest, ReachHost, ReachLocalService, Situation, WritePath
from advisor.paths import canonical, within
from advisor.suggest.hosts import DATABASE_PORTS
from advisor.suggest.manifests import Runs

# What a shell makes of these is not known before it runs.
_UNSURE = frozenset("$`*?{}<>")


def worth_telling(runs: Runs, foresight: Foresight) -> Iterator[Foreseen]:
    """The needs that working in the repository comes to.

    setup: all of them. script: what is sure to be a place, a host or a port outside. ci: what package managers need alone, for
    whatever else a pipeline does, it does on its own machine.
    """
    if runs.kind == "ci" and not any(registry_of(called) for called in calls_of(runs.command)):
        return
    for one in foresight.needs:
        match one.need:
            case ReachHost(host=None):
                if runs.kind == "setup" or (runs.kind == "script" and any(registry_of(called) for called in calls_of(runs.command))):
                    yield one
            case WritePath(path=str(path)) if not _UNSURE & set(path):
                if runs.kind == "setup" or _is_worth_it(path, one):
                    yield one
            case ReachHost(host=str(host)) if not _UNSURE & set(host):
                # Where a pipeline's step runs is not known, and so not which of the program's own settings count there.
                if runs.kind != "ci" or one.file is not None or host in runs.command:
                    yield one
            case ReachLocalService(port=port) if port in DATABASE_PORTS:
                yield one
            case ListenOnPort() | ConnectSocket() | Nest():
                yield one
            case _:
                pass


def _is_worth_it(path: str, one: Foreseen) -> bool:
    """Whether what a script writes is worth telling: in the project, but not git's own; outside, what may be granted and is kept."""
    if ".git" in path.split("/"):
        return False
    is_taken_away = one.why.partition(" ")[0] in ("rm", "rmdir", "unlink", "shred", "truncate", "chmod", "chown")
    return not path.startswith(("/", "~")) or (judge_write(path).grantable and not is_taken_away)


def in_the_project(need: Need, folder: str, situation: Situation) -> Need:
    """A need as the repository has it: any write inside the project is one, that of the project's folder."""
    if not isinstance(need, WritePath) or need.path is None:
        return need
    if need.path.startswith("~"):
        return need
    root = situation.repository or situation.directory or "/"
    place = posixpath.normpath(posixpath.join(root, folder, need.path))
    if not within(place, canonical(root)) and not within(place, root):
        return need if need.path.startswith("/") else need._replace(path=place)
    inside = posixpath.relpath(place, root)
    if inside.split("/", 1)[0] == ".git":
        return need._replace(path=inside)
    here = situation.directory or root
    return WritePath("." if here == root else root, folder=True)
