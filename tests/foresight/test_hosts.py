"""Hosts that only the command line names, for errors that name none."""

import pytest

from advisor.foresight import foresee
from advisor.foresight.calls import calls_of
from advisor.foresight.hosts import hosts_of_command, indexes_of
from advisor.model import ReachHost, Situation

PKG = ReachHost("pkg.example", 80)


@pytest.mark.parametrize(
    ("command", "hosts"),
    [
        ("A= /usr/bin/python3 -m pip download -d dl --index-url http://pkg.example/simple/ --trusted-host pkg.example x", [PKG]),
        ("pip install -i http://pkg.example/simple x", [PKG]),
        ("pip install --index-url=http://pkg.example/simple x", [PKG]),
        (
            "pip install --index-url http://pkg.example/s --extra-index-url https://more.example:8443/s x",
            [PKG, ReachHost("more.example", 8443)],
        ),
        ("npm install --registry http://pkg.example x", [PKG]),
        ("python3 -c \"import urllib.request as u; u.urlopen('http://pkg.example/x')\"", [PKG]),
        ("node -e \"fetch('https://Pkg.example/n')\"", [ReachHost("pkg.example", 443)]),
        ("curl http://pkg.example/x", [PKG]),
        ("git ls-remote ssh://git@pkg.example/r.git", [ReachHost("pkg.example", 22)]),
        ("echo http://docs.example; python3 -c \"u('http://pkg.example')\"", [PKG]),
        ("curl http://pkg.example; curl http://other.example", []),
        ("make", []),
        ("python3 fetch.py", []),
    ],
)
def test_the_hosts_that_a_failing_command_was_after(command, hosts):
    assert list(hosts_of_command(command, Situation(directory="/home/dev/shop"))) == hosts


def test_a_sandboxed_code_names_ipv6_hosts_without_brackets():
    assert list(hosts_of_command("ruby -e 'get(\"http://[2001:db8::1]:8080/\")'", Situation())) == [ReachHost("2001:db8::1", 8080)]


def test_what_is_no_url_is_no_index():
    (called,) = calls_of("pip install -f ./wheels x -i")
    assert list(indexes_of(called)) == []


def test_an_index_of_the_command_is_foreseen():
    foreseen = foresee("pip install --index-url http://pkg.example/simple x", Situation(directory="/home/dev/shop"))
    assert PKG in [one.need for one in foreseen.needs]
