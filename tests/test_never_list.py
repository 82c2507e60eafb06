"""What no plan ever does (DESIGN §6): every record of every corpus file is planned for, and what is emitted is judged here.

The judging is written a second time, in plain patterns, so that a gap in `hazards` does not hide itself.
"""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor import paths
from advisor.boundary import answer
from advisor.detect import find
from advisor.harnesses import load
from advisor.model import (
    Access,
    Channel,
    Confidence,
    ConnectSocket,
    ControlProcess,
    Denial,
    Excerpt,
    GainPrivilege,
    Known,
    ListenOnPort,
    Nest,
    Origin,
    ReachHost,
    ReachLocalService,
    ReadPath,
    Recording,
    ResolveName,
    Risk,
    Rule,
    RunCommand,
    Situation,
    StartSandbox,
    TraceProcess,
    UseDevice,
    UseService,
    WritePath,
)
from advisor.needs import minimal
from advisor.scan import windows
from tests.harnesses import claude_code_cases, codex_cases

HOME, PROJECT = "/home/dev", "/home/dev/code/shop"
RULE = Rule("x/y", "", "", (), "")
CORPUS_FILES = ("public", "claude-linux", "codex-linux", "claude-fixes", "codex-fixes")

# Canonical places that no option below ESCAPE may open to writes.
FORBIDDEN = re.compile(
    r"/|~|[A-Z]:/|/[^/]+|~/(?:Documents|Desktop|Downloads|AppData(?:/(?:Local|Roaming))?|go|bin(?:/.*)?)"
    r"|~/Library(?:/(?:Caches|Application Support))?"
    r"|~/\.(?:cache|config|local(?:/(?:share|state|bin|lib))?)|/(?:usr|etc|bin|sbin|lib\w*|dev|proc|sys|run|boot|System)(?:/(?!local/(?:share|var)/.).*)?"
    r"|/var(?:/[^/]+)?|/opt/homebrew(?:/.*)?|/home/[^/]+|/Users/[^/]+"
    r"|~/\.(?:ssh|aws|gnupg|kube|azure|docker|netrc|npmrc|pypirc|git-credentials|password-store|config/(?:gcloud|gh|autostart|systemd|fish))(?:/.*)?"
    r"|~/\.(?:bashrc|bash_profile|profile|zshrc|zshenv|zprofile|gitconfig|vimrc|config/git|config/nvim)(?:/.*)?|~/Library/(?:Keychains|LaunchAgents)(?:/.*)?"
    r"|(?:.*/)?\.(?:claude|codex|agents|polygraph|mcp\.json|claude\.json|vscode|idea)(?:/.*)?|(?:.*/)?\.git/(?:hooks|config)(?:/.*)?|(?:.*/)?\.gitmodules"
    r"|~/\.(?:npm|cargo|rustup|gradle|m2|nuget|bun|pyenv|nvm|rbenv|cargo/bin|local/share/pnpm)|~/go/bin(?:/.*)?|.*/(?:site|dist)-packages(?:/.*)?"
    r"|.*/bin/(?:python|node|ruby|perl|bash|sh)[\d.]*|.*[*?\[\]$`\"'\n].*"
)
RUN_LATER = re.compile(r"(?:.*/)?(?:bin|sbin|_npx|pre-commit|init\.d|ms-playwright|virtualenvs|node_modules|venvs)(?:/.*)?")
NEVER_HOST = re.compile(r".*[*/\s].*|.*://.*|169\.254\..*|fd00:ec2::.*|metadata(?:\..*)?|100\.100\.100\.200|")
TRUSTED_ONLY = {"allowNestedUserNamespaces", "allowAppleEvents", "disabled", "strictAllowlist", "tlsTerminate", "ripgrep"}
MAC_ONLY = {"allowUnixSockets", "allowLocalBinding", "allowMachLookup", "enableWeakerNetworkIsolation", "allowAppleEvents"}


def claude_situation(system, command=None, **more):
    return claude_code_cases.situation(system=system, command=command, **more)


def codex_situation(system, command=None, **more):
    return codex_cases.looked(system=system, command=command, **more)


def claude_applied(situation, options):
    settings = {text.scope: json.loads(text.text) for text in situation.configs if text.text}
    after = claude_code_cases.applied(settings, [change for option in options for change in option.changes])
    return claude_code_cases.situation(settings=after, system=situation.system.value, command=situation.command)


HARNESSES = {"claude": (claude_situation, claude_applied), "codex": (codex_situation, codex_cases.applied)}
harnesses = pytest.mark.parametrize("harness", HARNESSES)
SYSTEMS = ("linux", "macos", None)


def emitted(change):
    """(what, value) of everything that a change opens: `write`, `read`, `host` or `command`."""
    path, value = change.path, change.value
    if change.role == "housekeeping" or value in ("deny", "none", False):
        return
    if path[-1:] in (("allowWrite",), ("writable_roots",)):
        yield from (("write", one) for one in ([value] if isinstance(value, str) else value))
    elif path[-1:] == ("allowRead",):
        yield "read", value
    elif path[-1:] == ("allowedDomains",):
        yield "host", value
    elif path[-1:] == ("excludedCommands",) or path == ("permissions", "allow"):
        yield "command", value
    elif "filesystem" in path[:-1] and value in ("write", "read"):
        yield value, path[-1]
    elif "domains" in path[:-1] and value == "allow":
        yield "host", path[-1]
    elif change.format == "lines" and change.file.endswith(".rules"):
        yield "command", value


def judged(plan, situation):
    """What a plan does that it must not, in words."""
    chosen = [option for option in plan.options if option.id in plan.chosen]
    for option in chosen:
        if option.risk > Risk.NARROW or any(change.risk > Risk.NARROW for change in option.changes):
            yield f"{option.id} is chosen and {option.risk.name}"
    for option in plan.options:
        for change in option.changes:
            yield from (f"{option.id}: {wrong}" for wrong in _wrong(change, option, situation))
        for step in option.steps:
            if (step.run or "").startswith("!") or "!`" in (step.say or ""):
                yield f"{option.id} suggests a ! command"
    for wrong in re.findall(r"danger-full-access", repr([option.changes for option in plan.options])):
        yield f"{wrong} is written"


def _wrong(change, option, situation):
    name = change.path[-1] if change.path else ""
    if name in TRUSTED_ONLY and change.scope != "user":
        yield f"{name} in {change.scope}"
    if plan_is_claude(change) and name in MAC_ONLY and situation.system.value == "linux":
        yield f"{name} on Linux"
    if change.path == ("sandbox", "enabled") or (name == "disabled" and change.value is True):
        yield "the sandbox is switched"
    for what, value in emitted(change):
        if what == "host":
            own = re.fullmatch(r"\[?(?:localhost|127\.0\.0\.1|::1)\]?(?::\d+)?", str(value))
            told = re.search(r"reads? (?:are|is) open", f"{option.means} {option.caveat}", re.IGNORECASE)
            if NEVER_HOST.fullmatch(str(value)) or not (own or told):
                yield f"host {value}: {option.means}"
        if what == "command" and re.search(r"\b(?:rm|sudo|unlink|shred)\b|Bash\(\*|:\*\)|^\*", str(value)):
            yield f"command {value}"
        if what in ("write", "read"):
            place = paths.canonical(str(value), situation.home)
            if what == "write" and FORBIDDEN.fullmatch(place) and option.risk < Risk.ESCAPE and not place.startswith(":"):
                yield f"{place} is opened to writes ({option.risk.name})"
            if what == "write" and RUN_LATER.fullmatch(place) and option.risk < Risk.BROAD:
                yield f"{place} is run later and only {option.risk.name}"
            if what == "read" and option.risk < Risk.ESCAPE and re.search(r"/\.(?:ssh|aws|gnupg|netrc|npmrc)(?:/|$)|\.env$|\.pem$", place):
                yield f"{place} is opened to reads"


def plan_is_claude(change):
    return change.format == "json"


def planned(harness, denials, situation):
    program = load(harness)
    needs = minimal(denials, situation)
    return program.plan(frozenset(need for need, _ in needs), program.read_boundary(situation), situation)


def denial(need, command=None):
    return Denial(RULE, need, Confidence.LIKELY, (), Excerpt(Origin("-", 1, 1), "", Channel.OUTPUT), command)


# --- Every record of the corpus ---------------------------------------------------------------------------------


def host_and_port(target):
    host, _, port = target.rpartition(":")
    return (host, int(port)) if host and port.isdigit() else (target, None)


def need_of(operation, target):
    """The need that a label names; None for one that names none."""
    host, port = host_and_port(target) if target else (None, None)
    makers = {
        "write": lambda: WritePath(target),
        "read": lambda: ReadPath(target),
        "connect": lambda: ReachHost(host, port),
        "resolve": lambda: ResolveName(host),
        "dns": lambda: ResolveName(host),
        "local-connect": lambda: ReachLocalService(port, host),
        "bind": lambda: ListenOnPort(port, host),
        "unix-socket": lambda: ConnectSocket(target),
        "device": lambda: UseDevice(target),
        "tty": lambda: UseDevice(target),
        "mach-lookup": lambda: UseService(target),
        "mach-register": lambda: UseService(target),
        "keychain": lambda: UseService(target),
        "service": lambda: UseService(target),
        "process": lambda: ControlProcess(target),
        "ipc": lambda: ControlProcess(target),
        "exec": lambda: ControlProcess(target),
        "syscall": lambda: ControlProcess(target),
        "trace": TraceProcess,
        "nest": Nest,
        "nested-sandbox": Nest,
        "mount": Nest,
        "privilege": GainPrivilege,
        "permission": lambda: RunCommand(target),
        "approval": lambda: RunCommand(target),
        "sandbox-start": lambda: StartSandbox(target),
        "startup": lambda: StartSandbox(target),
    }
    return makers[operation]() if operation else None


PLACEHOLDERS = {"$OUT": "/srv/lab/out", "$HOME": HOME, "$PROJ": PROJECT, "$SOCK": "/srv/lab/sock", "$VENV": "/opt/lab/venv"}


def filled(text):
    for word, place in PLACEHOLDERS.items():
        text = text.replace(word, place)
    return text


def records(file):
    """(id, command, output, the need of the label) of each record."""
    for number, line in enumerate(file.read_text().splitlines()):
        record = json.loads(line)
        label = record.get("label") or {"operation": (record["denied"] or {}).get("op"), "target": (record["denied"] or {}).get("target")}
        command = record["command"][-1] if isinstance(record["command"], list) else record["command"]
        command = command.get("command") if isinstance(command, dict) else command
        output = record.get("output") or (record.get("denied_run") or {}).get("tool_result") or ""
        for base in record.get("base") or () if isinstance(record.get("base"), list) else ():
            output += "\n" + (base.get("output") or "")
        target = filled(label["target"]) if label["target"] else None
        yield record.get("id", f"{file.stem}-{number}"), filled(command or ""), filled(output), need_of(label["operation"], target)


@harnesses
@pytest.mark.parametrize("name", CORPUS_FILES)
def test_no_plan_for_any_record_breaks_the_list(corpus, harness, name):
    situated = HARNESSES[harness][0]
    broken = []
    for identifier, command, output, need in records(corpus / f"{name}.jsonl"):
        recording = Recording(iter([output.encode()]), command=command or None)
        read = find(windows(recording))[0]
        for system in SYSTEMS:
            here = situated(system, command or None)
            for denials in (read, (denial(need, command or None),) if need else ()):
                if denials:
                    broken += [(identifier, system, wrong) for wrong in judged(planned(harness, denials, here), here)]
    assert broken == []


# --- Whatever the needs -----------------------------------------------------------------------------------------

NASTY_PATHS = (
    "/",
    "~",
    "/home/dev",
    "/home/dev/",
    "/Users/dev",
    r"C:\Users\dev",
    "/root",
    "~/.ssh/id",
    "/home/dev/.bashrc",
    "~/.cache",
    "/tmp",
    "/tmp/x",
    "/etc/hosts",
    "~/.npm",
    "~/.npm/_npx/x",
    "~/.npm/_cacache/x",
    "~/.cache/uv/x",
    "~/.cargo/bin/x",
    "~/.cargo/registry/x",
    "~/go/bin/x",
    "/usr/local/bin/x",
    ".git/hooks/x",
    ".git/config",
    "/srv/r/.git/index.lock",
    "/srv/r/.git/hooks/x",
    ".claude/settings.json",
    "/srv/r/.codex/x",
    "~/.cache/pre-commit/x",
    "~/venvs/a/bin/x",
    "/opt/v/lib/python3.11/site-packages/x",
    "/usr/bin/python3",
    "~/.aws/credentials",
    "~/.local/bin/x",
    "/dev/kvm",
    "/srv/out/x",
    "/srv/o*t/x",
    "../x",
    "x",
    "/x",
    "~/.gitconfig",
    "~/Library/LaunchAgents/x",
    "/Users/dev/.zshrc",
    "/home/other/.netrc",
    "~/../other/.ssh/x",
    "/srv//out/../../etc/passwd",
    "~/.config/fish/config.fish",
)
NASTY_HOSTS = (
    "*",
    "*.com",
    "api.example",
    "169.254.169.254",
    "fd00:ec2::254",
    "metadata.google.internal",
    "https://x.example/",
    "127.0.0.1",
    "10.0.0.1",
    "0xa9fea9fe",
)
NASTY_COMMANDS = (
    "rm -rf x",
    "sudo ls",
    "python3 s.py",
    "bash -c x",
    "npm install",
    "docker ps",
    "ls src",
    "cat ~/.ssh/id",
    "curl x | sh",
    "git push --force",
    "*",
    "",
)

ANY_NEED = st.one_of(
    st.builds(WritePath, st.sampled_from(NASTY_PATHS), st.booleans()),
    st.builds(ReadPath, st.sampled_from(NASTY_PATHS)),
    st.builds(ReachHost, st.sampled_from(NASTY_HOSTS), st.sampled_from([None, 22, 443, 8443])),
    st.builds(ResolveName, st.sampled_from(NASTY_HOSTS)),
    st.builds(ReachLocalService, st.sampled_from([None, 5432]), st.sampled_from(["localhost", "app.test", "*"])),
    st.builds(RunCommand, st.sampled_from(NASTY_COMMANDS)),
    st.builds(ConnectSocket, st.sampled_from(["/var/run/docker.sock", "s.sock", "/srv/a.sock", None])),
    st.sampled_from(claude_code_cases.EVERY_KIND),
)


@harnesses
@given(needs=st.frozensets(ANY_NEED, max_size=5), system=st.sampled_from(SYSTEMS), command=st.sampled_from((None, *NASTY_COMMANDS)))
def test_no_set_of_needs_breaks_the_list(harness, needs, system, command):
    here = HARNESSES[harness][0](system, command)
    program = load(harness)
    assert list(judged(program.plan(needs, program.read_boundary(here), here), here)) == []
    assert list(judged(planned(harness, tuple(denial(need, command) for need in needs), here), here)) == []


# --- What is opened is what was asked for -----------------------------------------------------------------------

PROBES = (
    *(
        WritePath(place)
        for place in (
            "/",
            "/srv",
            "/srv/out",
            "/srv/out/x",
            "/srv/outer",
            "/srv/r",
            "/srv/r/.git/x",
            "/srv/r/.git/hooks/x",
            "/tmp/x",
            "~/x",
            "~/.ssh/x",
        )
    ),
    *(
        WritePath(place)
        for place in (
            "~/.npm",
            "~/.npm/_cacache/x",
            "~/.npm/_npx/x",
            "~/.cache/x",
            "~/.cache/uv/x",
            "~/.claude/settings.json",
            "~/.codex/config.toml",
        )
    ),
    *(ReadPath(place) for place in ("/etc/passwd", "~/.ssh/x", "/srv/out/x")),
    *(ReachHost(host, port) for host in ("api.example", "sub.api.example", "example", "other.test") for port in (22, 443, 8443)),
    *(ConnectSocket(place) for place in ("/srv/a.sock", "/var/run/docker.sock")),
    UseDevice("/dev/kvm"),
)
ASKED = (
    WritePath("/srv/out", True),
    WritePath("~/.npm/_cacache", True),
    WritePath("~/.cache/uv", True),
    WritePath("/srv/r/.git", True),
    ReachHost("api.example", 443),
    ReachHost("api.example", 8443),
    ReachHost("other.test", 22),
)
OPEN = (Access.ALLOWED, Access.ALLOWED_BUT)


def opened(harness, situation):
    boundary = load(harness).read_boundary(situation)
    return {probe for probe in PROBES if answer(probe, boundary)[0] in OPEN}


def asked_for(probe, needs):
    """Whether one of the needs covers a probe."""
    for need in needs:
        match need, probe:
            case WritePath(path=str(folder)), WritePath(path=str(path)):
                if paths.within(paths.canonical(path, HOME), paths.canonical(folder, HOME)) and "/.git/hooks" not in path:
                    return True
            # What may be written may be read; a web port stands for both web ports, and no port for all of them.
            case WritePath(path=str(folder)), ReadPath(path=str(path)) if paths.within(path, folder):
                return True
            case ReachHost(host=host), ReachHost(host=other) if host == other:
                return True
    return False


@harnesses
@given(needs=st.frozensets(st.sampled_from(ASKED), min_size=1, max_size=4))
def test_the_boundary_after_a_plan_differs_by_exactly_the_needs(harness, needs):
    situated, apply = HARNESSES[harness]
    here = situated("linux")
    program = load(harness)
    plan = program.plan(needs, program.read_boundary(here), here)
    chosen = [option for option in plan.options if option.id in plan.chosen]
    after = apply(here, chosen)
    before_open, after_open = opened(harness, here), opened(harness, after)
    met = {need for option in chosen for need in option.needs}
    assert before_open <= after_open
    assert {probe for probe in after_open - before_open if not asked_for(probe, met)} == set()
    boundary = program.read_boundary(after)
    for option in chosen:
        if not any(change.role == "relocate" for change in option.changes):
            for need in option.needs:
                assert answer(need, boundary)[0] in OPEN, need


@pytest.mark.parametrize("need", ASKED, ids=str)
def test_a_new_claude_file_holds_nothing_but_the_grant(need):
    here = claude_situation("linux", settings={})
    program = load("claude")
    plan = program.plan(frozenset({need}), program.read_boundary(here), here)
    for option in plan.options:
        for change in option.changes:
            assert change.path[:1] in (("sandbox",), ("permissions",), ("env",), ())
            json.dumps(change.value)


def test_the_second_judge_sees_what_it_must():
    bad = claude_situation("linux")
    for place in ("~", "/", "~/.ssh/id", "/etc/x", "~/.npm", "/srv/r/.git/hooks", "~/.cache", "/home/other", ".claude/x", "~/.cargo/bin"):
        assert FORBIDDEN.fullmatch(place), place
    for place in ("~/.npm/_cacache", "/srv/out", "~/.cache/uv", "/usr/local/share/.cache/yarn", "/tmp/x", "~/.mytool"):
        assert not FORBIDDEN.fullmatch(place), place
    for host in ("*", "*.x", "http://x", "169.254.1.1", ""):
        assert NEVER_HOST.fullmatch(host), host
    assert isinstance(bad, Situation)
    assert bad.system == Known("linux", "flag")
