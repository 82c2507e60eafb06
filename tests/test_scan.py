"""Windows: every telltale inside one, bounded in size and number, the right lines, whatever the stream looks like."""

import itertools
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor import gate, scan
from advisor.model import Channel, Recording
from advisor.quoting import plain
from tests.streams import FINDER, TELLTALES, cut_at, cuts, streams, written


def windows(*pieces, **known):
    return scan.windows(Recording(iter(pieces), **known), FINDER)


def own(window):
    start, end = window.judged
    return window.text[start:end]


def test_no_telltale_no_window():
    assert windows() == ()
    assert windows(b"", b"fine\n" * 10_000) == ()


def test_a_window_is_the_line_and_thirty_lines_on_each_side():
    lines = [f"line {number}\n" for number in range(1, 201)]
    lines[99] = "EPERM\n"
    (window,) = windows("".join(lines).encode())
    assert window.text == "".join(lines[69:130])
    assert (window.origin.source, window.origin.line, window.origin.end_line) == ("-", 70, 130)
    assert window.judged == (0, len(window.text))


def test_a_window_at_the_ends_of_the_stream_is_what_there_is():
    (window,) = windows(b"one\ntwo EPERM")
    assert window.text == "one\ntwo EPERM"
    assert (window.origin.line, window.origin.end_line) == (1, 2)


def test_contexts_that_touch_are_one_window():
    (window,) = windows(b"EPERM\n" + b"between\n" * 59 + b"EPERM\n")
    assert (window.origin.line, window.origin.end_line) == (1, 61)
    assert len(windows(b"EPERM\n" + b"between\n" * 80 + b"EPERM\n")) == 2


def test_what_is_known_of_the_command_goes_with_each_window():
    known = {"source": "a.log", "command": "npm ci", "directory": "/home/dev/p", "exit_code": 1, "timed_out": True, "channel": Channel.HOOK}
    (window,) = windows(b"EPERM", lines_before=41, **known)
    assert window.origin == ("a.log", 42, 42)
    assert (window.command, window.directory, window.exit_code, window.timed_out, window.channel) == tuple(known.values())[1:]


def test_a_long_line_is_cut_and_neighbours_of_long_lines_are_whole():
    line = b"x" * 5000 + b"\n"
    (window,) = windows(line + b"first\n" + line + b"EPERM\n" + line + b"last\n" + line)
    assert window.text.split("\n") == ["first", "x" * 5000, "EPERM", "x" * 5000, "last", ""]
    (window,) = windows(b"x" * 50_000 + b"EPERM" + b"y" * 50_000)
    assert window.text == "x" * scan.AROUND + "EPERM" + "y" * (scan.AROUND - 5)


def test_no_character_is_cut():
    for shift in range(4):
        for window in windows(b"." * shift + "漢😀é".encode() * 4000 + b" EPERM " + "漢😀é".encode() * 4000 + b" EPERM" * 4000):
            assert "\ufffd" not in window.text


@given(streams(), cuts(), st.sampled_from([300, 4096, 1 << 15]))
def test_the_cuts_of_the_stream_do_not_matter(parts, places, block):
    data = written(parts)
    whole = windows(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gate, "CHUNK", block)
        assert windows(*cut_at(data, places)) == whole


@given(streams(), cuts())
def test_sifting_first_does_not_matter(parts, places):
    data = written(parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gate, "present", FINDER)
        patch.setattr(gate, "CHUNK", 1 << 12)
        passed, pieces = gate.sift(cut_at(data, places)) or (0, ())
        sifted = windows(*pieces, lines_before=passed)
    assert sifted == windows(data)


@given(streams())
def test_every_telltale_is_judged_once_and_whole(parts):
    data = written(parts)
    found = windows(data)
    assert len(found) <= scan.FIRST + scan.LAST
    text = plain(gate.without_escapes(data).decode("utf-8", "replace"), "\ufffd")
    for telltale in map(bytes.decode, TELLTALES):
        starts = sum(_starts(window, telltale) for window in found)
        if len(found) < scan.FIRST + scan.LAST:
            assert starts == text.count(telltale)
        assert (starts > 0) == (telltale in text)


def _starts(window, telltale):
    start, end = window.judged
    places = (at for at in range(start, end) if window.text.startswith(telltale, at))
    return sum(1 for _ in places)


@given(streams())
def test_windows_are_small_and_lie_on_the_lines_they_say(parts):
    data = written(parts)
    clean = gate.without_escapes(data)
    lines = clean.split(b"\n")
    for window in windows(data):
        assert 0 <= window.judged[0] <= window.judged[1] <= len(window.text) <= scan.LARGEST
        covered = plain(b"\n".join(lines[window.origin.line - 1 : window.origin.end_line]).decode("utf-8", "replace") + "\n", "\ufffd")
        assert window.text.replace("\ufffd", "").rstrip() in covered.replace("\ufffd", "")
        assert window.origin.end_line - window.origin.line in (window.text.count("\n"), window.text.count("\n") - 1)


def test_tiles_of_one_region_share_context_and_split_the_judgement():
    data = b"".join(b"%06d EPERM\n" % number for number in range(20_000))
    found = windows(data)
    assert len(found) > 10
    for before, after in itertools.pairwise(found[: scan.FIRST]):
        assert before.text[before.judged[1] :] == after.text[after.judged[0] :][: len(before.text) - before.judged[1]]
        assert len(before.text) - before.judged[1] >= 1000
        assert after.judged[0] >= 1000
    first = "".join(own(window) for window in found[: scan.FIRST])
    assert data.decode().startswith(first)


def test_of_a_log_that_is_all_refusals_the_first_and_the_last_windows_stay():
    count = 400_000
    found = windows(b"".join(b"%06d EPERM\n" % number for number in range(count)))
    assert len(found) == scan.FIRST + scan.LAST
    assert found[0].text.startswith("000000 EPERM\n")
    assert found[-1].text.endswith(f"{count - 1:06d} EPERM\n")
    assert found[-1].origin.end_line == count


@pytest.mark.parametrize("unit", ["b'x: EPERM '", r"b'x: EPERM\n'", "b'x' * 64", r"b'\x1b'", r"b'\n'"])
def test_memory_does_not_grow_with_the_stream(unit):
    """The rise of resident memory while 30 MB are cut, in a process of its own: one line, many lines, and the odd ones."""
    program = f"""
import resource
from advisor.scan import windows
from advisor.model import Recording
from tests.streams import FINDER
block = {unit} * (1 << 14)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
windows(Recording(block for _ in range(30_000_000 // len(block))), FINDER)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env={"PATH": os.environ["PATH"]})
    rise = int(done.stdout) // (1024 if sys.platform == "darwin" else 1)
    assert rise < 15_000  # kB: 128 windows of 16 kB, and a few blocks
