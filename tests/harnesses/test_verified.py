"""How a change is known to work."""

import pytest

from advisor.harnesses import NAMES, load
from advisor.harnesses.verified import RAN, verified


@pytest.mark.parametrize(
    ("harness", "path"),
    [
        ("claude", ("sandbox", "filesystem", "allowWrite")),
        ("claude", ("env", "npm_config_cache")),
        ("codex", ("permissions", "advise", "filesystem", "/srv/cache")),
        ("codex", ("permissions", "dev", "network", "domains", "pkg.example")),
    ],
)
def test_what_ran(harness, path):
    assert verified(harness, path).how == "ran"


@pytest.mark.parametrize(
    ("harness", "path"),
    [
        ("claude", ("sandbox", "network", "allowLocalBinding")),
        ("claude", ("sandbox", "filesystem")),
        ("codex", ("permissions", "advise", "network")),
        ("codex", ()),
    ],
)
def test_what_did_not_run(harness, path):
    assert verified(harness, path) is None


@pytest.mark.parametrize("harness", NAMES)
def test_the_table_is_of_the_version_that_the_catalogue_assumes(harness):
    assert (RAN[harness].how, RAN[harness].version) == ("ran", load(harness).assumed_version)
