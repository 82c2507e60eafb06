"""What ten times the rules cost a clean log: `advise` with the telltales of a catalogue ten times as large, beside itself.

A clean log never gets past the telltales, so that they are all that rules can cost it. The other nine tenths are those of
the catalogue with every letter moved on in the alphabet: as many words of the same lengths, and other ones.
"""

from __future__ import annotations

import compileall
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import advisor
from advisor.rules import catalogue
from tests.benchmarks.measuring import CLEAN_LOG, Call, cpu_medians
from tests.generate import needed, written

TIMES = 10
MOST = 1.3
_SMALL, _CAPITAL = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def literals(times: int = TIMES) -> list[str]:
    """The telltales of the catalogue, `times` over, each time in other words."""
    return sorted({_moved(literal, 2 * step) for literal in needed(catalogue()) for step in range(times)})


def _moved(literal: str, step: int) -> str:
    """`literal` with its letters moved on; what is not ASCII has a word of its own put before it."""
    moved = literal.translate(str.maketrans(_SMALL + _CAPITAL, _SMALL[step:] + _SMALL[:step] + _CAPITAL[step:] + _CAPITAL[:step]))
    return moved if literal.isascii() or not step else f"{_CAPITAL[step] * 4}: {moved}"


def cost() -> float:
    """CPU of `advise explain` on a clean log with ten times the rules, as a multiple of what it is with them as they are."""
    with TemporaryDirectory() as as_it_is, TemporaryDirectory() as tenfold:
        medians = cpu_medians({"as it is": _call(as_it_is, None), "tenfold": _call(tenfold, written(literals()))})
    return medians["tenfold"] / medians["as it is"]


def _call(folder: str, telltales: str | None) -> Call:
    """A call of a copy of the package, whose telltales are another text where one is given."""
    package = Path(folder, "advisor")
    shutil.copytree(Path(advisor.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    if telltales is not None:
        (package / "telltales.py").write_text(telltales, encoding="utf-8")
    compileall.compile_dir(package, quiet=1)
    program = f"import sys; sys.path.insert(0, {folder!r}); sys.argv[1:] = ['explain']; from advisor.cli import main; sys.exit(main())"
    return Call((sys.executable, "-I", "-c", program), CLEAN_LOG, exit_code=1)
