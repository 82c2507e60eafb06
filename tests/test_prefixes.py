"""Prefixes of lines: what comes off, what stays, and that every character's place is still known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.prefixes import without_prefixes
from tests.rules.told import told, usual

OWN = "Traceback (most recent call last):\n    sock.connect(sa)\nPermissionError: [Errno 1] Operation not permitted"


@pytest.mark.parametrize(
    "prefix",
    [
        "2026-11-29T10:00:00.123Z ",
        "2026/11/29 10:00:00 ",
        "[10:00:01] ",
        "10:00:01,250 ",
        "[1/4] ",
        "[api] ",
        "@acme/api:dev: ",
        "npm error ",
        "npm ERR! ",
        "##[error]",
        "build\tRun tests\t2026-11-29T10:00:00.1234567Z ",
        "ERROR: ",
        "│ ",
        "E   ",
        "      ",
        "2026-11-29T10:00:00Z [api] npm error ",
    ],
)
def test_a_message_of_several_lines_is_whole_without_its_prefixes(prefix):
    text = "\n".join(prefix + line for line in OWN.split("\n"))
    found = without_prefixes(text)
    assert found is not None
    assert found[0] == OWN
    assert told(text) == told(OWN) == [("connect", None, "likely")]


@pytest.mark.parametrize(
    "text",
    [
        OWN,
        "web-1  | Error: connect ECONNREFUSED 127.0.0.1:5432",
        "src/net.go:12:\tbind: operation not permitted",
        "+ touch /srv/lab/x",
        "",
    ],
)
def test_what_says_whose_words_these_are_stays(text):
    assert without_prefixes(text) is None


def test_a_look_alike_behind_a_prefix_still_wins():
    assert usual("[deploy] web-1  | Error: connect EACCES /var/run/docker.sock")
    assert told('10:00:01 src/server_test.go:9:\t\tif err.Error() == "listen tcp :80: bind: operation not permitted" {') == []


@given(st.lists(st.sampled_from(["a line", "[1/4] b", "  c", "", "npm error  d", "10:00:01 e"]), max_size=8))
def test_a_place_in_the_bare_text_leads_back_to_the_same_character(lines):
    text = "\n".join(lines)
    found = without_prefixes(text)
    if found is None:
        return
    bare, taken = found
    assert bare.count("\n") == text.count("\n")
    for place, character in enumerate(bare):
        assert text[place + taken[bare.count("\n", 0, place)]] == character
