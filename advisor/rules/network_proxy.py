"""A host that the sandbox's filtering proxy refused, in the words of the client that asked for it.

Both harnesses point the proxy variables at a proxy on the loopback that answers 403 for a host that is not allowed
(Claude Code: `403 user denied`, Codex: `403 Forbidden` with a JSON body; both send `X-Proxy-Error`). A client that knows
it speaks to a proxy says so, and a server's own 403 never has these words. A company's proxy can: `ordinary_network`
holds the texts that name a proxy elsewhere.
Sources: https://code.claude.com/docs/en/sandboxing, https://developers.openai.com/codex/permissions.
"""

from __future__ import annotations

from advisor.model import ReachHost, ReachLocalService, Rule
from advisor.rules._network import ADDRESS, HOST, LOOPBACK, REST, URL

# Why Claude Code's proxy refused, as the status line says it (2.1.2xx on; before, the phrase is `Forbidden`).
_REASON = (
    r"(?:user denied|host is on the deny list|host is not on the allow list|not in this command's allowed_domains"
    r"|resolved to [\w' ]{3,40}|malformed host|permission prompt failed|sandbox policy unavailable)"
)
_REASONS = (
    "user denied",
    "host is on the deny list",
    "host is not on the allow list",
    "not in this command",
    "resolved to ",
    "malformed host",
    "permission prompt failed",
    "sandbox policy unavailable",
)
_TUNNEL = r"(?:CONNECT tunnel failed, response 403|Received HTTP code 403 from proxy after CONNECT)"
_TUNNELS = ("CONNECT tunnel failed, response 403", "Received HTTP code 403 from proxy after CONNECT")
# Between two parts of one message on the same or the following lines, as terraform and rustc wrap and frame them.
_WRAP = r"[\s│|]{1,12}"

_MEANS = (
    "The client asked the sandbox's proxy for this host and the proxy said no: the host is not on the list of allowed ones. "
    "Nothing is wrong with the server, the token or the tool, and a retry gets the same answer. Allow this one host; the "
    "next host that the same tool needs (an index, then its file host) is told in the next run."
)
_NAMELESS = (
    f"{_MEANS} The text does not name the host: look at the command, at the tool's own configuration (`npm config get "
    "registry`, `pip config list`), or run it once with `curl -v`."
)
_CURL = "https://curl.se/docs/manpage.html"

RULES: tuple[Rule, ...] = (
    Rule(
        id="network/proxy-refused-url",
        title="The sandbox's proxy refused the host of this URL",
        explanation=_MEANS,
        telltales=_TUNNELS,
        pattern="(?>" + URL + REST + r")['\"`]?[^\n]{0,200}?" + _TUNNEL,
        need=ReachHost,
        examples=(
            "fatal: unable to access 'https://git.example/acme/demo.git/': CONNECT tunnel failed, response 403",
            "curl error 56 while downloading https://repo.composer.example/packages.json: Received HTTP code 403 from proxy after CONNECT",
            "error: unable to download 'https://cache.nix.example/nix-cache-info': CONNECT tunnel failed, response 403 (56)",
        ),
        near_misses=(
            "fatal: unable to access 'https://git.example/acme/demo.git/': The requested URL returned error: 403",
            "fatal: unable to access 'https://git.example/a.git/': CONNECT tunnel failed, response 502",
        ),
        source=_CURL,
    ),
    Rule(
        id="network/proxy-refused-after-url",
        title="The sandbox's proxy refused the host of this URL",
        explanation=_MEANS,
        telltales=_TUNNELS,
        pattern=r"failed to download from `" + URL + REST + r"`\n[\s│]{0,40}Caused by:\s{1,20}(?:\[\d{1,3}\] )?[^\n]{0,120}" + _TUNNEL,
        need=ReachHost,
        examples=(
            "Caused by:\n  failed to download from `https://index.crates.example/config.json`\n\nCaused by:\n"
            "  [56] Failure when receiving data from the peer (CONNECT tunnel failed, response 403)",
        ),
        near_misses=("failed to download from `https://index.crates.example/config.json`\n\nCaused by:\n  [28] Timeout was reached",),
        source="https://doc.rust-lang.org/cargo/reference/config.html#http",
    ),
    Rule(
        id="network/proxy-refused-connect",
        title="The sandbox's proxy refused to connect to a host",
        explanation=_MEANS,
        telltales=("CONNECT ",),
        pattern=r"CONNECT "
        + ADDRESS
        + r" HTTP/1\.[01]\b[^\x00]{0,1500}?HTTP/1\.[01] 403\b[^\x00]{0,600}?(?:"
        + _TUNNEL
        + r"|[Xx]-[Pp]roxy-[Ee]rror: blocked-by)",
        need=ReachHost,
        examples=(
            "> CONNECT api.charts.example:443 HTTP/1.1\n> Host: api.charts.example:443\n> User-Agent: curl/7.81.0\n>\n"
            "< HTTP/1.1 403 Forbidden\n< X-Proxy-Error: blocked-by-allowlist\n<\n* CONNECT tunnel failed, response 403",
        ),
        near_misses=("> CONNECT api.charts.example:443 HTTP/1.1\n< HTTP/1.1 200 Connection established",),
        source=_CURL,
    ),
    Rule(
        id="network/proxy-refused",
        title="The sandbox's proxy refused a host",
        explanation=_NAMELESS,
        telltales=(*_TUNNELS, "Tunnel connection failed: 403", "Tunnel failed, got: 403", "Proxy returned status code 403"),
        pattern=_TUNNEL + r"|Tunnel connection failed: 403|Tunnel failed, got: 403|Proxy returned status code 403",
        need=ReachHost,
        examples=(
            "curl: (56) CONNECT tunnel failed, response 403",
            "warning: spurious network error (3 tries remaining): [7] Could not connect to server (CONNECT tunnel failed, response 403)",
            "OSError: Tunnel connection failed: 403 user denied",
            "java.io.IOException: Tunnel failed, got: 403",
            "Ncat: Proxy returned status code 403.",
        ),
        near_misses=("curl: (56) CONNECT tunnel failed, response 502", "OSError: Tunnel connection failed: 504 Gateway Timeout"),
        source=_CURL,
    ),
    Rule(
        id="network/proxy-refused-pool",
        title="The sandbox's proxy refused a host to a Python program",
        explanation=_MEANS,
        telltales=("Tunnel connection failed: 403",),
        pattern=r"ConnectionPool\(host='" + HOST + r"', port=(?P<port>\d{1,5})\)[^\n]{0,2400}Tunnel connection failed: 403",
        need=ReachHost,
        examples=(
            "requests.exceptions.ProxyError: HTTPSConnectionPool(host='api.example', port=443): Max retries exceeded with url: /a "
            "(Caused by ProxyError('Unable to connect to proxy', OSError('Tunnel connection failed: 403 user denied')))",
        ),
        near_misses=("HTTPSConnectionPool(host='api.example', port=443): Read timed out. (read timeout=5)",),
        source="https://requests.readthedocs.io/en/latest/user/advanced/#proxies",
    ),
    Rule(
        id="network/proxy-refused-index",
        title="The sandbox's proxy refused the package index",
        explanation=_MEANS,
        telltales=("Tunnel connection failed: 403",),
        pattern=r"^Looking in indexes: " + URL + r"[^\s,]{0,1000}\n(?:[^\x00]{0,2500}?)Tunnel connection failed: 403",
        need=ReachHost,
        examples=(
            "Looking in indexes: https://index.corp.example/simple/\nWARNING: Retrying (Retry(total=0)) after connection broken by "
            "'ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed: 403 Forbidden'))': /simple/six/",
        ),
        near_misses=("Looking in indexes: https://index.corp.example/simple/\nCollecting six",),
        source="https://pip.pypa.io/en/stable/cli/pip_install/",
    ),
    Rule(
        id="network/proxy-header",
        title="The sandbox's proxy signed a refusal",
        explanation=_NAMELESS,
        telltales=("roxy-error: blocked-by", "roxy-Error: blocked-by", "Connection blocked by network allowlist"),
        pattern=r"\b[Xx]-[Pp]roxy-[Ee]rror: blocked-by-[a-z-]{1,40}|\bConnection blocked by network allowlist",
        need=ReachHost,
        examples=(
            "HTTP/1.1 403 Forbidden\nX-Proxy-Error: blocked-by-allowlist\n\nConnection blocked by network allowlist",
            "< x-proxy-error: blocked-by-denylist",
        ),
        near_misses=("X-Proxy-Error: upstream timed out", "the allowlist blocked nothing"),
        source="https://github.com/anthropic-experimental/sandbox-runtime",
    ),
    Rule(
        id="network/proxy-blocked-download",
        title="The sandbox's proxy refused a download",
        explanation=_MEANS,
        telltales=("Connection blocked by network allowlist",),
        pattern=r"server returned code 403 body '[^'\n]{0,20}Connection blocked by network allowlist[^'\n]{0,200}'\. URL: " + URL,
        need=ReachHost,
        harness="claude",
        examples=(
            "Error: Download failed: server returned code 403 body 'Connection blocked by network allowlist'. URL: https://cdn.example/b.zip",
        ),
        near_misses=("Error: Download failed: server returned code 404 body 'not found'. URL: https://cdn.example/b.zip",),
        source="https://playwright.dev/docs/browsers#install-behind-a-firewall-or-a-proxy",
    ),
    Rule(
        id="network/proxy-says-this-machine",
        title="The sandbox's proxy refused a name that leads back to this machine",
        explanation=(
            "The name resolves to a loopback address or to one of this machine's own. Allow the address of the service "
            "(127.0.0.1 or localhost, with the port) as well as its name."
        ),
        telltales=(" blocked: resolved to ",),
        pattern=r"\bConnection to " + HOST + r" blocked: resolved to (?:a loopback|one of this host)[\w' ]{0,40}",
        need=ReachLocalService,
        examples=("Connection to app.dev.example blocked: resolved to a loopback address",),
        near_misses=("Connection to app.dev.example closed.",),
        source="https://github.com/anthropic-experimental/sandbox-runtime",
    ),
    Rule(
        id="network/codex-proxy-answer",
        title="Codex's proxy refused a host",
        explanation=_MEANS,
        telltales=("baseline_policy", "mode_guard", "not_allowed"),
        pattern=r"\"status\\{0,3}\":\s?\\{0,3}\"blocked\\{0,3}\",\s?\\{0,3}\"host\\{0,3}\":\s?\\{0,3}\"\[?(?P<host>[\w.:-]{1,253})\]?"
        r"\\{0,3}\"[^{}\n]{0,200}?(?:baseline_policy|mode_guard|not_allowed)(?:[^{}\n]{0,200}?\"port\\{0,3}\":\s?(?P<port>\d{1,5}))?",
        need=ReachHost,
        harness="codex",
        examples=(
            '{"status":"blocked","host":"example.com","reason":"not_allowed","decision":"deny","source":"baseline_policy",'
            '"protocol":"http","port":80,"message":"Domain not in allowlist."}',
            '{"status":"blocked","host":"127.0.0.1","reason":"not_allowed_local","decision":"deny","source":"baseline_policy",'
            '"protocol":"http","port":18090,"message":"Sandbox policy blocks local/private network addresses."}',
        ),
        near_misses=('{"status":"blocked","reason":"waiting for review"}', '{"status":"ok","host":"example.com"}'),
        source="https://developers.openai.com/codex/permissions",
    ),
    Rule(
        id="network/proxy-reason-url",
        title="Claude Code's proxy refused the host of this URL",
        explanation=_MEANS,
        telltales=_REASONS,
        pattern=r"\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|Get|Head|Post|Put|Patch|Delete|get|head|post)"
        + _WRAP
        + r"\\{0,3}[\"'`]?"
        + URL
        + REST
        + r"\\{0,3}[\"'`]?:"
        + _WRAP
        + r"\\{0,3}\"?"
        + _REASON,
        need=ReachHost,
        harness="claude",
        examples=(
            'go: example.org/errors@v0.9.1: Get "https://proxy.go.example/errors/@v/v0.9.1.mod": user denied',
            'couldn\'t get server API group list: Get \\"https://k8s.example/api?timeout=32s\\": user denied"',
            '│ discovery document: Get\n│ "https://registry.tf.example/.well-known/terraform.json": user denied',
            "ERR_PNPM_FETCH_403  GET https://registry.npm.example/left-pad: user denied - 403",
        ),
        near_misses=('Get "https://api.example/user": the user denied the request',),
        source="https://pkg.go.dev/net/http#Transport",
    ),
    Rule(
        id="network/proxy-reason-request",
        title="Claude Code's proxy refused the host of this request",
        explanation=_MEANS,
        telltales=_REASONS,
        pattern=r"\b403 [\"']?" + _REASON + r"[\"']? (?:- (?:GET|HEAD|POST|PUT|PATCH|DELETE) |\()" + URL,
        need=ReachHost,
        harness="claude",
        examples=(
            "npm error 403 403 user denied - GET https://registry.npm.example/left-pad",
            'due to underlying error <Net::HTTPClientException: 403 "user denied" (https://gems.example/specs.4.8.gz)>',
        ),
        near_misses=("npm error 403 403 Forbidden - GET https://registry.npm.example/left-pad",),
        source="https://github.com/npm/cli",
    ),
    Rule(
        id="network/proxy-reason",
        title="Claude Code's proxy refused a host",
        explanation=_NAMELESS,
        telltales=_REASONS,
        pattern=r"\b403[ :(]{1,3}[\"']?" + _REASON + r"|\bUnable to connect to the server: " + _REASON + r"[\"']?$",
        need=ReachHost,
        harness="claude",
        examples=(
            'ERROR:  While executing gem ... (Net::HTTPServerException)\n    403 "user denied"',
            "Unable to connect to the server: user denied",
            "HTTP/1.1 403 user denied",
        ),
        near_misses=("ERROR 403: the user denied access", "E403 user denied"),
        source="https://code.claude.com/docs/en/sandboxing",
    ),
    Rule(
        id="network/proxy-refused-ssh",
        title="The sandbox's proxy refused a host to git over ssh",
        explanation=(
            "git's ssh runs through the sandbox's proxy here, and the proxy refused the host on this port. Allow the host with its "
            "port (`HOST:22`), or use the https remote if that host is allowed already. Plain `ssh` does not go through the proxy."
        ),
        telltales=(" E CONNECT ",),
        pattern=r"\bsocat\[\d{1,7}\] E CONNECT " + ADDRESS + r": (?:" + _REASON + r"|Forbidden|[^\n]{0,40}\b403\b)",
        need=ReachHost,
        examples=(
            "2026/11/29 15:32:13 socat[8] E CONNECT git.example:22: user denied\nConnection closed by UNKNOWN port 65535",
            "2026/11/29 15:40:09 socat[12] E CONNECT git.example:22: Forbidden",
        ),
        near_misses=("2026/11/29 15:33:08 socat[8] E CONNECT git.example:22: Bad Gateway",),
        source="http://www.dest-unreach.org/socat/doc/socat.html",
    ),
    Rule(
        id="network/proxy-refused-wget",
        title="The sandbox's proxy refused a host to wget",
        explanation=_MEANS,
        telltales=("Proxy tunneling failed: ", "Proxy request sent"),
        pattern=r"--[\d :-]{17,21}--  "
        + URL
        + REST
        + r"\n[^\x00]{0,600}?(?:Proxy tunneling failed: (?:Forbidden|"
        + _REASON
        + r")|\b"
        + LOOPBACK
        + r"[^\n]{0,80}\nProxy request sent, awaiting response\.\.\. 403\b)",
        need=ReachHost,
        examples=(
            "--2026-11-29 15:32:16--  http://example.com/\nConnecting to 127.0.0.1:3128... connected.\n"
            "Proxy request sent, awaiting response... 403 Forbidden\n2026-11-29 15:32:16 ERROR 403: Forbidden.",
        ),
        near_misses=(
            "--2026-11-29 15:32:16--  http://example.com/\nConnecting to example.com:80... connected.\n"
            "HTTP request sent, awaiting response... 403 Forbidden",
        ),
        source="https://www.gnu.org/software/wget/manual/html_node/Proxies.html",
    ),
    Rule(
        id="network/proxy-refused-wget-quiet",
        title="The sandbox's proxy refused a host to wget",
        explanation=_NAMELESS,
        telltales=("Proxy tunneling failed: ", "Proxy request sent"),
        pattern=r"Proxy tunneling failed: (?:Forbidden|"
        + _REASON
        + r")|\b"
        + LOOPBACK
        + r"[^\n]{0,80}\nProxy request sent, awaiting response\.\.\. 403\b",
        need=ReachHost,
        examples=("Proxy tunneling failed: ForbiddenUnable to establish SSL connection.",),
        near_misses=("Proxy tunneling failed: Gateway TimeoutUnable to establish SSL connection.",),
        source="https://www.gnu.org/software/wget/manual/html_node/Proxies.html",
    ),
    Rule(
        id="network/proxy-refused-apt",
        title="The sandbox's proxy refused a host to apt",
        explanation=_MEANS,
        telltales=(" [IP: 127.", " [IP: ::1 "),
        pattern="(?>" + URL + REST + r")[^\n]{0,200}?(?:\n[^\n]{0,200}?)?"
        r"403 {1,3}(?:Forbidden|" + _REASON + r")[^\n]{0,40} \[IP: (?:127\.|::1 )",
        need=ReachHost,
        examples=(
            "Err:1 http://deb.example/debian stable InRelease\n  403  Forbidden [IP: 127.0.0.1 3128]",
            "E: Failed to fetch http://deb.example/debian/dists/stable/InRelease  403  user denied [IP: 127.0.0.1 3128]",
        ),
        near_misses=("Err:1 http://deb.example/debian stable InRelease\n  403  Forbidden [IP: 203.0.113.7 80]",),
        source="man 1 apt-transport-http",
    ),
)
