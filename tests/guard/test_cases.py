"""Each case is a change between two states of a repository, and what the guard says of every grant in it that is not the same.

A case is a TOML file: `says` (what it shows), `expected` (one line a grant: effect, risk, file: key = value), and the files
`before` and `after`. What changes nothing is not listed there, and must be told as neutral or not at all.
"""

import tomllib
from pathlib import Path

import pytest

from advisor.guard import Effect
from tests.guard.repositories import Repository, line

CASES = {file.stem: tomllib.loads(file.read_text()) for file in sorted((Path(__file__).parent / "cases").glob("*.toml"))}


@pytest.mark.parametrize("name", CASES)
def test_a_change_is_what_it_means(name, tmp_path):
    case = CASES[name]
    repository = Repository(tmp_path)
    repository.commit(case["before"])
    repository.put(case["after"])
    told = repository.told()
    assert [line(one) for one in told if one.effect is not Effect.NEUTRAL] == case["expected"]
    assert all(one.means and one.file for one in told)


ONE_WAY = {"claude-moved-up"}  # a move to a folder below is followed


@pytest.mark.parametrize("name", sorted(CASES.keys() - ONE_WAY))
def test_the_way_back_never_hides_what_the_way_there_told(name, tmp_path):
    """What widened narrows on the way back, and the other way round; what was the same is the same."""
    case = CASES[name]
    repository = Repository(tmp_path)
    repository.commit(case["after"])
    repository.put(case["before"])
    there = {text.split(" ")[0] for text in case["expected"]}
    back = {one.effect.value for one in repository.told()} - {"neutral"}
    opposite = {"widens": "narrows", "narrows": "widens", "unknown": "unknown"}
    if "unknown" not in there:
        assert back == {opposite[effect] for effect in there}
    else:
        assert "unknown" in back


def test_there_are_fifty_cases_of_every_kind():
    assert len(CASES) >= 50
    same = [name for name, case in CASES.items() if not case["expected"]]
    assert len(same) >= 20
    for family in ("claude", "codex", "rules", "polygraph"):
        assert any(name.startswith(family) for name in CASES)
