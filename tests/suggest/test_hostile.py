"""Whatever stands in a manifest, it is read to its end: broken texts are named, hostile lines cost little, nothing is raised."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.foresight import foresee
from advisor.model import Known, Situation
from advisor.suggest import catalogue, said_by, told
from advisor.suggest.manifests import Manifest
from tests.suggest.repositories import REPOSITORIES

SITUATION = Situation(system=Known("linux"), home="/home/dev", directory="/home/dev/shop", repository="/home/dev/shop")
NAMES = sorted({name.replace("*", "x") for reader in catalogue() for name in reader.names})
SAMPLES = sorted({text for repository in REPOSITORIES.values() for text in repository.files.values()})
# Pieces that mean something to some reader, in any order.
PIECES = st.lists(
    st.sampled_from([
        *("\n", "  ", "\t", "- ", ": ", "'", '"', "{", "}", "[", "]", "\\", "$", "`", "|", "&&", "<<EOF", "\x00", "\u202e", "%"),
        *("run", "services", "ports", "5432:5432", "script", "dependencies", "git", "url", "=", "https://", "git+ssh://", "user@host:"),
        *("rm -rf /", "cd ..", "npm ci", "FROM ", "[dependencies]", "source = ", "../../..", "~/", "*", "redis://", "\ufeff", "repo: "),
    ]),
    max_size=40,
).map("".join)  # fmt: skip


def everything(path, text):
    files = [Manifest(path, text)]
    return told(said_by(files, frozenset({path})), lambda command, folder: foresee(command, SITUATION), SITUATION)


@given(st.sampled_from(NAMES), st.one_of(PIECES, st.text(max_size=200)))
def test_no_text_is_too_broken(name, text):
    found = everything(f"a/{name}", text)
    lines = text.count("\n") + 1
    assert all(1 <= place.line <= lines for one in found.necessities for place in one.places)
    assert all(one.line is None or 1 <= one.line <= lines + 1 for one in found.unread)


@given(st.sampled_from(NAMES), st.sampled_from(SAMPLES), st.integers(0, 400), PIECES)
def test_no_change_of_a_good_text_is_too_odd(name, text, at, piece):
    everything(name, text[:at] + piece + text[at:])


@pytest.mark.parametrize("name", NAMES)
def test_long_lines_are_read_to_their_end(name):
    for unit in ("a", " ", '"', "a: ", "- ", "git+ssh://", "https://a@", "{", "redis://", "[", "ENV.fetch('", "<repository>", "\\\n"):
        everything(name, unit * 4_000)
