"""The answer key of real Codex configs: the bar, and that no file which loads is ever called invalid."""

import pytest

from tests import lint_key

pytestmark = pytest.mark.corpus
NO_START = "Codex does not start"


@pytest.fixture(scope="module", params=[True, False], ids=["scope known", "scope unknown"])
def results(request, corpus):
    return [lint_key.judged(row, scope_known=request.param) for row in lint_key.rows(("codex",))]


def test_every_trap_of_level_error_is_found_and_nearly_every_of_level_warn(results):
    counts = lint_key.counts(results)
    found, total = counts["codex", "error"]
    assert found == total == 16
    found, total = counts["codex", "warn"]
    assert found >= 0.95 * total > 70


def test_a_file_that_loads_is_never_called_invalid(results):
    for each in results:
        if each.row["probe"].get("starts_0_171"):
            assert [finding.rule for finding in each.findings if NO_START in finding.message] == [], each.row["file"]


def test_a_file_with_which_codex_does_not_start_is_told_so(results):
    told = [each for each in results if each.row["probe"].get("starts_0_171") is False or not each.row["valid"]]
    assert len(told) == 5
    for each in told:
        assert any(NO_START in finding.message and finding.key == "" for finding in each.findings), each.row["file"]


def test_what_is_told_beyond_the_key_stays_little(corpus):
    beyond = [finding for row in lint_key.rows(("codex",)) for finding in lint_key.judged(row).beyond if finding.severity != "info"]
    assert {finding.rule for finding in beyond} <= {
        "codex-config/foreign-server-key",
        "codex-config/needed-file",
        "codex-requirements/wrong-type",
    }
