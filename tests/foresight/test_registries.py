"""Which hosts package managers download from, by their files; no name of a registry is known here."""

import pytest

from advisor.foresight.registries import MOST_HOSTS, REGISTRIES, hosts_of, manages_packages, registry_of
from advisor.foresight.seen import Called


def called(line):
    program, *arguments = line.split()
    return Called(program, tuple(arguments))


@pytest.mark.parametrize(
    ("line", "sure"),
    [
        ("npm ci", True),
        ("npm install x", True),
        ("npm", None),
        ("npm run x", None),
        ("npm exec x", False),
        ("npx x", False),
        ("yarn", True),
        ("yarn add x", True),
        ("pnpm", None),
        ("pip3.11 install x", True),
        ("pip list", None),
        ("uv run x", False),
        ("cargo build", False),
        ("cargo fetch", True),
        ("go test ./...", False),
        ("go get x", True),
        ("bundle", True),
        ("gradle build", False),
        ("mvn", False),
        ("ls", None),
    ],
)
def test_who_downloads_surely_perhaps_or_never(line, sure):
    found = registry_of(called(line))
    assert (found[1] if found else None) is sure


FILES = {
    "npm": {
        "package-lock.json": '"resolved": "https://packages.example/x.tgz"\n"resolved":"https://user:pass@other.example:8443/y.tgz"',
        ".npmrc": "registry=https://not-asked.example/\n",
    },
    "yarn": {"yarn.lock": 'x@1:\n  resolved "https://packages.example/x.tgz#abc"\n'},
    "pnpm": {".npmrc": "color=true\n@corp:registry = https://corp.example/npm/\n"},
    "uv": {"uv.lock": 'source = { registry = "https://index.example/simple" }\n'},
    "pip": {"~/.config/pip/pip.conf": "[global]\nindex-url = https://index.example/simple\n"},
    "cargo": {"Cargo.lock": 'source = "git+https://code.example/x?rev=1#2"\nsource = "registry+https://crates.example/i"\n'},
    "bundle": {"Gemfile.lock": "GEM\n  remote: https://gems.example/\n"},
    "composer": {
        "composer.lock": '"dist": {"type": "zip", "url": "https://dist.example/x.zip"}, "funding": [{"url": "https://no.example"}]'
    },
    "gradle": {
        "gradle/wrapper/gradle-wrapper.properties": "distributionUrl=https\\://services.example/x.zip\ndistributionUrl=https://g.example/"
    },
    "mvn": {
        "pom.xml": "<url>https://page.example</url>\n<repository>\n<id>a</id><url>https://repo.example/maven2</url></repository>",
        "~/.m2/settings.xml": "<profile><url>https://no.example</url></profile>",
    },
    "dotnet": {"NuGet.config": '<add key="corp" value="https://nuget.example/v3/index.json" />'},
}
EXPECTED = {
    "npm": [("packages.example", None), ("other.example", 8443)],
    "yarn": [("packages.example", None)],
    "pnpm": [("corp.example", None)],
    "uv": [("index.example", None)],
    "pip": [("index.example", None)],
    "cargo": [("code.example", None), ("crates.example", None)],
    "bundle": [("gems.example", None)],
    "composer": [("dist.example", None)],
    "gradle": [("services.example", None), ("g.example", None)],
    "mvn": [("repo.example", None)],
    "dotnet": [("nuget.example", None)],
}


@pytest.mark.parametrize("program", FILES)
def test_lock_files_name_hosts_before_settings(program):
    registry = next(registry for registry in REGISTRIES if program in registry.programs)
    assert [(named.host, named.port) for named in hosts_of(registry, FILES[program])] == EXPECTED[program]


def test_no_file_names_no_host_and_many_are_cut():
    registry = REGISTRIES[0]
    assert hosts_of(registry, {}) == ()
    many = "\n".join(f'"resolved": "https://h{number}.example/x"' for number in range(50))
    assert len(hosts_of(registry, {"package-lock.json": many})) == MOST_HOSTS


def beside(program, files):
    registry = next(registry for registry in REGISTRIES if program in registry.programs)
    return [(named.host, named.line, named.beside) for named in hosts_of(registry, files)]


def test_a_scope_s_registry_stands_beside_the_public_one():
    assert beside("npm", {".npmrc": "color=true\n@corp:registry=https://corp.example/npm/\n"}) == [("corp.example", 2, True)]
    assert beside("npm", {".npmrc": "registry=https://corp.example/npm/\n"}) == [("corp.example", 1, False)]


def test_a_lock_file_that_names_some_places_leaves_the_others_open():
    some = '[[package]]\nname = "a"\n[[package]]\nname = "b"\n[package.source]\nurl = "https://index.example/simple"\n'
    assert beside("poetry", {"poetry.lock": some}) == [("index.example", 6, True)]
    every = some.replace('name = "a"\n', 'name = "a"\n[package.source]\nurl = "https://index.example/simple"\n')
    assert beside("poetry", {"poetry.lock": every}) == [("index.example", 4, False)]


def test_a_source_takes_the_place_of_the_public_one_where_it_says_so():
    first = '[[tool.uv.index]]\nname = "corp"\nurl = "https://index.example/simple"\ndefault = true\n'
    assert beside("uv", {"pyproject.toml": first}) == [("index.example", 3, False)]
    assert beside("uv", {"pyproject.toml": first.replace("default = true\n", "")}) == [("index.example", 3, True)]


def test_the_public_crates_are_not_fetched_from_the_name_that_locks_give_them():
    lock = 'source = "registry+https://github.com/rust-lang/crates.io-index"\n'
    assert beside("cargo", {"Cargo.lock": lock}) == []
    config = '[source.crates-io]\nreplace-with = "corp"\n[source.corp]\nregistry = "sparse+https://crates.example/index/"\n'
    assert beside("cargo", {"Cargo.lock": lock, ".cargo/config.toml": config}) == [("crates.example", 4, False)]


def test_gradle_s_own_names_stand_for_hosts():
    build = "plugins {\n  id 'java'\n}\nrepositories {\n  mavenCentral()\n  maven { url = uri('https://repo.example/x') }\n}\n"
    assert {host for host, _, _ in beside("gradle", {"build.gradle": build})} >= {"repo.example", "repo.maven.apache.org"}


def test_package_managers_are_known_by_name():
    assert manages_packages("npm")
    assert not manages_packages("node")
