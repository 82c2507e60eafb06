"""Lines and columns of offsets, and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.edits.positions import Span, offset_of, position, span, written

TEXT = "ab\r\ncd\n\nefg"


@pytest.mark.parametrize(
    ("offset", "place"),
    [(0, (1, 1)), (2, (1, 3)), (3, (1, 4)), (4, (2, 1)), (7, (3, 1)), (8, (4, 1)), (11, (4, 4))],
)
def test_a_carriage_return_belongs_to_its_line(offset, place):
    assert position(TEXT, offset) == place
    assert offset_of(TEXT, *place) == offset


def test_a_byte_order_mark_takes_no_column():
    assert position("\ufeffab\ncd", 0) == (1, 1)
    assert position("\ufeffab\ncd", 1) == (1, 1)
    assert position("\ufeffab\ncd", 2) == (1, 2)
    assert position("\ufeffab\ncd", 5) == (2, 2)
    assert offset_of("\ufeffab\ncd", 1, 2) == 2
    assert offset_of("\ufeffab\ncd", 2, 2) == 5


def test_places_outside_the_text_are_its_edges():
    assert offset_of("ab\ncd", 1, 9) == 2
    assert offset_of("ab\ncd", 2, 9) == 5
    assert offset_of("ab\ncd", 7, 1) == 5


def test_a_span_names_both_ends_and_a_place_is_written_as_compilers_do():
    assert span(TEXT, 5, 9) == Span(2, 2, 4, 2)
    assert written(TEXT, 5) == "2:2"


@given(st.text(alphabet="\ufeffab\r\n", max_size=20), st.integers(1, 20))
def test_every_place_leads_back_to_its_offset(text, offset):
    offset = min(offset, len(text))
    assert offset_of(text, *position(text, offset)) == offset
