"""A silent hang of a network program: possible, and only that."""

from __future__ import annotations

import pytest

from advisor.hang import hung
from advisor.model import Confidence, ReachHost


@pytest.mark.parametrize(
    "command", ["npm install", "timeout 60 pnpm add left-pad", "cd app && git push", "ssh git@code.example", "psql -h db.example"]
)
def test_a_network_program_may_have_waited_for_a_host(command: str) -> None:
    (denial,) = hung(command, "-")
    assert denial.confidence is Confidence.POSSIBLE
    assert denial.need == ReachHost()
    assert denial.rule.id == "network/hung"


@pytest.mark.parametrize("command", [None, "", "make -j4", "npm test", "npm run dev", "sleep 60", "sqlite3 big.db .dump", "./own-tool"])
def test_anything_else_says_nothing(command: str | None) -> None:
    assert hung(command, "-") == ()
