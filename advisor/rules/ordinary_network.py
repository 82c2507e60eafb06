"""Network failures that no sandbox caused: a server's own answer, a name that does not exist, a company's proxy, a certificate.

Each has the face of a refusal and a sign that tells it apart: who says it, which code, whose proxy. They win over the
denials that they overlap. Source: named in each rule.
"""

from __future__ import annotations

from advisor.model import Rule, Says
from advisor.rules._network import LOOPBACK

_LINE = r"[^\n]{0,1000}"
_REMOTE = r"(?!(?:https?://)?(?:[^\s/@'\"]{1,200}@)?" + LOOPBACK + r"\b)"

RULES: tuple[Rule, ...] = (
    Rule(
        id="ordinary/unknown-name",
        title="A name server answered: there is no such name",
        explanation=(
            "The lookup itself worked and the answer was that the name does not exist; without a network the words would be others "
            "(EAI_AGAIN, `Temporary failure`). Look at the spelling, the VPN and the name server."
        ),
        telltales=("Name or service not known", "NXDOMAIN", "no such host", "ENOTFOUND", "ENODATA"),
        pattern=r"^(?![^\n]{0,3000}(?:NewConnectionError|ConnectionPool|NameResolutionError))[^\n]{0,3000}Name or service not known"
        + _LINE
        + r"|\bNXDOMAIN\b|lookup [\w.-]{1,253} on \S{1,60}: no such host|\bquery[A-Z]\w{0,6} (?:ENOTFOUND|ENODATA) "
        + _LINE,
        says=Says.ORDINARY,
        examples=(
            "ssh: Could not resolve hostname git.example: Name or service not known",
            "** server can't find example.com: NXDOMAIN",
            "dial tcp: lookup proxy.go.example on 10.0.0.2:53: no such host",
            "queryA ENOTFOUND example.com",
            "sudo: unable to resolve host build7: Name or service not known",
        ),
        near_misses=(
            "NewConnectionError('<C>: Failed to establish a new connection: [Errno -2] Name or service not known')",
            "getaddrinfo EAI_AGAIN example.com",
            "npm error network request failed, reason: getaddrinfo ENOTFOUND registry.npm.example",
        ),
        source="https://man7.org/linux/man-pages/man3/getaddrinfo.3.html",
    ),
    Rule(
        id="ordinary/server-forbids",
        title="The server itself refused (403 and its kin)",
        explanation=(
            "These are words for the answer of the server at the other end; a refusal by a proxy reads otherwise (`CONNECT tunnel "
            "failed`). Look at the login, the token's scope, the repository's or package's name, and at rate limits."
        ),
        telltales=(
            "URL returned error: 403",
            "HTTP Error 403",
            "403 Client Error: Forbidden for url: https://",
            "403 Forbidden - ",
            "(HTTP 403)",
            "HTTP 403: ",
            "HTTP request sent, awaiting response... 403",
            "status code 403 from server: Forbidden",
            "status code: 403, reason phrase: Forbidden",
            "bad response Forbidden 403",
            "Response status code does not indicate success: 4",
        ),
        pattern=r"\bThe requested URL returned error: 403\b|\bHTTP Error 403: Forbidden"
        r"|\b403 Client Error: Forbidden for url: https://"
        + _LINE
        + r"|\b403 Forbidden - (?:PUT|POST|DELETE) "
        + _LINE
        + r"|\b403 Forbidden - GET \S{1,500} - [^\n]{1,300}"
        r"|\(HTTP 403\)|\bHTTP 403: [^\n]{1,200}"
        r"|\bHTTP request sent, awaiting response\.\.\. 403\b[^\n]{0,80}(?:\n[^\n]{0,60}ERROR 403: Forbidden)?"
        r"|\breceived status code 403 from server: Forbidden|\bReceived status code 403 from server: Forbidden"
        r"|(?:Unable to load the service index for source [^\n]{1,400}\n[^\n]{0,400}?)?"
        r"Response status code does not indicate success: 40[0134]\b"
        r"|\bstatus code: 403, reason phrase: Forbidden|\bbad response Forbidden 403\b",
        says=Says.ORDINARY,
        examples=(
            "fatal: unable to access 'https://git.example/acme/beautiful.git/': The requested URL returned error: 403",
            'npm error 403 403 Forbidden - PUT https://registry.npm.example/demo - You do not have permission to publish "demo".',
            "gh: Resource not accessible by integration (HTTP 403)",
            "urllib.error.HTTPError: HTTP Error 403: Forbidden",
            "error NU1301: Unable to load the service index for source https://pkgs.example/v3/index.json.\nerror NU1301:   Response "
            "status code does not indicate success: 401 (Unauthorized).",
        ),
        near_misses=(
            "curl: (56) CONNECT tunnel failed, response 403",
            "npm error 403 403 Forbidden - GET https://registry.npm.example/left-pad",
            "Proxy request sent, awaiting response... 403 Forbidden",
        ),
        source="https://www.rfc-editor.org/rfc/rfc9110#status.403",
    ),
    Rule(
        id="ordinary/not-signed-in",
        title="The server wants a login",
        explanation=(
            "The server was reached and did not accept who asked: a missing, expired or wrong token or key. Sign in again, or look at how "
            "the tool finds its credentials. (In a sandbox that hides credentials, a missing token can come from there.)"
        ),
        telltales=(
            "code E401",
            "401 Unauthorized",
            "HTTP Error 401",
            "HTTP 401",
            "Authentication failed for ",
            "could not read Username for ",
            "Permission denied (publickey",
            "oken in /",
            "gh auth login",
            "password authentication failed",
        ),
        pattern=r"\bnpm (?:error|ERR!) code E401\b|\b401 Unauthorized\b|\bHTTP Error 401|\bHTTP 401\b|\bAuthentication failed for '"
        r"|\bcould not read Username for '|Permission denied \(publickey[^)\n]{0,80}\)|The token in /[^\n]{1,300} is invalid"
        r"|please run:? {1,4}gh auth login|\bpassword authentication failed for user",
        says=Says.ORDINARY,
        examples=(
            "npm error code E401\nnpm error Unable to authenticate",
            "fatal: Authentication failed for 'https://git.example/acme/demo.git/'",
            "git@git.example: Permission denied (publickey).",
            "  - The token in /home/dev/.config/gh/hosts.yml is invalid.",
        ),
        near_misses=("401 tests passed", "  - The token in default is invalid."),
        source="https://www.rfc-editor.org/rfc/rfc9110#status.401",
    ),
    Rule(
        id="ordinary/rate-limit",
        title="The server asks to slow down",
        explanation="The server was reached and counts requests. Wait, sign in for a higher limit, or use a mirror.",
        telltales=("429 Too Many Requests", "HTTP 429", "HTTP Error 429", "ate limit exceeded", "API rate limit", "toomanyrequests"),
        pattern=r"\b429 Too Many Requests|\bHTTP(?: Error)? 429\b|\b[Rr]ate limit exceeded|\bAPI rate limit|\btoomanyrequests\b",
        says=Says.ORDINARY,
        examples=("HTTP 429 Too Many Requests", "gh: API rate limit exceeded for 203.0.113.7. (HTTP 403)"),
        near_misses=("429 files changed",),
        source="https://www.rfc-editor.org/rfc/rfc6585#section-4",
    ),
    Rule(
        id="ordinary/certificate",
        title="The server's certificate was not accepted",
        explanation=(
            "The server was reached and its certificate is not trusted: a company's root certificate is missing from this tool's own list "
            "(`NODE_EXTRA_CA_CERTS`, `SSL_CERT_FILE`, `--system-certs`), or it has expired. Do not switch the check off."
        ),
        telltales=(
            "SSL certificate ",
            "CERTIFICATE_VERIFY_FAILED",
            "invalid peer certificate",
            "x509: certificate ",
            "signed certificate",
            "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
            "local issuer certificate",
            "first certificate",
            "PKIX path building failed",
        ),
        pattern=r"\bSSL certificate problem\b"
        + _LINE
        + r"|\bCERTIFICATE_VERIFY_FAILED\b|\binvalid peer certificate\b"
        + _LINE
        + r"|\bx509: certificate (?:signed by unknown authority|has expired|is (?:not )?valid)"
        + _LINE
        + r"|\bself[- ]signed certificate\b|\bUNABLE_TO_VERIFY_LEAF_SIGNATURE\b|\bunable to (?:get|verify the) (?:local issuer"
        r"|first) certificate"
        r"|PKIX path building failed|\bSSL certificate verif\w{1,8} (?:failed|error)",
        says=Says.ORDINARY,
        examples=(
            "curl: (60) SSL certificate problem: unable to get local issuer certificate",
            "  cause: invalid peer certificate: UnknownIssuer",
            "tls: failed to verify certificate: x509: certificate signed by unknown authority",
        ),
        near_misses=("tls: failed to verify certificate: x509: OSStatus -26276",),
        source="https://curl.se/docs/sslcerts.html",
    ),
    Rule(
        id="ordinary/bad-gateway",
        title="The host could not be reached beyond the proxy",
        explanation=(
            "The proxy let the request through and could not reach the host itself: the name does not exist, the host is down, or the "
            "network is. No list of allowed hosts changes that."
        ),
        telltales=(
            "CONNECT tunnel failed, response 50",
            "HTTP code 50",
            "Tunnel connection failed: 50",
            "Bad Gateway",
            "Gateway Timeout",
            "Service Unavailable",
            "statusCode=50",
            "Proxy returns ",
        ),
        pattern=r"\bCONNECT tunnel failed, response 50[0234]\b|\bHTTP code 50[0234] from proxy after CONNECT"
        r"|\bTunnel connection failed: 50[0234]\b"
        + _LINE
        + r"|\bE CONNECT [^\n]{1,300}: (?:Bad Gateway|Gateway Timeout|Service Unavailable)|\bstatusCode=50[0234]\b"
        r"|\bHTTP/1\.[01] 50[234] (?:Bad Gateway|Service Unavailable|Gateway Timeout)|\bProxy returns \"HTTP/1\.[01] 50[234]"
        r"|\bGet \\{0,3}\"https?://[^\n\"]{1,500}\": (?:Bad Gateway|Gateway Timeout)",
        says=Says.ORDINARY,
        examples=(
            "curl: (56) CONNECT tunnel failed, response 502",
            "2026/11/29 15:33:08 socat[8] E CONNECT git.example:22: Bad Gateway",
        ),
        near_misses=("curl: (56) CONNECT tunnel failed, response 403",),
        source="https://www.rfc-editor.org/rfc/rfc9110#status.502",
    ),
    Rule(
        id="ordinary/company-proxy",
        title="A proxy of the network refused, not the sandbox's",
        explanation=(
            "The proxy in these lines is another machine's, and a sandbox's is on the loopback. Ask whoever runs that proxy, or look at "
            "HTTPS_PROXY and NO_PROXY."
        ),
        telltales=(
            "CONNECT tunnel failed, response 40",
            "from proxy after CONNECT",
            "Proxy request sent, awaiting response... 40",
            "Proxy tunneling failed: ",
            "The proxy tunnel request to proxy ",
            "Failed to establish tunnel to ",
            " [IP: ",
        ),
        pattern=r"(?:\bproxy env variable (?:https?|all|HTTPS?|ALL)_(?:proxy|PROXY) == '" + _REMOTE + r"[^\n]{3}"
        r"|\b[Tt]rying " + _REMOTE + r"[\w.:\[\]-]{3}[^\x00]{0,480}?Establish HTTP proxy tunnel to )[^\x00]{0,1800}?"
        r"(?:CONNECT tunnel failed, response 40[37](?:\ncurl: [^\n]{1,80})?|HTTP code 40[37] from proxy after CONNECT)"
        r"|\bConnecting to " + _REMOTE + r"[^\n]{3,300}\n(?:Proxy request sent, awaiting response\.\.\. 40[37]"
        r"|Proxy tunneling failed: )"
        + _LINE
        + r"|\bThe proxy tunnel request to proxy '"
        + _REMOTE
        + r"[^'\n]{1,300}' failed with status code '40[37]'"
        r"|\bFailed to establish tunnel to [^\n]{1,300} via " + _REMOTE + r"[^\s]{1,253}: HTTP/1\.[01] 40[37]\b"
        r"|\b40[37] {1,3}[^\n]{0,60} \[IP: (?!127\.|::1 )[^\]\n]{3,60}\]",
        says=Says.ORDINARY,
        examples=(
            "* Uses proxy env variable https_proxy == 'http://proxy.corp.example:8080'\n*   Trying 10.20.0.5:8080...\n"
            "* CONNECT tunnel failed, response 407\ncurl: (56) CONNECT tunnel failed, response 407",
            "The proxy tunnel request to proxy 'http://proxy.corp.example:8080/' failed with status code '407'.",
            "  403  Forbidden [IP: 203.0.113.7 80]",
        ),
        near_misses=(
            "*   Trying 127.0.0.1:3128...\n* CONNECT tunnel failed, response 403",
            "Failed to establish tunnel to api.example:443 via http://127.0.0.1:3128: HTTP/1.1 403 Forbidden",
        ),
        source="https://curl.se/docs/manpage.html#-x",
    ),
    Rule(
        id="ordinary/dead-proxy",
        title="The proxy that the environment names is not there",
        explanation=(
            "The proxy variables point at a proxy on this machine that does not listen: they were copied from a sandboxed session, or a "
            "tool's own proxy is stopped. Unset HTTPS_PROXY and its kin, or start the proxy; the host was never asked."
        ),
        telltales=(" port 3128", ":3128", " port 1080", ":1080", "esolve proxy"),
        pattern=r"(?:\bconnect(?:ing)? to|\bECONNREFUSED|\bproxyconnect tcp: dial tcp) "
        + LOOPBACK
        + r"(?: port |:)(?:3128|1080)\b"
        + _LINE
        + r"|\b[Cc]ould(?:n't| not) resolve proxy(?: name)?:? ?[^\n]{0,253}",
        says=Says.ORDINARY,
        examples=(
            "curl: (7) Failed to connect to 127.0.0.1 port 3128 after 0 ms: Couldn't connect to server",
            "curl: (5) Could not resolve proxy: proxy.corp.example",
            "Error: connect ECONNREFUSED 127.0.0.1:3128",
        ),
        near_misses=("curl: (7) Failed to connect to 127.0.0.1 port 5432 after 0 ms: Couldn't connect to server",),
        source="https://curl.se/docs/manpage.html#-x",
    ),
    Rule(
        id="ordinary/refused-by-host",
        title="The host was reached and nothing listens on that port",
        explanation=(
            "`Connection refused` from another machine is that machine's answer, so that the network works. The service is stopped, or the "
            "port is wrong."
        ),
        telltales=("onnection refused", "ECONNREFUSED"),
        pattern=r"(?:\bdial tcp |\bconnect to (?:host )?|\bConnecting to |\bserver at \"|\bRedis at )\[?(?!"
        + LOOPBACK
        + r"\b|/|host\b)(?![^\n]{0,120}\b(?:127\.0\.0\.|localhost\b))[\w.:-]{1,253}?\]?\"?(?: \([^)\n]{0,260}\))?(?:\|[^|\n]{0,60}\|)?"
        r"(?::\d{1,5}|,? port \d{1,5})\b[^\n]{0,80}?[Cc]onnection refused"
        r"|\bconnect ECONNREFUSED \[?(?!" + LOOPBACK + r"\b|/)[\w.:-]{2,253}",
        says=Says.ORDINARY,
        examples=("ssh: connect to host git.example port 22: Connection refused", "dial tcp 203.0.113.7:5432: connect: connection refused"),
        near_misses=('psql: connection to server at "localhost" failed: Connection refused', "connect ECONNREFUSED 127.0.0.1:5432"),
        source="https://man7.org/linux/man-pages/man2/connect.2.html",
    ),
    Rule(
        id="ordinary/timed-out",
        title="The other side did not answer in time",
        explanation=(
            "The packets went out and no answer came: a slow or dead host, a firewall, a VPN. The sandboxes here refuse at once and never "
            "by silence."
        ),
        telltales=("timed out", "ETIMEDOUT", "i/o timeout", "Timeout was reached", "Operation timed out"),
        pattern=r"\b[Cc]onnection (?:to [^\n]{1,200} )?timed out\b|\bETIMEDOUT\b|\bdial tcp [^\n]{1,200}: i/o timeout"
        r"|\bTimeout was reached\b"
        r"|\bOperation timed out\b|\bconnect timed out\b|\bRead timed out\b",
        says=Says.ORDINARY,
        examples=("ssh: connect to host git.example port 22: Connection timed out", "Error: connect ETIMEDOUT 203.0.113.7:443"),
        near_misses=("test timed_out_handling ... ok",),
        source="https://man7.org/linux/man-pages/man2/connect.2.html",
    ),
    Rule(
        id="ordinary/not-a-repository",
        title="The hosted session does not have this repository",
        explanation="A hosted session only serves the repositories that it was started with. Add the repository to the session's sources.",
        telltales=("Repository not in this session",),
        pattern=r"Repository not in this session's sources[^\n]{0,200}",
        says=Says.ORDINARY,
        examples=("remote: Repository not in this session's sources. To fix, add the repository to the session's sources.",),
        near_misses=("remote: Repository not found.",),
        source="https://code.claude.com/docs/en/claude-code-on-the-web",
    ),
)
