"""Records that a harness or the kernel signs: which channel signs them, and what the same words in an output are worth."""

import pytest

from advisor.model import Channel
from tests.rules.told import rules_of, told, usual

BLOCK = (
    "Exit code 56\ncurl: (56) CONNECT tunnel failed, response 403\n\n<sandbox_violations>\n"
    "deny network-outbound cdn.tools.example:8443 (user denied)\ndeny network-outbound cdn.tools.example:8443 (user denied)\n"
    "</sandbox_violations>"
)


def test_a_block_is_certain_only_from_the_harness_itself():
    assert told(BLOCK) == [("connect", "cdn.tools.example:8443", "likely")]
    assert told(BLOCK, Channel.HOOK) == [("connect", "cdn.tools.example:8443", "certain")]
    assert told("deny network-outbound cdn.tools.example:8443", Channel.TRANSCRIPT) == [("connect", "cdn.tools.example:8443", "certain")]


def test_codex_s_sentence_is_certain_only_as_a_tool_error():
    sentence = 'Network access to "crates.example" was blocked: domain is not on the allowlist for the current sandbox mode.'
    assert told(f"rc=0\n\n{sentence}") == [("connect", "crates.example", "likely")]
    error = f"exec_command failed: ProcessFailed {{ message: {sentence!r} }}"
    assert told(error, Channel.TOOL_ERROR) == [("connect", "crates.example", "certain")]
    assert told(error, Channel.HOOK) == [("connect", "crates.example", "likely")]


@pytest.mark.parametrize(
    ("reason", "rule", "operation"),
    [
        ("user denied", "signed/host-refused", "connect"),
        ("host is not on the allow list", "signed/host-refused", "connect"),
        ("not in this command's allowed_domains — re-run the command with this host listed", "signed/host-refused", "connect"),
        ("sandbox policy unavailable", "signed/host-refused", "connect"),
        ("host is on the deny list", "signed/host-on-deny-list", "connect"),
        ("resolved to a loopback address", "signed/host-is-this-machine", "local-connect"),
        ("resolved to one of this host's addresses", "signed/host-is-this-machine", "local-connect"),
        ("resolved to a cloud metadata address", "signed/address-never-reached", "connect"),
        ("the organization's managed allowlist does not include this host", "signed/host-managed", "connect"),
    ],
)
def test_the_reason_decides_the_rule(reason, rule, operation):
    line = f"deny network-outbound app.dev.example:8080 ({reason})"
    assert rules_of(line) == [rule]
    assert told(line) == [(operation, "app.dev.example:8080", "likely")]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("deny network-outbound 127.0.0.1:18081 (user denied)", ("local-connect", "127.0.0.1:18081", "likely")),
        ("deny network-outbound localhost:5432 (user denied)", ("local-connect", "localhost:5432", "likely")),
        ("deny network-outbound [::1]:6379 (user denied)", ("local-connect", "[::1]:6379", "likely")),
        ("deny http-request POST https://api.tools.example:8443/v1?x=1 (user denied)", ("connect", "api.tools.example:8443", "likely")),
        ("deny http-request GET http://plain.example/ (user denied)", ("connect", "plain.example:80", "likely")),
        ('Network access to \\"10.1.2.3\\" was blocked: local/private network addresses are blocked', ("connect", "10.1.2.3", "likely")),
    ],
)
def test_the_refused_place_is_named(line, expected):
    assert told(line) == [expected]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("cargo(31) deny(1) file-write-create /Users/dev/.cargo/registry/x y/z", ("write", "/Users/dev/.cargo/registry/x y/z", "certain")),
        ("Sandbox: ls(3) deny(1) file-read-metadata /Users/dev/.ssh", ("read", "/Users/dev/.ssh", "certain")),
        (
            "docker(4) deny(1) network-outbound /Users/dev/.docker/run/docker.sock",
            ("unix-socket", "/Users/dev/.docker/run/docker.sock", "certain"),
        ),
        ("node(5) deny(1) network-bind 0.0.0.0:8080", ("bind", "0.0.0.0:8080", "certain")),
        ("curl(6) deny(1) network-outbound *:443", ("connect", None, "certain")),
        ("terraform(7) deny(1) mach-lookup com.apple.trustd.agent", ("service", "com.apple.trustd.agent", "certain")),
        ("ps(8) deny(1) process-info-listpids", ("process", "process-info-listpids", "certain")),
        ("vim(9) deny(1) file-ioctl /dev/ttys001", ("device", "/dev/ttys001", "certain")),
        ("ping(2) deny(1) network-outbound /private/var/run/mDNSResponder", ("resolve", None, "certain")),
    ],
)
def test_seatbelt_s_log_is_read(line, expected):
    assert told(line, Channel.KERNEL_LOG) == [expected]
    assert told(line)[0][2] == "likely"


def test_a_profile_or_prose_is_no_record():
    assert told('(deny file-write* (subpath "/Users"))\n(allow network-outbound (literal "/private/var/run/syslog"))') == []
    assert told("The proxy may deny network-outbound traffic.") == []


def test_system_policy_is_apple_s_own():
    assert usual("kernel: System Policy: node(77) deny(1) file-read-data /Users/dev/Library/Mail") == ["ordinary/macos-system-policy"]
