"""package.json, the lock files and the settings of monorepo tools."""

import json

import pytest

from tests.suggest.saying import says


def package(**fields):
    return json.dumps(fields, indent=1)


def test_the_lock_file_says_how_is_installed():
    for name, command in (("pnpm-lock.yaml", "pnpm install"), ("yarn.lock", "yarn install"), ("bun.lock", "bun install")):
        assert says({name: "x\n", "package.json": package(dependencies={"a": "1"})}) == [f"1 setup runs {command}"]


def test_without_a_lock_file_the_package_itself_says_it():
    assert says({"package.json": package(dependencies={"a": "1"})}) == ["2 setup runs npm install"]
    assert says({"package.json": package(packageManager="yarn@4", devDependencies={"a": "1"})}) == ["3 setup runs yarn install"]
    assert says({"package.json": package(workspaces=["a/*"]), "pnpm-workspace.yaml": ""}) == ["2 setup runs pnpm install"]
    assert says({"package.json": package(name="a")}) == []


def test_a_part_of_a_workspace_is_installed_with_the_whole():
    files = {"package.json": package(workspaces=["a"]), "a/package.json": package(dependencies={"b": "1"})}
    assert says(files, "a/package.json") == []
    assert says({"yarn.lock": "", "a/b/package.json": package(dependencies={"b": "1"})}, "a/b/package.json") == []


def test_scripts_are_run_in_their_package():
    files = {"a/package.json": package(scripts={"dev": "vite", "no": 1, "empty": " "})}
    assert says(files) == ["3 script runs vite in a"]


@pytest.mark.parametrize(
    ("version", "host"),
    [
        ("github:owner/name", "github.com:443 proxy"),
        ("owner/name#v1", "github.com:443 proxy"),
        ("git+https://code.example/x.git", "code.example:443 proxy"),
        ("git+ssh://git@code.example/x", "code.example:22 git-ssh"),
        ("https://code.example/x.git#main", "code.example:443 proxy"),
        ("git@code.example:team/x.git", "code.example:22 git-ssh"),
        ("^1.0.0", None),
        ("workspace:*", None),
        ("file:../x", None),
        ("git+file:///srv/x.git", None),
    ],
)
def test_dependencies_that_git_fetches(version, host):
    told = says({"package.json": package(dependencies={"x": version})})[1:]
    assert told == ([f"3 setup asks connect {host}"] if host else [])


def test_what_downloads_programs_of_its_own_keeps_them():
    assert says({"package.json": package(devDependencies={"puppeteer": "1"})})[1:] == ["3 keeps puppeteer: browsers"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{\n "a": 1,\n}', "3 broken it is not JSON"),
        ("[1]", "1 broken it is not a JSON object"),
        ("[" * 100_000, "1 broken it is nested too deeply"),
        ("{\n<<<<<<< HEAD\n}", "2 broken it holds the marks of an unfinished merge"),
        ("", "1 broken it is not JSON"),
    ],
)
def test_a_broken_file_is_named(text, problem):
    for name in ("package.json", "package-lock.json", "turbo.json"):
        (told,) = says({name: text})
        assert told.startswith(problem)


def test_a_lock_file_of_git_hosts():
    lock = '{"packages": {\n"a": {"resolved": "git+ssh://git@code.example/a.git#1"},\n"b": {"resolved": "git+ssh://*/x"}}}'
    assert says({"package-lock.json": lock}) == ["1 setup runs npm ci", "2 setup asks connect code.example:22 git-ssh"]


def test_remote_caches():
    assert says({"turbo.json": '{\n// where\n"remoteCache": {"apiUrl": "https://turbo.example"}}'}) == [
        "3 setup asks connect turbo.example:443 proxy"
    ]
    assert says({"nx.json": '{"nxCloudUrl": "https://nx.example"}'}) == ["1 setup asks connect nx.example:443 proxy"]
    assert says({"nx.json": '{"nxCloudUrl": "none"}'}) == []
