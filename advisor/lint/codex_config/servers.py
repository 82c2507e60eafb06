"""MCP servers and model providers that Codex does not start with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from advisor.lint.codex_config._reading import SEEN, is_project, is_whole, profile_file, project, put, removed, said, table, tables, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule

_SERVERS, _PROVIDERS = "mcp_servers", "model_providers"
# What only one of the two transports takes: a server that is started, one that is connected to.
_STARTED = ("args", "env", "env_vars", "cwd")
_CONNECTED = (
    "url", "bearer_token_env_var", "http_headers", "env_http_headers", "http_headers_helper", "auth", "oauth", "oauth_resource",
)  # fmt: skip
_BUILT_IN = ("openai", "ollama", "lmstudio", "amazon-bedrock", "amazon-bedrock-runtime", "gcp")


def _transport(config: Config) -> Iterator[Fault]:
    for name, server in tables(config, _SERVERS):
        if "command" not in server and "url" not in server:
            elsewhere = "" if config.standing == "user" else ", unless another file names the same server whole"
            yield Fault((_SERVERS, name), f"has neither command nor url (`invalid transport`): Codex does not start{elsewhere}")


def _mixed(config: Config) -> Iterator[Fault]:
    for name, server in tables(config, _SERVERS):
        if "bearer_token" in server and ("command" in server or "url" in server):
            say = "is not taken any more: Codex does not start; name the variable that holds it in bearer_token_env_var"
            yield Fault((_SERVERS, name, "bearer_token"), say, removed((_SERVERS, name, "bearer_token"), "take it out"))
        if "command" in server:
            wrong: tuple[str, ...] = _CONNECTED
            kind = "started with command"
        elif "url" in server:
            wrong, kind = _STARTED, "connected to by url"
        else:
            continue
        for key in wrong:
            if key in server:
                path = (_SERVERS, name, key)
                yield Fault(path, f"is not for a server that is {kind}: Codex does not start", removed(path, f"take out {key}"))


def _providers(config: Config) -> Iterator[Fault]:
    if is_project(config):
        return  # ignored there, faults and all
    for name, provider in tables(config, _PROVIDERS):
        if name in ("openai", "ollama", "lmstudio"):
            yield Fault(
                (_PROVIDERS, name), f"{said(name)} is built in and cannot be defined again: Codex does not start; give it another name"
            )
        elif not provider.get("name") and name not in _BUILT_IN:
            fix = put((_PROVIDERS, name, "name"), name, "add a name, which is what is shown of it", safe=True)
            yield Fault((_PROVIDERS, name), "lacks a name: Codex does not start", fix)


def _selected(config: Config) -> Iterator[Fault]:
    name = config.at("model_provider")
    if is_project(config) or not is_whole(config) or not isinstance(name, str):
        return
    if name not in _BUILT_IN and name not in table(config, _PROVIDERS):
        yield Fault(("model_provider",), f"no provider {said(name)} is built in or defined: Codex does not start", part="value")


def _roles(config: Config) -> Iterator[Fault]:
    for name, role in tables(config, "agents"):
        if isinstance(role, Mapping) and "description" not in role and "config_file" not in role:
            yield Fault(("agents", name), "lacks a description, so that the role is passed over with a warning")


RULES = (
    LintRule(
        id="codex-config/no-transport",
        title="A server with neither command nor url",
        explanation=(
            "Codex refuses a server of which it cannot tell how to reach it, and does not start. A table for its tools alone "
            "(`[mcp_servers.NAME.tools.…]`) makes such a server where no other file holds the rest."
        ),
        severity="error",
        check=_transport,
        source="seen in a real config (`invalid transport`), and tried on Codex 0.171.0",
        seen_on=SEEN,
        examples=(
            user('[mcp_servers.docs.tools.search]\napproval_mode = "approve"\n'),
            project('[mcp_servers.docs]\nargs = ["mcp"]\n'),
        ),
        near_misses=(project('[mcp_servers]\n[mcp_servers.docs]\nurl = "https://mcp.example"\n'),),
    ),
    LintRule(
        id="codex-config/mixed-transport",
        title="A server's key for the other transport",
        explanation=(
            "A server is either started (`command`, with args, env, cwd) or connected to "
            "(`url`, with headers and tokens). A key of the other "
            "kind is no mere leftover: `… is not supported for stdio` (or `streamable_http`), and Codex does not start."
        ),
        severity="error",
        check=_mixed,
        source="tried on Codex 0.171.0, key by key",
        seen_on=SEEN,
        examples=(
            project('[mcp_servers.docs]\nurl = "https://mcp.example"\nenv = { A = "1" }\n'),
            project('[mcp_servers.docs]\ncommand = "docs"\nurl = "https://mcp.example"\n'),
            user('[mcp_servers.docs]\nurl = "https://mcp.example"\nbearer_token = "x"\n'),
        ),
        near_misses=(
            project('[mcp_servers.docs]\ncommand = "docs"\nargs = ["mcp"]\nscopes = ["a"]\n'),
            user('[mcp_servers.docs]\nbearer_token = "x"\n'),
        ),
    ),
    LintRule(
        id="codex-config/provider",
        title="A model provider that Codex does not take",
        explanation=(
            "A provider needs a name and may not be called like one that is built in. In a project's file providers are passed over."
        ),
        severity="error",
        check=_providers,
        source="tried on Codex 0.171.0",
        seen_on=SEEN,
        examples=(
            user('[model_providers.lab]\nbase_url = "http://127.0.0.1:9000/v1"\n'),
            user('[model_providers.openai]\nname = "x"\n'),
        ),
        near_misses=(
            user('[model_providers.lab]\nname = "lab"\n[model_providers.amazon-bedrock.aws]\nregion = "x"\n'),
            project("[model_providers.lab]\n"),
        ),
    ),
    LintRule(
        id="codex-config/undefined-provider",
        title="The selected model provider does not exist",
        explanation="`Model provider … not found`, and Codex does not start. Providers of one's own are tables `[model_providers.NAME]`.",
        severity="error",
        check=_selected,
        source="tried on Codex 0.171.0",
        seen_on=SEEN,
        examples=(user('model_provider = "azure"\n'),),
        near_misses=(
            user('model_provider = "openai"\n'),
            user('model_provider = "lab"\n[model_providers.lab]\nname = "lab"\n'),
            project('model_provider = "azure"\n'),
            profile_file('model_provider = "azure"\n'),
        ),
    ),
    LintRule(
        id="codex-config/role-without-description",
        title="An agent role without a description",
        explanation=(
            "`Ignoring malformed agent role definition`: a role needs a description, in its table or in the file that `config_file` names."
        ),
        severity="warn",
        check=_roles,
        source="tried on Codex 0.171.0",
        seen_on=SEEN,
        examples=(project('[agents.reviewer]\nmodel = "x"\n'),),
        near_misses=(project('[agents.reviewer]\ndescription = "reviews"\n[agents.writer]\nconfig_file = "agents/writer.toml"\n'),),
    ),
)
