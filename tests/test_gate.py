"""The clean path: what it lets pass, what it hands on, and that it does not depend on how a stream is cut."""

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor import gate, quoting
from advisor.telltales import BY_RUN
from advisor.telltales import TELLTALES as CATALOGUE
from tests.generate import indexed
from tests.streams import FINDER, TELLTALES, cut_at, cuts, streams, written

present = gate.present


@pytest.fixture(autouse=True)
def _two_telltales(monkeypatch):
    monkeypatch.setattr(gate, "present", FINDER)


@pytest.mark.parametrize(
    "data",
    [
        b"touch: /x: Read-only file system",
        b"EPERM",
        b"\x1b[31mRead-only\x1b[0m file \x1b]8;;x\x07system\x1b]8;;\x1b\\",
        b"EP\x1b(BERM",
        b"mkdir '/x': Read-only\n  file system",
        "│ mkdir /x: Read-only file\n│ system".encode(),
        b"EP\x1bPq\x1b\\ERM",
    ],
)
def test_a_telltale_is_seen_through_escape_sequences(data):
    assert gate.has_telltale(data)
    assert gate.sift([data]) is not None


@pytest.mark.parametrize("data", [b"", b"all good", b"eperm", b"Read-only\nfile", b"\x1b[31m\x00\xff\xfe"])
def test_other_bytes_hold_no_telltale(data):
    assert not gate.has_telltale(data)
    assert gate.sift([data]) is None


_PARTS = st.sampled_from([b"a", b"b", b"ab", b"B", b"1", b" ", b": ", b"-", b"(", "é".encode(), "漢字".encode(), b"word", b"longer"])
_LITERALS = st.lists(_PARTS, min_size=1, max_size=5).map(b"".join)


@given(st.lists(_LITERALS, max_size=8, unique=True), st.lists(_PARTS | _LITERALS | st.just(b"\n"), max_size=30).map(b"".join), st.data())
def test_present_finds_exactly_the_telltales_that_stand_there(literals, data, choose):
    if literals:
        data += choose.draw(st.sampled_from(literals)) + data
    found = present(data, *indexed(literals))
    in_line = b" ".join(data.split())
    assert sorted(found) == sorted(literal for literal in literals if literal in data or (b"\n" in data and literal in in_line))


@pytest.mark.parametrize("telltale", [b"EPERM", b"Read-only file system", b"open EPERM: no", b"ead-only file syste"])
@pytest.mark.parametrize("shape", ["{}{}", "{} {}", "{}{} {}", "{}: {}"])
def test_a_huge_word_hides_no_telltale(telltale, shape):
    huge = b"abcEPRM019" * 200
    index = indexed([b"EPERM", b"ead-only file syste", b"open EPERM: no", b"yzz", b"other-yzz"])
    data = shape.format("1", "2", "1").encode().replace(b"1", huge).replace(b"2", telltale) + huge
    literals = [literal for each in index for group in each.values() for literal in group]
    assert sorted(present(data, *index)) == sorted(literal for literal in literals if literal in data)
    assert present(huge, *index) == []


def test_the_ends_of_a_huge_word_hold_every_run():
    assert max(map(len, BY_RUN)) < gate._ENDS <= gate._HUGE // 2


def test_the_generated_index_finds_every_telltale_of_the_catalogue():
    for telltale in CATALOGUE:
        assert telltale in present(b"x" + telltale + b"y")


_SPELLINGS = st.sampled_from(["\x1b", "[", "]", "P", "31", ";", "m", " ", "(", "B", "\x07", "\x1b\\", "\x1b[0m", "text", "é"])


@given(st.lists(_SPELLINGS).map("".join))
def test_gate_and_quoting_take_out_the_same_sequences(text):
    assert quoting.plain(gate.without_escapes(text.encode()).decode()) == quoting.plain(text)


@given(st.binary() | streams().map(written))
def test_no_escape_is_left_and_no_line_is_lost(data):
    cleaned = gate.without_escapes(data)
    assert b"\x1b" not in cleaned
    assert cleaned.count(b"\n") == data.count(b"\n")
    assert gate.without_escapes(cleaned) == cleaned


def test_an_unterminated_title_hides_one_line_at_most():
    assert gate.without_escapes(b"\x1b]0;never closed\nEPERM") == b"\nEPERM"


@given(streams(), cuts())
def test_cleaned_bytes_do_not_depend_on_the_cuts(parts, places):
    data = written(parts)
    pieces = cut_at(data, places)
    assert b"".join(gate.cleaned(pieces)) == gate.without_escapes(data)


@given(streams(), cuts())
def test_sift_lets_pass_exactly_what_holds_no_telltale(parts, places):
    data = written(parts)
    answer = gate.sift(cut_at(data, places))
    assert (answer is not None) == gate.has_telltale(data)


@given(streams(), cuts())
def test_sift_hands_on_every_byte_that_context_can_need(parts, places):
    data = written(parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gate, "CHUNK", 1 << 10)
        passed, rest = gate.sift(cut_at(data, places)) or (0, ())
        clean, tail = gate.without_escapes(data), b"".join(rest)
    if not tail:
        return
    assert clean.endswith(tail)
    assert passed == clean[: len(clean) - len(tail)].count(b"\n")
    first = min(found.start() for found in re.finditer(b"Read-only file system|EPERM", tail))
    assert len(tail) == len(clean) or first >= gate.KEPT - max(map(len, TELLTALES))


@given(st.text(st.characters(exclude_characters="\ufeff", exclude_categories=["Cs"])), st.sampled_from(["utf-16-le", "utf-16-be"]), cuts())
def test_utf_16_with_its_mark_is_read_as_text(text, encoding, places):
    text += "EPERM"
    data = ("\ufeff" + text).encode(encoding)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gate, "CHUNK", 3)
        cleaned = b"".join(gate.cleaned(cut_at(data, places)))
    assert cleaned == gate.without_escapes(text.encode())


@given(st.text(st.characters(max_codepoint=0x17F, exclude_characters="\0")), st.sampled_from(["utf-16-le", "utf-16-be"]), cuts())
def test_utf_16_without_a_mark_is_read_as_text(text, encoding, places):
    text = "touch: cannot touch: EPERM at the start of what is mostly ASCII " * 5 + text
    data = text.encode(encoding)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gate, "CHUNK", 1 << 9)
        cleaned = b"".join(gate.cleaned(cut_at(data, places)))
    assert cleaned == gate.without_escapes(text.encode())


@pytest.mark.parametrize("data", [b"", b"\0", b"a\0", b"EPERM\0" * 20, b"\0" * 64, b"\1\0\0\0" * 64, "漢字".encode("utf-16-le") * 40])
def test_other_bytes_with_nulls_stay_as_they_are(data):
    assert b"".join(gate.cleaned([data])) == data


def test_half_a_utf_16_surrogate_is_no_error():
    assert b"".join(gate.cleaned([b"\xff\xfe\x00\xd8E\x00"])) == "\ufffdE".encode()


def test_chunks_reads_a_stream_to_its_end():
    data = bytes(range(256)) * 3000
    pieces = list(gate.chunks(io.BytesIO(data)))
    assert b"".join(pieces) == data
    assert max(map(len, pieces)) == gate.CHUNK
