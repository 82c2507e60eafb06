"""Streams of output to test with: telltales among short and huge lines, escapes and broken UTF-8, and ways to cut them."""

from functools import partial
from itertools import pairwise

from hypothesis import strategies as st

from advisor import gate
from tests.generate import indexed

TELLTALES = (b"Read-only file system", b"EPERM")
FINDER = partial(gate.present, **indexed(TELLTALES)._asdict())

_FILLER = (
    b"a line\n",
    b"\n",
    b"no newline ",
    b"\r\n",
    b"\r",
    b"\x1b[31m",
    b"\x1b]0;title\x07",
    b"\x1b]0;never closed",
    b"\x1b",
    b"\x00",
    b"\xff",
    "é漢😀".encode(),
    b"Read-only",
    b" file system",
)


def streams(telltales=TELLTALES):
    """One command's output as parts (a unit, how often); may hold none of `telltales`, or thousands of them."""
    units = st.sampled_from([*telltales, *_FILLER, *(telltale + filler for telltale in telltales for filler in _FILLER)])
    return st.lists(st.tuples(units, st.sampled_from([1, 1, 1, 3, 40, 700, 4000])), max_size=12)


def written(parts):
    """The bytes of a stream's parts."""
    return b"".join(unit * times for unit, times in parts)


def cuts():
    """Where to cut a stream, in thousandths of its length."""
    return st.lists(st.integers(0, 1000), max_size=6).map(sorted)


def cut_at(data, places):
    """`data` in pieces that meet at `places`."""
    bounds = [0, *(place * len(data) // 1000 for place in places), len(data)]
    return [data[start:end] for start, end in pairwise(bounds)]
