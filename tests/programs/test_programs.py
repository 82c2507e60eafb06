"""The catalogue of programs: what every entry must hold, and how folders and names are found in it."""

import re
from typing import get_args

import pytest

from advisor.model import Need, operation_of
from advisor.paths import canonical
from advisor.programs import catalogue, first_below, folder_of, folders, named, placed

OPERATIONS = {operation_of(kind()) for kind in get_args(Need)}
PATHS = [(program, path) for program in catalogue() for path in program.paths]
ECOSYSTEMS = {"javascript", "python", "rust", "go", "jvm", "ruby", "php", "dotnet", "containers", "cloud", "network", "databases", "native"}


def test_the_catalogue_is_wide_enough():
    from pkgutil import iter_modules

    import advisor.programs

    modules = {module.name for module in iter_modules(advisor.programs.__path__)}
    assert modules >= ECOSYSTEMS
    assert len(catalogue()) >= 25


@pytest.mark.parametrize("program", catalogue(), ids=lambda program: program.names[0])
def test_every_program_says_where_it_is_documented(program):
    assert program.names
    assert re.fullmatch(r"https://[a-z0-9.-]+/.*", program.docs)
    assert all(flag.helps in OPERATIONS and flag.flag and flag.does for flag in program.flags)
    assert all(installs.instead for installs in program.installs)
    assert all(0 < port < 1 << 16 for port in program.listens)


@pytest.mark.parametrize(("program", "path"), PATHS, ids=lambda value: getattr(value, "purpose", ""))
def test_every_folder_is_an_exact_place_in_canonical_form(program, path):
    assert path.purpose
    assert path.places
    assert len(dict(path.places)) == len(path.places)
    for _, place in path.places:
        assert canonical(place, "/home/dev") == place
        assert place.startswith("~/") or place == "/usr/local/share/.cache/yarn"
        found = folder_of(place)
        assert found is not None
        assert found.place == place
    assert path.relocate or not path.relative
    assert path.warm or not path.downloads


def test_names_are_of_one_program_each():
    names = [name for program in catalogue() for name in program.names]
    assert sorted(names) == sorted(set(names))


def test_the_folders_that_issue_four_lists_are_the_leaves():
    listed = set(folders())
    for place in (
        "~/.npm/_cacache",
        "~/.npm/_npx",
        "~/.cache/uv",
        "~/.cache/pip",
        "~/.cache/go-build",
        "~/.cargo/registry",
        "~/.cargo/git",
        "~/.gradle/caches",
        "~/.m2/repository",
        "~/.local/share/pnpm/store",
        "~/.cache/yarn",
        "~/.cache/ms-playwright",
        "~/.cache/pre-commit",
        "~/.cache/golangci-lint",
        "~/.cache/pypoetry/cache",
        "~/.bundle/cache",
        "~/.cache/composer",
        "~/.nuget/packages",
        "~/.cache/deno",
        "~/.bun/install/cache",
    ):
        assert place in listed
    assert not {"~/.npm", "~/.cargo", "~/.cargo/bin", "~/.gradle", "~/.m2", "~/.cache"} & listed


@pytest.mark.parametrize(
    ("path", "home", "place", "name"),
    [
        ("/home/dev/.npm/_cacache/tmp/x", "/home/dev", "~/.npm/_cacache", "npm"),
        ("~/.cache/uv", None, "~/.cache/uv", "uv"),
        ("/Users/dev/Library/Caches/go-build/00/x", "/Users/dev", "~/Library/Caches/go-build", "go"),
        (r"C:\Users\dev\AppData\Local\npm-cache\_cacache\x", r"C:\Users\dev", "~/AppData/Local/npm-cache/_cacache", "npm"),
        ("/home/other/.cache/uv/x", "/home/dev", "/home/other/.cache/uv", "uv"),
        ("/srv/ci/.cargo/registry/index/x", "/home/dev", "/srv/ci/.cargo/registry", "cargo"),
        ("/usr/local/share/.cache/yarn/v6", "/home/dev", "/usr/local/share/.cache/yarn", "yarn"),
        ("~/.NPM/_CACACHE/x", "/home/dev", "~/.NPM/_CACACHE", "npm"),
    ],
)
def test_a_refused_leaf_leads_to_the_programs_folder(path, home, place, name):
    found = folder_of(path, home)
    assert (found.place, found.program.names[0]) == (place, name)


@pytest.mark.parametrize("path", ["~/.npm", "~/.cache", "~", "/", "/srv/x", "~/.npm/_cacachex", "x/.npm/_cacache/y", "~/.cache/uvx"])
def test_other_places_are_no_programs(path):
    assert folder_of(path, "/home/dev") is None


def test_the_deepest_folder_wins():
    assert folder_of("~/.cache/pypoetry/virtualenvs/a/bin/x").entry.executed_later
    assert folder_of("~/.cache/pypoetry/cache/x").entry.executed_later is None


@pytest.mark.parametrize(
    ("root", "place"),
    [
        ("~/.npm", "~/.npm/_cacache"),
        ("/home/dev/.m2", "~/.m2/repository"),
        ("~/.cache", None),
        ("~", None),
        ("/srv", None),
        ("~/.npm/_cacache", None),
    ],
)
def test_a_programs_root_leads_to_its_main_folder(root, place):
    found = first_below(root, "/home/dev")
    assert (found.place if found else None) == place


@pytest.mark.parametrize(
    ("name", "program"), [("pip3.11", "pip"), ("python3.12", "python"), ("npm.cmd", "npm"), ("uv.exe", "uv"), ("gradlew", "gradle")]
)
def test_programs_by_the_names_they_are_called_by(name, program):
    assert named(name).names[0] == program


def test_unknown_programs_are_none():
    assert named("frobnicate") is None


def test_places_by_system():
    assert placed("~/.x", windows="~/y") == (("linux", "~/.x"), ("macos", "~/.x"), ("windows", "~/y"))
    assert placed(macos="~/z") == (("macos", "~/z"),)
