"""Which hosts a package manager will download from: what its lock files and its own configuration name (DESIGN §11).

Where no file names one, the program itself is asked, or the human. The public registries of Python, npm and Debian stand
nowhere here; of the others, what a program has built in (`default`) stands beside its source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from advisor.foresight.seen import Called
from advisor.model.tuples import NamedTuple

MOST_HOSTS = 8
RUNNERS = frozenset({"npx", "pnpx", "bunx", "uvx", "pipx"})  # what is installed already is run without a download
_INSTALL_BY_THEMSELVES = frozenset({"yarn", "bundle"})  # without any word
_LOCK_BYTES = 24 << 20
# A properties file writes the colon behind a backslash.
_URL = r"https?\\?://(?:[^@/\s\"']{1,256}@)?(\[[^\]]{1,64}\]|[A-Za-z0-9][A-Za-z0-9.-]{0,252})(?::(\d{1,5}))?"


class Source(NamedTuple):
    """A file that names hosts, and the pattern of what stands before a URL there.

    beside: what it names is fetched from beside the registry's own hosts, not in their place. each: (what every package
    has in the file, what only those have whose place is named): where there are fewer of these, the rest come from elsewhere.
    """

    file: str
    before: str
    beside: bool = False
    each: tuple[str, str] | None = None


class Named(NamedTuple):
    """A host that a file names, and where; beside: in addition to the registry's own hosts."""

    host: str
    port: int | None
    file: str
    line: int
    beside: bool = False


class Registry(NamedTuple):
    """How one ecosystem's downloads are found.

    programs: who downloads. verbs: with which words it surely does. maybe: with which it does what was not downloaded
    before; empty: with any other. writes: what an installation writes in the project. ask: how a human finds out.
    default: the hosts that the program has built in.
    """

    programs: tuple[str, ...]
    verbs: frozenset[str]
    maybe: frozenset[str]
    locks: tuple[Source, ...]
    settings: tuple[Source, ...]
    writes: str | None
    ask: str
    default: tuple[str, ...] = ()


_NPMRC = (
    *(Source(file, r"^registry\s{0,9}=\s{0,9}") for file in (".npmrc", "~/.npmrc")),
    *(Source(file, r"^@[^:\s]{1,100}:registry\s{0,9}=\s{0,9}", beside=True) for file in (".npmrc", "~/.npmrc")),
)
# A source of poetry's or uv's own that stands in the place of the public one; the others stand beside it.
_IN_ITS_PLACE = r'(?=[^"\n]{1,300}"\n(?:default = true|priority = "(?:primary|default)"))'
_PIP_FILES = ("~/.config/pip/pip.conf", "~/.pip/pip.conf", "/etc/pip.conf")
_PIP_CONF = (
    *(Source(file, r"^index-url\s{0,9}=\s{0,9}") for file in _PIP_FILES),
    *(Source(file, r"^extra-index-url\s{0,9}=\s{0,9}", beside=True) for file in _PIP_FILES),
)
# Up to where a repository or mirror says its address; a project's own page, licence and issue tracker have a <url> too.
_OF_MAVEN = r"(?:(?!</?(?:repository|pluginRepository|mirror)>)[\s\S]){0,600}?<url>\s{0,99}"
_GRADLE_FILES = ("settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts")

REGISTRIES = (
    Registry(
        ("npm", "pnpm", "yarn", "bun", "npx", "pnpx", "bunx"),
        frozenset({"install", "i", "ci", "add", "update", "up", "upgrade", "dlx", "view", "outdated", "audit", "publish", ""}),
        frozenset({"exec", "x"}),
        (
            Source("package-lock.json", r'"resolved":\s{0,9}"(?:git\+)?'),
            Source("npm-shrinkwrap.json", r'"resolved":\s{0,9}"(?:git\+)?'),
            Source("yarn.lock", r'^\s{0,9}resolved "(?:git\+)?'),
            Source("pnpm-lock.yaml", r"\btarball: '?", beside=True),
        ),
        (*_NPMRC, Source(".yarnrc.yml", r"^npmRegistryServer:\s{0,9}[\"']?"), Source("bunfig.toml", r"^registry\s{0,9}=\s{0,9}\"")),
        "node_modules",
        "npm config get registry",
    ),
    Registry(
        ("pip", "uv", "poetry", "pdm", "pipenv", "pipx", "uvx", "hatch"),
        frozenset({"install", "download", "wheel", "sync", "add", "lock", "update", "pip"}),
        frozenset({"run", "tool", "build"}),
        (
            Source("uv.lock", r"\b(?:registry|url|git) = \""),
            Source("poetry.lock", r"^url = \"", each=("[[package]]", "[package.source]")),
            Source("pdm.lock", r"\b(?:url|git) = \"", beside=True),
            Source("Pipfile.lock", r'"url":\s{0,9}"'),
            Source("requirements.txt", r"^(?:--index-url|-i)[ =]"),
            Source("requirements.txt", r"^--extra-index-url[ =]", beside=True),
            Source("requirements.txt", r"\bgit\+", beside=True),
        ),
        (
            *_PIP_CONF,
            Source("pyproject.toml", r"^url\s{0,9}=\s{0,9}\"" + _IN_ITS_PLACE),
            Source("pyproject.toml", r"^url\s{0,9}=\s{0,9}\"", beside=True),
            Source("Pipfile", r"^url\s{0,9}=\s{0,9}\""),
            Source("uv.toml", r"^(?:index-url|url)\s{0,9}=\s{0,9}\""),
        ),
        None,
        "pip config get global.index-url",
    ),
    Registry(
        ("cargo",),
        frozenset({"fetch", "update", "install", "add", "publish"}),
        frozenset({"build", "b", "check", "c", "test", "t", "run", "r", "clippy", "doc", "bench"}),
        (
            # The public registry stands in a lock file by a name of old, under which nothing is fetched.
            Source("Cargo.lock", r"source = \"(?:registry|git|sparse)\+(?!https://github\.com/rust-lang/crates\.io-index)", beside=True),
        ),
        (
            Source(".cargo/config.toml", r"\bregistry\s{0,9}=\s{0,9}\"(?:sparse\+)?"),
            Source(".cargo/config.toml", r"\bindex\s{0,9}=\s{0,9}\"(?:sparse\+)?", beside=True),
        ),
        "target",
        "cargo fetch -v",
        # https://doc.rust-lang.org/cargo/reference/registry-index.html: the index, and what its config.json names for downloads
        ("index.crates.io", "static.crates.io"),
    ),
    Registry(
        ("go",),
        frozenset({"get", "install"}),
        frozenset({"mod", "build", "test", "run", "vet", "generate"}),
        (),
        (),
        None,
        "go env GOPROXY",
        ("proxy.golang.org", "sum.golang.org"),  # https://go.dev/ref/mod#environment-variables
    ),
    Registry(
        ("bundle", "gem"),
        frozenset({"install", "update", "add", "fetch", ""}),
        frozenset({"exec"}),
        (Source("Gemfile.lock", r"^\s{0,9}remote:\s{0,9}"),),
        (Source("Gemfile", r"^source\s{1,9}[\"']"),),
        None,
        "gem sources",
    ),
    Registry(
        ("composer",),
        frozenset({"install", "update", "require", "create-project"}),
        frozenset({"exec"}),
        (Source("composer.lock", r'"type":\s{0,9}"(?:zip|tar|git)",\s{0,40}"url":\s{0,9}"'),),
        (Source("composer.json", r'"type":\s{0,9}"composer",\s{0,40}"url":\s{0,9}"'),),
        "vendor",
        "composer config repositories",
    ),
    Registry(
        ("gradle", "gradlew"),
        frozenset(),
        frozenset(),
        (),
        (
            Source("gradle/wrapper/gradle-wrapper.properties", r"^distributionUrl=", beside=True),
            *(Source(file, r"\b(?:url\b[ =(]{1,3}(?:uri\()?|maven\()[\"']") for file in _GRADLE_FILES),
        ),
        "build",
        "gradle buildEnvironment",
    ),
    Registry(
        ("mvn", "mvnw"),
        frozenset(),
        frozenset(),
        (),
        (
            Source("~/.m2/settings.xml", r"<mirror>" + _OF_MAVEN),
            Source("pom.xml", r"<(?:repository|pluginRepository)>" + _OF_MAVEN, beside=True),
            Source(".mvn/wrapper/maven-wrapper.properties", r"^distributionUrl=", beside=True),
        ),
        "target",
        "mvn help:effective-settings",
        ("repo.maven.apache.org",),  # Maven's super POM: https://maven.apache.org/ref/current/maven-model-builder/super-pom.html
    ),
    Registry(
        ("dotnet",),
        frozenset({"restore", "add"}),
        frozenset({"build", "test", "run", "publish", "pack", "tool"}),
        (),
        tuple(Source(file, r'<add key="[^"]{1,200}" value="') for file in ("NuGet.config", "nuget.config", "NuGet.Config")),
        "obj",
        "dotnet nuget list source",
        ("api.nuget.org",),  # https://learn.microsoft.com/en-us/nuget/reference/nuget-config-file
    ),
)
# Names that build files of Gradle give to repositories: https://docs.gradle.org/current/userguide/supported_repository_types.html
_OF_GRADLE = {
    "mavenCentral()": "repo.maven.apache.org",
    "google()": "dl.google.com",
    "gradlePluginPortal()": "plugins.gradle.org",
    "plugins {": "plugins.gradle.org",
}


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
    for source in registry.locks:
        yield source.file, _LOCK_BYTES
    for source in registry.settings:
        yield source.file, 1 << 20


def hosts_of(registry: Registry, texts: Mapping[str, str]) -> tuple[Named, ...]:
    """The hosts that files name: lock files, which pin what is fetched; settings, where those leave something open."""
    found = dict(_named(registry.locks, texts))
    if all(named.beside for named in found.values()):
        found = {**dict(_named(registry.settings, texts)), **found}
    return tuple(found.values())[:MOST_HOSTS]


def _named(sources: tuple[Source, ...], texts: Mapping[str, str]) -> Iterator[tuple[tuple[str, int | None], Named]]:
    """Each host's first place, by host and port."""
    seen: set[tuple[str, int | None]] = set()
    for source in sources:
        text = texts.get(source.file)
        if text is None:
            continue
        beside = source.beside or (source.each is not None and text.count(source.each[0]) > text.count(source.each[1]))
        for match in re.finditer(source.before + _URL, text, re.MULTILINE):
            key = match[1].strip("[]").lower(), int(match[2]) if match[2] else None
            if key not in seen:
                seen.add(key)
                yield key, Named(*key, source.file, text.count("\n", 0, match.end(1)) + 1, beside)
            if len(seen) == MOST_HOSTS:
                return
        if source.file in _GRADLE_FILES:
            for word, host in _OF_GRADLE.items():
                if word in text and (host, None) not in seen:
                    seen.add((host, None))
                    yield (host, None), Named(host, None, source.file, text.count("\n", 0, text.index(word)) + 1)
