"""What our reading of every configuration in tests/cases/boundaries answers; tests/live asks the real programs the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from advisor.boundary import answer, questions
from advisor.harnesses import load as load_harness
from advisor.model import ConfigText, Situation
from advisor.proof.trial import Room
from advisor.situation import Flags, look_at, machine
from tests.boundaries import PASSES, Case, in_tree, load, need_of, plant, start

# Where the tree is said to stand: a folder of pytest's own is below /tmp, which sandboxes treat as a place of its own.
SAID = "/srv/lab"
MATRIX = load()


def test_the_matrix_is_as_large_as_promised():
    assert len(MATRIX) >= 60
    for harness in ("claude", "codex"):
        assert sum(case.harness == harness for case in MATRIX) >= 25


def test_every_case_asks_something_and_differs_from_the_real_program_in_three_answers_at_most():
    assert [case.slug for case in MATRIX if not case.answers and not case.broken] == []
    assert sum(len(case.differs) for case in MATRIX) <= 3
    for case in MATRIX:
        assert set(case.answers.values()) <= PASSES.keys()
        assert set(case.differs) <= set(case.answers)
        assert all(told["because"] and told["reproduction"] for told in case.differs.values())


@pytest.mark.parametrize("case", MATRIX, ids=[case.slug for case in MATRIX])
def test_the_boundary_answers_as_expected(case, tmp_path):
    situation = read(case, tmp_path)
    boundary = load_harness(case.harness).read_boundary(situation)
    if case.broken:
        assert case.broken in (boundary.broken or "")
        return
    assert boundary.broken is None
    found = {question: answer(need_of(in_tree(question, in_room(SAID))), boundary)[0].value for question in case.answers}
    assert found == case.answers
    shown = {text.file for text in situation.configs}
    for entry in boundary.entries:
        assert entry.provenance.key
        assert entry.provenance.file is None or entry.provenance.file in shown


def read(case: Case, folder: Path) -> Situation:
    """The situation of a session that starts in the case's tree, told as if the tree stood in SAID."""
    room = in_room(str(folder / "tree"))
    for place in room:
        Path(place).mkdir(parents=True)
    of_the_machine = plant(case, room)
    flags = Flags(
        harnesses=(case.harness,),
        launcher="none",
        system="linux",
        home=room.home,
        directory=str(start(case, room)),
        sandboxed="unknown",
        codex_profile=case.profile,
    )
    situation = machine(flags, "itself", {"HOME": room.home})._replace(process=None)
    situation = situation._replace(configs=_with(of_the_machine, situation, case))
    boundary = load_harness(case.harness).read_boundary(situation)
    situation = situation._replace(paths=look_at(questions(boundary), situation))
    return _moved(situation, room.root)


def in_room(root: str) -> Room:
    return Room(root, *(f"{root}/{name}" for name in ("project", "home", "outside", "served")))


def _with(texts: dict[str, str], situation: Situation, case: Case) -> tuple[ConfigText, ...]:
    """The config texts of the situation with the machine's own files as the case has them, whatever this machine has."""
    scopes = {"managed-settings": "managed", "managed_config": "managed", "requirements": "requirements", "config": "system"}
    found = [text for text in situation.configs if not text.file.startswith("/etc/")]
    for place, text in texts.items():
        name = place.rpartition("/")[2].partition(".")[0]
        found.append(ConfigText(case.harness, place, scopes.get(name, "managed"), text, None, place))
    return tuple(found)


def _moved(value: Any, root: str) -> Any:
    """`value` with SAID in the place of the folder where the tree really stands."""
    if isinstance(value, str):
        return value.replace(root, SAID)
    if isinstance(value, tuple):
        moved = [_moved(item, root) for item in value]
        return type(value)(*moved) if hasattr(value, "_fields") else tuple(moved)
    return value
