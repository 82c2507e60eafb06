"""Which clients are known to ignore the proxy variables."""

import pytest

from advisor.harnesses.codex.clients import ignores_proxy
from advisor.model import ReachHost, ReachLocalService, ResolveName
from tests.harnesses.codex_cases import situated


@pytest.mark.parametrize(
    ("need", "command", "expected"),
    [
        (ReachHost("a.example", 443), None, False),
        (ReachHost("a.example", None), None, False),
        (ResolveName("a.example"), None, False),
        (ReachHost("a.example", 22), None, True),
        (ReachLocalService(5432), None, True),
        (ReachLocalService(8080), None, False),
        (ReachHost("93.184.216.34", 80), "curl x", True),
        (ReachHost("2606:4700::1111"), None, True),
        (ReachHost(None), "ssh a.example", True),
        (ResolveName("a.example"), "git fetch git://a.example/r", True),
        (ResolveName("a.example"), "git fetch https://a.example/r", False),
        (ResolveName("a.example"), "ssh a.example", True),
        (ResolveName("a.example"), "curl https://a.example", False),
        (ResolveName("a.example"), "my-own-program", False),
        (ResolveName("a.example"), "ssh a.example | tee log", False),
    ],
)
def test_what_is_known_of_the_client(need, command, expected):
    assert ignores_proxy(need, situated(command=command)) is expected
