"""What a sandboxed command of Claude Code may do now, as its settings and its own fixed rules say.

A deny beats every allow at or below it, and what Claude Code always protects beats both; such an allow is told as what
it is worth. Entries that can match nothing (globs on Linux, URLs as hosts) are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor import paths
from advisor.boundary import host_matches
from advisor.harnesses.claude_code.settings import Settings, read_settings
from advisor.harnesses.claude_code.versions import NO_NESTING, Target, target_of_situation
from advisor.model import Access, Boundary, Entry, Provenance, Situation

# Writable without any setting (2.1.332: run on Linux).
_WRITABLE = (
    ".", "$TMPDIR", "/tmp/claude", "~/.npm/_logs", "~/.claude/debug", "/dev/null", "/dev/tty", "/dev/stdout", "/dev/stderr", "/dev/shm",
)  # fmt: skip
# Closed whatever is allowed, in the project and at home (run: about 120 names were tried).
PROTECTED_IN_PROJECT = (
    ".bashrc", ".bash_profile", ".profile", ".zshrc", ".zprofile", ".gitconfig", ".gitmodules", ".ripgreprc", ".mcp.json", ".vscode",
    ".idea", ".claude/settings.json", ".claude/settings.local.json", ".claude/skills", ".claude/agents", ".claude/commands",
    ".claude/hooks", ".claude/workflows", ".claude/routines", ".claude/output-styles", ".claude/launch.json",
    ".claude/scheduled_tasks.json", ".claude/loop.md", ".claude/.cc-writes", ".git/config", ".git/config.lock", ".git/config.worktree",
    ".git/hooks", ".git/worktrees", ".git/remotes", ".git/objects/info/alternates",
)  # fmt: skip
PROTECTED_AT_HOME = (
    "~/.ssh", "~/.gitconfig", "~/.config/git", "~/.claude.json", "~/.mcp.json", "~/.claude/settings.json",
    "~/.claude/settings.local.json", "~/.claude/CLAUDE.md", "~/.claude/skills", "~/.claude/agents", "~/.claude/commands",
    "~/.claude/hooks", "~/.claude/plugins", "~/.claude/projects", "~/.claude/todos",
)  # fmt: skip
_OFF = ("write", "read", "connect", "resolve", "local-connect", "bind", "unix-socket", "service", "device", "trace", "process", "nest")
_NEVER_HOST = r"[/\s]|^\.|^\*\*\.|\.$|^[^*].{0,253}\*|\*.{0,253}\*|:\*$"
_LOOPBACK = r"(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)(?::\d{1,5})?"
_DIRECT = "only a client that is told to use the proxy for it: NO_PROXY sends all others directly, into the sandbox's own loopback"


def read_boundary(situation: Situation) -> Boundary:
    """The boundary that the situation's settings texts make; incomplete where one of them was not looked at."""
    settings = read_settings(situation)
    target = target_of_situation(situation)
    enabled, provenance = settings.scalar("sandbox", "enabled")
    off = enabled is False and settings.complete and provenance is not None
    entries = tuple(_all_open(provenance)) if off and provenance else tuple(_entries(settings, target, situation))
    return Boundary(
        harness="claude",
        entries=(*entries, *_dropped(settings)),
        posture="off" if off else "workspace" if enabled is True else "unknown",
        complete=settings.complete and enabled is not None,
        home=situation.home,
        directory=situation.directory,
    )


def _entries(settings: Settings, target: Target, situation: Situation) -> Iterator[Entry]:
    yield from _writes(settings, situation)
    yield from _reads(settings, situation)
    yield from _hosts(settings, target)
    yield from _sockets(settings, target, situation)
    yield from _machine(settings, target)
    yield from _commands(settings)


def _writes(settings: Settings, situation: Situation) -> Iterator[Entry]:
    if provenance := settings.on("sandbox", "filesystem", "disabled"):
        yield Entry("write", "/", Access.ALLOWED, provenance)
        return
    yield Entry("write", "/", Access.REFUSED, _built_in("outside the folders that sandboxed commands may write"))
    for place in _WRITABLE:
        yield Entry("write", place, Access.ALLOWED, _built_in("writable by default"))
    closed: list[str] = [*PROTECTED_IN_PROJECT, *PROTECTED_AT_HOME]
    if situation.repository and situation.repository != situation.directory:
        note = "only where Claude Code was started at the repository's root: started in a sub-folder, it can write only that"
        yield Entry("write", situation.repository, Access.ALLOWED_BUT, _built_in("writable by default"), note)
        closed += [f"{situation.repository}/{place}" for place in PROTECTED_IN_PROJECT]
    for place in closed:
        yield Entry("write", place, Access.PROTECTED, _built_in("always protected"), "no setting opens it")
    denied = [*_paths(settings, situation, "denyWrite"), *_rules(settings, situation, "Edit", "deny")]
    for place, provenance in denied:
        yield Entry("write", place, Access.REFUSED, provenance)
    for place, provenance in (
        *_paths(settings, situation, "allowWrite"),
        *_rules(settings, situation, "Edit", "allow"),
        *_directories(settings, situation),
    ):
        yield _allowed_write(place, provenance, closed, [other for other, _ in denied], situation)


def _allowed_write(place: str, provenance: Provenance, closed: list[str], denied: list[str], situation: Situation) -> Entry:
    """An allow entry as what it is worth beside the protected and the denied places."""
    if kept := next((other for other in closed if _within(place, other, situation)), None):
        return Entry("write", place, Access.PROTECTED, provenance, f"{kept} stays protected: this entry does nothing")
    if beaten := next((other for other in denied if _within(place, other, situation)), None):
        return Entry("write", place, Access.REFUSED, provenance, f"the deny of {beaten} beats it, whatever the scope")
    return Entry("write", place, Access.ALLOWED, provenance)


def _reads(settings: Settings, situation: Situation) -> Iterator[Entry]:
    yield Entry("read", "/", Access.ALLOWED, _built_in("readable by default"))
    for place, provenance in (*_paths(settings, situation, "denyRead"), *_rules(settings, situation, "Read", "deny")):
        yield Entry("read", place, Access.REFUSED, provenance)
    for layer in settings.layers:
        credentials = layer.document.get("sandbox", {}).get("credentials", {}).get("files", ())
        for entry in credentials if isinstance(credentials, list) else ():
            if isinstance(entry, dict) and entry.get("mode") == "deny" and isinstance(entry.get("path"), str):
                where = Provenance(layer.file, "sandbox.credentials.files", layer.scope)
                yield Entry("read", _rooted(entry["path"], where, situation) or entry["path"], Access.REFUSED, where)
    for place, provenance in _paths(settings, situation, "allowRead"):
        yield Entry("read", place, Access.ALLOWED, provenance)


def _hosts(settings: Settings, target: Target) -> Iterator[Entry]:
    yield Entry("connect", "*", Access.REFUSED, _built_in("a host that is not on the allow list"))
    yield Entry("resolve", "*", Access.REFUSED, _built_in("the sandbox has no name service: its proxy looks names up"))
    binding = settings.on("sandbox", "network", "allowLocalBinding") if target.system == "macos" else None
    own = binding or _built_in("the sandbox has a loopback of its own")
    yield Entry("local-connect", "*", Access.ALLOWED_BUT if binding else Access.REFUSED, own)
    denied = [*settings.items("sandbox", "network", "deniedDomains"), *_web_rules(settings, "deny")]
    for host, provenance in denied:
        yield Entry("connect", host, Access.REFUSED, provenance)
    strict = settings.on("sandbox", "network", "strictAllowlist")
    for host, provenance in (*settings.items("sandbox", "network", "allowedDomains"), *_web_rules(settings, "allow")):
        ignored = strict is not None and provenance.scope in ("project", "local")
        if re.search(_NEVER_HOST, host) or ignored:
            continue
        if re.fullmatch(_LOOPBACK, host.lower()):
            yield Entry("local-connect", host, Access.ALLOWED_BUT, provenance, _DIRECT)
        name, _, port = host.removeprefix("*.").partition(":")
        beaten = any(host_matches(pattern, name, int(port) if port.isdigit() else None) for pattern, _ in denied)
        note = "a denied domain beats it" if beaten else None
        yield Entry("connect", host, Access.REFUSED if beaten else Access.ALLOWED, provenance, note)


def _sockets(settings: Settings, target: Target, situation: Situation) -> Iterator[Entry]:
    opened = settings.on("sandbox", "network", "allowAllUnixSockets")
    where = opened or _built_in("unix sockets are closed")
    yield Entry("unix-socket", "*", Access.ALLOWED if opened else Access.REFUSED, where)
    if target.system == "macos":
        for value, provenance in settings.items("sandbox", "network", "allowUnixSockets"):
            yield Entry("unix-socket", _rooted(value, provenance, situation) or value, Access.ALLOWED, provenance)


def _machine(settings: Settings, target: Target) -> Iterator[Entry]:
    if target.system == "linux":
        note = "the port lives in the command's own network: nothing outside that command reaches it"
        yield Entry("bind", "*", Access.ALLOWED_BUT, _built_in("binding works in a private network"), note)
        nested = settings.on("sandbox", "allowNestedUserNamespaces")
        refused = target.knows(NO_NESTING) and not nested
        yield Entry("nest", "*", Access.REFUSED if refused else Access.ALLOWED, nested or _built_in("user namespaces"))
        yield Entry("process", "*", Access.REFUSED, _built_in("a private process namespace"))
    if target.system == "macos":
        binding = settings.on("sandbox", "network", "allowLocalBinding")
        yield Entry("bind", "*", Access.ALLOWED if binding else Access.REFUSED, binding or _built_in("binding ports is closed"))
        yield Entry("nest", "*", Access.REFUSED, _built_in("a sandbox inside the sandbox"))
        yield Entry("service", "*", Access.REFUSED, _built_in("only a few system services are open"))
        for value, provenance in settings.items("sandbox", "network", "allowMachLookup"):
            yield Entry("service", value, Access.ALLOWED, provenance)
        if provenance_ := settings.on("sandbox", "enableWeakerNetworkIsolation"):
            yield Entry("service", "com.apple.trustd.agent", Access.ALLOWED, provenance_)
        if provenance_ := settings.on("sandbox", "allowAppleEvents"):
            yield Entry("service", "com.apple.coreservices.appleevents", Access.ALLOWED, provenance_)
    yield Entry("device", "*", Access.REFUSED, _built_in("the sandbox has devices of its own"))
    yield Entry("privilege", "*", Access.REFUSED, _built_in("no command in the sandbox becomes root"))


def _commands(settings: Settings) -> Iterator[Entry]:
    for kind, access in (("allow", Access.ALLOWED), ("deny", Access.REFUSED)):
        for rule, provenance in settings.items("permissions", kind):
            if found := re.fullmatch(r"Bash\((.{1,4000})\)", rule):
                command = re.sub(r"(?::| )\*$", "", found[1])
                yield Entry("permission", command, access, provenance)
                if command != found[1]:
                    yield Entry("permission", f"{command} *", access, provenance)


def _paths(settings: Settings, situation: Situation, key: str) -> Iterator[tuple[str, Provenance]]:
    for value, provenance in settings.items("sandbox", "filesystem", key):
        place = _rooted(value, provenance, situation)
        if place is not None:
            yield place, provenance


def _directories(settings: Settings, situation: Situation) -> Iterator[tuple[str, Provenance]]:
    for value, provenance in settings.items("permissions", "additionalDirectories"):
        place = _rooted(value, provenance, situation)
        if place is not None:
            yield place, provenance


def _rules(settings: Settings, situation: Situation, tool: str, kind: str) -> Iterator[tuple[str, Provenance]]:
    """The places of `Edit(…)` or `Read(…)` rules; here `//x` is absolute, `/x` starts at the settings' own root."""
    for rule, provenance in settings.items("permissions", kind):
        found = re.fullmatch(rf"{tool}\((.{{1,4000}})\)", rule)
        if not found or found[1] in ("*", "**"):
            continue
        value = found[1]
        value = value[1:] if value.startswith("//") else "." + value if value.startswith("/") else value
        place = _rooted(value, provenance, situation)
        if place is not None:
            yield place, provenance._replace(key=f"permissions.{kind}")


def _web_rules(settings: Settings, kind: str) -> Iterator[tuple[str, Provenance]]:
    for rule, provenance in settings.items("permissions", kind):
        if found := re.fullmatch(r"WebFetch\(domain:(.{1,300})\)", rule):
            yield found[1], provenance


def _rooted(value: str, provenance: Provenance, situation: Situation) -> str | None:
    """A path entry as a place; None for one that does nothing (globs on Linux, variables)."""
    value = value.removesuffix("/**")
    if value.startswith("//"):
        value = value[1:]
    if re.search(r"[*?\[]|\$", value):
        return None
    if paths.is_anchored(value):
        return paths.canonical(value, situation.home)
    if provenance.scope == "user":
        return paths.canonical(f"~/.claude/{value}", situation.home)
    return paths.canonical(value, situation.home, situation.repository or situation.directory)


def _within(place: str, folder: str, situation: Situation) -> bool:
    home, directory = situation.home, situation.directory
    return paths.within(paths.canonical(place, home, directory), paths.canonical(folder, home, directory))


def _all_open(provenance: Provenance) -> tuple[Entry, ...]:
    return tuple(Entry(operation, "/" if operation in ("read", "write") else "*", Access.ALLOWED, provenance) for operation in _OFF)


def _dropped(settings: Settings) -> Iterator[Entry]:
    """The files that Claude Code drops whole; `config` is no operation of a need."""
    for layer in settings.layers:
        if layer.problem:
            yield Entry("config", layer.file, Access.REFUSED, Provenance(layer.file, "", layer.scope), layer.problem)


def _built_in(key: str) -> Provenance:
    return Provenance(None, key, "built-in")
