"""The answer key of real config files: the bar, and that no file which loads is ever called invalid."""

import pytest

from tests import lint_key

pytestmark = pytest.mark.corpus
# Rules that say of a file that the whole of it is not in force.
INVALID = {"claude-settings/not-json", "claude-settings/no-object", "claude-settings/wrong-type", "claude-settings/credential-entry"}


@pytest.fixture(scope="module", params=[True, False], ids=["scope known", "scope unknown"])
def results(request, corpus):
    return [lint_key.judged(row, scope_known=request.param) for row in lint_key.rows(("claude",))]


def test_every_trap_of_level_error_is_found_and_nearly_every_of_level_warn(results):
    counts = lint_key.counts(results)
    found, total = counts["claude", "error"]
    assert found == total > 40
    found, total = counts["claude", "warn"]
    assert found >= 0.95 * total > 130


def test_a_file_that_loads_is_never_called_invalid(results):
    for each in results:
        probe = each.row["probe"]
        if probe.get("loaded_2_1_332") and probe.get("loaded_as_user_file_2_1_332") is not False:
            assert [finding.rule for finding in each.findings if finding.rule in INVALID] == [], each.row["file"]


def test_a_file_that_is_dropped_is_told_so(results):
    for each in results:
        if each.row["probe"].get("loaded_2_1_332") is False:
            assert {finding.rule for finding in each.findings} & (INVALID | {"claude-settings/template"}), each.row["file"]


def test_what_a_managed_file_loses_does_not_drop_it(corpus):
    (row,) = (row for row in lint_key.rows(("claude",)) if row["file"].startswith("claude/001"))
    wrong = [finding for finding in lint_key.judged(row).findings if finding.severity == "error"]
    assert len(wrong) == 2
    assert all("a managed file loses this value" in finding.message for finding in wrong)


def test_the_score_is_printed(corpus, capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["lint_key", "--list", "--beyond", "claude"])
    assert lint_key.main() == 0
    assert "claude  error   43 of   43  100.0%" in capsys.readouterr().out
