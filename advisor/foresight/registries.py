"""Which hosts a package manager will download from: what its lock files and its own configuration name (DESIGN §11).

Names of public registries stand nowhere here: where no file names one, the program itself is asked, or the human.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from advisor.foresight.seen import Called

MOST_HOSTS = 8
RUNNERS = frozenset({"npx", "pnpx", "bunx", "uvx", "pipx"})  # what is installed already is run without a download
_INSTALL_BY_THEMSELVES = frozenset({"yarn", "bundle"})  # without any word
_LOCK_BYTES = 24 << 20
_URL = r"https?://(?:[^@/\s\"']{1,256}@)?(\[[^\]]{1,64}\]|[A-Za-z0-9][A-Za-z0-9.-]{0,252})(?::(\d{1,5}))?"


class Registry(NamedTuple):
    """How one ecosystem's downloads are found.

    programs: who downloads. verbs: with which words it surely does. maybe: with which it does what was not downloaded
    before; empty: with any other. locks, settings: (file, pattern before a URL). writes: what an installation writes in the
    project. ask: how a human finds out.
    """

    programs: tuple[str, ...]
    verbs: frozenset[str]
    maybe: frozenset[str]
    locks: tuple[tuple[str, str], ...]
    settings: tuple[tuple[str, str], ...]
    writes: str | None
    ask: str


_NPMRC = tuple((file, r"^(?:@[^:\s]{1,100}:)?registry\s{0,9}=\s{0,9}") for file in (".npmrc", "~/.npmrc"))
_PIP_CONF = tuple(
    (file, r"^(?:extra-)?index-url\s{0,9}=\s{0,9}") for file in ("~/.config/pip/pip.conf", "~/.pip/pip.conf", "/etc/pip.conf")
)

REGISTRIES = (
    Registry(
        ("npm", "pnpm", "yarn", "bun", "npx", "pnpx", "bunx"),
        frozenset({"install", "i", "ci", "add", "update", "up", "upgrade", "dlx", "view", "outdated", "audit", "publish", ""}),
        frozenset({"exec", "x"}),
        (
            ("package-lock.json", r'"resolved":\s{0,9}"'),
            ("npm-shrinkwrap.json", r'"resolved":\s{0,9}"'),
            ("yarn.lock", r'^\s{0,9}resolved "'),
            ("pnpm-lock.yaml", r"\btarball: '?"),
        ),
        (*_NPMRC, (".yarnrc.yml", r"^npmRegistryServer:\s{0,9}[\"']?"), ("bunfig.toml", r"^registry\s{0,9}=\s{0,9}\"")),
        "node_modules",
        "npm config get registry",
    ),
    Registry(
        ("pip", "uv", "poetry", "pdm", "pipenv", "pipx", "uvx", "hatch"),
        frozenset({"install", "download", "wheel", "sync", "add", "lock", "update", "pip"}),
        frozenset({"run", "tool", "build"}),
        (("uv.lock", r"registry = \""), ("poetry.lock", r"^url = \""), ("requirements.txt", r"^--(?:extra-)?index-url[ =]")),
        (*_PIP_CONF, ("pyproject.toml", r"^url\s{0,9}=\s{0,9}\""), ("uv.toml", r"^(?:index-url|url)\s{0,9}=\s{0,9}\"")),
        None,
        "pip config get global.index-url",
    ),
    Registry(
        ("cargo",),
        frozenset({"fetch", "update", "install", "add", "publish"}),
        frozenset({"build", "b", "check", "c", "test", "t", "run", "r", "clippy", "doc", "bench"}),
        (("Cargo.lock", r"source = \"(?:registry|git|sparse)\+"),),
        ((".cargo/config.toml", r"\bregistry\s{0,9}=\s{0,9}\"(?:sparse\+)?"),),
        "target",
        "cargo fetch -v",
    ),
    Registry(
        ("go",),
        frozenset({"get", "install"}),
        frozenset({"mod", "build", "test", "run", "vet", "generate"}),
        (),
        (),
        None,
        "go env GOPROXY",
    ),
    Registry(
        ("bundle", "gem"),
        frozenset({"install", "update", "add", "fetch", ""}),
        frozenset({"exec"}),
        (("Gemfile.lock", r"^\s{0,9}remote:\s{0,9}"),),
        (("Gemfile", r"^source\s{1,9}[\"']"),),
        None,
        "gem sources",
    ),
    Registry(
        ("composer",),
        frozenset({"install", "update", "require", "create-project"}),
        frozenset({"exec"}),
        (("composer.lock", r'"url":\s{0,9}"'),),
        (("composer.json", r'"url":\s{0,9}"'),),
        "vendor",
        "composer config repositories",
    ),
    Registry(
        ("gradle", "gradlew"),
        frozenset(),
        frozenset(),
        (),
        (
            ("gradle/wrapper/gradle-wrapper.properties", r"^distributionUrl="),
            ("settings.gradle", r"\burl\b[ =(]{1,3}(?:uri\()?[\"']"),
            ("build.gradle", r"\burl\b[ =(]{1,3}(?:uri\()?[\"']"),
        ),
        "build",
        "gradle buildEnvironment",
    ),
    Registry(
        ("mvn", "mvnw"),
        frozenset(),
        frozenset(),
        (),
        (("pom.xml", r"<url>"), ("~/.m2/settings.xml", r"<url>"), (".mvn/wrapper/maven-wrapper.properties", r"^distributionUrl=")),
        "target",
        "mvn help:effective-settings",
    ),
)


def registry_of(called: Called) -> tuple[Registry, bool] | None:
    """(the registry that a call downloads from, whether it surely does); None when it downloads nothing."""
    name = re.sub(r"[\d.]{1,8}$", "", called.program)
    registry = next((registry for registry in REGISTRIES if name in registry.programs), None)
    if registry is None:
        return None
    if name in RUNNERS:
        return registry, False
    if called.verb in registry.verbs and (called.verb or name in _INSTALL_BY_THEMSELVES):
        return registry, True
    return (registry, False) if not registry.maybe or called.verb in registry.maybe else None


def manages_packages(program: str) -> bool:
    """Whether a program is a package manager of `REGISTRIES`."""
    return any(program in registry.programs for registry in REGISTRIES)


def files_of(registry: Registry) -> Iterator[tuple[str, int]]:
    """(file, bytes at most) of what may name the registry's hosts."""
    for file, _ in registry.locks:
        yield file, _LOCK_BYTES
    for file, _ in registry.settings:
        yield file, 1 << 20


def hosts_of(registry: Registry, texts: Mapping[str, str]) -> tuple[tuple[str, int | None, str], ...]:
    """(host, port, the file that names it): from lock files, which pin what is fetched, else from settings."""
    for group in (registry.locks, registry.settings):
        found: dict[tuple[str, int | None], str] = {}
        for file, before in group:
            for match in re.finditer(before + _URL, texts.get(file, ""), re.MULTILINE):
                found.setdefault((match[1].strip("[]").lower(), int(match[2]) if match[2] else None), file)
                if len(found) == MOST_HOSTS:
                    break
        if found:
            return tuple((host, port, file) for (host, port), file in found.items())
    return ()
