"""Which variables make programs run others, or send them elsewhere."""

import pytest

from advisor.guard.environment import of_variable
from advisor.model import Risk


@pytest.mark.parametrize("name", ["PATH", "LD_PRELOAD", "NODE_OPTIONS", "BASH_ENV", "GIT_SSH_COMMAND", "PYTHONPATH", "ANTHROPIC_BASE_URL"])
def test_what_decides_of_programs_is_an_escape(name):
    assert of_variable(name, "x").risk == Risk.ESCAPE


@pytest.mark.parametrize("name", ["HTTPS_PROXY", "https_proxy", "SSL_CERT_FILE", "DOCKER_HOST"])
def test_what_sends_connections_elsewhere_is_broad(name):
    assert of_variable(name, "x").risk == Risk.BROAD


@pytest.mark.parametrize("name", ["CI", "GOCACHE", "npm_config_cache", "MY_PATH"])
def test_what_moves_or_tunes_something_is_nothing(name):
    assert of_variable(name, "x") is None
