"""Keys that Codex does not know: it says so once at the start and passes over them, and inside `[permissions]` says nothing."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.edits.positions import Path
from advisor.lint.codex_config._keys import MEANT, Unknown, nearest, top_level, unknown
from advisor.lint.codex_config._reading import IGNORED_IN_PROJECTS, SEEN, is_project, moved, profile, project, removed, renamed, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule
from advisor.model.lint import Fix
from advisor.quoting import inline

# The words of `.mcp.json` and of other programs' lists of servers, which a server here has no use for.
_MCP_JSON = frozenset({
    "type", "transport", "headers", "timeout", "disabled", "autoApprove", "alwaysAllow", "serverUrl", "httpUrl", "trust", "envFile",
    "description", "tags", "includeTools", "excludeTools",
})  # fmt: skip
# Tables and keys that no version of Codex has, though they are often seen.
_INVENTED = {
    "network": "the network is opened by sandbox_workspace_write.network_access, or in a permission profile",
    "sandbox": "the sandbox is set by sandbox_mode, or by default_permissions and a profile",
}
_SWALLOWED = "swallowed"


def _kind(found: Unknown) -> str:
    """Which of the rules below tells this key."""
    path = found.path
    if path[0] == "permissions":
        return "permissions"
    if path[0] == "mcp_servers" and len(path) == 3 and path[2] in _MCP_JSON:
        return "mcp"
    if path[0] == "profiles":
        return "plain"
    if len(path) > 1 and path[-1] in top_level() and not (isinstance(path[-1], str) and nearest(path[-1], found.siblings) == path[-1]):
        return _SWALLOWED
    if len(path) == 1 and path[0] in MEANT and len(MEANT[str(path[0])]) > 1:
        return "misplaced"
    return "plain"


def _of(config: Config, kind: str) -> Iterator[Unknown]:
    return (found for found in unknown(config.data) if _kind(found) == kind)


def _plain(config: Config) -> Iterator[Fault]:
    for found in _of(config, "plain"):
        key = str(found.path[-1])
        if len(found.path) == 1 and key in _INVENTED:
            yield Fault(found.path, f"no such key: {_INVENTED[key]}")
            continue
        near, fix = _nearest(config, found)
        if is_project(config) and found.path[0] in IGNORED_IN_PROJECTS:
            fix = None
        yield Fault(found.path, f"no key of Codex 0.171.0, so it is ignored{near}", fix)


def _nearest(config: Config, found: Unknown) -> tuple[str, Fix | None]:
    """What the key may have meant, in words, and giving it that name."""
    key = str(found.path[-1])
    meant = MEANT.get(key, ()) if len(found.path) == 1 else ()
    name = meant[0] if meant else nearest(key, found.siblings)
    if name is None:
        return "", None
    taken = (*found.path[:-1], name) in config.places
    return f" (nearest: {name})", None if taken else renamed(found.path, name, f"call it {name}")


def _permissions(config: Config) -> Iterator[Fault]:
    for found in _of(config, "permissions"):
        near, fix = _nearest(config, found)
        yield Fault(found.path, f"no key of a permission profile: it does nothing, and Codex says nothing of it{near}", fix)


def _mcp(config: Config) -> Iterator[Fault]:
    for found in _of(config, "mcp"):
        say = "no key of Codex's servers: it comes from another program's list of them (.mcp.json and its kin), and is ignored"
        yield Fault(found.path, say, removed(found.path, "take it out: it does nothing", safe=True))


def _swallowed(config: Config) -> Iterator[Fault]:
    for found in _of(config, _SWALLOWED):
        key, holder = str(found.path[-1]), inline(".".join(map(str, found.path[:-1])), 80)
        fix = moved(found.path, (key,), config.at(*found.path), "write it above the first table header")
        say = (
            f"it stands below the header [{holder}], so that it belongs to that table, "
            "where it is ignored: it was meant for the top of the file"
        )
        yield Fault(found.path, say, None if (key,) in config.places else fix)


def _misplaced(config: Config) -> Iterator[Fault]:
    for found in _of(config, "misplaced"):
        home: Path = MEANT[str(found.path[0])]
        fix = moved(found.path, home, config.at(*found.path), f"write it as {'.'.join(map(str, home))}")
        yield Fault(found.path, f"ignored at the top of the file: it belongs under [{home[0]}]", None if home in config.places else fix)


_SOURCE = "facts/codex.md 1.1 (unknown keys), facts/codex-live.md 3 (unknown key, top or nested)"
_EXPLANATION = (
    "Codex tells of an unknown key once, among the warnings of a start (`Codex is ignoring 1 unrecognized configuration setting`), and "
    "goes on without it: what it was to do is not done."
)

RULES = (
    LintRule(
        id="codex-config/unknown-key",
        title="A key that Codex does not know",
        explanation=_EXPLANATION,
        severity="warn",
        check=_plain,
        source=_SOURCE,
        seen_on=SEEN,
        examples=(
            project("[sandbox_workspace_write]\nwriteable_roots = []\n"),
            project('reasoning_effort = "high"\n'),
            project("[features]\nnetwork_prxy = true\n"),
            project("[network]\nenabled = true\n"),
            user('[mcp_servers.x]\ncommand = "x"\ntimeoutSec = 3\n'),
            user("[profiles.x]\nallow_login_shell = true\n"),
            user('[[skills.config]]\npath = "x"\nenabled = true\nnote = "ours"\n'),
        ),
        near_misses=(
            project('[agents.r]\nmodel = "x"\nanything = 3\n'),
            project("[features]\nprefer_mxc = true\n[desktop]\nanything = 3\n"),
            user('[otel.exporter.otlp-grpc]\nendpoint = "http://127.0.0.1:4317"\n'),
            user('[plugins."a@b"]\nanything = 3\n'),
        ),
    ),
    LintRule(
        id="codex-config/unknown-permission-key",
        title="A key that a permission profile does not have",
        explanation=(
            "Inside `[permissions]` Codex reports no unknown key, not even with `--strict-config`: a misspelt one leaves the grant or the "
            "denial out in silence."
        ),
        severity="warn",
        check=_permissions,
        source="facts/codex.md, Blind spot, and 10.23; facts/codex-live.md 3 (unknown key inside [permissions.dev])",
        seen_on=SEEN,
        examples=(
            project(profile('[permissions.dev.network]\nallowed_domains = ["pkg.example"]')),
            project(profile('[permissions.dev.file_system]\n"/srv/x" = "write"')),
            project('[permissions.dev]\nextend = ":workspace"\n'),
        ),
        near_misses=(project(profile('[permissions.dev.filesystem]\n"/srv/x" = "write"\nglob_scan_max_depth = 3')),),
    ),
    LintRule(
        id="codex-config/foreign-server-key",
        title="A server's key from another program",
        explanation=(
            "Lists of servers of other programs (`.mcp.json`, editors) name the transport, headers and time limits in words of their own. "
            "Codex tells the transport by `command` or `url`, takes `http_headers` and `startup_timeout_sec`, and ignores the rest."
        ),
        severity="warn",
        check=_mcp,
        source=_SOURCE,
        seen_on=SEEN,
        examples=(project('[mcp_servers.docs]\ntype = "http"\nurl = "https://mcp.example"\n'),),
        near_misses=(project('[mcp_servers.docs]\nurl = "https://mcp.example"\nstartup_timeout_sec = 3\n'),),
    ),
    LintRule(
        id="codex-config/swallowed-key",
        title="A key for the top of the file stands below a table header",
        explanation=(
            "In TOML every line below a `[header]` belongs to that table. A top-level key that was added at the end of the file becomes an "
            f"unknown key of the last table. {_EXPLANATION}"
        ),
        severity="warn",
        check=_swallowed,
        source="facts/codex.md 1.5 (TOML placement) and 10.2",
        seen_on=SEEN,
        examples=(
            project('[history]\npersistence = "none"\nweb_search = "cached"\n'),
            project('[sandbox_workspace_write]\nnetwork_access = false\ndefault_permissions = ":workspace"\n'),
            user('[tui]\nhide_agent_reasoning = true\nsandbox_mode = "read-only"\n'),
        ),
        near_misses=(
            project('web_search = "cached"\n[history]\npersistence = "none"\n'),
            project('[agents.r]\nsandbox_mode = "read-only"\n'),
            user('[profiles.x]\nsandbox_mode = "read-only"\n'),
        ),
    ),
    LintRule(
        id="codex-config/misplaced-key",
        title="A key at the top that belongs into a table",
        explanation=f"The key exists, in a table of its own. {_EXPLANATION}",
        severity="warn",
        check=_misplaced,
        source=_SOURCE,
        seen_on=SEEN,
        examples=(project("network_access = true\n"), user('writable_roots = ["/srv/x"]\n'), project("network_proxy = true\n")),
        near_misses=(project("[sandbox_workspace_write]\nnetwork_access = false\n"),),
    ),
)
