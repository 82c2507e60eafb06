"""Insertions and replacements applied to a text at once."""

from hypothesis import given
from hypothesis import strategies as st

from advisor.edits.splices import Edited, Splice, advanced, insertions, replaces_old, spliced


def test_splices_put_in_replace_and_take_out():
    assert spliced("abcdef", [Splice(0, 0, "<"), Splice(1, 3, "X"), Splice(5, 6, "")]) == "<aXde"


def test_insertions_are_followed_through_later_ones():
    edited = advanced(Edited("ab"), [Splice(1, 1, "XX")])
    assert edited == Edited("aXXb", ((1, 3),))
    before = advanced(edited, [Splice(0, 0, "__")])
    assert before == Edited("__aXXb", ((0, 2), (3, 5)))
    assert before.without_insertions == "ab"


def test_what_is_put_beside_or_into_an_insertion_is_one_with_it():
    edited = advanced(Edited("ab"), [Splice(1, 1, "XX")])
    assert advanced(edited, [Splice(1, 1, "Y")]) == Edited("aYXXb", ((1, 4),))
    assert advanced(edited, [Splice(3, 3, "Y")]) == Edited("aXXYb", ((1, 4),))
    assert advanced(edited, [Splice(2, 2, "Y")]) == Edited("aXYXb", ((1, 4),))
    assert advanced(edited, [Splice(2, 3, "YYY")]) == Edited("aXYYYb", ((1, 5),))


def test_an_insertion_that_gives_way_is_gone():
    edited = advanced(Edited("a[]b"), [Splice(2, 2, "XX")])
    assert advanced(edited, [Splice(1, 5, "[]")]) == Edited("a[]b", ((1, 3),))
    assert advanced(edited, [Splice(1, 5, "")]) == Edited("ab")


def test_only_the_old_text_counts_as_replaced():
    edited = advanced(Edited("ab"), [Splice(1, 1, "XX")])
    assert not replaces_old(edited, [Splice(0, 0, "Y"), Splice(1, 3, "Y")])
    assert replaces_old(edited, [Splice(0, 2, "Y")])
    assert replaces_old(edited, [Splice(3, 4, "")])


def test_insertions_between_two_texts():
    assert insertions('"x" # c\n]', '"x", # c\n  "n"\n]', 10) == (Splice(13, 13, ","), Splice(17, 17, '\n  "n"'))
    assert insertions("ab", "ab", 0) == ()
    assert insertions("ab", "b", 0) is None
    assert insertions("abc", "axb", 0) is None


@given(st.text(alphabet="ab,\n", max_size=12), st.data())
def test_insertions_are_found_wherever_something_was_put_in(old, data):
    new = list(old)
    for char in data.draw(st.text(alphabet="ab,\n#", max_size=6)):
        new.insert(data.draw(st.integers(0, len(new))), char)
    found = insertions(old, "".join(new), 3)
    assert found is not None
    assert spliced("___" + old, found) == "___" + "".join(new)
    assert all(splice.start == splice.end for splice in found)
    assert advanced(Edited("___" + old), found).without_insertions == "___" + old
