"""Plans for Claude Code what lies between files and network: services, devices, processes, nesting, root, and the start.

Most of it no setting opens; where one does, it says how much it hands over (`allowAppleEvents` and
`allowNestedUserNamespaces` remove code-execution isolation by their own description, and count in the user's file only).
"""

from __future__ import annotations

from advisor.harnesses.claude_code.local import all_sockets
from advisor.harnesses.claude_code.outside import outside
from advisor.harnesses.claude_code.setup import Answer, Setup, advice, agent, human, only, option
from advisor.harnesses.claude_code.versions import APPLE_EVENTS, MACH_LOOKUP, NO_NESTING, RAN, READ, REPORTED, WEAKER_NETWORK
from advisor.hazards import RUNS_OUTSIDE
from advisor.model import (
    Change,
    ControlProcess,
    GainPrivilege,
    Need,
    Nest,
    Option,
    Risk,
    StartSandbox,
    TraceProcess,
    UseDevice,
    UseService,
)
from advisor.quoting import inline

_YOURSELF = "Run the step yourself, in a terminal of your own."
# The empty files that Claude Code mounts in a project while a command runs (2.1.332: run).
PLACEHOLDERS = (
    ".bash_profile", ".bashrc", ".gitconfig", ".gitmodules", ".idea", ".mcp.json", ".profile", ".ripgreprc", ".vscode", ".zprofile",
    ".zshrc",
)  # fmt: skip
_BROWSERS = ("chromium", "playwright", "puppeteer", "cypress")
# Services whose every user gets secrets, or a program started outside.
_SECRETS = ("keychain", "securityd", "SecurityServer", "com.apple.security", "org.freedesktop.secrets", "kwallet")
_STARTERS = ("appleevents", "launchservices", "lsd.", "quarantine", "coreservices", "LaunchServices", "osascript")
_HARMLESS_LOOKUPS = ("com.apple.SystemConfiguration.configd", "com.apple.FSEvents", "com.apple.system.logger", "com.apple.dnssd.service")


def machine(need: UseService | UseDevice | TraceProcess | ControlProcess | Nest | GainPrivilege | StartSandbox, setup: Setup) -> Answer:
    """What to do about what lies between files and network."""
    match need:
        case UseService():
            return service(need, setup)
        case UseDevice():
            return device(need, setup)
        case TraceProcess():
            return trace(need, setup)
        case ControlProcess():
            return control(need, setup)
        case Nest():
            return nest(need, setup)
        case GainPrivilege():
            return privilege(need, setup)
        case _:
            return start(need, setup)


def service(need: UseService, setup: Setup) -> Answer:
    """What to do about a system service."""
    name = need.name or ""
    if already := setup.allowed_already(need):
        return Answer(unmet=(already,))
    if any(word.lower() in name.lower() for word in _SECRETS):
        return Answer(
            only(outside(setup, (need,), "")),
            advice(
                need,
                f"{inline(name)} keeps credentials: it is never opened to the agent.",
                f"{_YOURSELF} A token in a variable of that one run avoids it.",
            ).unmet,
        )
    if setup.target.system == "macos":
        return _mac_service(need, name, setup)
    if setup.target.system == "linux":
        reason = "Over the session or system bus any program can be started outside the sandbox (systemd-run, portals, the desktop)."
        ways = only(outside(setup, (need,), ""), all_sockets((need,), setup, Risk.ESCAPE, reason))
        return Answer(ways, advice(need, f"The service is reached over a unix socket. {reason}", _YOURSELF).unmet)
    return Answer(
        only(outside(setup, (need,), "")),
        advice(need, "Which key would open it hangs on the system.", "Say which it is with `--os`.").unmet,
    )


def device(need: UseDevice, setup: Setup) -> Answer:
    """What to do about a device file: real ones stay closed, and empty placeholders are no devices of yours."""
    path = need.path or ""
    if path.rsplit("/", 1)[-1] in PLACEHOLDERS and not path.startswith("/dev/"):
        return Answer(only(_ignore_placeholders(need), _add_by_name(need)))
    reason = f"The sandbox has a /dev of its own: no setting adds {inline(path) or 'a device'} to it."
    return Answer(only(outside(setup, (need,), "")), advice(need, reason, _YOURSELF).unmet)


def trace(need: TraceProcess, setup: Setup) -> Answer:
    """What to do about ptrace and its kin."""
    reason = "No setting lets a sandboxed command trace or read another process; Claude Code also refuses tracers before they start."
    return advice(need, reason, f"{_YOURSELF} Logging in the program itself often tells the same.")


def control(need: ControlProcess, setup: Setup) -> Answer:
    """What to do about signals, priorities, semaphores and process lists."""
    if setup.target.linux:
        reason = "A sandboxed command sees only its own processes: those of earlier commands and of the host do not exist for it."
    else:
        reason = "No setting lets a sandboxed command control processes or kernel objects outside its own sandbox."
    instead = f"Start, use and stop the process in one command; for one on the host: {_YOURSELF[0].lower()}{_YOURSELF[1:]}"
    return Answer(only(outside(setup, (need,), "")), advice(need, reason, instead).unmet)


def nest(need: Nest, setup: Setup) -> Answer:
    """What to do about a sandbox, namespace or mount inside the sandbox."""
    flags = [f"`{flag.flag}` {flag.does}" for program in setup.programs for flag in program.flags if flag.helps == "nest"]
    own = None
    if flags:
        own = option(
            (need,),
            "command",
            "Do without the inner sandbox",
            "Nothing is opened: the command is in a sandbox already.",
            steps=(agent(say=f"The program itself has a way: {'; '.join(flags)}."),),
            risk=Risk.NONE,
        )
    if setup.target.system not in ("linux", None):
        reason = "No setting lets a sandbox start inside this one."
        return Answer(only(own, outside(setup, (need,), "")), () if own else advice(need, reason, _YOURSELF).unmet)
    if not setup.target.knows(NO_NESTING):
        reason = "This version lets sandboxed commands make user namespaces: something else refused it (the kernel, AppArmor)."
        return advice(need, reason, "Look at `sysctl kernel.apparmor_restrict_unprivileged_userns`, or ask whoever runs the machine.")
    if already := setup.allowed_already(need):
        return Answer(unmet=(already,))
    browser = any(program.names[0] in _BROWSERS for program in setup.programs)
    sockets = _browser_without_sandbox(need, setup) if browser else None
    ways = only(own if not browser else None, sockets, _nesting(need, browser, setup), outside(setup, (need,), ""))
    return Answer(ways) if ways else setup.scope_refuses(need)


def privilege(need: GainPrivilege, setup: Setup) -> Answer:
    """What to do about root's rights."""
    reason = "No command in the sandbox becomes root, and none opens a raw socket or a port below 1024, whatever the settings."
    instead = "Do that step yourself, in a terminal of your own. To see whether a host answers, use curl in place of ping."
    return advice(need, reason, instead)


def start(need: StartSandbox, setup: Setup) -> Answer:
    """What to do when the sandbox itself does not start: the machine, not a setting, in almost every case."""
    problem = (need.problem or "").lower()
    if any(word in problem for word in ("not installed", "dependenc", "bwrap not", "socat", "missing", "no such file")):
        steps = "Install bubblewrap and socat with the system's package manager, then relaunch Claude Code."
        return advice(
            need, "Claude Code's sandbox needs programs that are not installed; without them it runs commands unsandboxed.", steps
        )
    if any(word in problem for word in ("rtm_newaddr", "uid map", "uid_map", "setgroups", "namespace", "apparmor", "capab", "userns")):
        reason = "The kernel does not let this user make the namespaces that the sandbox is built from (AppArmor, or a container)."
        host = "Give bubblewrap an AppArmor profile, or set kernel.apparmor_restrict_unprivileged_userns=0; then relaunch Claude Code."
        return Answer(only(_in_a_container(need, setup)), advice(need, reason, host).unmet)
    reason = "The sandbox could not be set up, so that the command never ran."
    instead = "Read what `claude doctor` and `/sandbox` say of it; correct what they name and relaunch Claude Code."
    return Answer(only(_in_a_container(need, setup) if "proc" in problem else None), advice(need, reason, instead).unmet)


def _mac_service(need: UseService, name: str, setup: Setup) -> Answer:
    if "MachPortRendezvous" in name or "mach-register" in name:
        reason = "Chromium, Playwright and Electron register a service of their own, which no setting allows in the sandbox on macOS."
        return Answer(only(outside(setup, (need,), "")), advice(need, reason, f"{_YOURSELF} Or run the browser tests in CI.").unmet)
    if "trustd" in name:
        return Answer(
            only(_switch(need, setup, ("sandbox", "enableWeakerNetworkIsolation"), _TRUST, Risk.BROAD, setup.target.knows(WEAKER_NETWORK)))
        )
    if any(word in name for word in _STARTERS):
        opened = _switch(need, setup, ("sandbox", "allowAppleEvents"), _EVENTS, Risk.ESCAPE, setup.target.knows(APPLE_EVENTS))
        reason = f"Whoever sends Apple events starts and scripts other programs outside the sandbox. {RUNS_OUTSIDE}."
        return Answer(only(outside(setup, (need,), ""), opened), advice(need, reason, _YOURSELF).unmet)
    if "CoreSimulator" in name or not name or "*" in name:
        reason = f"No entry opens {inline(name) or 'it'} without handing over more than the step needs."
        return Answer(only(outside(setup, (need,), "")), advice(need, reason, _YOURSELF).unmet)
    if not setup.target.knows(MACH_LOOKUP):
        return advice(need, "In this version `allowMachLookup` does nothing.", "Upgrade Claude Code (2.1.98 and later honour it).")
    risk = Risk.NARROW if name in _HARMLESS_LOOKUPS else Risk.BROAD
    means = f"Sandboxed commands can talk to {inline(name)}, and to no other service."
    looked_up = option(
        (need,),
        "setting",
        f"Allow the system service {inline(name)}",
        means if risk is Risk.NARROW else f"{means} What it does for its callers is not known to us.",
        changes=(setup.change(("sandbox", "network", "allowMachLookup"), name, risk=risk, means=means),),
        risk=risk,
        verified=READ,
    )
    return Answer(only(looked_up, outside(setup, (need,), ""))) if looked_up else setup.scope_refuses(need)


_TRUST = (
    "Let TLS certificates be checked by the system",
    "Sandboxed commands can ask the system's trust service, which itself opens connections: a narrow way round the host list.",
)
_EVENTS = (
    "Allow Apple events",
    f"Sandboxed commands can start and script other programs, which run with no sandbox. {RUNS_OUTSIDE}.",
)


def _switch(need: Need, setup: Setup, path: tuple[str, ...], words: tuple[str, str], risk: Risk, known: bool) -> Option | None:
    title, means = words
    if not known:
        return None
    return option(
        (need,), "setting", title, means, changes=(setup.change(path, True, risk=risk, means=means),), risk=risk, verified=REPORTED
    )


def _ignore_placeholders(need: UseDevice) -> Option | None:
    changes = tuple(
        Change(
            ".gitignore",
            "lines",
            "project",
            (),
            f"/{name}",
            "append",
            "housekeeping",
            Risk.NONE,
            "Git leaves the placeholder alone.",
            None,
            RAN,
        )
        for name in PLACEHOLDERS
    )
    return option(
        (need,),
        "relocate",
        "Let git ignore the sandbox's placeholders",
        "Nothing is opened: while a command runs, empty files stand in for start-up files that may not be made; git cannot add those.",
        changes=changes,
        risk=Risk.NONE,
        caveat="Take a line away again when the project gets such a file of its own. Or list them in .git/info/exclude, for yourself only.",
        verified=RAN,
    )


def _add_by_name(need: UseDevice) -> Option | None:
    return option(
        (need,),
        "command",
        "Add the files by name",
        "Nothing is opened.",
        steps=(agent(say="Run `git add` with the names of the files and folders that changed, not with -A or `.`."),),
        risk=Risk.NONE,
        verified=RAN,
    )


def _browser_without_sandbox(need: Nest, setup: Setup) -> Option | None:
    """A browser started without its own sandbox, which needs unix sockets all the same."""
    opened = all_sockets((need,), setup, Risk.BROAD)
    if opened is None:
        return None
    say = "Start the browser with --no-sandbox (Playwright: chromiumSandbox: false): it is inside this sandbox already."
    return opened._replace(title="Start the browser without its own sandbox, with unix sockets open", steps=(agent(say=say),))


def _nesting(need: Nest, browser: bool, setup: Setup) -> Option | None:
    means = (
        "Sandboxed commands can make namespaces of their own, and so get round every deny rule and protected path "
        f"in a folder that they may write. {RUNS_OUTSIDE}."
    )
    sockets = (setup.change(("sandbox", "network", "allowAllUnixSockets"), True, "user", risk=Risk.BROAD),) if browser else ()
    return option(
        (need,),
        "setting",
        "Allow namespaces inside the sandbox" + (", and unix sockets" if browser else ""),
        means,
        changes=(setup.change(("sandbox", "allowNestedUserNamespaces"), True, "user", risk=Risk.ESCAPE, means=means), *sockets),
        risk=Risk.ESCAPE,
        caveat="It counts in ~/.claude/settings.json only; in a project's file it does nothing.",
        verified=RAN,
    )


def _in_a_container(need: StartSandbox, setup: Setup) -> Option | None:
    means = "The sandbox is built without a fresh /proc: commands see the processes of the container around it."
    return option(
        (need,),
        "setting",
        "Use the weaker sandbox for containers",
        means,
        changes=(setup.change(("sandbox", "enableWeakerNestedSandbox"), True, "local", risk=Risk.BROAD, means=means),),
        steps=(human(say="Only inside an unprivileged container that you trust as the outer wall; relaunch Claude Code afterwards."),),
        risk=Risk.BROAD,
        verified=REPORTED,
    )
