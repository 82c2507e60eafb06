"""What allowing a host hands over, and which hosts are never allowed: wildcards, URLs, metadata services (DESIGN §6)."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

from advisor.model.tuples import NamedTuple

if TYPE_CHECKING:
    import ipaddress


class HostHazard(Enum):
    """What is wrong with a host as a grant."""

    NOTHING = "nothing"
    MALFORMED = "not a host name"
    WILDCARD = "more than one host"
    METADATA = "a cloud metadata service"
    LOOPBACK = "this machine"
    PRIVATE = "an address of a private network"


class HostJudgement(NamedTuple):
    """What allowing a host hands over; grantable False is never granted. why and instead are sentences or ""."""

    hazard: HostHazard = HostHazard.NOTHING
    grantable: bool = True
    why: str = ""
    instead: str = ""


# Every reader of one of these gets the machine's own cloud credentials. Addresses as each provider documents them.
METADATA_HOSTS = frozenset({
    "metadata", "metadata.google.internal", "metadata.goog", "instance-data", "instance-data.ec2.internal", "metadata.azure.com",
    "metadata.azure.internal", "metadata.packet.net", "metadata.platformequinix.com", "metadata.tencentyun.com",
    "metadata.oraclecloud.com", "rancher-metadata", "kubernetes.default", "kubernetes.default.svc",
    "kubernetes.default.svc.cluster.local",
})  # fmt: skip
METADATA_ADDRESSES = frozenset({
    "169.254.169.254", "169.254.170.2", "169.254.170.23", "169.254.169.123", "169.254.169.253", "169.254.0.23", "168.63.129.16",
    "100.100.100.200", "192.0.0.192", "fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254", "fd00:42::42",
})  # fmt: skip

_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME = rf"{_LABEL}(?:\.{_LABEL}){{0,126}}"
_FINE = HostJudgement()


def canonical_host(host: str) -> tuple[str, int | None]:
    """(host in small letters without brackets, scheme, path or trailing dot, the port that stood behind it)."""
    text = host.strip().lower()
    text = re.sub(r"^[a-z][a-z0-9+.-]{0,20}://", "", text)
    text = re.split(r"[/?#]", text, maxsplit=1)[0].rpartition("@")[2]
    port = None
    if found := re.fullmatch(r"(\[[^\]]{1,64}\]|[^:\[\]]{1,255}):(\d{1,5})", text):
        text, port = found[1], int(found[2])
    text = text.removeprefix("[").removesuffix("]")
    return text.removesuffix("."), port


def address_of(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address that `host` spells, in the odd spellings too (`2852039166`, `0xa9fea9fe`, `::ffff:1.2.3.4`); else None."""
    import ipaddress  # not every command names a host

    text = host.partition("%")[0]
    if re.fullmatch(r"0x[0-9a-f]{1,8}|\d{1,10}", text):
        value = int(text, 0) if text.startswith("0x") else int(text)
        return ipaddress.IPv4Address(value) if value < 1 << 32 else None
    if re.fullmatch(r"(?:0x[0-9a-f]{1,2}|0?\d{1,3})(?:\.(?:0x[0-9a-f]{1,2}|0?\d{1,4})){3}", text):
        parts = [int(part, 0 if part.startswith("0x") else 8 if re.fullmatch(r"0[0-7]{1,4}", part) else 10) for part in text.split(".")]
        return ipaddress.IPv4Address(bytes(parts)) if max(parts) < 256 else None
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = getattr(address, "ipv4_mapped", None)
    return mapped or address


def is_loopback(host: str) -> bool:
    """Whether `host` spells this machine itself; an unspecified address, as servers print it, does too."""
    text = canonical_host(host)[0]
    address = address_of(text)
    return text == "localhost" or text.endswith(".localhost") or (address is not None and (address.is_loopback or address.is_unspecified))


def judge_host(host: str) -> HostJudgement:
    """What it would hand over to allow connections to `host`, scheme, port and path aside: none of them belongs into an entry."""
    text = canonical_host(host)[0]
    if "*" in host or "?" in host:
        why = "It names more than one host: whoever can register a name below it would be reached."
        return HostJudgement(HostHazard.WILDCARD, False, why, "Name the exact hosts, one by one.")
    address = address_of(text)
    if text in METADATA_HOSTS or str(address) in METADATA_ADDRESSES or (address is not None and address.is_link_local):
        why = "It is a cloud metadata service, or an address of its kind: it hands out the machine's own credentials."
        return HostJudgement(HostHazard.METADATA, False, why, "If the task really needs it, run that step yourself.")
    if is_loopback(text):
        return HostJudgement(HostHazard.LOOPBACK, True, "It is this machine: the sandbox has a loopback of its own.")
    if address is not None:
        if address.is_multicast or address.is_reserved:
            return HostJudgement(HostHazard.MALFORMED, False, "It is no address of one host.", "Find the exact host first.")
        if _is_private(address):
            return HostJudgement(HostHazard.PRIVATE, True, "It is an address of a private network.")
        return _FINE
    if not re.fullmatch(_NAME, text) or len(text) > 253 or re.fullmatch(r"[\d.]{1,64}", text):
        return HostJudgement(HostHazard.MALFORMED, False, "What the text names is not a host name.", "Find the exact host first.")
    return _FINE


def _is_private(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """RFC 1918, RFC 6598 and unique local addresses; documentation ranges, which Python counts as private, are not."""
    import ipaddress

    networks = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7")
    return any(address in ipaddress.ip_network(network) for network in networks if ipaddress.ip_network(network).version == address.version)
