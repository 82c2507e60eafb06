"""A name that could not be looked up, in the words of the resolver libraries and of the programs that call them.

Both sandboxes leave a command without a resolver: on Linux it runs in a network namespace of its own (glibc says
EAI_AGAIN, "Temporary failure in name resolution"), on macOS the system's resolver is a service it may not reach. A client
that honours the proxy variables never looks a name up, so that a lookup means either no network at all or a client that
ignores the proxy. An outage, a VPN that is off and a misspelt name print the same, hence POSSIBLE; where the refusal of
the socket itself is printed, LIKELY.
Sources: getaddrinfo(3), https://code.claude.com/docs/en/sandboxing, https://developers.openai.com/codex/permissions.
"""

from __future__ import annotations

from advisor.model import Confidence, ResolveName, Rule
from advisor.rules._network import HOST, REST, TRY_AGAIN, any_of, node_error

_GAI = "https://man7.org/linux/man-pages/man3/getaddrinfo.3.html"
_URL_HOST = r"https?://(?:[^\s/@'\"]{1,200}@)?" + HOST
# "Name or service not known" is not here: on Linux it means that a name server answered (`ordinary_network`), except in
# pip and what else stands on urllib3, which asks for IPv4 alone where it can make no IPv6 socket.
_UNKNOWN = (
    "nodename nor servname provided",
    "No address associated with hostname",
    "failed to lookup address information",
    "hostname nor servname provided",
    "No such host is known",
)
_ANSWERS = (*TRY_AGAIN, *_UNKNOWN)
_SAID = any_of(_ANSWERS)
_QUOTE = r"['\"`‘“]"
# A name with a dot, so that a program's or a function's own name before the message is not taken for the host.
_DOTTED = r"(?<![\w.-])(?P<host>[\w-]{1,63}\.[\w.-]{0,200}\w)(?<!Exception)(?<!Error)(?<!error)"

_MEANS = (
    "The name could not be looked up: no resolver can be reached from inside the sandbox. If the same command works in another "
    "terminal, it is the sandbox; if it fails there too, look at the spelling of the name, the VPN and the network. A client "
    "that honours the proxy variables needs only its host allowed. One that looks names up itself (plain ssh, database "
    "drivers, the JVM, Node's fetch before NODE_USE_ENV_PROXY) stays shut out even then: use its own proxy option, or run that "
    "one command outside the sandbox."
)

RULES: tuple[Rule, ...] = (
    Rule(
        id="network/name-lookup",
        title="A name could not be looked up",
        explanation=_MEANS,
        telltales=("t resolve host", "ould not resolve "),
        pattern=r"[Cc]ould(?:n't| not) resolve host(?:name)?:? "
        + _QUOTE
        + "?"
        + HOST
        + r"|[Cc]ould not resolve '(?P<host__2>[\w.-]{1,253})'"
        r"|[Cc]ould(?:n't| not) resolve host ?name for " + _URL_HOST.replace("<host>", "<host__3>"),
        need=ResolveName,
        confidence=Confidence.POSSIBLE,
        examples=(
            "curl: (6) Could not resolve host: example.com",
            "fatal: unable to access 'https://git.example/a.git/': Could not resolve host: git.example",
            "warning: spurious network error (3 tries remaining): [6] Could not resolve hostname (Could not resolve host: index.example)",
            "ssh: Could not resolve hostname git.example: Temporary failure in name resolution",
            "ssh: Could not resolve hostname git.example: -65563",
            "curl: (6) Couldn't resolve host 'example.com'",
            "  Could not resolve 'deb.example'",
        ),
        near_misses=("curl: (5) Could not resolve proxy: proxy.corp.example", "error: could not resolve the import 'x'"),
        source="https://curl.se/libcurl/c/libcurl-errors.html",
    ),
    Rule(
        id="network/name-lookup-node",
        title="Node could not look a name up",
        explanation=_MEANS,
        telltales=("EAI_AGAIN", "EAI_FAIL", "ECONNREFUSED", "ETIMEOUT"),
        pattern=r"\bgetaddrinfo EAI_(?:AGAIN|FAIL) (?!(?:errors?|on|in|from|when|for|and|or) )"
        + HOST
        + r"|\bquery[A-Z]\w{0,6} E(?:CONNREFUSED|TIMEOUT) (?P<host__2>[\w.-]{0,252}\w)"
        r"|" + node_error("EAI_AGAIN", "getaddrinfo", hostname=r"(?P<host__3>[\w.-]{1,253})"),
        need=ResolveName,
        confidence=Confidence.POSSIBLE,
        examples=(
            "Error: getaddrinfo EAI_AGAIN example.com",
            "npm error request to https://registry.npm.example/x failed, reason: getaddrinfo EAI_AGAIN registry.npm.example",
            "queryA ECONNREFUSED example.com",
            "querySrv ECONNREFUSED _mongodb._tcp.cluster0.example",
            "  code: 'EAI_AGAIN',\n  syscall: 'getaddrinfo',\n  hostname: 'example.com'",
        ),
        near_misses=("queryA ENOTFOUND example.com", "connect ECONNREFUSED 127.0.0.1:5432"),
        source="https://nodejs.org/api/dns.html",
    ),
    Rule(
        id="network/name-unknown-node",
        title="Node was told that a name does not exist",
        explanation=(
            "On macOS and Windows Node says ENOTFOUND both for a name that does not exist and for a resolver that it may not reach; "
            f"on Linux it means a wrong name. {_MEANS}"
        ),
        telltales=("getaddrinfo ENOTFOUND ",),
        pattern=r"\bgetaddrinfo ENOTFOUND " + HOST,
        need=ResolveName,
        confidence=Confidence.POSSIBLE,
        systems=("macos", "windows"),
        examples=("npm error network request to https://r.npm.example/x failed, reason: getaddrinfo ENOTFOUND r.npm.example",),
        near_misses=("queryA ENOTFOUND example.com", "npm error code ENOTFOUND"),
        source="https://nodejs.org/api/dns.html",
    ),
    Rule(
        id="network/name-lookup-pip",
        title="pip could not look its index up",
        explanation=f"pip names the index in the line `Looking in indexes`, not in the error. {_MEANS}",
        telltales=("new connection: [Errno -",),
        pattern=r"^Looking in indexes: "
        + _URL_HOST
        + r"[^\n]{0,1000}\n(?:[^\n]{0,1000}\n){0,6}?[^\n]{0,1000}new connection: \[Errno -[235]\]",
        need=ResolveName,
        confidence=Confidence.POSSIBLE,
        examples=(
            "Looking in indexes: https://pkg.example/simple/\nWARNING: Retrying (Retry(total=4)) after connection broken by "
            "'NewConnectionError('<C>: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')': /x/",
        ),
        near_misses=("Looking in indexes: https://pkg.example/simple/\nCollecting x",),
        source=_GAI,
    ),
    Rule(
        id="network/name-lookup-python",
        title="A Python program could not look a name up",
        explanation=_MEANS,
        telltales=("Failed to resolve ", "[Errno -2]", "[Errno -3]", "[Errno -5]", "[Errno 8]", "[Errno 11001]", "Cannot connect to host "),
        pattern=r"\bFailed to resolve '" + HOST + r"' \("
        r"|ConnectionPool\(host='(?P<host__2>[\w.-]{1,253})', port=\d{1,5}\)[^\n]{0,1600}\[Errno (?:-[235]|8|11001)\] "
        r"|\bCannot connect to host (?P<host__3>[\w.-]{1,253}):\d{1,5} ssl:[^\n\[]{0,200}\[(?:"
        + _SAID
        + r"|Domain name not found|Timeout while contacting DNS|Could not contact DNS)",
        need=ResolveName,
        confidence=Confidence.POSSIBLE,
        examples=(
            "(Caused by NameResolutionError(\"<urllib3.connection.HTTPSConnection object at 0x7f>: Failed to resolve 'api.example' "
            '([Errno -3] Temporary failure in name resolution)"))',
            "HTTPSConnectionPool(host='api.example', port=443): Max retries exceeded with url: / (Caused by NewConnectionError("
            "'<HTTPSConnection object at 0x10>: Failed to establish a new connection: [Errno 8] nodename nor servname provided'))",
            "ClientConnectorDNSError: Cannot connect to host api.example:443 ssl:default [Temporary failure in name resolution]",
        ),
        near_misses=(
            "Failed to resolve left-pad in package mirror",
            "Cannot connect to host api.example:443 ssl:default [Connect call failed]",
        ),
        source=_GAI,
    ),
    Rule(
        id="network/name-lookup-host",
        title="A name could not be looked up",
        explanation=_MEANS,
        telltales=_ANSWERS,
        pattern=_DOTTED
        + r"(?:[:/]\w{1,8})?['\"’”]?(?: failed)?(?:: | \()(?:getaddrinfo[^:\n]{0,20}: |unknown error: )?"
        + _SAID
        + r"|"
        + _SAID
        + r"[^\n(]{0,24} \((?P<host__2>[\w.-]{1,253}):\d{1,5}\)"
        r"|(?:host|host name|for|look up) \"?(?P<host__3>[\w.-]{0,252}\w)\"?"
        r"(?: to address| failed| port \d{1,5}| \(port \d{1,5}\))(?:: | \()" + _SAID,
        need=ResolveName,
        confidence=Confidence.POSSIBLE,
        examples=(
            "ping: example.com: Temporary failure in name resolution",
            "Could not connect to Redis at cache.example:6379: nodename nor servname provided, or not known",
            "SocketError: Failed to open TCP connection to gems.example:443 (getaddrinfo(3): Temporary failure in name resolution)",
            "Can't connect to cpan.example:443 (Temporary failure in name resolution)",
            "php_network_getaddresses: getaddrinfo for api.example failed: Temporary failure in name resolution",
            'psql: error: could not translate host name "db.example" to address: Temporary failure in name resolution',
            'nc: getaddrinfo for host "example.com" port 443: Temporary failure in name resolution',
            "fatal: unable to look up git.example (port 9418) (Temporary failure in name resolution)",
            "System.Net.Http.HttpRequestException: nodename nor servname provided, or not known (api.example:443)",
            "ping: example.com: Temporärer Fehler bei der Namensauflösung",
        ),
        near_misses=("Temporary failure in the mail queue", "sshd: warning: Name or service not found"),
        source=_GAI,
    ),
    Rule(
        id="network/name-lookup-verb",
        title="A name could not be looked up",
        explanation=_MEANS,
        telltales=(
            "resolve host address ",
            "Temporary failure resolving ",
            "MySQL server host ",
            "bad address ",
            "cannot resolve ",
            "nknown host",
            "t resolve ",
            "Failed host lookup: ",
            "remote name could not be resolved: ",
            "Unable to find the server at ",
            "Could not reach host ",
            "error connecting to ",
            "DNS lookup error",
            "DNS: transient error",
        ),
        pattern=r"(?:resolve host address|Temporary failure resolving|Unknown MySQL server host|\b[Uu]nknown host:?|: bad address"
        r"|nslookup: can't resolve|Failed host lookup:|remote name could not be resolved:) " + _QUOTE + r"(?P<host>[\w.-]{1,253})['\"`’”]"
        r"|(?:(?:ping6?|traceroute6?|telnet|ftp): cannot resolve|\b[Uu]nknown host:?|Unable to find the server at"
        r"|Could not reach host|^error connecting to)"
        r" (?P<host__2>[\w-]{1,63}\.[\w.-]{0,200}\w)(?=[\s:,.)]|$)"
        r"|fetching " + _URL_HOST.replace("<host>", "<host__3>") + REST + r": DNS(?: lookup error|: transient error)",
        need=ResolveName,
        confidence=Confidence.POSSIBLE,
        examples=(
            "wget: unable to resolve host address ‘example.com’",
            "  Temporary failure resolving 'deb.example'",
            "ERROR 2005 (HY000): Unknown MySQL server host 'db.example' (-3)",
            "wget: bad address 'example.com'",
            "ping: cannot resolve example.com: Unknown host",
            "> Unknown host 'plugins.gradle.example'",
            "SocketException: Failed host lookup: 'pub.example' (OS Error: Temporary failure in name resolution, errno = -3)",
            "error connecting to api.git.example\ncheck your internet connection or https://gitstatus.example",
            "WARNING: fetching https://dl.alpine.example/main: DNS: transient error (try again later)",
        ),
        near_misses=("sudo: unable to resolve host build7: Name or service not known", "cannot resolve symbol 'foo'", "bad address"),
        source="https://www.gnu.org/software/wget/manual/wget.html",
    ),
    Rule(
        id="network/name-lookup-java",
        title="The JVM could not look a name up",
        explanation=(
            "The JVM reads no proxy variable and looked the name up itself, which cannot work inside the sandbox, even for an allowed "
            "host. Give it the proxy (`-Dhttps.proxyHost`, `-Dhttps.proxyPort`, and the proxy's user and password where it has "
            "them), work offline (`mvn -o`, `gradle --offline`), or run that one command outside the sandbox."
        ),
        telltales=("UnknownHostException: ",),
        pattern=r"\bUnknownHostException: (?:[\w.-]{1,253}/)?" + HOST,
        need=ResolveName,
        confidence=Confidence.POSSIBLE,
        examples=(
            'Exception in thread "main" java.net.UnknownHostException: example.com',
            "java.net.UnknownHostException: repo.maven.example: Temporary failure in name resolution",
        ),
        near_misses=("catch (UnknownHostException e) {", "import java.net.UnknownHostException;"),
        source="https://docs.oracle.com/en/java/javase/21/core/java-networking.html",
    ),
    Rule(
        id="network/name-lookup-go-refused",
        title="A Go program was refused the socket for a name lookup",
        explanation=f"The kernel refused the socket that the lookup needs; only a sandbox or a filter does that. {_MEANS}",
        telltales=(": lookup ",),
        pattern=r": lookup " + HOST + r"(?: on [^\s]{1,60})?: [^\n]{0,160}(?:socket|connect|write): operation not permitted",
        need=ResolveName,
        examples=("dial tcp: lookup api.example on 10.0.0.2:53: dial udp 10.0.0.2:53: socket: operation not permitted",),
        near_misses=("dial tcp: lookup api.example on 10.0.0.2:53: no such host",),
        source="https://pkg.go.dev/net#hdr-Name_Resolution",
    ),
    Rule(
        id="network/name-lookup-go",
        title="A Go program could not look a name up",
        explanation=_MEANS,
        telltales=(": lookup ",),
        pattern=r": lookup " + HOST + r"(?: on [^\s]{1,60})?: (?:[^\n]{0,120}(?:network is unreachable|connection refused|no route to host)"
        r"|server misbehaving|device or resource busy|" + _SAID + r")",
        need=ResolveName,
        confidence=Confidence.POSSIBLE,
        examples=(
            "dial tcp: lookup api.example on 10.0.0.2:53: dial udp 10.0.0.2:53: connect: network is unreachable",
            "dial tcp: lookup api.example on 127.0.0.53:53: read udp 127.0.0.1:4->127.0.0.53:53: read: connection refused",
            "dial tcp: lookup api.example: Temporary failure in name resolution",
            "dial tcp: lookup api.example: server misbehaving",
        ),
        near_misses=("dial tcp: lookup api.example on 10.0.0.2:53: no such host", "INFO: lookup table loaded"),
        source="https://pkg.go.dev/net#hdr-Name_Resolution",
    ),
    Rule(
        id="network/name-unknown-go",
        title="A Go program was told that a name does not exist",
        explanation=(
            "On macOS Go asks the system's resolver and says `no such host` both for a wrong name and for a resolver that it may "
            f"not reach. {_MEANS}"
        ),
        telltales=("no such host",),
        pattern=r": lookup " + HOST + r": no such host",
        need=ResolveName,
        confidence=Confidence.POSSIBLE,
        systems=("macos", "windows"),
        examples=("dial tcp: lookup proxy.go.example: no such host",),
        near_misses=("dial tcp: lookup proxy.go.example on 10.0.0.2:53: no such host",),
        source="https://pkg.go.dev/net#hdr-Name_Resolution",
    ),
    Rule(
        id="network/name-lookup-rust",
        title="A Rust program could not look a name up",
        explanation=_MEANS,
        telltales=("failed to lookup address information", "dns error"),
        pattern=r"(?:for url \(|Failed to fetch: `|downloading `|\burl: \")(?>"
        + _URL_HOST
        + REST
        + r")[^\x00]{0,300}?(?:failed to lookup address information|dns error)",
        need=ResolveName,
        confidence=Confidence.POSSIBLE,
        examples=(
            "error: Failed to fetch: `https://index.pypi.example/simple/six/`\n  Caused by: error sending request for url "
            "(https://index.pypi.example/simple/six/)\n  Caused by: dns error\n"
            "  Caused by: failed to lookup address information: Temporary failure in name resolution",
        ),
        near_misses=("error sending request for url (https://index.pypi.example/simple/six/): operation timed out",),
        source="https://docs.rs/reqwest/latest/reqwest/struct.Error.html",
    ),
    Rule(
        id="network/name-lookup-beam",
        title="An Elixir or Erlang program could not look a name up",
        explanation=_MEANS,
        telltales=("nxdomain", "non-existing domain"),
        pattern=r"\{(?:~c\"|'|\")(?P<host>[\w.-]{1,253})['\"], ?\d{1,5}\}[^\n]{0,120}:?nxdomain|[:({\s]:?nxdomain\b|non-existing domain",
        need=ResolveName,
        confidence=Confidence.POSSIBLE,
        examples=(
            '{:failed_connect, [{:to_address, {~c"repo.hex.example", 443}}, {:inet, [:inet], :nxdomain}]}',
            "** (Mint.TransportError) non-existing domain - :nxdomain",
        ),
        near_misses=("test nxdomain_handling ... ok",),
        source="https://www.erlang.org/doc/apps/kernel/inet.html",
    ),
    Rule(
        id="network/name-lookup-browser",
        title="The browser could not look a name up",
        explanation=_MEANS,
        telltales=("ERR_NAME_NOT_RESOLVED",),
        pattern=r"ERR_NAME_NOT_RESOLVED(?: at " + _URL_HOST + r")?",
        need=ResolveName,
        confidence=Confidence.POSSIBLE,
        examples=("page.goto: net::ERR_NAME_NOT_RESOLVED at https://shop.example/",),
        near_misses=("net::ERR_CERT_AUTHORITY_INVALID at https://shop.example/",),
        source="https://playwright.dev/docs/network",
    ),
    Rule(
        id="network/dns-tool-refused",
        title="A DNS tool was refused its socket",
        explanation=(
            "dig, host and nslookup speak to name servers directly, which no setting of the sandbox opens. Test the name with a client "
            "that honours the proxy (`curl -v https://HOST`), or run the lookup in another terminal."
        ),
        telltales=("try_proto(): socket(): Operation not permitted", "find either v4 or v6 networking"),
        pattern=r"try_proto\(\): socket\(\): Operation not permitted(?: \(1\))?(?:\n;; UDP setup with \S{1,80} for "
        + HOST
        + r" failed)?|can't find either v4 or v6 networking",
        need=ResolveName,
        examples=(
            "net.c:137:try_proto(): socket(): Operation not permitted (1)\n;; UDP setup with 10.0.0.2#53(10.0.0.2) for a.example failed:",
            "net.c:136:try_proto(): socket(): Operation not permitted (1)\n(null): can't find either v4 or v6 networking",
        ),
        near_misses=("try_proto(): socket(): Address family not supported by protocol",),
        source="https://bind9.readthedocs.io/en/latest/manpages.html#dig-dns-lookup-utility",
    ),
    Rule(
        id="network/dns-tool-unreachable",
        title="A DNS tool could not reach its name server",
        explanation=(
            "dig, host and nslookup speak to name servers directly, which no setting of the sandbox opens. Test the name with a client "
            "that honours the proxy (`curl -v https://HOST`), or run the lookup in another terminal."
        ),
        telltales=("network unreachable", "connection refused"),
        pattern=r"(?<![;\w]);; UDP setup with \S{1,80} for " + HOST + r" failed: network unreachable"
        r"|(?<![;\w]);; communications error to \S{1,80}: (?:network unreachable|connection refused)",
        need=ResolveName,
        confidence=Confidence.POSSIBLE,
        examples=(
            ";; UDP setup with 10.0.0.2#53(10.0.0.2) for example.com failed: network unreachable.",
            ";; communications error to 127.0.0.53#53: connection refused",
        ),
        near_misses=(";; connection timed out; no servers could be reached",),
        source="https://bind9.readthedocs.io/en/latest/manpages.html#dig-dns-lookup-utility",
    ),
    Rule(
        id="network/no-resolver",
        title="No name server answered",
        explanation=_MEANS,
        telltales=(*_ANSWERS, "[Errno -3]", "[Errno -2]"),
        pattern=_SAID + r"|\[Errno -3\]|new connection: \[Errno -2\]",
        need=ResolveName,
        confidence=Confidence.POSSIBLE,
        examples=(
            "socket.gaierror: [Errno -3] Temporary failure in name resolution",
            "NewConnectionError('<Connection object>: Failed to establish a new connection: [Errno -2] Name or service not known')",
            "nc: getaddrinfo: nodename nor servname provided, or not known",
        ),
        near_misses=("a temporary failure, then name resolution worked",),
        source=_GAI,
    ),
)
