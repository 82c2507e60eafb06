"""What single changes of each program's config come to, one thing at a time: the table of a program is `tables/NAME.toml`.

Like a case: `says`, `expected`, and the files `before` and `after`; these are compared without a repository.
"""

import tomllib
from pathlib import Path

import pytest

from advisor.guard import Effect, changes
from tests.guard.repositories import line

ROWS = [
    pytest.param(row, id=f"{file.stem}: {row['says']}")
    for file in sorted((Path(__file__).parent / "tables").glob("*.toml"))
    for row in tomllib.loads(file.read_text())["change"]
]


@pytest.mark.parametrize("row", ROWS)
def test_a_change_is_what_it_means(row):
    before, after = ({file: text.encode() for file, text in row.get(side, {}).items()} for side in ("before", "after"))
    told = changes(before, after, {})
    assert [line(one) for one in told if one.effect is not Effect.NEUTRAL] == row["expected"]
    assert all(one.means and one.file for one in told)
