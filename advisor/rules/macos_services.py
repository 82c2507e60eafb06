"""A system service of macOS that the sandbox keeps from a process: Mach lookups, Apple events, trust, keychain.

Seatbelt decides by the service's name, and what a program prints depends on the library between: an OSStatus, an XPC error,
a panic. Few of them name the sandbox, so each text here is one that the refusal of that service is known to produce.
Sources: sandbox(7) on macOS, https://code.claude.com/docs/en/sandboxing.
"""

from __future__ import annotations

from advisor.model import Confidence, Nest, Rule, System, UseService

_SANDBOX = "https://code.claude.com/docs/en/sandboxing"
_MAC: tuple[System, ...] = ("macos",)

_OUTSIDE = "No setting opens this one: run that one command outside the sandbox."
_TRUST = (
    "Go programs ask macOS's trust service (com.apple.trustd) about a certificate, and the sandbox does not let them: the certificate, "
    "the proxy and the company's root are fine. Claude Code: `enableWeakerNetworkIsolation` opens just that service; or exclude the "
    "program (`gh *`, `terraform *`). Never switch the certificate check off."
)
_EVENTS = (
    "Opening things and driving other programs (`open`, `osascript`, a browser log-in) goes over Launch Services and Apple events, which "
    "the sandbox keeps shut because a program started that way runs outside it. Claude Code has `allowAppleEvents`, in the user's own "
    "settings only, and it gives up the isolation. Better: print the address and let the human open it."
)
_KEYCHAIN = (
    "The keychain cannot be reached from inside the sandbox, so that a login stored there looks missing or invalid. The login is fine; "
    "do not log in again. Hand the command a token in its environment for one run, or run it outside the sandbox."
)

RULES: tuple[Rule, ...] = (
    Rule(
        id="service/tls-trust",
        title="macOS's certificate check was refused, not failed",
        explanation=_TRUST,
        telltales=("-26276",),
        pattern=r"\bOSStatus:? -26276\b|\bSecTrust\w{0,40}[^\n]{0,80}-26276\b",
        need=UseService,
        given=(("name", "com.apple.trustd.agent"),),
        systems=_MAC,
        examples=("tls: failed to verify certificate: x509: OSStatus -26276",),
        near_misses=("x509: certificate signed by unknown authority", "x509: OSStatus -67843"),
        source="https://github.com/anthropics/claude-code/issues/34876",
    ),
    Rule(
        id="service/xpc-sandbox",
        title="macOS refused a system service and said why",
        explanation=f"The system's own error names the sandbox: the service may not be looked up from inside. {_OUTSIDE}",
        telltales=("Sandbox restriction", "the sandbox denied the right to lookup "),
        pattern=r"the sandbox denied the right to lookup (?P<name__2>[\w-]{1,60}\.[\w.-]{1,120}\w)|"
        r"(?:service (?:named |with pid \d{1,7} named )?(?P<name>[\w-]{1,60}\.[\w.-]{1,120}) "
        r"[^\n]{0,200})?error 159 - Sandbox restriction",
        need=UseService,
        systems=_MAC,
        examples=(
            "The connection to service named com.apple.nsurlsessiond was invalidated: failed at lookup with error 159 - Sandbox "
            "restriction.",
            "Process unable to create connection because the sandbox denied the right to lookup com.apple.coreservices.launchservicesd",
        ),
        near_misses=("The connection to service named com.apple.x was interrupted, but the message was sent",),
        source=_SANDBOX,
    ),
    Rule(
        id="service/invalid-connection",
        title="macOS refused a system service",
        explanation=f"The process asked for a system service that the sandbox does not let it look up. {_OUTSIDE}",
        telltales=("Connection Invalid error for service ", "Connection invalid error for service "),
        pattern=r"Connection [Ii]nvalid error for service (?P<name>[\w-]{1,60}\.[\w.-]{0,120}\w)",
        need=UseService,
        systems=_MAC,
        examples=("osascript[4121:90210] Connection Invalid error for service com.apple.hiservices-xpcservice.",),
        near_misses=("40:44: execution error: An error of type -10810 has occurred. (-10810)",),
        source=_SANDBOX,
    ),
    Rule(
        id="service/mach-refused",
        title="macOS refused to register or look up a Mach service",
        explanation=(
            "The process may not register or look up this Mach service. Chromium, Electron and Playwright's browsers register one to "
            "reach their own helpers: no `allowMachLookup` entry helps, because it is a registration. Run the browser outside the sandbox "
            "(or connect to one that the human started); `--single-process` helps in few cases."
        ),
        telltales=("(1100)", "1100 (0x44c)", "error 1100", "#1100/0x44c"),
        pattern=r"\bbootstrap_(?:check_in|look_up|register)\w{0,3} (?P<name>[A-Za-z][\w-]{0,60}\.[\w.-]{0,120}?[A-Za-z])"
        r"(?:\.\d{1,9})?: [^\n]{0,60}\(1100\)"
        r"|\bbootstrap_(?:check_in|look_up|register)\w{0,3}\(?\)?:? failed 1100 \(0x44c\)"
        r"(?:[^\n]{0,120}?name = '(?P<name__2>[\w.-]{1,160})')?"
        r"|\bbootstrap_(?:check_in|look_up|register)\w{0,3}[^\n]{0,160}\(1100\)"
        r"|\bbootstrap_look_?up2?\b[^\n]{0,120}#1100/0x44c(?:[^\n]{0,60}?name=(?P<name__3>[\w.-]{1,160}))?",
        need=UseService,
        systems=_MAC,
        examples=(
            "bootstrap_check_in org.chromium.Chromium.MachPortRendezvousServer.48213: Permission denied (1100)",
            "checkinWithServer Failed bootstrap_lookup2 for name of coreservicesd, kern_return_t=#1100/0x44c Permission denied "
            "name=com.apple.CoreServices.coreservicesd",
            "*** CFMessagePort: bootstrap_register(): failed 1100 (0x44c) 'Permission denied', port = 0x1, name = 'com.apple.tsm'",
        ),
        near_misses=("bootstrap_look_up com.example.x: unknown service (1102)",),
        source="https://github.com/anthropics/claude-code/issues/82660",
    ),
    Rule(
        id="service/process-list",
        title="macOS refused the list of processes",
        explanation=(
            "pgrep, top and their kin ask the sysmond service, which the sandbox keeps shut. Remember the process id when you start "
            "something, ask the port (`curl` the server) instead of the process list, or run that one command outside the sandbox."
        ),
        telltales=("sysmond service not found", "sysmon request failed", "sysmond request failed"),
        pattern=r"\bsysmond? request failed[^\n]{0,120}|\bsysmond service not found",
        need=UseService,
        given=(("name", "com.apple.sysmond"),),
        systems=_MAC,
        examples=("sysmon request failed with error: sysmond service not found\npgrep: Cannot get process list",),
        near_misses=("launchctl print system/com.apple.sysmond",),
        source="https://github.com/anthropics/claude-code/issues/95813",
    ),
    Rule(
        id="service/network-settings",
        title="macOS's network settings could not be read",
        explanation=(
            "The program reads the system's proxy settings from configd, which the sandbox keeps shut, and its library panics instead of "
            "going without (old builds of uv, reqwest's `system-configuration`). Update the program, or run it outside the sandbox."
        ),
        telltales=("Attempted to create a NULL object", "SCDynamicStore"),
        pattern=r"Attempted to create a NULL object|\bSCDynamicStore\w{0,30}[^\n]{0,80}(?:NULL|failed|Operation not permitted)",
        need=UseService,
        given=(("name", "com.apple.SystemConfiguration.configd"),),
        systems=_MAC,
        examples=("thread 'main' panicked at system-configuration-0.6.1/src/dynamic_store.rs:154:1:\nAttempted to create a NULL object.",),
        near_misses=("SCDynamicStoreCreate returned a store",),
        source="https://github.com/astral-sh/uv/issues/16916",
    ),
    Rule(
        id="service/apple-events",
        title="An Apple event was refused",
        explanation=_EVENTS,
        telltales=("(-600)", "error -600", "procNotFound"),
        pattern=r"execution error: [^\n]{0,200}\(-600\)|\bprocNotFound\b[^\n]{0,120}|failed with error -600\b",
        need=UseService,
        given=(("name", "com.apple.coreservices.appleevents"),),
        confidence=Confidence.POSSIBLE,
        systems=_MAC,
        examples=("0:46: execution error: Finder got an error: Application isn’t running. (-600)", "procNotFound: no eligible process"),
        near_misses=("execution error: Not authorized to send Apple events to Finder. (-1743)",),
        source="https://github.com/anthropics/claude-code/issues/52231",
    ),
    Rule(
        id="service/launch",
        title="macOS refused to open something",
        explanation=_EVENTS,
        telltales=("-10822", "error -54", "kLSServerCommunicationErr", "-10827"),
        pattern=r"\b_?LSOpen\w{0,60}\(?\)?[^\n]{0,40} failed with error -(?:10822|54)\b|\bkLSServerCommunicationErr\b"
        r"|\bOSStatus error -10822\b",
        need=UseService,
        given=(("name", "com.apple.coreservices.launchservicesd"),),
        systems=_MAC,
        examples=("_LSOpenURLsWithCompletionHandler() failed with error -10822 for the file /Users/dev/demo/report.html.",),
        near_misses=("LSOpenURLsWithRole() failed with error -10814 for the URL demo://x.",),
        source="https://github.com/anthropics/claude-code/issues/52231",
    ),
    Rule(
        id="service/keychain",
        title="The keychain was refused",
        explanation=_KEYCHAIN,
        telltales=("100001", "UNIX[Operation not permitted]"),
        pattern=r"\b(?:failed to (?:store|get|erase)|[Ss]ec[Kk]eychain\w{0,40}|OSStatus|[Kk]eychain[^\n]{0,60}"
        r"|errSec\w{0,30})[:=]? ?(?:error )?\(?100001\b"
        r"|UNIX\[Operation not permitted\]",
        need=UseService,
        given=(("name", "com.apple.SecurityServer"),),
        systems=_MAC,
        examples=("fatal: failed to store: 100001", "security: SecKeychainCreate /Users/dev/x: UNIX[Operation not permitted]"),
        near_misses=("processed 100001 rows",),
        source="man 1 security (macOS)",
    ),
    Rule(
        id="service/keychain-unsaid",
        title="A login stored in the keychain could not be read",
        explanation=(
            f"{_KEYCHAIN} A token that was revoked, or a session without the desktop (ssh), prints the same: `gh auth status` in another "
            "terminal decides."
        ),
        telltales=(
            "Failed to log in to ",
            "-25308",
            "errSecInteractionNotAllowed",
            "errSecInternalComponent",
            "User interaction is not allowed",
        ),
        pattern=r"Failed to log in to [\w.-]{1,253} (?:account [\w-]{0,60} ?\((?:default|keyring)\)|using token \((?:default|keyring)\))"
        r"|\bfailed to (?:store|get|erase): -25308\b|\berrSecInteractionNotAllowed\b|\berrSecInternalComponent\b"
        r"|\bSecKeychain\w{0,40}: User interaction is not allowed",
        need=UseService,
        given=(("name", "com.apple.SecurityServer"),),
        confidence=Confidence.POSSIBLE,
        systems=_MAC,
        examples=(
            "  X Failed to log in to github.com account (default)\n  - The token in default is invalid.",
            "fatal: failed to store: -25308",
            "/Users/dev/x.app: errSecInternalComponent",
        ),
        near_misses=("  X Failed to log in to github.com account dev (/home/dev/.config/gh/hosts.yml)",),
        source="https://cli.github.com/manual/gh_auth_login",
    ),
    Rule(
        id="service/simulator",
        title="The iOS simulator's service could not be reached",
        explanation=(
            "simctl and xcodebuild reach the simulators over a service of their own, which the sandbox keeps shut. Building for a "
            "device or "
            "for macOS works without it; tests in a simulator run outside the sandbox. Two Xcode versions at once print the same."
        ),
        telltales=("CoreSimulatorService", "CoreSimulator"),
        pattern=r"\bCoreSimulatorService (?:connection (?:became invalid|interrupted)|job is no longer valid)"
        r"|\bUnable to (?:connect to CoreSimulatorService|lookup com\.apple\.CoreSimulator\.CoreSimulatorService)"
        r"|\bFailed to subscribe to notifications from CoreSimulatorService"
        r"|\bCoreSimulator\b[^\n]{0,200}"
        r"(?:Operation not permitted|Connection invalid)",
        need=UseService,
        given=(("name", "com.apple.CoreSimulator.CoreSimulatorService"),),
        confidence=Confidence.POSSIBLE,
        systems=_MAC,
        examples=(
            "CoreSimulatorService connection became invalid.  Simulator services will no longer be available.",
            "UserInfo={NSLocalizedFailureReason=Unable to connect to CoreSimulatorService}",
            "CoreSimulatorService job is no longer valid. Error=Error Domain=NSPOSIXErrorDomain Code=61",
            "UserInfo={NSLocalizedFailureReason=Failed to subscribe to notifications from CoreSimulatorService.}",
        ),
        near_misses=("Launching CoreSimulatorService",),
        source="man 1 simctl (macOS)",
    ),
    Rule(
        id="service/preferences",
        title="macOS's preferences service did not take a value",
        explanation=(
            "`defaults` writes through cfprefsd, which the sandbox keeps shut, and says only that it could not write the domain; a domain "
            "that an administrator manages says the same. Set the preference in a terminal of your own."
        ),
        telltales=("Could not write domain ",),
        pattern=r"\bCould not write domain \S{1,200}; exiting",
        need=UseService,
        given=(("name", "com.apple.cfprefsd.daemon"),),
        confidence=Confidence.POSSIBLE,
        systems=_MAC,
        examples=("2026-11-29 10:00:00.000 defaults[42:7] Could not write domain com.acme.app; exiting",),
        near_misses=("Could not write domain model to disk",),
        source="man 1 defaults (macOS)",
    ),
    Rule(
        id="service/log",
        title="The system log refuses sandboxed readers",
        explanation=f"macOS's `log` looks whether it runs in a sandbox and gives up. {_OUTSIDE}",
        telltales=("log: Cannot run while sandboxed",),
        pattern=r"(?<![\w.-])log: Cannot run while sandboxed",
        need=UseService,
        given=(("name", "com.apple.logd"),),
        systems=_MAC,
        examples=("log: Cannot run while sandboxed",),
        near_misses=("the log cannot run while sandboxed builds are off",),
        source="man 1 log (macOS)",
    ),
    Rule(
        id="service/launchd",
        title="launchd refused a request",
        explanation=f"Starting and stopping services is launchd's business, and it refuses sandboxed processes. {_OUTSIDE}",
        telltales=(": 1: Operation not permitted",),
        pattern=r"\b(?:Boot-out|Bootstrap|Kickstart|Load|Unload) failed: 1: Operation not permitted"
        r"|\bCould not (?:kickstart|start|stop|bootstrap|print)[^\n]{0,120}: 1: Operation not permitted",
        need=UseService,
        given=(("name", "com.apple.xpc.launchd"),),
        confidence=Confidence.POSSIBLE,
        systems=_MAC,
        examples=("Boot-out failed: 1: Operation not permitted",),
        near_misses=("Bootstrap failed: 5: Input/output error",),
        source="man 1 launchctl (macOS)",
    ),
    Rule(
        id="service/disk-image",
        title="Disk images are refused",
        explanation=f"Making or attaching a disk image needs the system's disk services, which the sandbox keeps shut. {_OUTSIDE}",
        telltales=("hdiutil: ",),
        pattern=r"(?<![\w./-])hdiutil: (?:create|attach|convert|detach|mount)\w{0,6} failed - "
        r"(?:Operation not permitted|Device not configured)",
        need=Nest,
        confidence=Confidence.POSSIBLE,
        systems=_MAC,
        examples=("hdiutil: create failed - Operation not permitted",),
        near_misses=("hdiutil: create failed - No space left on device",),
        source="man 1 hdiutil (macOS)",
    ),
)
