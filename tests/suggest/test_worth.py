"""What is worth telling of a command, by where it stands."""

import pytest

from advisor.foresight import foresee
from advisor.model import ListenOnPort, ReachHost, Situation, WritePath, target_of
from advisor.suggest.manifests import Runs
from advisor.suggest.worth import in_the_project, worth_telling

SITUATION = Situation(home="/home/dev", directory="/home/dev/shop", repository="/home/dev/shop")


def told(command, kind):
    foresight = foresee(command, SITUATION)
    return [f"{one.need.operation} {target_of(one.need)}" for one in worth_telling(Runs(command, 1, "it", "", kind), foresight)]


@pytest.mark.parametrize(
    ("command", "script", "ci"),
    [
        ("npm ci", ["connect None", "write node_modules", "write ~/.npm/_cacache"], ["write node_modules", "write ~/.npm/_cacache"]),
        ("npm ci --registry https://a.example", *[["connect a.example:443", "write node_modules", "write ~/.npm/_cacache"]] * 2),
        ("curl https://a.example/x", ["connect a.example:443"], []),
        ("curl https://$HOST/x", [], []),
        ("curl http://localhost:3000/", [], []),
        ("psql -h localhost", ["local-connect localhost:5432"], []),
        ("docker ps", ["unix-socket /var/run/docker.sock"], []),
        ("vite", ["bind :5173", "write ."], []),
        ("rm -rf ~/.cache/tool", [], []),
        ("mkdir -p ~/.cache/tool/x", ["write ~/.cache/tool/x"], []),
        ("touch ~/.bashrc", [], []),
        ("touch build/x", ["write build/x"], []),
        ("touch $OUT/x", [], []),
        ("sudo make install", [], []),
        (
            "cargo fetch",
            ["connect index.crates.io:443", "connect static.crates.io:443", "write target", "write ~/.cargo/registry"],
            ["write target", "write ~/.cargo/registry"],
        ),
        ("git ls-remote", [], []),
        ("git commit -m x", [], []),
    ],
)
def test_scripts_and_pipelines(command, script, ci):
    assert told(command, "script") == script
    assert told(command, "ci") == ci


def test_setup_is_told_whole():
    assert told("npm ci", "setup")[0] == "connect None"
    assert told("git ls-remote", "setup") == ["connect None"]
    assert told("touch ~/.bashrc", "setup") == ["write ~/.bashrc"]


@pytest.mark.parametrize(
    ("path", "folder", "found"),
    [
        ("x", "", "."),
        ("x", "a/b", "."),
        ("../x", "a", "."),
        ("../x", "", "/home/dev/x"),
        ("/home/dev/shop/x", "", "."),
        ("/srv/x", "", "/srv/x"),
        ("~/x", "", "~/x"),
        (".git/config", "", ".git/config"),
        ("../.git/config", "a", ".git/config"),
    ],
)
def test_any_write_inside_is_one_of_the_project(path, folder, found):
    assert in_the_project(WritePath(path), folder, SITUATION).path == found


def test_from_below_the_root_the_project_is_named_whole():
    below = SITUATION._replace(directory="/home/dev/shop/web")
    assert in_the_project(WritePath("x"), "web", below) == WritePath("/home/dev/shop", folder=True)


def test_other_needs_stay_as_they_are():
    for need in (ListenOnPort(1), ReachHost("a.example"), WritePath()):
        assert in_the_project(need, "a", SITUATION) == need
