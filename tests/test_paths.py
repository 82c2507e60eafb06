"""One canonical form for all spellings of a path."""

import shlex
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.paths import absolute, below_home, canonical, common, for_shell, is_anchored, leaf, parent, within

HOME = "/home/dev"


@pytest.mark.parametrize(
    ("spelt", "place"),
    [
        ("/home/dev/.npm/", "~/.npm"),
        ("/home/dev//.npm/./_cacache/../_npx", "~/.npm/_npx"),
        ("~/.npm/", "~/.npm"),
        ("~", "~"),
        ("/home/dev", "~"),
        ("/home/dev/", "~"),
        ("$HOME/.cache", "~/.cache"),
        ("${HOME}/.cache", "~/.cache"),
        ("/srv/$HOME/x", "/srv/$HOME/x"),
        ("~/${HOME}", "~/${HOME}"),
        ("/home/developer/x", "/home/developer/x"),
        ("/root/x", "/root/x"),
        ("/", "/"),
        ("//etc//hosts", "/etc/hosts"),
        ("/../..", "/"),
        ("~/..", "/home"),
        ("~/../../etc", "/etc"),
        ("/private/tmp/x", "/tmp/x"),
        ("/private/var/folders/a", "/var/folders/a"),
        ("/private/x", "/private/x"),
        ("a/../../b", "../b"),
        ("./src/", "src"),
        ("", "."),
        ("  /srv/x ", "/srv/x"),
    ],
)
def test_spellings_on_unix(spelt, place):
    assert canonical(spelt, HOME) == place


@pytest.mark.parametrize(
    ("spelt", "place"),
    [
        (r"C:\Users\dev\x\..\y", "~/y"),
        (r"c:\users\DEV\AppData", "~/AppData"),
        (r"\\?\C:\Users\dev\x", "~/x"),
        ("C:/Users/dev/", "~"),
        ("C:", "C:/"),
        (r"C:\Windows", "C:/Windows"),
        (r"%USERPROFILE%\x", "~/x"),
        (r"~\x", "~/x"),
        (r"src\main", "src/main"),
        (r"\\server\share\x", "/server/share/x"),
    ],
)
def test_spellings_on_windows(spelt, place):
    assert canonical(spelt, r"C:\Users\dev") == place


@pytest.mark.parametrize(
    "home", ["/home/x", "/Users/x", "/root", "/var/home/x", "C:/Users/x", "/mnt/c/Users/x", "/data/data/com.termux/files/home"]
)
def test_any_home_is_home_when_none_is_known(home):
    assert canonical(f"{home}/.ssh/id") == "~/.ssh/id"
    assert below_home(f"{home}/.ssh/id", "/home/other") == ".ssh/id"
    assert below_home(home, "/home/other") == ""


def test_what_is_below_ones_own_home():
    assert below_home("/home/dev", HOME) == ""
    assert below_home("~/.ssh", HOME) == ".ssh"
    assert below_home("/srv/x", HOME) is None


def test_mac_homes_are_compared_without_case():
    assert canonical("/Users/DEV/x", "/Users/dev") == "~/x"
    assert canonical("/home/DEV/x", "/home/dev") == "/home/DEV/x"


def test_shared_and_public_are_nobodys_home():
    assert canonical("/Users/Shared/x") == "/Users/Shared/x"
    assert canonical("C:/Users/Public/x") == "C:/Users/Public/x"


def test_a_home_that_the_layout_does_not_show_is_known_by_what_lies_in_it():
    assert below_home("/srv/ci/.cargo/registry", HOME) == ".cargo/registry"
    assert below_home("/srv/ci/x", HOME) is None
    assert below_home("project/.cache/x", HOME) is None


def test_a_root_as_home_makes_nothing_home():
    assert canonical("/etc/hosts", "/") == "/etc/hosts"


def test_relative_paths_start_from_the_directory():
    assert canonical("../x", HOME, "/home/dev/a/b") == "~/a/x"
    assert canonical("/srv/x", HOME, "/home/dev") == "/srv/x"
    assert absolute("x", HOME, "~/a") == "/home/dev/a/x"
    assert absolute("~", HOME) == "/home/dev"
    assert absolute("~/x", None) == "~/x"
    assert absolute("/srv/x", HOME) == "/srv/x"


def test_a_climb_above_an_unknown_home_stays_a_climb():
    assert canonical("~/../x") == "~/../x"


@pytest.mark.parametrize(
    ("place", "above"),
    [
        ("/a/b", "/a"),
        ("/a", "/"),
        ("/", "/"),
        ("~/a", "~"),
        ("~", "~"),
        ("a", "."),
        ("a/b", "a"),
        (".", "."),
        ("C:/x", "C:/"),
        ("C:/", "C:/"),
    ],
)
def test_parents(place, above):
    assert parent(place) == above


def test_leaf_is_the_last_name():
    assert leaf("~/a/b.c") == "b.c"
    assert leaf("b") == "b"


@pytest.mark.parametrize(
    ("place", "folder", "inside"),
    [
        ("/a/b", "/a", True),
        ("/a", "/a", True),
        ("/ab", "/a", False),
        ("/a", "/", True),
        ("src/x", ".", True),
        ("../x", ".", False),
        ("..", ".", False),
        ("/x", ".", False),
        ("~/x", ".", False),
        ("C:/x", "C:/", True),
    ],
)
def test_within(place, folder, inside):
    assert within(place, folder) is inside


def test_common_folder():
    assert common(("~/a/b", "~/a/c/d")) == "~/a"
    assert common(("~/a", "~/a/b")) == "~/a"
    assert common(("/a/b", "~/c")) == "/"
    assert common(("a/b", "/c")) == "."


def test_anchors():
    assert [is_anchored(path) for path in ("/x", "~", "~/x", "C:\\x", "\\\\h\\s", "x", "./x", "~other", "a:b")] == [True] * 5 + [False] * 4


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=40))
def test_for_shell_is_one_word_whatever_the_name(name):
    assert shlex.split(for_shell(f"/{name}")) == [f"/{name}"]
    assert shlex.split(for_shell(f"~/{name}")) == [f"~/{name}"]


def test_for_shell_lets_the_shell_expand_the_home():
    assert for_shell("~") == "~"
    said = subprocess.run(["sh", "-c", f"printf %s {for_shell('~/a b$x')}"], env={"HOME": "/h"}, capture_output=True, text=True, check=True)
    assert said.stdout == "/h/a b$x"


@given(
    st.lists(st.sampled_from(["a", "b", "..", ".", "", "~", "home", "dev", ".ssh"]), max_size=8), st.sampled_from(["", "/", "~/", "C:/"])
)
def test_the_canonical_form_is_its_own(parts, root):
    once = canonical(root + "/".join(parts), HOME)
    assert canonical(once, HOME) == once
    assert "//" not in once
    assert once in ("/", "C:/") or not once.endswith("/")
