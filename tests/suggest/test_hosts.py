"""Addresses in manifests."""

import pytest

from advisor.suggest.hosts import host_of


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("https://a.example/x", ("a.example", 443, "proxy")),
        ("http://a.example:8080", ("a.example", 8080, "proxy")),
        ("sparse+https://a.example/i/", ("a.example", 443, "proxy")),
        ("git+ssh://git@a.example/x", ("a.example", 22, "git-ssh")),
        ("git://a.example/x", ("a.example", 9418, "direct")),
        ("git@A.example:x/y", ("a.example", 22, "git-ssh")),
        ("redis://:secret@a.example/0", ("a.example", 6379, "direct")),
        ("https://[2001:db8::1]/x", ("2001:db8::1", 443, "proxy")),
        ("ftp://a.example/x", None),
        ("https://-a/", None),
        ("https://999.1.1.1/", None),
        ("git@-a:x", None),
        ("git@..:x", None),
        ("../x", None),
        ("/srv/x", None),
    ],
)
def test_hosts(address, found):
    assert host_of(address) == found
