"""A host that the filtering proxy refused, in each client's words, other versions, prefixes and quotes."""

import pytest

from tests.rules.told import told, usual

HOST = ("connect", "pkgs.tools.example:443", "likely")
PIP = "after connection broken by 'ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed: 403 Forbidden'))': /simple/x/"


@pytest.mark.parametrize(
    "text",
    [
        "fatal: unable to access 'https://pkgs.tools.example/acme/x.git/': Received HTTP code 403 from proxy after CONNECT",
        "fatal: unable to access 'https://dev@pkgs.tools.example/acme/x.git/': CONNECT tunnel failed, response 403",
        "Schwerwiegend: konnte nicht auf 'https://pkgs.tools.example/x.git/' zugreifen: CONNECT tunnel failed, response 403",
        "npm error 403 403 user denied - GET https://pkgs.tools.example/@types%2fnode",
        "npm ERR! 403 403 host is on the deny list - GET https://pkgs.tools.example/left-pad",
        "[1/4] Resolving packages...\nerror Error: https://pkgs.tools.example/x: tunneling socket could not be established, statusCode=403",
        " ERR_PNPM_FETCH_403  GET https://pkgs.tools.example/x: user denied - 403",
        "requests.exceptions.ProxyError: HTTPSConnectionPool(host='pkgs.tools.example', port=443): Max retries exceeded with url: / "
        "(Caused by ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed: 403 Forbidden')))",
        f"Looking in indexes: https://pkgs.tools.example/simple\nWARNING: Retrying (Retry(total=4)) {PIP}\nWARNING: Retrying "
        f"(Retry(total=3)) {PIP}",
        "    Updating tools index\nerror: download of config.json failed\n\nCaused by:\n  failed to download from "
        "`https://pkgs.tools.example/c.json`\n\n"
        "Caused by:\n  [56] Failure when receiving data from the peer (CONNECT tunnel failed, response 403)",
        '2026-11-29T10:00:00Z go: example.org/m@v1.0.0: Get "https://pkgs.tools.example/m/@v/v1.0.0.mod": user denied',
        'E1129 memcache.go:265] "Unhandled Error" err="couldn\'t get list: Get '
        '\\"https://pkgs.tools.example/api?timeout=32s\\": user denied"',
        "hashicorp/null: could not connect: failed to request discovery document: Get\n"
        '"https://pkgs.tools.example/.well-known/t.json": user denied',
        'Head "https://pkgs.tools.example/v2/x/manifests/latest": host is not on the allow list',
        "> CONNECT pkgs.tools.example:443 HTTP/1.1\n> Host: pkgs.tools.example:443\n>\n< HTTP/1.1 403 user denied\n< "
        "X-Proxy-Error: blocked-by-allowlist",
        "E: Failed to fetch https://pkgs.tools.example/dists/x/InRelease  403  Forbidden [IP: 127.0.0.1 3128]",
        "--2026-11-29 15:32:16--  https://pkgs.tools.example/\nConnecting to localhost:3128... connected.\nProxy tunneling "
        "failed: Forbidden",
        "error sending request for url (https://pkgs.tools.example/simple/x/): client error (Connect): tunnel error: unsuccessful",
        "curl error 56 while downloading https://pkgs.tools.example/packages.json: CONNECT tunnel failed, response 403",
        "page.goto: net::ERR_TUNNEL_CONNECTION_FAILED at https://pkgs.tools.example/a?b=c",
        "[ERROR] Could not transfer artifact a:b:pom:1 from/to central (https://pkgs.tools.example/maven2): Unable to tunnel "
        "through proxy. "
        'Proxy returns "HTTP/1.1 403 Forbidden"',
        "Error [ERR_PROXY_TUNNEL]: Failed to establish tunnel to pkgs.tools.example:443 via http://localhost:3128: HTTP/1.1 403 "
        "user denied",
    ],
)
def test_the_host_of_a_refused_tunnel_is_named(text):
    assert told(text) == [HOST]


@pytest.mark.parametrize(
    "text",
    [
        "curl: (56) CONNECT tunnel failed, response 403",
        "OSError: Tunnel connection failed: 403 Forbidden",
        f"WARNING: Retrying (Retry(total=4)) {PIP}",
        'ERROR:  While executing gem ... (Net::HTTPClientException)\n    403 "user denied"',
        "TypeError: fetch failed\n  [cause]: RequestAbortedError [AbortError]: Proxy response (403) !== 200 when HTTP Tunneling",
        "java.io.IOException: Unexpected response code for CONNECT: 403",
        "System.Net.Http.HttpRequestException: The proxy tunnel request to proxy 'http://127.0.0.1:3128/' failed with status code '403'.",
        "Connection blocked by network allowlist",
        "HTTP/1.1 403 Forbidden\nX-Proxy-Error: blocked-by-method-policy",
        "nc: authentication method negotiation failed",
    ],
)
def test_a_client_that_names_no_host_is_believed_all_the_same(text):
    assert told(text) == [("connect", None, "likely")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("socat[77] E CONNECT git.tools.example:2222: user denied", ("connect", "git.tools.example:2222", "likely")),
        ("curl: (97) cannot complete SOCKS5 connection to ftp.tools.example. (2)", ("connect", "ftp.tools.example", "likely")),
        (
            'b\'{"status": "blocked", "host": "ftp.tools.example", "reason": "method_not_allowed", "source": "mode_guard", "port": 8080}\'',
            ("connect", "ftp.tools.example:8080", "likely"),
        ),
        (
            '{\\"status\\":\\"blocked\\",\\"host\\":\\"localhost\\",\\"reason\\":\\"not_allowed_local\\",\\"source\\":\\"baselin'
            'e_policy\\",\\"port\\":3000}',
            ("local-connect", "localhost:3000", "likely"),
        ),
        (
            "HttpException: Proxy failed to establish tunnel (403 Forbidden), uri = http://a.example:81/x",
            ("connect", "a.example:81", "likely"),
        ),
        ("Connection to app.dev.example blocked: resolved to a loopback address", ("local-connect", "app.dev.example", "likely")),
    ],
)
def test_other_ports_and_proxies(text, expected):
    assert told(text) == [expected]


def test_the_same_refusal_told_by_two_voices_is_one_need():
    text = (
        "npm error code E403\nnpm error 403 403 user denied - GET https://npm.tools.example/left-pad\n\n<sandbox_violations>\n"
        "deny network-outbound npm.tools.example:443 (user denied)\ndeny network-outbound npm.tools.example:443 (user denied)\n"
        "</sandbox_violations>"
    )
    assert told(text) == [("connect", "npm.tools.example:443", "likely")]


@pytest.mark.parametrize(
    "text",
    [
        "npm error 403 403 Forbidden - GET https://npm.tools.example/left-pad\nnpm error 403 In most cases, you or one of your "
        "dependencies are "
        "requesting a package version that is forbidden by your security policy",
        'Get "https://npm.tools.example/zen": Forbidden',
        "error: GET https://npm.tools.example/left-pad - 403",
        "YN0035: │   Response Code: 403 (Forbidden)\nYN0035: │   Request Method: GET\nYN0035: │   Request URL: "
        "https://npm.tools.example/left-pad",
    ],
)
def test_a_403_that_could_be_the_server_s_is_only_possible(text):
    assert told(text) == [("connect", "npm.tools.example:443", "possible")]


def test_a_407_is_only_possible():
    assert told("curl: (56) CONNECT tunnel failed, response 407") == [("connect", None, "possible")]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("fatal: unable to access 'https://git.example/x.git/': The requested URL returned error: 403", "ordinary/server-forbids"),
        ("npm error 403 403 Forbidden - PUT https://npm.tools.example/x - You may not publish", "ordinary/server-forbids"),
        ("curl: (56) CONNECT tunnel failed, response 502", "ordinary/bad-gateway"),
        ("socat[8] E CONNECT git.example:22: Bad Gateway", "ordinary/bad-gateway"),
        (
            "* Uses proxy env variable https_proxy == 'http://dev:secret@proxy.corp.example:8080'\n* CONNECT tunnel failed, response 403\n"
            "curl: (56) CONNECT tunnel failed, response 403",
            "ordinary/company-proxy",
        ),
        (
            "Connecting to proxy.corp.example (proxy.corp.example)|10.0.0.5|:8080... connected.\nProxy tunneling failed: Forbidden",
            "ordinary/company-proxy",
        ),
        ("curl: (7) Failed to connect to localhost port 3128 after 0 ms: Couldn't connect to server", "ordinary/dead-proxy"),
        ("curl: (5) Could not resolve proxy: proxy.corp.example", "ordinary/dead-proxy"),
        ("gh: Resource not accessible by integration (HTTP 403)", "ordinary/server-forbids"),
        ("npm error code E401", "ordinary/not-signed-in"),
        ("curl: (60) SSL certificate problem: self-signed certificate in certificate chain", "ordinary/certificate"),
    ],
)
def test_what_only_looks_like_it(text, rule):
    assert rule in usual(text)
