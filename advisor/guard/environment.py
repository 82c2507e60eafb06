"""What an environment variable that a config sets hands over: some make programs run others, or send them elsewhere."""

from __future__ import annotations

import re

from advisor.guard.meanings import Meaning
from advisor.model import Risk
from advisor.quoting import inline

# What makes a shell, a loader, an interpreter, git or an editor run something of the setter's choice.
_RUNS = re.compile(
    r"PATH|LD_\w{1,40}|DYLD_\w{1,60}|NODE_OPTIONS|NODE_PATH|BASH_ENV|ENV|ZDOTDIR|SHELL|PROMPT_COMMAND|PS4|PYTHON(?:STARTUP|PATH|HOME|BREAKPOINT)"
    r"|RUBY(?:OPT|LIB)|PERL5(?:OPT|LIB|DB)|PERLLIB|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|MAVEN_OPTS|GRADLE_OPTS|RUSTC(?:_\w{1,20})?WRAPPER"
    r"|GIT_(?:SSH(?:_COMMAND)?|EDITOR|SEQUENCE_EDITOR|PAGER|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND|EXEC_PATH|TEMPLATE_DIR|CONFIG\w{0,40})"
    r"|SSH_ASKPASS|EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|CC|CXX|MAKEFLAGS|npm_config_script_shell|CLAUDE_CODE_SHELL(?:_PREFIX)?|CLAUDE_ENV_FILE"
)
# What sends the agent, or its commands, to another machine, or makes them believe it.
_SENDS_AGENT = re.compile(
    r"(?:ANTHROPIC|OPENAI|CLAUDE_CODE|CODEX)\w{0,40}(?:BASE_URL|_PROXY|API_URL)|ANTHROPIC_UNIX_SOCKET|CODEX_HOME|CLAUDE_CONFIG_DIR"
)
_SENDS = re.compile(
    r"(?:https?|all|ftp|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|GIT_SSL_\w{1,20}"
    r"|NODE_TLS_REJECT_UNAUTHORIZED|PIP_(?:EXTRA_)?INDEX_URL|UV_(?:DEFAULT_|EXTRA_)?INDEX(?:_URL)?|npm_config_registry|DOCKER_HOST|KUBECONFIG",
    re.IGNORECASE,
)
_OFF = re.compile(r"(?:IS_SANDBOX|CLAUDE_CODE_BUBBLEWRAP|DISABLE_\w{0,40}SANDBOX\w{0,20})")


def of_variable(name: str, value: str) -> Meaning | None:
    """What it hands over that a variable is set; None where it only moves or tunes something."""
    shown = f"{inline(name, 60)} is {inline(value, 80)}"
    if _RUNS.fullmatch(name) or _OFF.fullmatch(name):
        return Meaning(Risk.ESCAPE, f"{shown} for whatever the agent starts: it decides which programs run, outside the sandbox too.")
    if _SENDS_AGENT.fullmatch(name):
        return Meaning(Risk.ESCAPE, f"{shown}: whoever answers there gets what the agent reads, and tells it what to do.")
    if _SENDS.fullmatch(name):
        return Meaning(Risk.BROAD, f"{shown}: connections of the agent's commands go there, or are believed, as it says.")
    return None
