"""A service of Windows that the sandbox's own user has no part in: credentials and the certificates that belong to a profile.

Codex runs commands on Windows as a restricted or separate user whose profile is not loaded, so that what hangs on the
profile is missing: Schannel finds no credentials, the credential manager no vault. A service account says the same.
Source: issues of Codex named in each rule.
"""

from __future__ import annotations

from advisor.model import Confidence, Rule, UseService

RULES: tuple[Rule, ...] = (
    Rule(
        id="service/schannel",
        title="Windows has no credentials for this user, so that https fails before it starts",
        explanation=(
            "Schannel, Windows's own TLS, needs the user's loaded profile, and the sandbox's user has none: the host, the proxy and the "
            "certificate are fine. Use a client that brings its own TLS (`git -c http.sslBackend=openssl`, Python, Node), or run that "
            "one command outside the sandbox. A service account without a profile says the same."
        ),
        telltales=("SEC_E_NO_CREDENTIALS", "0x8009030e", "0x8009030E"),
        pattern=r"AcquireCredentialsHandle failed: SEC_E_NO_CREDENTIALS[^\n]{0,120}|\bSEC_E_NO_CREDENTIALS \(0x8009030[eE]\)"
        r"|\b0x8009030[eE]\b[^\n]{0,80}No credentials are available in the security package",
        need=UseService,
        given=(("name", "Schannel"),),
        confidence=Confidence.POSSIBLE,
        systems=("windows",),
        harness="codex",
        examples=(
            "curl: (35) schannel: AcquireCredentialsHandle failed: SEC_E_NO_CREDENTIALS (0x8009030e) - No credentials are available in the "
            "security package",
        ),
        near_misses=("schannel: next InitializeSecurityContext failed: SEC_E_UNTRUSTED_ROOT (0x80090325)",),
        source="https://github.com/openai/codex/issues/17459",
    ),
)
