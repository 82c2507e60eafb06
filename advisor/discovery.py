"""Which modules a package of ours holds; catalogues are discovered, so that adding an entry touches one file."""

from __future__ import annotations

import os
from collections.abc import Iterable


def modules_of(path: Iterable[str]) -> tuple[str, ...]:
    """The names of the modules in a package's folders (`__path__`), sorted, without those that start with `_`.

    By hand: `pkgutil.iter_modules` imports `inspect`, which costs half the start of the bare interpreter.
    """
    names = {name.removesuffix(".py") for folder in path for name in os.listdir(folder) if name.endswith(".py")}
    return tuple(sorted(name for name in names if not name.startswith("_")))
