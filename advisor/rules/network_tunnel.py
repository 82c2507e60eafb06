"""A host that the filtering proxy refused, as the network libraries of single runtimes tell a failed tunnel.

Every one of them asks the proxy for a tunnel (`CONNECT host:port`), gets 403 and words it in its own way: these texts
exist only behind a proxy. The 407 ones mean that the client did not send the token that the proxy's address carries.
"""

from __future__ import annotations

from advisor.model import Confidence, ReachHost, Rule
from advisor.rules._network import ADDRESS, HOST, LOOPBACK, REST, URL, any_of

_MEANS = (
    "The client asked the sandbox's proxy for a tunnel to this host and got 403: the host is not on the list of allowed ones. "
    "Nothing is wrong with the server or the tool, and a retry gets the same answer. Allow this one host."
)
_NAMELESS = f"{_MEANS} The text does not name the host: look at the command and at the tool's own configuration."
_UNSENT = (
    "The proxy wants the token that stands in the proxy variable's address, and this client did not send it (the JVM does not "
    "for https; others drop user and password). Allowing the host does not help such a client: give it the user and password "
    "by its own options, or run that one command outside the sandbox. A company's proxy says the same to its users."
)
_SOCKS = (
    "The client went through the sandbox's SOCKS proxy, which refused this host. Allow the host (with its port for ssh); where "
    "it is allowed already, an old build's SOCKS hand-shake is at fault: update the harness, or use the https remote."
)
# What stands before 407 when a client was asked for the token.
_WANTS_TOKEN = (
    "CONNECT tunnel failed, response ",
    "Received HTTP code ",
    "Tunnel connection failed: ",
    "Tunnel failed, got: ",
    "established, statusCode=",
    "CONNECT refused by proxy: HTTP/1.1 ",
    "response code for CONNECT: ",
)
_QUOTES_STATUS = ("Proxy returns ", "The proxy tunnel request to proxy ")

RULES: tuple[Rule, ...] = (
    Rule(
        id="network/tunnel-url",
        title="The sandbox's proxy refused a tunnel to the host of this URL",
        explanation=_MEANS,
        telltales=(
            "tunneling socket could not be established",
            "tunnel error: unsuccessful",
            "unsuccessful tunnel",
            "403) !== 200 when HTTP Tunneling",
        ),
        pattern="(?>" + URL + REST + r")[^\x00]{0,400}?(?:tunneling socket could not be established, (?:statusCode|cause)=403"
        r"|tunnel error: unsuccessful|unsuccessful tunnel|Proxy response \(403\) !== 200 when HTTP Tunneling)",
        need=ReachHost,
        examples=(
            "error Error: https://registry.yarn.example/left-pad: tunneling socket could not be established, statusCode=403",
            "npm ERR! request to https://registry.npm.example/x failed, reason: tunneling socket could not be established, statusCode=403",
            "error: Failed to fetch: `https://index.pypi.example/simple/six/`\n"
            "  Caused by: error sending request for url (https://index.pypi.example/simple/six/)\n"
            "  Caused by: client error (Connect)\n  Caused by: tunnel error: unsuccessful",
        ),
        near_misses=(
            "error Error: https://registry.yarn.example/left-pad: tunneling socket could not be established, statusCode=502",
            "https://docs.example/tunnel describes the tunnel",
        ),
        source="https://github.com/request/tunnel-agent",
    ),
    Rule(
        id="network/tunnel",
        title="The sandbox's proxy refused a tunnel",
        explanation=_NAMELESS,
        telltales=(
            "tunneling socket could not be established",
            "tunnel error: unsuccessful",
            "unsuccessful tunnel",
            "403) !== 200 when HTTP Tunneling",
            "CONNECT refused by proxy: ",
            "Unexpected response code for CONNECT: 403",
            "Unable to tunnel through proxy. ",
            "NS_ERROR_PROXY_FORBIDDEN",
        ),
        pattern=r"tunneling socket could not be established, (?:statusCode|cause)=403|tunnel error: unsuccessful|unsuccessful tunnel"
        r"|Proxy response \(403\) !== 200 when HTTP Tunneling|CONNECT refused by proxy: (?:HTTP/1\.[01] )?403"
        r"|Unexpected response code for CONNECT: 403|Unable to tunnel through proxy\. Proxy returns \"HTTP/1\.[01] 403"
        r"|NS_ERROR_PROXY_FORBIDDEN",
        need=ReachHost,
        examples=(
            "[cause]: Error: Proxy response (403) !== 200 when HTTP Tunneling",
            'java.io.IOException: Unable to tunnel through proxy. Proxy returns "HTTP/1.1 403 Forbidden"',
            "org.apache.http.impl.execchain.TunnelRefusedException: CONNECT refused by proxy: HTTP/1.1 403 user denied",
            "java.io.IOException: Unexpected response code for CONNECT: 403",
        ),
        near_misses=(
            'java.io.IOException: Unable to tunnel through proxy. Proxy returns "HTTP/1.1 502 Bad Gateway"',
            "CONNECT refused by proxy: HTTP/1.1 504 Gateway Timeout",
        ),
        source="https://docs.oracle.com/en/java/javase/21/core/java-networking.html",
    ),
    Rule(
        id="network/tunnel-maven",
        title="The sandbox's proxy refused a repository to Maven or Gradle",
        explanation=(
            f"{_MEANS} The JVM reads no proxy variable: something gave it `-Dhttps.proxyHost`, and it needs the proxy's user and "
            "password too, or each request is refused before any list is consulted."
        ),
        telltales=("CONNECT refused by proxy: ", "Unable to tunnel through proxy. ", "user denied"),
        pattern=r"(?:\(|'|\")" + URL + REST + r"[)'\"][^\n]{0,300}(?:CONNECT refused by proxy: (?:HTTP/1\.[01] )?403"
        r"|Unable to tunnel through proxy\. Proxy returns \"HTTP/1\.[01] 403|reason phrase: user denied|from server: user denied)",
        need=ReachHost,
        examples=(
            "[ERROR] Could not transfer artifact lab:parent:pom:1 from/to central (https://repo.maven.example/maven2): "
            "status code: 403, reason phrase: user denied (403)",
            "> Could not GET 'https://plugins.gradle.example/m2/x.pom'. Received status code 403 from server: user denied",
        ),
        near_misses=("Could not GET 'https://repo.example/x.pom'. Received status code 403 from server: Forbidden",),
        source="https://maven.apache.org/guides/mini/guide-proxies.html",
    ),
    Rule(
        id="network/tunnel-host",
        title="The sandbox's proxy refused a tunnel to this host",
        explanation=_MEANS,
        telltales=("Failed to establish tunnel to ", "ProxyConnectException ", "roxy could not open connection to "),
        pattern=r"Failed to establish tunnel to " + ADDRESS + r" via [^\n]{1,300}? 403\b"
        r"|ProxyConnectException \"(?P<host__2>[\w.-]{1,253})\" (?P<port__2>\d{1,5})[^\n]{0,80}\b403\b"
        r"|[Pp]roxy could not open connection to (?P<host__3>[\w.-]{1,253}): {1,2}(?:Forbidden|user denied)",
        need=ReachHost,
        examples=(
            "Error [ERR_PROXY_TUNNEL]: Failed to establish tunnel to api.example:443 via http://127.0.0.1:3128: HTTP/1.1 403 Forbidden",
            'ProxyConnectException "hackage.example" 443 (Status {statusCode = 403, statusMessage = "Forbidden"})',
            "Proxy could not open connection to git.example: Forbidden",
        ),
        near_misses=("Failed to establish tunnel to api.example:443 via http://127.0.0.1:3128: HTTP/1.1 502 Bad Gateway",),
        source="https://nodejs.org/api/errors.html",
    ),
    Rule(
        id="network/tunnel-dotnet",
        title="The sandbox's proxy refused a tunnel to a .NET program",
        explanation=_NAMELESS,
        telltales=("The proxy tunnel request to proxy ",),
        pattern=r"(?:\((?P<host>[\w.-]{1,253}):(?P<port>\d{1,5})\)[^\n]{0,200})?"
        r"The proxy tunnel request to proxy '[^'\n]{1,300}' failed with status code '403'",
        need=ReachHost,
        examples=("error NU1301: The proxy tunnel request to proxy 'http://127.0.0.1:3128/' failed with status code '403'.",),
        near_misses=("The proxy tunnel request to proxy 'http://127.0.0.1:3128/' failed with status code '502'.",),
        source="https://learn.microsoft.com/dotnet/api/system.net.http.httprequesterror",
    ),
    Rule(
        id="network/tunnel-dart",
        title="The sandbox's proxy refused a tunnel to a Dart program",
        explanation=_MEANS,
        telltales=("Proxy failed to establish tunnel (403",),
        pattern=r"Proxy failed to establish tunnel \(403[^)\n]{0,60}\)(?:, uri = " + URL + r")?",
        need=ReachHost,
        examples=("HttpException: Proxy failed to establish tunnel (403 user denied), uri = https://pub.example/api/packages/http",),
        near_misses=("HttpException: Proxy failed to establish tunnel (502 Bad Gateway)",),
        source="https://api.dart.dev/dart-io/HttpClient-class.html",
    ),
    Rule(
        id="network/tunnel-browser",
        title="The sandbox's proxy refused a site to the browser",
        explanation=_MEANS,
        telltales=("ERR_TUNNEL_CONNECTION_FAILED",),
        pattern=r"ERR_TUNNEL_CONNECTION_FAILED(?: at " + URL + r")?",
        need=ReachHost,
        examples=("page.goto: net::ERR_TUNNEL_CONNECTION_FAILED at https://shop.example/cart",),
        near_misses=("net::ERR_CONNECTION_REFUSED at http://localhost:3000/",),
        source="https://playwright.dev/docs/network#http-proxy",
    ),
    Rule(
        id="network/tunnel-aws",
        title="The sandbox's proxy refused a host to the AWS tools",
        explanation=_NAMELESS,
        telltales=("Failed to connect to proxy URL: ",),
        pattern=r"Failed to connect to proxy URL: \"?https?://(?:[^\s/@'\"]{1,200}@)?" + LOOPBACK + r"[:/\"]",
        need=ReachHost,
        examples=('Failed to connect to proxy URL: "http://127.0.0.1:3128"',),
        near_misses=('Failed to connect to proxy URL: "http://proxy.corp.example:8080"',),
        source="https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-proxy.html",
    ),
    Rule(
        id="network/socks-refused",
        title="The sandbox's proxy refused a host to a connection of ssh or SOCKS",
        explanation=_SOCKS,
        telltales=(
            "authentication method negotiation failed",
            "Connection not allowed by ruleset",
            "complete SOCKS5 connection to ",
            "nc: Proxy error: ",
        ),
        pattern=r"\bnc: Proxy error: \"HTTP/1\.[01] 403\b|\bnc: authentication method negotiation failed|Connection not allowed by ruleset"
        r"|complete SOCKS5 connection to (?:0\.0\.0\.0:0|(?P<host>[\w.-]{1,252}\w)(?::(?P<port>\d{1,5}))?)\. \(2\)",
        need=ReachHost,
        examples=(
            "nc: authentication method negotiation failed\nConnection closed by UNKNOWN port 65535",
            "nc: connection failed, SOCKSv5 error: Connection not allowed by ruleset",
            'nc: Proxy error: "HTTP/1.1 403 Forbidden"',
            "curl: (97) Can't complete SOCKS5 connection to files.example. (2)",
        ),
        near_misses=("curl: (97) Can't complete SOCKS5 connection to files.example. (4)",),
        source="https://www.rfc-editor.org/rfc/rfc1928#section-6",
    ),
    Rule(
        id="network/proxy-token-unsent",
        title="The proxy wants a token that the client did not send",
        explanation=_UNSENT,
        telltales=(*(f"{words}407" for words in _WANTS_TOKEN), "407) !== 200 when HTTP Tunneling", *_QUOTES_STATUS),
        pattern=any_of(_WANTS_TOKEN) + r"407\b|Proxy response \(407\) !== 200 when HTTP Tunneling"
        r"|Proxy returns \"HTTP/1\.[01] 407|The proxy tunnel request to proxy '[^'\n]{1,300}' failed with status code '407",
        need=ReachHost,
        confidence=Confidence.POSSIBLE,
        examples=(
            'java.io.IOException: Unable to tunnel through proxy. Proxy returns "HTTP/1.1 407 Proxy Authentication Required"',
            "curl: (56) CONNECT tunnel failed, response 407",
        ),
        near_misses=("407 tests passed", "HTTP/1.1 200 OK\nContent-Length: 407"),
        source="https://docs.oracle.com/en/java/javase/21/core/java-networking.html",
    ),
    Rule(
        id="network/proxy-unspeakable",
        title="A program could not get through the proxy",
        explanation=(
            "The program's own words only say that the proxy did not let it through. If it ran in the sandbox, the host is "
            "probably not allowed: `curl -v` to the same host tells the proxy's reason."
        ),
        telltales=(
            "Cannot connect to HTTPS server through proxy",
            "kCFErrorDomainCFNetwork Code=310",
            "an error in your proxy configuration",
        ),
        pattern=r"(?:\((?P<scheme>https?)://" + HOST + r"[^\n]{0,300})?Cannot connect to HTTPS server through proxy"
        r"|kCFErrorDomainCFNetwork Code=310|Conda cannot proceed due to an error in your proxy configuration",
        need=ReachHost,
        confidence=Confidence.POSSIBLE,
        examples=(
            "file_get_contents(https://api.example/v1): failed to open stream: Cannot connect to HTTPS server through proxy",
            "ProxyError: Conda cannot proceed due to an error in your proxy configuration.",
        ),
        near_misses=("Check for an error in your configuration",),
        source="https://www.php.net/manual/context.http.php",
    ),
)
