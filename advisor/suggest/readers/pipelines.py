"""Pipelines: what a project's continuous integration runs tells which tools and services it works with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.model import ReachHost, ReachLocalService
from advisor.suggest.hosts import host_of
from advisor.suggest.manifests import Asks, Broken, Manifest, Reader, Runs, Said, Tree
from advisor.suggest.yaml_lines import Line, lines_of, tab_in

_COMMANDS = frozenset(
    {"run", "script", "before_script", "after_script", "install", "before_install", "bash", "command", "commands", "pwsh"}
)
# Variables that say where packages come from.
_INDEX = re.compile(
    r"(?:npm_config_registry|NPM_CONFIG_REGISTRY|YARN_NPM_REGISTRY_SERVER|PIP_(?:EXTRA_)?INDEX_URL|UV_(?:EXTRA_|DEFAULT_)?INDEX(?:_URL)?"
    r"|GOPROXY|CARGO_REGISTRIES_\w{1,40}_INDEX|BUNDLE_MIRROR\w{0,60})"
)


def _pipeline(manifest: Manifest, tree: Tree) -> Iterator[Said]:
    if (tab := tab_in(manifest.text)) is not None:
        yield Broken(tab, "it is not YAML: a tab where only spaces may stand")
        return
    for line in lines_of(manifest.text):
        if _INDEX.fullmatch(line.key) and (host := host_of(line.value)):
            yield Asks(ReachHost(host[0], host[1]), line.number, f"{line.key} says that packages come from it", kind="ci")
        elif "services" in line.path and line.item and (port := re.fullmatch(r"(\d{2,5}):(\d{2,5})(?:/tcp)?", line.value)):
            need = ReachLocalService(int(port[1]), "127.0.0.1")
            yield Asks(need, line.number, "the tests work with the service that listens there", "direct", "ci")
        elif command := _command(line):
            yield Runs(command, line.number, "the pipeline runs it", "", "ci")


def _command(line: Line) -> str:
    """The command line that stands there; empty for what is none."""
    inside = line.key in _COMMANDS or (not line.key and any(key in _COMMANDS for key in line.path[-1:]))
    return line.value.removeprefix("- ").strip() if inside and not line.value.startswith(("{", "[", "&", "*")) else ""


READERS = (
    Reader(
        (
            ".github/workflows/*.yml", ".github/workflows/*.yaml", ".gitlab-ci.yml", ".circleci/config.yml", "azure-pipelines.yml",
            "bitbucket-pipelines.yml", ".travis.yml", ".drone.yml", ".woodpecker.yml", ".buildkite/*.yml",
        ),
        _pipeline,
    ),
)  # fmt: skip
