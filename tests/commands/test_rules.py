"""`advise rules`: the catalogue as a list and as a document."""

from __future__ import annotations

import json

import pytest

from advisor.commands import rules
from advisor.errors import UsageError
from advisor.rules import catalogue


def test_the_list_names_every_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules.main([]) == 0
    shown = capsys.readouterr().out
    assert all(rule.id in shown for rule in catalogue())


def test_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules.main(["--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "advise.rules/1"
    assert [rule["id"] for rule in document["rules"]] == [rule.id for rule in catalogue()]


def test_bad_usage() -> None:
    with pytest.raises(UsageError, match="advise rules --help"):
        rules.main(["--format", "xml"])
