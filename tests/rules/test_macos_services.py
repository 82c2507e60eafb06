"""System services of macOS: the service that was refused is named even where the text only has its error number."""

import pytest

from tests.rules.told import told, usual


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'Get "https://api.tools.example/": tls: failed to verify certificate: x509: OSStatus -26276',
            ("service", "com.apple.trustd.agent", "likely"),
        ),
        (
            "The connection to service named com.apple.pasteboard.1 was invalidated: failed at lookup with error 159 - Sandbox "
            "restriction.",
            ("service", "com.apple.pasteboard.1", "likely"),
        ),
        (
            "node[4:5] Connection Invalid error for service com.apple.coreservices.appleevents.",
            ("service", "com.apple.coreservices.appleevents", "likely"),
        ),
        (
            "bootstrap_check_in com.electron.app.MachPortRendezvousServer.99: Permission denied (1100)",
            ("service", "com.electron.app.MachPortRendezvousServer", "likely"),
        ),
        (
            "bootstrap_look_up com.apple.windowserver.active: Permission denied (1100)",
            ("service", "com.apple.windowserver.active", "likely"),
        ),
        ("sysmon request failed with error: sysmond service not found", ("service", "com.apple.sysmond", "likely")),
        (
            "system-configuration-0.7.0/src/dynamic_store.rs:154:1:\nAttempted to create a NULL object.",
            ("service", "com.apple.SystemConfiguration.configd", "likely"),
        ),
        (
            "_LSOpenURLsWithCompletionHandler() failed with error -54 for the URL https://a.example/.",
            ("service", "com.apple.coreservices.launchservicesd", "likely"),
        ),
        ("fatal: failed to store: 100001", ("service", "com.apple.SecurityServer", "likely")),
        (
            "  X Failed to log in to github.com account dev (keyring)\n  - The token in keyring is invalid.",
            ("service", "com.apple.SecurityServer", "possible"),
        ),
        (
            "CoreSimulatorService connection became invalid.  Simulator services will no longer be available.",
            ("service", "com.apple.CoreSimulator.CoreSimulatorService", "possible"),
        ),
        (
            "0:30: execution error: System Events got an error: Application isn’t running. (-600)",
            ("service", "com.apple.coreservices.appleevents", "possible"),
        ),
        ("log: Cannot run while sandboxed", ("service", "com.apple.logd", "likely")),
        ("hdiutil: attach failed - Operation not permitted", ("nest", None, "possible")),
    ],
)
def test_the_service_is_named(text, expected):
    assert told(text) == [expected]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("36:45: execution error: An error of type -10810 has occurred. (-10810)", ["ordinary/apple-event"]),
        ("execution error: Not authorized to send Apple events to Finder. (-1743)", ["ordinary/apple-event"]),
        ("x509: certificate signed by unknown authority", ["ordinary/certificate"]),
        (
            "  X Failed to log in to github.com account dev (/home/dev/.config/gh/hosts.yml)\n  - The token in "
            "/home/dev/.config/gh/hosts.yml is invalid.",
            ["ordinary/not-signed-in"],
        ),
    ],
)
def test_what_only_looks_like_it(text, rules):
    assert usual(text) == rules
