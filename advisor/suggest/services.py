"""Services that a project works with: a port of this machine, or another host, as manifests name them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.hazards.hosts import HostHazard, is_loopback, judge_host
from advisor.model import ReachHost, ReachLocalService
from advisor.suggest.hosts import host_of
from advisor.suggest.manifests import Asks

_SERVICE_URL = re.compile(r"\b(?:postgres(?:ql)?|mysql|rediss?|mongodb|amqp)://[^\s\"'<>{}]{1,500}")


def service_at(host: str, port: int, line: int, because: str) -> Iterator[Asks]:
    """The need to connect to a service; nothing for what is no host, such as another container's name with a variable in it."""
    if judge_host(host).hazard is HostHazard.MALFORMED:
        return
    if is_loopback(host):
        yield Asks(ReachLocalService(port, "127.0.0.1"), line, because, "direct")
    elif "." in host:  # a bare name is another container's, which only containers know
        yield Asks(ReachHost(host, port), line, because, "direct")


def services_in(text: str, because: str) -> Iterator[Asks]:
    """The services that URLs in a text name (`postgresql://localhost:5432/shop`)."""
    for found in re.finditer(_SERVICE_URL, text):
        if host := host_of(found[0]):
            yield from service_at(host[0], host[1], text.count("\n", 0, found.start()) + 1, because)
