"""Whole command lines: scripts, folders, registries, caches, and what stays unknown."""

import json

import pytest

from advisor.foresight import files_asked, foresee
from tests.foresight.cases import PROJECT, foreseen, needs, situation

LOCK = {"package-lock.json": '"resolved": "https://packages.example/x.tgz"'}
CI = {("connect", "packages.example:443"), ("write", "node_modules"), ("write", "~/.npm/_cacache")}


def test_an_installation_needs_its_hosts_its_cache_and_its_folder():
    assert needs("npm ci", LOCK) == CI
    assert needs("cd web && npm ci", {"web/package-lock.json": LOCK["package-lock.json"]}) == {
        *(CI - {("write", "node_modules")}),
        ("write", "web/node_modules"),
    }


def test_a_script_is_what_it_runs():
    scripts = {"package.json": json.dumps({"scripts": {"dev": "vite --port 4000 > dev.log", "setup": "npm ci"}})}
    found = foreseen("npm run dev", scripts)
    assert found.scripts == (("npm run dev", "vite --port 4000 > dev.log"),)
    assert needs("npm run dev", scripts) == {("bind", ":4000"), ("write", "."), ("write", "dev.log")}
    assert needs("npm run setup", scripts | LOCK) == CI


def test_a_makefile_that_the_call_names_is_read():
    assert needs("make -f tools.mk serve", {"tools.mk": "serve:\n\tvite\n"}) == {("bind", ":5173"), ("write", ".")}


def test_output_is_written_where_the_line_sends_it():
    assert needs("ls > /srv/x 2> /dev/null") == {("write", "/srv/x")}


def test_hosts_that_no_file_names_are_asked_for():
    found = foreseen("npm ci")
    assert found.open_hosts == (("npm", "npm config get registry"),)
    assert ("connect", None) in needs("npm ci")
    told = {"npm config get registry": "told.example other.example"}
    assert {target for operation, target in needs("npm ci", hosts=told) if operation == "connect"} == {
        "told.example:443",
        "other.example:443",
    }
    assert foreseen("npm ci", hosts=told).open_hosts == ()


def test_what_may_be_there_already_is_not_sure():
    sure = {one.need.operation: one.sure for one in foreseen("cargo build").needs}
    assert sure == {"connect": False, "write": False}
    assert all(one.sure for one in foreseen("npm ci", LOCK).needs)
    assert {one.need.path: one.sure for one in foreseen("uv run pytest").needs if one.need.operation == "write"} == {
        "~/.cache/uv": True,
        ".": True,
    }


def test_java_s_builds_do_not_read_the_proxy_variables():
    assert {one.client for one in foreseen("gradle build").needs if one.need.operation == "connect"} == {"direct"}


def test_caches_of_programs_that_download_nothing():
    assert ("write", "~/.cache/golangci-lint") in needs("golangci-lint run")
    assert needs("npm run nothing") == set()


@pytest.mark.parametrize(("command", "unknown"), [("frobnicate x", ("frobnicate",)), ("ls | frobnicate", ("frobnicate",)), ("ls", ())])
def test_programs_that_nobody_knows_are_named(command, unknown):
    assert foreseen(command).unknown == unknown


def test_git_commands_that_nobody_knows_are_unknown():
    assert foreseen("git frobnicate").unknown == ("git",)
    assert foreseen("git status").unknown == ()


@pytest.mark.parametrize("command", ["npm --version", "frobnicate --help", "docker version"])
def test_asking_a_program_about_itself_needs_nothing(command):
    assert foreseen(command).needs == ()
    assert foreseen(command).unknown == ()


@pytest.mark.parametrize(("command", "sure"), [("ls", True), ("ls $X", False), ("for i in 1; do ls; done", False), ("ls 'x", False)])
def test_a_line_that_a_shell_may_make_something_else_of_is_unsure(command, sure):
    assert foreseen(command).sure is sure


def test_a_script_that_is_unsure_makes_the_line_unsure():
    assert not foreseen("npm run x", {"package.json": json.dumps({"scripts": {"x": "ls $HOME"}})}).sure


def test_an_unknown_system_is_taken_for_linux():
    from advisor.model import Known

    assert ("write", "~/.npm/_cacache") in needs("npm ci", LOCK, system=Known())


def test_relative_places_start_where_the_call_runs():
    assert needs("cd ~/other && touch x") == {("write", "~/other/x")}
    assert needs("cd sub && cat /etc/hosts ~/x") == {("read", "/etc/hosts"), ("read", "~/x")}
    assert needs("cd sub && git commit") == {("write", ".git/index.lock")}
    assert needs("cd sub && ls") == set()


def test_only_files_that_are_there_to_be_named_are_asked_for():
    assert {question.path for question in files_asked("ls", situation(directory=None, home=None, repository=None, checkout=None))} == set()
    assert f"{PROJECT}/.git/config" in {question.path for question in files_asked("git push", situation(checkout=None))}
    asked = {question.path for question in files_asked("cd ~/x && pip install y", situation())}
    assert "/home/dev/x/requirements.txt" in asked
    assert "/etc/pip.conf" in asked


def test_nothing_is_known_of_no_command():
    assert foresee("", situation()).needs == ()


def test_later_yarns_keep_their_downloads_elsewhere():
    assert ("write", "~/.cache/yarn") in needs("yarn install", {"yarn.lock": "# yarn lockfile v1\n"})
    later = needs("yarn install", {"yarn.lock": "__metadata:\n  version: 8\n", ".yarnrc.yml": "npmRegistryServer: https://npm.example\n"})
    assert {("write", "~/.yarn/berry"), ("connect", "npm.example:443")} <= later
    assert ("write", "~/.cache/yarn") not in later


def test_an_index_beside_the_public_one_leaves_that_one_open():
    found = foreseen(
        "pip install --extra-index-url https://more.example/simple x", hosts={"pip config get global.index-url": "own.example"}
    )
    assert [one.need.host for one in found.needs if one.need.operation == "connect"] == ["more.example", "own.example"]
    only = foreseen("pip install --index-url https://more.example/simple x", hosts={"pip config get global.index-url": "own.example"})
    assert [one.need.host for one in only.needs if one.need.operation == "connect"] == ["more.example"]


def test_what_a_program_has_built_in_comes_last():
    assert ("connect", "index.crates.io:443") in needs("cargo fetch")
    assert ("connect", "index.crates.io:443") not in needs("cargo fetch", {".cargo/config.toml": 'registry = "https://crates.example/i"\n'})
    assert foreseen("cargo fetch").open_hosts == ()
