"""A 403 whose words do not tell whether the sandbox's proxy or the server at the other end said it.

npm, pnpm, yarn, gem and Go read the proxy's refusal of a tunnel as if it were the server's answer, so that npm even
speaks of "your security policy". A registry that refuses a package prints the same: all of these are POSSIBLE.
"""

from __future__ import annotations

from advisor.model import Confidence, ReachHost, Rule
from advisor.rules._network import HOST, REST, URL

_DECIDE = (
    "This program prints the same for the sandbox's proxy and for a server that refuses. What decides: the same command in "
    "another terminal works, or `curl -v` to the same host inside the sandbox answers `X-Proxy-Error` or `CONNECT tunnel "
    "failed`. Then allow this one host. If the server itself refuses, look at the token, the scope and the package's name."
)

RULES: tuple[Rule, ...] = (
    Rule(
        id="network/npm-forbidden",
        title="npm was refused by the registry, or by a proxy before it",
        explanation=f"{_DECIDE} npm's words about a security policy are its guess, not a finding.",
        telltales=("403 Forbidden - GET ", "403 Forbidden - HEAD "),
        pattern=r"\b403 (?:403 )?Forbidden - (?:GET|HEAD) " + URL + REST + r"[ \t]{0,4}$",
        need=ReachHost,
        confidence=Confidence.POSSIBLE,
        examples=(
            "npm error code E403\nnpm error 403 403 Forbidden - GET https://registry.npm.example/left-pad\n"
            "npm error 403 In most cases, you or one of your dependencies are requesting a package version that is forbidden",
            "npm ERR! 403 403 Forbidden - GET https://registry.npm.example/@types%2fnode",
        ),
        near_misses=(
            "npm error 403 403 Forbidden - PUT https://registry.npm.example/demo - You do not have permission to publish",
            "npm error 403 403 Forbidden - GET https://npm.pkg.example/@acme%2fx - Permission permission_denied: read_package",
        ),
        source="https://github.com/npm/cli",
    ),
    Rule(
        id="network/pnpm-forbidden",
        title="pnpm was refused by the registry, or by a proxy before it",
        explanation=f"{_DECIDE} pnpm retries for minutes before it says anything.",
        telltales=("Forbidden - 403", "error (403). Will retry"),
        pattern=r"\bGET " + URL + REST + r"(?:: Forbidden - 403| error \(403\)\. Will retry)",
        need=ReachHost,
        confidence=Confidence.POSSIBLE,
        examples=(
            "[ERR_PNPM_FETCH_403] GET https://registry.npm.example/left-pad: Forbidden - 403",
            " WARN  GET https://registry.npm.example/left-pad error (403). Will retry in 10 seconds. 2 retries left.",
        ),
        near_misses=("GET https://registry.npm.example/left-pad: Not Found - 404",),
        source="https://pnpm.io/errors",
    ),
    Rule(
        id="network/yarn-forbidden",
        title="Yarn was refused by the registry, or by a proxy before it",
        explanation=_DECIDE,
        telltales=("Response Code: ",),
        pattern=r"Response Code: 403 \(?(?:Forbidden|user denied)[^\x00]{0,300}?Request URL: " + URL,
        need=ReachHost,
        confidence=Confidence.POSSIBLE,
        examples=(
            "➤ YN0035: │ left-pad@npm:^1.3.0: The remote server failed to provide the requested resource\n"
            "➤ YN0035: │   Response Code: 403 (Forbidden)\n➤ YN0035: │   Request Method: GET\n"
            "➤ YN0035: │   Request URL: https://registry.yarn.example/left-pad",
        ),
        near_misses=("➤ YN0035: │   Response Code: 404 (Not Found)\n➤ YN0035: │   Request URL: https://registry.yarn.example/x",),
        source="https://yarnpkg.com/advanced/error-codes#yn0035---network_error",
    ),
    Rule(
        id="network/bun-forbidden",
        title="Bun was refused by the registry, or by a proxy before it",
        explanation=_DECIDE,
        telltales=("error: GET http",),
        pattern=r"\berror: GET " + URL + REST + r" - 403\b",
        need=ReachHost,
        confidence=Confidence.POSSIBLE,
        examples=("error: GET https://registry.npm.example/left-pad - 403",),
        near_misses=("error: GET https://registry.npm.example/left-pad - 404",),
        source="https://bun.com/docs/pm/cli/install",
    ),
    Rule(
        id="network/go-forbidden",
        title="A Go program was refused a host, probably by a proxy",
        explanation=(
            "Go prints the bare word of a proxy that refuses a tunnel; a server's own refusal has the number too. If the command "
            "ran in the sandbox, allow this one host; behind a company's proxy, ask there."
        ),
        telltales=("Forbidden",),
        pattern=r"\b(?:Get|Head|Post|Put|Patch|Delete)[\s│|]{1,12}\\{0,3}\"" + URL + REST + r"\\{0,3}\":[\s│|]{1,12}?Forbidden\b(?! \()",
        need=ReachHost,
        confidence=Confidence.POSSIBLE,
        examples=(
            'Get "https://api.git.example/user": Forbidden',
            'go: example.org/errors@v0.9.1: Get "https://proxy.go.example/errors/@v/v0.9.1.mod": Forbidden',
        ),
        near_misses=('Get "https://api.example/user": 403 Forbidden', "Get access: Forbidden"),
        source="https://pkg.go.dev/net/http#Transport",
    ),
    Rule(
        id="network/kube-forbidden",
        title="kubectl was refused its server, probably by a proxy",
        explanation=_DECIDE,
        telltales=("Unable to connect to the server: Forbidden",),
        pattern=r"Unable to connect to the server: Forbidden$",
        need=ReachHost,
        confidence=Confidence.POSSIBLE,
        examples=("Unable to connect to the server: Forbidden",),
        near_misses=("Error from server (Forbidden): pods is forbidden",),
        source="https://kubernetes.io/docs/reference/kubectl/",
    ),
    Rule(
        id="network/gem-forbidden",
        title="RubyGems was refused, probably by a proxy",
        explanation=f"{_DECIDE} RubyGems raises this class when the tunnel fails; for a server's own answer it says `bad response`.",
        telltales=("Net::HTTP",),
        pattern=r"Net::HTTP(?:Server|Client|Fatal)\w{5,10}(?:Exception|Error)?[):]{1,2}\s{1,12}403 \"Forbidden\"(?: \(" + URL + r")?",
        need=ReachHost,
        confidence=Confidence.POSSIBLE,
        examples=(
            'ERROR:  While executing gem ... (Net::HTTPServerException)\n    403 "Forbidden"',
            'Net::HTTPClientException: 403 "Forbidden" (https://gems.example/specs.4.8.gz)',
        ),
        near_misses=("ERROR:  While executing gem ... (Gem::RemoteFetcher::FetchError)\n    bad response Forbidden 403",),
        source="https://github.com/rubygems/rubygems",
    ),
    Rule(
        id="network/http-proxy-forbidden",
        title="A plain http request was refused, by the server or by a proxy before it",
        explanation=_DECIDE,
        telltales=("403 Client Error: Forbidden for url: http://",),
        pattern=r"403 Client Error: Forbidden for url: (?P<scheme>http)://" + HOST,
        need=ReachHost,
        confidence=Confidence.POSSIBLE,
        examples=("requests.exceptions.HTTPError: 403 Client Error: Forbidden for url: http://api.example/a",),
        near_misses=("requests.exceptions.HTTPError: 403 Client Error: Forbidden for url: https://api.example/a",),
        source="https://requests.readthedocs.io/en/latest/",
    ),
)
