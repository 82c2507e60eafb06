"""A connection that found no network: what a private network namespace looks like to a client that ignores the proxy.

With a filtering proxy the command runs in a network namespace whose only way out is that proxy (Claude Code and Codex on
Linux): a client that connects directly gets ENETUNREACH, at once. A laptop without network prints the same: POSSIBLE.
Sources: network_namespaces(7), https://code.claude.com/docs/en/sandboxing, https://developers.openai.com/codex/permissions.
"""

from __future__ import annotations

from advisor.model import Confidence, ReachHost, Rule
from advisor.rules._network import ADDRESS, HOST, LOOPBACK, REST, UNREACHABLE, URL, any_of

_UNREACHABLE = any_of(UNREACHABLE)
_DIRECTLY = (("direct", True),)  # inside a sandbox with a proxy, this is what only a client that passes it by meets
_NAMESPACE = "https://man7.org/linux/man-pages/man7/network_namespaces.7.html"

_MEANS = (
    "The client connected directly and found no network. Inside the sandbox the only way out is its proxy, which this client "
    "ignored; if the same command fails in another terminal too, the machine itself is offline. Let the client use the proxy "
    "(HTTPS_PROXY; Node: NODE_USE_ENV_PROXY=1 from 22.21; the JVM: -Dhttps.proxyHost; aiohttp: trust_env=True) and allow the host; "
    "a client that knows no proxy (ssh, database drivers, UDP) can only run outside the sandbox."
)

RULES: tuple[Rule, ...] = (
    Rule(
        id="network/unreachable",
        title="A connection found no network",
        explanation=_MEANS,
        telltales=UNREACHABLE,
        pattern=r"\b(?:connectx?|connect to host|Failed to connect) ?(?:to )?"
        + HOST.replace(r"\w.-", r"\w.:-")
        + r" port (?P<port>\d{1,5})(?: \(\w{2,4}\))?(?: after \d{1,7} ms)?(?: failed)?: "
        + _UNREACHABLE
        + r"|/dev/(?:tcp|udp)/(?P<host__2>[\w.:-]{1,253})/(?P<port__2>\d{1,5}): "
        + _UNREACHABLE
        + r"|\bserver at \"(?P<host__3>[^\"\n]{1,253})\"(?: \([^)\n]{1,60}\))?, port (?P<port__3>\d{1,5}) failed:\s{1,120}"
        + _UNREACHABLE
        + r"|\bto (?P<host__4>[\w.-]{1,253})(?: \([^)\n]{1,260}\))?(?:\|[\da-fA-F.:]{2,45}\|)?:(?P<port__4>\d{1,5})\.\.\. [^\n]{0,40}: "
        + _UNREACHABLE,
        need=ReachHost,
        confidence=Confidence.POSSIBLE,
        given=_DIRECTLY,
        examples=(
            "ssh: connect to host git.example port 22: Network is unreachable",
            "curl: (7) Failed to connect to 203.0.113.9 port 443 after 0 ms: Network is unreachable",
            "bash: line 1: /dev/tcp/1.1.1.1/80: Network is unreachable",
            'connection to server at "203.0.113.5", port 5432 failed: Network is unreachable',
            "Connecting to pkg.example (pkg.example)|203.0.113.10|:80... failed: Network is unreachable.",
        ),
        near_misses=("ssh: connect to host git.example port 22: Connection timed out",),
        source=_NAMESPACE,
    ),
    Rule(
        id="network/unreachable-address",
        title="A connection found no network",
        explanation=_MEANS,
        telltales=(*UNREACHABLE, "ENETUNREACH", "[Errno 101]", "[Errno 51]", "enetunreach"),
        pattern=r"\bconnect ENETUNREACH "
        + ADDRESS
        + r"|\bdial (?:tcp|udp)[46]? (?:[\w.:%\[\]-]{1,60}->)?\[?(?P<host__2>[\w.:%-]{1,253}?)\]?:(?P<port__2>\d{1,5})"
        r": connect: network is unreachable"
        r"|ConnectionPool\(host='(?P<host__3>[\w.-]{1,253})', port=(?P<port__3>\d{1,5})\)[^\n]{0,1600}\[Errno (?:101|51)\]"
        r"|\[Errno (?:101|51)\] Connect call failed \('(?P<host__4>[\w.:-]{1,253})', (?P<port__4>\d{1,5})"
        r"|\bCannot connect to host (?P<host__5>[\w.:-]{1,253}):(?P<port__5>\d{1,5}) ssl:[^\n\[]{0,200}\[Network is unreachable\]"
        r"|" + _UNREACHABLE + r"(?: - connect\(2\) for)? (?:\(|\"|\[::ffff:)?(?P<host__6>[\w-]{1,63}\.[\w.-]{0,200}\w)"
        r"(?:\"? port |\]?:)(?P<port__6>\d{1,5})",
        need=ReachHost,
        confidence=Confidence.POSSIBLE,
        given=_DIRECTLY,
        examples=(
            "connect ENETUNREACH 203.0.113.80:443 - Local (0.0.0.0:0)",
            "dial tcp 203.0.113.80:443: connect: network is unreachable",
            "HTTPSConnectionPool(host='api.example', port=443): Max retries exceeded (Caused by NewConnectionError('<C>: Failed: "
            "[Errno 101] Network is unreachable'))",
            "System.Net.Http.HttpRequestException: Network is unreachable (api.example:443)",
            "Cannot connect to host api.example:80 ssl:default [Network is unreachable]",
        ),
        near_misses=("connect ECONNREFUSED 127.0.0.1:80",),
        source=_NAMESPACE,
    ),
    Rule(
        id="network/unreachable-words",
        title="A connection found no network",
        explanation=f"{_MEANS} The text does not say where to: look at the command.",
        telltales=(*UNREACHABLE, "ENETUNREACH", "NetworkUnreachable", "[Errno 101]", "(os error 101)", "enetunreach"),
        pattern=_UNREACHABLE + r"|(?:\bconnect |Error: |code['\"]?: ?['\"]|\()ENETUNREACH\b|code: 101, kind: NetworkUnreachable"
        r"|\[Errno 101\]|\(os error 101\)|:enetunreach\b",
        need=ReachHost,
        confidence=Confidence.POSSIBLE,
        given=_DIRECTLY,
        examples=(
            "OSError: [Errno 101] Network is unreachable",
            'Exception in thread "main" java.net.SocketException: Network is unreachable',
            "IO::Socket::INET: connect: Network is unreachable",
            'Os { code: 101, kind: NetworkUnreachable, message: "Network is unreachable" }',
        ),
        near_misses=("the network was unreachable for an hour", "elif rc == errno.ENETUNREACH:"),
        source=_NAMESPACE,
    ),
    Rule(
        id="network/connect-at-once",
        title="A connection failed at once",
        explanation=_MEANS,
        telltales=("connect to server",),
        pattern=r"\bFailed to connect to \[?(?!" + LOOPBACK + r"\b)(?P<host>[\w.:-]{1,253}?)\]? port (?P<port>\d{1,5}) after \d ms: "
        r"(?:Couldn't|Could not) connect to server",
        need=ReachHost,
        confidence=Confidence.POSSIBLE,
        examples=(
            "curl: (7) Failed to connect to 10.1.2.3 port 80 after 0 ms: Couldn't connect to server",
            "fatal: unable to access 'https://git.example/a.git/': Failed to connect to git.example port 443 after 3 ms: "
            "Could not connect to server",
        ),
        near_misses=("curl: (7) Failed to connect to api.example port 443 after 2041 ms: Couldn't connect to server",),
        source="https://curl.se/libcurl/c/libcurl-errors.html",
    ),
    Rule(
        id="network/connect-failed-url",
        title="A program could not reach the host of this URL",
        explanation=(
            "The program's own words do not say why. If it ran in the sandbox and works in another terminal, its host is not allowed, "
            "or the program ignores the proxy: `curl -v` to the same URL tells which."
        ),
        telltales=(
            "Could not connect to the endpoint URL: ",
            "CONNECTION FAILED for url <",
            "Unable to load the service index for source ",
            "Got socket error trying to find package ",
            "transfer failed for http",
            "ERR_INTERNET_DISCONNECTED at ",
            "ERR_ADDRESS_UNREACHABLE at ",
            "Unable to connect to a repository at URL ",
            "t connect to ",
            "Is the computer able to access the url?",
            "All attempts to connect to ",
            "ConnectionRefused downloading ",
            "FailedToOpenSocket downloading ",
        ),
        pattern=r"(?:Could not connect to the endpoint URL: \"|CONNECTION FAILED for url <|Unable to load the service index for source "
        r"|Got socket error trying to find package [\w.-]{1,100} at |: transfer failed for |\b[Ww]e couldn't connect to '"
        r"|ERR_(?:INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE) at |Unable to connect to a repository at URL '"
        r"|Is the computer able to access the url\?\n {0,4}path: \")"
        + URL
        + REST
        + r"|\b(?:ConnectionRefused|FailedToOpenSocket) downloading (?:package manifest|tarball)"
        r"|\bAll attempts to connect to (?P<host__2>[\w.-]{1,253}) failed",
        need=ReachHost,
        confidence=Confidence.POSSIBLE,
        examples=(
            'Could not connect to the endpoint URL: "https://sts.amazonaws.example/"',
            "CondaHTTPError: HTTP 000 CONNECTION FAILED for url <https://repo.conda.example/pkgs/main/linux-64/repodata.json>",
            "error NU1301: Unable to load the service index for source https://api.nuget.example/v3/index.json.",
            'error: Unable to connect. Is the computer able to access the url?\n  path: "https://api.tools.example/",',
            "All attempts to connect to index.pypi.example failed.",
            "error: ConnectionRefused downloading package manifest left-pad",
            "OSError: We couldn't connect to 'https://models.example' to load this file",
            "from/to m (http://pkg.example/maven): transfer failed for http://pkg.example/maven/lab/parent/1/parent-1.pom and",
        ),
        near_misses=("HTTP 404 NOT FOUND for url <https://repo.conda.example/x>",),
        source="https://curl.se/docs/manpage.html",
    ),
    Rule(
        id="network/windows-refused",
        title="Windows refused a connection",
        explanation=(
            "Windows says that access permissions forbid this connection (WSAEACCES, 10013): a firewall rule for this program or user, "
            "which is also how a sandbox on Windows keeps commands off the network."
        ),
        telltales=("in a way forbidden by its access permissions", "connect EACCES ", "10013"),
        pattern=r"\bdial tcp " + ADDRESS + r": connectex: [^\n]{0,60}in a way forbidden by its access permissions"
        r"|\bconnect EACCES \[?(?P<host__2>[\w.:%-]{0,252}\w)\]?:(?P<port__2>\d{1,5})\b"
        r"|in a way forbidden by its access permissions\.? \((?P<host__3>[\w.-]{1,253}):(?P<port__3>\d{1,5})\)"
        r"|ConnectionPool\(host='(?P<host__4>[\w.-]{1,253})', port=(?P<port__4>\d{1,5})\)[^\n]{0,1600}\[WinError 10013\]"
        r"|new connection: \[WinError 10013\]",
        need=ReachHost,
        confidence=Confidence.POSSIBLE,
        systems=("windows",),
        examples=(
            "dial tcp 203.0.113.9:443: connectex: An attempt was made to access a socket in a way forbidden by its access permissions.",
            "Error: connect EACCES 203.0.113.9:443",
            "An attempt was made to access a socket in a way forbidden by its access permissions. (api.example:443)",
        ),
        near_misses=("listen tcp :8080: bind: An attempt was made to access a socket in a way forbidden by its access permissions.",),
        source="https://learn.microsoft.com/windows/win32/winsock/windows-sockets-error-codes-2",
    ),
)
