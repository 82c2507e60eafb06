"""From what manifests say to the needs, each once, with its places; what is new; which files are read at all."""

import pytest

from advisor.foresight import foresee
from advisor.model import Known, ListenOnPort, ReachHost, Situation, WritePath
from advisor.suggest import MOST_SAID, Told, Unread, is_read, new_since, said_by, told, wanted
from advisor.suggest.manifests import Asks, Broken, Keeps, Manifest, Runs

SITUATION = Situation(system=Known("linux"), home="/home/dev", directory="/home/dev/shop", repository="/home/dev/shop")


def all_told(*said, situation=SITUATION):
    return told(said, lambda command, folder: foresee(command, situation), situation)


def needs(found):
    return [one.need for one in found.necessities]


@pytest.mark.parametrize(
    ("path", "read"),
    [
        ("package.json", True),
        ("a/b/package.json", True),
        ("Dockerfile.dev", True),
        ("dev.Dockerfile", True),
        ("requirements-dev.txt", True),
        ("requirements/dev.txt", True),
        (".github/workflows/x.yml", True),
        ("a/.cargo/config.toml", True),
        ("config/database.yml", True),
        ("x.sh", True),
        ("App.csproj", True),
        ("notes.txt", False),
        ("config/other.yml", False),
        ("other/config.toml", False),
        ("Dockerfile", True),
        ("DockerfileX", False),
        ("Procfile.dev", True),
        ("src/a.ts", False),
    ],
)
def test_which_files_are_read(path, read):
    assert is_read(path) is read
    assert wanted(path) or not read


def test_what_commands_look_at_is_wanted_and_not_read_itself():
    assert (wanted(".npmrc"), is_read(".npmrc")) == (True, False)
    assert (wanted("src/a.ts"), wanted("notes.txt")) == (False, False)


def test_a_need_is_told_once_with_all_its_places_setup_first():
    found = all_told(
        ("ci.yml", Runs("npm ci --registry https://a.example", 7, "ci", "", "ci")),
        ("run.sh", Runs("npm ci --registry https://a.example", 3, "script", "", "script")),
        ("lock", Runs("npm ci --registry https://a.example", 1, "lock", "")),
        ("lock", Asks(ReachHost("a.example", 443), 1, "again")),
    )
    host = next(one for one in found.necessities if one.need == ReachHost("a.example", 443))
    assert [(place.file, place.line) for place in host.places] == [("lock", 1), ("run.sh", 3), ("ci.yml", 7)]
    assert host.places[1].because.startswith("script: npm downloads")


def test_a_command_that_changes_its_folder_writes_in_the_project_all_the_same():
    assert WritePath(".", folder=True) in needs(all_told(("Makefile", Runs("cd web && vite", 1, "", "", "script"))))


def test_folders_are_those_of_the_system():
    keeps = ("x", Keeps("playwright", "browsers", 1, ""))
    assert needs(all_told(keeps)) == [WritePath("~/.cache/ms-playwright", folder=True)]
    on_mac = SITUATION._replace(system=Known("macos"))
    assert needs(all_told(keeps, situation=on_mac)) == [WritePath("~/Library/Caches/ms-playwright", folder=True)]
    assert needs(all_told(("x", Keeps("nobody", "browsers", 1, "")))) == []


def test_clients_that_go_round_the_proxy_are_told_apart():
    found = all_told(
        ("x", Asks(ReachHost("a.example", 22), 1, "", "git-ssh")),
        ("x", Asks(ReachHost("a.example", 22), 2, "")),
        ("pom.xml", Runs("mvn verify", 1, "", "")),
    )
    assert [(one.need.host, one.client, one.need.direct) for one in found.necessities if isinstance(one.need, ReachHost)] == [
        ("a.example", "proxy", False),
        ("a.example", "git-ssh", False),
        ("repo.maven.apache.org", "direct", True),
    ]


def test_programs_whose_hosts_are_not_known_are_named():
    assert all_told(("x", Runs("npm ci", 1, "", ""))).open_hosts == (("npm", "npm config get registry"),)
    assert all_told(("x", Runs("npm ci", 1, "", "", "ci"))).open_hosts == ()


def test_what_cannot_be_read_is_named_once():
    assert all_told(("x", Broken(3, "y")), ("x", Broken(3, "y"))).unread == (Unread("x", 3, "y"),)


def test_a_file_that_says_too_much_is_cut():
    manifest = Manifest("Procfile", "a: vite\n" * (MOST_SAID + 5))
    said = list(said_by([manifest], frozenset()))
    assert len(said) == MOST_SAID + 1
    assert said[-1] == ("Procfile", Broken(MOST_SAID + 1, f"it says more than {MOST_SAID} things: the rest was not read"))


def test_what_is_new():
    before = all_told(("x", Asks(ListenOnPort(1), 1, "")), ("x", Broken(3, "y")))
    now = all_told(("x", Asks(ListenOnPort(1), 9, "")), ("x", Asks(ListenOnPort(2), 1, "")), ("x", Broken(4, "y")), ("z", Broken(1, "y")))
    fresh = new_since(now, before)
    assert needs(fresh) == [ListenOnPort(2)]
    assert fresh.unread == (Unread("z", 1, "y"),)
    asking = all_told(("x", Runs("npm ci", 1, "", "")))
    assert new_since(asking, Told()).open_hosts == asking.open_hosts
    assert new_since(asking, asking).open_hosts == ()
