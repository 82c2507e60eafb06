"""What an environment variable that a config sets hands over: some make programs run others, or send them elsewhere."""

from __future__ import annotations

import re

from advisor.guard.meanings import Meaning, of_write
from advisor.model import Risk
from advisor.quoting import inline

# What makes a shell, a loader, an interpreter, git or an editor run something of the setter's choice.
_RUNS = re.compile(
    r"PATH|Path|HOME|USERPROFILE|XDG_CONFIG_HOME|LD_\w{1,40}|DYLD_\w{1,60}|GCONV_PATH|OPENSSL_(?:CONF|MODULES|ENGINES)|COMSPEC"
    r"|BASH_ENV|BASH_FUNC_.{1,80}|ENV|ZDOTDIR|SHELL|SHELLOPTS|PROMPT_COMMAND|PS4|LESSOPEN|LESSCLOSE"
    r"|NODE_OPTIONS|NODE_PATH|PYTHON(?:STARTUP|PATH|HOME|USERBASE|BREAKPOINT)|RUBY(?:OPT|LIB)|BUNDLE_GEMFILE"
    r"|PERL5(?:OPT|LIB|DB|SHELL)|PERLLIB|LUA_INIT\w{0,10}|PHPRC|PHP_INI_SCAN_DIR|R_(?:PROFILE|ENVIRON)(?:_USER)?"
    r"|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|MAVEN_(?:OPTS|ARGS)|GRADLE_OPTS|SBT_OPTS|ANT_OPTS"
    r"|DOTNET_STARTUP_HOOKS|(?:CORECLR|COR)_PROFILER\w{0,20}|MAKEFLAGS|MAKEFILES|CC|CXX"
    r"|(?:CARGO_BUILD_)?RUSTC(?:_\w{1,20})?(?:WRAPPER)?|CARGO_TARGET_\w{1,60}_(?:LINKER|RUNNER)"
    r"|GIT_(?:SSH(?:_COMMAND)?|EXTERNAL_DIFF|PROXY_COMMAND|EXEC_PATH|TEMPLATE_DIR|DIR|COMMON_DIR|CONFIG\w{0,40})|HGRCPATH|SVN_SSH"
    r"|\w{0,40}(?:EDITOR|PAGER|ASKPASS|_RSH)|VISUAL|BROWSER|AWS_CONFIG_FILE|YARN_(?:RC_FILENAME|YARN_PATH|PLUGINS)"
    r"|(?:npm_config|NPM_CONFIG)_(?:script_shell|SCRIPT_SHELL|node_options|NODE_OPTIONS|userconfig|USERCONFIG|globalconfig|GLOBALCONFIG)"
    r"|CLAUDE_CODE_SHELL(?:_PREFIX)?|CLAUDE_CODE_GIT_BASH_PATH|CLAUDE_ENV_FILE"
)
# What does so only with some values: flags that name a program to go through.
_RUNS_BY_VALUE = {"GOFLAGS": ("exec",), "RUSTFLAGS": ("linker",), "CARGO_BUILD_RUSTFLAGS": ("linker",)}
# Values that name nothing which the setter wrote: sizes, encodings, a pager or an editor that does nothing, the usual shells.
_HARMLESS = re.compile(
    r"|cat|less|true|false|none|never|echo|:|0|1|/dev/null|/(?:usr/)?bin/(?:ba|z|)sh|/(?:usr/)?bin/(?:true|false|cat|echo)|-j ?\d{0,4}"
    r"|(?:(?:--(?:max-(?:old|semi)-space-size=\d{1,6}|no-(?:warnings|deprecation)|enable-source-maps|use-(?:env-proxy|system-ca))"
    r"|--dns-result-order=\w{1,20}|-X(?:mx|ms|mn|ss)\d{1,9}[kmgKMG]?|-XX:\+Use\w{1,30}|-XX:Max\w{1,30}=\d{1,9}[kmgKMG]?"
    r"|-Dfile\.encoding=[\w-]{1,20}|-Djava\.awt\.headless=true)(?: |$)){1,20}"
)
# Where Claude Code lets every sandboxed command write.
_OPENS = "CLAUDE_CODE_TMPDIR"
# What sends the agent, or its commands, to another machine, or makes them believe it.
_SENDS_AGENT = re.compile(
    r"(?:ANTHROPIC|OPENAI|CLAUDE_CODE|CODEX)\w{0,40}(?:BASE_URL|_PROXY|API_URL)|ANTHROPIC_UNIX_SOCKET|CODEX_HOME|CLAUDE_CONFIG_DIR"
)
_SENDS = re.compile(
    r"(?:https?|all|ftp|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|GIT_SSL_\w{1,20}"
    r"|NODE_TLS_REJECT_UNAUTHORIZED|PIP_CONFIG_FILE|PIP_(?:EXTRA_)?INDEX_URL|OTEL_EXPORTER_OTLP_\w{0,20}ENDPOINT|UV_(?:DEFAULT_|EXTRA_)?INDEX(?:_URL)?|npm_config_registry|DOCKER_HOST|KUBECONFIG",
    re.IGNORECASE,
)
_OFF = re.compile(r"(?:IS_SANDBOX|CLAUDE_CODE_BUBBLEWRAP|DISABLE_\w{0,40}SANDBOX\w{0,20})")


def of_variable(name: str, value: str) -> Meaning | None:
    """What it hands over that a variable is set; None where it only moves or tunes something."""
    shown = f"{inline(name, 60)} is {inline(value, 80)}"
    if name == _OPENS:
        return of_write(value)
    by_value = any(word in value for word in _RUNS_BY_VALUE.get(name, ()))
    if by_value or (_RUNS.fullmatch(name) and not _HARMLESS.fullmatch(value)) or _OFF.fullmatch(name):
        return Meaning(Risk.ESCAPE, f"{shown} for whatever the agent starts: it decides which programs run, outside the sandbox too.")
    if _SENDS_AGENT.fullmatch(name):
        return Meaning(Risk.ESCAPE, f"{shown}: whoever answers there gets what the agent reads, and tells it what to do.")
    if _SENDS.fullmatch(name):
        return Meaning(Risk.BROAD, f"{shown}: connections of the agent's commands go there, or are believed, as it says.")
    return None
