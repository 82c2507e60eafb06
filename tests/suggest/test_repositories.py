"""Ten generated repositories: what is said of each is what is right, at the right file and line, and nothing else."""

import pytest

from advisor.commands import suggest_reading
from tests.suggest.repositories import REPOSITORIES, plant


@pytest.fixture(autouse=True)
def nobody_answers(monkeypatch):
    """No package manager of this machine is asked."""
    monkeypatch.setattr(suggest_reading, "hosts_told", lambda how, directory, environ: None)


def told(document):
    """(operation, target, first place) of everything that is necessary."""
    found = (*document["suggestions"], *document["granted"])
    return {(one["operation"], one["target"] or "", f"{one['places'][0]['file']}:{one['places'][0]['line']}") for one in found}


@pytest.mark.parametrize("name", REPOSITORIES)
def test_what_is_necessary(machine, name):
    plant(REPOSITORIES[name], machine.project)
    code, document = machine.told("suggest", "--os", "linux")
    assert code == 0
    assert told(document) == set(REPOSITORIES[name].necessary)
    assert tuple(sorted(one["file"] for one in document["unread"])) == REPOSITORIES[name].broken
