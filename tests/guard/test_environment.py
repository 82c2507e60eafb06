"""Which variables make programs run others, or send them elsewhere."""

import pytest

from advisor.guard.environment import of_variable
from advisor.model import Risk


@pytest.mark.parametrize("name", ["PATH", "LD_PRELOAD", "NODE_OPTIONS", "BASH_ENV", "GIT_SSH_COMMAND", "PYTHONPATH", "ANTHROPIC_BASE_URL"])
def test_what_decides_of_programs_is_an_escape(name):
    assert of_variable(name, "x").risk == Risk.ESCAPE


@pytest.mark.parametrize(
    "name",
    ["HOME", "XDG_CONFIG_HOME", "Path", "GIT_DIR", "LESSOPEN", "KUBE_EDITOR", "SUDO_ASKPASS", "RSYNC_RSH", "DOTNET_STARTUP_HOOKS",
     "CARGO_BUILD_RUSTC_WRAPPER", "npm_config_node_options", "YARN_RC_FILENAME", "AWS_CONFIG_FILE", "BASH_FUNC_ls%%"],
)  # fmt: skip
def test_what_moves_the_files_that_programs_start_with_is_an_escape(name):
    assert of_variable(name, "./x").risk == Risk.ESCAPE


@pytest.mark.parametrize(("name", "value"), [("GOFLAGS", "-toolexec=./x"), ("RUSTFLAGS", "-C linker=./x"), ("NODE_OPTIONS", "-r ./x.js")])
def test_flags_that_name_a_program_are_an_escape(name, value):
    assert of_variable(name, value).risk == Risk.ESCAPE


@pytest.mark.parametrize(
    ("name", "value"),
    [("GOFLAGS", "-mod=mod"), ("RUSTFLAGS", "-D warnings"), ("NODE_OPTIONS", "--max-old-space-size=8192 --no-warnings"), ("PAGER", "cat"),
     ("GIT_EDITOR", "true"), ("SHELL", "/bin/bash"), ("MAVEN_OPTS", "-Xmx2g"), ("GIT_CONFIG_GLOBAL", "/dev/null"), ("BROWSER", "none")],
)  # fmt: skip
def test_a_size_or_a_program_that_does_nothing_is_nothing(name, value):
    assert of_variable(name, value) is None


@pytest.mark.parametrize(
    "value", ["--max-old-space-size=8192 --require ./x.js", "--max-old-space-size=1 ./x", "cat ./x", "-Xmx2g -javaagent:x"]
)
def test_what_is_harmless_hides_nothing_beside_it(value):
    assert of_variable("NODE_OPTIONS", value).risk == Risk.ESCAPE


def test_the_temporary_folder_that_claude_code_opens_is_a_folder_to_write_in():
    assert of_variable("CLAUDE_CODE_TMPDIR", "~").risk == Risk.ESCAPE
    assert of_variable("CLAUDE_CODE_TMPDIR", "/tmp/claude").risk < Risk.ESCAPE


@pytest.mark.parametrize("name", ["HTTPS_PROXY", "https_proxy", "SSL_CERT_FILE", "DOCKER_HOST"])
def test_what_sends_connections_elsewhere_is_broad(name):
    assert of_variable(name, "x").risk == Risk.BROAD


@pytest.mark.parametrize("name", ["CI", "GOCACHE", "npm_config_cache", "MY_PATH"])
def test_what_moves_or_tunes_something_is_nothing(name):
    assert of_variable(name, "x") is None
