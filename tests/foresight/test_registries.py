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
    "composer": {"composer.lock": '"url": "https://dist.example/x.zip"'},
    "gradle": {
        "gradle/wrapper/gradle-wrapper.properties": "distributionUrl=https\\://services.example/x.zip\ndistributionUrl=https://g.example/"
    },
    "mvn": {"pom.xml": "<url>https://repo.example/maven2</url>"},
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
    "gradle": [("g.example", None)],
    "mvn": [("repo.example", None)],
}


@pytest.mark.parametrize("program", FILES)
def test_lock_files_name_hosts_before_settings(program):
    registry = next(registry for registry in REGISTRIES if program in registry.programs)
    assert [(host, port) for host, port, _ in hosts_of(registry, FILES[program])] == EXPECTED[program]


def test_no_file_names_no_host_and_many_are_cut():
    registry = REGISTRIES[0]
    assert hosts_of(registry, {}) == ()
    many = "\n".join(f'"resolved": "https://h{number}.example/x"' for number in range(50))
    assert len(hosts_of(registry, {"package-lock.json": many})) == MOST_HOSTS


def test_package_managers_are_known_by_name():
    assert manages_packages("npm")
    assert not manages_packages("node")
