"""Which version of Claude Code knows which key, and which system honours it (measured, or read in its settings schema)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from advisor.harnesses import verified
from advisor.model import Situation, System, Verified
from advisor.model.tuples import NamedTuple

RAN = verified.RAN["claude"]
ASSUMED = RAN.version
READ = Verified("source", ASSUMED, RAN.date)
REPORTED = Verified("report", ASSUMED, RAN.date)

Version = tuple[int, ...]

# since: the first version known to have it. systems: where it does anything; empty means everywhere.
ALLOW_READ: Version = (2, 1, 77)
ABSOLUTE_PATHS: Version = (2, 1, 78)  # before, `/x` in allowWrite was relative to the project
WEAKER_NETWORK: Version = (2, 1, 69)
MACH_LOOKUP: Version = (2, 1, 98)
APPLE_EVENTS: Version = (2, 1, 181)
HOST_WITH_PORT: Version = (2, 1, 232)  # measured: no at 2.1.197, yes at 2.1.232
NO_NESTING: Version = (2, 1, 306)  # measured: nesting works at 2.1.300, is refused at 2.1.316
EVERY_PART_EXCLUDED: Version = (2, 1, 277)
NO_AUTO_ALLOW: Version = (2, 1, 324)
# Keys that are ignored without a word before the version that brought them.
KEYS_SINCE: dict[tuple[str, ...], Version] = {
    ("sandbox", "filesystem", "allowRead"): ALLOW_READ,
    ("sandbox", "filesystem", "disabled"): (2, 1, 216),
    ("sandbox", "network", "deniedDomains"): (2, 1, 113),
    ("sandbox", "network", "strictAllowlist"): (2, 1, 219),
    ("sandbox", "network", "allowMachLookup"): MACH_LOOKUP,
    ("sandbox", "credentials"): (2, 1, 187),
    ("sandbox", "enableWeakerNetworkIsolation"): WEAKER_NETWORK,
    ("sandbox", "allowAppleEvents"): APPLE_EVENTS,
    ("sandbox", "allowNestedUserNamespaces"): NO_NESTING,
}


class Target(NamedTuple):
    """The version and system that a plan is for. assumed: the version is not known, so the newest measured is taken."""

    version: Version
    assumed: bool
    system: System | None

    def knows(self, since: Version) -> bool:
        """Whether this version has what came in `since`."""
        return self.version >= since

    @property
    def linux(self) -> bool:
        """Whether the system is Linux, as far as is known: on an unknown system only what Linux honours is offered."""
        return self.system in ("linux", None)

    @property
    def verified(self) -> Verified:
        """How what follows the measured facts is verified on this system: runs were on Linux only."""
        return RAN if self.linux else READ


def target_of_situation(situation: Situation) -> Target:
    """The target that a situation describes."""
    known = situation.version.value if situation.harness.value in ("claude", None) else None
    version = parse(str(known)) if known else None
    system: System | None = situation.system.value
    return Target(version or parse(ASSUMED) or (), version is None, system)


def parse(text: str) -> Version | None:
    """`2.1.332` in numbers; None for what is no version."""
    found = re.match(r"v?(\d{1,5})\.(\d{1,5})\.(\d{1,5})(?![\d.])", text.strip())
    return tuple(int(part) for part in found.groups()) if found else None


def version_from(environ: Mapping[str, str]) -> str | None:
    """The version that a session's own variable names: `AI_AGENT=claude-code_2-1-332_agent`."""
    found = re.match(r"claude-code_(\d{1,5})-(\d{1,5})-(\d{1,5})(?:_|$)", environ.get("AI_AGENT", ""))
    return ".".join(found.groups()) if found else None
