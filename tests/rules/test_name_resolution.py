"""Names that could not be looked up: always only possible, the name taken from each program's own grammar."""

import pytest

from tests.rules.told import told, usual

FOUND = ("resolve", "files.tools.example", "possible")


@pytest.mark.parametrize(
    "text",
    [
        "curl: (6) Could not resolve host: files.tools.example",
        "curl: (6) Couldn't resolve host 'files.tools.example'",
        "fatal: unable to access 'https://files.tools.example/x.git/': Could not resolve host: files.tools.example",
        "ssh: Could not resolve hostname files.tools.example: nodename nor servname provided, or not known",
        "ssh: Could not resolve hostname files.tools.example: -65563",
        "wget: unable to resolve host address ‘files.tools.example’",
        "wget: unable to resolve host address 'files.tools.example'",
        "npm ERR! request to https://files.tools.example/x failed, reason: getaddrinfo EAI_AGAIN files.tools.example",
        "error Error: getaddrinfo EAI_AGAIN files.tools.example:443",
        "querySrv ECONNREFUSED files.tools.example",
        "(Caused by NameResolutionError(\"<C object>: Failed to resolve 'files.tools.example' ([Errno -3] Temporary failure in "
        'name resolution)"))',
        "HTTPSConnectionPool(host='files.tools.example', port=443): Max retries exceeded (Caused by NewConnectionError('<C>: "
        "Failed to establish "
        "a new connection: [Errno -2] Name or service not known'))",
        "aiohttp.ClientConnectorDNSError: Cannot connect to host files.tools.example:443 ssl:default [Domain name not found]",
        'psql: error: could not translate host name "files.tools.example" to address: Temporary failure in name resolution',
        "fatal: unable to look up files.tools.example (port 9418) (Temporary failure in name resolution)",
        "Failed to open TCP connection to files.tools.example:443 (getaddrinfo: Temporary failure in name resolution)",
        "PHP Warning: php_network_getaddresses: getaddrinfo for files.tools.example failed: Temporary failure in name resolution",
        "java.net.UnknownHostException: files.tools.example",
        "Caused by: java.net.UnknownHostException: files.tools.example: Temporary failure in name resolution",
        "> Unknown host 'files.tools.example'",
        "dial tcp: lookup files.tools.example: Temporary failure in name resolution",
        "dial tcp: lookup files.tools.example on 10.0.0.2:53: dial udp 10.0.0.2:53: connect: network is unreachable",
        "SocketException: Failed host lookup: 'files.tools.example' (OS Error: nodename nor servname provided, or not known, errno = 8)",
        "HttpRequestException: Temporary failure in name resolution (files.tools.example:443)",
        "error sending request for url (https://files.tools.example/x): dns error: failed to lookup address information: "
        "Temporary failure in "
        "name resolution",
        "net::ERR_NAME_NOT_RESOLVED at https://files.tools.example/",
        "ERROR 2005 (HY000): Unknown MySQL server host 'files.tools.example' (-3)",
        "ping: files.tools.example: Temporary failure in name resolution",
        "ping: files.tools.example: Временный сбой в разрешении имен",
        "ping: cannot resolve files.tools.example: Unknown host",
        "nc: bad address 'files.tools.example'",
        "W: Failed to fetch http://files.tools.example/x  Temporary failure resolving 'files.tools.example'",
        '{:failed_connect, [{:to_address, {"files.tools.example", 443}}, {:inet, [:inet], :nxdomain}]}',
        ";; UDP setup with 10.0.0.2#53(10.0.0.2) for files.tools.example failed: network unreachable.",
        "error connecting to files.tools.example\ncheck your internet connection or https://status.example",
    ],
)
def test_the_name_is_found(text):
    assert told(text) == [FOUND]


@pytest.mark.parametrize(
    "text",
    [
        "socket.gaierror: [Errno -3] Temporary failure in name resolution",
        "<urlopen error [Errno 8] nodename nor servname provided, or not known>",
        "nc: getaddrinfo: Temporary failure in name resolution",
        "NewConnectionError('<C>: Failed to establish a new connection: [Errno -2] Name or service not known'): /simple/six/",
        "** (Mint.TransportError) non-existing domain",
    ],
)
def test_a_lookup_without_a_name_is_told_too(text):
    assert told(text) == [("resolve", None, "possible")]


def test_a_refused_socket_of_a_lookup_is_likely():
    dig = (
        "net.c:136:try_proto(): socket(): Operation not permitted (1)\n"
        ";; UDP setup with 10.0.0.2#53(10.0.0.2) for a.example failed: network unreachable."
    )
    assert told(dig) == [("resolve", "a.example", "likely")]
    go = "dial tcp: lookup a.example on 10.0.0.2:53: dial udp 10.0.0.2:53: connect: operation not permitted"
    assert told(go) == [("resolve", "a.example", "likely")]


@pytest.mark.parametrize(
    "text",
    [
        "ssh: Could not resolve hostname gihub.example: Name or service not known",
        "** server can't find exmple.com: NXDOMAIN",
        "Host exmple.com not found: 3(NXDOMAIN)",
        "dial tcp: lookup exmple.com on 10.0.0.2:53: no such host",
        "socket.gaierror: [Errno -2] Name or service not known",
        "queryA ENOTFOUND exmple.com",
        "sudo: unable to resolve host build7: Name or service not known",
    ],
)
def test_a_name_server_s_answer_is_ordinary(text):
    assert "ordinary/unknown-name" in usual(text)
