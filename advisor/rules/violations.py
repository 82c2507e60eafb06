"""Refusals that a harness or the kernel signs: what they print is a record of the refusal, not a program's words.

Claude Code appends `<sandbox_violations>` with one `deny …` line per refused connection (on macOS also Seatbelt's own
lines); Codex replaces the whole output by one sentence per refused host; macOS logs `process(pid) deny(1) operation
target`. Only the channel can sign: the same words inside a program's output are LIKELY, because any program can print them.
Sources: https://code.claude.com/docs/en/sandboxing, https://developers.openai.com/codex/permissions.
"""

from __future__ import annotations

from advisor.model import (
    Channel,
    Confidence,
    ConnectSocket,
    ControlProcess,
    ListenOnPort,
    ReachHost,
    ReachLocalService,
    ReadPath,
    ResolveName,
    Rule,
    Says,
    UseDevice,
    UseService,
    WritePath,
)
from advisor.rules._network import ADDRESS, HOST, URL

_CLAUDE = "https://code.claude.com/docs/en/sandboxing"
_CODEX = "https://developers.openai.com/codex/permissions"
_SEATBELT = "man 7 sandbox (macOS)"
_RECORDED = (Channel.HOOK, Channel.TRANSCRIPT)
_LOGGED = (Channel.HOOK, Channel.TRANSCRIPT, Channel.KERNEL_LOG)
_DENY = r"^[ \t]{0,8}deny network-outbound " + ADDRESS
_WAS_BLOCKED = r"Network access to \\{0,3}[\"'](?:https?://)?" + HOST + r"(?::(?P<port>\d{1,5}))?\\{0,3}[\"'] was blocked"
# Seatbelt's line as the kernel log, Claude Code's block and Codex's `--log-denials` write it.
_SEAT = r"(?:\bdeny\(\d{1,3}\)|^\([\w .+-]{1,64}\)) "

_ASK_FOR_THE_HOST = (
    "A host that is not on the list of allowed ones was refused; nothing was sent to it, and a retry gets the same answer. "
    "Allow this one host, not the network."
)

RULES: tuple[Rule, ...] = (
    Rule(
        id="signed/host-refused",
        title="Claude Code's proxy refused a host",
        explanation=f"{_ASK_FOR_THE_HOST} `user denied` also means that nobody could be asked (headless runs).",
        telltales=("deny network-outbound",),
        pattern=_DENY + r"(?: \((?!resolved to|host is on the deny|the organi)[^\n]{1,400}\))?[ \t]{0,8}$",
        need=ReachHost,
        signed_by=_RECORDED,
        harness="claude",
        examples=(
            "<sandbox_violations>\ndeny network-outbound index.crates.example:443 (user denied)\n</sandbox_violations>",
            "deny network-outbound github.com:22 (host is not on the allow list)",
            "deny network-outbound [2001:db8::7]:443",
        ),
        near_misses=(
            "The block has lines such as `deny network-outbound HOST:PORT (user denied)`.",
            "deny network-outbound docs.example:443 (host is on the deny list)",
        ),
        source=_CLAUDE,
    ),
    Rule(
        id="signed/host-on-deny-list",
        title="A host on Claude Code's deny list was refused",
        explanation=(
            "Somebody listed this host in `sandbox.network.deniedDomains` or denied it by a WebFetch rule. A deny wins over "
            "every allow in every file: only removing that entry opens the host. Ask whoever wrote it before you do."
        ),
        telltales=("host is on the deny list",),
        pattern=_DENY + r" \(host is on the deny list\)[ \t]{0,8}$",
        need=ReachHost,
        signed_by=_RECORDED,
        harness="claude",
        examples=("deny network-outbound telemetry.example:443 (host is on the deny list)",),
        near_misses=("the host is on the deny list of the mail server",),
        source=_CLAUDE,
    ),
    Rule(
        id="signed/host-is-this-machine",
        title="A name that leads back to this machine was refused",
        explanation=(
            "The name resolves to a loopback address or to one of this machine's own, which stays refused even when the name "
            "is allowed. If the service is meant, allow its address (127.0.0.1 or localhost, with the port) as well as its name."
        ),
        telltales=("resolved to a loopback", "resolved to one of this host", "resolved to an unspecified"),
        pattern=_DENY + r" \(resolved to (?:a loopback|one of this host's|an unspecified)[^\n]{0,200}\)[ \t]{0,8}$",
        need=ReachLocalService,
        signed_by=_RECORDED,
        harness="claude",
        examples=("deny network-outbound app.dev.example:8080 (resolved to a loopback address)",),
        near_misses=("app.dev.example resolved to a loopback address",),
        source=_CLAUDE,
    ),
    Rule(
        id="signed/address-never-reached",
        title="An address that the proxy never connects to was refused",
        explanation=(
            "The name leads to a link-local, multicast, broadcast or cloud metadata address. No list opens these: the metadata "
            "address hands out the machine's credentials. Give the command the value it wants in another way."
        ),
        telltales=("resolved to a ", "resolved to the "),
        pattern=_DENY + r" \(resolved to (?:a|the) (?!loopback)[^\n]{1,200}\)[ \t]{0,8}$",
        need=ReachHost,
        signed_by=_RECORDED,
        harness="claude",
        examples=("deny network-outbound metadata.example:80 (resolved to a cloud metadata address)",),
        near_misses=("metadata.example resolved to a link-local address",),
        source=_CLAUDE,
    ),
    Rule(
        id="signed/host-managed",
        title="The organisation's list leaves this host out",
        explanation=(
            "An administrator's managed settings decide the hosts, and no file of yours adds to them. Ask the administrator for "
            "this host, or run the one command yourself in another terminal."
        ),
        telltales=("deny network-outbound",),
        pattern=_DENY + r" \(the organi[sz]ation's [^\n]{1,300}\)[ \t]{0,8}$",
        need=ReachHost,
        signed_by=_RECORDED,
        harness="claude",
        examples=("deny network-outbound cdn.example:443 (the organization's managed allowlist does not include this host)",),
        near_misses=("the organization's managed allowlist does not include this host",),
        source=_CLAUDE,
    ),
    Rule(
        id="signed/request-refused",
        title="Claude Code's proxy refused an HTTP request",
        explanation=_ASK_FOR_THE_HOST,
        telltales=("deny http-request",),
        pattern=r"^[ \t]{0,8}deny http-request [A-Z]{3,10} " + URL + r"[^\n]{0,2000}$",
        need=ReachHost,
        signed_by=_RECORDED,
        harness="claude",
        examples=("deny http-request GET https://api.example/v1/models (user denied)",),
        near_misses=("a policy may deny http-request lines",),
        source=_CLAUDE,
    ),
    Rule(
        id="signed/codex-host-refused",
        title="Codex's proxy refused a host",
        explanation=(
            f"{_ASK_FOR_THE_HOST} Codex aborted the whole command and kept none of its output, and it names only the first "
            "refused host: a second one can follow once this is allowed (an index, then its file host)."
        ),
        telltales=("Network access to ",),
        pattern=_WAS_BLOCKED + r"(?:: domain is not on the allowlist| by policy)",
        need=ReachHost,
        signed_by=(Channel.TOOL_ERROR,),
        harness="codex",
        examples=(
            'exec_command failed: ProcessFailed { message: "Network access to \\"index.pypi.example\\" was blocked: domain is not '
            'on the allowlist for the current sandbox mode." }',
            'Network access to "http://files.pypi.example:80" was blocked by policy.',
        ),
        near_misses=("Network access to the registry was blocked by the firewall.",),
        source=_CODEX,
    ),
    Rule(
        id="signed/codex-private-address",
        title="Codex's proxy refused a private address",
        explanation=(
            "The name leads to an address of this machine or of a private network (a company mirror, a VPN), which stays refused "
            "even when the name is allowed. It needs `allow_local_binding = true` beside the host's entry; for this machine's own "
            'services list "127.0.0.1" and "localhost" instead and leave `allow_local_binding` out.'
        ),
        telltales=("Network access to ",),
        pattern=_WAS_BLOCKED + r": local/private network addresses are blocked",
        need=ReachHost,
        signed_by=(Channel.TOOL_ERROR,),
        harness="codex",
        examples=(
            'Network access to "mirror.corp.example" was blocked: local/private network addresses are blocked by the sandbox policy.',
        ),
        near_misses=("local/private network addresses are blocked",),
        source=_CODEX,
    ),
    Rule(
        id="signed/codex-host-denied",
        title="A host that Codex's config denies was refused",
        explanation=(
            'Some layer says `"host" = "deny"`, and a deny wins over an allow. Only removing that entry opens the host: ask '
            "whoever wrote it before you do."
        ),
        telltales=("Network access to ",),
        pattern=_WAS_BLOCKED + r": domain is explicitly denied",
        need=ReachHost,
        signed_by=(Channel.TOOL_ERROR,),
        harness="codex",
        examples=(
            'Network access to "ads.example" was blocked: domain is explicitly denied by policy and cannot be approved from this prompt.',
        ),
        near_misses=("domain is explicitly denied by policy",),
        source=_CODEX,
    ),
    Rule(
        id="signed/codex-method-refused",
        title="Codex's limited network refused this kind of request",
        explanation=(
            'The profile says `mode = "limited"`: only GET, HEAD and OPTIONS pass. The host may be allowed already; what this '
            'needs is `mode = "full"` for the profile, which lets the agent send data to every allowed host.'
        ),
        telltales=("Network access to ",),
        pattern=_WAS_BLOCKED + r": request method is blocked",
        need=ReachHost,
        signed_by=(Channel.TOOL_ERROR,),
        harness="codex",
        examples=('Network access to "api.example" was blocked: request method is blocked by the current network mode.',),
        near_misses=("request method is blocked by the current network mode",),
        source=_CODEX,
    ),
    Rule(
        id="signed/seatbelt-write",
        title="macOS refused a write",
        explanation="The kernel's own record: the sandbox profile does not let this process write that path.",
        telltales=(" file-write", " file-link", " file-clone", " file-mknod"),
        pattern=_SEAT + r"file-(?:write|link|clone|mknod)[\w*-]{0,30} (?P<path>/[^\n]{0,1000}[^\s])",
        need=WritePath,
        signed_by=_LOGGED,
        systems=("macos",),
        examples=(
            "uv(9813) deny(1) file-write-data /Users/dev/.cache/uv/sdists-v9/.git",
            "kernel: (Sandbox) Sandbox: node(412) deny(1) file-write-create /Users/dev/.npm/_cacache/tmp/x y",
            "=== Sandbox denials ===\n(touch) file-write-create /Users/dev/x",
        ),
        near_misses=("(allow file-write* (subpath /tmp))", "deny file-write in the profile"),
        source=_SEATBELT,
    ),
    Rule(
        id="signed/seatbelt-read",
        title="macOS refused a read",
        explanation="The kernel's own record: the sandbox profile does not let this process read that path.",
        telltales=(" file-read", " file-test"),
        pattern=_SEAT + r"file-(?:read|test)[\w*-]{0,30} (?P<path>/[^\n]{0,1000}[^\s])",
        need=ReadPath,
        signed_by=_LOGGED,
        systems=("macos",),
        examples=("Sandbox: cat(77) deny(1) file-read-data /Users/dev/.ssh/id_ed25519",),
        near_misses=("(deny file-read* (subpath (param HOME)))",),
        source=_SEATBELT,
    ),
    Rule(
        id="signed/seatbelt-device",
        title="macOS refused a device",
        explanation="The kernel's own record: the sandbox profile keeps this device or driver from the process; no setting opens one.",
        telltales=(" file-ioctl", " iokit-"),
        pattern=_SEAT + r"(?:file-ioctl|iokit-[\w*-]{1,40}) (?P<path>\S{1,400})",
        need=UseDevice,
        signed_by=_LOGGED,
        systems=("macos",),
        examples=("tui(5) deny(1) file-ioctl /dev/ttys003", "python3(9) deny(1) iokit-open AGXDeviceUserClient"),
        near_misses=("the iokit-open operation can be denied",),
        source=_SEATBELT,
    ),
    Rule(
        id="signed/seatbelt-socket",
        title="macOS refused a unix socket",
        explanation=(
            "The kernel's own record: the process may not connect to, or listen on, the socket at this path. Allow that path "
            "(its folder when the name changes with every run), not all sockets."
        ),
        telltales=(" network-outbound /", " network-bind /", " network-inbound /"),
        pattern=_SEAT + r"network-(?:outbound|bind|inbound) (?P<path>/(?![^\n]{0,60}mDNSResponder$)[^\n]{0,400}[^\s])",
        need=ConnectSocket,
        signed_by=_LOGGED,
        systems=("macos",),
        examples=(
            "=== Sandbox denials ===\n(Python) network-outbound /tmp/.X11-unix/X0",
            "node(8) deny(1) network-bind /tmp/tsx-501/9.pipe",
        ),
        near_misses=("(allow network-outbound (literal /private/var/run/syslog))",),
        source=_SEATBELT,
    ),
    Rule(
        id="signed/seatbelt-name-lookup",
        title="macOS refused a name lookup",
        explanation=(
            "The process asked the system's resolver directly, which the sandbox keeps shut. A client that honours the proxy "
            "variables needs no lookup of its own; one that does not cannot be let through by a host."
        ),
        telltales=("mDNSResponder",),
        pattern=_SEAT + r"network-outbound /[\w/]{0,40}mDNSResponder$",
        need=ResolveName,
        signed_by=_LOGGED,
        systems=("macos",),
        examples=("python3.12(40) deny(1) network-outbound /private/var/run/mDNSResponder",),
        near_misses=("sudo killall -HUP mDNSResponder",),
        source=_SEATBELT,
    ),
    Rule(
        id="signed/seatbelt-connect",
        title="macOS refused a connection",
        explanation="The kernel's own record: the process tried to connect directly instead of through the sandbox's proxy.",
        telltales=(" network-outbound ",),
        pattern=_SEAT + r"network-outbound (?:remote:)?(?:\*:\d{1,5}|" + ADDRESS + r")[ \t]{0,8}$",
        need=ReachHost,
        signed_by=_LOGGED,
        systems=("macos",),
        examples=("psql(31) deny(1) network-outbound 127.0.0.1:5432", "node(2) deny(1) network-outbound 203.0.113.9:443"),
        near_misses=("(deny network-outbound (remote ip))",),
        source=_SEATBELT,
    ),
    Rule(
        id="signed/seatbelt-listen",
        title="macOS refused to listen on a port",
        explanation="The kernel's own record: the process may not accept connections; that is one switch, not a list of ports.",
        telltales=(" network-bind ", " network-inbound "),
        pattern=_SEAT + r"network-(?:bind|inbound) (?:local:)?" + ADDRESS + r"[ \t]{0,8}$",
        need=ListenOnPort,
        signed_by=_LOGGED,
        systems=("macos",),
        examples=("node(612) deny(1) network-bind 127.0.0.1:3000", "java(3) deny(1) network-bind local:*:0"),
        near_misses=("(allow network-bind (local ip))",),
        source=_SEATBELT,
    ),
    Rule(
        id="signed/seatbelt-service",
        title="macOS refused a system service",
        explanation="The kernel's own record: the process may not look up, or register, the Mach service of this name.",
        telltales=(" mach-", " appleevent-send", " lsopen", " user-preference-"),
        pattern=_SEAT
        + r"(?:mach-(?:lookup|register|per-user-lookup)|appleevent-send|lsopen|user-preference-\w{1,10}) (?P<name>[\w.:/-]{1,200})",
        need=UseService,
        signed_by=_LOGGED,
        systems=("macos",),
        examples=("gh(771) deny(1) mach-lookup com.apple.trustd.agent", "osascript(6) deny(1) appleevent-send com.apple.systemevents"),
        near_misses=("(allow mach-lookup (global-name com.apple.trustd))",),
        source=_SEATBELT,
    ),
    Rule(
        id="signed/seatbelt-process",
        title="macOS refused an operation on processes or the kernel",
        explanation=(
            "The kernel's own record: the process may not do this to another process or to the kernel. No setting opens it; "
            "run that one command outside the sandbox."
        ),
        telltales=(" signal", " sysctl-", " ipc-", " process-", " forbidden-exec", " system-"),
        pattern=_SEAT
        + r"(?P<action>signal|sysctl-[a-z]{4,12}|ipc-[a-z-]{3,40}|process-[a-z-]{2,40}|forbidden-exec-sugid|system-[a-z-]{3,30})\*?(?= |$)",
        need=ControlProcess,
        signed_by=_LOGGED,
        systems=("macos",),
        examples=(
            "python3(18) deny(1) ipc-posix-sem-create /mp-a1b2",
            "sh(5) deny(1) process-exec /bin/ps",
            "node(7) deny(1) signal others",
        ),
        near_misses=("(allow process-exec)", "deny process-exec in the profile template"),
        source=_SEATBELT,
    ),
    Rule(
        id="ordinary/macos-system-policy",
        title="macOS's own privacy protection refused it, not the sandbox",
        explanation=(
            "The kernel says `System Policy`: that is the privacy protection of the system (Full Disk Access and its kin), which "
            "holds without any sandbox. Give the terminal the access in System Settings, or leave that folder alone."
        ),
        telltales=("System Policy: ",),
        pattern=r"^[^\n]{0,200}System Policy: [^\n]{1,300} deny\(\d{1,3}\)[^\n]{0,1000}$",
        says=Says.ORDINARY,
        confidence=Confidence.POSSIBLE,
        examples=("kernel: System Policy: ls(903) deny(1) file-read-data /Users/dev/Library/Mail",),
        near_misses=("Sandbox: ls(903) deny(1) file-read-data /Users/dev/Library/Mail",),
        source="https://support.apple.com/guide/security/secddd1d86a6/web",
        systems=("macos",),
    ),
)
